// When the moves of a track happen. A clock's value is the time that passed since the move that set it, plus a number;
// so every guard and invariant along a track bounds the difference between the times of two moves, and a schedule is
// a solution of difference constraints: longest paths from the start give the earliest one. Strict bounds are met by
// asking for one unit more on a grid of 10^-d; the first d for which there is a solution has the fewest decimals.
#pragma once

#include "trace/run.hpp"
#include "trace/track.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace zonda::trace {

struct Schedule {
  std::uint32_t digits = 0;
  std::vector<Units> times;  // of every move, and of the end
  // The least total time along the track: a run can be as short as this, or come as near to it as one likes.
  std::int64_t least = 0;
  bool is_least_reached = true;
};

// `is_fastest`: no run along the track ends before this one; where there is no such run, it is close to the limit.
// Nothing when there is no solution (the track is not exact, then) or the numbers are too large.
[[nodiscard]] std::optional<Schedule> schedule(const model::Network& network, const Track& track, bool is_fastest);

}  // namespace zonda::trace
