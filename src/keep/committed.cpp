// All but those with a committed location (thesis, 2.2): they are left at once, and come again only when their
// predecessors do. A cycle of committed states would never end, so of k such states in a row the last is stored.
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
  // Whether it is committed is not known yet, but what follows a committed state often is.
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag > 0 && flag < k_; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_committed(std::uint32_t k) { return std::make_unique<Committed>(k); }

}  // namespace zonda::keep
