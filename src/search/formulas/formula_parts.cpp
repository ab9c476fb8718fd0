#include "search/formulas/formula_parts.hpp"

#include "search/limits/limitations.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::search {

using model::Formula;

namespace {

constexpr std::size_t kMostParts = 4096;

bool holds_trivially(const step::ClockCondition& c) { return c.is_strict ? c.value > 0 : c.value >= 0; }

bool is_tighter(const step::ClockCondition& a, const step::ClockCondition& b) {
  return a.value < b.value || (a.value == b.value && a.is_strict);
}
bool contradict(const step::ClockCondition& a, const step::ClockCondition& b) {
  if (a.left != b.right || a.right != b.left) return false;
  const std::int64_t room = std::int64_t{a.value} + b.value;
  return room < 0 || (room == 0 && (a.is_strict || b.is_strict));
}

// Adds a condition. Of two conditions on the same clocks only the tighter one stays. False: it contradicts another one.
bool add_condition(Conjunction& conjunction, const step::ClockCondition& c) {
  if (std::any_of(conjunction.begin(), conjunction.end(), [&](const auto& other) { return contradict(c, other); }))
    return false;
  for (step::ClockCondition& other : conjunction) {
    if (other.left != c.left || other.right != c.right) continue;
    if (is_tighter(c, other)) other = c;
    return true;
  }
  conjunction.push_back(c);
  return true;
}

}  // namespace

bool says_nothing_of_clocks(const Formula& f) {
  switch (f.kind) {
    case Formula::Kind::Discrete:
      return true;
    case Formula::Kind::Clock:
    case Formula::Kind::Deadlock:
    case Formula::Kind::NoDeadlock:
      return false;
    case Formula::Kind::And:
    case Formula::Kind::Or:
      return std::all_of(f.children.begin(), f.children.end(), says_nothing_of_clocks);
  }
  return false;
}

bool FormulaParts::find(const Formula& formula, bool is_negated, std::span<const std::int32_t> state,
                        std::vector<Conjunction>& out) {
  out.clear();
  moves_.clear_error();
  moves_.load(state);
  return parts(formula, is_negated, out);
}

// `out` is empty before.
bool FormulaParts::parts(const Formula& f, bool is_negated, std::vector<Conjunction>& out) {
  switch (f.kind) {
    case Formula::Kind::Discrete: {
      std::int32_t value = 0;
      if (!moves_.evaluator().run(f.integer, value)) return moves_.note_error("the query"), false;
      if ((value != 0) != is_negated) out.emplace_back();
      return true;
    }
    case Formula::Kind::Clock:
      return clock_part(f, is_negated, out);
    case Formula::Kind::Deadlock:
    case Formula::Kind::NoDeadlock:
      ZONDA_CHECK(false, "'deadlock' has no clock conditions");
      return false;
    case Formula::Kind::And:
    case Formula::Kind::Or:
      break;
  }
  if ((f.kind == Formula::Kind::And) != is_negated) return all_of(f, is_negated, out);
  for (const Formula& child : f.children) {
    std::vector<Conjunction> more;
    if (!parts(child, is_negated, more)) return false;
    // The operand after this one is not evaluated.
    if (holds_everywhere(more)) {
      out.assign(1, {});
      return true;
    }
    out.insert(out.end(), more.begin(), more.end());
  }
  return true;
}

bool FormulaParts::all_of(const Formula& f, bool is_negated, std::vector<Conjunction>& out) {
  out.assign(1, {});
  for (const Formula& child : f.children) {
    std::vector<Conjunction> more;
    if (!parts(child, is_negated, more)) return false;
    std::vector<Conjunction> both;
    for (const Conjunction& a : out) {
      for (const Conjunction& b : more) {
        Conjunction joined = a;
        if (std::all_of(b.begin(), b.end(), [&](const auto& c) { return add_condition(joined, c); }))
          both.push_back(std::move(joined));
      }
      if (both.size() > kMostParts) return moves_.fail({std::string(kTooManyParts), {}}), false;
    }
    out = std::move(both);
    if (out.empty()) return true;
  }
  return true;
}

bool FormulaParts::clock_part(const Formula& f, bool is_negated, std::vector<Conjunction>& out) {
  std::int32_t left = 0;
  std::int32_t right = 0;
  step::ClockCondition c;
  model::Evaluator& machine = moves_.evaluator();
  if (!machine.run(f.clock.left, left) || !machine.run(f.clock.right, right) || !machine.run(f.clock.bound, c.value))
    return moves_.note_error("the query"), false;
  c.left = static_cast<std::uint32_t>(left);
  c.right = static_cast<std::uint32_t>(right);
  c.is_strict = f.clock.is_strict;
  if (std::abs(std::int64_t{c.value}) > model::kLargestClockConstant)
    return moves_.fail(step::too_large(c.value, f.clock.range)), false;
  if (is_negated) c = c.negated();
  const bool is_trivial = c.left == c.right;
  if (always_holds(c) || (is_trivial && holds_trivially(c)))
    out.emplace_back();
  else if (!never_holds(c) && !is_trivial)
    out.push_back({c});
  return true;
}

}  // namespace zonda::search
