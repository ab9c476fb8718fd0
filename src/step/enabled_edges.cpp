// Which edges are enabled in a discrete state, and what holds there.
#include "step/moves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace zonda::step {

using model::Edge;
using model::IntExpr;

void Moves::load(std::span<const std::int32_t> state) {
  std::copy(state.begin(), state.end(), evaluator_.memory().begin());
}

bool Moves::is_committed(std::size_t process) const { return network_.location(process, state_[process]).is_committed; }

void Moves::fail_evaluation(std::string_view what, std::size_t process) {
  is_stopped_ = true;
  if (error_) return;
  const model::EvalError& e = evaluator_.error();
  const std::string where = process < network_.processes.size() ? " of " + network_.processes[process].name : "";
  error_ = StepError{fmt::format("{} in {}{}", describe(e), what, where), e.range};
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

// The edge with the select values that stand in memory now.
void Moves::enable_choice(std::size_t process, std::uint32_t edge, std::vector<Enabled>& out) {
  const Edge& e = network_.processes[process].edges[edge];
  std::int32_t holds = 0;
  if (!evaluator_.run(e.guard.integer, holds)) return fail_evaluation("a guard", process);
  if (holds == 0) return;
  Enabled result;
  result.ref = {static_cast<std::uint32_t>(process), edge};
  result.first_condition = static_cast<std::uint32_t>(conditions_.size());
  if (!add_conditions(e.guard.clocks, conditions_, "a guard")) return;
  result.condition_count = static_cast<std::uint32_t>(conditions_.size()) - result.first_condition;
  if (e.sync == model::Sync::Joint) {
    result.channel = e.event;
  } else if (e.sync != model::Sync::None) {
    std::int32_t channel = 0;
    if (!evaluator_.run(e.channel, channel)) return fail_evaluation("a synchronisation", process);
    result.channel = static_cast<std::uint32_t>(channel);
  }
  result.first_select = static_cast<std::uint32_t>(selects_.size());
  for (const model::Select& s : e.selects) selects_.push_back(evaluator_.memory()[s.cell]);
  out.push_back(result);
}

void Moves::choose_selects(std::size_t process, std::uint32_t edge, std::size_t next, std::vector<Enabled>& out) {
  const Edge& e = network_.processes[process].edges[edge];
  if (next == e.selects.size()) return enable_choice(process, edge, out);
  const model::Select& s = e.selects[next];
  for (std::int64_t value = s.range.lower; value <= s.range.upper && !is_stopped_; ++value) {
    evaluator_.memory()[s.cell] = static_cast<std::int32_t>(value);
    choose_selects(process, edge, next + 1, out);
  }
}

void Moves::enable(std::size_t process, std::uint32_t edge, std::vector<Enabled>& out) {
  if (network_.processes[process].edges[edge].selects.empty())
    enable_choice(process, edge, out);
  else
    choose_selects(process, edge, 0, out);
}

void Moves::collect_enabled() {
  conditions_.clear();
  selects_.clear();
  internal_.clear();
  senders_.clear();
  receivers_.clear();
  joint_.clear();
  joint_starts_.clear();
  for (const std::uint32_t channel : used_channels_) receivers_by_channel_[channel].clear();
  used_channels_.clear();
  any_committed_ = false;
  for (std::size_t p = 0; p < network_.processes.size(); ++p) any_committed_ = any_committed_ || is_committed(p);
  for (std::size_t p = 0; p < network_.processes.size() && !is_stopped_; ++p) {
    // While some process is committed, an internal edge of another cannot be taken.
    if (!any_committed_ || is_committed(p))
      for (const std::uint32_t e : edges_.internal(p, state_[p])) enable(p, e, internal_);
    for (const std::uint32_t e : edges_.senders(p, state_[p])) enable(p, e, senders_);
    for (const std::uint32_t e : edges_.receivers(p, state_[p])) enable(p, e, receivers_);
    joint_starts_.push_back(static_cast<std::uint32_t>(joint_.size()));
    for (const std::uint32_t e : edges_.joint(p, state_[p])) enable(p, e, joint_);
  }
  joint_starts_.push_back(static_cast<std::uint32_t>(joint_.size()));
  for (std::uint32_t i = 0; i < receivers_.size(); ++i) {
    auto& list = receivers_by_channel_[receivers_[i].channel];
    if (list.empty()) used_channels_.push_back(receivers_[i].channel);
    list.push_back(i);
  }
}

// Guards only: a synchronisation that the target's invariant forbids still stops time.
void Moves::find_urgent_synchronisations(Rest& out) {
  bool is_candidate = false;
  for (std::size_t p = 0; p < network_.processes.size() && !is_candidate; ++p)
    is_candidate = edges_.has_urgent(p, state_[p]);
  if (!is_candidate) return;
  collect_enabled();
  for (const Enabled& sender : senders_) {
    const model::Channel& channel = network_.channels[sender.channel];
    if (!channel.is_urgent) continue;
    if (channel.is_broadcast) {
      add_urgent_guard(sender, nullptr, out);
      continue;
    }
    for (const std::uint32_t r : receivers_by_channel_[sender.channel])
      if (receivers_[r].ref.process != sender.ref.process) add_urgent_guard(sender, &receivers_[r], out);
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

bool Moves::rest(std::span<const std::int32_t> state, Rest& out) {
  error_.reset();
  is_stopped_ = false;
  state_.assign(state.begin(), state.end());
  load(state);
  out.is_possible = false;
  out.may_delay = true;
  out.invariant.clear();
  out.stopped.clear();
  out.urgent.clear();
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const model::Location& location = network_.location(p, state_[p]);
    std::int32_t holds = 0;
    if (!evaluator_.run(location.invariant.integer, holds)) return fail_evaluation("an invariant", p), false;
    if (holds == 0) return true;
    if (!add_conditions(location.invariant.clocks, out.invariant, "an invariant")) return false;
    for (const model::ClockRate& rate : location.rates) {
      std::int32_t clock = 0;
      std::int32_t value = 0;
      if (!evaluate(rate.clock, clock, "a rate") || !evaluate(rate.rate, value, "a rate")) return false;
      if (value == 0) out.stopped.push_back(static_cast<std::uint32_t>(clock));
      if (value != 0 && value != 1) {
        error_ = StepError{fmt::format("a clock has the rate {}; only 0 and 1 are possible", value), rate.range};
        return false;
      }
    }
    if (location.is_urgent || location.is_committed) out.may_delay = false;
  }
  out.is_possible = true;
  if (out.may_delay) find_urgent_synchronisations(out);
  return !is_stopped_;
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
