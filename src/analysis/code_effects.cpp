// The cells that each instruction reads and writes. An index or address that is computed at run time may be any.
#include "analysis/code_effects.hpp"

#include <algorithm>

namespace zonda::analysis {

using model::Instruction;
using model::IntExpr;
using model::Opcode;

const model::Group* group_of(const model::Network& network, model::Address cell) {
  const auto& groups = network.variable_groups;
  const auto after = std::upper_bound(groups.begin(), groups.end(), cell,
                                      [](model::Address c, const model::Group& g) { return c < g.base; });
  if (after == groups.begin() || cell >= (after - 1)->base + (after - 1)->count) return nullptr;
  return &*(after - 1);
}

CodeEffects::CodeEffects(const model::Network& network)
    : network_(network), cells_(network.state_cells()), seen_(network.code.instructions.size(), 0) {}

// Adds all elements of the array that begins at the cell, because the index is not known.
void CodeEffects::add_group(model::Address cell, CellSet& out) const {
  if (cell >= cells_) return;
  const model::Group* group = group_of(network_, cell);
  if (group == nullptr) return out.add_all();
  for (std::uint32_t i = 0; i < group->count; ++i) read(group->base + i, out);
}

void CodeEffects::instruction_reads(const Instruction& i, CellSet& out) const {
  switch (i.op) {
    case Opcode::Halt:
    case Opcode::CheckRange:
    case Opcode::Assert:
      return read(i.a, out);
    case Opcode::Move:
    case Opcode::Bool:
    case Opcode::Not:
    case Opcode::Negate:
    case Opcode::Abs:
    case Opcode::JumpZero:
    case Opcode::JumpNonZero:
    case Opcode::Index:
      return read(i.b, out);
    case Opcode::Add:
    case Opcode::Subtract:
    case Opcode::Multiply:
    case Opcode::Divide:
    case Opcode::Modulo:
    case Opcode::Power:
    case Opcode::ShiftLeft:
    case Opcode::ShiftRight:
    case Opcode::Minimum:
    case Opcode::Maximum:
    case Opcode::Less:
    case Opcode::LessEqual:
    case Opcode::Equal:
    case Opcode::NotEqual:
    case Opcode::BitAnd:
    case Opcode::BitOr:
    case Opcode::BitXor:
      read(i.b, out);
      return read(i.c, out);
    case Opcode::Load:
      read(i.c, out);
      return i.b < cells_ || i.b >= network_.cells.size() ? add_group(i.b, out) : out.add_all();
    case Opcode::Store:
      read(i.a, out);
      return read(i.c, out);
    case Opcode::SetClock:
      read(i.a, out);
      return read(i.b, out);
    case Opcode::CopyClock:
      read(i.a, out);
      read(i.b, out);
      return read(i.c, out);
    // These compute addresses, which may be any.
    case Opcode::CheckBlock:
    case Opcode::CopyBlock:
    case Opcode::EqualBlock:
      return out.add_all();
    case Opcode::Jump:
    case Opcode::JumpBack:
    case Opcode::Call:
    case Opcode::Return:
    case Opcode::NoProcess:
      return;
  }
  out.add_all();
}

void CodeEffects::instruction_writes(const Instruction& i, CellSet& out) const {
  if (i.op == Opcode::CopyBlock) out.add_all();
  if (i.op == Opcode::Store) i.b < cells_ || i.b >= network_.cells.size() ? add_group(i.b, out) : out.add_all();
  if (has_result(i.op) && i.a < cells_) out.add(i.a);
}

// Visits every instruction that can be reached, including those of functions that are called.
template <typename Visit>
void CodeEffects::walk(const IntExpr& program, Visit&& visit) {
  ++walk_;
  work_.assign(1, static_cast<std::uint32_t>(program.value));
  while (!work_.empty()) {
    const std::uint32_t at = work_.back();
    work_.pop_back();
    if (seen_[at] == walk_) continue;
    seen_[at] = walk_;
    const Instruction& i = network_.code.instructions[at];
    visit(i);
    const bool is_jump = i.op == Opcode::Jump || i.op == Opcode::JumpBack;
    const bool is_end = i.op == Opcode::Halt || i.op == Opcode::Return || i.op == Opcode::NoProcess;
    if (is_jump || i.op == Opcode::JumpZero || i.op == Opcode::JumpNonZero || i.op == Opcode::Call)
      work_.push_back(i.a);
    if (!is_jump && !is_end) work_.push_back(at + 1);
  }
}

void CodeEffects::for_each_instruction(const IntExpr& program, const std::function<void(const Instruction&)>& visit) {
  walk(program, visit);
}

void CodeEffects::reads(const IntExpr& e, CellSet& out) {
  if (e.kind == IntExpr::Kind::Cell) read(static_cast<model::Address>(e.value), out);
  if (e.kind == IntExpr::Kind::Program) walk(e, [&](const Instruction& i) { instruction_reads(i, out); });
}

void CodeEffects::may_write(const IntExpr& e, CellSet& out) {
  if (e.kind == IntExpr::Kind::Program) walk(e, [&](const Instruction& i) { instruction_writes(i, out); });
}

void CodeEffects::reads(const model::ClockConstraint& c, CellSet& out) {
  for (const IntExpr* e : {&c.condition, &c.left, &c.right, &c.bound}) reads(*e, out);
}

void CodeEffects::reads(const model::Condition& c, CellSet& out) {
  reads(c.integer, out);
  for (const model::ClockConstraint& constraint : c.clocks) reads(constraint, out);
}

// Follows the code to its first conditional jump; what is written so far is written in any case.
void CodeEffects::sure_writes(const IntExpr& e, CellSet& out) const {
  if (e.kind != IntExpr::Kind::Program) return;
  std::vector<std::uint32_t> returns;
  constexpr std::size_t kMostSteps = 10'000;
  auto at = static_cast<std::uint32_t>(e.value);
  for (std::size_t step = 0; step < kMostSteps; ++step) {
    const Instruction& i = network_.code.instructions[at++];
    switch (i.op) {
      case Opcode::Halt:
      case Opcode::JumpZero:
      case Opcode::JumpNonZero:
      case Opcode::JumpBack:
      case Opcode::NoProcess:
        return;
      case Opcode::Jump:
        at = i.a;
        break;
      case Opcode::Call:
        returns.push_back(at);
        at = i.a;
        break;
      case Opcode::Return:
        if (returns.empty()) return;
        at = returns.back();
        returns.pop_back();
        break;
      default:
        if (has_result(i.op) && i.a < cells_) out.add(i.a);
        break;
    }
  }
}

}  // namespace zonda::analysis
