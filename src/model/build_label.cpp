// Locations and edges of a process: labels compiled, selects expanded, branchpoints dissolved.
#include <fmt/format.h>

#include <algorithm>

#include "model/builder.hpp"

namespace zonda::model {

namespace {

// Selects with at most this many combinations become that many edges, with everything constant folded; larger ones
// are chosen while the model runs.
constexpr std::int64_t kExpandUpTo = 256;
constexpr std::size_t kMaxEdges = 4'000'000;

}  // namespace

void Builder::labels(std::size_t process) {
  const lang::Template& t = *instances_[process].source;
  for (std::size_t i = 0; i < network_->processes[process].locations.size(); ++i) location(t.locations[i], i, process);
  edges(process);
}

void Builder::location(const lang::LocationSyntax& syntax, std::size_t index, std::size_t process) {
  Location& result = network_->processes[process].locations[index];
  result.is_urgent = syntax.is_urgent;
  result.is_committed = syntax.is_committed;
  result.source_index = static_cast<std::uint32_t>(index);
  result.range = syntax.range;
  guarded("an invariant", [&] {
    result.invariant = condition(syntax.invariant, *instances_[process].environment, &result.rates);
  });
}

void Builder::edges(std::size_t process) {
  const lang::Template& t = *instances_[process].source;
  for (std::size_t i = 0; i < t.edges.size() && !has_too_many_; ++i)
    if (!t.locations[t.edges[i].source].is_branchpoint) edge(t, i, process);
}

void Builder::edge(const lang::Template& t, std::size_t index, std::size_t process) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  Environment& env = *instances_[process].environment;
  guarded("an edge", [&] {
    std::int64_t combinations = 1;
    for (const lang::Binder& binder : syntax.selects) {
      const Layout* range = constants_.layout(*binder.symbol->type, env);
      combinations = std::min<std::int64_t>(combinations * (std::int64_t{range->upper} - range->lower + 1), 1 << 30);
    }
    Edge result;
    expand_selects(t, index, process, 0, env, result, combinations <= kExpandUpTo);
  });
}

void Builder::expand_selects(const lang::Template& t, std::size_t index, std::size_t process, std::size_t next,
                             Environment& env, Edge& edge, bool is_expanded) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  if (next == syntax.selects.size()) {
    finish_edge(t, index, process, env, edge);
    return;
  }
  const lang::Binder& binder = syntax.selects[next];
  const Layout* range = constants_.layout(*binder.symbol->type, env);
  if (!is_expanded) {
    Environment inner;
    inner.parent = &env;
    const Address cell = compiler_->new_cell(range->lower);
    inner.names[binder.symbol] = {Storage::Kind::Memory, range, {cell, 0, 0}, {}};
    edge.selects.push_back({cell, {range->lower, range->upper}});
    expand_selects(t, index, process, next + 1, inner, edge, false);
    return;
  }
  for (std::int64_t value = range->lower; value <= range->upper && !has_too_many_; ++value) {
    Environment inner;
    inner.parent = &env;
    inner.names[binder.symbol] = {Storage::Kind::Constant, range, {}, keep({static_cast<std::int32_t>(value)})};
    edge.select_values.push_back(static_cast<std::int32_t>(value));
    expand_selects(t, index, process, next + 1, inner, edge, true);
    edge.select_values.pop_back();
  }
}

// One edge, or one for each branch when it leads to a branchpoint.
void Builder::finish_edge(const lang::Template& t, std::size_t index, std::size_t process, Environment& env,
                          Edge edge) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  edge.source = static_cast<std::uint32_t>(syntax.source);
  edge.target = static_cast<std::uint32_t>(syntax.target);
  edge.is_controllable = syntax.is_controllable;
  edge.template_edge = static_cast<std::uint32_t>(index);
  edge.range = syntax.range;
  edge_labels(syntax, env, edge);
  // An edge that can never be taken is no edge; this is what most expanded selects become.
  const bool is_impossible = edge.guard.integer.is_constant(0) && !syntax.selects.empty();
  if (is_impossible) return;
  const auto add = [&](Edge&& one) {
    if (++total_edges_ > kMaxEdges) {
      diagnostics_.error(syntax.range, fmt::format("the system has more than {} edges", kMaxEdges));
      has_too_many_ = true;
      return;
    }
    network_->processes[process].edges.push_back(std::move(one));
  };
  if (!t.locations[syntax.target].is_branchpoint) {
    guarded("an update", [&] { updates(syntax.updates, env, edge); });
    add(std::move(edge));
    return;
  }
  for (std::size_t i = 0; i < t.edges.size(); ++i) {
    const lang::EdgeSyntax& branch = t.edges[i];
    if (branch.source != syntax.target) continue;
    if (branch.guard != nullptr || branch.channel != nullptr || !branch.selects.empty())
      limitation({"a guard, select or synchronisation behind a branchpoint", branch.range}, "");
    std::int64_t weight = 1;
    if (branch.probability != nullptr && lang::fold(*branch.probability, weight) && weight == 0) continue;
    Edge one = edge;
    one.target = static_cast<std::uint32_t>(branch.target);
    one.branch_edge = static_cast<std::int32_t>(i);
    std::vector<lang::Expr*> both(syntax.updates.begin(), syntax.updates.end());
    both.insert(both.end(), branch.updates.begin(), branch.updates.end());
    guarded("an update", [&] { updates(both, env, one); });
    add(std::move(one));
  }
}

void Builder::edge_labels(const lang::EdgeSyntax& syntax, Environment& env, Edge& edge) {
  guarded("a guard", [&] { edge.guard = condition(syntax.guard, env, nullptr); });
  if (syntax.channel == nullptr) return;
  if (syntax.sync == lang::SyncMark::Csp) {
    limitation({"CSP-style synchronisation", syntax.sync_range}, "");
    return;
  }
  edge.sync = syntax.sync == lang::SyncMark::Send ? Sync::Send : Sync::Receive;
  guarded("a synchronisation", [&] { edge.channel = compiler_->channel(*syntax.channel, env); });
}

void Builder::updates(std::span<lang::Expr* const> list, Environment& env, Edge& edge) {
  // First choice: clock assignments as a list, the rest as a program.
  std::vector<lang::Expr*> rest;
  std::vector<ClockReset> resets;
  bool is_static = true;
  for (lang::Expr* e : list) {
    if (const auto reset = compiler_->static_reset(*e, env))
      resets.push_back({reset->clock, reset->source, reset->offset});
    else
      rest.push_back(e);
  }
  compiler_->clear_clock_code();
  edge.update = compiler_->effects(rest, env);
  is_static = !compiler_->has_clock_code();
  if (is_static) {
    edge.resets = std::move(resets);
    return;
  }
  // Some clock assignment depends on what the program computes: run all of them in order.
  edge.update = compiler_->effects(list, env);
  edge.has_clock_code = true;
}

void Builder::update_hooks() {
  for (const lang::Item& item : document_.items) {
    if (item.is_template()) continue;
    const lang::Declaration& d = *item.declaration;
    if (d.kind != lang::DeclKind::BeforeUpdate && d.kind != lang::DeclKind::AfterUpdate) continue;
    guarded("an update", [&] {
      const IntExpr code = compiler_->effects(d.arguments, globals_);
      (d.kind == lang::DeclKind::BeforeUpdate ? network_->before_update : network_->after_update).push_back(code);
    });
  }
}

}  // namespace zonda::model
