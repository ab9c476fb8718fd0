// Finds the edges whose guards hold, for each choice of select values.
#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"

namespace zonda::truth {

using lang::EdgeSyntax;
using lang::SyncMark;

const lang::LocationSyntax& Steps::location(const State& state, std::size_t process) const {
  return system_.processes[process].source->locations[static_cast<std::size_t>(state.discrete[process])];
}

bool Steps::is_committed(const State& state, std::size_t process) const {
  return location(state, process).is_committed;
}

bool Steps::any_committed(const State& state) const {
  for (std::size_t p = 0; p < system_.processes.size(); ++p)
    if (is_committed(state, p)) return true;
  return false;
}

std::vector<Steps::Enabled> Steps::enabled(const State& state, Failures& failures) {
  load(state);
  std::vector<Enabled> result;
  for (std::size_t p = 0; p < system_.processes.size(); ++p) {
    for (const std::size_t e : system_.processes[p].edges[static_cast<std::size_t>(state.discrete[p])]) {
      const EdgeSyntax& edge = system_.processes[p].source->edges[e];
      for (const EdgeSyntax* branch : branches(p, edge)) choose(state, {p, &edge, branch, {}}, result, failures);
    }
  }
  return result;
}

// The second parts of an edge that leads to a branchpoint, but for those of weight 0; only null for any other edge.
// Guard and select belong to the first part.
std::vector<const EdgeSyntax*> Steps::branches(std::size_t process, const EdgeSyntax& edge) {
  const lang::Template& t = *system_.processes[process].source;
  if (!t.locations[edge.target].is_branchpoint) return {nullptr};
  std::vector<const EdgeSyntax*> result;
  for (const EdgeSyntax& branch : t.edges) {
    if (branch.source != edge.target) continue;
    if (branch.guard != nullptr || !branch.selects.empty()) throw Refused("a guard or select behind a branchpoint");
    if (branch.sync != SyncMark::None && edge.sync != SyncMark::None) throw Refused("two synchronisations on one edge");
    const auto weight = [&] {
      return system_.interpreter.evaluate(*branch.probability, *system_.processes[process].scope);
    };
    if (branch.probability == nullptr || weight() != 0) result.push_back(&branch);
  }
  return result;
}

Scope Steps::with_selected(const Enabled& e) {
  Scope scope(system_.processes[e.process].scope);
  for (std::size_t i = 0; i < e.selected.size(); ++i) {
    const lang::Symbol* symbol = e.edge->selects[i].symbol;
    // Select values have cells of their own, because the cells of an evaluation end with it.
    const Shape* shape = system_.interpreter.shape(*symbol->type, scope);
    scope.add(symbol, system_.interpreter.hold(shape, i, e.selected[i]));
  }
  return scope;
}

void Steps::choose(const State& state, Enabled candidate, std::vector<Enabled>& out, Failures& failures) {
  const EdgeSyntax& edge = *candidate.edge;
  std::vector<std::int64_t>& selected = candidate.selected;
  const EdgeSyntax& speaking = edge.sync == SyncMark::None && candidate.branch != nullptr ? *candidate.branch : edge;
  candidate.sync = speaking.sync;
  const Scope scope = with_selected(candidate);
  if (selected.size() < edge.selects.size()) {
    const Shape* range = system_.interpreter.shape(*edge.selects[selected.size()].symbol->type, scope);
    for (std::int64_t i = range->lower; i <= range->upper; ++i) {
      selected.push_back(i);
      choose(state, candidate, out, failures);
      selected.pop_back();
    }
    return;
  }
  try {
    if (edge.guard != nullptr) {
      const bool holds = system_.interpreter.holds(*edge.guard, scope);
      // A checker that evaluates the integer parts or the channel first may meet a fault that the clocks hide here.
      try {
        const bool may_hold = system_.interpreter.holds_for_some_clocks(*edge.guard, scope) != Doubt::No;
        if (!holds && may_hold && candidate.sync != SyncMark::None)
          (void)system_.interpreter.place_of(*speaking.channel, scope);
      } catch (const Fault& fault) {
        failures.possible(fault.what());
      }
      if (!holds) return;
    }
    if (candidate.sync != SyncMark::None) {
      const Place channel = system_.interpreter.place_of(*speaking.channel, scope);
      candidate.channel = static_cast<std::size_t>(system_.interpreter.cells()[channel.address]);
    }
  } catch (const Fault& fault) {
    // A checker need not evaluate the guard of an edge that cannot be taken anyway, so the fault is certain only if the
    // edge could be taken by itself.
    const bool may_lead =
        candidate.sync == SyncMark::None && (is_committed(state, candidate.process) || !any_committed(state));
    if (may_lead)
      failures.certain(fault.what());
    else
      failures.possible(fault.what());
    return;
  }
  out.push_back(std::move(candidate));
}

}  // namespace zonda::truth
