// Conditions on clocks, on a region or with nothing known about the clocks.
#include "oracle/fault.hpp"
#include "oracle/interpreter.hpp"
#include "oracle/operators.hpp"

namespace zonda::truth {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

namespace {

// Whether it is of the form x' == 0, which says how the clock runs and is true.
bool is_rate(const Expr& e) {
  return e.kind == ExprKind::Binary && e.op == Operator::Equal &&
         (e.child(0).kind == ExprKind::Rate || e.child(1).kind == ExprKind::Rate);
}

}  // namespace

std::map<std::size_t, std::int64_t> Interpreter::rates(const Expr& invariant, const Scope& scope) {
  begin();
  std::map<std::size_t, std::int64_t> result;
  add_rates(invariant, scope, result);
  return result;
}

// Rates are conjuncts, alone or under 'forall'.
void Interpreter::add_rates(const Expr& e, const Scope& scope, std::map<std::size_t, std::int64_t>& out) {
  if (e.type == nullptr || !e.type->has_rate) return;
  if (e.kind == ExprKind::Quantifier) {
    const Shape* range = shape(*e.binder->symbol->type, scope);
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      Scope inner(&scope);
      const Place bound = allocate(range);
      cells_[bound.address] = i;
      inner.add(e.binder->symbol, bound);
      add_rates(e.child(0), inner, out);
    }
    return;
  }
  if (!is_rate(e)) {
    add_rates(e.child(0), scope, out);
    add_rates(e.child(1), scope, out);
    return;
  }
  const bool is_left = e.child(0).kind == ExprKind::Rate;
  const Place clock = place(e.child(is_left ? 0 : 1).child(0), scope);
  if (clock.shape->kind != TypeKind::Clock) throw Refused("rates of clocks of another kind");
  const std::int64_t rate = number(e.child(is_left ? 1 : 0), scope);
  if (rate != 0 && rate != 1) throw Refused("rates other than 0 and 1");
  const auto [known, is_new] = out.emplace(static_cast<std::size_t>(cells_[clock.address]), rate);
  if (!is_new && known->second != rate) throw Refused("a clock with two rates");
}

// Evaluates a side of a comparison, or what a clock is set to: numbers and clocks, added and subtracted.
Interpreter::ClockTerm Interpreter::term(const Expr& e, const Scope& scope) {
  if (lang::is_integral(*e.type)) return {0, 0, number(e, scope)};
  if (e.type->kind == TypeKind::Clock) return {static_cast<std::size_t>(cells_[place(e, scope).address]), 0, 0};
  if (e.type->kind != TypeKind::ClockTerm || e.kind != ExprKind::Binary)
    throw Refused("a clock value of type " + lang::describe(*e.type));
  const ClockTerm left = term(e.child(0), scope);
  ClockTerm right = term(e.child(1), scope);
  if (e.op == Operator::Subtract) right = {right.minus, right.plus, -right.offset};
  if ((left.plus != 0 && right.plus != 0) || (left.minus != 0 && right.minus != 0)) throw Refused("a sum of clocks");
  return {left.plus + right.plus, left.minus + right.minus, left.offset + right.offset};
}

Interpreter::ClockAndNumber Interpreter::clock_value(const Expr& e, const Scope& scope) {
  begin();
  const ClockTerm all = term(e, scope);
  if (all.minus != 0) throw Refused("a difference of clocks as a value");
  return {all.plus, all.offset};
}

bool Interpreter::compare_clocks(const Expr& e, const Scope& scope) {
  if (is_rate(e)) return true;
  const ClockTerm left = term(e.child(0), scope);
  const ClockTerm right = term(e.child(1), scope);
  if (region == nullptr || depth_ > 0) throw Refused("a comparison of clocks in a function");
  // Both sides together have the form 'plus - minus ~ value'.
  std::size_t plus = left.plus;
  std::size_t minus = left.minus;
  for (const std::size_t clock : {right.minus, right.plus}) {
    if (clock == 0) continue;
    std::size_t& side = clock == right.plus ? minus : plus;
    if (side != 0) throw Refused("a sum of clocks");
    side = clock;
  }
  const std::int64_t value = right.offset - left.offset;
  if (plus == minus) return compute(e.op, 0, value) != 0;
  const auto test = [&](bool is_upper, bool is_strict) {
    const Atom atom = is_upper ? Atom{plus, minus, value, is_strict} : Atom{minus, plus, -value, is_strict};
    caps->note(atom);
    return region->holds(atom);
  };
  switch (e.op) {
    case Operator::Less:
      return test(true, true);
    case Operator::LessEqual:
      return test(true, false);
    case Operator::Greater:
      return test(false, true);
    case Operator::GreaterEqual:
      return test(false, false);
    case Operator::Equal:
      return test(true, false) && test(false, false);
    case Operator::NotEqual:
      return test(true, true) || test(false, true);
    default:
      throw Refused("this comparison of clocks");
  }
}

Doubt Interpreter::holds_for_some_clocks(const Expr& e, const Scope& scope) {
  begin();
  return doubt(e, scope);
}

Doubt Interpreter::doubt(const Expr& e, const Scope& scope) {
  const auto known = [](bool value) { return value ? Doubt::Yes : Doubt::No; };
  if (e.type == nullptr || e.type->kind != TypeKind::Constraint) return known(number(e, scope) != 0);
  if (e.kind == ExprKind::Deadlock) return Doubt::Unknown;
  const auto invert = [](Doubt d) { return d == Doubt::Unknown ? d : d == Doubt::Yes ? Doubt::No : Doubt::Yes; };
  if (e.kind == ExprKind::Unary) return invert(doubt(e.child(0), scope));
  if (e.kind == ExprKind::Quantifier) {
    const Shape* range = shape(*e.binder->symbol->type, scope);
    const Doubt decides = known(e.op == Operator::Exists);
    bool is_unknown = false;
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      Scope inner(&scope);
      const Place bound = allocate(range);
      cells_[bound.address] = i;
      inner.add(e.binder->symbol, bound);
      const Doubt one = doubt(e.child(0), inner);
      if (one == decides) return decides;
      is_unknown = is_unknown || one == Doubt::Unknown;
    }
    return is_unknown ? Doubt::Unknown : invert(decides);
  }
  if (e.kind != ExprKind::Binary) return Doubt::Unknown;
  if (is_rate(e)) return Doubt::Yes;
  if (e.op != Operator::And && e.op != Operator::Or && e.op != Operator::Imply && e.op != Operator::Xor) {
    (void)term(e.child(0), scope);
    (void)term(e.child(1), scope);
    return Doubt::Unknown;
  }
  Doubt left = doubt(e.child(0), scope);
  if (e.op == Operator::Xor) {
    const Doubt right = doubt(e.child(1), scope);
    return left == Doubt::Unknown || right == Doubt::Unknown ? Doubt::Unknown : known(left != right);
  }
  if (e.op == Operator::Imply) left = invert(left);
  const Doubt decides = known(e.op != Operator::And);
  if (left == decides) return decides;
  const Doubt right = doubt(e.child(1), scope);
  if (right == decides) return decides;
  return left == Doubt::Unknown || right == Doubt::Unknown ? Doubt::Unknown : invert(decides);
}

}  // namespace zonda::truth
