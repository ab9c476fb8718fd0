// One concrete run of a network: delays and moves, with the states between them.
#pragma once

#include <cstdint>
#include <vector>

namespace zonda::trace {

// Time and clock values are whole numbers of units; a run says how many units make one unit of the model's time.
using Units = std::int64_t;

struct MoveEdge {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;             // of the process
  std::vector<std::int32_t> selects;  // values of its run-time selects
};

struct Step {
  Units delay = 0;              // before the move
  std::vector<MoveEdge> edges;  // sender first
};

// Locations and variables, and the value of every clock (the reference clock is clock 0).
struct Snapshot {
  std::vector<std::int32_t> cells;
  std::vector<Units> clocks;
};

struct Run {
  std::uint32_t digits = 0;  // 10^digits units are one unit of time
  std::vector<std::int32_t> initial;
  std::vector<Step> steps;
  Units last_delay = 0;  // after the last move
};

[[nodiscard]] constexpr Units scale_of(std::uint32_t digits) {
  Units result = 1;
  for (std::uint32_t i = 0; i < digits; ++i) result *= 10;
  return result;
}

}  // namespace zonda::trace
