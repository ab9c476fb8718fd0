// A model of two processes that differ in nothing but their clocks, and a reduction that takes one for the other.
#pragma once

#include "reduce/reductions.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>

namespace zonda {

inline constexpr reduce::Needs kPreservesAll{true, true, true, true, true};

inline const std::string kTwins = R"(
clock x, y;
process P(clock &c) {
  state idle, busy { c <= 5 }, tired { c <= 9 };
  init idle;
  trans idle -> busy { guard c >= 1; assign c = 0; }, busy -> tired { guard c >= 3; }, tired -> idle { guard c > 7; };
}
A = P(x);
B = P(y);
system A, B;
)";

// The process that is further comes second; clocks go with their processes.
class Swap final : public reduce::Reduction {
 public:
  [[nodiscard]] bool maps_states() const override { return true; }
  [[nodiscard]] bool permutes() const override { return true; }
  void map(std::span<std::int32_t> cells, reduce::Renaming& renaming) const override {
    if (cells[0] <= cells[1]) return;
    std::swap(cells[0], cells[1]);
    renaming.clocks = {0, 2, 1};
    renaming.account = {1};
  }
  void restore(step::Path& path, std::span<const reduce::Renaming> renamings) const override {
    bool is_swapped = !renamings[0].is_identity();
    for (std::size_t i = 0; i < path.moves.size(); ++i) {
      if (is_swapped) {
        for (step::EdgeRef& e : path.moves[i].edges) e.process = 1 - e.process;
        const auto other = [](std::uint32_t clock) { return clock == 0 ? 0 : 3 - clock; };
        if (path.moves[i].conditions)
          for (step::ClockCondition& c : *path.moves[i].conditions)
            c = {other(c.left), other(c.right), c.value, c.is_strict};
      }
      is_swapped = is_swapped != !renamings[i + 1].is_identity();
    }
  }
};
inline std::unique_ptr<reduce::Reduction> make_swap(reduce::Source& /*source*/) { return std::make_unique<Swap>(); }
inline const reduce::NamedReduction kSwap{"swap", "twins are told apart no more", kPreservesAll, false, make_swap};

}  // namespace zonda
