// Scopes, variables, types and initialisers.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace zonda::lang {

Scope* Checker::new_scope(Scope* parent) {
  semantics_.scopes.push_back(std::make_unique<Scope>());
  semantics_.scopes.back()->parent = parent;
  return semantics_.scopes.back().get();
}

Symbol* Checker::declare(SymbolKind kind, std::string_view name, SourceRange range, const Type* type) {
  Symbol* symbol = arena_.make<Symbol>();
  symbol->kind = kind;
  symbol->name = name;
  symbol->range = range;
  symbol->type = type;
  symbol->owner = owner_;
  const auto [place, is_new] = scope_->symbols.emplace(name, symbol);
  if (!is_new) {
    diagnostics_.error(range, fmt::format("duplicate definition of '{}'", name));
    duplicates_.insert(name);
    return symbol;
  }
  scope_->order.push_back(symbol);
  if (scope_->parent == nullptr || scope_->parent == semantics_.predefined || kind == SymbolKind::Location)
    return symbol;
  const Symbol* hidden = scope_->parent->find(name);
  if (hidden != nullptr && !hidden->is_predefined && kind != SymbolKind::FunctionParameter)
    diagnostics_.warning("shadowing", range, fmt::format("'{}' hides another declaration of that name", name));
  return symbol;
}

// A scope outside the globals, so that models written before these names existed may still declare them.
void Checker::predefine() {
  semantics_.predefined = new_scope(nullptr);
  const ScopeGuard guard(*this, semantics_.predefined);
  const auto constant = [&](std::string_view name, std::int32_t value) {
    Symbol* symbol = declare(SymbolKind::Variable, name, {}, simple(TypeKind::Int));
    symbol->is_const = true;
    symbol->is_predefined = true;
    symbol->builtin_value = value;
  };
  struct Limits {
    std::string_view name;
    std::int32_t lower;
    std::int32_t upper;
  };
  constexpr std::array kLimits = {
      Limits{"INT8", -128, 127}, Limits{"UINT8", 0, 255}, Limits{"INT16", -32768, 32767}, Limits{"UINT16", 0, 65535},
      Limits{"INT32", std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}};
  for (const Limits& limits : kLimits) {
    if (limits.lower != 0) constant(arena_.copy(fmt::format("{}_MIN", limits.name)), limits.lower);
    constant(arena_.copy(fmt::format("{}_MAX", limits.name)), limits.upper);
    Type* type = arena_.make<Type>();
    type->kind = TypeKind::Int;
    std::string name = fmt::format("{}_t", limits.name);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    type->name = arena_.copy(name);
    type->lower = literal(limits.lower);
    type->upper = literal(limits.upper);
    declare(SymbolKind::TypeName, type->name, {}, type)->is_predefined = true;
  }
  for (const auto& [name, kind] : {std::pair{"double", TypeKind::Double}, std::pair{"string", TypeKind::String}})
    declare(SymbolKind::TypeName, name, {}, simple(kind))->is_predefined = true;
  for (const char* name : {"FLT_MIN", "FLT_MAX", "DBL_MIN", "DBL_MAX", "M_PI", "M_PI_2", "M_PI_4", "M_E", "M_LOG2E",
                           "M_LOG10E", "M_LN2", "M_LN10", "M_1_PI", "M_2_PI", "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2"}) {
    Symbol* symbol = declare(SymbolKind::Variable, name, {}, simple(TypeKind::Double));
    symbol->is_const = true;
    symbol->is_predefined = true;
  }
  for (const char* name : {"abs",
                           "fabs",
                           "fmod",
                           "fma",
                           "fmax",
                           "fmin",
                           "fdim",
                           "exp",
                           "exp2",
                           "expm1",
                           "ln",
                           "log",
                           "log10",
                           "log2",
                           "log1p",
                           "pow",
                           "sqrt",
                           "cbrt",
                           "hypot",
                           "sin",
                           "cos",
                           "tan",
                           "asin",
                           "acos",
                           "atan",
                           "atan2",
                           "sinh",
                           "cosh",
                           "tanh",
                           "asinh",
                           "acosh",
                           "atanh",
                           "erf",
                           "erfc",
                           "tgamma",
                           "lgamma",
                           "ceil",
                           "floor",
                           "trunc",
                           "round",
                           "fint",
                           "ldexp",
                           "ilogb",
                           "logb",
                           "nextafter",
                           "copysign",
                           "fpclassify",
                           "isfinite",
                           "isinf",
                           "isnan",
                           "isnormal",
                           "signbit",
                           "isunordered",
                           "random",
                           "random_arcsine",
                           "random_beta",
                           "random_gamma",
                           "random_normal",
                           "random_poisson",
                           "random_tri",
                           "random_weibull",
                           "exit",
                           "numOf"}) {
    declare(SymbolKind::Builtin, name, {}, simple(TypeKind::Function))->is_predefined = true;
  }
}

void Checker::warn_unused(const Scope& scope) {
  for (const Symbol* symbol : scope.order) {
    if (symbol->is_used || symbol->is_predefined) continue;
    std::string_view what;
    switch (symbol->kind) {
      case SymbolKind::Variable:
        what = symbol->is_const ? "constant" : "variable";
        break;
      case SymbolKind::Local:
        what = "variable";
        break;
      case SymbolKind::TypeName:
        what = "type";
        break;
      case SymbolKind::Function:
        what = "function";
        break;
      case SymbolKind::Template:
        what = "template";
        break;
      default:
        continue;
    }
    if (symbol->name.starts_with("__ON_")) continue;  // called by the tool itself
    if (what == "variable" && symbol->type != nullptr && is_clock(*symbol->type)) what = "clock";
    if (what == "variable" && symbol->type != nullptr && symbol->type->kind == TypeKind::Chan) what = "channel";
    diagnostics_.warning("unused", symbol->range, fmt::format("{} '{}' is not used", what, symbol->name));
  }
}

void Checker::declaration(Declaration& declaration) {
  switch (declaration.kind) {
    case DeclKind::Variable:
      variables(declaration);
      break;
    case DeclKind::TypeDef:
      type_definition(declaration);
      break;
    case DeclKind::Function:
      function(declaration);
      break;
    case DeclKind::Import:
      external_function(declaration);
      break;
    case DeclKind::Instantiation:
      if (owner_ >= 0)
        diagnostics_.error(declaration.range, "a template cannot be instantiated inside a template");
      else
        instantiation(declaration);
      break;
    case DeclKind::ChanPriority:
      if (owner_ >= 0)
        diagnostics_.error(declaration.range, "channel priorities are declared globally");
      else
        channel_priorities(declaration);
      break;
    case DeclKind::BeforeUpdate:
    case DeclKind::AfterUpdate:
      if (owner_ >= 0)
        diagnostics_.error(declaration.range, "before_update and after_update must be declared globally");
      for (Expr* e : declaration.arguments) update(*e);
      break;
    case DeclKind::Dynamic: {
      const auto symbols = [&] {
        const ScopeGuard guard(*this, new_scope(scope_));
        return parameter_symbols(declaration.parameters, SymbolKind::Parameter);
      }();
      Symbol* symbol =
          declare(SymbolKind::Dynamic, declaration.name, declaration.name_range, simple(TypeKind::Template));
      symbol->is_used = true;
      declaration.symbol = symbol;
      break;
    }
  }
}

void Checker::variables(Declaration& declaration) {
  const Type* base = resolve(*declaration.type);
  for (Declarator& declarator : declaration.declarators)
    variable(declaration, declarator, with_dims(base, declarator.dims));
}

namespace {

// Whether it holds scalars or is an array over them.
bool has_scalars(const Type& type) {
  if (type.kind == TypeKind::Array)
    return (type.index != nullptr && type.index->kind == TypeKind::Scalar) || has_scalars(*type.element);
  if (type.kind == TypeKind::Struct)
    return std::any_of(type.fields.begin(), type.fields.end(),
                       [](const StructField& field) { return has_scalars(*field.type); });
  return type.kind == TypeKind::Scalar;
}

}  // namespace

void Checker::variable(Declaration& declaration, Declarator& declarator, const Type* type) {
  const bool is_const = type->is_const;
  if (contains(*type, TypeKind::Void))
    diagnostics_.error(declaration.type->range, fmt::format("'{}' cannot be void", declarator.name));
  require_values(*type, declaration.type->range);
  const bool is_local = function_ != nullptr;
  const bool is_symmetric = has_scalars(*type);
  if (is_local && (contains(*type, TypeKind::Clock) || contains(*type, TypeKind::Chan) || is_symmetric))
    diagnostics_.error(declarator.range, fmt::format("a variable of a function cannot be of type {}", describe(*type)));
  // The initialiser does not see the name it initialises.
  if (declarator.init != nullptr) {
    if (type->kind == TypeKind::Chan)
      diagnostics_.error(declarator.init->range, "a channel has no initial value");
    else if (is_symmetric)
      diagnostics_.error(declarator.init->range, "values of a scalar set cannot be told apart, so none can be initial");
    else
      initializer(*declarator.init, *type);
  } else if (is_const) {
    diagnostics_.error(declarator.range, fmt::format("constant '{}' must have an initialiser", declarator.name));
  }
  Symbol* symbol =
      declare(is_local ? SymbolKind::Local : SymbolKind::Variable, declarator.name, declarator.range, type);
  symbol->is_const = is_const;
  symbol->is_meta = type->is_meta;
  symbol->init = declarator.init;
  declarator.symbol = symbol;
  (void)fold(*symbol);
}

void Checker::initializer(Initializer& init, const Type& type) {
  if (!init.is_list) {
    const Type* found = expression(*init.expr);
    if (found->kind == TypeKind::Invalid || type.kind == TypeKind::Invalid) return;
    if (!assignable(type, *found))
      diagnostics_.error(init.range, fmt::format("{} cannot be initialised with {}", describe(type), describe(*found)));
    // Variables of functions are initialised at every call and may use anything.
    if (function_ == nullptr)
      (void)require_computable(*init.expr, "the initialiser");
    else
      require_no_effects(*init.expr, "the initialiser");
    return;
  }
  if (type.kind == TypeKind::Array) {
    std::int64_t size = 0;
    if (type.size != nullptr && fold(*type.size, size) && size != static_cast<std::int64_t>(init.list.size()))
      diagnostics_.error(init.range,
                         fmt::format("an array of {} elements is initialised with {}", size, init.list.size()));
    for (FieldInit& item : init.list) {
      if (!item.name.empty()) diagnostics_.error(item.range, "elements of an array have no names");
      initializer(*item.value, *type.element);
    }
  } else if (type.kind == TypeKind::Struct) {
    struct_initializer(init, type);
  } else if (type.kind != TypeKind::Invalid) {
    diagnostics_.error(init.range, fmt::format("{} cannot be initialised with a list", describe(type)));
  }
}

void Checker::struct_initializer(Initializer& init, const Type& type) {
  const std::size_t errors_before = diagnostics_.error_count();
  std::vector<bool> is_set(type.fields.size(), false);
  std::size_t next = 0;
  for (FieldInit& item : init.list) {
    std::size_t field = next;
    if (!item.name.empty()) {
      field = 0;
      while (field < type.fields.size() && type.fields[field].name != item.name) ++field;
      if (field == type.fields.size()) {
        diagnostics_.error(item.range, fmt::format("there is no field '{}'", item.name));
        continue;
      }
    }
    if (field >= type.fields.size()) {
      diagnostics_.error(item.range, fmt::format("too many values: the struct has {} fields", type.fields.size()));
      return;
    }
    if (is_set[field])
      diagnostics_.error(item.range, fmt::format("field '{}' is initialised twice", type.fields[field].name));
    is_set[field] = true;
    next = field + 1;
    initializer(*item.value, *type.fields[field].type);
  }
  for (std::size_t i = 0; i < is_set.size(); ++i) {
    if (is_set[i] || diagnostics_.error_count() > errors_before) continue;
    diagnostics_.error(init.range, fmt::format("field '{}' is not initialised", type.fields[i].name));
    return;
  }
}

void Checker::type_definition(Declaration& declaration) {
  const Type* base = resolve(*declaration.type);
  for (Declarator& declarator : declaration.declarators) {
    const Type* type = with_dims(base, declarator.dims);
    // A copy, because the name belongs to this definition; a scalar set keeps its identity through `scalar`.
    Type* named = arena_.make<Type>(*type);
    named->name = declarator.name;
    declarator.symbol = declare(SymbolKind::TypeName, declarator.name, declarator.range, named);
  }
}

void Checker::channel_priorities(Declaration& declaration) {
  if (has_chan_priority_) diagnostics_.error(declaration.range, "channel priorities can be declared only once");
  has_chan_priority_ = true;
  semantics_.has_priorities = true;
  for (ChanPriorityItem& item : declaration.priorities) {
    if (item.channel == nullptr) continue;
    const Type* type = expression(*item.channel);
    while (type->kind == TypeKind::Array) type = type->element;
    if (type->kind != TypeKind::Chan && type->kind != TypeKind::Invalid)
      diagnostics_.error(item.range, fmt::format("channel expected, found {}", describe(*type)));
    for (const Expr* e = item.channel; e->kind == ExprKind::Index; e = e->children[0])
      (void)require_computable(e->child(1), "the index of a channel priority");
  }
}

std::vector<Symbol*> Checker::parameter_symbols(std::span<Parameter> parameters, SymbolKind kind) {
  std::vector<Symbol*> result;
  for (Parameter& parameter : parameters) {
    const Type* type = with_dims(resolve(*parameter.type), parameter.dims);
    const TypeKind inner = [&] {
      const Type* t = type;
      while (t->kind == TypeKind::Array) t = t->element;
      return t->kind;
    }();
    if (inner == TypeKind::Void)
      diagnostics_.error(parameter.range, fmt::format("parameter '{}' cannot be void", parameter.name));
    require_values(*type, parameter.type->range);
    const bool needs_reference = inner == TypeKind::Clock || inner == TypeKind::HybridClock || inner == TypeKind::Chan;
    if (needs_reference && !parameter.is_reference)
      diagnostics_.error(parameter.range,
                         fmt::format("parameter '{}' of type {} must be a reference", parameter.name, describe(*type)),
                         fmt::format("write '&{}'", parameter.name));
    Symbol* symbol = declare(kind, parameter.name, parameter.range, type);
    symbol->is_reference = parameter.is_reference || needs_reference;
    symbol->is_const = type->is_const;
    symbol->is_used = true;
    parameter.symbol = symbol;
    result.push_back(symbol);
  }
  return result;
}

}  // namespace zonda::lang
