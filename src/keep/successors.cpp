// Stores states with more than one successor, and along a chain of states with at most one successor every (k + 1)-th,
// so that a cycle of such states ends, too.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Successors : public Keep {
 public:
  explicit Successors(std::uint32_t k) : k_(k) {}

  bool to_store(const Facts& state) override { return state.successors > 1 || state.flag >= k_; }
  [[nodiscard]] Flag next_flag(const Facts& state, bool is_stored, Marks /*move*/) const override {
    return is_stored ? 0 : state.flag + 1;
  }
  // The number of successors of the state is not known yet; those that follow a forgotten state often have one.
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag > 0 && flag < k_; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_successors(const Strategy& strategy) {
  return std::make_unique<Successors>(strategy.number);
}

}  // namespace zonda::keep
