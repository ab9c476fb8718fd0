// Values (U3): what an expression can be in reachable states where a condition holds. Numbers are
// looked at in every discrete state, clocks in every zone.
//
// A clock's value is told apart up to a limit, for which the clock's bounds must be raised everywhere: then every
// abstraction keeps it up to there (two valuations that stand in for one another have the same value or are both
// beyond), and what lies beyond is known to be there, no more. Whoever asks raises the limit until the answer is below.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "search/value_range.hpp"

#include <cstdint>
#include <span>

namespace zonda::search {

struct ValueQuestion {
  const model::Formula* where = nullptr;
  std::span<const model::ValueExpr> values;
  std::int32_t limit = 0;  // of clocks
  bool wants_all = false;  // all intervals, not only the ends
};

// NotReached: everything was looked at, and the outcome has the values.
template <typename B>
[[nodiscard]] Outcome find_values(const model::Network& network, const analysis::ClockBounds& bounds,
                                  const ValueQuestion& question, const Options& options);

// Whether a clock can be as large as one likes where a condition holds, because time can pass again and again on a
// cycle that does not set it. Reached: it can. The clock must not be set to other clocks.
template <typename B>
[[nodiscard]] Outcome grows_for_ever(const model::Network& network, const analysis::ClockBounds& bounds,
                                     const model::Formula& where, std::uint32_t clock, const Options& options);

}  // namespace zonda::search
