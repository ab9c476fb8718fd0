// Reachability (O1, T14; thesis 2.2.3 and 2.3.1; order paper, alg. 1.1): is there a reachable symbolic state that meets
// the goal? Waiting states are part of the store; a state that another covers is not explored, and a new state takes
// out those that it covers, waiting or passed.
//
// The parts: `Parts` are what the loop runs on, `Course` is how far it is and whether it must end, `Expander` finds the
// successors of a state, `Finder` looks for the goal among them, `Retracer` finds the moves to it, and an order::Order
// says which state is next. One search may look for several goals, if they can do with the same bounds.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "search/options.hpp"
#include "search/reach/sought.hpp"

#include <span>
#include <vector>

namespace zonda::search {

// An outcome for each goal. When the last of them is known, the search ends.
template <typename B>
[[nodiscard]] std::vector<Outcome> reach(const model::Network& network, const analysis::ClockBounds& bounds,
                                         std::span<const Sought> goals, const Options& options);

}  // namespace zonda::search
