// Estimates how many moves a state is away from the goal (order/relaxation.hpp).
//
// A conjunction costs the sum of its parts, a disjunction the least of them. Being in a location costs what the
// relaxation says. A comparison of integers that does not hold costs the distance between the two sides; any other part
// that does not hold costs one. Clocks and deadlocks cost nothing.
//
// The costs of locations are remembered for a while: states that do not differ for the relaxation have the same ones.
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

  // The more the goal is split into conjunctions and disjunctions, the better the estimate.
  Distance(const model::Network& network, const state::Packing& packing, const model::Formula& goal);

  [[nodiscard]] std::uint32_t operator()(std::span<const state::Word> words);
  // Whether the estimate tells states apart.
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
    std::uint32_t target = 0;  // for In and NotIn: an index in targets_
    model::IntExpr integer;    // for Compare and Holds
    model::Opcode op = model::Opcode::Halt;
    model::Address left = 0;  // for Compare: the addresses of the two sides after `integer` was run
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
  std::vector<std::uint32_t> remembered_costs_;  // the costs of all targets, slot by slot
};

}  // namespace zonda::order
