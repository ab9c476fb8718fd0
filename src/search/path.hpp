// Runs as a search gives them: the moves to a state, or the moves of a run that does not end.
#pragma once

#include "step/path.hpp"

#include <cstddef>
#include <cstdint>

namespace zonda::search {

using step::Path;
using step::PathMove;

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
