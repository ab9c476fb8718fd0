// Stores every k-th state along a path. The search ends, because an infinite path would have infinitely many stored
// states, and there are only finitely many.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Distance : public Keep {
 public:
  explicit Distance(std::uint32_t k) : k_(k) {}

  bool to_store(const Facts& state) override { return state.flag == 0; }
  [[nodiscard]] Flag next_flag(const Facts& state, bool /*is_stored*/, Marks /*move*/) const override {
    return state.flag + 1 == k_ ? 0 : state.flag + 1;
  }
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag != 0; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_distance(const Strategy& strategy) { return std::make_unique<Distance>(strategy.number); }

}  // namespace zonda::keep
