// Types as written become types as meant.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

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

// Types of other languages have no near names here.
std::string Checker::type_hint(std::string_view name) const {
  for (const auto& [other, ours] : {std::pair{"boolean", "bool"},
                                    {"Boolean", "bool"},
                                    {"integer", "int"},
                                    {"Integer", "int"},
                                    {"float", "double"},
                                    {"real", "double"},
                                    {"channel", "chan"}})
    if (name == other) return fmt::format("write '{}'", ours);
  for (const std::string_view word : {"long", "short", "char", "unsigned", "uint", "byte"})
    if (name == word) return "write int[lower, upper]";
  return suggestion(name, {"int", "bool", "clock", "chan", "void"});
}

const Type* Checker::resolve_uncached(TypeSyntax& syntax) {
  const bool is_channel_prefix = syntax.is_urgent || syntax.is_broadcast;
  const Type* base = nullptr;
  switch (syntax.word) {
    case TypeWord::Int:
      base = resolve_int(syntax);
      break;
    case TypeWord::Bool:
      base = simple(TypeKind::Bool);
      break;
    case TypeWord::Clock:
      base = simple(TypeKind::Clock);
      break;
    case TypeWord::HybridClock:
      base = simple(TypeKind::HybridClock);
      break;
    case TypeWord::Chan:
      base = simple(TypeKind::Chan);
      break;
    case TypeWord::Void:
      base = simple(TypeKind::Void);
      break;
    case TypeWord::Double:
      base = simple(TypeKind::Double);
      break;
    case TypeWord::String:
      base = simple(TypeKind::String);
      break;
    case TypeWord::Struct:
      base = resolve_struct(syntax);
      break;
    case TypeWord::Scalar: {
      expression(*syntax.upper);
      check_size(*syntax.upper, "the size of a scalar set");
      mark_size(*syntax.upper);
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
        diagnostics_.error(syntax.range, fmt::format("unknown type '{}'", syntax.name), type_hint(syntax.name));
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
  if (base->kind == TypeKind::String && !syntax.is_const && !base->is_const)
    diagnostics_.error(syntax.range, "a string must be const");
  if (is_channel_prefix && base->kind != TypeKind::Chan && base->kind != TypeKind::Invalid)
    diagnostics_.error(syntax.range, "only channels can be urgent or broadcast");
  const TypeKind kind = base->kind;
  if ((syntax.is_const || syntax.is_meta) &&
      (kind == TypeKind::Clock || kind == TypeKind::HybridClock || kind == TypeKind::Chan || kind == TypeKind::Void)) {
    diagnostics_.error(syntax.range,
                       fmt::format("a {} cannot be {}", describe(*base), syntax.is_const ? "const" : "meta"));
    return base;
  }
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
    if (!is_integral(*bound_type) || bound_type->kind == TypeKind::Bool) {
      diagnostics_.error(bound->range,
                         fmt::format("integer expected as the bound of a range, found {}", describe(*bound_type)));
      is_right = false;
    } else if (bound_type->kind == TypeKind::Invalid || !require_computable(*bound, "the bound of a range")) {
      is_right = false;
    }
  }
  if (!is_right) return simple(TypeKind::Invalid);
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
    if (contains(*type, TypeKind::Chan) || contains(*type, TypeKind::Void) || contains(*type, TypeKind::String)) {
      diagnostics_.error(field.type->range, fmt::format("a field cannot be of type {}", describe(*type)));
      type = simple(TypeKind::Invalid);
    }
    if (type->is_const) diagnostics_.error(field.type->range, "a field cannot be const");
    fields.push_back({field.name, type});
  }
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Struct;
  type->fields = arena_.copy(fields);
  for (const StructField& field : fields) {
    type->depth = std::max(type->depth, static_cast<std::uint16_t>(field.type->depth + 1));
    type->parts += field.type->parts;
  }
  return bounded(type, syntax.range);
}

// Types are walked recursively, and a chain of definitions can make one of any size out of a few lines.
const Type* Checker::bounded(const Type* type, SourceRange range) {
  constexpr std::uint16_t kMaxDepth = 64;
  constexpr std::uint32_t kMaxParts = 100'000;
  if (type->depth <= kMaxDepth && type->parts <= kMaxParts) return type;
  diagnostics_.error(range, type->depth > kMaxDepth ? "the type nests too deeply" : "the type has too many parts");
  return simple(TypeKind::Invalid);
}

// Running through an empty range is fine: int[0,N-2] in a model of one. Holding a value of it is not.
void Checker::require_values(const Type& type, SourceRange range) {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  if (type.kind == TypeKind::Array) {
    require_values(*type.element, range);
  } else if (type.lower != nullptr && fold(*type.lower, lower) && fold(*type.upper, upper) && lower > upper) {
    diagnostics_.error(range, fmt::format("the range int[{},{}] is empty", lower, upper));
  }
  for (const StructField& field : type.fields) require_values(*field.type, range);
}

const Type* Checker::with_dims(const Type* element, std::span<ArrayDim> dims) {
  const Type* type = element;
  for (std::size_t i = dims.size(); i-- > 0;) type = bounded(array_of(type, dims[i]), dims[i].range);
  return type;
}

const Type* Checker::array_of(const Type* element, ArrayDim& dim) {
  Type* type = arena_.make<Type>();
  type->kind = TypeKind::Array;
  type->element = element;
  type->depth = static_cast<std::uint16_t>(element->depth + 1);
  type->parts = element->parts;
  type->is_const = element->is_const;
  type->is_meta = element->is_meta;
  if (element->kind == TypeKind::Void) {
    diagnostics_.error(dim.range, "an array cannot hold void");
    return simple(TypeKind::Invalid);
  }
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
    mark_size(*dim.size);
    type->size = dim.size;
    return type;
  }
  const Type* written = index;
  index = ranged(written);
  if (index == nullptr) {
    diagnostics_.error(dim.range, fmt::format("an array cannot be indexed by {}", describe(*written)),
                       "use a bounded integer or scalar type");
    index = simple(TypeKind::Invalid);
  }
  type->index = index;
  for (const Expr* bound : {index->lower, index->upper, index->size})
    if (bound != nullptr) mark_size(*bound);
  return type;
}

// All processes of a set have the same variables, so the parameters that decide about sizes must not stay free.
void Checker::mark_size(const Expr& size) {
  std::vector<const Expr*> work{&size};
  while (!work.empty()) {
    const Expr& e = *work.back();
    work.pop_back();
    work.insert(work.end(), e.children.begin(), e.children.end());
    if (e.kind != ExprKind::Name || e.symbol == nullptr || e.symbol->is_size) continue;
    e.symbol->is_size = true;
    const Initializer* init = e.symbol->init;
    if (init != nullptr && init->expr != nullptr) work.push_back(init->expr);
  }
}

void Checker::check_size(Expr& size, std::string_view what) {
  if (!is_integral(*size.type)) {
    diagnostics_.error(size.range, fmt::format("integer expected as {}", what));
    return;
  }
  if (!require_computable(size, what)) return;
  std::int64_t value = 0;
  if (fold(size, value) && value < 0) diagnostics_.error(size.range, fmt::format("{} is negative: {}", what, value));
}

Expr* Checker::literal(std::int32_t value) {
  Expr* e = arena_.make<Expr>();
  e->kind = ExprKind::Integer;
  e->value = value;
  e->type = simple(TypeKind::Int);
  return e;
}

// The type as a range to run through, null if it is none. A plain int has its default range; a const int has none.
const Type* Checker::ranged(const Type* type) {
  if (type->kind == TypeKind::Scalar || type->kind == TypeKind::Invalid) return type;
  if (type->kind != TypeKind::Int) return nullptr;
  if (type->lower != nullptr) return type;
  if (type->is_const) return nullptr;
  Type* range = arena_.make<Type>(*type);
  range->lower = literal(-32768);
  range->upper = literal(32767);
  return range;
}

Symbol* Checker::bind(Binder& binder) {
  const Type* written = resolve(*binder.type);
  const Type* type = ranged(written);
  if (type == nullptr) {
    diagnostics_.error(
        binder.type->range,
        fmt::format("'{}' needs a bounded integer or scalar type, not {}", binder.name, describe(*written)),
        is_integral(*written) ? "write int[lower, upper]" : "");
    type = simple(TypeKind::Invalid);
  }
  Symbol* symbol = declare(SymbolKind::Bound, binder.name, binder.range, type);
  symbol->is_const = true;
  symbol->is_used = true;
  binder.symbol = symbol;
  return symbol;
}

}  // namespace zonda::lang
