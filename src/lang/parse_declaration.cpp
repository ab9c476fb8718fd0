// Types, variables, functions and the other declarations. A name is taken for a type where two identifiers stand
// side by side ('id_t x'), which no expression allows; so the parser needs no symbol table.
#include <fmt/format.h>

#include "lang/parser_impl.hpp"

namespace zonda::lang {

bool Parser::at_type() const {
  switch (peek().kind) {
    case Tok::KwConst:
    case Tok::KwMeta:
    case Tok::KwUrgent:
    case Tok::KwBroadcast:
    case Tok::KwBool:
    case Tok::KwInt:
    case Tok::KwChan:
    case Tok::KwClock:
    case Tok::KwVoid:
    case Tok::KwScalar:
    case Tok::KwStruct: return true;
    case Tok::Identifier:
      return (peek(1).kind == Tok::Identifier && peek().text != "assert" && peek().text != "spawn") ||
             (peek().text == "hybrid" && peek(1).kind == Tok::KwClock);
    default: return false;
  }
}

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

// ---------------------------------------------------------------------------------------------------------
// Types

void Parser::type_prefixes(TypeSyntax& type) {
  for (;;) {
    if (at(Tok::KwConst) && !type.is_const) {
      type.is_const = true;
    } else if (at(Tok::KwMeta) && !type.is_meta) {
      type.is_meta = true;
    } else if (at(Tok::KwUrgent) && !type.is_urgent) {
      type.is_urgent = true;
    } else if (at(Tok::KwBroadcast) && !type.is_broadcast) {
      type.is_broadcast = true;
    } else {
      return;
    }
    const int prefixes = int{type.is_const} + int{type.is_meta} + int{type.is_urgent || type.is_broadcast};
    if (prefixes > 1) fail("syntax error: only one of const, meta and urgent/broadcast is allowed");
    take();
  }
}

void Parser::int_range(TypeSyntax& type) {
  if (!accept(Tok::LeftBracket)) return;
  type.lower = expression();
  expect(Tok::Comma, "between the bounds of int[lower, upper]");
  type.upper = expression();
  expect(Tok::RightBracket, "after the range");
}

TypeSyntax* Parser::type() {
  const Nesting nesting(*this);
  TypeSyntax* result = arena_.make<TypeSyntax>();
  const Token& first = peek();
  type_prefixes(*result);
  const Token& word = peek();
  switch (word.kind) {
    case Tok::KwInt:
      take();
      result->word = TypeWord::Int;
      int_range(*result);
      break;
    case Tok::KwBool: take(), result->word = TypeWord::Bool; break;
    case Tok::KwClock: take(), result->word = TypeWord::Clock; break;
    case Tok::KwChan: take(), result->word = TypeWord::Chan; break;
    case Tok::KwVoid: take(), result->word = TypeWord::Void; break;
    case Tok::KwScalar:
      take();
      result->word = TypeWord::Scalar;
      expect(Tok::LeftBracket, "after 'scalar'");
      result->upper = expression();
      expect(Tok::RightBracket, "after the size of the scalar set");
      break;
    case Tok::KwStruct:
      take();
      result->word = TypeWord::Struct;
      result->fields = struct_fields();
      break;
    case Tok::Identifier:
      take();
      if (word.text == "hybrid" && accept(Tok::KwClock)) {
        result->word = TypeWord::HybridClock;
      } else {
        // 'double' and 'string' are found by name too, unless the model declares such a type itself.
        result->word = TypeWord::Named;
        result->name = arena_.copy(word.text);
      }
      break;
    default: fail_expecting("a type");
  }
  result->range = range_from(first);
  return result;
}

std::span<Field> Parser::struct_fields() {
  expect(Tok::LeftBrace, "after 'struct'");
  std::vector<Field> fields;
  while (!at(Tok::RightBrace)) {
    TypeSyntax* field_type = type();
    do {
      const Token& name = expect_name("the name of a field");
      Field field{arena_.copy(name.text), name.range, field_type, {}};
      field.dims = arena_.copy(dims());
      fields.push_back(field);
    } while (accept(Tok::Comma));
    expect(Tok::Semicolon, "after the field");
  }
  if (fields.empty()) fail("syntax error: a struct needs at least one field");
  expect(Tok::RightBrace, "to close the struct");
  return arena_.copy(fields);
}

std::vector<ArrayDim> Parser::dims() {
  std::vector<ArrayDim> result;
  while (at(Tok::LeftBracket) || at(Tok::Box)) {
    if (at(Tok::Box)) fail("syntax error: an array needs a size", "write a[N]");
    const Token& open = take();
    ArrayDim dim;
    const bool is_type = at_type() || at(Tok::KwStruct);
    if (is_type)
      dim.type = type();
    else
      dim.size = expression();
    expect(Tok::RightBracket, "after the array size");
    dim.range = range_from(open);
    result.push_back(dim);
  }
  return result;
}

Binder Parser::binder() {
  const Token& name = expect_name("a name");
  expect(Tok::Colon, "between name and type");
  Binder result;
  result.name = arena_.copy(name.text);
  result.range = name.range;
  result.type = type();
  return result;
}

std::vector<Binder> Parser::binders() {
  std::vector<Binder> result{binder()};
  while (accept(Tok::Comma)) result.push_back(binder());
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// Variables and types

Initializer* Parser::initializer() {
  const Nesting nesting(*this);
  Initializer* result = arena_.make<Initializer>();
  const Token& first = peek();
  if (!accept(Tok::LeftBrace)) {
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
  Declaration* result = arena_.make<Declaration>();
  result->type = type();
  if (at(Tok::Identifier) && peek(1).kind == Tok::LeftParen) {
    at_ = static_cast<std::size_t>(&first - tokens_.data());
    return function_declaration();
  }
  result->kind = DeclKind::Variable;
  std::vector<Declarator> list;
  do list.push_back(declarator(true));
  while (accept(Tok::Comma));
  if (at(Tok::Ampersand)) fail("syntax error: '&' is for parameters only");
  expect(Tok::Semicolon, "after the declaration");
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
  expect(Tok::Semicolon, "after the type definition");
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
  expect(Tok::Semicolon, "after the constants");
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
  result->parameters = arena_.copy(parameters());
  expect(Tok::RightParen, "after the parameters");
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
  expect(Tok::Semicolon, "after the channel priorities");
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
  expect(Tok::Semicolon, "after the declaration");
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
    std::string_view alias;
    if (at(Tok::Identifier) && peek(1).kind == Tok::Assign) {
      alias = arena_.copy(take().text);
      take();
    }
    function->type = type();
    const Token& name = expect_name("the name of a function");
    function->name = alias.empty() ? arena_.copy(name.text) : alias;
    function->name_range = name.range;
    expect(Tok::LeftParen, "after the function's name");
    function->parameters = arena_.copy(parameters());
    expect(Tok::RightParen, "after the parameters");
    expect(Tok::Semicolon, "after the function");
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
    fail(fmt::format("syntax error: '{}' is not instantiated", callee.text),
         fmt::format("write {}()", callee.text));
  expect(Tok::LeftParen, "after the template's name");
  if (!at(Tok::RightParen)) result->arguments = arena_.copy(expression_list());
  expect(Tok::RightParen, "after the arguments");
  expect(Tok::Semicolon, "after the instantiation");
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
    skip_to(Tok::Semicolon);
    if (!at(Tok::End)) take();
  }
}

}  // namespace zonda::lang
