#include "lang/print.hpp"
#include "lang/symbol.hpp"

#include <fmt/format.h>

namespace zonda::lang {

Symbol* Scope::find_here(std::string_view name) const {
  const auto found = symbols.find(name);
  return found == symbols.end() ? nullptr : found->second;
}

Symbol* Scope::find(std::string_view name) const {
  for (const Scope* scope = this; scope != nullptr; scope = scope->parent)
    if (Symbol* symbol = scope->find_here(name)) return symbol;
  return nullptr;
}

std::string describe(const Type& type) {
  if (!type.name.empty() && type.kind != TypeKind::Array) return std::string(type.name);
  switch (type.kind) {
    case TypeKind::Invalid:
      return "unknown type";
    case TypeKind::Void:
      return "void";
    case TypeKind::Int:
      return type.lower == nullptr ? "int" : fmt::format("int[{},{}]", print(*type.lower), print(*type.upper));
    case TypeKind::Bool:
      return "bool";
    case TypeKind::Scalar:
      return fmt::format("scalar[{}]", type.size == nullptr ? "?" : print(*type.size));
    case TypeKind::Clock:
      return "clock";
    case TypeKind::HybridClock:
      return "hybrid clock";
    case TypeKind::Chan:
      return fmt::format("{}{}chan", type.is_urgent ? "urgent " : "", type.is_broadcast ? "broadcast " : "");
    case TypeKind::Struct:
      return "struct";
    case TypeKind::Array: {
      std::string dims;
      const Type* inner = &type;
      for (; inner->kind == TypeKind::Array; inner = inner->element)
        dims += fmt::format("[{}]", inner->index != nullptr  ? describe(*inner->index)
                                    : inner->size != nullptr ? print(*inner->size)
                                                             : "?");
      return describe(*inner) + dims;
    }
    case TypeKind::Double:
      return "double";
    case TypeKind::String:
      return "string";
    case TypeKind::ClockTerm:
      return type.is_difference ? "clock difference" : "clock value";
    case TypeKind::Rate:
      return "clock rate";
    case TypeKind::Constraint:
      return type.has_deadlock ? "deadlock condition" : "clock constraint";
    case TypeKind::Function:
      return "function";
    case TypeKind::Template:
      return "template";
    case TypeKind::Process:
      return "process";
    case TypeKind::Location:
      return "location";
    case TypeKind::TypeName:
      return "type";
  }
  return "?";
}

namespace {

bool same_bound(const Expr* a, const Expr* b) {
  if (a == nullptr || b == nullptr) return a == b;
  std::int64_t x = 0;
  std::int64_t y = 0;
  const bool is_x = fold(*a, x);
  const bool is_y = fold(*b, y);
  if (is_x && is_y) return x == y;
  // One depends on a parameter, the other is a number: unequal as expressions.
  if (is_x != is_y) return false;
  return same_expression(*a, *b);
}

bool same_index(const Type& a, const Type& b) {
  if (a.index == nullptr && b.index == nullptr) return same_bound(a.size, b.size);
  if (a.index != nullptr && b.index != nullptr) return equivalent(*a.index, *b.index);
  // a[3] and a[int[0,2]] have the same elements.
  const Type& typed = a.index != nullptr ? *a.index : *b.index;
  const Expr* size = a.index != nullptr ? b.size : a.size;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::int64_t count = 0;
  return typed.kind == TypeKind::Int && typed.lower != nullptr && size != nullptr && fold(*typed.lower, lower) &&
         fold(*typed.upper, upper) && fold(*size, count) && lower == 0 && upper == count - 1;
}

}  // namespace

bool equivalent(const Type& a, const Type& b) {
  if (&a == &b || a.kind == TypeKind::Invalid || b.kind == TypeKind::Invalid) return true;
  if (is_clock(a) && is_clock(b)) return true;
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case TypeKind::Int:
      // A 'const int' has no range of its own and fits every other.
      if ((a.is_const && a.lower == nullptr) || (b.is_const && b.lower == nullptr)) return true;
      return same_bound(a.lower, b.lower) && same_bound(a.upper, b.upper);
    case TypeKind::Scalar:
      return a.scalar == b.scalar;
    case TypeKind::ClockTerm:
      return a.is_difference == b.is_difference;
    case TypeKind::Chan:
      return a.is_urgent == b.is_urgent && a.is_broadcast == b.is_broadcast;
    case TypeKind::Array:
      return same_index(a, b) && equivalent(*a.element, *b.element);
    case TypeKind::Struct: {
      if (a.fields.size() != b.fields.size()) return false;
      for (std::size_t i = 0; i < a.fields.size(); ++i)
        if (a.fields[i].name != b.fields[i].name || !equivalent(*a.fields[i].type, *b.fields[i].type)) return false;
      return true;
    }
    default:
      return true;
  }
}

bool assignable(const Type& to, const Type& from) {
  if (to.kind == TypeKind::Invalid || from.kind == TypeKind::Invalid) return true;
  if (is_integral(to)) return is_integral(from) || from.kind == TypeKind::Location;
  switch (to.kind) {
    case TypeKind::Double:
    case TypeKind::Clock:
    case TypeKind::HybridClock:
      return is_number(from) || is_clock_value(from);
    case TypeKind::Array:
    case TypeKind::Struct:
    case TypeKind::Scalar:
    case TypeKind::String:
      return equivalent(to, from);
    default:
      return false;
  }
}

bool contains(const Type& type, TypeKind kind) {
  if (type.kind == kind) return true;
  if (type.kind == TypeKind::Array) return contains(*type.element, kind);
  for (const StructField& field : type.fields)
    if (contains(*field.type, kind)) return true;
  return false;
}

}  // namespace zonda::lang
