// Enforces the limits while a path is reconstructed. If a limit stops it, the answer stands, without a path.
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
  // Whether a table may grow by this many bytes at once. If not, the reconstruction stops.
  bool has_room(std::size_t growth) {
    if (why_.empty() && !control_.would_fit(growth)) why_ = LimitWatch::kMemory;
    return why_.empty();
  }
  // Stops the reconstruction for another reason. The text must outlive this object.
  void stop(std::string_view why) {
    if (why_.empty()) why_ = why;
  }
  // Why the reconstruction stopped; empty: it did not.
  [[nodiscard]] std::string reason() const {
    return why_.empty() ? std::string() : fmt::format("{} while the trace was reconstructed", why_);
  }
  [[nodiscard]] bool has_stopped() const { return !why_.empty(); }

 private:
  Control& control_;
  std::string_view why_;
};

}  // namespace zonda::search
