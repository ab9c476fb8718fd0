// Side effects and compile-time constants.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

namespace {

// False when some arm of it is no place.
bool add_roots(const Expr& e, std::vector<Symbol*>& out) {
  switch (e.kind) {
    case ExprKind::Name:
      if (e.symbol != nullptr) out.push_back(e.symbol);
      return e.symbol != nullptr;
    case ExprKind::Member:
      // A member of a process is a variable of its own; a field belongs to the variable before the dot.
      if (e.symbol == nullptr) return add_roots(e.child(0), out);
      out.push_back(e.symbol);
      return true;
    case ExprKind::Index:
    case ExprKind::Assign:
    case ExprKind::Step:
      return add_roots(e.child(0), out);
    case ExprKind::Conditional:
      return add_roots(e.child(1), out) && add_roots(e.child(2), out);
    default:
      return false;
  }
}

}  // namespace

std::vector<Symbol*> root_symbols(const Expr& e) {
  std::vector<Symbol*> result;
  if (!add_roots(e, result)) result.clear();
  return result;
}

namespace {

bool is_function_local(const Symbol& s) {
  return s.kind == SymbolKind::Local || (s.kind == SymbolKind::FunctionParameter && !s.is_reference);
}

bool is_state(const Symbol& s) {
  switch (s.kind) {
    case SymbolKind::Variable:
      return !s.is_const;
    // Only a constant passed by value is known when the model is compiled.
    case SymbolKind::Parameter:
      return s.is_reference || !s.is_const;
    case SymbolKind::FunctionParameter:
      return s.is_reference;
    case SymbolKind::Location:
      return true;
    default:
      return false;
  }
}

void add(Effects& to, const Effects& from) {
  to.writes_state |= from.writes_state;
  to.writes_local |= from.writes_local;
  to.reads_state |= from.reads_state;
}

void add_write(Effects& to, const Expr& place) {
  const std::vector<Symbol*> roots = root_symbols(place);
  if (roots.empty()) to.writes_state = true;
  for (const Symbol* root : roots) (is_function_local(*root) ? to.writes_local : to.writes_state) = true;
}

}  // namespace

Effects Checker::effects(const Expr& e) {
  Effects result;
  for (const Expr* child : e.children)
    if (child != nullptr) add(result, effects(*child));
  switch (e.kind) {
    case ExprKind::Assign:
    case ExprKind::Step:
      add_write(result, e.child(0));
      break;
    case ExprKind::Name:
    case ExprKind::Member:
      if (e.symbol != nullptr && is_state(*e.symbol)) result.reads_state = true;
      break;
    case ExprKind::Deadlock:
    case ExprKind::Spawn:
      result.reads_state = true;
      break;
    case ExprKind::Call: {
      const Symbol* callee = e.child(0).symbol;
      if (callee == nullptr) break;
      if (callee->kind == SymbolKind::External) {
        result.reads_state = true;
        break;
      }
      if (callee->function == nullptr) break;
      const FunctionInfo& info = *callee->function;
      result.writes_state |= info.writes_state;
      result.reads_state |= info.reads_state;
      for (std::size_t i = 0; i < info.writes_parameter.size() && i + 1 < e.children.size(); ++i)
        if (info.writes_parameter[i]) add_write(result, e.child(i + 1));
      break;
    }
    default:
      break;
  }
  return result;
}

void Checker::require_no_effects(const Expr& e, std::string_view where) {
  const auto has_effect = [](const Expr* x) {
    const Effects found = effects(*x);
    return found.writes_state || found.writes_local;
  };
  if (!has_effect(&e)) return;
  // The innermost part that changes something.
  const Expr* source = &e;
  for (const Expr* part = source; part != nullptr;) {
    source = part;
    const auto inner = std::find_if(part->children.begin(), part->children.end(), has_effect);
    part = inner == part->children.end() ? nullptr : *inner;
  }
  const bool is_plain = source->kind == ExprKind::Assign && source->op == Operator::None;
  diagnostics_.error(source->range, fmt::format("{} must be side-effect free", where),
                     is_plain ? "'=' assigns; write '==' to compare" : "");
}

bool Checker::calls_external(const Expr& e) {
  if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr && e.child(0).symbol->kind == SymbolKind::External)
    return true;
  return std::any_of(e.children.begin(), e.children.end(),
                     [](const Expr* child) { return child != nullptr && calls_external(*child); });
}

namespace {

// The binders of the quantifiers around an expression, innermost first.
struct Bound {
  const Symbol* symbol;
  const Bound* outer;
};

// Whether it depends on variables of functions, on bound variables other than its own, or on chance.
bool is_dynamic(const Expr& e, const Bound* bound) {
  if (e.kind == ExprKind::Quantifier) {
    const Bound inner{e.binder->symbol, bound};
    return is_dynamic(e.child(0), &inner);
  }
  if (e.kind == ExprKind::Name && e.symbol != nullptr) {
    const Symbol& s = *e.symbol;
    if (s.kind == SymbolKind::Local || s.kind == SymbolKind::FunctionParameter) return true;
    if (s.kind == SymbolKind::Builtin && s.name.starts_with("random")) return true;
    while (bound != nullptr && bound->symbol != &s) bound = bound->outer;
    return s.kind == SymbolKind::Bound && bound == nullptr;
  }
  return std::any_of(e.children.begin(), e.children.end(),
                     [&](const Expr* child) { return child != nullptr && is_dynamic(*child, bound); });
}

}  // namespace

bool Checker::require_computable(const Expr& e, std::string_view where) {
  // Computed by a library while the model is loaded: allowed, and nothing that symbolic verification can follow.
  if (calls_external(e)) return true;
  const Effects found = effects(e);
  if (!found.reads_state && !found.writes_state && !found.writes_local && !is_dynamic(e, nullptr)) return true;
  diagnostics_.error(e.range, fmt::format("{} must be computable at compile time", where),
                     "it may only depend on constants and parameters");
  return false;
}

}  // namespace zonda::lang
