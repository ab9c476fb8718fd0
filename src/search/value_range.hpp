// The values that an expression was found to have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::search {

// All numbers from low to high; an end may be excluded. Without has_high there is no upper end.
struct ValueInterval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool is_low_open = false;
  bool is_high_open = false;
  bool has_high = true;
  friend bool operator==(const ValueInterval&, const ValueInterval&) = default;
};

struct ValueRange {
  std::vector<ValueInterval> intervals;  // ascending, apart from one another; just one around all unless all are wanted
  // Some values lie beyond the limit: an interval without upper end reaches there, and says nothing more.
  bool is_beyond = false;
  // Some intervals begin beyond the limit, all of them above this.
  std::optional<std::int64_t> unknown_from;
  std::int64_t known_to = 0;    // where some lie beyond: all up to here are known
  bool is_endless = false;      // time can pass for ever where the condition holds …
  bool has_all_beyond = false;  // … and begins to below the limit, so that all values beyond it are there
};

}  // namespace zonda::search
