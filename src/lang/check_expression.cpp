// Expressions: names, members, places. Operators and calls have files of their own.
#include "lang/checker.hpp"
#include "lang/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    case ExprKind::Integer:
      return simple(TypeKind::Int);
    case ExprKind::Boolean:
      return simple(TypeKind::Bool);
    case ExprKind::Real:
      return simple(TypeKind::Double);
    case ExprKind::String:
      return simple(TypeKind::String);
    case ExprKind::Name:
      return name(e);
    case ExprKind::Member:
      return member(e);
    case ExprKind::Index:
      return index(e);
    case ExprKind::Call:
      return call(e);
    case ExprKind::Unary:
      return unary(e);
    case ExprKind::Binary:
      return binary(e);
    case ExprKind::Assign:
      return assignment(e);
    case ExprKind::Step:
      return step(e);
    case ExprKind::Conditional:
      return conditional(e);
    case ExprKind::Quantifier:
      return quantifier(e);
    case ExprKind::Rate:
      return rate(e);
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
    case ExprKind::Type:
      return fail(e, "a type cannot stand here");
    case ExprKind::Invalid:
      return simple(TypeKind::Invalid);
  }
  return simple(TypeKind::Invalid);
}

std::string Checker::suggestion(std::string_view name, std::initializer_list<std::string_view> words) const {
  if (diagnostics_.is_full()) return {};
  Nearest nearest(name);
  for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent)
    for (const Symbol* symbol : scope->order) nearest.offer(symbol->name);
  for (const std::string_view word : words) nearest.offer(word);
  return nearest.hint();
}

std::string Checker::name_hint(std::string_view name) const {
  if (!in_query()) return suggestion(name, {"true", "false"});
  if (diagnostics_.is_full()) return {};
  // A location or variable without its process?
  for (const Symbol* process : semantics_.processes)
    if (process->instance != nullptr && process->instance->scope->find_here(name) != nullptr)
      return fmt::format("write {}{}.{}", process->name, process->instance->parameters.empty() ? "" : "(…)", name);
  return suggestion(name, {"true", "false", "deadlock"});
}

const Type* Checker::name(Expr& e) {
  Symbol* symbol = scope_->find(e.text);
  if (symbol == nullptr) {
    // A name that is missing once is missing everywhere; but every query has its own error.
    if (!in_query() && !unknown_.emplace(owner_, e.text).second) return simple(TypeKind::Invalid);
    return fail(e, fmt::format("unknown identifier '{}'", e.text), name_hint(e.text));
  }
  symbol->is_used = true;
  e.symbol = symbol;
  switch (symbol->kind) {
    case SymbolKind::TypeName:
      return fail(e, fmt::format("'{}' is a type, not a value", e.text));
    case SymbolKind::Function:
    case SymbolKind::External:
    case SymbolKind::Builtin:
      return fail(e, fmt::format("'{}' is a function", e.text), fmt::format("write {}(…)", e.text));
    case SymbolKind::Location:
      return fail(e, fmt::format("'{}' is a location and cannot be used here", e.text),
                  "the model cannot look at locations; keep a variable, or ask in a query");
    case SymbolKind::Template:
    case SymbolKind::Dynamic:
      if (in_query()) return simple(TypeKind::Process);
      return fail(e, fmt::format("process '{}' cannot be used here", e.text), "only queries see processes");
    default:
      return symbol->type;
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
  if (type->kind != TypeKind::Struct) return fail(base, fmt::format("{} is not a structure", describe(*type)));
  for (const StructField& field : type->fields)
    if (field.name == e.text) return field.type;
  return fail(e, fmt::format("{} has no member named '{}'", describe(*type), e.text));
}

// The nearest member, or else the first few locations.
std::string Checker::member_hint(std::string_view name, const Symbol& process) const {
  constexpr std::size_t kShown = 6;
  if (diagnostics_.is_full()) return {};
  Nearest nearest(name);
  for (const Symbol* symbol : process.instance->scope->order) nearest.offer(symbol->name);
  if (std::string hint = nearest.hint(); !hint.empty()) return hint;
  std::string list;
  std::size_t count = 0;
  for (const LocationSyntax& l : document_.templates[process.instance->template_index]->locations) {
    if (!l.is_named || l.is_branchpoint) continue;
    if (++count > kShown) return fmt::format("its locations are {}, …", list);
    list += fmt::format("{}{}", list.empty() ? "" : ", ", l.name);
  }
  return list.empty() ? list : fmt::format("its locations are {}", list);
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
    return fail(e, fmt::format("'{}' has no member named '{}'", process.name, e.text), member_hint(e.text, process));
  }
  symbol->is_used = true;
  e.symbol = symbol;
  switch (symbol->kind) {
    case SymbolKind::Location:
      if (document_.templates[process.instance->template_index]->locations[symbol->location].is_branchpoint)
        return fail(e, fmt::format("'{}' is a branchpoint: no process is ever there", e.text));
      return simple(TypeKind::Bool);
    case SymbolKind::TypeName:
      return fail(e, fmt::format("'{}' is a type, not a value", e.text));
    default:
      return symbol->type;
  }
}

const Type* Checker::index(Expr& e) {
  const Type* base = expression(e.child(0));
  const Type* at = expression(e.child(1));
  if (base->kind == TypeKind::Invalid) return base;
  if (base->kind == TypeKind::Process) return fail(e, "processes of a set are written with parentheses", "write P(i)");
  if (base->kind != TypeKind::Array) return fail(e.child(0), fmt::format("array expected, found {}", describe(*base)));
  const bool is_scalar = base->index != nullptr && base->index->kind == TypeKind::Scalar;
  const bool fits = is_scalar ? equivalent(*base->index, *at) : is_integral(*at);
  if (!fits)
    fail(e.child(1), fmt::format("{} cannot be used as an index here", describe(*at)),
         is_scalar ? fmt::format("the array is indexed by {}", describe(*base->index)) : "");
  return base->element;
}

// ---------------------------------------------------------------------------------------------------------
// Places

namespace {

bool is_constant(const Symbol& s) { return s.is_const || s.kind == SymbolKind::Bound; }

bool is_old_value(const Expr& e) {
  return e.kind == ExprKind::Step && (e.op == Operator::PostIncrement || e.op == Operator::PostDecrement);
}

}  // namespace

bool Checker::is_changeable(const Expr& e) {
  const std::vector<Symbol*> roots = root_symbols(e);
  return !roots.empty() && !is_old_value(e) && std::none_of(roots.begin(), roots.end(), [](const Symbol* root) {
    return root->kind == SymbolKind::Location || is_constant(*root);
  });
}

bool Checker::require_place(const Expr& e) {
  const std::vector<Symbol*> roots = root_symbols(e);
  const bool is_place = !roots.empty() && std::none_of(roots.begin(), roots.end(), [](const Symbol* root) {
    return root->kind == SymbolKind::Location;
  });
  if (!is_place || is_old_value(e)) {
    const bool is_joined = e.kind == ExprKind::Binary && e.op == Operator::And;
    diagnostics_.error(e.range, "left hand side value expected", is_joined ? "separate updates with ','" : "");
    return false;
  }
  if (e.kind == ExprKind::Conditional) {
    if (!equivalent(*e.child(1).type, *e.child(2).type)) {
      diagnostics_.error(e.range, fmt::format("left hand side value expected: {} and {} are different types",
                                              describe(*e.child(1).type), describe(*e.child(2).type)));
      return false;
    }
    // So that a wrong arm is shown, not the whole.
    return require_place(e.child(1)) && require_place(e.child(2));
  }
  for (const Symbol* root : roots) {
    if (!is_constant(*root)) continue;
    diagnostics_.error(e.range, fmt::format("'{}' is constant and cannot be changed", root->name));
    return false;
  }
  for (Symbol* root : roots) root->is_assigned = true;
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
                  is_clock_term(right) && is_integral(left) ? "the value of a clock cannot be read" : "");
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
