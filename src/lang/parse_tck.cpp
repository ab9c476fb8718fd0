// Formulas and statements of TChecker's format: a small language of its own, read into the same tree.
//
//   formula   = atom && … ; atom = ! atom | sum [op sum [op sum]] ; factors = numbers, variables, (if f then a else b)
//   statement = nop | x = sum | local … | if f then … [else …] end | while f do … end
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

#include <optional>

namespace zonda::lang {

namespace {

std::optional<Operator> comparison(Tok kind) {
  switch (kind) {
    case Tok::Less:
      return Operator::Less;
    case Tok::LessEqual:
      return Operator::LessEqual;
    case Tok::GreaterEqual:
      return Operator::GreaterEqual;
    case Tok::Greater:
      return Operator::Greater;
    case Tok::Equal:
      return Operator::Equal;
    case Tok::NotEqual:
      return Operator::NotEqual;
    default:
      return std::nullopt;
  }
}

bool is_upper(Operator op) { return op == Operator::Less || op == Operator::LessEqual; }

}  // namespace

void Parser::expect_word(std::string_view word) {
  if (!at_word(word)) fail_expecting(fmt::format("'{}'", word));
  take();
}

Expr* Parser::tck_formula() {
  const Nesting nesting(*this);
  std::vector<Expr*> parts{tck_atom()};
  while (accept(Tok::AndAnd)) parts.push_back(tck_atom());
  if (at(Tok::BitOr)) fail("unexpected '|'", "TChecker's formulas are conjunctions; use one edge for each case");
  return make_chain(Operator::And, parts);
}

// '!' reaches over a comparison: '! x == 1' is 'not (x == 1)'.
Expr* Parser::tck_atom() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (accept(Tok::Exclamation)) {
    Expr* inner = tck_atom();
    return make(ExprKind::Unary, Operator::Not, range_from(first), {inner});
  }
  Expr* left = tck_sum();
  const auto op = comparison(peek().kind);
  if (!op) return left;
  take();
  Expr* middle = tck_sum();
  Expr* result = make(ExprKind::Binary, *op, range_from(first), {left, middle});
  const auto second = comparison(peek().kind);
  if (!second) return result;
  if (!is_upper(*op) || !is_upper(*second)) fail("only '<' and '<=' can be chained");
  take();
  Expr* right = tck_sum();
  Expr* upper = make(ExprKind::Binary, *second, join(middle->range, right->range), {middle, right});
  return make(ExprKind::Binary, Operator::And, range_from(first), {result, upper});
}

Expr* Parser::tck_sum() {
  Expr* left = tck_product();
  while (at(Tok::Plus) || at(Tok::Minus)) {
    const Operator op = take().kind == Tok::Plus ? Operator::Add : Operator::Subtract;
    Expr* right = tck_product();
    left = make(ExprKind::Binary, op, join(left->range, right->range), {left, right});
  }
  return left;
}

Expr* Parser::tck_product() {
  Expr* left = tck_factor();
  while (at(Tok::Multiply) || at(Tok::Divide) || at(Tok::Modulo)) {
    const Tok sign = take().kind;
    const Operator op = sign == Tok::Multiply ? Operator::Multiply
                        : sign == Tok::Divide ? Operator::Divide
                                              : Operator::Modulo;
    Expr* right = tck_factor();
    left = make(ExprKind::Binary, op, join(left->range, right->range), {left, right});
  }
  return left;
}

Expr* Parser::tck_factor() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (accept(Tok::Minus)) {
    Expr* inner = tck_factor();
    if (inner->kind == ExprKind::Integer && !inner->is_parenthesised) {
      // The lexer lets 2147483648 through behind a minus, as the number that is its own opposite.
      inner->value = static_cast<std::int32_t>(0U - static_cast<std::uint32_t>(inner->value));
      inner->range = range_from(first);
      return inner;
    }
    return make(ExprKind::Unary, Operator::Negate, range_from(first), {inner});
  }
  if (at(Tok::Integer)) {
    Expr* result = make(ExprKind::Integer, Operator::None, first.range, {});
    result->value = take().value;
    return result;
  }
  if (accept(Tok::LeftParen)) {
    Expr* inner = at(Tok::KwIf) ? tck_choice() : tck_formula();
    expect(Tok::RightParen, "to close '('");
    inner->is_parenthesised = true;
    return inner;
  }
  return tck_place();
}

Expr* Parser::tck_choice() {
  const Token& first = take();  // if
  Expr* condition = tck_formula();
  expect_word("then");
  Expr* yes = tck_sum();
  expect(Tok::KwElse, "of the conditional");
  Expr* no = tck_sum();
  return make(ExprKind::Conditional, Operator::None, range_from(first), {condition, yes, no});
}

// A variable, or an element of an array.
Expr* Parser::tck_place() {
  const Token& name = expect_name("a variable, a number or '('");
  Expr* result = make(ExprKind::Name, Operator::None, name.range, {});
  result->text = arena_.copy(name.text);
  if (!accept(Tok::LeftBracket)) return result;
  Expr* index = tck_sum();
  expect(Tok::RightBracket, "to close '['");
  return make(ExprKind::Index, Operator::None, range_from(name), {result, index});
}

// Separated by ';'; one may stand behind the last, too.
void Parser::tck_statements(TckProgram& program, std::vector<Statement*>& out) {
  const Nesting nesting(*this);
  const auto at_close = [&] { return at(Tok::End) || at(Tok::KwElse) || at_word("end"); };
  do {
    out.push_back(tck_statement(program));
  } while (accept(Tok::Semicolon) && !at_close());
}

Statement* Parser::tck_block(TckProgram& program) {
  std::vector<Statement*> body;
  Statement* result = arena_.make<Statement>();
  result->kind = StatementKind::Block;
  result->range = peek().range;
  tck_statements(program, body);
  result->body = arena_.copy(body);
  return result;
}

Statement* Parser::tck_statement(TckProgram& program) {
  const Token& first = peek();
  Statement* result = arena_.make<Statement>();
  std::vector<Statement*> body;
  if (at_word("nop")) {
    take();
  } else if (at_word("local")) {
    return tck_local(program);
  } else if (at(Tok::KwIf) || at(Tok::KwWhile)) {
    program.is_plain = false;
    result->kind = take().kind == Tok::KwIf ? StatementKind::If : StatementKind::While;
    result->conditions = arena_.copy(std::vector<Expr*>{tck_formula()});
    if (result->kind == StatementKind::If)
      expect_word("then");
    else
      expect(Tok::KwDo, "after the condition of 'while'");
    body.push_back(tck_block(program));
    if (result->kind == StatementKind::If && accept(Tok::KwElse)) body.push_back(tck_block(program));
    expect_word("end");
  } else {
    result->kind = StatementKind::Expression;
    Expr* target = tck_place();
    expect(Tok::Assign, "in an assignment");
    Expr* value = tck_sum();
    result->conditions =
        arena_.copy(std::vector<Expr*>{make(ExprKind::Assign, Operator::None, range_from(first), {target, value})});
  }
  result->body = arena_.copy(body);
  result->range = range_from(first);
  return result;
}

// The declaration moves to the head of the program; what stays is an assignment, so that the variable starts anew each
// time. An array starts with zeros once: the program runs from its start each time.
Statement* Parser::tck_local(TckProgram& program) {
  program.is_plain = false;
  const Token& first = take();  // local
  const Token& name = expect_name("the name of a local variable");
  auto* type = arena_.make<TypeSyntax>();
  type->range = name.range;
  const auto literal = [&](std::int32_t value) {
    Expr* e = make(ExprKind::Integer, Operator::None, name.range, {});
    e->value = value;
    return e;
  };
  type->lower = literal(std::numeric_limits<std::int32_t>::min());
  type->upper = literal(std::numeric_limits<std::int32_t>::max());
  Declarator declarator;
  declarator.name = arena_.copy(name.text);
  declarator.range = name.range;
  Statement* result = arena_.make<Statement>();
  if (at(Tok::LeftBracket)) {
    const Token& bracket = take();
    ArrayDim dim;
    dim.size = tck_sum();
    expect(Tok::RightBracket, "to close '['");
    dim.range = range_from(bracket);
    declarator.dims = arena_.copy(std::vector<ArrayDim>{dim});
  } else {
    Expr* target = make(ExprKind::Name, Operator::None, name.range, {});
    target->text = declarator.name;
    Expr* value = accept(Tok::Assign) ? tck_sum() : literal(0);
    result->kind = StatementKind::Expression;
    result->conditions =
        arena_.copy(std::vector<Expr*>{make(ExprKind::Assign, Operator::None, range_from(first), {target, value})});
  }
  result->range = range_from(first);
  auto* declaration = arena_.make<Declaration>();
  declaration->kind = DeclKind::Variable;
  declaration->range = result->range;
  declaration->type = type;
  declaration->declarators = arena_.copy(std::vector<Declarator>{declarator});
  program.locals.push_back(declaration);
  return result;
}

Expr* parse_tck_condition(const TextBlock& text, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, LexMode::Tck, document, diagnostics);
  Expr* result = nullptr;
  parser.recover([&] {
    result = parser.tck_formula();
    parser.expect_end("the formula");
  });
  return result;
}

void parse_tck_program(const TextBlock& text, TckProgram& program, Document& document, Diagnostics& diagnostics) {
  Parser parser(text, LexMode::Tck, document, diagnostics);
  parser.recover([&] {
    parser.tck_statements(program, program.statements);
    parser.expect_end("the statements");
  });
}

}  // namespace zonda::lang
