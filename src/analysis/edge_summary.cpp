// Runs guards and updates on intervals (abstract_run.hpp) and joins what the paths say.
#include "analysis/edge_summary.hpp"

#include "analysis/abstract_run.hpp"
#include "analysis/code_effects.hpp"

#include <algorithm>
#include <map>

namespace zonda::analysis {

namespace {

using model::Address;
using model::IntExpr;

class Summaries {
 public:
  explicit Summaries(const model::Network& network) : network_(network), run_(network), effects_(network) {}

  EdgeSummary of(const model::Process& process, const model::Edge& edge) {
    EdgeSummary result;
    guard(edge.guard, result);
    clock_demands(edge.guard, &result.at_least, result.at_most);
    clock_demands(process.locations[edge.source].invariant, nullptr, result.at_most);
    clock_demands(process.locations[edge.target].invariant, nullptr, result.at_most_after);
    update(edge, result);
    for (const model::ClockReset& r : edge.resets)
      result.clocks.push_back({r.clock, is_sure(edge, r), is_sure(edge, r) ? r.offset : 0});
    if (edge.sync == model::Sync::Send || edge.sync == model::Sync::Receive)
      result.channels = {edge.channel.lower, edge.channel.upper};
    return result;
  }

 private:
  static bool is_sure(const model::Edge& edge, const model::ClockReset& r) {
    return r.source == 0 && !edge.has_clock_code;
  }

  // Finds what is true of the variables on every path on which the guard holds.
  void guard(const model::Condition& condition, EdgeSummary& out) {
    if (!run_.run(condition.integer, paths_)) return;
    std::map<Address, Interval> common;
    bool is_first = true;
    for (AbstractPath& path : paths_) {
      if (!run_.assume(path, path.result, true)) continue;
      if (is_first) common = path.before;
      for (auto it = common.begin(); it != common.end();) {
        const auto here = path.before.find(it->first);
        if (here != path.before.end()) it->second = hull(it->second, here->second);
        it = here == path.before.end() ? common.erase(it) : std::next(it);
      }
      is_first = false;
    }
    out.is_possible = !is_first;
    for (const auto& [cell, values] : common) {
      const bool says_nothing =
          values.lower <= network_.cells[cell].lower && values.upper >= network_.cells[cell].upper;
      if (!says_nothing) out.cells.push_back({cell, values});
    }
  }

  // Collects the constraints that compare one known clock with a number.
  static void clock_demands(const model::Condition& condition, std::vector<ClockDemand>* at_least,
                            std::vector<ClockDemand>& at_most) {
    for (const model::ClockConstraint& c : condition.clocks) {
      if (!c.condition.is_constant() || c.condition.value == 0) continue;
      if (!c.left.is_constant() || !c.right.is_constant()) continue;
      if (c.right.value == 0 && c.left.value != 0)
        at_most.push_back({static_cast<std::uint32_t>(c.left.value), c.bound.upper, c.is_strict});
      if (c.left.value == 0 && c.right.value != 0 && at_least != nullptr)
        at_least->push_back({static_cast<std::uint32_t>(c.right.value), -std::int64_t{c.bound.upper}, c.is_strict});
    }
  }

  void update(const model::Edge& edge, EdgeSummary& out) {
    if (edge.update.kind != IntExpr::Kind::Program) return;
    if (!run_.run(edge.update, paths_)) return unknown_update(edge, out);
    std::map<Address, CellEffect> all;
    for (const AbstractPath& path : paths_)
      for (const auto& [cell, value] : path.memory)
        if (is_variable(cell)) all.try_emplace(cell, CellEffect{cell, {}, {}});
    for (const AbstractPath& path : paths_) {
      for (auto& [cell, effect] : all) add_effect(path, cell, effect);
      out.sets_any_clock = out.sets_any_clock || path.sets_any_clock;
      if (edge.has_clock_code)
        for (const std::uint32_t clock : path.clocks) add_clock(clock, out);
    }
    for (const auto& [cell, effect] : all)
      if (!(effect.set.is_empty() && effect.shift.is_one(0))) out.effects.push_back(effect);
  }

  void add_effect(const AbstractPath& path, Address cell, CellEffect& effect) const {
    const auto written = path.memory.find(cell);
    if (written == path.memory.end()) {
      effect.shift = hull(effect.shift, Interval::one(0));
      return;
    }
    const AbstractValue& value = written->second;
    if (value.kind == AbstractValue::Kind::Sum && value.cell == cell) {
      effect.shift = hull(effect.shift, value.number);
      return;
    }
    // A value outside the range is an error of the model, so that no state comes of it.
    const Interval range{network_.cells[cell].lower, network_.cells[cell].upper};
    effect.set = hull(effect.set, meet(range, run_.numbers(path, value)));
  }

  static void add_clock(std::uint32_t clock, EdgeSummary& out) {
    const ClockEffect effect{clock, false, 0};
    if (std::ranges::find(out.clocks, effect) == out.clocks.end()) out.clocks.push_back(effect);
  }

  void unknown_update(const model::Edge& edge, EdgeSummary& out) {
    CellSet written(network_.state_cells());
    effects_.may_write(edge.update, written);
    for (auto cell = static_cast<Address>(network_.processes.size()); cell < network_.state_cells(); ++cell)
      if (written.has(cell))
        out.effects.push_back({cell, {network_.cells[cell].lower, network_.cells[cell].upper}, Interval::all()});
    out.sets_any_clock = edge.has_clock_code;
  }

  [[nodiscard]] bool is_variable(Address cell) const {
    return cell >= network_.processes.size() && cell < network_.state_cells();
  }

  const model::Network& network_;
  AbstractRun run_;
  CodeEffects effects_;
  std::vector<AbstractPath> paths_;
};

}  // namespace

const CellEffect* EdgeSummary::effect_on(Address cell) const {
  const auto it =
      std::lower_bound(effects.begin(), effects.end(), cell, [](const CellEffect& e, Address c) { return e.cell < c; });
  return it != effects.end() && it->cell == cell ? &*it : nullptr;
}

std::vector<std::vector<EdgeSummary>> edge_summaries(const model::Network& network) {
  Summaries summaries(network);
  std::vector<std::vector<EdgeSummary>> result;
  for (const model::Process& p : network.processes) {
    result.emplace_back();
    for (const model::Edge& e : p.edges) result.back().push_back(summaries.of(p, e));
  }
  return result;
}

}  // namespace zonda::analysis
