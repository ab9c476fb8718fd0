// Emitting code: cells, constants, programs; and the entry points that the builder uses.
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "util/check.hpp"

namespace zonda::model {

const Storage* Environment::find(const lang::Symbol* symbol) const {
  for (const Environment* e = this; e != nullptr; e = e->parent) {
    const auto found = e->names.find(symbol);
    if (found != e->names.end()) return &found->second;
  }
  return nullptr;
}

const Layout* LayoutTable::add(Layout layout) {
  // Plain layouts repeat endlessly; keep one of each.
  if (layout.element == nullptr && layout.fields.empty()) {
    for (const auto& known : storage_) {
      if (known->kind == layout.kind && known->lower == layout.lower && known->upper == layout.upper &&
          known->is_urgent == layout.is_urgent && known->is_broadcast == layout.is_broadcast)
        return known.get();
      if (&known - storage_.data() > 32) break;
    }
  }
  storage_.push_back(std::make_unique<Layout>(std::move(layout)));
  return storage_.back().get();
}

Compiler::Compiler(Code& code, LayoutTable& layouts, std::uint32_t state_cells) : code_(code), layouts_(layouts) {
  code_.memory.resize(state_cells);
}

Evaluator& Compiler::evaluator() {
  if (evaluator_ == nullptr) evaluator_ = std::make_unique<Evaluator>(code_);
  evaluator_->extend();
  return *evaluator_;
}

std::uint32_t Compiler::emit(Opcode op, Address a, Address b, Address c, lang::SourceRange range) {
  constexpr std::size_t kMaxInstructions = 20'000'000;
  if (code_.instructions.size() >= kMaxInstructions)
    throw BuildError{"the model needs more code than zonda allows (20 million instructions)", range};
  code_.instructions.push_back({op, a, b, c});
  code_.places.push_back(range);
  return here() - 1;
}

// Takes back what was emitted since `start`; not when a function was compiled in between, for its code must stay
// (the program is emitted once more then, and what is left here is never run).
void Compiler::roll_back(std::uint32_t start) {
  if (functions_made_) return;
  code_.instructions.resize(start);
  code_.places.resize(start);
}

Address Compiler::new_cell(std::int32_t initial) {
  code_.memory.push_back(initial);
  return static_cast<Address>(code_.memory.size() - 1);
}

Address Compiler::temporary() {
  // Frames of functions are their own; everything else may share, because only one program runs at a time.
  if (context_.function != nullptr) return new_cell();
  if (next_temporary_ == temporaries_.size()) temporaries_.push_back(new_cell());
  return temporaries_[next_temporary_++];
}

Address Compiler::constant_cell(std::int32_t value) {
  const auto found = constant_cells_.find(value);
  if (found != constant_cells_.end()) return found->second;
  return constant_cells_[value] = new_cell(value);
}

Address Compiler::cell_of(const Operand& operand) {
  return operand.is_constant ? constant_cell(operand.value) : operand.cell;
}

Operand Compiler::to_temporary(const Operand& operand, lang::SourceRange range) {
  if (operand.is_constant) return operand;
  Operand copy = operand;
  copy.cell = temporary();
  emit(Opcode::Move, copy.cell, operand.cell, 0, range);
  return copy;
}

std::uint32_t Compiler::range_index(std::int32_t lower, std::int32_t upper) {
  const ValueRange wanted{lower, upper};
  const auto found = std::find(code_.ranges.begin(), code_.ranges.end(), wanted);
  if (found != code_.ranges.end()) return static_cast<std::uint32_t>(found - code_.ranges.begin());
  code_.ranges.push_back(wanted);
  return static_cast<std::uint32_t>(code_.ranges.size() - 1);
}

Address Compiler::constant_block(std::span<const std::int32_t> values) {
  const auto [place, is_new] = constant_blocks_.try_emplace(values.data(), 0);
  if (is_new) {
    place->second = static_cast<Address>(code_.memory.size());
    code_.memory.insert(code_.memory.end(), values.begin(), values.end());
  }
  return place->second;
}

IntExpr Compiler::finish(std::uint32_t start, const Operand& result) {
  if (result.is_constant && here() == start) return IntExpr::constant(result.value);
  if (!result.is_constant && here() == start) return {IntExpr::Kind::Cell, static_cast<std::int32_t>(result.cell)};
  emit(Opcode::Halt, cell_of(result), 0, 0, {});
  code_.call_depth = std::max(code_.call_depth, depth_);
  return {IntExpr::Kind::Program, static_cast<std::int32_t>(start)};
}

IntExpr Compiler::integer(const lang::Expr& e, const Environment& environment) {
  return program([&] { return value(e, environment); });
}

Operand Compiler::truth_of(const lang::Expr& e, bool is_negative, const Environment& env) {
  const Operand found = value(e, env);
  if (found.is_constant) return Operand::constant((found.value != 0) != is_negative ? 1 : 0);
  if (!is_negative) return found;
  const Address cell = temporary();
  emit(Opcode::Not, cell, found.cell, 0, e.range);
  return Operand::truth(cell);
}

IntExpr Compiler::all_of(std::span<const Signed> list, const Environment& environment) {
  if (list.empty()) return IntExpr::constant(1);
  return program([&] {
    std::vector<std::uint32_t> exits;
    const Address result = temporary();
    bool is_emitted = false;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Operand truth = truth_of(*list[i].expr, list[i].is_negative, environment);
      if (truth.is_constant && truth.value != 0) continue;
      if (i + 1 == list.size() && !is_emitted) return truth;
      emit(Opcode::Bool, result, cell_of(truth), 0, list[i].expr->range);
      exits.push_back(emit(Opcode::JumpZero, 0, result, 0, list[i].expr->range));
      is_emitted = true;
    }
    if (!is_emitted) return Operand::constant(1);
    for (const std::uint32_t exit : exits) patch(exit);
    return Operand::truth(result);
  });
}

IntExpr Compiler::all_clauses(std::span<const Clause> clauses) {
  if (clauses.empty()) return IntExpr::constant(1);
  if (clauses.size() == 1 && clauses[0].premises.empty())
    return integer(*clauses[0].conclusion, *clauses[0].environment);
  return program([&] {
    const Address result = temporary();
    std::vector<std::uint32_t> exits;
    emit(Opcode::Move, result, constant_cell(1), 0, {});
    for (const Clause& clause : clauses) {
      std::vector<std::uint32_t> skips;
      for (const Signed& premise : clause.premises) {
        const Operand truth = truth_of(*premise.expr, premise.is_negative, *clause.environment);
        skips.push_back(emit(Opcode::JumpZero, 0, cell_of(truth), 0, premise.expr->range));
      }
      const Operand truth = truth_of(*clause.conclusion, false, *clause.environment);
      emit(Opcode::Bool, result, cell_of(truth), 0, clause.conclusion->range);
      exits.push_back(emit(Opcode::JumpZero, 0, result, 0, clause.conclusion->range));
      for (const std::uint32_t skip : skips) patch(skip);
    }
    for (const std::uint32_t exit : exits) patch(exit);
    return Operand::truth(result);
  });
}

IntExpr Compiler::sum(std::span<const Signed> addends, const Environment& environment) {
  if (addends.empty()) return IntExpr::constant(0);
  return program([&] {
    Operand total = Operand::constant(0);
    for (const Signed& addend : addends) {
      const Operand part = value(*addend.expr, environment);
      total = arithmetic(addend.is_negative ? lang::Operator::Subtract : lang::Operator::Add, total, part,
                         addend.expr->range);
    }
    return total;
  });
}

IntExpr Compiler::effects(std::span<lang::Expr* const> list, const Environment& environment) {
  const IntExpr result = program([&] {
    for (const lang::Expr* e : list) expression_statement(*e, environment);
    return Operand::constant(0);
  });
  return result;
}

std::int32_t Compiler::constant(const lang::Expr& e, const Environment& environment) {
  const IntExpr compiled = integer(e, environment);
  std::int32_t result = 0;
  if (!evaluator().run(compiled, result)) {
    const EvalError& error = evaluator_->error();
    throw BuildError{describe(error), error.range.is_known() ? error.range : e.range};
  }
  return result;
}

IntExpr Compiler::channel(const lang::Expr& e, const Environment& environment) {
  return program([&] {
    const Place where = place(e, environment);
    if (where.layout->kind != LayoutKind::Channel) throw BuildError{"channel expected", e.range};
    if (where.terms.empty()) return Operand::constant(static_cast<std::int32_t>(where.base.channels));
    Operand result;
    result.cell = address_of(where, Space::Channels, e.range);
    return result;
  });
}

}  // namespace zonda::model
