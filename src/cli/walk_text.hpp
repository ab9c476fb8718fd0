// States, moves and changes of a walk, for people.
#pragma once

#include "zonda/walk.hpp"

#include <string>

namespace zonda::cli {

[[nodiscard]] std::string window_text(const WalkWindow& window);
// 'Kettle: Cold -> Heating  do x = 0', one line for each edge.
[[nodiscard]] std::string edges_text(const Trace& names, const std::vector<TraceEdge>& edges,
                                     const std::string& indent);
// All locations, variables and clocks.
[[nodiscard]] std::string state_text(Walk& walk);
// The differences between two states, without clocks that only grew. `delay`: the time between them, in units of the
// walk.
[[nodiscard]] std::string changes_text(const Trace& names, const TraceState& before, const TraceState& after,
                                       std::int64_t delay);
// The numbered list of moves.
[[nodiscard]] std::string moves_text(Walk& walk);

}  // namespace zonda::cli
