// How a search came to a state: the moves, one after the other.
#pragma once

#include "step/moves.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::search {

struct PathMove {
  std::vector<step::EdgeRef> edges;   // sender first
  std::vector<std::int32_t> selects;  // of the edges' run-time selects, one edge after the other
  // Of the convex piece of the move that was followed; nothing: any piece.
  std::optional<std::vector<step::ClockCondition>> conditions;
};

struct Path {
  std::vector<std::int32_t> initial;  // locations and variables
  std::vector<PathMove> moves;
};

}  // namespace zonda::search
