// Constant folding for messages and type equality. The model layer has the full evaluator (calls, arrays, ranges);
// this one only answers where the answer is certain and easy.
#include "lang/symbol.hpp"

#include <limits>

namespace zonda::lang {

namespace {

bool fits(std::int64_t v) {
  return v >= std::numeric_limits<std::int32_t>::min() && v <= std::numeric_limits<std::int32_t>::max();
}

bool fold_binary(Operator op, std::int64_t a, std::int64_t b, std::int64_t& value) {
  switch (op) {
    case Operator::Add:
      value = a + b;
      break;
    case Operator::Subtract:
      value = a - b;
      break;
    case Operator::Multiply:
      value = a * b;
      break;
    case Operator::Divide:
      if (b == 0) return false;
      value = a / b;
      break;
    case Operator::Modulo:
      if (b == 0) return false;
      value = a % b;
      break;
    case Operator::ShiftLeft:
      if (b < 0 || b > 31) return false;
      value = a << b;
      break;
    case Operator::ShiftRight:
      if (b < 0 || b > 31) return false;
      value = a >> b;
      break;
    case Operator::Minimum:
      value = a < b ? a : b;
      break;
    case Operator::Maximum:
      value = a > b ? a : b;
      break;
    case Operator::Less:
      value = a < b ? 1 : 0;
      break;
    case Operator::LessEqual:
      value = a <= b ? 1 : 0;
      break;
    case Operator::GreaterEqual:
      value = a >= b ? 1 : 0;
      break;
    case Operator::Greater:
      value = a > b ? 1 : 0;
      break;
    case Operator::Equal:
      value = a == b ? 1 : 0;
      break;
    case Operator::NotEqual:
      value = a != b ? 1 : 0;
      break;
    case Operator::BitAnd:
      value = a & b;
      break;
    case Operator::BitOr:
      value = a | b;
      break;
    case Operator::BitXor:
      value = a ^ b;
      break;
    case Operator::And:
      value = a != 0 && b != 0 ? 1 : 0;
      break;
    case Operator::Or:
      value = a != 0 || b != 0 ? 1 : 0;
      break;
    case Operator::Xor:
      value = (a != 0) != (b != 0) ? 1 : 0;
      break;
    case Operator::Imply:
      value = a == 0 || b != 0 ? 1 : 0;
      break;
    default:
      return false;
  }
  return fits(value);
}

}  // namespace

bool fold(Symbol& s) {
  if (s.folded == Symbol::Folded::NotYet) {
    s.folded = Symbol::Folded::No;
    std::int64_t value = s.builtin_value;
    const bool is_constant = s.kind == SymbolKind::Variable && s.is_const && s.type != nullptr && is_integral(*s.type);
    const Expr* init = s.init == nullptr ? nullptr : s.init->expr;
    if (is_constant && (s.is_predefined || (init != nullptr && fold(*init, value)))) {
      s.folded = Symbol::Folded::Yes;
      s.folded_value = static_cast<std::int32_t>(s.type->kind == TypeKind::Bool && value != 0 ? 1 : value);
    }
  }
  return s.folded == Symbol::Folded::Yes;
}

bool fold(const Expr& e, std::int64_t& value) {
  switch (e.kind) {
    case ExprKind::Integer:
    case ExprKind::Boolean:
      value = e.value;
      return true;
    case ExprKind::Name:
      if (e.symbol == nullptr || !fold(*e.symbol)) return false;
      value = e.symbol->folded_value;
      return true;
    case ExprKind::Unary: {
      std::int64_t operand = 0;
      if (!fold(e.child(0), operand)) return false;
      value = e.op == Operator::Negate ? -operand : e.op == Operator::Not ? (operand == 0 ? 1 : 0) : operand;
      return fits(value);
    }
    case ExprKind::Binary: {
      std::int64_t a = 0;
      std::int64_t b = 0;
      return fold(e.child(0), a) && fold(e.child(1), b) && fold_binary(e.op, a, b, value);
    }
    case ExprKind::Conditional: {
      std::int64_t condition = 0;
      return fold(e.child(0), condition) && fold(e.child(condition != 0 ? 1 : 2), value);
    }
    default:
      return false;
  }
}

bool same_expression(const Expr& a, const Expr& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.op != b.op || a.value != b.value || a.symbol != b.symbol ||
      a.children.size() != b.children.size() || a.text != b.text || a.binder != b.binder)
    return false;
  for (std::size_t i = 0; i < a.children.size(); ++i)
    if (!same_expression(a.child(i), b.child(i))) return false;
  return true;
}

}  // namespace zonda::lang
