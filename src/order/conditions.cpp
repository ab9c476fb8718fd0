// Cuts the code of a guard into its conditions, and runs the code of a condition.
#include "order/conditions.hpp"

#include <algorithm>

namespace zonda::order {

namespace {

using model::Instruction;
using model::Opcode;

// Whether the instruction can be the last one of a condition: it compares, or asks whether a variable is 0.
bool compares(const Instruction& i, std::size_t cells) {
  switch (i.op) {
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Equal:
    case Opcode::NotEqual:
      return true;
    case Opcode::Not:
    case Opcode::Bool:
      return i.b < cells;
    default:
      return false;
  }
}

// Whether the instruction depends on nothing but its operands, and cannot fail.
bool is_plain(Opcode op) {
  switch (op) {
    case Opcode::Move:
    case Opcode::Bool:
    case Opcode::Not:
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Minimum:
    case Opcode::Maximum:
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Equal:
    case Opcode::NotEqual:
      return true;
    default:
      return false;
  }
}

std::int32_t run(const Instruction& i, std::span<const std::int32_t> memory) {
  const std::int64_t b = memory[i.b];
  const std::int64_t c = memory[i.c];
  switch (i.op) {
    case Opcode::Move:
      return memory[i.b];
    case Opcode::Bool:
      return b != 0 ? 1 : 0;
    case Opcode::Not:
      return b == 0 ? 1 : 0;
    case Opcode::Add:
      return static_cast<std::int32_t>(b + c);
    case Opcode::Subtract:
      return static_cast<std::int32_t>(b - c);
    case Opcode::Multiply:
      return static_cast<std::int32_t>(b * c);
    case Opcode::Minimum:
      return static_cast<std::int32_t>(std::min(b, c));
    case Opcode::Maximum:
      return static_cast<std::int32_t>(std::max(b, c));
    case Opcode::Less:
      return b < c ? 1 : 0;
    case Opcode::LessEqual:
      return b <= c ? 1 : 0;
    case Opcode::Equal:
      return b == c ? 1 : 0;
    default:
      return b != c ? 1 : 0;
  }
}

}  // namespace

std::vector<std::uint32_t> Conditions::of(const model::IntExpr& guard) {
  std::vector<std::uint32_t> result;
  if (guard.kind == model::IntExpr::Kind::Cell) add_variable(static_cast<model::Address>(guard.value), result);
  if (guard.kind != model::IntExpr::Kind::Program) return result;
  const auto& code = network_.code.instructions;
  const std::size_t cells = network_.cells.size();
  auto begin = static_cast<std::uint32_t>(guard.value);
  std::uint32_t compared = 0;  // the address behind the last comparison since `begin`; 0 if there is none
  bool is_known = true;
  for (std::uint32_t at = begin;; ++at) {
    const Instruction& i = code[at];
    if (i.op == Opcode::JumpZero || i.op == Opcode::Halt) {
      if (compared != 0 && is_known) add(begin, compared, result);
      if (i.op == Opcode::Halt) return result;
      begin = at + 1;
      compared = 0;
      is_known = true;
    } else if (is_plain(i.op)) {
      if (compares(i, cells)) compared = at + 1;
    } else if (i.op < Opcode::Jump || i.op == Opcode::CheckRange || i.op == Opcode::Index || i.op == Opcode::Load) {
      is_known = false;
    } else {
      return result;
    }
  }
}

void Conditions::add_variable(model::Address cell, std::vector<std::uint32_t>& out) {
  const auto [place, is_new] = known_.try_emplace({Opcode::Bool, cell, 0}, static_cast<std::uint32_t>(list_.size()));
  if (is_new && list_.size() == kMost) {
    known_.erase(place);
    return;
  }
  if (is_new) list_.push_back({0, 0, {cell}});
  out.push_back(place->second);
}

void Conditions::add(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& out) {
  const auto& code = network_.code.instructions;
  const Instruction& last = code[end - 1];
  // If both sides are cells or constants, the comparison needs no other instruction.
  const auto is_computed = [&](model::Address a) {
    for (std::uint32_t i = begin; i + 1 < end; ++i)
      if (code[i].a == a) return true;
    return false;
  };
  const bool is_single = !is_computed(last.b) && !is_computed(last.c);
  if (is_single) begin = end - 1;
  const Key key{last.op, last.b, last.c};
  if (const auto found = known_.find(key); is_single && found != known_.end()) return out.push_back(found->second);
  if (list_.size() == kMost) return;
  Condition result{begin, end, {}};
  for (std::uint32_t i = begin; i < end; ++i)
    for (const model::Address a : {code[i].b, code[i].c})
      if (a < network_.state_cells()) result.reads.push_back(a);
  const auto number = static_cast<std::uint32_t>(list_.size());
  list_.push_back(std::move(result));
  if (is_single) known_.emplace(key, number);
  out.push_back(number);
}

bool Conditions::holds(std::uint32_t number, std::span<std::int32_t> memory) const {
  const Condition& condition = list_[number];
  if (condition.begin == condition.end) return memory[condition.reads[0]] != 0;
  std::int32_t value = 0;
  for (std::uint32_t at = condition.begin; at < condition.end; ++at) {
    const Instruction& i = network_.code.instructions[at];
    value = run(i, memory);
    memory[i.a] = value;
  }
  return value != 0;
}

}  // namespace zonda::order
