// How many moves a state is from the goal, at a guess (order/relaxation.hpp).
//
// A conjunction costs the sum of its parts, a disjunction the least of them. Being in a location costs what the
// relaxation says. Parts that compare integers cost how far apart the two sides are; other parts that do not hold cost
// one. Clocks and deadlocks cost nothing.
//
// What locations cost is remembered for the states met lately that are the same in the relaxation's eyes.
#pragma once

#include "model/evaluator.hpp"
#include "model/network.hpp"
#include "order/relaxation.hpp"
#include "state/packing.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace zonda::order {

class Distance {
 public:
  static constexpr std::uint32_t kFar = Relaxation::kFar;

  // `goal` should be taken apart as far as possible.
  Distance(const model::Network& network, const state::Packing& packing, const model::Formula& goal);

  [[nodiscard]] std::uint32_t operator()(std::span<const state::Word> words);
  // It tells states apart.
  [[nodiscard]] bool is_useful() const { return !targets_.empty() || has_comparisons_; }
  [[nodiscard]] std::size_t bytes() const {
    return (relaxation_ ? relaxation_->bytes() : 0) + remembered_.size() * sizeof(Slot) +
           remembered_costs_.size() * sizeof(std::uint32_t);
  }

 private:
  using Fact = Relaxation::Fact;
  struct Part {
    enum class Kind : std::uint8_t { Nothing, In, NotIn, Compare, Holds, And, Or };
    Kind kind = Kind::Nothing;
    std::uint32_t target = 0;  // In, NotIn: index in targets_
    model::IntExpr integer;    // Compare, Holds
    model::Opcode op = model::Opcode::Halt;
    model::Address left = 0;  // Compare: where the sides stand after running it
    model::Address right = 0;
    std::vector<Part> children;
  };
  Part part_of(const model::Formula& f);
  Part part_of(const model::IntExpr& e);
  bool find_location(const model::Instruction& i, Part& part);
  std::uint32_t cost(const Part& part, std::span<const std::uint32_t> target_costs);
  std::uint32_t comparison_cost(const Part& part);
  std::span<const std::uint32_t> target_costs(std::span<const state::Word> words);

  const model::Network& network_;
  const state::Packing& packing_;
  model::Evaluator evaluator_;
  Part goal_;
  bool has_comparisons_ = false;
  std::vector<Fact> targets_;
  std::vector<bool> is_goal_process_;
  std::optional<Relaxation> relaxation_;  // if there are targets
  struct Slot {
    std::uint64_t key = 0;
    bool is_used = false;
  };
  static constexpr std::size_t kSlots = 1U << 12U;
  std::vector<Slot> remembered_;
  std::vector<std::uint32_t> remembered_costs_;  // of all targets, slot by slot
};

}  // namespace zonda::order
