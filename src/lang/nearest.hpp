// 'did you mean': the nearest of the known names to one that is not known.
#pragma once

#include <string>
#include <string_view>

namespace zonda::lang {

class Nearest {
 public:
  explicit Nearest(std::string_view name);
  void offer(std::string_view candidate);
  // "did you mean 'counter'?", or nothing when no candidate is near.
  [[nodiscard]] std::string hint() const;

 private:
  std::string_view name_;
  std::string_view best_;
  std::size_t limit_;  // only a candidate nearer than this is a slip
};

}  // namespace zonda::lang
