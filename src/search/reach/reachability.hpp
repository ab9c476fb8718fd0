// Reachability (O1, T14; thesis 2.2.3 and 2.3.1; order paper, alg. 1.1): is there a reachable symbolic state that meets
// the goal? Waiting states are part of the store; a state that another covers is not explored, and a new state takes
// out those that it covers, waiting or passed.
//
// The loop is the one that all searches share (search/engine/exploration.hpp); `Finder` is its visitor, which looks for
// the goals among the stored states. One search may look for several goals, if the same bounds are sufficient for them.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "search/options.hpp"
#include "search/reach/sought.hpp"

#include <span>
#include <vector>

namespace zonda::search {

// Returns an outcome for each goal. The search ends when all of them are known. `rules` may restrict where runs go.
template <typename B>
[[nodiscard]] std::vector<Outcome> reach(const model::Network& network, const analysis::ClockBounds& bounds,
                                         std::span<const Sought> goals, const Options& options,
                                         const SuccessorRules& rules = {});

}  // namespace zonda::search
