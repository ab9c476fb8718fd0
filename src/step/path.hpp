// How a search came to a state: the moves, one after the other.
#pragma once

#include "step/move.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::step {

struct PathMove {
  PathMove() = default;
  explicit PathMove(const Move& move)
      : edges(move.edges.begin(), move.edges.end()),
        selects(move.selects.begin(), move.selects.end()),
        conditions(std::vector(move.conditions.begin(), move.conditions.end())) {}

  std::vector<EdgeRef> edges;         // sender first
  std::vector<std::int32_t> selects;  // of the edges' run-time selects, one edge after the other
  // The conditions of the convex piece of the move that was followed. If there are none, any piece will do.
  std::optional<std::vector<ClockCondition>> conditions;
  bool starts_observer = false;  // the observer's clock becomes 0

  bool operator==(const PathMove&) const = default;
};

struct Path {
  std::vector<std::int32_t> initial;  // locations and variables
  std::vector<PathMove> moves;        // a move without edges means that time goes by
};

}  // namespace zonda::step
