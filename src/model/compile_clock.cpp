// Clocks: terms in constraints, and assignments.
#include <fmt/format.h>

#include "model/compiler.hpp"

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

namespace {

bool is_integer_part(const Expr& e) { return e.type != nullptr && is_integral(*e.type); }

[[noreturn]] void refuse(const Expr& e) {
  if (e.type != nullptr && e.type->kind == TypeKind::Double)
    throw Unsupported{"a fractional or floating-point clock bound", e.range};
  throw Unsupported{"arithmetic on clocks other than differences", e.range};
}

void negate(ClockTerm& term) {
  std::swap(term.left, term.right);
  for (Signed& part : term.offsets) part.is_negative = !part.is_negative;
}

// a + b, or a - b when b was negated before. One clock with each sign at most.
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

ClockTerm Compiler::clock_term(const Expr& e, const Environment& env) {
  ClockTerm result;
  if (is_integer_part(e)) {
    result.offsets.push_back({&e, false});
    return result;
  }
  if (e.type != nullptr && e.type->kind == TypeKind::HybridClock) throw Unsupported{"a hybrid clock", e.range};
  if (e.type != nullptr && e.type->kind == TypeKind::Clock) {
    result.left = program([&] {
      const Place where = place(e, env);
      if (where.terms.empty() && !where.reference)
        return Operand::constant(static_cast<std::int32_t>(where.base.clocks));
      Operand number;
      number.cell = address_of(where, Space::Clocks, e.range);
      return number;
    });
    return result;
  }
  if (e.kind == ExprKind::Binary && (e.op == Operator::Add || e.op == Operator::Subtract) && e.type != nullptr &&
      e.type->kind == TypeKind::ClockTerm) {
    result = clock_term(e.child(0), env);
    ClockTerm right = clock_term(e.child(1), env);
    if (e.op == Operator::Subtract) negate(right);
    add(result, right, e);
    return result;
  }
  refuse(e);
}

void Compiler::assign_clock(const Expr& e, const Place& to, const Environment& env) {
  const Expr& right = e.child(1);
  if (e.op != Operator::None) throw Unsupported{"a compound assignment to a clock", e.range};
  has_clock_code_ = true;
  const Address target = temporary();
  emit(Opcode::Move, target, address_of(to, Space::Clocks, e.range), 0, e.range);
  if (is_integer_part(right)) {
    const Operand number = value(right, env);
    emit(Opcode::SetClock, target, cell_of(number), 0, e.range);
    return;
  }
  // x := y + c. The source is compiled in place: clock_term would start a program of its own.
  const Expr* source = &right;
  Operand offset = Operand::constant(0);
  while (source->type->kind == TypeKind::ClockTerm && source->kind == ExprKind::Binary) {
    const bool clock_left = !is_integer_part(source->child(0));
    const Expr& number = source->child(clock_left ? 1 : 0);
    if (!is_integer_part(number)) throw Unsupported{"a difference of clocks assigned to a clock", e.range};
    offset = arithmetic(source->op == Operator::Subtract ? Operator::Subtract : Operator::Add, offset,
                        value(number, env), e.range);
    source = &source->child(clock_left ? 0 : 1);
  }
  if (source->type->kind != TypeKind::Clock) {
    if (source->type->kind == TypeKind::Double) throw Unsupported{"a clock set to a floating-point value", e.range};
    refuse(*source);
  }
  const Place from = place(*source, env);
  if (from.terms.empty() && !from.reference)
    copied_clocks_.push_back(from.base.clocks);
  else
    has_dynamic_clock_copy_ = true;
  emit(Opcode::CopyClock, target, address_of(from, Space::Clocks, e.range), cell_of(offset), e.range);
}

std::optional<Compiler::StaticReset> Compiler::static_reset(const Expr& e, const Environment& env) {
  if (e.kind != ExprKind::Assign || e.op != Operator::None || e.child(0).type->kind != TypeKind::Clock)
    return std::nullopt;
  std::optional<StaticReset> result;
  const std::uint32_t start = here();
  next_temporary_ = 0;
  const auto fixed_clock = [&](const Expr& clock) -> std::optional<std::uint32_t> {
    const Place where = place(clock, env);
    if (!where.terms.empty() || where.reference || here() != start) return std::nullopt;
    return where.base.clocks;
  };
  functions_made_ = false;
  const auto target = fixed_clock(e.child(0));
  if (target) {
    StaticReset reset;
    reset.clock = *target;
    const Expr& right = e.child(1);
    if (is_integer_part(right)) {
      const auto number = known(right, env);
      if (number && *number >= 0) {
        reset.offset = *number;
        result = reset;
      }
    } else if (right.type->kind == TypeKind::Clock) {
      if (const auto source = fixed_clock(right)) {
        reset.source = *source;
        copied_clocks_.push_back(*source);
        result = reset;
      }
    }
  }
  roll_back(start);
  functions_made_ = false;
  return result;
}

}  // namespace zonda::model
