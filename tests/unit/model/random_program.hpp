// Random models that are well typed: constants, ranges, arrays, structs, functions, references, templates, clocks, and
// as many side effects in odd places as the language allows. Made from a list of choices, each of which means something
// simpler when it is smaller; so a test that fails can be shrunk by shrinking the list.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace zonda::oracle {

class Choices {
 public:
  explicit Choices(std::vector<std::uint16_t> list) : list_(std::move(list)) {}

  // A number below n; 0 when the list has come to its end.
  std::uint32_t below(std::uint32_t n) { return next_ < list_.size() ? list_[next_++] % n : 0; }
  bool chance(std::uint32_t percent) { return below(100) >= 100 - percent; }
  template <typename T>
  const T& one_of(const std::vector<T>& items) {
    return items[below(static_cast<std::uint32_t>(items.size()))];
  }

 private:
  std::vector<std::uint16_t> list_;
  std::size_t next_ = 0;
};

struct RandomModel {
  std::string text;
  std::string queries;
};

[[nodiscard]] RandomModel random_model(Choices& choices);

}  // namespace zonda::oracle
