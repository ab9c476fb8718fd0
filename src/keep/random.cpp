// Stores each state with the same probability. The search ends with probability one.
#include "keep/strategies.hpp"

#include <random>

namespace zonda::keep {

namespace {

class Random : public Keep {
 public:
  Random(double probability, std::uint64_t seed)
      : random_(seed), limit_(static_cast<std::uint64_t>(probability * 4294967296.0)) {}

  // Comparing the upper half of a random number gives the same result on every machine, unlike
  // std::bernoulli_distribution.
  bool to_store(const Facts& /*state*/) override { return random_() >> 32U < limit_; }
  [[nodiscard]] Flag next_flag(const Facts& /*state*/, bool /*is_stored*/, Marks /*move*/) const override { return 0; }
  [[nodiscard]] bool lets_go(Flag /*flag*/) const override { return false; }
  void snapshot(Snapshot& s) override { s.random(random_); }

 private:
  std::mt19937_64 random_;
  std::uint64_t limit_;
};

}  // namespace

std::unique_ptr<Keep> make_random(const Strategy& strategy) {
  return std::make_unique<Random>(strategy.probability, strategy.seed);
}

}  // namespace zonda::keep
