// Expressions: names, members, calls, places.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lang/checker.hpp"

namespace zonda::lang {

const Type* Checker::fail(const Expr& e, std::string message, std::string hint) {
  diagnostics_.error(e.range, std::move(message), std::move(hint));
  return simple(TypeKind::Invalid);
}

const Type* Checker::expression(Expr& e) {
  e.type = expression_unstored(e);
  return e.type;
}

const Type* Checker::expression_unstored(Expr& e) {
  switch (e.kind) {
    case ExprKind::Integer: return simple(TypeKind::Int);
    case ExprKind::Boolean: return simple(TypeKind::Bool);
    case ExprKind::Real: return simple(TypeKind::Double);
    case ExprKind::String: return simple(TypeKind::String);
    case ExprKind::Name: return name(e);
    case ExprKind::Member: return member(e);
    case ExprKind::Index: return index(e);
    case ExprKind::Call: return call(e);
    case ExprKind::Unary: return unary(e);
    case ExprKind::Binary: return binary(e);
    case ExprKind::Assign: return assignment(e);
    case ExprKind::Step: return step(e);
    case ExprKind::Conditional: return conditional(e);
    case ExprKind::Quantifier: return quantifier(e);
    case ExprKind::Rate: return rate(e);
    case ExprKind::Deadlock: {
      Type* type = arena_.make<Type>();
      type->kind = TypeKind::Constraint;
      type->has_deadlock = true;
      return type;
    }
    case ExprKind::Spawn: {
      Expr& spawned = e.child(0);
      if (spawned.kind == ExprKind::Call)
        for (std::size_t i = 1; i < spawned.children.size(); ++i) expression(spawned.child(i));
      return simple(TypeKind::Int);
    }
    case ExprKind::Type: return fail(e, "a type cannot stand here");
    case ExprKind::Invalid: return simple(TypeKind::Invalid);
  }
  return simple(TypeKind::Invalid);
}

namespace {

// Levenshtein distance, cut off at 3.
std::size_t distance(std::string_view a, std::string_view b) {
  if (a.size() > b.size() + 2 || b.size() > a.size() + 2 || a.size() > 60) return 3;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Checker::suggestion(std::string_view name) const {
  std::string_view best;
  std::size_t best_distance = std::min<std::size_t>(3, (name.size() + 2) / 2);
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
    for (const Symbol* symbol : scope->order) {
      const std::size_t d = distance(name, symbol->name);
      if (d < best_distance) {
        best_distance = d;
        best = symbol->name;
      }
    }
  }
  return best.empty() ? std::string() : fmt::format("did you mean '{}'?", best);
}

const Type* Checker::name(Expr& e) {
  Symbol* symbol = scope_->find(e.text);
  if (symbol == nullptr) return fail(e, fmt::format("unknown identifier '{}'", e.text), suggestion(e.text));
  symbol->is_used = true;
  e.symbol = symbol;
  switch (symbol->kind) {
    case SymbolKind::TypeName: return fail(e, fmt::format("'{}' is a type, not a value", e.text));
    case SymbolKind::Function:
    case SymbolKind::External:
    case SymbolKind::Builtin:
      return fail(e, fmt::format("'{}' is a function", e.text), fmt::format("write {}(…)", e.text));
    case SymbolKind::Location:
      return fail(e, fmt::format("'{}' is a location and cannot be used here", e.text));
    case SymbolKind::Template:
    case SymbolKind::Dynamic:
      if (in_query()) return simple(TypeKind::Process);
      return fail(e, fmt::format("process '{}' cannot be used here", e.text));
    default: return symbol->type;
  }
}

const Type* Checker::member(Expr& e) {
  Expr& base = e.child(0);
  const Type* type = expression(base);
  if (type->kind == TypeKind::Invalid) return type;
  if (type->kind == TypeKind::Process) {
    Symbol* process = base.kind == ExprKind::Call ? base.child(0).symbol : base.symbol;
    if (process != nullptr) return process_member(e, *process);
  }
  if (type->kind != TypeKind::Struct)
    return fail(base, fmt::format("{} is not a structure", describe(*type)));
  for (const StructField& field : type->fields)
    if (field.name == e.text) return field.type;
  return fail(e, fmt::format("{} has no member named '{}'", describe(*type), e.text));
}

const Type* Checker::process_member(Expr& e, Symbol& process) {
  if (process.kind == SymbolKind::Dynamic) return simple(TypeKind::Invalid);
  if (!process.is_in_system) return fail(e.child(0), fmt::format("'{}' is not in the system line", process.name));
  // Without arguments a set of processes has no members of its own.
  if (e.child(0).kind != ExprKind::Call && !process.instance->parameters.empty())
    return fail(e.child(0), fmt::format("'{}' is a set of processes", process.name),
                fmt::format("say which one: {}(…)", process.name));
  Symbol* symbol = process.instance->scope->find_here(e.text);
  if (symbol == nullptr) {
    if (e.text == "location") return simple(TypeKind::Int);
    const ScopeGuard guard(*this, process.instance->scope);
    return fail(e, fmt::format("'{}' has no member named '{}'", process.name, e.text), suggestion(e.text));
  }
  symbol->is_used = true;
  e.symbol = symbol;
  switch (symbol->kind) {
    case SymbolKind::Location:
      if (document_.templates[process.instance->template_index]->locations[symbol->location].is_branchpoint)
        return fail(e, fmt::format("'{}' is a branchpoint: no process is ever there", e.text));
      return simple(TypeKind::Bool);
    case SymbolKind::TypeName: return fail(e, fmt::format("'{}' is a type, not a value", e.text));
    case SymbolKind::Function: return symbol->type;
    default: return symbol->type;
  }
}

const Type* Checker::index(Expr& e) {
  const Type* base = expression(e.child(0));
  const Type* at = expression(e.child(1));
  if (base->kind == TypeKind::Invalid) return base;
  if (base->kind == TypeKind::Process)
    return fail(e, "processes of a set are written with parentheses", "write P(i)");
  if (base->kind != TypeKind::Array) return fail(e.child(0), fmt::format("array expected, found {}", describe(*base)));
  const bool is_scalar = base->index != nullptr && base->index->kind == TypeKind::Scalar;
  const bool fits = is_scalar ? equivalent(*base->index, *at) : is_integral(*at);
  if (!fits)
    fail(e.child(1), fmt::format("{} cannot be used as an index here", describe(*at)),
         is_scalar ? fmt::format("the array is indexed by {}", describe(*base->index)) : "");
  return base->element;
}

// ---------------------------------------------------------------------------------------------------------
// Calls

const Type* Checker::call(Expr& e) {
  Expr& callee = e.child(0);
  Symbol* symbol = nullptr;
  if (callee.kind == ExprKind::Name) {
    symbol = scope_->find(callee.text);
    if (symbol == nullptr) {
      for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
      return fail(callee, fmt::format("unknown identifier '{}'", callee.text), suggestion(callee.text));
    }
    symbol->is_used = true;
    callee.symbol = symbol;
  } else if (callee.kind == ExprKind::Member) {
    const Type* type = expression(callee);
    if (type->kind == TypeKind::Invalid) return type;
    symbol = callee.symbol;
  }
  if (symbol == nullptr) return fail(callee, "this cannot be called");
  switch (symbol->kind) {
    case SymbolKind::Function:
    case SymbolKind::External: return call_function(e, *symbol);
    case SymbolKind::Builtin: return call_builtin(e, *symbol);
    case SymbolKind::Template: return call_process(e, *symbol);
    default:
      return fail(callee, fmt::format("'{}' is not a function", symbol->name));
  }
}

std::string Checker::wrong_count(std::string_view name, std::size_t wanted, std::size_t given) {
  return fmt::format("too {} arguments: '{}' takes {}, {} given", given < wanted ? "few" : "many", name, wanted, given);
}

const Type* Checker::call_function(Expr& e, Symbol& function) {
  const FunctionInfo& info = *function.function;
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!info.is_complete) return fail(e, fmt::format("recursion is not allowed: '{}' calls itself", function.name));
  if (e.children.size() - 1 != info.parameters.size())
    return fail(e, wrong_count(function.name, info.parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < info.parameters.size(); ++i) argument(e.child(i + 1), *info.parameters[i]);
  return info.result;
}

// Values need assignment compatibility, references a place of an equivalent type; a constant reference takes either.
void Checker::argument(Expr& argument, const Symbol& parameter) {
  const Type& wanted = *parameter.type;
  const Type& found = *argument.type;
  if (found.kind == TypeKind::Invalid || wanted.kind == TypeKind::Invalid) return;
  const auto mismatch = [&] {
    diagnostics_.error(argument.range, fmt::format("incompatible argument: {} given for '{}' of type {}{}",
                                                   describe(found), parameter.name, describe(wanted),
                                                   parameter.is_reference ? " &" : ""));
  };
  if (!parameter.is_reference) {
    if (!assignable(wanted, found)) mismatch();
    return;
  }
  if (wanted.kind == TypeKind::Chan && found.kind == TypeKind::Chan) {
    // A plain channel fits every channel parameter, a broadcast one those for broadcast or urgent channels, an urgent
    // one only those for urgent channels. Arrays of channels must agree.
    const auto capability = [](const Type& t) { return t.is_urgent ? 0 : t.is_broadcast ? 1 : 2; };
    if (capability(found) < capability(wanted)) mismatch();
    return;
  }
  if (parameter.is_const) {
    if (is_changeable(argument) ? !equivalent(wanted, found) : !assignable(wanted, found)) mismatch();
    return;
  }
  if (!equivalent(wanted, found)) {
    mismatch();
    return;
  }
  (void)require_place(argument);
}

const Type* Checker::call_process(Expr& e, Symbol& process) {
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!in_query()) return fail(e, fmt::format("process '{}' cannot be used here", process.name));
  const std::span<Symbol*> parameters = process.instance->parameters;
  if (parameters.empty())
    return fail(e, fmt::format("'{}' is one process, not a set", process.name), fmt::format("write {}", process.name));
  if (e.children.size() - 1 != parameters.size())
    return fail(e, wrong_count(process.name, parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < parameters.size(); ++i) argument(e.child(i + 1), *parameters[i]);
  return simple(TypeKind::Process);
}

namespace {

constexpr std::array<std::string_view, 2> kOfThree = {"fma", "random_tri"};
constexpr std::array<std::string_view, 16> kOfTwo = {
    "fmod", "fmax", "fmin", "fdim", "pow", "hypot", "atan2", "nextafter", "copysign", "ldexp",
    "isunordered", "random_arcsine", "random_beta", "random_gamma", "random_normal", "random_weibull"};
constexpr std::array<std::string_view, 6> kTests = {"isfinite", "isinf",   "isnan",
                                                    "isnormal", "signbit", "isunordered"};

template <std::size_t N>
bool holds(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Type* Checker::call_builtin(Expr& e, Symbol& function) {
  const std::string_view name = function.name;
  if (name == "numOf") return simple(TypeKind::Int);  // its argument is a dynamic template
  const std::size_t given = e.children.size() - 1;
  const std::size_t wanted = name == "exit" ? 0 : holds(kOfThree, name) ? 3 : holds(kOfTwo, name) ? 2 : 1;
  bool is_wrong = false;
  for (std::size_t i = 1; i <= given; ++i) {
    const Type* type = expression(e.child(i));
    const bool is_for_integers = name == "abs" || name == "fpclassify" || (name == "ldexp" && i == 2);
    if (is_integral(*type) || (!is_for_integers && (is_number(*type) || is_clock_term(*type)))) continue;
    fail(e.child(i), fmt::format("{} expected, found {}", is_for_integers ? "integer" : "number", describe(*type)));
    is_wrong = true;
  }
  if (given != wanted) return fail(e, wrong_count(name, wanted, given));
  if (is_wrong) return simple(TypeKind::Invalid);
  if (name == "exit") return simple(TypeKind::Void);
  if (holds(kTests, name)) return simple(TypeKind::Bool);
  const bool is_integer = name == "abs" || name == "fint" || name == "ilogb" || name == "fpclassify";
  return simple(is_integer ? TypeKind::Int : TypeKind::Double);
}

// ---------------------------------------------------------------------------------------------------------
// Places

bool Checker::is_changeable(const Expr& e) {
  const Symbol* root = root_symbol(e);
  const bool is_value = e.kind == ExprKind::Step && (e.op == Operator::PostIncrement || e.op == Operator::PostDecrement);
  return root != nullptr && root->kind != SymbolKind::Location && root->kind != SymbolKind::Bound && !root->is_const &&
         !is_value;
}

bool Checker::require_place(const Expr& e) {
  Symbol* root = root_symbol(e);
  if (root == nullptr || root->kind == SymbolKind::Location) {
    diagnostics_.error(e.range, "left hand side value expected");
    return false;
  }
  if (e.kind == ExprKind::Conditional) {
    if (!equivalent(*e.child(1).type, *e.child(2).type)) {
      diagnostics_.error(e.range, fmt::format("left hand side value expected: {} and {} are different types",
                                              describe(*e.child(1).type), describe(*e.child(2).type)));
      return false;
    }
    return require_place(e.child(1)) && require_place(e.child(2));
  }
  if (e.kind == ExprKind::Step && (e.op == Operator::PostIncrement || e.op == Operator::PostDecrement)) {
    diagnostics_.error(e.range, "left hand side value expected");
    return false;
  }
  if (root->is_const || root->kind == SymbolKind::Bound) {
    diagnostics_.error(e.range, fmt::format("'{}' is constant and cannot be changed", root->name));
    return false;
  }
  root->is_assigned = true;
  return true;
}

const Type* Checker::assignment(Expr& e) {
  const Type& left = *expression(e.child(0));
  const Type& right = *expression(e.child(1));
  if (left.kind == TypeKind::Invalid || right.kind == TypeKind::Invalid) return simple(TypeKind::Invalid);
  if (!require_place(e.child(0))) return simple(TypeKind::Invalid);
  if (e.op == Operator::None) {
    if (!assignable(left, right))
      return fail(e, fmt::format("incompatible types: {} cannot be assigned to {}", describe(right), describe(left)),
                  is_clock(right) && is_integral(left) ? "the value of a clock cannot be read" : "");
    if (same_expression(e.child(0), e.child(1)) && e.child(0).kind == ExprKind::Name)
      diagnostics_.warning("self-assignment", e.range, "a variable is assigned to itself");
    return &left;
  }
  const bool is_kept = left.kind == TypeKind::Bool && e.op == Operator::Add;  // UPPAAL refuses this one alone
  if (is_integral(left) && is_integral(right) && !is_kept) return &left;
  std::string hint = "compound assignment is for integers";
  if (is_clock(left)) hint = "a clock can only be set to a value";
  return fail(e, fmt::format("incompatible types: '{}=' on {} and {}", spelling(e.op), describe(left), describe(right)),
              std::move(hint));
}

const Type* Checker::step(Expr& e) {
  const Type& type = *expression(e.child(0));
  if (type.kind == TypeKind::Invalid || !require_place(e.child(0))) return simple(TypeKind::Invalid);
  if (type.kind != TypeKind::Int) return fail(e, fmt::format("integer expected, found {}", describe(type)));
  return &type;
}

}  // namespace zonda::lang
