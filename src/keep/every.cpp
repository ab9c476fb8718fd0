// Stores every n-th state that is expanded, or all but every n-th (thesis, 5.2). The search ends: of any n states that
// are expanded one after the other at least one is stored and never expanded again, and there are finitely many.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Every : public Keep {
 public:
  Every(std::uint32_t n, bool discards) : n_(n), discards_(discards) {}

  bool to_store(const Facts& /*state*/) override {
    count_ = count_ + 1 == n_ ? 0 : count_ + 1;
    return (count_ == 0) != discards_;
  }
  [[nodiscard]] Flag next_flag(const Facts& /*state*/, bool /*is_stored*/, Marks /*move*/) const override { return 0; }
  [[nodiscard]] bool lets_go(Flag /*flag*/) const override { return false; }
  void snapshot(Snapshot& s) override { s.value(count_); }

 private:
  std::uint32_t n_;
  bool discards_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::unique_ptr<Keep> make_every(const Strategy& strategy) { return std::make_unique<Every>(strategy.number, false); }
std::unique_ptr<Keep> make_discard(const Strategy& strategy) { return std::make_unique<Every>(strategy.number, true); }

}  // namespace zonda::keep
