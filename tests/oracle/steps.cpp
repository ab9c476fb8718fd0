// Actions and delays.
#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"

#include <algorithm>

namespace zonda::truth {

using lang::SyncMark;

void Steps::load(const State& state) {
  auto& cells = system_.interpreter.cells();
  const std::size_t processes = system_.processes.size();
  for (std::size_t i = 0; i < system_.variables.size(); ++i)
    cells[system_.variables[i]] = state.discrete[processes + i];
  for (const std::size_t cell : system_.meta) cells[cell] = Interpreter::kUnset;
  system_.interpreter.region = &state.region;
  system_.interpreter.caps = &caps_;
}

std::optional<State> Steps::initial(Failures& failures) {
  State state{{}, Region(system_.clocks, caps_)};
  for (const Process& p : system_.processes)
    state.discrete.push_back(static_cast<std::int64_t>(p.source->initial.value()));
  for (const std::int64_t value : system_.initial_values) state.discrete.push_back(value);
  if (invariants_hold(state, failures)) return state;
  failures.certain("the initial state violates an invariant");
  return std::nullopt;
}

// Whether the invariants of all processes hold. A fault in one of them is certain if no other one is false.
bool Steps::invariants_hold(const State& state, Failures& failures) {
  load(state);
  bool result = true;
  std::string fault;
  for (std::size_t p = 0; p < system_.processes.size(); ++p) {
    const lang::Expr* invariant = location(state, p).invariant;
    if (invariant == nullptr) continue;
    try {
      if (system_.interpreter.holds(*invariant, *system_.processes[p].scope)) {
        (void)system_.interpreter.rates(*invariant, *system_.processes[p].scope);
        continue;
      }
      result = false;
      (void)system_.interpreter.holds_for_some_clocks(*invariant, *system_.processes[p].scope);
    } catch (const Fault& problem) {
      fault = problem.what();
    }
  }
  if (fault.empty()) return result;
  if (result)
    failures.certain(fault);
  else
    failures.possible(fault);
  return false;
}

// All sets of edges that can be taken together, by the rules for synchronisation and for committed locations.
std::vector<Steps::Combination> Steps::combinations(const State& state, const std::vector<Enabled>& enabled) const {
  std::vector<Combination> all;
  for (const Enabled& e : enabled) {
    if (e.sync == SyncMark::None) all.push_back({&e});
    if (e.sync != SyncMark::Send) continue;
    if (system_.channels[e.channel].is_broadcast) {
      Combination chosen{&e};
      receivers(enabled, 0, chosen, all);
      continue;
    }
    for (const Enabled& r : enabled)
      if (r.sync == SyncMark::Receive && r.channel == e.channel && r.process != e.process) all.push_back({&e, &r});
  }
  if (any_committed(state))
    std::erase_if(all, [&](const Combination& edges) {
      return std::none_of(edges.begin(), edges.end(),
                          [&](const Enabled* e) { return is_committed(state, e->process); });
    });
  return all;
}

// Adds the receivers of a broadcast: each process from this one on that has enabled receiving edges takes one of them.
void Steps::receivers(const std::vector<Enabled>& enabled, std::size_t process, Combination& chosen,
                      std::vector<Combination>& out) const {
  if (process == system_.processes.size()) {
    out.push_back(chosen);
    return;
  }
  bool is_any = false;
  for (const Enabled& r : enabled) {
    if (r.process != process || process == chosen[0]->process || r.sync != SyncMark::Receive ||
        r.channel != chosen[0]->channel)
      continue;
    is_any = true;
    chosen.push_back(&r);
    receivers(enabled, process + 1, chosen, out);
    chosen.pop_back();
  }
  if (!is_any) receivers(enabled, process + 1, chosen, out);
}

Steps::Rank Steps::rank_of(const Combination& edges) const {
  Rank result{system_.default_priority, 0};
  if (edges[0]->sync != SyncMark::None) result.channel = system_.channels[edges[0]->channel].priority;
  for (const Enabled* e : edges) result.process = std::max(result.process, system_.processes[e->process].priority);
  return result;
}

// Runs the updates in order and then checks the invariants of the target. Returns nothing if they do not hold.
std::optional<Steps::Action> Steps::take(const State& state, const Combination& edges, Actions& all,
                                         Failures& failures) {
  Action result{rank_of(edges), std::nullopt, {}, edges, {}};
  Interpreter& interpreter = system_.interpreter;
  load(state);
  interpreter.begin_move();
  State target = state;
  interpreter.on_store = [&](std::size_t cell, std::int64_t value) {
    result.written.emplace_back(cell, value);
    all.maybe_written.emplace_back(cell, value);
  };
  try {
    for (const lang::Expr* e : system_.before_update) interpreter.execute(*e, system_.globals());
    for (const Enabled* e : edges) {
      const Scope scope = with_selected(*e);
      for (const lang::Expr* update : e->edge->updates) interpreter.execute(*update, scope);
      if (e->branch == nullptr) continue;
      for (const lang::Expr* update : e->branch->updates)
        interpreter.execute(*update, *system_.processes[e->process].scope);
    }
    for (const lang::Expr* e : system_.after_update) interpreter.execute(*e, system_.globals());
  } catch (const Fault& fault) {
    result.fault = fault.what();
    interpreter.on_store = nullptr;
    return result;
  }
  interpreter.on_store = nullptr;
  for (const Enabled* e : edges)
    target.discrete[e->process] = static_cast<std::int64_t>((e->branch == nullptr ? e->edge : e->branch)->target);
  for (std::size_t i = 0; i < system_.variables.size(); ++i)
    target.discrete[system_.processes.size() + i] = interpreter.cells()[system_.variables[i]];
  caps_.note(interpreter.settings());
  target.region = state.region.after(interpreter.settings(), caps_);
  Failures entering;
  if (invariants_hold(target, entering)) {
    result.target = std::move(target);
    return result;
  }
  if (entering.is_certain) {
    result.fault = entering.message;
    return result;
  }
  if (entering.is_possible) failures.possible(entering.message);
  return std::nullopt;
}

Steps::Actions Steps::actions(const State& state, Failures& failures) {
  const std::vector<Enabled> edges = enabled(state, failures);
  std::vector<Action> possible;
  Actions result;
  for (const Combination& combination : combinations(state, edges))
    if (auto action = take(state, combination, result, failures)) possible.push_back(std::move(*action));
  for (Action& action : possible) {
    const auto is_stronger = [&](const Action& other) { return other.rank > action.rank; };
    const bool is_blocked = system_.has_priorities && std::any_of(possible.begin(), possible.end(), is_stronger);
    if (!action.fault.empty() && is_blocked) failures.possible(action.fault);
    if (is_blocked) continue;
    if (!action.fault.empty()) {
      result.is_fault_possible = true;
      failures.certain(action.fault);
      continue;
    }
    result.targets.push_back(std::move(*action.target));
    result.taken.emplace_back();
    for (const Enabled* e : action.edges) result.taken.back().push_back({e->process, e->edge, e->branch});
    result.written.insert(result.written.end(), action.written.begin(), action.written.end());
  }
  return result;
}

// Whether a synchronisation over an urgent channel is enabled. Only guards count, not the invariants of the target.
bool Steps::is_urgent(const State& state, Failures& failures) {
  const auto is_urgent_channel = [](const Channel& c) { return c.is_urgent; };
  if (std::none_of(system_.channels.begin(), system_.channels.end(), is_urgent_channel)) return false;
  const std::vector<Enabled> edges = enabled(state, failures);
  return std::any_of(edges.begin(), edges.end(), [&](const Enabled& e) {
    if (e.sync != SyncMark::Send || !system_.channels[e.channel].is_urgent) return false;
    if (system_.channels[e.channel].is_broadcast) return true;
    return std::any_of(edges.begin(), edges.end(), [&](const Enabled& r) {
      return r.sync == SyncMark::Receive && r.channel == e.channel && r.process != e.process;
    });
  });
}

bool Steps::may_delay(const State& state, Failures& failures) {
  for (std::size_t p = 0; p < system_.processes.size(); ++p)
    if (location(state, p).is_urgent || location(state, p).is_committed) return false;
  return !is_urgent(state, failures);
}

// The clocks that stand still in the locations of the state.
std::set<std::size_t> Steps::stopped(const State& state) {
  load(state);
  std::map<std::size_t, std::int64_t> known;
  std::set<std::size_t> result;
  for (std::size_t p = 0; p < system_.processes.size(); ++p) {
    const lang::Expr* invariant = location(state, p).invariant;
    if (invariant == nullptr) continue;
    for (const auto& [clock, rate] : system_.interpreter.rates(*invariant, *system_.processes[p].scope)) {
      const auto [at, is_new] = known.emplace(clock, rate);
      if (!is_new && at->second != rate) throw Refused("a clock with two rates");
      if (rate == 0) result.insert(clock);
    }
  }
  return result;
}

// The clocks after the next step of time. Time must be able to pass.
std::optional<Region> Steps::later(const State& state) {
  const std::set<std::size_t> still = stopped(state);
  if (caps_.is_grid()) {
    for (const std::size_t clock : still) caps_.note_stopped(clock);
    return state.region.next(caps_, still);
  }
  // A clock beyond its cap is like one that runs, unless its differences to others matter.
  for (const std::size_t clock : still) {
    bool matters = !state.region.is_beyond(clock);
    for (std::size_t other = 1; other <= caps_.clocks(); ++other)
      matters = matters || caps_.difference(clock, other) >= 0;
    if (matters) throw ClockStandsStill{};
  }
  return state.region.next(caps_);
}

bool Steps::rests(const State& state, Failures& failures) { return may_delay(state, failures) && !later(state); }

std::optional<State> Steps::delay(const State& state, Failures& failures) {
  if (!may_delay(state, failures)) return std::nullopt;
  auto next = later(state);
  if (!next) return std::nullopt;
  State target{state.discrete, std::move(*next)};
  Failures ignored;
  if (!invariants_hold(target, ignored)) return std::nullopt;
  // If time can pass within the target region, an urgent synchronisation there forbids even to enter it by delay.
  if (target.region.has_duration() && is_urgent(target, ignored)) return std::nullopt;
  return target;
}

}  // namespace zonda::truth
