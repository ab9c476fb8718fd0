// Function bodies.
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

namespace zonda::lang {

Statement* Parser::block() {
  const Nesting nesting(*this);
  const Token& first = expect(Tok::LeftBrace, "to open the body");
  Statement* result = arena_.make<Statement>();
  result->kind = StatementKind::Block;
  std::vector<Declaration*> declarations;
  std::vector<Statement*> body;
  while (!at_end_of_block() && !gave_up()) {
    const bool is_read = recover([&] {
      if (!at_declaration()) {
        body.push_back(statement());
        return;
      }
      if (!body.empty()) fail("declarations must stand before the statements of a block");
      Declaration* found = at(Tok::KwTypedef) ? type_declaration() : variable_declaration();
      if (found->kind == DeclKind::Function)
        diagnostics_.error(found->name_range, "functions cannot be declared inside functions");
      declarations.push_back(found);
    });
    if (is_read) continue;
    skip_to(Tok::Semicolon);
    accept(Tok::Semicolon);
  }
  expect(Tok::RightBrace, "to close the body");
  result->declarations = arena_.copy(declarations);
  result->body = arena_.copy(body);
  result->range = range_from(first);
  return result;
}

// 'break;', 'case 1:', 'goto a;', 'switch (…) {'. These words are ordinary names otherwise: 'case = 1', 'elif(2);'.
bool Parser::is_foreign_statement() const {
  const Tok next = peek(1).kind;
  if (next == Tok::Semicolon || next == Tok::Integer || next == Tok::Identifier) return true;
  if (next != Tok::LeftParen) return false;
  int depth = 0;
  for (std::size_t i = 1; peek(i).kind != Tok::End; ++i) {
    if (peek(i).kind == Tok::LeftParen) ++depth;
    if (peek(i).kind != Tok::RightParen || --depth > 0) continue;
    return peek(i + 1).kind == Tok::LeftBrace || peek(i + 1).kind == Tok::Identifier;
  }
  return false;
}

// An error inside the parentheses does not hide the body behind them.
void Parser::head(Statement& result, std::string_view keyword) {
  expect(Tok::LeftParen, fmt::format("after '{}'", keyword));
  const bool is_for = keyword == "for";
  const bool is_read = recover([&] {
    if (result.kind == StatementKind::Iterate) {
      result.binder = arena_.make<Binder>(binder());
    } else if (is_for) {
      if (at_type()) fail("a variable cannot be declared here", "declare it before, or write 'for (i : int[0,2])'");
      result.init = arena_.copy(expression_list());
      expect(Tok::Semicolon, "after the first part of 'for'");
      result.conditions = arena_.copy(expression_list());
      expect(Tok::Semicolon, "after the condition of 'for'");
      result.step = arena_.copy(expression_list());
    } else {
      result.conditions = arena_.copy(expression_list());
    }
    expect(Tok::RightParen, is_for ? "after the head of 'for'" : "after the condition");
  });
  if (is_read) return;
  int depth = 0;
  while (!at_end_of_block() && !at(Tok::LeftBrace) && (is_for || !at(Tok::Semicolon))) {
    if (at(Tok::LeftParen)) ++depth;
    if (take().kind == Tok::RightParen && depth-- == 0) break;
  }
}

Statement* Parser::statement() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (at(Tok::LeftBrace)) return block();
  Statement* result = arena_.make<Statement>();
  const auto one_body = [&] {
    std::vector<Statement*> body{statement()};
    result->body = arena_.copy(body);
  };
  if (accept(Tok::Semicolon)) {
    result->kind = StatementKind::Empty;
  } else if (accept(Tok::KwReturn)) {
    result->kind = StatementKind::Return;
    if (!at(Tok::Semicolon)) {
      std::vector<Expr*> value{expression()};
      result->conditions = arena_.copy(value);
    }
    expect_semicolon("after the return");
  } else if (accept(Tok::KwIf)) {
    result->kind = StatementKind::If;
    head(*result, "if");
    std::vector<Statement*> body{statement()};
    if (accept(Tok::KwElse)) body.push_back(statement());
    result->body = arena_.copy(body);
  } else if (accept(Tok::KwWhile)) {
    result->kind = StatementKind::While;
    head(*result, "while");
    one_body();
  } else if (accept(Tok::KwDo)) {
    result->kind = StatementKind::DoWhile;
    one_body();
    expect(Tok::KwWhile, "after the body of 'do'");
    head(*result, "while");
    expect_semicolon("after the loop");
  } else if (accept(Tok::KwFor)) {
    result->kind = at(Tok::LeftParen) && peek(2).kind == Tok::Colon ? StatementKind::Iterate : StatementKind::For;
    head(*result, "for");
    one_body();
  } else if (at_word("assert") && peek(1).kind != Tok::Assign) {
    take();
    result->kind = StatementKind::Assert;
    std::vector<Expr*> value{expression()};
    result->conditions = arena_.copy(value);
    expect_semicolon("after the assertion");
  } else {
    for (const std::string_view word : {"break", "continue", "switch", "case", "goto", "elseif", "elif"})
      if (at_word(word) && is_foreign_statement())
        fail(fmt::format("'{}' is not part of the language", word), word.starts_with("el") ? "write 'else if'" : "");
    result->kind = StatementKind::Expression;
    std::vector<Expr*> value{expression()};
    result->conditions = arena_.copy(value);
    expect_semicolon("after the expression");
  }
  result->range = range_from(first);
  return result;
}

}  // namespace zonda::lang
