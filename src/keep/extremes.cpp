// Stores all states, or none. If none is stored, another set must know the states that were seen (store/seen.hpp), or
// the search does not end.
#include "keep/strategies.hpp"

namespace zonda::keep {

namespace {

class Extreme : public Keep {
 public:
  explicit Extreme(bool stores) : stores_(stores) {}

  bool to_store(const Facts& /*state*/) override { return stores_; }
  [[nodiscard]] Flag next_flag(const Facts& /*state*/, bool /*is_stored*/, Marks /*move*/) const override { return 0; }
  [[nodiscard]] bool lets_go(Flag /*flag*/) const override { return false; }

 private:
  bool stores_;
};

}  // namespace

std::unique_ptr<Keep> make_all(const Strategy& /*strategy*/) { return std::make_unique<Extreme>(true); }
std::unique_ptr<Keep> make_none(const Strategy& /*strategy*/) { return std::make_unique<Extreme>(false); }

}  // namespace zonda::keep
