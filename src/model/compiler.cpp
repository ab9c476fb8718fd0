// Emitting code: cells, constants, programs; and the entry points that the builder uses.
#include "model/compiler.hpp"

#include "util/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

namespace {

constexpr std::size_t kMaxInstructions = 10'000'000;
// Cells for variables, constants and frames of functions together.
constexpr std::size_t kMaxMemory = std::size_t{1} << 25U;
// Loop iterations for all constants of a model, and for all calls that are folded.
constexpr std::uint64_t kConstantBudget = 20'000'000;
constexpr std::uint64_t kFoldingBudget = 5'000'000;

bool is_jump(Opcode op) {
  return op == Opcode::Jump || op == Opcode::JumpBack || op == Opcode::JumpZero || op == Opcode::JumpNonZero;
}

}  // namespace

Compiler::Compiler(Code& code, LayoutTable& layouts, std::uint32_t state_cells)
    : code_(code), layouts_(layouts), constant_budget_(kConstantBudget), folding_budget_(kFoldingBudget) {
  code_.memory.resize(state_cells);
}

Evaluator& Compiler::evaluator() {
  if (evaluator_ == nullptr) evaluator_ = std::make_unique<Evaluator>(code_);
  evaluator_->extend();
  return *evaluator_;
}

std::uint32_t Compiler::emit(Opcode op, Address a, Address b, Address c, lang::SourceRange range) {
  if (code_.instructions.size() + emission_->instructions.size() >= kMaxInstructions)
    throw BuildError{fmt::format("the model needs more code than zonda allows ({} instructions)", kMaxInstructions),
                     range};
  emission_->instructions.push_back({op, a, b, c});
  emission_->places.push_back(range);
  return here() - 1;
}

Compiler::Mark Compiler::mark() const {
  return {emission_->instructions.size(), emission_->next_temporary, emission_->depth, emission_->sets_clocks};
}

void Compiler::roll_back(const Mark& mark) {
  emission_->instructions.resize(mark.size);
  emission_->places.resize(mark.size);
  emission_->next_temporary = mark.next_temporary;
  emission_->depth = mark.depth;
  emission_->sets_clocks = mark.sets_clocks;
}

// Lays the emission behind the code that is complete; says where it starts.
std::uint32_t Compiler::append() {
  const auto start = static_cast<std::uint32_t>(code_.instructions.size());
  for (Instruction i : emission_->instructions) {
    if (is_jump(i.op)) i.a += start;
    code_.instructions.push_back(i);
  }
  code_.places.insert(code_.places.end(), emission_->places.begin(), emission_->places.end());
  code_.call_depth = std::max(code_.call_depth, emission_->depth);
  return start;
}

Address Compiler::reserve(std::uint64_t cells, lang::SourceRange range) {
  const std::size_t first = code_.memory.size();
  if (first + cells > kMaxMemory)
    throw BuildError{fmt::format("the model needs more memory than zonda allows ({} cells)", kMaxMemory), range};
  code_.memory.resize(first + cells);
  return static_cast<Address>(first);
}

Address Compiler::new_cell(std::int32_t initial) {
  const Address cell = reserve(1, {});
  code_.memory[cell] = initial;
  return cell;
}

Address Compiler::temporary() {
  // A function's cells are its own; programs may share theirs, because only one of them runs at a time.
  if (emission_->function != nullptr) return new_cell();
  if (emission_->next_temporary == temporaries_.size()) temporaries_.push_back(new_cell());
  return temporaries_[emission_->next_temporary++];
}

Address Compiler::constant_cell(std::int32_t value) {
  const auto [place, is_new] = constant_cells_.try_emplace(value, 0);
  if (is_new) {
    place->second = new_cell(value);
    code_.mark_constant(place->second, 1);
  }
  return place->second;
}

Address Compiler::constant_block(std::span<const std::int32_t> values) {
  const auto [place, is_new] = constant_blocks_.try_emplace(values.data(), 0);
  if (is_new) {
    place->second = reserve(values.size(), {});
    std::copy(values.begin(), values.end(), code_.memory.begin() + place->second);
    code_.mark_constant(place->second, values.size());
  }
  return place->second;
}

std::span<const std::int32_t> Compiler::keep(std::int32_t value) {
  constants_.push_back({value});
  return constants_.back();
}

Operand Compiler::to_temporary(const Operand& operand, lang::SourceRange range) {
  if (operand.is_constant) return operand;
  Operand copy = operand;
  copy.cell = temporary();
  emit(Opcode::Move, copy.cell, operand.cell, 0, range);
  return copy;
}

std::uint32_t Compiler::range_index(std::int32_t lower, std::int32_t upper) {
  const std::uint64_t key =
      (std::uint64_t{static_cast<std::uint32_t>(lower)} << 32U) | static_cast<std::uint32_t>(upper);
  const auto [place, is_new] = range_indices_.try_emplace(key, static_cast<std::uint32_t>(code_.ranges.size()));
  if (is_new) code_.ranges.push_back({lower, upper});
  return place->second;
}

template <typename F>
IntExpr Compiler::program(F&& emit_body) {
  ZONDA_CHECK(emission_ == nullptr, "a program inside another one");
  const Scope scope(*this, nullptr);
  const Operand result = emit_body();
  const bool is_empty = emission_->instructions.empty();
  if (is_empty && result.is_constant) return IntExpr::constant(result.value);
  if (is_empty) return {IntExpr::Kind::Cell, static_cast<std::int32_t>(result.cell), result.lower, result.upper};
  emit(Opcode::Halt, cell_of(result), 0, 0, {});
  return {IntExpr::Kind::Program, static_cast<std::int32_t>(append()), result.lower, result.upper};
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
