// Variables, type definitions, functions and the other declarations.
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

namespace zonda::lang {

bool Parser::at_declaration() { return at(Tok::KwTypedef) || at_type(); }

bool Parser::at_instantiation() const {
  if (!at(Tok::Identifier)) return false;
  if (peek(1).kind == Tok::Assign) return true;
  if (peek(1).kind != Tok::LeftParen) return false;
  int depth = 0;
  for (std::size_t i = 1; peek(i).kind != Tok::End; ++i) {
    if (peek(i).kind == Tok::LeftParen) ++depth;
    if (peek(i).kind == Tok::RightParen && --depth == 0) return peek(i + 1).kind == Tok::Assign;
    if (peek(i).kind == Tok::Semicolon && !is_old()) return false;
  }
  return false;
}

Initializer* Parser::initializer() {
  const Nesting nesting(*this);
  Initializer* result = arena_.make<Initializer>();
  const Token& first = peek();
  if (!accept(Tok::LeftBrace)) {
    if (at(Tok::LeftBracket)) fail("unexpected '['", "values of an array are written {1, 2}");
    result->expr = expression();
    result->range = result->expr->range;
    return result;
  }
  result->is_list = true;
  std::vector<FieldInit> list;
  do {
    FieldInit item;
    item.range = peek().range;
    if (at(Tok::Identifier) && peek(1).kind == Tok::Colon) {
      item.name = arena_.copy(take().text);
      take();
    }
    item.value = initializer();
    list.push_back(item);
  } while (accept(Tok::Comma));
  expect(Tok::RightBrace, "to close the initialiser");
  result->list = arena_.copy(list);
  result->range = range_from(first);
  return result;
}

Declarator Parser::declarator(bool allow_init) {
  const Token& name = expect_name("a name");
  Declarator result;
  result.name = arena_.copy(name.text);
  result.range = name.range;
  result.dims = arena_.copy(dims());
  if (allow_init && accept(Tok::Assign)) result.init = initializer();
  return result;
}

Declaration* Parser::variable_declaration() {
  const Token& first = peek();
  const std::size_t start = at_;
  Declaration* result = arena_.make<Declaration>();
  result->type = type();
  if (at(Tok::Identifier) && peek(1).kind == Tok::LeftParen) {
    at_ = start;
    return function_declaration();
  }
  result->kind = DeclKind::Variable;
  std::vector<Declarator> list;
  do list.push_back(declarator(true));
  while (accept(Tok::Comma));
  if (at(Tok::Ampersand)) fail("'&' is for parameters only");
  expect_semicolon("after the declaration");
  result->declarators = arena_.copy(list);
  result->range = range_from(first);
  return result;
}

Declaration* Parser::type_declaration() {
  const Token& first = take();  // typedef
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::TypeDef;
  result->type = type();
  std::vector<Declarator> list;
  do list.push_back(declarator(false));
  while (accept(Tok::Comma));
  expect_semicolon("after the type definition");
  result->declarators = arena_.copy(list);
  result->range = range_from(first);
  return result;
}

// 'const N 3, M[2] {1, 2};' of UPPAAL 3.4.
Declaration* Parser::old_constants() {
  const Token& first = take();  // const
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::Variable;
  result->type = arena_.make<TypeSyntax>();
  result->type->is_const = true;
  result->type->range = first.range;
  std::vector<Declarator> list;
  do {
    Declarator constant = declarator(false);
    accept(Tok::Assign);
    constant.init = initializer();
    list.push_back(constant);
  } while (accept(Tok::Comma));
  expect_semicolon("after the constants");
  result->declarators = arena_.copy(list);
  result->range = range_from(first);
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// Functions and parameters

std::vector<Parameter> Parser::parameters() {
  std::vector<Parameter> result;
  if (at(Tok::RightParen) || at(Tok::End)) return result;
  if (is_old()) {
    do old_parameters(result);
    while (accept(Tok::Semicolon));
    return result;
  }
  do {
    Parameter parameter;
    parameter.type = type();
    parameter.is_reference = accept(Tok::Ampersand);
    const Token& name = expect_name("the name of a parameter");
    parameter.name = arena_.copy(name.text);
    parameter.range = name.range;
    parameter.dims = arena_.copy(dims());
    result.push_back(parameter);
  } while (accept(Tok::Comma));
  if (at(Tok::Semicolon)) fail("unexpected ';' between parameters", "separate parameters with ','");
  return result;
}

// Behind the '(' of a process or function. A mistake in it does not hide the body.
std::span<Parameter> Parser::parameter_list() {
  std::span<Parameter> result;
  const bool is_read = recover([&] {
    result = arena_.copy(parameters());
    expect(Tok::RightParen, "after the parameters");
  });
  while (!is_read && !at_end_of_block() && !at(Tok::LeftBrace))
    if (take().kind == Tok::RightParen) break;
  return result;
}

void Parser::old_parameters(std::vector<Parameter>& out) {
  TypeSyntax* shared = nullptr;
  if (at(Tok::KwConst) && peek(1).kind == Tok::Identifier) {
    shared = arena_.make<TypeSyntax>();
    shared->is_const = true;
    shared->range = take().range;
  } else {
    shared = type();
  }
  do {
    Parameter parameter;
    parameter.type = shared;
    parameter.is_reference = !shared->is_const;
    const Token& name = expect_name("the name of a parameter");
    parameter.name = arena_.copy(name.text);
    parameter.range = name.range;
    parameter.dims = arena_.copy(dims());
    out.push_back(parameter);
  } while (accept(Tok::Comma));
}

Declaration* Parser::function_declaration() {
  const Token& first = peek();
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::Function;
  result->type = type();
  const Token& name = expect_name("the name of a function");
  result->name = arena_.copy(name.text);
  result->name_range = name.range;
  expect(Tok::LeftParen, "after the function's name");
  result->parameters = parameter_list();
  result->body = block();
  result->range = range_from(first);
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// The rest

Declaration* Parser::chan_priority() {
  const Token& first = take();  // chan
  take();                       // priority
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::ChanPriority;
  std::vector<ChanPriorityItem> items;
  std::int32_t level = 0;
  for (;;) {
    ChanPriorityItem item;
    item.level = level;
    item.range = peek().range;
    if (!accept(Tok::KwDefault)) {
      const Token& name = peek();
      expect_name("a channel or 'default'");
      --at_;
      item.channel = postfix(primary());
      item.range = {name.range.begin, item.channel->range.end};
    }
    items.push_back(item);
    if (accept(Tok::Less))
      ++level;
    else if (!accept(Tok::Comma))
      break;
  }
  expect_semicolon("after the channel priorities");
  result->priorities = arena_.copy(items);
  result->range = range_from(first);
  return result;
}

Declaration* Parser::update_hook(DeclKind kind) {
  const Token& first = take();
  Declaration* result = arena_.make<Declaration>();
  result->kind = kind;
  expect(Tok::LeftBrace, "");
  result->arguments = arena_.copy(expression_list());
  accept(Tok::Semicolon);
  expect(Tok::RightBrace, "to close the update");
  result->range = range_from(first);
  return result;
}

Declaration* Parser::dynamic_declaration() {
  const Token& first = take();
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::Dynamic;
  const Token& name = expect_name("the name of a dynamic template");
  result->name = arena_.copy(name.text);
  result->name_range = name.range;
  expect(Tok::LeftParen, "after the name");
  result->parameters = arena_.copy(parameters());
  expect(Tok::RightParen, "after the parameters");
  expect_semicolon("after the declaration");
  result->range = range_from(first);
  return result;
}

Declaration* Parser::import_declaration(std::vector<Declaration*>& out) {
  take();  // import
  const std::string_view library = arena_.copy(take().text);
  const bool is_list = accept(Tok::LeftBrace);
  do {
    const Token& first = peek();
    Declaration* function = arena_.make<Declaration>();
    function->kind = DeclKind::Import;
    function->text = library;
    const bool has_own_name = at(Tok::Identifier) && peek(1).kind == Tok::Assign;
    if (has_own_name) {
      take();
      take();  // =
    }
    function->type = type();
    const Token& external = expect_name("the name of a function");
    const Token& name = has_own_name ? first : external;
    function->name = arena_.copy(name.text);
    function->name_range = name.range;
    if (has_own_name) function->external_name = arena_.copy(external.text);
    expect(Tok::LeftParen, "after the function's name");
    function->parameters = arena_.copy(parameters());
    expect(Tok::RightParen, "after the parameters");
    expect_semicolon("after the function");
    function->range = range_from(first);
    out.push_back(function);
  } while (is_list && !at(Tok::RightBrace));
  if (is_list) {
    expect(Tok::RightBrace, "to close the import");
    accept(Tok::Semicolon);
  }
  return nullptr;
}

Declaration* Parser::instantiation() {
  const Token& first = peek();
  Declaration* result = arena_.make<Declaration>();
  result->kind = DeclKind::Instantiation;
  result->name = arena_.copy(take().text);
  result->name_range = first.range;
  if (accept(Tok::LeftParen)) {
    result->parameters = arena_.copy(parameters());
    expect(Tok::RightParen, "after the parameters");
  }
  expect(Tok::Assign, "of the instantiation");
  const Token& callee = expect_name("the name of a template");
  --at_;
  result->callee = primary();
  if (at(Tok::Semicolon))
    fail(fmt::format("'{}' is not instantiated", callee.text), fmt::format("write {}()", callee.text));
  expect(Tok::LeftParen, "after the template's name");
  if (!at(Tok::RightParen)) result->arguments = arena_.copy(expression_list());
  expect(Tok::RightParen, "after the arguments");
  expect_semicolon("after the instantiation");
  result->range = range_from(first);
  return result;
}

Declaration* Parser::declaration() {
  if (at(Tok::KwTypedef)) return type_declaration();
  if (at(Tok::KwChan) && peek(1).kind == Tok::KwPriority) return chan_priority();
  if (is_old() && at(Tok::KwConst) && peek(1).kind == Tok::Identifier) return old_constants();
  if (at_word("before_update") && peek(1).kind == Tok::LeftBrace) return update_hook(DeclKind::BeforeUpdate);
  if (at_word("after_update") && peek(1).kind == Tok::LeftBrace) return update_hook(DeclKind::AfterUpdate);
  if (at_word("dynamic") && peek(1).kind == Tok::Identifier && peek(2).kind == Tok::LeftParen)
    return dynamic_declaration();
  if (at_instantiation()) return instantiation();
  if (at_type()) return variable_declaration();
  if (at(Tok::RightBrace)) fail("'}' without '{'");
  if (at_word("unsigned") || at_word("long") || at_word("short") || at_word("static"))
    fail(fmt::format("unexpected '{}'", peek().text), "there is one integer type, int[lower, upper]");
  fail_expecting("a declaration");
}

void Parser::declarations_to_end(std::vector<Declaration*>& out) {
  while (!at(Tok::End) && !gave_up()) {
    if (accept(Tok::Semicolon)) continue;
    const bool is_read = recover([&] {
      if (at_word("import") && peek(1).kind == Tok::String)
        import_declaration(out);
      else
        out.push_back(declaration());
    });
    if (is_read) continue;
    if (at(Tok::KwProcess) || at(Tok::KwSystem)) take();
    skip_declaration();
  }
}

// Behind the next ';' or the body of a function, or at 'process' or 'system'.
void Parser::skip_declaration() {
  int depth = 0;
  while (!at(Tok::End) && !at(Tok::KwProcess) && !at(Tok::KwSystem)) {
    const Tok kind = take().kind;
    if (kind == Tok::LeftBrace || kind == Tok::LeftParen || kind == Tok::LeftBracket) ++depth;
    if (kind == Tok::RightBrace || kind == Tok::RightParen || kind == Tok::RightBracket) depth = std::max(0, depth - 1);
    if (depth == 0 && (kind == Tok::Semicolon || kind == Tok::RightBrace)) return;
  }
}

}  // namespace zonda::lang
