// Templates: parameters, locations and edges. Their labels are in check_label.cpp.
#include "lang/checker.hpp"

#include <fmt/format.h>

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
  {
    // A location may have the name of a variable where labels see only what is global.
    const ScopeGuard label_guard(*this, document_.rules.labels_see_only_globals ? info->scope->parent : scope_);
    for (LocationSyntax& l : t.locations) location(l);
    for (EdgeSyntax& e : t.edges) edge(t, e);
  }
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

void Checker::warn_unreachable(const Template& t) {
  if (!t.initial || *t.initial >= t.locations.size()) return;
  std::vector<std::vector<std::size_t>> successors(t.locations.size());
  for (const EdgeSyntax& e : t.edges) successors[e.source].push_back(e.target);
  std::vector<bool> is_seen(t.locations.size(), false);
  std::vector<std::size_t> work{*t.initial};
  work.insert(work.end(), t.other_initials.begin(), t.other_initials.end());
  for (const std::size_t start : work) is_seen[start] = true;
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
    if (!is_seen[i] && scope_->find_here(t.locations[i].name) == t.locations[i].symbol)
      diagnostics_.warning("unreachable-location", t.locations[i].range,
                           fmt::format("no path of edges leads to location '{}'", t.locations[i].name));
}

}  // namespace zonda::lang
