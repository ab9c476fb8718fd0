// Templates: locations, edges and their labels.
#include <fmt/format.h>

#include "lang/checker.hpp"

namespace zonda::lang {

void Checker::process(std::size_t template_index) {
  Template& t = *document_.templates[template_index];
  // A dynamic template is announced before it is defined.
  Symbol* symbol = scope_->find_here(t.name);
  if (symbol == nullptr || symbol->kind != SymbolKind::Dynamic)
    symbol = declare(SymbolKind::Template, t.name, t.name_range, simple(TypeKind::Template));
  t.symbol = symbol;
  auto* info = arena_.make<TemplateInfo>();
  info->template_index = template_index;
  info->scope = new_scope(scope_);
  symbol->instance = info;

  const ScopeGuard guard(*this, info->scope);
  owner_ = static_cast<std::int32_t>(template_index);
  info->parameters = arena_.copy(parameter_symbols(t.parameters, SymbolKind::Parameter));
  for (Declaration* d : t.declarations) declaration(*d);
  locations(t);
  for (EdgeSyntax& e : t.edges) edge(t, e);
  if (!t.initial && !t.locations.empty() && !diagnostics_.has_errors())
    diagnostics_.error(t.name_range, fmt::format("template '{}' has no initial location", t.name));
  warn_unreachable(t);
  owner_ = -1;
}

void Checker::locations(Template& t) {
  for (std::size_t i = 0; i < t.locations.size(); ++i) {
    LocationSyntax& l = t.locations[i];
    l.symbol = declare(SymbolKind::Location, l.name, l.range, simple(TypeKind::Location));
    l.symbol->location = i;
  }
  for (LocationSyntax& l : t.locations) location(l);
}

void Checker::location(LocationSyntax& l) {
  for (Expr* rate : {l.rate, l.rate_divisor}) {
    if (rate == nullptr) continue;
    if (!is_number(*expression(*rate)))
      diagnostics_.error(rate->range, fmt::format("number expected as a rate, found {}", describe(*rate->type)));
    require_no_effects(*rate, "an exponential rate");
  }
  if (l.invariant == nullptr) return;
  const Type& type = *expression(*l.invariant);
  require_no_effects(*l.invariant, "an invariant");
  if (type.kind == TypeKind::Invalid) return;
  const bool fits = is_integral(type) || (type.kind == TypeKind::Constraint && type.as_invariant);
  if (!fits) {
    std::string hint;
    if (type.kind == TypeKind::Constraint)
      hint = "an invariant is a conjunction of upper bounds on clocks and integer conditions";
    diagnostics_.error(l.invariant->range,
                       fmt::format("expression of type {} cannot be used as an invariant", describe(type)),
                       std::move(hint));
    return;
  }
  if (type.is_strict_upper)
    diagnostics_.warning("strict-invariant", l.invariant->range, "strict invariant",
                         "time may come as close to the bound as it likes without a last moment");
  if (type.is_lower)
    diagnostics_.warning("lower-bound-invariant", l.invariant->range, "the invariant has a lower bound on a clock",
                         "it blocks entering the location; it does not force a delay");
}

void Checker::edge(const Template& t, EdgeSyntax& e) {
  const ScopeGuard scope_guard(*this, e.selects.empty() ? scope_ : new_scope(scope_));
  for (Binder& binder : e.selects) bind(binder);
  if (e.guard != nullptr) guard(e);
  if (e.channel != nullptr) synchronisation(e);
  for (Expr* u : e.updates) update(*u);
  if (e.probability != nullptr) {
    const Type& type = *expression(*e.probability);
    require_no_effects(*e.probability, "a probability");
    if (!is_number(type) || type.kind == TypeKind::Bool)
      diagnostics_.error(e.probability->range, fmt::format("number expected as a weight, found {}", describe(type)));
  }
  const bool from_branchpoint = t.locations[e.source].is_branchpoint;
  if (from_branchpoint && (e.guard != nullptr || e.channel != nullptr || !e.selects.empty()))
    diagnostics_.warning("extension", e.range,
                         "an edge that leaves a branchpoint should have no guard, select or synchronisation");
  if (from_branchpoint && t.locations[e.target].is_branchpoint)
    diagnostics_.error(e.range, "an edge cannot join two branchpoints");
  check_urgent_guard(e);
}

void Checker::guard(EdgeSyntax& e) {
  const Type& type = *expression(*e.guard);
  require_no_effects(*e.guard, "a guard");
  std::int64_t value = 0;
  if (is_integral(type) && fold(*e.guard, value) && value == 0)
    diagnostics_.warning("constant-condition", e.guard->range, "this guard is always false");
  if (type.kind == TypeKind::Invalid || is_integral(type)) return;
  if (type.kind == TypeKind::Constraint && type.as_guard) return;
  std::string hint;
  if (type.has_rate)
    hint = "rates belong to invariants";
  else if (type.kind == TypeKind::Constraint)
    hint = "split it: a disjunction of clock constraints needs one edge each";
  diagnostics_.error(e.guard->range, fmt::format("expression of type {} cannot be used as a guard", describe(type)),
                     std::move(hint));
}

void Checker::synchronisation(EdgeSyntax& e) {
  const Type& type = *expression(*e.channel);
  require_no_effects(*e.channel, "a synchronisation");
  if (e.sync == SyncMark::Csp)
    unmarked_syncs_.push_back(e.sync_range);
  else
    has_marked_sync_ = true;
  if (type.kind != TypeKind::Chan && type.kind != TypeKind::Invalid)
    diagnostics_.error(e.channel->range, fmt::format("channel expected, found {}", describe(type)));
  if (type.kind == TypeKind::Chan && type.is_broadcast && e.sync == SyncMark::Receive && e.guard != nullptr &&
      e.guard->type != nullptr && e.guard->type->kind == TypeKind::Constraint)
    semantics_.has_clock_guarded_receivers = true;
}

void Checker::check_urgent_guard(const EdgeSyntax& e) {
  if (e.channel == nullptr || e.guard == nullptr || e.channel->type == nullptr || e.guard->type == nullptr) return;
  if (!e.channel->type->is_urgent || e.guard->type->kind != TypeKind::Constraint) return;
  diagnostics_.warning("urgent-clock-guard", e.guard->range, "a clock guard on an urgent synchronisation",
                       "releases up to 4.0 refuse it");
}

// An expression whose value is thrown away. Conditions on clocks and channels are always a mistake there.
const Type* Checker::evaluate(Expr& e) {
  const Type* type = expression(e);
  if (type->kind != TypeKind::Constraint && type->kind != TypeKind::Rate && !type->is_difference &&
      type->kind != TypeKind::Process && !contains(*type, TypeKind::Chan))
    return type;
  return e.type = fail(e, fmt::format("a {} is not an update", describe(*type)),
                       e.kind == ExprKind::Binary && e.op == Operator::Equal ? kAssignHint : "");
}

void Checker::update(Expr& e) {
  const Type& type = *evaluate(e);
  if (type.kind == TypeKind::Invalid) return;
  const Effects found = effects(e);
  const bool is_constant = e.kind == ExprKind::Integer || e.kind == ExprKind::Boolean;
  const bool is_external = e.kind == ExprKind::Spawn || (e.kind == ExprKind::Call && e.child(0).symbol != nullptr &&
                                                         e.child(0).symbol->kind != SymbolKind::Function);
  if (found.writes_state || is_constant || is_external) return;
  diagnostics_.warning("no-effect", e.range, "this expression has no effect",
                       e.kind == ExprKind::Binary && e.op == Operator::Equal ? kAssignHint : "");
}

void Checker::warn_unreachable(const Template& t) {
  if (!t.initial || *t.initial >= t.locations.size()) return;
  std::vector<std::vector<std::size_t>> successors(t.locations.size());
  for (const EdgeSyntax& e : t.edges) successors[e.source].push_back(e.target);
  std::vector<bool> is_seen(t.locations.size(), false);
  std::vector<std::size_t> work{*t.initial};
  is_seen[*t.initial] = true;
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    for (const std::size_t next : successors[at]) {
      if (is_seen[next]) continue;
      is_seen[next] = true;
      work.push_back(next);
    }
  }
  for (std::size_t i = 0; i < t.locations.size(); ++i)
    if (!is_seen[i])
      diagnostics_.warning("unreachable-location", t.locations[i].range,
                           fmt::format("no path of edges leads to location '{}'", t.locations[i].name));
}

}  // namespace zonda::lang
