// Types as written, array sizes, and the binders of quantifiers, selects and iterations. A name is taken for a type
// where two identifiers stand side by side ('id_t x'), which no expression allows; so the parser needs no symbol table.
#include "lang/parser_impl.hpp"

#include <fmt/format.h>

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
    case Tok::KwStruct:
      return true;
    case Tok::Identifier:
      return (peek(1).kind == Tok::Identifier && peek().text != "assert" && peek().text != "spawn") ||
             (peek().text == "hybrid" && peek(1).kind == Tok::KwClock);
    default:
      return false;
  }
}

void Parser::type_prefixes(TypeSyntax& type) {
  for (;;) {
    if (at(Tok::KwConst) && !type.is_const) {
      type.is_const = true;
    } else if (at(Tok::KwMeta) && !type.is_meta) {
      type.is_meta = true;
    } else if (at(Tok::KwUrgent) && !type.is_urgent) {
      if (type.is_broadcast) fail("'urgent' must come before 'broadcast'", "write 'urgent broadcast'");
      type.is_urgent = true;
    } else if (at(Tok::KwBroadcast) && !type.is_broadcast) {
      type.is_broadcast = true;
    } else {
      return;
    }
    const int prefixes = int{type.is_const} + int{type.is_meta} + int{type.is_urgent || type.is_broadcast};
    if (prefixes > 1) fail("only one of const, meta and urgent/broadcast is allowed");
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
    case Tok::KwBool:
      take(), result->word = TypeWord::Bool;
      break;
    case Tok::KwClock:
      take(), result->word = TypeWord::Clock;
      break;
    case Tok::KwChan:
      take(), result->word = TypeWord::Chan;
      break;
    case Tok::KwVoid:
      take(), result->word = TypeWord::Void;
      break;
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
    default:
      fail_expecting("a type");
  }
  result->range = range_from(first);
  return result;
}

std::span<Field> Parser::struct_fields() {
  expect(Tok::LeftBrace, "after 'struct'");
  std::vector<Field> fields;
  if (at(Tok::RightBrace)) recover([&] { fail("a struct needs at least one field"); });
  while (!at_end_of_block()) {
    const bool is_read = recover([&] {
      TypeSyntax* field_type = type();
      do {
        const Token& name = expect_name("the name of a field");
        Field field{arena_.copy(name.text), name.range, field_type, {}};
        field.dims = arena_.copy(dims());
        fields.push_back(field);
      } while (accept(Tok::Comma));
      expect_semicolon("after the field");
    });
    if (is_read) continue;
    skip_to(Tok::Semicolon);
    accept(Tok::Semicolon);
  }
  expect(Tok::RightBrace, "to close the struct");
  return arena_.copy(fields);
}

std::vector<ArrayDim> Parser::dims() {
  std::vector<ArrayDim> result;
  while (at(Tok::LeftBracket) || at(Tok::Box)) {
    if (at(Tok::Box)) fail("an array needs a size", "write a[N]");
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

}  // namespace zonda::lang
