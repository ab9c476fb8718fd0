// Types as written become types as meant.
#include <fmt/format.h>

#include <array>

#include "lang/checker.hpp"

namespace zonda::lang {

const Type* Checker::simple(TypeKind kind) {
  // Types are immutable, so one object of each plain kind serves all.
  static const auto kTypes = [] {
    std::array<Type, static_cast<std::size_t>(TypeKind::TypeName) + 1> types{};
    for (std::size_t i = 0; i < types.size(); ++i) types[i].kind = static_cast<TypeKind>(i);
    return types;
  }();
  return &kTypes[static_cast<std::size_t>(kind)];
}

const Type* Checker::resolve(TypeSyntax& syntax) {
  // One TypeSyntax may serve several declarators: 'int[0,N] a, b;'. Scalars must be one set for all of them.
  if (syntax.type == nullptr) syntax.type = resolve_uncached(syntax);
  return syntax.type;
}

const Type* Checker::resolve_uncached(TypeSyntax& syntax) {
  const bool is_channel_prefix = syntax.is_urgent || syntax.is_broadcast;
  const Type* base = nullptr;
  switch (syntax.word) {
    case TypeWord::Int: base = resolve_int(syntax); break;
    case TypeWord::Bool: base = simple(TypeKind::Bool); break;
    case TypeWord::Clock: base = simple(TypeKind::Clock); break;
    case TypeWord::HybridClock: base = simple(TypeKind::HybridClock); break;
    case TypeWord::Chan: base = simple(TypeKind::Chan); break;
    case TypeWord::Void: base = simple(TypeKind::Void); break;
    case TypeWord::Double: base = simple(TypeKind::Double); break;
    case TypeWord::String: base = simple(TypeKind::String); break;
    case TypeWord::Struct: base = resolve_struct(syntax); break;
    case TypeWord::Scalar: {
      expression(*syntax.upper);
      check_size(*syntax.upper, "the size of a scalar set");
      Type* scalar = arena_.make<Type>();
      scalar->kind = TypeKind::Scalar;
      scalar->size = syntax.upper;
      scalar->scalar = scalar;
      base = scalar;
      break;
    }
    case TypeWord::Named: {
      Symbol* symbol = scope_->find(syntax.name);
      if (symbol == nullptr) {
        diagnostics_.error(syntax.range, fmt::format("unknown type '{}'", syntax.name), suggestion(syntax.name));
        return simple(TypeKind::Invalid);
      }
      symbol->is_used = true;
      if (symbol->kind != SymbolKind::TypeName) {
        diagnostics_.error(syntax.range, fmt::format("'{}' is not a type", syntax.name));
        return simple(TypeKind::Invalid);
      }
      base = symbol->type;
      break;
    }
  }
  if (is_channel_prefix && base->kind != TypeKind::Chan && base->kind != TypeKind::Invalid)
    diagnostics_.error(syntax.range, "only channels can be urgent or broadcast");
  const TypeKind kind = base->kind;
  if ((syntax.is_const || syntax.is_meta) &&
      (kind == TypeKind::Clock || kind == TypeKind::HybridClock || kind == TypeKind::Chan || kind == TypeKind::Void))
    diagnostics_.error(syntax.range, fmt::format("a {} cannot be {}", describe(*base),
                                                 syntax.is_const ? "const" : "meta"));
  if (!is_channel_prefix && !syntax.is_const && !syntax.is_meta) return base;
  Type* copy = arena_.make<Type>(*base);
  copy->is_urgent = base->is_urgent || syntax.is_urgent;
  copy->is_broadcast = base->is_broadcast || syntax.is_broadcast;
  copy->is_const = base->is_const || syntax.is_const;
  copy->is_meta = base->is_meta || syntax.is_meta;
  return copy;
}

const Type* Checker::resolve_int(TypeSyntax& syntax) {
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Int;
  if (syntax.lower == nullptr) return type;
  bool is_right = true;
  for (Expr* bound : {syntax.lower, syntax.upper}) {
    const Type* bound_type = expression(*bound);
    if (!is_integral(*bound_type)) {
      diagnostics_.error(bound->range, "integer expected as the bound of a range");
      is_right = false;
    } else if (bound_type->kind == TypeKind::Invalid || !require_computable(*bound, "the bound of a range")) {
      is_right = false;
    }
  }
  if (!is_right) return simple(TypeKind::Invalid);
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  if (fold(*syntax.lower, lower) && fold(*syntax.upper, upper) && lower > upper)
    diagnostics_.error(syntax.range, fmt::format("the range int[{},{}] is empty", lower, upper));
  type->lower = syntax.lower;
  type->upper = syntax.upper;
  return type;
}

const Type* Checker::resolve_struct(TypeSyntax& syntax) {
  std::vector<StructField> fields;
  for (Field& field : syntax.fields) {
    const Type* type = with_dims(resolve(*field.type), field.dims);
    for (const StructField& other : fields)
      if (other.name == field.name)
        diagnostics_.error(field.range, fmt::format("duplicate definition of field '{}'", field.name));
    if (contains(*type, TypeKind::Chan) || contains(*type, TypeKind::Void))
      diagnostics_.error(field.type->range, fmt::format("a field cannot be of type {}", describe(*type)));
    if (field.type->is_const || field.type->is_meta)
      diagnostics_.error(field.type->range, "a field cannot be const or meta");
    fields.push_back({field.name, type});
  }
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Struct;
  type->fields = arena_.copy(fields);
  return type;
}

const Type* Checker::with_dims(const Type* element, std::span<ArrayDim> dims) {
  const Type* type = element;
  for (std::size_t i = dims.size(); i-- > 0;) type = array_of(type, dims[i]);
  return type;
}

const Type* Checker::array_of(const Type* element, ArrayDim& dim) {
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Array;
  type->element = element;
  type->is_const = element->is_const;
  type->is_meta = element->is_meta;
  if (element->kind == TypeKind::Void) diagnostics_.error(dim.range, "an array cannot hold void");
  const Type* index = nullptr;
  if (dim.type != nullptr) {
    index = resolve(*dim.type);
  } else if (dim.size->kind == ExprKind::Name) {
    // 'a[id_t]' looks like an expression to the parser.
    Symbol* symbol = scope_->find(dim.size->text);
    if (symbol != nullptr && symbol->kind == SymbolKind::TypeName) {
      symbol->is_used = true;
      dim.size->symbol = symbol;
      dim.size->type = symbol->type;
      index = symbol->type;
    }
  }
  if (index == nullptr) {
    const Type* size_type = expression(*dim.size);
    if (size_type->kind != TypeKind::Invalid) check_size(*dim.size, "the size of an array");
    type->size = dim.size;
    return type;
  }
  const bool is_bounded_int = index->kind == TypeKind::Int && index->lower != nullptr;
  if (!is_bounded_int && index->kind != TypeKind::Scalar && index->kind != TypeKind::Invalid &&
      index->kind != TypeKind::Bool)
    diagnostics_.error(dim.range, fmt::format("an array cannot be indexed by {}", describe(*index)),
                       "use a bounded integer or scalar type");
  type->index = index;
  return type;
}

void Checker::check_size(Expr& size, std::string_view what) {
  if (!is_integral(*size.type)) {
    diagnostics_.error(size.range, fmt::format("integer expected as {}", what));
    return;
  }
  if (!require_computable(size, what)) return;
  std::int64_t value = 0;
  if (fold(size, value) && value < 0)
    diagnostics_.error(size.range, fmt::format("{} is negative: {}", what, value));
}

void Checker::check_range_type(const Binder& binder, const Type& type) {
  const bool is_bounded = (type.kind == TypeKind::Int && type.lower != nullptr) || type.kind == TypeKind::Scalar ||
                          type.kind == TypeKind::Bool || type.kind == TypeKind::Invalid;
  if (!is_bounded)
    diagnostics_.error(binder.type->range,
                       fmt::format("'{}' needs a bounded integer or scalar type, not {}", binder.name, describe(type)),
                       type.kind == TypeKind::Int ? "write int[lower, upper]" : "");
}

Symbol* Checker::bind(Binder& binder) {
  const Type* type = resolve(*binder.type);
  check_range_type(binder, *type);
  Symbol* symbol = declare(SymbolKind::Bound, binder.name, binder.range, type);
  symbol->is_const = true;
  symbol->is_used = true;
  binder.symbol = symbol;
  return symbol;
}

}  // namespace zonda::lang
