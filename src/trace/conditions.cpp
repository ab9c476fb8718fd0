// Conditions on clocks, as intervals of delays; invariants, urgency, deadlocks and formulas.
#include "trace/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::trace {

void Delays::raise(Units to, bool is_open) {
  if (to > low || (to == low && is_open)) {
    low = to;
    is_low_open = is_open;
  }
  is_empty = is_empty || (has_high && (low > high || (low == high && (is_low_open || is_high_open))));
}

void Delays::lower(Units to, bool is_open) {
  if (!has_high || to < high || (to == high && is_open)) {
    high = to;
    is_high_open = is_open;
    has_high = true;
  }
  is_empty = is_empty || low > high || (low == high && (is_low_open || is_high_open));
}

bool Delays::intersect(const Delays& other) {
  is_empty = is_empty || other.is_empty;
  raise(other.low, other.is_low_open);
  if (other.has_high) lower(other.high, other.is_high_open);
  return !is_empty;
}

bool Replayer::fail(std::string why) {
  why_ = std::move(why);
  return false;
}

bool Replayer::fail_evaluation(const std::string& what) {
  return fail(fmt::format("{} in {}", describe(evaluator_.error()), what));
}

void Replayer::load(const ConcreteState& s) { std::copy(s.cells.begin(), s.cells.end(), evaluator_.memory().begin()); }

bool Replayer::number(model::IntExpr e, std::int32_t& value, const std::string& what) {
  return evaluator_.run(e, value) || fail_evaluation(what);
}

// Finds out which clocks run in the current locations. The state must be loaded.
bool Replayer::find_rates() {
  rates_.assign(network_.clocks.size() + (has_observer_ ? 1 : 0), 1);
  rates_[0] = 0;
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    for (const model::ClockRate& r : location(p).rates) {
      std::int32_t clock = 0;
      std::int32_t rate = 0;
      if (!number(r.clock, clock, "a rate") || !number(r.rate, rate, "a rate")) return false;
      if (rate != 0 && rate != 1) return fail(fmt::format("a clock has the rate {}", rate));
      if (rate == 0) rates_[static_cast<std::size_t>(clock)] = 0;
    }
  }
  return true;
}

// Narrows `out` to the delays after which the constraints hold. Reads the loaded state.
bool Replayer::delays_of(std::span<const model::ClockConstraint> constraints, Delays& out, const std::string& what) {
  for (const model::ClockConstraint& c : constraints) {
    std::int32_t is_asked = 0;
    if (!number(c.condition, is_asked, what)) return false;
    if (is_asked == 0) continue;
    std::int32_t left = 0;
    std::int32_t right = 0;
    std::int32_t bound = 0;
    if (!number(c.left, left, what) || !number(c.right, right, what) || !number(c.bound, bound, what)) return false;
    const auto l = static_cast<std::size_t>(left);
    const auto r = static_cast<std::size_t>(right);
    // clocks[l] - clocks[r] + d * (rates[l] - rates[r]) <= bound
    const Units slack = bound * scale_ - (now_.clocks[l] - now_.clocks[r]);
    const int slope = rates_[l] - rates_[r];
    if (slope > 0) out.lower(slack, c.is_strict);
    if (slope < 0) out.raise(-slack, c.is_strict);
    if (slope == 0 && (c.is_strict ? slack <= 0 : slack < 0)) out.is_empty = true;
  }
  return true;
}

// Narrows `out` to the delays after which the invariants hold. The loaded state must be now_.
bool Replayer::within_invariants(Delays& out) {
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const model::Condition& invariant = location(p).invariant;
    std::int32_t holds = 0;
    if (!number(invariant.integer, holds, "an invariant")) return false;
    if (holds == 0) {
      out.is_empty = true;
      return true;
    }
    if (!delays_of(invariant.clocks, out, "an invariant")) return false;
  }
  return true;
}

// Narrows `out` to the delays that urgency allows: no time passes in urgent and committed locations, and no more than
// until an urgent synchronisation becomes enabled (U2). Uses all_.
bool Replayer::within_urgency(Delays& out) {
  for (std::size_t p = 0; p < network_.processes.size(); ++p)
    if (location(p).is_urgent || location(p).is_committed) out.lower(0, false);
  const auto stop_at = [&](const Delays& enabled) {
    if (!enabled.is_empty) out.lower(enabled.low, false);
  };
  for (const auto& senders : all_) {
    for (const Candidate& sender : senders) {
      if (model_edge(sender.edge).sync != model::Sync::Send || !network_.channels[sender.channel].is_urgent) continue;
      if (network_.channels[sender.channel].is_broadcast) {
        stop_at(sender.open);
        continue;
      }
      for (const auto& receivers : all_) {
        for (const Candidate& receiver : receivers) {
          if (receiver.edge.process == sender.edge.process || receiver.channel != sender.channel ||
              model_edge(receiver.edge).sync != model::Sync::Receive)
            continue;
          Delays both = sender.open;
          both.intersect(receiver.open);
          stop_at(both);
        }
      }
    }
  }
  return true;
}

std::optional<bool> Replayer::holds_clock(const model::ClockConstraint& c) {
  Delays here;
  here.lower(0, false);
  if (!delays_of(std::span(&c, 1), here, "the query")) return std::nullopt;
  return !here.is_empty;
}

namespace {

// Whether each of the delays is in one of the others.
bool is_covered(const Delays& delays, std::span<const Delays> others) {
  if (delays.is_empty) return true;
  if (others.empty()) return false;
  const Delays& first = others.front();
  if (first.is_empty) return is_covered(delays, others.subspan(1));
  Delays before = delays;
  before.lower(first.low, !first.is_low_open);
  if (!is_covered(before, others.subspan(1))) return false;
  if (!first.has_high) return true;
  Delays after = delays;
  after.raise(first.high, !first.is_high_open);
  return is_covered(after, others.subspan(1));
}

}  // namespace

// Whether no move is possible after any delay that the model allows (U3).
std::optional<bool> Replayer::is_deadlocked() {
  if (!all_candidates()) return std::nullopt;
  Delays allowed;
  load(now_);
  if (!within_invariants(allowed) || !within_urgency(allowed)) return std::nullopt;
  bool is_live = false;
  bool has_failed = false;
  at_once_ = false;
  const bool is_done = enumerate([&](std::span<const Candidate> chosen) {
    if (!is_allowed_by_committed(chosen)) return true;
    Delays possible = allowed;
    std::vector<MoveEdge> edges;
    for (const Candidate& c : chosen) {
      possible.intersect(c.open);
      edges.push_back(c.edge);
    }
    if (possible.is_empty) return true;
    // The invariant of the target, in terms of the delay before the move: a clock that is not set has grown by it.
    ConcreteState target;
    when_ = &possible;
    const bool is_executed = execute(edges, target);
    when_ = nullptr;
    if (!is_executed) {
      // Another move may be possible all the same.
      has_failed = true;
      load(now_);
      return true;
    }
    std::swap(now_, target);
    std::swap(rates_, growth_);
    load(now_);
    const bool is_read = within_invariants(possible);
    std::swap(rates_, growth_);
    std::swap(now_, target);
    load(now_);
    is_live = !is_covered(possible, left_behind_);
    return is_read && !is_live;
  });
  at_once_ = true;
  if (is_live) return false;
  if (!is_done || has_failed) return std::nullopt;
  return true;
}

std::optional<bool> Replayer::holds(const model::Formula& f) {
  using Kind = model::Formula::Kind;
  load(now_);
  switch (f.kind) {
    case Kind::Discrete: {
      std::int32_t value = 0;
      if (!number(f.integer, value, "the query")) return std::nullopt;
      return value != 0;
    }
    case Kind::Clock:
      if (!find_rates()) return std::nullopt;
      return holds_clock(f.clock);
    case Kind::Deadlock:
    case Kind::NoDeadlock: {
      const std::optional<bool> is_dead = is_deadlocked();
      if (!is_dead) return std::nullopt;
      return *is_dead == (f.kind == Kind::Deadlock);
    }
    case Kind::And:
    case Kind::Or: {
      // Where only a move that fails could tell whether a state is stuck, the rest of the formula may still decide.
      bool is_open = false;
      for (const model::Formula& child : f.children) {
        const std::optional<bool> value = holds(child);
        const bool is_deadlock = child.kind == Kind::Deadlock || child.kind == Kind::NoDeadlock;
        is_open = is_open || (!value && is_deadlock);
        if (!value && is_deadlock) continue;
        if (!value || *value == (f.kind == Kind::Or)) return value;
      }
      if (is_open) return std::nullopt;
      return f.kind == Kind::And;
    }
  }
  return std::nullopt;
}

}  // namespace zonda::trace
