// Stores all states but those with a committed location (thesis, 2.2): such a state is left at once, and is reached
// again only when its predecessor is. A cycle of committed states would be explored for ever, so of k + 1 such states
// in a row the last one is stored.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Committed : public Keep {
 public:
  explicit Committed(std::uint32_t k) : k_(k) {}

  bool to_store(const Facts& state) override { return !state.is_committed || state.flag >= k_; }
  [[nodiscard]] Flag next_flag(const Facts& state, bool is_stored, Marks /*move*/) const override {
    return is_stored ? 0 : state.flag + 1;
  }
  // It is not known yet whether the state is committed, but successors of committed states often are.
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag > 0 && flag < k_; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_committed(const Strategy& strategy) { return std::make_unique<Committed>(strategy.number); }

}  // namespace zonda::keep
