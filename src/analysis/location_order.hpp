// An almost topological order of each process's locations (order paper, 4.1): a location comes after those that lead to
// it, except that cycles are cut open. It is the reverse postorder of a depth-first search from the initial location:
// only edges that lead back to a location on the stack of the search go against it.
//
// The order leaves some choices, which are made as follows:
// - Edges are followed in the order in which they stand in the model; a select counts once.
// - If a process may start in several locations, the others are roots after the first, in their order. Locations that
//   only they reach come before those that the first reaches, so that all edges between the two parts go with the
//   order.
// - Locations that are never reached come last.
// - A process without cycles gets a topological order in the strict sense.
// - Urgent and committed locations are treated like any other.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

// By process and location, the place of the location in that order, from 0. With `takes_last_first`, the search follows
// the edges of a location from the last to the first.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> location_positions(const model::Network& network,
                                                                         bool takes_last_first = false);

}  // namespace zonda::analysis
