// Operators, with the rules on where clock conditions may stand.
//
// A condition on clocks has the type Constraint, which says whether it may be a guard and whether it may be an
// invariant: both must stay convex, so only conjunctions of simple atoms qualify, with integer conditions beside
// them ('b || x < 3' is convex in every discrete state). Queries take any combination.
#include "lang/checker.hpp"

#include <fmt/format.h>

namespace zonda::lang {

const Type* Checker::merge_constraints(const Type& a, const Type& b, bool as_guard, bool as_invariant) {
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Constraint;
  type->as_guard = as_guard;
  type->as_invariant = as_invariant;
  for (const Type* side : {&a, &b}) {
    if (side->kind != TypeKind::Constraint) continue;
    type->has_rate |= side->has_rate;
    type->has_deadlock |= side->has_deadlock;
    type->is_strict_upper |= side->is_strict_upper;
    type->is_lower |= side->is_lower;
  }
  return type;
}

const Type* Checker::unary(Expr& e) {
  const Type& type = *expression(e.child(0));
  if (type.kind == TypeKind::Invalid) return &type;
  if (e.op == Operator::Not) {
    if (is_integral(type)) return simple(TypeKind::Bool);
    if (type.kind == TypeKind::Constraint && !type.has_rate) return merge_constraints(type, type, false, false);
    return fail(e, fmt::format("boolean expected, found {}", describe(type)));
  }
  if (is_integral(type)) return simple(TypeKind::Int);
  if (type.kind == TypeKind::Double || is_clock_term(type)) return simple(TypeKind::Double);
  return fail(e, fmt::format("number expected, found {}", describe(type)));
}

const Type* Checker::binary(Expr& e) {
  const Type& a = *expression(e.child(0));
  const Type& b = *expression(e.child(1));
  if (a.kind == TypeKind::Invalid || b.kind == TypeKind::Invalid) return simple(TypeKind::Invalid);
  switch (e.op) {
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::GreaterEqual:
    case Operator::Greater:
    case Operator::Equal:
    case Operator::NotEqual:
      return comparison(e, a, b);
    case Operator::And:
    case Operator::Or:
    case Operator::Xor:
    case Operator::Imply:
      return logical(e, a, b);
    default:
      return arithmetic(e, a, b);
  }
}

// x + 3, 3 + x, x - y, x - y + 3, 3 - (x - y); null when it is none of these: 3 - x only has a value.
const Type* Checker::clock_sum(Operator op, const Type& a, const Type& b) {
  const auto term = [&](bool is_difference) {
    Type* type = arena_.make<Type>();
    type->kind = TypeKind::ClockTerm;
    type->is_difference = is_difference;
    return type;
  };
  if (is_clock_term(a) && is_integral(b)) return term(a.is_difference);
  if (is_integral(a) && is_clock_term(b) && (op == Operator::Add || b.is_difference)) return term(b.is_difference);
  if (op == Operator::Subtract && is_clock_term(a) && is_clock_value(b)) return term(true);
  return nullptr;
}

const Type* Checker::arithmetic(Expr& e, const Type& a, const Type& b) {
  if (is_integral(a) && is_integral(b)) return simple(TypeKind::Int);
  if (e.op == Operator::Add || e.op == Operator::Subtract)
    if (const Type* sum = clock_sum(e.op, a, b)) return sum;
  const auto is_real = [&](const Type& t) { return is_number(t) || is_clock_term(t); };
  const bool is_for_integers = e.op == Operator::BitAnd || e.op == Operator::BitOr || e.op == Operator::BitXor ||
                               e.op == Operator::ShiftLeft || e.op == Operator::ShiftRight || e.op == Operator::Modulo;
  if (is_real(a) && is_real(b) && !is_for_integers) return simple(TypeKind::Double);
  const Type& wrong = is_integral(a) ? b : a;
  const Expr& side = is_integral(a) ? e.child(1) : e.child(0);
  if (wrong.kind == TypeKind::Constraint)
    return fail(side, fmt::format("a clock constraint cannot be an operand of '{}'", spelling(e.op)),
                e.op == Operator::BitAnd ? "'&' is the bitwise and; write '&&'" : "");
  return fail(side, fmt::format("{} expected, found {}", is_for_integers ? "integer" : "number", describe(wrong)));
}

const Type* Checker::comparison(Expr& e, const Type& a, const Type& b) {
  const bool is_equality = e.op == Operator::Equal || e.op == Operator::NotEqual;
  if (is_integral(a) && is_integral(b)) return simple(TypeKind::Bool);
  if (a.kind == TypeKind::Rate || b.kind == TypeKind::Rate) {
    const Type& other = a.kind == TypeKind::Rate ? b : a;
    if (e.op != Operator::Equal || !(is_number(other) || is_clock_term(other)))
      return fail(e, "a rate can only be set with '=='", "write x' == 0 or x' == 1");
    Type* type = arena_.make<Type>();
    type->kind = TypeKind::Constraint;
    type->as_invariant = true;
    type->has_rate = true;
    return type;
  }
  if (is_clock_term(a) || is_clock_term(b)) return clock_comparison(e, a, b);
  if (is_number(a) && is_number(b)) return simple(TypeKind::Bool);
  const bool is_value = a.kind == TypeKind::Scalar || a.kind == TypeKind::Array || a.kind == TypeKind::Struct ||
                        a.kind == TypeKind::String;
  if (is_equality && is_value && equivalent(a, b)) return simple(TypeKind::Bool);
  if (a.kind == TypeKind::Constraint || b.kind == TypeKind::Constraint)
    return fail(e, fmt::format("a clock constraint cannot be compared with '{}'", spelling(e.op)));
  return fail(e, fmt::format("incompatible types: {} and {} cannot be compared with '{}'", describe(a), describe(b),
                             spelling(e.op)));
}

const Type* Checker::clock_comparison(Expr& e, const Type& a, const Type& b) {
  const auto fits = [](const Type& t) { return is_number(t) || is_clock_term(t); };
  if (!fits(a) || !fits(b))
    return fail(e, fmt::format("incompatible types: {} and {} cannot be compared", describe(a), describe(b)));
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Constraint;
  type->as_guard = e.op != Operator::NotEqual;
  // 'x - y <= z' speaks of three clocks.
  const bool is_wide = (a.is_difference && is_clock_term(b)) || (b.is_difference && is_clock_term(a));
  type->as_invariant =
      e.op != Operator::NotEqual && (e.op != Operator::Equal || document_.rules.invariants_allow_equality) && !is_wide;
  const bool clock_left = is_clock_term(a);
  const bool is_single = is_clock(clock_left ? a : b) && is_number(clock_left ? b : a);
  const bool is_upper = (e.op == Operator::Less || e.op == Operator::LessEqual) == clock_left;
  const bool is_strict = e.op == Operator::Less || e.op == Operator::Greater;
  type->is_strict_upper = is_single && is_upper && is_strict;
  type->is_lower = is_single && !is_upper;
  return type;
}

const Type* Checker::logical(Expr& e, const Type& a, const Type& b) {
  for (std::size_t i = 0; i < 2; ++i) {
    const Type& side = i == 0 ? a : b;
    if (!is_condition(side)) return fail(e.child(i), fmt::format("boolean expected, found {}", describe(side)));
  }
  const bool is_clock_a = a.kind == TypeKind::Constraint;
  const bool is_clock_b = b.kind == TypeKind::Constraint;
  if (!is_clock_a && !is_clock_b) return simple(TypeKind::Bool);
  const bool guard_a = !is_clock_a || a.as_guard;
  const bool guard_b = !is_clock_b || b.as_guard;
  const bool invariant_a = !is_clock_a || a.as_invariant;
  const bool invariant_b = !is_clock_b || b.as_invariant;
  bool is_convex = false;
  switch (e.op) {
    case Operator::And:
      is_convex = true;
      break;
    case Operator::Or:
      is_convex = !is_clock_a || !is_clock_b;
      break;
    case Operator::Imply:
      is_convex = !is_clock_a;
      break;
    default:
      break;
  }
  if (e.op != Operator::And && (a.has_rate || b.has_rate))
    return fail(e, "a rate can only be a top-level conjunct of an invariant");
  return merge_constraints(a, b, is_convex && guard_a && guard_b, is_convex && invariant_a && invariant_b);
}

const Type* Checker::conditional(Expr& e) {
  const Type& condition = *expression(e.child(0));
  const Type& yes = *expression(e.child(1));
  const Type& no = *expression(e.child(2));
  if (condition.kind == TypeKind::Invalid || yes.kind == TypeKind::Invalid || no.kind == TypeKind::Invalid)
    return simple(TypeKind::Invalid);
  if (condition.has_deadlock) return fail(e.child(0), "'deadlock' cannot be the condition of '? :'");
  if (!is_integral(condition) && !(condition.kind == TypeKind::Constraint && condition.as_guard))
    return fail(e.child(0), fmt::format("boolean expected, found {}", describe(condition)));
  // In an update or a statistical model a condition may look at clocks; the model layer says what it makes of it.
  if (is_integral(yes) && is_integral(no)) return equivalent(yes, no) ? &yes : simple(TypeKind::Int);
  if (equivalent(yes, no) && yes.kind != TypeKind::Constraint && yes.kind != TypeKind::Void) return &yes;
  const auto is_real = [](const Type& t) { return is_number(t) || is_clock_value(t); };
  if (is_real(yes) && is_real(no)) return simple(TypeKind::Double);
  if (yes.kind == TypeKind::Constraint || no.kind == TypeKind::Constraint)
    return fail(e, "a clock constraint cannot be an arm of '? :'", "write (b && p) || (!b && q) in a query");
  return fail(e, fmt::format("incompatible types: {} and {}", describe(yes), describe(no)));
}

const Type* Checker::quantifier(Expr& e) {
  const ScopeGuard guard(*this, new_scope(scope_));
  bind(*e.binder);
  const Type& body = *expression(e.child(0));
  require_no_effects(e.child(0), "the body of a quantifier");
  if (body.kind == TypeKind::Invalid) return &body;
  if (e.op == Operator::Sum) {
    if (is_integral(body)) return simple(TypeKind::Int);
    if (body.kind == TypeKind::Double || is_clock(body)) return simple(TypeKind::Double);
    return fail(e.child(0), fmt::format("number expected in a sum, found {}", describe(body)));
  }
  if (!is_condition(body)) return fail(e.child(0), fmt::format("boolean expected, found {}", describe(body)));
  if (body.kind != TypeKind::Constraint) return simple(TypeKind::Bool);
  const bool is_forall = e.op == Operator::Forall;
  if (body.has_rate && !is_forall) return fail(e, "a rate can only stand under 'forall'");
  return merge_constraints(body, body, is_forall && body.as_guard, is_forall && body.as_invariant);
}

const Type* Checker::rate(Expr& e) {
  const Type& type = *expression(e.child(0));
  if (type.kind == TypeKind::Invalid) return &type;
  if (!is_clock(type)) return fail(e, fmt::format("only clocks have a rate, not {}", describe(type)));
  return simple(TypeKind::Rate);
}

}  // namespace zonda::lang
