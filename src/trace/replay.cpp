// Delays and moves: which edges are candidates, which of them synchronise, and what taking them does.
#include "trace/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace zonda::trace {

using model::Sync;

Replayer::Replayer(const model::Network& network, Units scale, bool has_observer)
    : network_(network), scale_(scale), has_observer_(has_observer), evaluator_(network.code) {}

std::string Replayer::name_of(const MoveEdge& e) const {
  const model::Process& process = network_.processes[e.process];
  const model::Edge& edge = process.edges[e.edge];
  return fmt::format("{}.{}->{}.{}", process.name, process.locations[edge.source].name, process.name,
                     process.locations[edge.target].name);
}

bool Replayer::start(std::span<const std::int32_t> initial) {
  now_.cells.assign(initial.begin(), initial.end());
  now_.clocks.clear();
  for (const model::Clock& clock : network_.clocks) now_.clocks.push_back(clock.initial * scale_);
  if (has_observer_) now_.clocks.push_back(0);
  if (initial.size() != network_.state_cells()) return fail("the initial state does not have the model's variables");
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const model::Process& process = network_.processes[p];
    const auto at = static_cast<std::uint32_t>(initial[p]);
    if (at != process.initial &&
        std::find(process.other_initials.begin(), process.other_initials.end(), at) == process.other_initials.end())
      return fail(fmt::format("{} does not start in that location", process.name));
  }
  for (std::uint32_t i = static_cast<std::uint32_t>(network_.processes.size()); i < initial.size(); ++i)
    if (initial[i] != network_.cells[i].initial)
      return fail(
          fmt::format("{} starts with {}, not with {}", network_.cell_name(i), network_.cells[i].initial, initial[i]));
  ConcreteState target = now_;
  bool is_possible = false;
  if (!enters(target, is_possible)) return false;
  return is_possible || fail("the initial state violates an invariant");
}

bool Replayer::delay(Units units) {
  if (units < 0) return fail("a delay is negative");
  if (units == 0) return true;
  if (!all_candidates()) return false;
  Delays allowed;
  if (!within_invariants(allowed)) return false;
  const auto reaches = [&] {
    return !allowed.is_empty &&
           (!allowed.has_high || units < allowed.high || (units == allowed.high && !allowed.is_high_open));
  };
  if (!reaches()) return fail("the delay is longer than an invariant allows");
  if (!within_urgency(allowed)) return false;
  if (!reaches()) return fail("no time may pass: a location or an enabled synchronisation is urgent");
  constexpr Units kFar = std::numeric_limits<Units>::max() / 4;
  for (std::size_t x = 1; x < now_.clocks.size(); ++x)
    if (now_.clocks[x] > kFar - units * rates_[x]) return fail("clocks grow beyond what can be computed with");
  for (std::size_t x = 1; x < now_.clocks.size(); ++x) now_.clocks[x] += units * rates_[x];
  return true;
}

bool Replayer::some_committed() const {
  for (std::size_t p = 0; p < network_.processes.size(); ++p)
    if (location(p).is_committed) return true;
  return false;
}

bool Replayer::is_allowed_by_committed(std::span<const Candidate> chosen) const {
  return !some_committed() || std::any_of(chosen.begin(), chosen.end(),
                                          [&](const Candidate& c) { return location(c.edge.process).is_committed; });
}

// Adds the edge with these select values if its guard can be evaluated and the integer part holds. A guard that cannot
// be evaluated is no error here as long as the edge is not taken; the search reports such errors.
void Replayer::add_candidate(const MoveEdge& e, std::vector<Candidate>& out) {
  const model::Edge& edge = model_edge(e);
  for (std::size_t i = 0; i < edge.selects.size(); ++i) evaluator_.memory()[edge.selects[i].cell] = e.selects[i];
  std::int32_t holds = 0;
  if (!number(edge.guard.integer, holds, "a guard") || holds == 0) return;
  Candidate result;
  result.edge = e;
  if (!delays_of(edge.guard.clocks, result.open, "a guard")) return;
  if (edge.sync == Sync::Send || edge.sync == Sync::Receive) {
    std::int32_t channel = 0;
    if (!number(edge.channel, channel, "a synchronisation")) return;
    result.channel = static_cast<std::uint32_t>(channel);
  }
  out.push_back(std::move(result));
}

void Replayer::choose_selects(MoveEdge& e, std::vector<Candidate>& out) {
  const model::Edge& edge = model_edge(e);
  if (e.selects.size() == edge.selects.size()) return add_candidate(e, out);
  const model::ValueRange range = edge.selects[e.selects.size()].range;
  for (std::int64_t value = range.lower; value <= range.upper; ++value) {
    e.selects.push_back(static_cast<std::int32_t>(value));
    choose_selects(e, out);
    e.selects.pop_back();
  }
}

void Replayer::candidates(std::size_t process, std::vector<Candidate>& out) {
  const auto& edges = network_.processes[process].edges;
  for (std::uint32_t i = 0; i < edges.size(); ++i) {
    if (edges[i].source != static_cast<std::uint32_t>(now_.cells[process])) continue;
    MoveEdge e{static_cast<std::uint32_t>(process), i, {}};
    choose_selects(e, out);
  }
}

// Leaves the state loaded, the rates of its clocks in rates_, and its candidates in all_.
bool Replayer::all_candidates() {
  load(now_);
  if (!find_rates()) return false;
  all_.assign(network_.processes.size(), {});
  for (std::size_t p = 0; p < all_.size(); ++p) candidates(p, all_[p]);
  return true;
}

namespace {

bool is_open_now(const Delays& d) { return !d.is_empty && d.low == 0 && !d.is_low_open; }

}  // namespace

bool Replayer::is_open(const MoveEdge& e) {
  load(now_);
  if (!find_rates()) return false;
  std::vector<Candidate> found;
  if (model_edge(e).source == static_cast<std::uint32_t>(now_.cells[e.process])) add_candidate(e, found);
  return !found.empty() && is_open_now(found[0].open);
}

bool Replayer::take(std::span<const MoveEdge> edges) {
  if (edges.empty()) return fail("a move needs an edge");
  if (!all_candidates()) return false;
  std::vector<Candidate> chosen;
  for (const MoveEdge& e : edges) {
    const model::Edge& edge = model_edge(e);
    if (edge.source != static_cast<std::uint32_t>(now_.cells[e.process]))
      return fail(fmt::format("{} is not where {} starts", network_.processes[e.process].name, name_of(e)));
    const auto& here = all_[e.process];
    const auto found = std::find_if(here.begin(), here.end(), [&](const Candidate& c) {
      return c.edge.edge == e.edge && c.edge.selects == e.selects;
    });
    if (found == here.end() || !is_open_now(found->open))
      return fail(fmt::format("the guard of {} does not hold", name_of(e)));
    chosen.push_back(*found);
  }
  if (!is_synchronised(chosen)) return false;
  if (!is_allowed_by_committed(chosen)) return fail("some process is committed, and it does not take part");
  ConcreteState target;
  if (!execute(edges, target)) return false;
  bool is_possible = false;
  if (!enters(target, is_possible)) return false;
  if (!is_possible) return fail("an invariant does not hold after the move");
  if (network_.has_priorities && is_overruled(chosen)) return fail("a move of higher priority is possible");
  now_ = std::move(target);
  return true;
}

// Whether a move of higher priority is possible now. A move that ends in an error does not count.
bool Replayer::is_overruled(std::span<const Candidate> chosen) {
  const Rank own = rank(chosen);
  return !enumerate([&](std::span<const Candidate> other) {
    if (rank(other) <= own || !is_allowed_by_committed(other)) return true;
    std::vector<MoveEdge> moved;
    for (const Candidate& c : other) moved.push_back(c.edge);
    ConcreteState there;
    bool is_real = false;
    return !(execute(moved, there) && enters(there, is_real) && is_real);
  });
}

bool Replayer::is_synchronised(std::span<const Candidate> chosen) {
  for (std::size_t i = 0; i < chosen.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (chosen[i].edge.process == chosen[k].edge.process) return fail("a process takes two edges at once");
  const Sync first = model_edge(chosen[0].edge).sync;
  if (first == Sync::Joint) return is_joint(chosen);
  if (first == Sync::None) return chosen.size() == 1 || fail("an edge without synchronisation moves alone");
  if (first == Sync::Receive) return fail("a synchronisation begins with its sender");
  for (const Candidate& c : chosen.subspan(1)) {
    if (model_edge(c.edge).sync != Sync::Receive) return fail(fmt::format("{} does not receive", name_of(c.edge)));
    if (c.channel != chosen[0].channel) return fail(fmt::format("{} is on another channel", name_of(c.edge)));
  }
  if (network_.channels[chosen[0].channel].is_broadcast) return is_complete_broadcast(chosen);
  return chosen.size() == 2 || fail("a sender needs one receiver");
}

bool Replayer::is_complete_broadcast(std::span<const Candidate> chosen) {
  for (std::size_t i = 2; i < chosen.size(); ++i)
    if (chosen[i].edge.process < chosen[i - 1].edge.process) return fail("receivers are not in the system's order");
  for (std::size_t p = 0; p < all_.size(); ++p) {
    if (std::any_of(chosen.begin(), chosen.end(), [&](const Candidate& c) { return c.edge.process == p; })) continue;
    for (const Candidate& c : all_[p])
      if (model_edge(c.edge).sync == Sync::Receive && c.channel == chosen[0].channel && is_open_now(c.open))
        return fail(fmt::format("{} can receive and must", network_.processes[p].name));
  }
  return true;
}

bool Replayer::is_joint(std::span<const Candidate> chosen) {
  for (const model::Joint& joint : network_.joints) {
    std::size_t taken = 0;
    bool fits = true;
    for (const model::JointPart& part : joint.parts) {
      const bool takes_part = taken < chosen.size() && chosen[taken].edge.process == part.process &&
                              model_edge(chosen[taken].edge).sync == Sync::Joint &&
                              model_edge(chosen[taken].edge).event == part.event;
      if (takes_part) {
        ++taken;
        continue;
      }
      const auto& edges = network_.processes[part.process].edges;
      const bool can = std::any_of(edges.begin(), edges.end(), [&](const model::Edge& e) {
        return e.source == static_cast<std::uint32_t>(now_.cells[part.process]) && e.sync == Sync::Joint &&
               e.event == part.event;
      });
      fits = fits && part.is_weak && !can;
    }
    if (fits && taken == chosen.size()) return true;
  }
  return fail("these edges do not make up a synchronisation");
}

Replayer::Rank Replayer::rank(std::span<const Candidate> chosen) const {
  const Sync sync = model_edge(chosen[0].edge).sync;
  Rank result{network_.default_priority, network_.processes[chosen[0].edge.process].priority};
  if (sync == Sync::Send) result.channel = network_.channels[chosen[0].channel].priority;
  for (const Candidate& c : chosen)
    result.process = std::max(result.process, network_.processes[c.edge.process].priority);
  return result;
}

// Setting a clock to a negative value is an error. If moves after a delay are looked at, the value may grow with the
// delay; then the delays are narrowed to those after which it is not negative.
bool Replayer::is_not_negative(Units value, int growth) {
  if (when_ == nullptr) return value >= 0 || fail("a clock is set to a negative value");
  if (growth > 0) when_->raise(-value, false);
  if (growth == 0 && value < 0) when_->is_empty = true;
  return true;
}

bool Replayer::set_clock(ConcreteState& target, std::uint32_t clock, Units value, int growth) {
  if (!is_not_negative(value, growth)) return false;
  target.clocks[clock] = value;
  growth_[clock] = growth;
  return true;
}

bool Replayer::run_update(const model::IntExpr& code, bool sets_clocks, ConcreteState& target,
                          const std::string& what) {
  std::int32_t ignored = 0;
  evaluator_.clear_clocks();
  if (!number(code, ignored, what)) return false;
  if (!sets_clocks) return true;
  // The evaluator gives the new values in terms of the clocks before this code.
  const std::vector<Units> before = target.clocks;
  const std::vector<int> growth = growth_;
  for (const model::ClockValue& v : evaluator_.risky_copies())
    if (!is_not_negative(before[v.source] + v.offset * scale_, growth[v.source])) return false;
  for (const std::uint32_t clock : evaluator_.changed_clocks()) {
    const model::ClockValue v = evaluator_.clock_value(clock);
    const Units base = v.source == 0 ? 0 : before[v.source];
    if (!set_clock(target, clock, base + v.offset * scale_, v.source == 0 ? 0 : growth[v.source])) return false;
  }
  return true;
}

// Runs the updates in their order. Afterwards the cells of now_ are loaded again.
bool Replayer::execute(std::span<const MoveEdge> edges, ConcreteState& target) {
  target = now_;
  growth_ = rates_;
  load(now_);
  bool is_done = true;
  for (const model::UpdateHook& hook : network_.before_update)
    is_done = is_done && run_update(hook.code, hook.has_clock_code, target, "before_update");
  for (const MoveEdge& e : edges) {
    const model::Edge& edge = model_edge(e);
    for (std::size_t i = 0; i < edge.selects.size(); ++i) evaluator_.memory()[edge.selects[i].cell] = e.selects[i];
    if (!edge.update.is_constant())
      is_done = is_done && run_update(edge.update, edge.has_clock_code, target, "the update of " + name_of(e));
    for (const model::ClockReset& r : edge.resets) {
      const Units base = r.source == 0 ? 0 : target.clocks[r.source];
      const int growth = r.source == 0 ? 0 : growth_[r.source];
      is_done = is_done && set_clock(target, r.clock, base + r.offset * scale_, growth);
    }
  }
  for (const model::UpdateHook& hook : network_.after_update)
    is_done = is_done && run_update(hook.code, hook.has_clock_code, target, "after_update");
  const auto memory = evaluator_.memory();
  target.cells.assign(memory.begin(), memory.begin() + network_.state_cells());
  for (const MoveEdge& e : edges) target.cells[e.process] = static_cast<std::int32_t>(model_edge(e).target);
  load(now_);
  return is_done;
}

bool Replayer::enters(ConcreteState& target, bool& is_possible) {
  std::swap(now_, target);
  load(now_);
  Delays none;
  none.lower(0, false);
  const std::vector<int> rates = rates_;
  const bool is_read = find_rates() && within_invariants(none);
  rates_ = rates;
  std::swap(now_, target);
  load(now_);
  is_possible = !none.is_empty;
  return is_read;
}

bool Replayer::for_each_move(const std::function<bool(std::span<const MoveEdge>)>& visit) {
  if (!all_candidates()) return false;
  return enumerate([&](std::span<const Candidate> chosen) {
    std::vector<MoveEdge> edges;
    for (const Candidate& c : chosen) edges.push_back(c.edge);
    const ConcreteState before = now_;
    const auto known = all_;
    const bool is_possible = take(edges);
    now_ = before;
    all_ = known;
    return !is_possible || visit(edges);
  });
}

}  // namespace zonda::trace
