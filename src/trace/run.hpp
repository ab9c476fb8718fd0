// One concrete run of a network: delays and moves, and a state with exact clock values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::trace {

// Time and clock values are whole numbers of units; a run says how many units make one unit of the model's time.
using Units = std::int64_t;

struct MoveEdge {
  std::uint32_t process = 0;
  std::uint32_t edge = 0;             // its number in the process
  std::vector<std::int32_t> selects;  // the values of its selects, if they are chosen at run time
};

struct Step {
  Units delay = 0;              // before the move
  std::vector<MoveEdge> edges;  // the edge of the sender is first
};

// A concrete state: locations and variables, and the value of every clock (the reference clock is clock 0).
struct ConcreteState {
  std::vector<std::int32_t> cells;
  std::vector<Units> clocks;
};

// Whether each clock has the same value in both states, or one beyond caps[clock] units of time in both. If the cap is
// negative, the value of the clock does not matter.
[[nodiscard]] inline bool have_same_clocks(const ConcreteState& a, const ConcreteState& b,
                                           std::span<const std::int64_t> caps, Units scale) {
  for (std::size_t x = 1; x < a.clocks.size(); ++x) {
    const Units cap = caps[x] * scale;
    const bool is_beyond = caps[x] < 0 || (a.clocks[x] > cap && b.clocks[x] > cap);
    if (!is_beyond && a.clocks[x] != b.clocks[x]) return false;
  }
  return true;
}

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
