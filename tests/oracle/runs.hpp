// Maximal runs (language reference 6.2) in the graph of regions, as fixpoints over its nodes.
#pragma once

#include "oracle/explorer.hpp"

#include <vector>

namespace zonda::truth {

// Plain: a node without delay and without action is an end. FaultsGoOn: not where an action ends in an error.
// Divergent: only runs with infinitely many ticks count; the graph must have them.
enum class Ends { Plain, FaultsGoOn, Divergent };

// The nodes at which a maximal run begins that stays inside.
[[nodiscard]] std::vector<bool> begin_of_runs(const Graph& graph, const std::vector<bool>& inside, Ends ends);

// The nodes that can be reached from some of the beginnings by staying inside.
[[nodiscard]] std::vector<bool> reached_inside(const Graph& graph, const std::vector<bool>& inside,
                                               const std::vector<bool>& begins);

}  // namespace zonda::truth
