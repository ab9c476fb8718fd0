// Evaluates expressions that are numbers or truth values.
#include "oracle/fault.hpp"
#include "oracle/interpreter.hpp"
#include "oracle/operators.hpp"

namespace zonda::truth {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

void Interpreter::begin() {
  if (cells_.size() > permanent_) cells_.resize(permanent_);
  steps_ = 0;
  depth_ = 0;
}

void Interpreter::count_step() {
  constexpr std::uint64_t kMost = 100'000;
  if (++steps_ > kMost) throw Refused("code that runs for long");
}

std::int64_t Interpreter::evaluate(const Expr& e, const Scope& scope) {
  begin();
  return number(e, scope);
}

std::int64_t Interpreter::number(const Expr& e, const Scope& scope) {
  switch (e.kind) {
    case ExprKind::Integer:
    case ExprKind::Boolean:
      return e.value;
    case ExprKind::Name:
      if (e.symbol->is_predefined && e.symbol->kind == lang::SymbolKind::Variable) return e.symbol->builtin_value;
      return read(place(e, scope));
    case ExprKind::Member:
      if (e.child(0).type->kind == TypeKind::Process) {
        const bool is_location = e.symbol != nullptr && e.symbol->kind == lang::SymbolKind::Location;
        if (e.symbol == nullptr) return process_location(process_of(e.child(0), scope));
        if (is_location)
          return process_location(process_of(e.child(0), scope)) == static_cast<std::int64_t>(e.symbol->location);
      }
      return read(place(e, scope));
    case ExprKind::Index:
    case ExprKind::Call:
    case ExprKind::Assign:
      return read(place(e, scope));
    case ExprKind::Step: {
      std::int64_t before = 0;
      const Place after = step(e, scope, before);
      const bool is_post = e.op == Operator::PostIncrement || e.op == Operator::PostDecrement;
      return is_post ? before : read(after);
    }
    case ExprKind::Unary:
      return unary(e, scope);
    case ExprKind::Binary:
      return binary(e, scope);
    case ExprKind::Conditional:
      return number(e.child(number(e.child(0), scope) != 0 ? 1 : 2), scope);
    case ExprKind::Quantifier:
      return quantifier(e, scope);
    case ExprKind::Deadlock:
      if (!deadlock) throw Refused("'deadlock' in this place");
      return deadlock() ? 1 : 0;
    default:
      throw Refused("an expression of this kind");
  }
}

std::int64_t Interpreter::unary(const Expr& e, const Scope& scope) {
  const std::int64_t operand = number(e.child(0), scope);
  switch (e.op) {
    case Operator::Not:
      return operand == 0 ? 1 : 0;
    case Operator::Negate:
      return in_32_bits(-operand);
    case Operator::Plus:
      return operand;
    default:
      throw Refused("the operator " + std::string(lang::spelling(e.op)));
  }
}

std::int64_t Interpreter::binary(const Expr& e, const Scope& scope) {
  const auto is_true = [&](std::size_t i) { return number(e.child(i), scope) != 0; };
  switch (e.op) {
    case Operator::And:
      return is_true(0) && is_true(1) ? 1 : 0;
    case Operator::Or:
      return is_true(0) || is_true(1) ? 1 : 0;
    case Operator::Imply:
      return !is_true(0) || is_true(1) ? 1 : 0;
    case Operator::Xor: {
      const bool left = is_true(0);
      return left != is_true(1) ? 1 : 0;
    }
    default:
      break;
  }
  if (e.type->kind == TypeKind::Constraint) return compare_clocks(e, scope) ? 1 : 0;
  const TypeKind kind = e.child(0).type->kind;
  if (kind == TypeKind::Array || kind == TypeKind::Struct) {
    const Place left = place(e.child(0), scope);
    const Place right = place(e.child(1), scope);
    bool is_same = left.shape->cells == right.shape->cells;
    for (std::size_t i = 0; is_same && i < left.shape->cells; ++i)
      is_same = cells_[left.address + i] == cells_[right.address + i];
    return is_same == (e.op == Operator::Equal) ? 1 : 0;
  }
  const std::int64_t left = number(e.child(0), scope);
  return compute(e.op, left, number(e.child(1), scope));
}

std::int64_t Interpreter::quantifier(const Expr& e, const Scope& scope) {
  const Shape* range = shape(*e.binder->symbol->type, scope);
  std::int64_t sum = 0;
  for (std::int64_t i = range->lower; i <= range->upper; ++i) {
    count_step();
    Scope inner(&scope);
    const Place bound = allocate(range);
    cells_[bound.address] = i;
    inner.add(e.binder->symbol, bound);
    const std::int64_t one = number(e.child(0), inner);
    if (e.op == Operator::Sum)
      sum = in_32_bits(sum + one);
    else if ((one != 0) == (e.op == Operator::Exists))
      return e.op == Operator::Exists ? 1 : 0;
  }
  if (e.op == Operator::Sum) return sum;
  return e.op == Operator::Forall ? 1 : 0;
}

}  // namespace zonda::truth
