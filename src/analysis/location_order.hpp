// A topological-like order of each process's locations (order paper, 4.1): a location comes after those that lead to
// it, cycles cut open. It is the reverse postorder of a depth-first search from the initial location: of all edges,
// only those that lead back to a location on the search's stack go against it.
//
// Where there is a choice:
// - Edges are followed in the order in which they stand in the model; a select counts once.
// - Where a process may start in several locations, the others are roots after the first, in their order; what only
// they
//   reach comes before what the first reaches, so that all edges between the two parts go with the order.
// - Locations that no edge reaches cannot occur; they come last.
// - A process without cycles gets a topological order in the strict sense.
// - Urgent and committed locations count as any other.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <vector>

namespace zonda::analysis {

// By process and location: its place in that order, from 0. The edges of a location may be followed from the last to
// the first instead.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> location_positions(const model::Network& network,
                                                                         bool takes_last_first = false);

}  // namespace zonda::analysis
