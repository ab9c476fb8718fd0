// The entry points that the builder uses, and constants, which are computed at once.
#include "model/compiler.hpp"

#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

namespace {

// Loop iterations for all constants of a model, and for all calls that are folded.
constexpr std::uint64_t kConstantBudget = 20'000'000;
constexpr std::uint64_t kFoldingBudget = 5'000'000;

}  // namespace

Compiler::Compiler(Code& code, LayoutTable& layouts, std::uint32_t state_cells)
    : Emitter(code, state_cells),
      layouts_(layouts),
      constant_budget_(kConstantBudget),
      folding_budget_(kFoldingBudget) {}

Evaluator& Compiler::evaluator() {
  if (evaluator_ == nullptr) evaluator_ = std::make_unique<Evaluator>(code_);
  evaluator_->extend();
  return *evaluator_;
}

std::span<const std::int32_t> Compiler::keep(std::int32_t value) {
  constants_.push_back({value});
  return constants_.back();
}

// Runs what has been emitted, which ends with Halt, and forgets it.
std::int32_t Compiler::run_now(lang::SourceRange range) {
  const std::uint32_t start = append();
  Evaluator& machine = evaluator();
  machine.set_budget(constant_budget_);
  std::int32_t result = 0;
  const bool is_right = machine.run({IntExpr::Kind::Program, static_cast<std::int32_t>(start), 0, 0}, result);
  constant_budget_ -= machine.iterations();
  code_.instructions.resize(start);
  code_.places.resize(start);
  if (!is_right) {
    const EvalError& error = machine.error();
    throw BuildError{describe(error), error.range.is_known() ? error.range : range};
  }
  return result;
}

IntExpr Compiler::integer(const lang::Expr& e, const Environment& environment) {
  return program([&] { return value(e, environment); });
}

IntExpr Compiler::all_of(std::span<const Signed> list, const Environment& environment) {
  return program([&] {
    std::vector<std::uint32_t> exits;
    const Address result = temporary();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Operand truth = truth_of(*list[i].expr, list[i].is_negative, environment);
      if (truth.is_constant && truth.value != 0) continue;
      if (exits.empty() && (truth.is_constant || i + 1 == list.size())) return truth;
      emit(Opcode::Bool, result, cell_of(truth), 0, list[i].expr->range);
      exits.push_back(emit(Opcode::JumpZero, 0, result, 0, list[i].expr->range));
    }
    if (exits.empty()) return Operand::constant(1);
    patch(exits);
    return Operand::truth(result);
  });
}

IntExpr Compiler::all_clauses(std::span<const Clause> clauses) {
  return program([&] {
    if (clauses.size() == 1 && clauses[0].premises.empty())
      return value(*clauses[0].conclusion, *clauses[0].environment);
    const Address result = temporary();
    const Mark empty = mark();
    emit(Opcode::Move, result, constant_cell(1), 0, {});
    const auto nothing_emitted = [&] { return here() == empty.size + 1; };
    std::vector<std::uint32_t> exits;
    for (const Clause& clause : clauses) {
      std::vector<std::uint32_t> skips;
      bool asks = true;
      for (const Signed& premise : clause.premises) {
        const Operand truth = truth_of(*premise.expr, premise.is_negative, *clause.environment);
        asks = !truth.is_constant || truth.value != 0;
        if (!asks) break;
        if (!truth.is_constant) skips.push_back(emit(Opcode::JumpZero, 0, truth.cell, 0, premise.expr->range));
      }
      if (asks) {
        const Operand truth = truth_of(*clause.conclusion, false, *clause.environment);
        if (truth.is_constant && truth.value == 0 && nothing_emitted()) {
          roll_back(empty);
          return Operand::constant(0);
        }
        if (!truth.is_constant || truth.value == 0) {
          emit(Opcode::Bool, result, cell_of(truth), 0, clause.conclusion->range);
          exits.push_back(emit(Opcode::JumpZero, 0, result, 0, clause.conclusion->range));
        }
      }
      patch(skips);
    }
    if (nothing_emitted()) {
      roll_back(empty);
      return Operand::constant(1);
    }
    patch(exits);
    return Operand::truth(result);
  });
}

IntExpr Compiler::sum(std::span<const Signed> addends, const Environment& environment) {
  return program([&] { return total(addends, environment); });
}

Operand Compiler::total(std::span<const Signed> addends, const Environment& env) {
  Operand result = Operand::constant(0);
  for (const Signed& addend : addends) {
    const Operand part = value(*addend.expr, env);
    result = exact_sum(addend.is_negative ? Opcode::Subtract : Opcode::Add, result, part, addend.expr->range);
  }
  return result;
}

IntExpr Compiler::zero_compared(std::span<const Signed> premises, lang::Operator op, std::span<const Signed> addends,
                                bool is_negative, const Environment& environment) {
  return program([&] {
    std::vector<std::uint32_t> exits;
    const Address result = temporary();
    for (const Signed& premise : premises) {
      const Operand truth = truth_of(*premise.expr, premise.is_negative, environment);
      if (truth.is_constant && truth.value != 0) continue;
      if (truth.is_constant && exits.empty()) return truth;
      emit(Opcode::Bool, result, cell_of(truth), 0, premise.expr->range);
      exits.push_back(emit(Opcode::JumpZero, 0, result, 0, premise.expr->range));
    }
    Operand truth = arithmetic(op, Operand::constant(0), total(addends, environment), {});
    if (is_negative) truth = negation_of(truth, {});
    if (exits.empty()) return truth;
    emit(Opcode::Bool, result, cell_of(truth), 0, {});
    patch(exits);
    return Operand::truth(result);
  });
}

Compiler::Effects Compiler::effects(std::span<lang::Expr* const> list, const Environment& environment) {
  Effects result;
  result.code = program([&] {
    for (const lang::Expr* e : list) expression_statement(*e, environment);
    result.sets_clocks = emission_->sets_clocks;
    return Operand::constant(0);
  });
  return result;
}

std::int32_t Compiler::constant(const lang::Expr& e, const Environment& environment) {
  if (e.kind == lang::ExprKind::Integer) return e.value;
  const Scope scope(*this, nullptr, &environment);
  const Operand found = value(e, environment);
  if (found.is_constant && emission_->instructions.empty()) return found.value;
  emit(Opcode::Halt, cell_of(found), 0, 0, e.range);
  return run_now(e.range);
}

IntExpr Compiler::channel(const lang::Expr& e, const Environment& environment) {
  return program([&] {
    const Place where = place(e, environment);
    if (where.layout->kind != LayoutKind::Channel) throw BuildError{"channel expected", e.range};
    if (where.is_static()) return Operand::constant(static_cast<std::int32_t>(where.base.channels));
    Operand number = Operand::in(address_of(where, Space::Channels, e.range));
    if (where.reference) return number;
    number.lower = static_cast<std::int32_t>(where.base.channels);
    number.upper = number.lower;
    for (const Place::Term& term : where.terms)
      number.upper += static_cast<std::int32_t>((std::max(1U, term.count) - 1) * term.stride.channels);
    return number;
  });
}

IntExpr Compiler::clock_index(const lang::Expr& e, const Environment& environment) {
  return program([&] { return clock_number(e, environment); });
}

}  // namespace zonda::model
