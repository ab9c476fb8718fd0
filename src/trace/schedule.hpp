// Finds times for the moves of a track. The value of a clock is the time that passed since the move that set it, plus a
// number. So every guard and invariant along a track bounds the difference between the times of two moves, and a
// schedule is a solution of difference constraints: longest paths from the start give the earliest one. Strict bounds
// are met by asking for one unit more on a grid of 10^-d; the first d for which there is a solution has the fewest
// decimals.
#pragma once

#include "trace/run.hpp"
#include "trace/track.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::trace {

struct Schedule {
  std::uint32_t digits = 0;
  std::vector<Units> times;  // the time of the start, of every move, and of the end
  // The greatest lower bound of the total time of runs along the track, and whether a run is as short as that.
  std::int64_t least = 0;
  bool is_least_reached = true;
};

// With `is_fastest`, no run along the track ends before this one; if there is no such run, it is close to the limit.
// The result is nothing if there is no solution (then the track is not exact) or if the numbers are too large.
[[nodiscard]] std::optional<Schedule> schedule(const model::Network& network, const Track& track, bool is_fastest);

}  // namespace zonda::trace
