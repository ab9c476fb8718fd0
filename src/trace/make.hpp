// From a path of the search to a trace that was replayed.
#pragma once

#include "model/network.hpp"
#include "search/path.hpp"
#include "trace/run.hpp"
#include "trace/track.hpp"
#include "zonda/trace.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zonda::trace {

struct Made {
  std::optional<Trace> trace;
  std::string failure;   // why there is none: an internal error
  std::string obstacle;  // or this: it takes too much time, memory, or room for numbers
};

// `is_negated`: the path ends where the formula is violated. `is_fastest`: take as little time as these moves allow.
[[nodiscard]] Made make_trace(const model::Network& network, const search::Path& path, const model::Formula& formula,
                              bool is_negated, bool is_fastest, const Watch& watch = {});

// The parts of a trace: all names and no states, a state, an edge.
[[nodiscard]] Trace empty_trace(const model::Network& network);
[[nodiscard]] TraceState trace_state(const model::Network& network, const Snapshot& snapshot);
[[nodiscard]] TraceState trace_state(const model::Network& network, std::span<const std::int32_t> cells);
[[nodiscard]] TraceEdge trace_edge(const model::Network& network, const MoveEdge& edge);
[[nodiscard]] std::vector<TraceBound> trace_bounds(const Zone& zone);
[[nodiscard]] std::vector<MoveEdge> move_edges(const model::Network& network, const search::PathMove& move);

}  // namespace zonda::trace
