// Types and symbols: what the checker knows about names and expressions. Both live in the Semantics' arena.
//
// Bounds of ranges and sizes of arrays stay expressions here, because they may depend on template parameters; the
// model layer evaluates them once per process.
#pragma once

#include "lang/syntax.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace zonda::lang {

enum class TypeKind : std::uint8_t {
  Invalid,  // an error has been reported; accepted everywhere
  Void,
  Int,
  Bool,
  Scalar,
  Clock,
  HybridClock,
  Chan,
  Struct,
  Array,
  Double,
  String,
  // kinds that only expressions have
  ClockTerm,   // x + 3, x - y, x - y + 3
  Rate,        // x'
  Constraint,  // a condition on clocks, or one with a rate or 'deadlock'
  Function,
  Template,  // a template, or a set of processes before its arguments
  Process,
  Location,
  TypeName,
};

struct StructField {
  std::string_view name;
  const Type* type = nullptr;
};

struct Type {
  TypeKind kind = TypeKind::Invalid;
  std::uint16_t depth = 0;  // arrays and structs inside one another
  std::uint32_t parts = 1;  // fields of fields; elements of an array count once
  std::string_view name;    // of the typedef, for messages
  // Int: null bounds mean the default range
  Expr* lower = nullptr;
  Expr* upper = nullptr;
  // Scalar: the size; two scalar types are equal when they are the same object
  Expr* size = nullptr;
  const Type* scalar = nullptr;  // the type that introduced the set
  // Array: either an index type or a size
  const Type* element = nullptr;
  const Type* index = nullptr;
  std::span<StructField> fields;
  // Chan
  bool is_urgent = false;
  bool is_broadcast = false;
  // prefixes written in a typedef
  bool is_const = false;
  bool is_meta = false;
  bool is_difference = false;  // ClockTerm: of two clocks
  // Constraint: where it may stand
  bool as_guard = false;
  bool as_invariant = false;
  bool has_rate = false;
  bool has_deadlock = false;
  bool is_strict_upper = false;  // an invariant like x < 5 somewhere inside
  bool is_lower = false;         // an invariant like x >= 5 somewhere inside
};

enum class SymbolKind : std::uint8_t {
  Variable,   // global or local to a template; clocks and channels too
  Parameter,  // of a template or a partial instantiation
  FunctionParameter,
  Local,  // a variable of a function
  Bound,  // select, quantifier or iteration variable
  TypeName,
  Function,
  Builtin,   // abs, fint and the mathematical functions
  External,  // imported function
  Template,  // process or instantiation
  Dynamic,   // dynamic template
  Location,
};

struct FunctionInfo {
  const Type* result = nullptr;
  std::span<Symbol*> parameters;
  std::span<bool> writes_parameter;  // reference parameters that the body changes
  Declaration* declaration = nullptr;
  std::span<const Symbol*> callees;  // functions of the model that it calls, perhaps several times
  bool writes_state = false;         // changes a variable or clock outside itself
  bool reads_state = false;          // depends on a variable that is not constant
  bool is_complete = false;          // false while its body is checked: a call then is a recursion
};

struct Scope;

// A template, or what an instantiation makes of one: parameters still free, and how its parent's are bound.
struct TemplateInfo {
  std::size_t template_index = 0;        // the process this goes back to
  const TemplateInfo* parent = nullptr;  // null for a process itself
  std::span<Symbol*> parameters;
  std::span<Expr*> arguments;  // for the parent's parameters
  Scope* scope = nullptr;      // of the process: parameters, locals, locations
};

struct Symbol {
  SymbolKind kind = SymbolKind::Variable;
  std::string_view name;
  SourceRange range;
  const Type* type = nullptr;
  bool is_const = false;
  bool is_meta = false;
  bool is_reference = false;
  bool is_used = false;
  bool is_assigned = false;  // some expression changes it
  bool is_predefined = false;
  bool is_in_system = false;  // a template that stands in the system line
  bool is_size = false;       // the size of an array depends on it
  // Variables that live outside functions: which scope they belong to (-1: global, else the template's index).
  std::int32_t owner = -1;
  Initializer* init = nullptr;
  FunctionInfo* function = nullptr;
  TemplateInfo* instance = nullptr;
  std::size_t location = 0;  // Location: index in its template
  // Constants: what fold() knows about the value. Kept, so that long chains of constants cost little.
  enum class Folded : std::uint8_t { NotYet, No, Yes };
  Folded folded = Folded::NotYet;
  std::int32_t folded_value = 0;
  std::int32_t builtin_value = 0;  // predefined constants
};

struct Scope {
  Scope* parent = nullptr;
  std::unordered_map<std::string_view, Symbol*> symbols;
  std::vector<Symbol*> order;  // in order of declaration

  [[nodiscard]] Symbol* find_here(std::string_view name) const;
  [[nodiscard]] Symbol* find(std::string_view name) const;
};

// 'int[0,3]', 'clock', 'urgent chan', 'id_t[4]': for messages.
[[nodiscard]] std::string describe(const Type& type);

[[nodiscard]] inline bool is_integral(const Type& t) {
  return t.kind == TypeKind::Int || t.kind == TypeKind::Bool || t.kind == TypeKind::Invalid;
}
[[nodiscard]] inline bool is_number(const Type& t) { return is_integral(t) || t.kind == TypeKind::Double; }
[[nodiscard]] inline bool is_clock(const Type& t) {
  return t.kind == TypeKind::Clock || t.kind == TypeKind::HybridClock;
}
// The value of one clock, perhaps shifted: x, x + 3.
[[nodiscard]] inline bool is_clock_value(const Type& t) {
  return is_clock(t) || (t.kind == TypeKind::ClockTerm && !t.is_difference);
}
// Any sum that clocks take part in.
[[nodiscard]] inline bool is_clock_term(const Type& t) { return is_clock(t) || t.kind == TypeKind::ClockTerm; }
// May stand where a truth value is expected, with or without clocks.
[[nodiscard]] inline bool is_condition(const Type& t) {
  return is_integral(t) || t.kind == TypeKind::Constraint || t.kind == TypeKind::Location;
}

// Structural equality, but scalar sets are equal only when they are one set.
[[nodiscard]] bool equivalent(const Type& a, const Type& b);
// A value of type `from` may be stored in a variable of type `to`.
[[nodiscard]] bool assignable(const Type& to, const Type& from);
// Whether any part of it has this kind (elements of arrays, fields of structs).
[[nodiscard]] bool contains(const Type& type, TypeKind kind);

// Value of a constant expression without calls and array elements, if it can be told without a template's arguments.
[[nodiscard]] bool fold(const Expr& e, std::int64_t& value);
// The same for a constant; the value is in the symbol.
[[nodiscard]] bool fold(Symbol& constant);
[[nodiscard]] bool same_expression(const Expr& a, const Expr& b);

}  // namespace zonda::lang
