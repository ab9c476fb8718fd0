// Dead variables (R1): a variable whose value nobody reads before it is written again gets its initial value, so that
// states which differ in nothing else become one. analysis/live_variables.hpp finds them.
//
// Preserves everything: a state and its representative have the same moves with the same clock conditions and effects,
// and their successors have the same representatives, because whatever is read was either live, and is the same in
// both, or was written after the two were told apart. The query's variables are always live. A trace that was found
// among representatives is a run of the model as it is: replaying it computes the variables anew.
#include "analysis/live_variables.hpp"
#include "reduce/strategies.hpp"

#include <memory>
#include <span>
#include <utility>

namespace zonda::reduce {

namespace {

class DeadVariables final : public Reduction {
 public:
  explicit DeadVariables(analysis::LiveVariables live) : live_(std::move(live)) {}

  [[nodiscard]] bool maps_states() const override { return true; }
  void map(std::span<std::int32_t> cells, Renaming& /*renaming*/) const override { live_.clear_dead(cells); }
  [[nodiscard]] bool merges_all_of(const Reduction& other) const override {
    const auto* same = dynamic_cast<const DeadVariables*>(&other);
    return same != nullptr && live_.watches_all_of(same->live_);
  }

 private:
  analysis::LiveVariables live_;
};

}  // namespace

std::unique_ptr<Reduction> make_dead_variables(Source& source) {
  analysis::LiveVariables live = source.influential == nullptr
                                     ? analysis::LiveVariables(*source.network, *source.query)
                                     : analysis::LiveVariables(*source.network, *source.query, *source.influential);
  if (live.count() == 0) return nullptr;
  return std::make_unique<DeadVariables>(std::move(live));
}

}  // namespace zonda::reduce
