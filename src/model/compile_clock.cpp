// Clocks: terms in constraints, and assignments.
#include "model/compiler.hpp"
#include "util/invariant.hpp"

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

namespace {

bool is_integer_part(const Expr& e) { return e.type != nullptr && is_integral(*e.type); }

bool is_sum_of_clocks(const Expr& e) {
  return e.kind == ExprKind::Binary && (e.op == Operator::Add || e.op == Operator::Subtract) && e.type != nullptr &&
         e.type->kind == TypeKind::ClockTerm;
}

[[noreturn]] void refuse(const Expr& e) {
  if (e.type != nullptr && e.type->kind == TypeKind::Double)
    throw Unsupported{"a fractional or floating-point clock bound", e.range};
  throw Unsupported{"arithmetic on clocks other than differences", e.range};
}

void negate(ClockTerm& term) {
  std::swap(term.left, term.right);
  for (Signed& part : term.offsets) part.is_negative = !part.is_negative;
}

// a + b, or a - b if b was negated before. The result has at most one clock of each sign.
void add(ClockTerm& a, const ClockTerm& b, const Expr& e) {
  const auto merge = [&](IntExpr& to, const IntExpr& from) {
    if (from.is_constant(0)) return;
    if (!to.is_constant(0)) throw Unsupported{"arithmetic on clocks other than differences", e.range};
    to = from;
  };
  merge(a.left, b.left);
  merge(a.right, b.right);
  a.offsets.insert(a.offsets.end(), b.offsets.begin(), b.offsets.end());
}

}  // namespace

Operand Compiler::clock_number(const Expr& e, const Environment& env) {
  const Place where = place(e, env);
  if (where.layout->kind != LayoutKind::Clock) throw Unsupported{"a hybrid clock", e.range};
  if (where.is_static()) return Operand::constant(static_cast<std::int32_t>(where.base.clocks));
  Operand number = Operand::in(address_of(where, Space::Clocks, e.range));
  number.lower = 1;
  if (where.reference) return number;
  number.lower = static_cast<std::int32_t>(where.base.clocks);
  number.upper = number.lower;
  for (const Place::Term& term : where.terms)
    number.upper += static_cast<std::int32_t>((std::max(1U, term.count) - 1) * term.stride.clocks);
  return number;
}

ClockTerm Compiler::clock_term(const Expr& e, const Environment& env) {
  ClockTerm result;
  if (is_integer_part(e)) {
    result.offsets.push_back({&e, false});
    return result;
  }
  if (e.type != nullptr && e.type->kind == TypeKind::HybridClock) throw Unsupported{"a hybrid clock", e.range};
  if (e.type != nullptr && e.type->kind == TypeKind::Clock) {
    result.left = clock_index(e, env);
    return result;
  }
  if (!is_sum_of_clocks(e)) refuse(e);
  result = clock_term(e.child(0), env);
  ClockTerm right = clock_term(e.child(1), env);
  if (e.op == Operator::Subtract) negate(right);
  add(result, right, e);
  return result;
}

void Compiler::assign_clock(const Place& to, const Expr& e, const Environment& env) {
  const Expr& right = e.child(1);
  if (e.op != Operator::None) throw Unsupported{"a compound assignment to a clock", e.range};
  emission_->sets_clocks = true;
  const Address target = temporary();
  emit(Opcode::Move, target, address_of(to, Space::Clocks, e.range), 0, e.range);
  if (is_integer_part(right)) {
    const Operand number = value(right, env);
    note_number(number.upper, e.range);
    emit(Opcode::SetClock, target, cell_of(number), 0, e.range);
    return;
  }
  Place from;
  Operand offset = Operand::constant(0);
  clock_source(right, env, from, offset);
  note_copy(to, from, 1, {offset.lower, offset.upper}, e.range);
  emit(Opcode::CopyClock, target, address_of(from, Space::Clocks, e.range), cell_of(offset), e.range);
}

// If an index is computed, it may be any clock of the array; behind a reference, it may be any clock at all.
void Compiler::note_copy(const Place& to, const Place& from, std::uint32_t count, ValueRange offset,
                         lang::SourceRange range) {
  const auto first = [](const Place& p) { return p.reference ? 1U : p.base.clocks; };
  const auto last = [&](const Place& p) {
    if (p.reference) return UINT32_MAX;
    std::uint32_t result = p.base.clocks + count - 1;
    for (const Place::Term& term : p.terms) result += (std::max(1U, term.count) - 1) * term.stride.clocks;
    return result;
  };
  add_copy({first(to), last(to), first(from), last(from), offset.lower, offset.upper, range});
}

// The right side of x = y + c, from left to right.
void Compiler::clock_source(const Expr& e, const Environment& env, Place& clock, Operand& offset) {
  if (e.type->kind == TypeKind::Clock) {
    clock = place(e, env);
    if (clock.layout->kind != LayoutKind::Clock) throw Unsupported{"a hybrid clock", e.range};
    return;
  }
  if (e.type->kind == TypeKind::Double) throw Unsupported{"a clock set to a floating-point value", e.range};
  if (!is_sum_of_clocks(e)) refuse(e);
  const Expr& left = e.child(0);
  const Expr& right = e.child(1);
  if (is_integer_part(left)) {
    Operand number = value(left, env);
    if (has_effects(right)) number = to_temporary(number, e.range);
    clock_source(right, env, clock, offset);
    offset = exact_sum(Opcode::Add, number, offset, e.range);
    return;
  }
  clock_source(left, env, clock, offset);
  ZONDA_CHECK(is_integer_part(right), "the checker lets no difference of clocks be assigned");
  if (has_effects(right)) {
    protect(clock, e.range);
    offset = to_temporary(offset, e.range);
  }
  const Opcode op = e.op == Operator::Add ? Opcode::Add : Opcode::Subtract;
  offset = exact_sum(op, offset, value(right, env), e.range);
}

std::optional<Compiler::StaticReset> Compiler::static_reset(const Expr& e, const Environment& env) {
  if (e.kind != ExprKind::Assign || e.op != Operator::None || e.child(0).type->kind != TypeKind::Clock)
    return std::nullopt;
  const Scope scope(*this, nullptr);
  const auto fixed_clock = [&](const Expr& clock) -> std::optional<std::uint32_t> {
    const Place where = place(clock, env);
    if (where.layout->kind != LayoutKind::Clock || !where.is_static() || !emission_->instructions.empty())
      return std::nullopt;
    return where.base.clocks;
  };
  const auto target = fixed_clock(e.child(0));
  if (!target) return std::nullopt;
  const Expr& right = e.child(1);
  if (is_integer_part(right)) {
    const auto number = known(right, env);
    if (!number || *number < 0) return std::nullopt;
    note_number(*number, e.range);
    return StaticReset{*target, 0, *number};
  }
  return static_copy(*target, e, env);
}

// x = y + c with a known c.
std::optional<Compiler::StaticReset> Compiler::static_copy(std::uint32_t target, const Expr& e,
                                                           const Environment& env) {
  const Expr& right = e.child(1);
  if (!is_clock_value(*right.type)) return std::nullopt;
  Place from;
  Operand offset = Operand::constant(0);
  clock_source(right, env, from, offset);
  if (!from.is_static() || !offset.is_constant || !emission_->instructions.empty()) return std::nullopt;
  const std::uint32_t source = from.base.clocks;
  const std::int32_t shift = offset.value;
  add_copy({target, target, source, source, shift, shift, e.range});
  return StaticReset{target, source, shift};
}

}  // namespace zonda::model
