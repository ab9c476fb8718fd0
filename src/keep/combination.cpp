// Covering set, successors and distance together (store paper). The flag counts the moves with an edge of the covering
// set since the last stored state. From k such moves on, a state with several successors is stored, and from k * k on
// any state. The search ends, because an infinite path has infinitely many such moves, so that states on it are stored
// again and again.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Combination : public Keep {
 public:
  explicit Combination(std::uint32_t k) : k_(k) {}

  bool to_store(const Facts& state) override {
    return (state.flag >= k_ && state.successors > 1) || state.flag >= k_ * k_;
  }
  [[nodiscard]] Flag next_flag(const Facts& state, bool is_stored, Marks move) const override {
    const Flag before = is_stored ? 0 : state.flag;
    return before + ((move & kCovering) != 0 && !is_stored ? 1 : 0);
  }
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag < k_; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_combination(const Strategy& strategy) {
  return std::make_unique<Combination>(strategy.number);
}

}  // namespace zonda::keep
