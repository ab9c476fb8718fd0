// Limits hold while the moves to a state are found again, too. What was found stands then, without a path.
#pragma once

#include "search/limits/control.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace zonda::search {

class TraceWatch {
 public:
  explicit TraceWatch(Control& control) : control_(control) {}

  bool may_go_on() {
    if (why_.empty()) why_ = control_.limit();
    return why_.empty();
  }
  // Whether a table may grow by so much at once. If not, this is the end.
  bool has_room(std::size_t growth) {
    if (why_.empty() && !control_.would_fit(growth)) why_ = LimitWatch::kMemory;
    return why_.empty();
  }
  // Something else ended it; the text stays with the caller.
  void stop(std::string_view why) {
    if (why_.empty()) why_ = why;
  }
  // Why it stopped; empty: it did not.
  [[nodiscard]] std::string reason() const {
    return why_.empty() ? std::string() : fmt::format("{} while its moves were looked for", why_);
  }
  [[nodiscard]] bool has_stopped() const { return !why_.empty(); }

 private:
  Control& control_;
  std::string_view why_;
};

}  // namespace zonda::search
