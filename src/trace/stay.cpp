// Whether a formula holds all along a delay. The delays after which it is violated are intervals of the real line.
#include "trace/replay.hpp"

namespace zonda::trace {

namespace {

// Appends the delays that are not in the interval.
void complement(const Delays& of, std::vector<Delays>& out) {
  if (of.is_empty) {
    out.emplace_back();
    return;
  }
  if (of.low > 0 || of.is_low_open) {
    Delays before;
    before.lower(of.low, !of.is_low_open);
    if (!before.is_empty) out.push_back(before);
  }
  if (of.has_high) {
    Delays after;
    after.raise(of.high, !of.is_high_open);
    out.push_back(after);
  }
}

}  // namespace

// Appends the delays after which the formula is false or, if `is_negated`, true. The state must be loaded, and its
// rates must be known.
bool Replayer::violations(const model::Formula& f, bool is_negated, std::vector<Delays>& out) {
  using Kind = model::Formula::Kind;
  switch (f.kind) {
    case Kind::Discrete: {
      std::int32_t value = 0;
      if (!number(f.integer, value, "the query")) return false;
      if ((value != 0) == is_negated) out.emplace_back();
      return true;
    }
    case Kind::Clock: {
      Delays held;
      if (!delays_of(std::span(&f.clock, 1), held, "the query")) return false;
      if (!is_negated)
        complement(held, out);
      else if (!held.is_empty)
        out.push_back(held);
      return true;
    }
    case Kind::Deadlock:
    case Kind::NoDeadlock:
      return fail("'deadlock' cannot be looked at along a delay");
    case Kind::And:
    case Kind::Or:
      break;
  }
  const bool is_any = (f.kind == Kind::And) != is_negated;
  if (is_any) {
    for (const model::Formula& child : f.children)
      if (!violations(child, is_negated, out)) return false;
    return true;
  }
  std::vector<Delays> all(1);
  for (const model::Formula& child : f.children) {
    std::vector<Delays> one;
    if (!violations(child, is_negated, one)) return false;
    std::vector<Delays> both;
    for (const Delays& a : all) {
      for (const Delays& b : one) {
        Delays common = a;
        if (common.intersect(b)) both.push_back(common);
      }
    }
    all = std::move(both);
    if (all.empty()) return true;
  }
  out.insert(out.end(), all.begin(), all.end());
  return true;
}

std::optional<bool> Replayer::holds_within(const model::Formula& formula, bool is_negated, const Delays& allowed) {
  load(now_);
  if (!find_rates()) return std::nullopt;
  std::vector<Delays> bad;
  if (!violations(formula, is_negated, bad)) return std::nullopt;
  for (const Delays& one : bad) {
    Delays common = one;
    if (common.intersect(allowed)) return false;
  }
  return true;
}

std::optional<bool> Replayer::holds_during(const model::Formula& formula, bool is_negated, Units units) {
  Delays allowed;
  allowed.lower(units, false);
  return holds_within(formula, is_negated, allowed);
}

std::optional<bool> Replayer::rests(const model::Formula& formula, bool is_negated) {
  if (!all_candidates()) return std::nullopt;
  Delays allowed;
  load(now_);
  if (!within_invariants(allowed) || !within_urgency(allowed)) return std::nullopt;
  if (allowed.is_empty || allowed.has_high) return false;
  return holds_within(formula, is_negated, allowed);
}

std::optional<bool> Replayer::is_stuck(const model::Formula& formula, bool is_negated) {
  const std::optional<bool> is_dead = is_deadlocked();
  if (!is_dead || !*is_dead) return is_dead;
  if (!all_candidates()) return std::nullopt;
  Delays allowed;
  load(now_);
  if (!within_invariants(allowed) || !within_urgency(allowed)) return std::nullopt;
  return holds_within(formula, is_negated, allowed);
}

}  // namespace zonda::trace
