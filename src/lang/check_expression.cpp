// Expressions: names, members, calls, places.
#include <fmt/format.h>

#include <algorithm>

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
  const bool is_running = std::find(semantics_.processes.begin(), semantics_.processes.end(), &process) !=
                          semantics_.processes.end();
  if (!is_running) return fail(e.child(0), fmt::format("'{}' is not in the system line", process.name));
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
    case SymbolKind::Location: return simple(TypeKind::Bool);
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

const Type* Checker::call_function(Expr& e, Symbol& function) {
  const FunctionInfo& info = *function.function;
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!info.is_complete) return fail(e, fmt::format("recursion is not allowed: '{}' calls itself", function.name));
  if (e.children.size() - 1 != info.parameters.size())
    return fail(e, fmt::format("too {} arguments: '{}' takes {}, {} given",
                               e.children.size() - 1 < info.parameters.size() ? "few" : "many", function.name,
                               info.parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < info.parameters.size(); ++i) argument(e.child(i + 1), *info.parameters[i]);
  return info.result;
}

// Value arguments need assignment compatibility; references a place of an equivalent type.
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
  const Type* wanted_inner = &wanted;
  const Type* found_inner = &found;
  while (wanted_inner->kind == TypeKind::Array && found_inner->kind == TypeKind::Array) {
    wanted_inner = wanted_inner->element;
    found_inner = found_inner->element;
  }
  if (wanted_inner->kind == TypeKind::Chan && found_inner->kind == TypeKind::Chan) {
    // A plain channel fits every channel parameter, a broadcast one those for broadcast or urgent channels, an urgent
    // one only those for urgent channels.
    const auto capability = [](const Type& t) { return t.is_urgent ? 0 : t.is_broadcast ? 1 : 2; };
    if (capability(*found_inner) < capability(*wanted_inner)) mismatch();
    return;
  }
  if (parameter.is_const ? !assignable(wanted, found) && !equivalent(wanted, found) : !equivalent(wanted, found)) {
    mismatch();
    return;
  }
  if (!parameter.is_const) (void)require_place(argument);
}

const Type* Checker::call_process(Expr& e, Symbol& process) {
  for (std::size_t i = 1; i < e.children.size(); ++i) expression(e.child(i));
  if (!in_query()) return fail(e, fmt::format("process '{}' cannot be used here", process.name));
  const std::span<Symbol*> parameters = process.instance->parameters;
  if (e.children.size() - 1 != parameters.size())
    return fail(e, fmt::format("too {} arguments: '{}' takes {}, {} given",
                               e.children.size() - 1 < parameters.size() ? "few" : "many", process.name,
                               parameters.size(), e.children.size() - 1));
  for (std::size_t i = 0; i < parameters.size(); ++i) argument(e.child(i + 1), *parameters[i]);
  return simple(TypeKind::Process);
}

const Type* Checker::call_builtin(Expr& e, Symbol& function) {
  bool all_integral = true;
  if (function.name == "numOf") return simple(TypeKind::Int);
  for (std::size_t i = 1; i < e.children.size(); ++i) {
    const Type* type = expression(e.child(i));
    all_integral &= is_integral(*type);
    if (!is_number(*type) && !is_clock(*type) && type->kind != TypeKind::ClockTerm)
      fail(e.child(i), fmt::format("number expected, found {}", describe(*type)));
  }
  if (function.name == "exit") return simple(TypeKind::Void);
  if (function.name == "abs") {
    if (e.children.size() != 2) return fail(e, "'abs' takes one argument");
    return simple(all_integral ? TypeKind::Int : TypeKind::Double);
  }
  if (function.name == "fint") return simple(TypeKind::Int);
  return simple(TypeKind::Double);
}

// ---------------------------------------------------------------------------------------------------------
// Places

bool Checker::require_place(const Expr& e) {
  Symbol* root = root_symbol(e);
  if (root == nullptr || root->kind == SymbolKind::Location) {
    diagnostics_.error(e.range, "left hand side value expected");
    return false;
  }
  if (e.kind == ExprKind::Conditional) return require_place(e.child(1)) && require_place(e.child(2));
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
  const bool is_real = left.kind == TypeKind::Double || left.kind == TypeKind::HybridClock;
  const bool fits = is_real ? is_number(right) || is_clock(right) : left.kind == TypeKind::Int && is_integral(right);
  if (fits) return &left;
  std::string hint;
  if (left.kind == TypeKind::Clock) hint = "a clock can only be set to a value";
  if (left.kind == TypeKind::Bool) hint = "compound assignment is for integers";
  return fail(e, fmt::format("incompatible types: '{}=' on {} and {}", spelling(e.op), describe(left), describe(right)),
              std::move(hint));
}

const Type* Checker::step(Expr& e) {
  const Type& type = *expression(e.child(0));
  if (type.kind == TypeKind::Invalid || !require_place(e.child(0))) return simple(TypeKind::Invalid);
  if (type.kind != TypeKind::Int && type.kind != TypeKind::Double)
    return fail(e, fmt::format("integer expected, found {}", describe(type)));
  return &type;
}

}  // namespace zonda::lang
