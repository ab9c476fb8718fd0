// Finds the edges that are enabled in a discrete state, and the conditions that hold there.
#include "step/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace zonda::step {

using model::IntExpr;

void Moves::load(std::span<const std::int32_t> state) {
  std::copy(state.begin(), state.end(), evaluator_.memory().begin());
}

void Moves::note_locations() {
  for (std::size_t p = 0; p < at_.size(); ++p) at_[p] = edges_.number(p, state_[p]);
}

void Moves::fail_evaluation(std::string_view what, std::size_t process) {
  is_stopped_ = true;
  if (error_) return;
  const model::EvalError& e = evaluator_.error();
  const std::string where = process < network_.processes.size() ? " of " + network_.processes[process].name : "";
  error_ = StepError{fmt::format("{} in {}{}", describe(e), what, where), e.range, e.kind, e.value, e.allowed};
}

void Moves::forgive() {
  if (!on_error_ || !error_) return;
  const StepError error = *error_;
  clear_error();
  is_stopped_ = false;
  on_error_(error);
}

bool Moves::evaluate(IntExpr e, std::int32_t& value, std::string_view what) {
  if (evaluator_.run(e, value)) return true;
  fail_evaluation(what, SIZE_MAX);
  return false;
}

StepError too_large(std::int32_t value, model::SourceRange range) {
  return {fmt::format("a clock is compared with {}, which is beyond {}", value, model::kLargestClockConstant), range};
}

bool Moves::add_conditions(std::span<const model::ClockConstraint> constraints, std::vector<ClockCondition>& out,
                           std::string_view what) {
  for (const model::ClockConstraint& c : constraints) {
    std::int32_t holds = 0;
    if (!evaluate(c.condition, holds, what)) return false;
    if (holds == 0) continue;
    std::int32_t left = 0;
    std::int32_t right = 0;
    ClockCondition condition;
    if (!evaluate(c.left, left, what) || !evaluate(c.right, right, what) || !evaluate(c.bound, condition.value, what))
      return false;
    if (std::abs(std::int64_t{condition.value}) > model::kLargestClockConstant) {
      fail(too_large(condition.value, c.range));
      return false;
    }
    condition.left = static_cast<std::uint32_t>(left);
    condition.right = static_cast<std::uint32_t>(right);
    condition.is_strict = c.is_strict;
    if (!always_holds(condition)) out.push_back(condition);
  }
  return true;
}

bool Moves::run_guard(const EdgeCode& code) {
  std::int32_t holds = 0;
  if (!evaluator_.run(code.guard_code, holds)) return fail_evaluation("a guard", code.ref.process), forgive(), false;
  return holds != 0;
}

void Moves::enable_choice(const EdgeCode& code, EdgeNumber edge, std::vector<Enabled>& out) {
  if (!is_open(code)) return;
  Enabled result{edge, code.channel, 0, code.condition_count, 0};
  if (!code.has_fixed_conditions) {
    result.first_condition = static_cast<std::uint32_t>(conditions_.size());
    if (!add_conditions(model_edge(code.ref).guard.clocks, conditions_, "a guard")) return forgive();
    result.condition_count = static_cast<std::uint32_t>(conditions_.size()) - result.first_condition;
  }
  if (!code.has_channel && model_edge(code.ref).sync != model::Sync::None) {
    std::int32_t channel = 0;
    if (!evaluator_.run(model_edge(code.ref).channel, channel))
      return fail_evaluation("a synchronisation", code.ref.process), forgive();
    result.channel = static_cast<std::uint32_t>(channel);
  }
  if (code.has_selects) {
    result.first_select = static_cast<std::uint32_t>(selects_.size());
    for (const model::Select& s : model_edge(code.ref).selects) selects_.push_back(evaluator_.memory()[s.cell]);
  }
  out.push_back(result);
}

void Moves::choose_selects(const EdgeCode& code, EdgeNumber edge, std::size_t next, std::vector<Enabled>& out) {
  const auto& selects = model_edge(code.ref).selects;
  if (next == selects.size()) return enable_choice(code, edge, out);
  const model::Select& s = selects[next];
  for (std::int64_t value = s.range.lower; value <= s.range.upper && !is_stopped_; ++value) {
    evaluator_.memory()[s.cell] = static_cast<std::int32_t>(value);
    choose_selects(code, edge, next + 1, out);
  }
}

void Moves::enable(EdgeNumber edge, std::vector<Enabled>& out) {
  const EdgeCode& code = edges_[edge];
  if (code.is_plain) {
    if (is_open(code)) out.push_back({edge, code.channel, 0, code.condition_count, 0});
    return;
  }
  if (code.has_selects)
    choose_selects(code, edge, 0, out);
  else
    enable_choice(code, edge, out);
}

// Edges of synchronisations that can have no partner in the current locations are skipped. Edges for joint moves are
// found when they are needed.
void Moves::collect_enabled(bool wants_all) {
  conditions_.clear();
  selects_.clear();
  internal_.clear();
  senders_.clear();
  receivers_.clear();
  for (const std::uint32_t channel : used_channels_) receivers_by_channel_[channel].clear();
  used_channels_.clear();
  any_committed_ = false;
  std::uint64_t sends = 0;
  std::uint64_t receives = 0;
  for (const LocationNumber n : at_) {
    const LocationCode& l = edges_.location(n);
    any_committed_ = any_committed_ || l.is_committed;
    sends |= l.sends;
    receives |= l.receives;
  }
  for (const LocationNumber n : at_) {
    const LocationCode& l = edges_.location(n);
    if (!l.has_edges) continue;
    // While some process is committed, an internal edge of another cannot be taken.
    if (wants_all && (!any_committed_ || l.is_committed))
      for (const EdgeNumber e : edges_.internal(l)) enable(e, internal_);
    if (l.sends != 0) {
      for (const EdgeNumber e : edges_.senders(l)) {
        const EdgeCode& code = edges_[e];
        const bool has_partner =
            !code.has_channel || network_.channels[code.channel].is_broadcast || (receives & bit_of(code.channel)) != 0;
        if (has_partner) enable(e, senders_);
      }
    }
    if ((l.receives & sends) != 0)
      for (const EdgeNumber e : edges_.receivers(l))
        if (!edges_[e].has_channel || (sends & bit_of(edges_[e].channel)) != 0) enable(e, receivers_);
    if (is_stopped_) return;
  }
  for (std::uint32_t i = 0; i < receivers_.size(); ++i) {
    auto& list = receivers_by_channel_[receivers_[i].channel];
    if (list.empty()) used_channels_.push_back(receivers_[i].channel);
    list.push_back(i);
  }
}

// Only guards matter here: a synchronisation that the target's invariant forbids still stops time.
void Moves::find_urgent_synchronisations(Rest& out) {
  collect_enabled(false);
  for (const Enabled& sender : senders_) {
    const model::Channel& channel = network_.channels[sender.channel];
    if (!channel.is_urgent) continue;
    if (channel.is_broadcast) {
      add_urgent_guard(sender, nullptr, out);
      continue;
    }
    for (const std::uint32_t r : receivers_by_channel_[sender.channel])
      if (process_of(receivers_[r]) != process_of(sender)) add_urgent_guard(sender, &receivers_[r], out);
  }
}

void Moves::add_urgent_guard(const Enabled& sender, const Enabled* receiver, Rest& out) const {
  const auto first = guard_of(sender);
  std::vector<ClockCondition> guard(first.begin(), first.end());
  if (receiver != nullptr) {
    const auto second = guard_of(*receiver);
    guard.insert(guard.end(), second.begin(), second.end());
  }
  if (guard.empty())
    out.may_delay = false;
  else
    out.urgent.push_back(std::move(guard));
}

// Adds the conditions of a process's location. False on a run-time error.
bool Moves::add_invariant(std::size_t process, Rest& out, bool& holds) {
  const model::Location& location = network_.location(process, state_[process]);
  std::int32_t value = 0;
  if (!evaluator_.run(location.invariant.integer, value)) return fail_evaluation("an invariant", process), false;
  holds = value != 0;
  return !holds || add_conditions(location.invariant.clocks, out.invariant, "an invariant");
}

bool Moves::rest(std::span<const std::int32_t> state, Rest& out) {
  error_.reset();
  is_stopped_ = false;
  state_.assign(state.begin(), state.end());
  load(state);
  note_locations();
  out.is_possible = false;
  out.may_delay = true;
  out.invariant.clear();
  out.stopped.clear();
  out.urgent.clear();
  out.avoided.clear();
  bool may_be_urgent = false;
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const LocationCode& code = edges_.location(at_[p]);
    bool holds = true;
    if (code.has_fixed_invariant) {
      const auto fixed = edges_.invariant(code);
      out.invariant.insert(out.invariant.end(), fixed.begin(), fixed.end());
    } else if (!add_invariant(p, out, holds)) {
      return false;
    }
    if (!holds) return true;
    if (code.has_rates && !add_rates(p, out)) return false;
    if (code.stops_time) out.may_delay = false;
    may_be_urgent = may_be_urgent || code.has_urgent;
  }
  out.is_possible = true;
  if (out.may_delay && may_be_urgent) find_urgent_synchronisations(out);
  return !is_stopped_;
}

bool Moves::add_rates(std::size_t process, Rest& out) {
  for (const model::ClockRate& rate : network_.location(process, state_[process]).rates) {
    std::int32_t clock = 0;
    std::int32_t value = 0;
    if (!evaluate(rate.clock, clock, "a rate") || !evaluate(rate.rate, value, "a rate")) return false;
    if (value == 0) out.stopped.push_back(static_cast<std::uint32_t>(clock));
    if (value != 0 && value != 1) {
      error_ = StepError{fmt::format("a clock has the rate {}; only 0 and 1 are possible", value), rate.range};
      return false;
    }
  }
  return true;
}

std::string Moves::refusal(const model::Network& network) {
  constexpr std::size_t kMaxInitials = 1'000'000;
  std::size_t initials = 1;
  for (const model::Process& p : network.processes) {
    initials *= p.other_initials.size() + 1;
    if (initials > kMaxInitials) return fmt::format("a system with more than {} initial states", kMaxInitials);
  }
  return {};
}

}  // namespace zonda::step
