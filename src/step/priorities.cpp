// Priorities: a move is possible only where no stronger one is. Channel priority decides first, then the largest
// process priority among the participants. The stronger move must be a real one: its target's invariant counts.
#include "step/moves.hpp"

#include <algorithm>

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
  // Where each move leads decides whether it really exists.
  std::vector<Pending> moves = std::move(pending_);
  std::vector<bool> is_real(moves.size(), true);
  const std::vector<std::int32_t> source = state_;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    moves[i].enabling = moves[i].conditions;
    // One that ends in an error stands in the way of weaker ones: it is what happens.
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
    // One that the target's invariant forbids runs its update all the same, and may fail.
    if (!is_real[i] && moves[i].required.empty()) continue;
    std::vector<const Pending*> stronger;
    for (std::size_t k = 0; k < moves.size(); ++k) {
      const auto rank = [](const Pending& m) { return std::pair(m.channel_priority, m.process_priority); };
      if (is_real[k] && rank(moves[k]) > rank(moves[i])) stronger.push_back(&moves[k]);
    }
    emit_beyond(moves[i], stronger);
  }
  load(state_);
  return !is_stopped_;
}

// The part of the move where some condition of each stronger one fails.
bool Moves::emit_beyond(const Pending& move, std::span<const Pending* const> stronger) {
  if (is_stopped_ || !keeps_going()) return false;
  if (stronger.empty()) {
    const StepError* error = move.error ? &*move.error : nullptr;
    if (!(*visit_)(Move{move.edges, move.selects, move.conditions, move.settings, move.required, move.target, error}))
      is_stopped_ = true;
    return !is_stopped_;
  }
  // Where it fails already, there is nothing to cut.
  for (const ClockCondition& c : stronger[0]->enabling)
    if (std::ranges::find(move.conditions, c.negated()) != move.conditions.end())
      return emit_beyond(move, stronger.subspan(1));
  for (const ClockCondition& c : stronger[0]->enabling) {
    Pending part = move;
    part.conditions.push_back(c.negated());
    if (!emit_beyond(part, stronger.subspan(1))) return false;
  }
  return true;
}

}  // namespace zonda::step
