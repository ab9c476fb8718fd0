// Function bodies.
#include <fmt/format.h>

#include "lang/parser_impl.hpp"

namespace zonda::lang {

Statement* Parser::block() {
  const Nesting nesting(*this);
  const Token& first = expect(Tok::LeftBrace, "to open the body");
  Statement* result = arena_.make<Statement>();
  result->kind = StatementKind::Block;
  std::vector<Declaration*> declarations;
  std::vector<Statement*> body;
  while (!at(Tok::RightBrace) && !at(Tok::End) && !gave_up()) {
    const bool is_read = recover([&] {
      if (!at_declaration()) {
        body.push_back(statement());
        return;
      }
      if (!body.empty()) fail("syntax error: declarations must stand before the statements of a block");
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

Statement* Parser::statement() {
  const Nesting nesting(*this);
  const Token& first = peek();
  if (at(Tok::LeftBrace)) return block();
  Statement* result = arena_.make<Statement>();
  const auto one_body = [&] {
    std::vector<Statement*> body{statement()};
    result->body = arena_.copy(body);
  };
  const auto condition = [&](std::string_view where) {
    expect(Tok::LeftParen, where);
    result->conditions = arena_.copy(expression_list());
    expect(Tok::RightParen, "after the condition");
  };
  if (accept(Tok::Semicolon)) {
    result->kind = StatementKind::Empty;
  } else if (accept(Tok::KwReturn)) {
    result->kind = StatementKind::Return;
    if (!at(Tok::Semicolon)) {
      std::vector<Expr*> value{expression()};
      result->conditions = arena_.copy(value);
    }
    expect(Tok::Semicolon, "after the return");
  } else if (accept(Tok::KwIf)) {
    result->kind = StatementKind::If;
    condition("after 'if'");
    std::vector<Statement*> body{statement()};
    if (accept(Tok::KwElse)) body.push_back(statement());
    result->body = arena_.copy(body);
  } else if (accept(Tok::KwWhile)) {
    result->kind = StatementKind::While;
    condition("after 'while'");
    one_body();
  } else if (accept(Tok::KwDo)) {
    result->kind = StatementKind::DoWhile;
    one_body();
    expect(Tok::KwWhile, "after the body of 'do'");
    condition("after 'while'");
    expect(Tok::Semicolon, "after the loop");
  } else if (accept(Tok::KwFor)) {
    expect(Tok::LeftParen, "after 'for'");
    if (at(Tok::Identifier) && peek(1).kind == Tok::Colon) {
      result->kind = StatementKind::Iterate;
      result->binder = arena_.make<Binder>(binder());
    } else {
      result->kind = StatementKind::For;
      result->init = arena_.copy(expression_list());
      expect(Tok::Semicolon, "after the first part of 'for'");
      result->conditions = arena_.copy(expression_list());
      expect(Tok::Semicolon, "after the condition of 'for'");
      result->step = arena_.copy(expression_list());
    }
    expect(Tok::RightParen, "after the head of 'for'");
    one_body();
  } else if (at_word("assert") && peek(1).kind != Tok::Assign) {
    take();
    result->kind = StatementKind::Assert;
    std::vector<Expr*> value{expression()};
    result->conditions = arena_.copy(value);
    expect(Tok::Semicolon, "after the assertion");
  } else {
    for (const std::string_view word : {"break", "continue", "switch", "case", "goto"})
      if (at_word(word) && (peek(1).kind == Tok::Semicolon || word == "switch"))
        fail(fmt::format("'{}' is not part of the language", word));
    result->kind = StatementKind::Expression;
    std::vector<Expr*> value{expression()};
    result->conditions = arena_.copy(value);
    expect(Tok::Semicolon, "after the expression");
  }
  result->range = range_from(first);
  return result;
}

}  // namespace zonda::lang
