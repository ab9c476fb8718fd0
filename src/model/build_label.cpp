// Locations and edges of a process: labels compiled, selects expanded, branchpoints dissolved.
#include "model/document_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace zonda::model {

namespace {

// Selects with at most this many combinations become that many edges, with everything constant folded; larger ones
// are chosen while the model runs.
constexpr std::int64_t kExpandUpTo = 256;
constexpr std::int64_t kMaxChoices = 1 << 20;

}  // namespace

void DocumentBuilder::labels(std::size_t process) {
  const lang::Template& t = *instances_[process].source;
  for (std::size_t i = 0; i < t.locations.size() && !t.locations[i].is_branchpoint; ++i)
    location(t.locations[i], i, process);
  edges(process);
}

void DocumentBuilder::location(const lang::LocationSyntax& syntax, std::size_t index, std::size_t process) {
  Location& result = base_.location(process, index);
  result.is_urgent = syntax.is_urgent;
  result.is_committed = syntax.is_committed;
  result.source_index = static_cast<std::uint32_t>(index);
  result.range = syntax.range;
  result.labels.assign(syntax.marks.begin(), syntax.marks.end());
  guarded("an invariant",
          [&] { result.invariant = condition(syntax.invariant, *instances_[process].environment, &result.rates); });
}

void DocumentBuilder::edges(std::size_t process) {
  const lang::Template& t = *instances_[process].source;
  for (std::size_t i = 0; i < t.edges.size() && !base_.has_too_many(); ++i)
    if (!t.locations[t.edges[i].source].is_branchpoint) edge(t, i, process);
}

void DocumentBuilder::edge(const lang::Template& t, std::size_t index, std::size_t process) {
  const Environment& env = *instances_[process].environment;
  guarded("an edge", [&] {
    const std::int64_t count = select_count(t.edges[index], env);
    if (count == 0) return;
    if (count > kMaxChoices)
      throw BuildError{fmt::format("the select has more than {} combinations", kMaxChoices), t.edges[index].range};
    const std::size_t before = network_->processes[process].edges.size();
    impossible_ = Impossible::None;
    Edge result;
    expand_selects(t, index, process, 0, env, result, count <= kExpandUpTo);
    // An edge that no select value lets be taken stays once, so that it can be reported as never taken.
    if (impossible_ != Impossible::LeftOut || network_->processes[process].edges.size() > before) return;
    impossible_ = Impossible::KeepsOne;
    result = {};
    expand_selects(t, index, process, 0, env, result, count <= kExpandUpTo);
  });
}

std::int64_t DocumentBuilder::select_count(const lang::EdgeSyntax& syntax, const Environment& env) {
  std::int64_t count = 1;
  for (const lang::Binder& binder : syntax.selects) {
    const Layout* range = constants_.layout(*binder.symbol->type, env);
    const std::int64_t values = std::max<std::int64_t>(std::int64_t{range->upper} - range->lower + 1, 0);
    count = std::min(count * values, 2 * kMaxChoices);
  }
  return count;
}

void DocumentBuilder::expand_selects(const lang::Template& t, std::size_t index, std::size_t process, std::size_t next,
                                     const Environment& env, Edge& edge, bool is_expanded) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  if (next == syntax.selects.size()) {
    finish_edge(t, index, process, env, edge);
    return;
  }
  const lang::Binder& binder = syntax.selects[next];
  const Layout* range = constants_.layout(*binder.symbol->type, env);
  if (!is_expanded) {
    Environment inner(&env);
    const Address cell = compiler_->new_cell(range->lower);
    inner.set(binder.symbol, Storage::cell(range, cell));
    edge.selects.push_back({cell, {range->lower, range->upper}});
    expand_selects(t, index, process, next + 1, inner, edge, false);
    return;
  }
  for (std::int64_t value = range->lower; value <= range->upper && !base_.has_too_many(); ++value) {
    Environment inner(&env);
    inner.set(binder.symbol, Storage::constant(range, keep({static_cast<std::int32_t>(value)})));
    edge.select_values.push_back(static_cast<std::int32_t>(value));
    expand_selects(t, index, process, next + 1, inner, edge, true);
    edge.select_values.pop_back();
  }
}

// Adds one edge, or one for each branch if the edge leads to a branchpoint.
void DocumentBuilder::finish_edge(const lang::Template& t, std::size_t index, std::size_t process,
                                  const Environment& env, Edge edge) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  edge.source = static_cast<std::uint32_t>(syntax.source);
  edge.target = static_cast<std::uint32_t>(syntax.target);
  edge.is_controllable = syntax.is_controllable;
  edge.template_edge = static_cast<std::uint32_t>(index);
  edge.range = syntax.range;
  edge_labels(syntax, process, env, edge);
  // An edge that can never be taken is left out; this happens to most expanded selects.
  const bool is_impossible = edge.guard.integer.is_constant(0) && !syntax.selects.empty();
  const bool is_left_out = is_impossible && impossible_ != Impossible::KeepsOne;
  if (is_impossible) impossible_ = Impossible::LeftOut;
  if (is_left_out) return;
  if (t.locations[syntax.target].is_branchpoint) {
    branches(t, index, process, env, edge);
    return;
  }
  guarded("an update", [&] { updates(syntax.updates, env, edge); });
  base_.add_edge(process, std::move(edge));
}

void DocumentBuilder::branches(const lang::Template& t, std::size_t index, std::size_t process, const Environment& env,
                               const Edge& edge) {
  const lang::EdgeSyntax& syntax = t.edges[index];
  auto [known, is_new] = branches_.try_emplace(&t, t.locations.size());
  if (is_new)
    for (std::size_t i = 0; i < t.edges.size(); ++i) known->second[t.edges[i].source].push_back(i);
  for (const std::size_t i : known->second[syntax.target]) {
    const lang::EdgeSyntax& branch = t.edges[i];
    if (branch.guard != nullptr || !branch.selects.empty())
      limitation({"a guard or select after a branchpoint", branch.range}, "");
    if (branch.channel != nullptr && syntax.channel != nullptr)
      limitation({"synchronisations before and after a branchpoint", branch.range}, "");
    if (is_weightless(branch, env)) continue;
    Edge one = edge;
    // Both parts form one step, and UPPAAL allows either of them to synchronise.
    if (syntax.channel == nullptr) synchronisation(branch, env, one);
    one.target = static_cast<std::uint32_t>(branch.target);
    one.branch_edge = static_cast<std::int32_t>(i);
    std::vector<lang::Expr*> both(syntax.updates.begin(), syntax.updates.end());
    both.insert(both.end(), branch.updates.begin(), branch.updates.end());
    guarded("an update", [&] { updates(both, env, one); });
    base_.add_edge(process, std::move(one));
  }
}

// Whether the branch has weight 0, so that it is never taken. A weight is evaluated in the edge's source state, so a
// weight that depends on variables would enable the branch only in some states.
bool DocumentBuilder::is_weightless(const lang::EdgeSyntax& branch, const Environment& env) {
  if (branch.probability == nullptr) return false;
  const lang::Expr& weight = *branch.probability;
  if (weight.kind == lang::ExprKind::Real) return std::strtod(std::string(weight.text).c_str(), nullptr) == 0.0;
  bool is_zero = false;
  guarded("a branch weight", [&] {
    const IntExpr value = compiler_->integer(weight, env);
    if (!value.is_constant() && value.lower <= 0 && value.upper >= 0)
      limitation({"a branch weight that may become 0", weight.range}, "");
    is_zero = value.is_constant(0);
  });
  return is_zero;
}

void DocumentBuilder::edge_labels(const lang::EdgeSyntax& syntax, std::size_t process, const Environment& env,
                                  Edge& edge) {
  guarded("a guard", [&] { edge.guard = condition(syntax.guard, env, nullptr); });
  if (!syntax.event.empty()) event(syntax, process, edge);
  synchronisation(syntax, env, edge);
}

void DocumentBuilder::synchronisation(const lang::EdgeSyntax& syntax, const Environment& env, Edge& edge) {
  if (syntax.channel == nullptr) return;
  if (syntax.sync == lang::SyncMark::Csp) {
    limitation({"CSP-style synchronisation", syntax.sync_range}, "");
    return;
  }
  edge.sync = syntax.sync == lang::SyncMark::Send ? Sync::Send : Sync::Receive;
  guarded("a synchronisation", [&] { edge.channel = compiler_->channel(*syntax.channel, env); });
}

// If possible, clock assignments become a list and the rest a program. If the program sets clocks as well, it does
// everything, so that all assignments happen in the order written.
void DocumentBuilder::updates(std::span<lang::Expr* const> list, const Environment& env, Edge& edge) {
  std::vector<lang::Expr*> rest;
  std::vector<ClockReset> resets;
  for (lang::Expr* e : list) {
    if (const auto reset = compiler_->static_reset(*e, env))
      resets.push_back({reset->clock, reset->source, reset->offset});
    else
      rest.push_back(e);
  }
  Compiler::Effects effects = compiler_->effects(rest, env);
  if (effects.sets_clocks && !resets.empty()) effects = compiler_->effects(list, env);
  for (const lang::Expr* e : list) edge.update_range = lang::join(edge.update_range, e->range);
  edge.update = effects.code;
  edge.has_clock_code = effects.sets_clocks;
  if (!effects.sets_clocks) edge.resets = std::move(resets);
}

void DocumentBuilder::update_hooks() {
  for (const lang::Item& item : document_.items) {
    if (item.is_template()) continue;
    const lang::Declaration& d = *item.declaration;
    if (d.kind != lang::DeclKind::BeforeUpdate && d.kind != lang::DeclKind::AfterUpdate) continue;
    guarded("an update", [&] {
      const Compiler::Effects effects = compiler_->effects(d.arguments, globals_);
      (d.kind == lang::DeclKind::BeforeUpdate ? network_->before_update : network_->after_update)
          .push_back({effects.code, effects.sets_clocks});
    });
  }
}

}  // namespace zonda::model
