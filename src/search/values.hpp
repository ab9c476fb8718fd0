// Values (language reference 6.2): what an expression can be in reachable states where a condition holds. Numbers are
// looked at in every discrete state, clocks in every zone.
//
// A clock's value is told apart up to a limit, for which the clock's bounds must be raised everywhere: then every
// abstraction keeps it up to there (two valuations that stand in for one another have the same value or are both
// beyond), and what lies beyond is known to be there, no more. Whoever asks raises the limit until the answer is below.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/reachability.hpp"

#include <cstdint>
#include <optional>
#include <span>
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

struct ValueQuestion {
  const model::Formula* where = nullptr;
  std::span<const model::ValueExpr> values;
  std::int32_t limit = 0;  // of clocks
  bool wants_all = false;  // all intervals, not only the ends
  bool is_deep = false;
};

struct ValueOutcome {
  Outcome outcome;  // NotReached: everything was looked at
  std::vector<ValueRange> values;
};

template <typename B>
[[nodiscard]] ValueOutcome find_values(const model::Network& network, const analysis::ClockBounds& bounds,
                                       const ValueQuestion& question, const Options& options);

// Whether a clock can be as large as one likes where a condition holds, because time can pass again and again on a
// cycle that does not set it. Reached: it can. The clock must not be set to other clocks.
template <typename B>
[[nodiscard]] Outcome grows_for_ever(const model::Network& network, const analysis::ClockBounds& bounds,
                                     const model::Formula& where, std::uint32_t clock, const Options& options);

}  // namespace zonda::search
