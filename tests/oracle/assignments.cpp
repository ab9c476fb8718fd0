// Updates: assignments to variables and clocks.
#include "oracle/fault.hpp"
#include "oracle/interpreter.hpp"
#include "oracle/operators.hpp"

namespace zonda::truth {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

void Interpreter::begin_move() {
  settings_.clear();
  for (std::size_t i = 0; i <= caps->clocks(); ++i) settings_.push_back({i, 0});
}

void Interpreter::execute(const Expr& update, const Scope& scope) {
  begin();
  effect(update, scope);
}

void Interpreter::effect(const Expr& e, const Scope& scope) {
  switch (e.kind) {
    case ExprKind::Assign:
      (void)assign(e, scope);
      return;
    case ExprKind::Call:
      (void)call(e, scope);
      return;
    case ExprKind::Conditional:
      return effect(e.child(number(e.child(0), scope) != 0 ? 1 : 2), scope);
    default:
      (void)number(e, scope);
  }
}

Place Interpreter::assign(const Expr& e, const Scope& scope) {
  const Place to = place(e.child(0), scope);
  if (to.shape->kind == TypeKind::Clock) {
    assign_clock(to, e.child(1), scope);
  } else if (!to.shape->is_leaf()) {
    copy(to, place(e.child(1), scope));
  } else if (e.op == Operator::None) {
    store(to, number(e.child(1), scope));
  } else {
    const std::int64_t old = read(to);
    store(to, compute(e.op, old, number(e.child(1), scope)));
  }
  return to;
}

// Sets a clock, in terms of the values of clocks before the move. The new value must not be negative.
void Interpreter::assign_clock(Place to, const Expr& right, const Scope& scope) {
  const ClockTerm value = term(right, scope);
  if (value.minus != 0) throw Refused("a clock set to a difference of clocks");
  ClockValue result{0, value.offset};
  if (value.plus != 0) {
    result = settings_[value.plus];
    result.offset += value.offset;
  }
  if (result.source == 0) {
    if (result.offset < 0) throw Fault("a clock is set to a negative value");
  } else if (result.offset < 0) {
    caps->note_value(result.source, -result.offset);
    if (region->compared(result.source, -result.offset) < 0) throw Fault("a clock is set to a negative value");
  }
  settings_[static_cast<std::size_t>(cells_[to.address])] = result;
}

Place Interpreter::step(const Expr& e, const Scope& scope, std::int64_t& before) {
  const Place to = place(e.child(0), scope);
  before = read(to);
  const bool is_up = e.op == Operator::PreIncrement || e.op == Operator::PostIncrement;
  store(to, compute(is_up ? Operator::Add : Operator::Subtract, before, 1));
  return to;
}

}  // namespace zonda::truth
