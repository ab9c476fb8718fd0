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
  bool starts_observer = false;  // the observer's clock becomes 0
};

struct Path {
  std::vector<std::int32_t> initial;  // locations and variables
  std::vector<PathMove> moves;        // one without edges: nothing happens but that time goes by
};

// A run that does not end, or cannot go on: the moves, and what comes after them.
struct MaximalRun {
  // Goal: the last state is what was looked for, whatever comes then.
  enum class End : std::uint8_t { Cycle, Rest, Stuck, Goal };
  Path path;
  End end = End::Stuck;
  std::size_t cycle = 0;  // Cycle: moves before the first one of the cycle, which ends with the last move
  // From this move on (of a leads-to query: without edges, at the moment that counts), or from the start on, the run
  // stays inside the formula. 0: from the start on.
  std::size_t stays_from = 0;
};

}  // namespace zonda::search
