// Targets of marked moves: those that take an edge of a covering set, or those that lead a process into a loop. Every
// cycle of the state space has such a move, the one because that is what a covering set is, the other because a
// process comes back to where it was only through the entry of a loop.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Marked : public Keep {
 public:
  explicit Marked(Marks mark) : mark_(mark) {}

  // The initial state has the flag 0, and no cycle needs it.
  bool to_store(const Facts& state) override { return state.flag != 0; }
  [[nodiscard]] Flag next_flag(const Facts& /*state*/, bool /*is_stored*/, Marks move) const override {
    return (move & mark_) != 0 ? 1 : 0;
  }
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag == 0; }

 private:
  Marks mark_;
};

}  // namespace

std::unique_ptr<Keep> make_marked(Marks mark) { return std::make_unique<Marked>(mark); }

}  // namespace zonda::keep
