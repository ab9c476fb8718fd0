// States with more than one successor; of a chain of states with one successor each, every k-th at least, so that a
// cycle of such states ends too.
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
  // How many successors it has is not known yet.
  [[nodiscard]] bool lets_go(Flag flag) const override { return flag > 0 && flag < k_; }

 private:
  std::uint32_t k_;
};

}  // namespace

std::unique_ptr<Keep> make_successors(std::uint32_t k) { return std::make_unique<Successors>(k); }

}  // namespace zonda::keep
