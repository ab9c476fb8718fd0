// Stores the targets of marked moves: of moves that take an edge of a covering set, or of moves that lead a process to
// the entry of a loop. Every cycle of the state space has such a move: with a covering set by definition, with entries
// because a process comes back to a location only through the entry of a loop.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Marked : public Keep {
 public:
  explicit Marked(Marks mark) : mark_(mark) {}

  // The initial state has the flag 0, too. It need not be stored: every cycle through it has a marked move.
  bool to_store(const Facts& state) override { return state.flag != 0; }
  [[nodiscard]] Flag next_flag(const Facts& /*state*/, bool /*is_stored*/, Marks move) const override {
    return (move & mark_) != 0 ? 1 : 0;
  }
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag == 0; }

 private:
  Marks mark_;
};

}  // namespace

std::unique_ptr<Keep> make_marked(const Strategy& strategy) { return std::make_unique<Marked>(strategy.marks()); }

}  // namespace zonda::keep
