// Splits the goal into parts, and adds up what they cost in a state.
#include "order/distance.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::order {

using model::Formula;
using model::Opcode;

Distance::Distance(const model::Network& network, const state::Packing& packing, const Formula& goal)
    : network_(network),
      packing_(packing),
      evaluator_(network.code),
      is_goal_process_(network.processes.size(), false) {
  goal_ = part_of(goal);
  if (targets_.empty()) return;
  relaxation_.emplace(network, packing, is_goal_process_);
  remembered_.resize(kSlots);
  remembered_costs_.resize(kSlots * targets_.size());
}

Distance::Part Distance::part_of(const Formula& f) {
  Part result;
  switch (f.kind) {
    case Formula::Kind::Discrete:
      return part_of(f.integer);
    case Formula::Kind::And:
    case Formula::Kind::Or:
      result.kind = f.kind == Formula::Kind::And ? Part::Kind::And : Part::Kind::Or;
      for (const Formula& child : f.children) result.children.push_back(part_of(child));
      return result;
    case Formula::Kind::Clock:
    case Formula::Kind::Deadlock:
    case Formula::Kind::NoDeadlock:
      return result;
  }
  return result;
}

// Finds out whether the expression is a comparison: its last instruction is one, and there are no jumps before it.
// Anything else either holds or does not.
Distance::Part Distance::part_of(const model::IntExpr& e) {
  Part result;
  if (e.is_constant()) return result;
  result.kind = Part::Kind::Holds;
  result.integer = e;
  if (e.kind == model::IntExpr::Kind::Program) {
    const auto& code = network_.code.instructions;
    const auto start = static_cast<std::size_t>(e.value);
    std::size_t end = start;
    while (code[end].op != Opcode::Halt && code[end].op < Opcode::Jump) ++end;
    if (code[end].op == Opcode::Halt && end > start && code[end - 1].a == code[end].a) {
      const model::Instruction& last = code[end - 1];
      if (end == start + 1 && find_location(last, result)) return result;
      const bool compares = last.op == Opcode::Equal || last.op == Opcode::NotEqual || last.op == Opcode::Less ||
                            last.op == Opcode::LessEqual;
      // A side that the result overwrites could not be read afterwards.
      if (compares && last.a != last.b && last.a != last.c) {
        result.kind = Part::Kind::Compare;
        result.op = last.op;
        result.left = last.b;
        result.right = last.c;
      }
    }
  }
  has_comparisons_ = true;
  return result;
}

// Recognises 'process P is in location number', or that it is not, which is a comparison of P's cell with a constant.
bool Distance::find_location(const model::Instruction& i, Part& part) {
  const bool is_constant = i.c >= network_.cells.size();
  if (i.b >= network_.processes.size() || !is_constant || (i.op != Opcode::Equal && i.op != Opcode::NotEqual))
    return false;
  const std::int32_t location = network_.code.memory[i.c];
  if (location < 0 || static_cast<std::size_t>(location) >= network_.processes[i.b].locations.size()) return false;
  const Fact fact = Relaxation::first_facts(network_)[i.b] + static_cast<Fact>(location);
  const auto known = std::find(targets_.begin(), targets_.end(), fact);
  part.kind = i.op == Opcode::Equal ? Part::Kind::In : Part::Kind::NotIn;
  part.target = static_cast<std::uint32_t>(known - targets_.begin());
  if (known == targets_.end()) targets_.push_back(fact);
  is_goal_process_[i.b] = true;
  return true;
}

std::uint32_t Distance::cost(const Part& part, std::span<const std::uint32_t> target_costs) {
  std::uint32_t result = 0;
  std::int32_t value = 0;
  switch (part.kind) {
    case Part::Kind::Nothing:
      return 0;
    case Part::Kind::In:
      return target_costs[part.target];
    case Part::Kind::NotIn:
      return target_costs[part.target] == 0 ? 1 : 0;
    case Part::Kind::Compare:
      return comparison_cost(part);
    case Part::Kind::Holds:
      return evaluator_.run(part.integer, value) && value != 0 ? 0 : 1;
    case Part::Kind::And:
      for (const Part& child : part.children) result = std::min(result + cost(child, target_costs), kFar);
      return result;
    case Part::Kind::Or:
      result = kFar;
      for (const Part& child : part.children) result = std::min(result, cost(child, target_costs));
      return result;
  }
  return result;
}

std::uint32_t Distance::comparison_cost(const Part& part) {
  constexpr std::int64_t kMost = 1000;
  std::int32_t holds = 0;
  if (!evaluator_.run(part.integer, holds)) return 1;
  if (holds != 0) return 0;
  if (part.op == Opcode::NotEqual) return 1;
  const auto memory = evaluator_.memory();
  const std::int64_t apart = std::abs(std::int64_t{memory[part.left]} - memory[part.right]);
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(apart + (part.op == Opcode::Less ? 1 : 0), 1, kMost));
}

std::span<const std::uint32_t> Distance::target_costs(std::span<const state::Word> words) {
  if (!relaxation_) return {};
  const std::uint64_t key = relaxation_->key(words, evaluator_.memory());
  const std::size_t slot = key % kSlots;
  const auto result = std::span(remembered_costs_).subspan(slot * targets_.size(), targets_.size());
  if (remembered_[slot].is_used && remembered_[slot].key == key) return result;
  remembered_[slot] = {key, true};
  relaxation_->relax(words);
  for (std::size_t i = 0; i < targets_.size(); ++i) result[i] = relaxation_->cost(targets_[i]);
  return result;
}

std::uint32_t Distance::operator()(std::span<const state::Word> words) {
  if (has_comparisons_ || (relaxation_ && relaxation_->has_conditions()))
    packing_.unpack(words, evaluator_.memory().first(packing_.fields()));
  return cost(goal_, target_costs(words));
}

}  // namespace zonda::order
