// Priorities: a move is possible only where no stronger one is. Channel priority decides first, then the largest
// process priority among the participants. Only a real move counts as a stronger one: its target's invariant must allow
// it.
#include "step/moves.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::step {

ClockCondition before(const ClockCondition& c, std::span<const ClockSetting> settings) {
  ClockCondition result = c;
  std::int32_t shift = 0;
  const auto find = [&](std::uint32_t clock) -> const ClockSetting* {
    for (const ClockSetting& s : settings)
      if (s.clock == clock) return &s;
    return nullptr;
  };
  if (const ClockSetting* s = find(c.left)) {
    result.left = s->source;
    shift += s->offset;
  }
  if (const ClockSetting* s = find(c.right)) {
    result.right = s->source;
    shift -= s->offset;
  }
  result.value -= shift;
  return result;
}

namespace {

bool is_trivial(const ClockCondition& c) { return c.left == c.right; }
bool holds_trivially(const ClockCondition& c) { return c.is_strict ? c.value > 0 : c.value >= 0; }

}  // namespace

void Moves::postpone(std::span<const ClockCondition> conditions) {
  Pending move;
  move.edges = refs_;
  move.selects = values_chosen_;
  move.conditions.assign(conditions.begin(), conditions.end());
  move.settings = settings_;
  move.required = required_;
  move.target.assign(target().begin(), target().end());
  const model::Edge& first = network_.processes[refs_[0].process].edges[refs_[0].edge];
  move.channel_priority = first.sync == model::Sync::None || first.sync == model::Sync::Joint
                              ? network_.default_priority
                              : network_.channels[chosen_[0].channel].priority;
  move.process_priority = network_.processes[refs_[0].process].priority;
  for (const EdgeRef& ref : refs_)
    move.process_priority = std::max(move.process_priority, network_.processes[ref.process].priority);
  pending_.push_back(std::move(move));
}

bool Moves::emit_pending() {
  // The target of each move decides whether the move really exists.
  std::vector<Pending> moves = std::move(pending_);
  std::vector<bool> is_real(moves.size(), true);
  const std::vector<std::int32_t> source = state_;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i].enabling = moves[i].conditions;
    // A move that ends in an error forbids weaker ones: it is what happens.
    if (moves[i].error) continue;
    if (!rest(moves[i].target, rest_)) {
      moves[i].error = error_;
      error_.reset();
      is_stopped_ = false;
      continue;
    }
    is_real[i] = rest_.is_possible;
    for (const ClockCondition& c : rest_.invariant) {
      const ClockCondition asked = before(c, moves[i].settings);
      if (is_trivial(asked))
        is_real[i] = is_real[i] && holds_trivially(asked);
      else
        moves[i].enabling.push_back(asked);
    }
  }
  state_ = source;
  note_locations();
  for (std::size_t i = 0; i < moves.size() && !is_stopped_; ++i) {
    // A move that the target's invariant forbids still runs its update, which may fail.
    if (!is_real[i] && moves[i].required.empty()) continue;
    std::vector<const Pending*> stronger;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const auto rank = [](const Pending& m) { return std::pair(m.channel_priority, m.process_priority); };
      if (is_real[k] && rank(moves[k]) > rank(moves[i])) stronger.push_back(&moves[k]);
    }
    Region where = Region::universe(network_.clocks.size());
    bool is_exact = true;
    if (narrow(where, moves[i].conditions, is_exact)) emit_beyond(moves[i], where, stronger);
  }
  load(state_);
  return !is_stopped_;
}

// Cuts the region down to where the conditions hold. False: they hold nowhere. If bounds do not fit, the rest is left
// out and `is_exact` becomes false: the region is too large then, which does no harm.
bool Moves::narrow(Region& where, std::span<const ClockCondition> conditions, bool& is_exact) {
  for (const ClockCondition& c : conditions) {
    if (is_trivial(c)) {
      if (!holds_trivially(c)) return false;
      continue;
    }
    Region before = where;
    const auto bound = zone::make_bound<std::int32_t>(c.value, c.is_strict);
    if (std::abs(std::int64_t{c.value}) > model::kLargestClockConstant || !is_within_limit(where)) {
      is_exact = false;
      continue;
    }
    if (!constrain(where, zone::Constraint<std::int32_t>{c.left, c.right, bound})) return false;
    if (is_within_limit(where)) continue;
    where = std::move(before);
    is_exact = false;
  }
  return true;
}

// Emits the part of the move where some condition of each stronger one fails. `where` holds the whole move; empty
// pieces are left out, so there are no more pieces than the guards divide space into.
bool Moves::emit_beyond(const Pending& move, const Region& where, std::span<const Pending* const> stronger) {
  if (is_stopped_ || !keeps_going()) return false;
  if (stronger.empty()) {
    const StepError* error = move.error ? &*move.error : nullptr;
    if (!(*visit_)(Move{move.edges, move.selects, move.conditions, move.settings, move.required, move.target, error}))
      is_stopped_ = true;
    return !is_stopped_;
  }
  // Where the stronger move is impossible anyway, there is nothing to cut.
  bool is_exact = true;
  Region common = where;
  if (!narrow(common, stronger[0]->enabling, is_exact)) return emit_beyond(move, where, stronger.subspan(1));
  for (const ClockCondition& c : stronger[0]->enabling) {
    const ClockCondition opposite = c.negated();
    Region rest = where;
    if (!narrow(rest, std::span(&opposite, 1), is_exact)) continue;
    Pending part = move;
    part.conditions.push_back(opposite);
    if (!emit_beyond(part, rest, stronger.subspan(1))) return false;
  }
  return true;
}

}  // namespace zonda::step
