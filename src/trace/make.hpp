// Makes a trace out of a path of the search: follows the path with exact zones (track.hpp), finds times for its moves
// (schedule.hpp), and replays the run by the rules of the language (replay.hpp). Only a trace that passes is handed
// out.
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
  std::string failure;   // why there is no trace; this is an internal error
  std::string obstacle;  // why there is no trace: it takes too much time, memory, or too large numbers
};

// The path ends where the formula holds or, if `is_negated`, where it is violated. With `is_fastest` the trace takes as
// little time as these moves allow.
[[nodiscard]] Made make_trace(const model::Network& network, const search::Path& path, const model::Formula& formula,
                              bool is_negated, bool is_fastest, const Watch& watch = {});

// The parts of a trace: one with all names and no states, a state, an edge, the bounds of a zone.
[[nodiscard]] Trace empty_trace(const model::Network& network);
[[nodiscard]] TraceState trace_state(const model::Network& network, const ConcreteState& state);
[[nodiscard]] TraceState trace_state(const model::Network& network, std::span<const std::int32_t> cells);
[[nodiscard]] TraceEdge trace_edge(const model::Network& network, const MoveEdge& edge);
[[nodiscard]] std::vector<TraceBound> trace_bounds(const Zone& zone);
// The edges of a move, each with its select values.
[[nodiscard]] std::vector<MoveEdge> move_edges(const model::Network& network, const search::PathMove& move);

}  // namespace zonda::trace
