// Runs that a search found: the moves to a state, or the moves of a run that does not end.
#pragma once

#include "step/path.hpp"

#include <cstddef>
#include <cstdint>

namespace zonda::search {

using step::Path;
using step::PathMove;

// A run that does not end, or cannot go on: the moves, and what comes after them.
struct MaximalRun {
  // Goal: the last state is the one that was looked for; what comes after it does not matter.
  enum class End : std::uint8_t { Cycle, Rest, Stuck, Goal };
  Path path;
  End end = End::Stuck;
  std::size_t cycle = 0;  // Cycle: moves before the first one of the cycle, which ends with the last move
  // The run stays inside the formula from this move on; 0 means from the start. For a leads-to query this is a move
  // without edges, at the moment that counts.
  std::size_t stays_from = 0;
};

}  // namespace zonda::search
