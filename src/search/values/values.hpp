// Values (U3): what values an expression has in reachable states that satisfy a condition. Integer expressions are
// evaluated in every discrete state, clocks in every zone.
//
// Values of a clock are told apart up to a limit, and the clock's bounds must be raised to it everywhere. Then every
// abstraction preserves values up to the limit (two valuations that stand in for one another have the same value or are
// both beyond), and about values beyond it we know only that there are some. The caller raises the limit until the
// answer is below it.
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
  bool wants_all = false;  // find all intervals, not only the ends
};

// NotReached: all states were seen, and the outcome has the values.
template <typename B>
[[nodiscard]] Outcome find_values(const model::Network& network, const analysis::ClockBounds& bounds,
                                  const ValueQuestion& question, const Options& options);

// Whether a clock can become arbitrarily large in states that satisfy a condition, because time can pass again and
// again on a cycle that does not set it. Reached: it can. The clock must not be set to other clocks.
template <typename B>
[[nodiscard]] Outcome grows_for_ever(const model::Network& network, const analysis::ClockBounds& bounds,
                                     const model::Formula& where, std::uint32_t clock, const Options& options);

}  // namespace zonda::search
