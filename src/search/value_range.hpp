// The values that an expression was found to have.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::search {

// All numbers from low to high, perhaps without the ends. Without has_high there is no upper end.
struct ValueInterval {
  std::int64_t low = 0;
  std::int64_t high = 0;
  bool is_low_open = false;
  bool is_high_open = false;
  bool has_high = true;
  friend bool operator==(const ValueInterval&, const ValueInterval&) = default;
};

struct ValueRange {
  // Ascending and disjoint; just one around all values unless all intervals are wanted.
  std::vector<ValueInterval> intervals;
  // Some values lie beyond the limit: an interval without an upper end only says that there are some.
  bool is_beyond = false;
  // Some intervals begin beyond the limit, all of them above this value.
  std::optional<std::int64_t> unknown_from;
  std::int64_t known_to = 0;    // if some values lie beyond the limit: all values up to here are known
  bool is_endless = false;      // time can pass for ever while the condition holds …
  bool has_all_beyond = false;  // … starting below the limit, so that all values beyond it are possible
};

}  // namespace zonda::search
