// Finds maximal runs (U3) in the graph of regions, as fixpoints over its nodes.
#pragma once

#include "oracle/explorer.hpp"

#include <vector>

namespace zonda::truth {

// Where a run may end. Plain: in a node without a delay and without an action. FaultsGoOn: the same, except if some
// action ends in an error. Divergent: nowhere, because only runs with infinitely many ticks count; the graph must have
// ticks.
enum class Ends { Plain, FaultsGoOn, Divergent };

// The nodes at which a maximal run begins that stays inside the set.
[[nodiscard]] std::vector<bool> begin_of_runs(const Graph& graph, const std::vector<bool>& inside, Ends ends);

// The nodes that can be reached from a node of `begins` without leaving the set.
[[nodiscard]] std::vector<bool> reached_inside(const Graph& graph, const std::vector<bool>& inside,
                                               const std::vector<bool>& begins);

}  // namespace zonda::truth
