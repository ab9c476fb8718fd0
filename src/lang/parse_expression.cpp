// Expressions: precedence climbing over the operator table of UPPAAL 4.1 and later (the word operators bind like
// their symbols there; earlier releases read them far weaker, and text that differs is warned about).
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

namespace zonda::lang {

namespace {

struct BinaryOperator {
  Operator op;
  int level;  // higher binds tighter
  bool is_word;
};

std::optional<BinaryOperator> binary_operator(const Token& token) {
  // Old models may have a variable of that name, so the word is no keyword in queries; behind an operand it is clear.
  if (token.kind == Tok::Identifier && token.text == "xor") return BinaryOperator{Operator::Xor, 1, true};
  switch (token.kind) {
    case Tok::Power:
      return BinaryOperator{Operator::Power, 12, false};
    case Tok::Multiply:
      return BinaryOperator{Operator::Multiply, 11, false};
    case Tok::Divide:
      return BinaryOperator{Operator::Divide, 11, false};
    case Tok::Modulo:
      return BinaryOperator{Operator::Modulo, 11, false};
    case Tok::Plus:
      return BinaryOperator{Operator::Add, 10, false};
    case Tok::Minus:
      return BinaryOperator{Operator::Subtract, 10, false};
    case Tok::ShiftLeft:
      return BinaryOperator{Operator::ShiftLeft, 9, false};
    case Tok::ShiftRight:
      return BinaryOperator{Operator::ShiftRight, 9, false};
    case Tok::Minimum:
      return BinaryOperator{Operator::Minimum, 8, false};
    case Tok::Maximum:
      return BinaryOperator{Operator::Maximum, 8, false};
    case Tok::Less:
      return BinaryOperator{Operator::Less, 7, false};
    case Tok::LessEqual:
      return BinaryOperator{Operator::LessEqual, 7, false};
    case Tok::GreaterEqual:
      return BinaryOperator{Operator::GreaterEqual, 7, false};
    case Tok::Greater:
      return BinaryOperator{Operator::Greater, 7, false};
    case Tok::Equal:
      return BinaryOperator{Operator::Equal, 6, false};
    case Tok::NotEqual:
      return BinaryOperator{Operator::NotEqual, 6, false};
    case Tok::Ampersand:
      return BinaryOperator{Operator::BitAnd, 5, false};
    case Tok::BitXor:
      return BinaryOperator{Operator::BitXor, 4, false};
    case Tok::BitOr:
      return BinaryOperator{Operator::BitOr, 3, false};
    case Tok::AndAnd:
      return BinaryOperator{Operator::And, 2, false};
    case Tok::KwAnd:
      return BinaryOperator{Operator::And, 2, true};
    case Tok::OrOr:
      return BinaryOperator{Operator::Or, 1, false};
    case Tok::KwOr:
      return BinaryOperator{Operator::Or, 1, true};
    case Tok::KwXor:
      return BinaryOperator{Operator::Xor, 1, true};
    case Tok::KwImply:
      return BinaryOperator{Operator::Imply, 1, true};
    default:
      return std::nullopt;
  }
}

std::optional<Operator> assignment_operator(Tok kind) {
  switch (kind) {
    case Tok::Assign:
      return Operator::None;
    case Tok::AssignPlus:
      return Operator::Add;
    case Tok::AssignMinus:
      return Operator::Subtract;
    case Tok::AssignMultiply:
      return Operator::Multiply;
    case Tok::AssignDivide:
      return Operator::Divide;
    case Tok::AssignModulo:
      return Operator::Modulo;
    case Tok::AssignAnd:
      return Operator::BitAnd;
    case Tok::AssignOr:
      return Operator::BitOr;
    case Tok::AssignXor:
      return Operator::BitXor;
    case Tok::AssignShiftLeft:
      return Operator::ShiftLeft;
    case Tok::AssignShiftRight:
      return Operator::ShiftRight;
    default:
      return std::nullopt;
  }
}

bool is_word(const Token& token) {
  return !token.text.empty() && std::isalpha(static_cast<unsigned char>(token.text[0])) != 0;
}

// Chains of at least this many operands become balanced trees.
constexpr std::size_t kBalanceFrom = 16;

bool is_open(const Expr& e, ExprKind kind, Operator op) {
  return e.kind == kind && e.op == op && e.is_word && !e.is_parenthesised;
}

}  // namespace

Expr* Parser::make(ExprKind kind, Operator op, SourceRange range, const std::vector<Expr*>& children) {
  std::uint16_t height = 0;
  for (const Expr* child : children) height = std::max(height, child->height);
  if (height >= kMaxHeight) fail("expression nests too deeply", "split it with functions or variables");
  Expr* result = arena_.make<Expr>();
  result->kind = kind;
  result->op = op;
  result->range = range;
  result->children = arena_.copy(children);
  result->height = static_cast<std::uint16_t>(height + 1);
  return result;
}

Expr* Parser::make_chain(Operator op, std::span<Expr*> operands) {
  if (operands.size() == 1) return operands[0];
  const std::size_t half = operands.size() / 2;
  Expr* left = make_chain(op, operands.first(half));
  Expr* right = make_chain(op, operands.subspan(half));
  return make(ExprKind::Binary, op, join(left->range, right->range), {left, right});
}

Expr* Parser::expression() {
  const Nesting nesting(*this);
  return assignment();
}

std::vector<Expr*> Parser::expression_list() {
  std::vector<Expr*> result{expression()};
  while (accept(Tok::Comma)) result.push_back(expression());
  return result;
}

Expr* Parser::conjunction_list() {
  std::vector<Expr*> parts = expression_list();
  return make_chain(Operator::And, parts);
}

Expr* Parser::condition() {
  if (is_old()) return conjunction_list();
  Expr* result = expression();
  if (at(Tok::Comma)) fail("unexpected ',' in a condition", "join conditions with '&&'");
  return result;
}

std::vector<Expr*> Parser::updates() {
  std::vector<Expr*> result = expression_list();
  if (at(Tok::Exclamation) || at(Tok::Question))
    fail(fmt::format("unexpected {} in an update", describe(peek())), "a synchronisation has its own label");
  while (at(Tok::Semicolon) &&
         (peek(1).kind == Tok::Identifier || peek(1).kind == Tok::Increment || peek(1).kind == Tok::Decrement)) {
    recover([&] { fail("unexpected ';' between updates", "separate updates with ','"); });
    take();
    for (Expr* e : expression_list()) result.push_back(e);
  }
  return result;
}

Expr* Parser::assignment() {
  Expr* left = conditional();
  const auto op = assignment_operator(peek().kind);
  if (!op) return left;
  // '=<' and '=>' are comparisons of UPPAAL 3.4; '=>' is also what others write for 'imply'.
  const bool is_joined = peek().text == "=" && peek(1).begin == peek().begin + 1;
  if (is_joined && peek(1).kind == Tok::Less) fail("'=<' is not an operator", "write '<='");
  if (is_joined && peek(1).kind == Tok::Greater)
    fail("'=>' is not an operator", "write '>=' for a comparison, 'imply' for an implication");
  take();
  Expr* right = expression();
  return make(ExprKind::Assign, *op, join(left->range, right->range), {left, right});
}

Expr* Parser::conditional() {
  Expr* condition = binary(1);
  if (!at(Tok::Question)) return condition;
  // 'c?' at the end of a synchronisation is a receive, not a conditional.
  const Tok after = peek(1).kind;
  if (after == Tok::End || after == Tok::Semicolon || after == Tok::RightBrace) return condition;
  take();
  Expr* yes = expression();
  expect(Tok::Colon, "of the conditional '? :'");
  const Nesting nesting(*this);
  Expr* no = assignment();
  if (condition->is_word && !condition->is_parenthesised && condition->kind == ExprKind::Binary)
    diagnostics_.warning("precedence", condition->range, "older releases read this condition differently",
                         "add parentheses");
  return make(ExprKind::Conditional, Operator::None, join(condition->range, no->range), {condition, yes, no});
}

Expr* Parser::binary(int min_level) {
  Expr* left = unary();
  while (const auto op = binary_operator(peek())) {
    if (op->level < min_level) break;
    take();
    std::vector<Expr*> operands{left, binary(op->level + 1)};
    bool is_word = op->is_word;
    if (op->op == Operator::And || op->op == Operator::Or) {
      for (auto next = binary_operator(peek()); next && next->op == op->op && next->is_word == is_word;
           next = binary_operator(peek())) {
        take();
        operands.push_back(binary(op->level + 1));
      }
    }
    if (operands.size() >= kBalanceFrom) {
      left = make_chain(op->op, operands);
      left->is_word = is_word;
      continue;
    }
    for (std::size_t i = 1; i < operands.size(); ++i) {
      left = make(ExprKind::Binary, op->op, join(left->range, operands[i]->range), {left, operands[i]});
      left->is_word = is_word;
      warn_precedence(*left);
    }
  }
  return left;
}

// Before 4.1.20 (libutap 0.92) 'not', 'and', 'or' and 'imply' were weaker than everything else.
void Parser::warn_precedence(const Expr& node) {
  const Expr& left = node.child(0);
  const Expr& right = node.child(1);
  const bool differs_not = !node.is_word && is_open(left, ExprKind::Unary, Operator::Not);
  const bool is_symbol_or = node.op == Operator::Or && !node.is_word;
  const bool differs_and = is_symbol_or && (is_open(left, ExprKind::Binary, Operator::And) ||
                                            is_open(right, ExprKind::Binary, Operator::And));
  const bool differs_imply = is_symbol_or && is_open(left, ExprKind::Binary, Operator::Imply);
  if (!differs_not && !differs_and && !differs_imply) return;
  const std::string_view word = differs_not ? "not" : differs_and ? "and" : "imply";
  diagnostics_.warning("precedence", node.range,
                       fmt::format("older releases read '{}' as weaker than '{}' here", word, spelling(node.op)),
                       "add parentheses to say what is meant");
}

Expr* Parser::unary() {
  const Token& first = peek();
  const auto prefix = [&](ExprKind kind, Operator op) {
    const Nesting nesting(*this);
    take();
    Expr* operand = unary();
    Expr* result = make(kind, op, {first.range.begin, operand->range.end}, {operand});
    result->is_word = first.kind == Tok::KwNot;
    return result;
  };
  switch (first.kind) {
    case Tok::Minus:
      if (peek(1).kind == Tok::Integer && peek(1).text.size() >= 10 &&
          peek(1).value == std::numeric_limits<std::int32_t>::min()) {
        take();
        Expr* literal = make(ExprKind::Integer, Operator::None, {first.range.begin, peek().range.end}, {});
        literal->value = take().value;
        return literal;
      }
      return prefix(ExprKind::Unary, Operator::Negate);
    case Tok::Plus:
      return prefix(ExprKind::Unary, Operator::Plus);
    case Tok::Exclamation:
    case Tok::KwNot:
      return prefix(ExprKind::Unary, Operator::Not);
    case Tok::Increment:
      return prefix(ExprKind::Step, Operator::PreIncrement);
    case Tok::Decrement:
      return prefix(ExprKind::Step, Operator::PreDecrement);
    default:
      return postfix(primary());
  }
}

Expr* Parser::postfix(Expr* base) {
  for (;;) {
    const Token& token = peek();
    switch (token.kind) {
      case Tok::LeftBracket: {
        take();
        Expr* index = expression();
        const Token& close = expect(Tok::RightBracket, "after the index");
        base = make(ExprKind::Index, Operator::None, {base->range.begin, close.range.end}, {base, index});
        break;
      }
      case Tok::LeftParen: {
        take();
        std::vector<Expr*> parts{base};
        if (!at(Tok::RightParen))
          for (Expr* argument : expression_list()) parts.push_back(argument);
        const Token& close = expect(Tok::RightParen, "after the arguments");
        base = make(ExprKind::Call, Operator::None, {base->range.begin, close.range.end}, parts);
        break;
      }
      case Tok::Dot: {
        take();
        // A location of an XML file may have a name that is reserved in text.
        const bool is_name = at(Tok::Identifier) || (mode_ == LexMode::Query && is_word(peek()));
        const Token& name = is_name ? take() : expect_name("the name of a member");
        base = make(ExprKind::Member, Operator::None, {base->range.begin, name.range.end}, {base});
        base->text = arena_.copy(name.text);
        break;
      }
      case Tok::Prime:
        take();
        base = make(ExprKind::Rate, Operator::None, {base->range.begin, token.range.end}, {base});
        break;
      case Tok::Increment:
      case Tok::Decrement:
        take();
        base = make(ExprKind::Step, token.kind == Tok::Increment ? Operator::PostIncrement : Operator::PostDecrement,
                    {base->range.begin, token.range.end}, {base});
        break;
      default:
        return base;
    }
  }
}

Expr* Parser::primary() {
  const Token& token = peek();
  const auto leaf = [&](ExprKind kind) {
    Expr* result = make(kind, Operator::None, token.range, {});
    result->value = token.value;
    result->text = arena_.copy(token.text);
    take();
    return result;
  };
  switch (token.kind) {
    case Tok::Integer: {
      Expr* literal = leaf(ExprKind::Integer);
      if (literal->value < 0) {  // 2147483648 without a sign directly before it, as in 1 - 2147483648
        diagnostics_.error(literal->range, fmt::format("number {} is too large", token.text),
                           "integers go up to 2147483647");
        literal->value = 0;
      }
      return literal;
    }
    case Tok::Real:
      return leaf(ExprKind::Real);
    case Tok::String:
      return leaf(ExprKind::String);
    case Tok::KwTrue:
    case Tok::KwFalse: {
      Expr* result = leaf(ExprKind::Boolean);
      result->value = token.kind == Tok::KwTrue ? 1 : 0;
      return result;
    }
    case Tok::KwDeadlock:
      return leaf(ExprKind::Deadlock);
    case Tok::AlwaysGlobally:
    case Tok::AlwaysFinally:
    case Tok::ExistsGlobally:
    case Tok::ExistsFinally:
      if (mode_ == LexMode::Query)
        fail(fmt::format("unexpected '{}' inside a formula", token.text), "path quantifiers cannot be nested");
      fail_expecting("an expression");
    case Tok::KwForall:
      return quantifier(Operator::Forall);
    case Tok::KwExists:
      return quantifier(Operator::Exists);
    case Tok::LeftParen: {
      take();
      Expr* inner = expression();
      const Token& close = expect(Tok::RightParen, "to close '('");
      inner->range = {token.range.begin, close.range.end};
      inner->is_parenthesised = true;
      return inner;
    }
    case Tok::Identifier:
      if (token.text == "sum" && peek(1).kind == Tok::LeftParen && peek(2).kind == Tok::Identifier &&
          peek(3).kind == Tok::Colon && !is_old())
        return quantifier(Operator::Sum);
      if (token.text == "spawn" && peek(1).kind == Tok::Identifier) {
        take();
        Expr* call = postfix(primary());
        return make(ExprKind::Spawn, Operator::None, {token.range.begin, call->range.end}, {call});
      }
      return leaf(ExprKind::Name);
    default:
      if (at_type() && mode_ != LexMode::Query) {
        TypeSyntax* written = type();
        Expr* result = make(ExprKind::Type, Operator::None, written->range, {});
        result->type_syntax = written;
        return result;
      }
      fail_expecting("an expression");
  }
}

Expr* Parser::quantifier(Operator op) {
  const Token& first = take();
  expect(Tok::LeftParen, "after the quantifier");
  Binder* bound = arena_.make<Binder>(binder());
  expect(Tok::RightParen, "after the quantifier's range");
  Expr* body = expression();
  Expr* result = make(ExprKind::Quantifier, op, {first.range.begin, body->range.end}, {body});
  result->binder = bound;
  return result;
}

}  // namespace zonda::lang
