// Expressions.
#include "lang/print.hpp"

#include "lang/printer.hpp"

namespace zonda::lang {

namespace {

// Level of the operator table: an operand may stand without parentheses where its level is at most the one that
// its place allows. A quantifier is not in this order: it may stand as any last operand and swallows what follows.
namespace level {
enum : int {
  Primary = 1,
  PrefixStep,
  Unary,
  Power,
  Multiply,
  Add,
  Shift,
  MinMax,
  Relation,
  Equality,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Conditional,
  Assign,
};
}  // namespace level

int binary_level(Operator op) {
  switch (op) {
    case Operator::Power:
      return level::Power;
    case Operator::Multiply:
    case Operator::Divide:
    case Operator::Modulo:
      return level::Multiply;
    case Operator::Add:
    case Operator::Subtract:
      return level::Add;
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      return level::Shift;
    case Operator::Minimum:
    case Operator::Maximum:
      return level::MinMax;
    case Operator::Less:
    case Operator::LessEqual:
    case Operator::GreaterEqual:
    case Operator::Greater:
      return level::Relation;
    case Operator::Equal:
    case Operator::NotEqual:
      return level::Equality;
    case Operator::BitAnd:
      return level::BitAnd;
    case Operator::BitXor:
      return level::BitXor;
    case Operator::BitOr:
      return level::BitOr;
    case Operator::And:
      return level::And;
    default:
      return level::Or;
  }
}

int level_of(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Integer:
      return expr.value < 0 ? level::Unary : level::Primary;
    case ExprKind::Unary:
      return level::Unary;
    case ExprKind::Spawn:
    case ExprKind::Step:
      return level::PrefixStep;
    case ExprKind::Binary:
      return binary_level(expr.op);
    case ExprKind::Conditional:
      return level::Conditional;
    case ExprKind::Assign:
      return level::Assign;
    default:
      return level::Primary;
  }
}

bool is_binary(const Expr& expr, Operator op) { return expr.kind == ExprKind::Binary && expr.op == op; }

// '||', 'xor' and 'imply' share a level, but releases before 4.1.20 read the words as weaker than every symbol.
// Parentheses make the text mean the same everywhere (and spare the reader the table).
bool is_ambiguous_word(const Expr& parent, const Expr& operand) {
  const bool is_word = is_binary(operand, Operator::Xor) || is_binary(operand, Operator::Imply);
  if (parent.kind == ExprKind::Binary)
    return level_of(parent) == level::Or && level_of(operand) == level::Or && operand.kind == ExprKind::Binary &&
           parent.op != operand.op;
  return is_word && (parent.kind == ExprKind::Conditional || parent.kind == ExprKind::Assign);
}

}  // namespace

void Printer::put_name(std::string_view name) {
  if (renaming_ != nullptr)
    out_ += (*renaming_)(name);
  else
    out_ += name;
}

// `is_followed`: text that a quantifier would take for its own comes directly after this expression.
void Printer::write_expr(const Expr& expr, int max_level, bool is_followed) {
  const int level = level_of(expr);
  if (level > max_level || (expr.kind == ExprKind::Quantifier && is_followed)) {
    put("(");
    write_bare(expr, level, false);
    put(")");
  } else {
    write_bare(expr, level, is_followed);
  }
}

void Printer::write_operand(const Expr& parent, const Expr& operand, int max_level, bool is_followed) {
  write_expr(operand, is_ambiguous_word(parent, operand) ? level::Primary : max_level, is_followed);
}

void Printer::write_bare(const Expr& expr, int level, bool is_followed) {
  switch (expr.kind) {
    case ExprKind::Integer:
      put(std::to_string(expr.value));
      break;
    case ExprKind::Boolean:
      put(expr.value != 0 ? "true" : "false");
      break;
    case ExprKind::Real:
      put(expr.text);
      break;
    case ExprKind::String:
      out_.append("\"").append(expr.text).append("\"");
      break;
    case ExprKind::Name:
      put_name(expr.text);
      break;
    case ExprKind::Member:
      write_expr(expr.child(0), level::Primary, true);
      put(".");
      put_name(expr.text);
      break;
    case ExprKind::Index:
      write_expr(expr.child(0), level::Primary, true);
      put("[");
      write_expr(expr.child(1));
      put("]");
      break;
    case ExprKind::Call:
      write_call(expr, "");
      break;
    case ExprKind::Spawn:
      write_call(expr.child(0), "spawn ");
      break;
    case ExprKind::Unary:
      write_unary(expr, is_followed);
      break;
    case ExprKind::Binary:
      write_binary(expr, level, is_followed);
      break;
    case ExprKind::Assign:
      write_operand(expr, expr.child(0), level::Or, true);
      out_.append(" ").append(spelling(expr.op)).append("= ");
      write_operand(expr, expr.child(1), level::Assign, is_followed);
      break;
    case ExprKind::Step:
      write_step(expr);
      break;
    case ExprKind::Conditional:
      write_operand(expr, expr.child(0), level::Or, true);
      put(" ? ");
      write_operand(expr, expr.child(1), level::Conditional, false);
      put(" : ");
      write_operand(expr, expr.child(2), level::Conditional, is_followed);
      break;
    case ExprKind::Quantifier:
      out_.append(spelling(expr.op)).append(" (");
      write_binders({expr.binder, 1});
      put(") ");
      write_expr(expr.child(0));
      break;
    case ExprKind::Rate:
      write_expr(expr.child(0), level::Primary, true);
      put("'");
      break;
    case ExprKind::Deadlock:
      put("deadlock");
      break;
    case ExprKind::Type:
      write_type(*expr.type_syntax);
      break;
    case ExprKind::Invalid:
      put(expr.text.empty() ? "/* not readable */" : expr.text);
      break;
  }
}

void Printer::write_unary(const Expr& expr, bool is_followed) {
  const std::string_view sign = spelling(expr.op);
  put(sign);
  const std::size_t at = out_.size();
  write_expr(expr.child(0), level::Unary, is_followed);
  // '- -x' and '+ ++x': the signs must not join to another operator.
  if (at < out_.size() && out_[at] == sign[0] && expr.op != Operator::Not) out_.insert(at, " ");
}

void Printer::write_binary(const Expr& expr, int level, bool is_followed) {
  // && and || are associative, and the parser builds long chains as balanced trees: no parentheses inside.
  const bool is_associative = expr.op == Operator::And || expr.op == Operator::Or;
  const Expr& right = expr.child(1);
  write_operand(expr, expr.child(0), level, true);
  out_.append(" ").append(spelling(expr.op)).append(" ");
  write_operand(expr, right, is_associative && is_binary(right, expr.op) ? level : level - 1, is_followed);
}

void Printer::write_step(const Expr& expr) {
  // Two steps on one operand are kept apart by parentheses: 'i++++' is not in the grammar, '++i++' is unclear.
  const bool is_prefix = expr.op == Operator::PreIncrement || expr.op == Operator::PreDecrement;
  if (is_prefix) put(spelling(expr.op));
  write_expr(expr.child(0), level::Primary, true);
  if (!is_prefix) put(spelling(expr.op));
}

void Printer::write_call(const Expr& expr, std::string_view prefix) {
  put(prefix);
  if (expr.kind != ExprKind::Call) return write_expr(expr, level::Primary, true);
  write_expr(expr.child(0), level::Primary, true);
  put("(");
  write_list(expr.children.subspan(1));
  put(")");
}

void Printer::write_list(std::span<Expr* const> exprs) {
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    if (i > 0) put(", ");
    write_expr(*exprs[i]);
  }
}

// ---------------------------------------------------------------------------------------------------------

std::string print(const Expr& expr, const PrintOptions& options) {
  Printer printer(options);
  printer.write_expr(expr);
  return printer.take();
}

std::string print_list(std::span<Expr* const> exprs, const PrintOptions& options) {
  Printer printer(options);
  printer.write_list(exprs);
  return printer.take();
}

}  // namespace zonda::lang
