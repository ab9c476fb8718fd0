#include "step/moves.hpp"

#include "util/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace zonda::step {

Moves::Moves(const model::Network& network)
    : network_(network),
      edges_(network),
      evaluator_(network.code),
      joint_lists_(network.joints.empty() ? 0 : network.processes.size() * network.events.size()),
      led_(edges_.led_words()),
      receivers_by_channel_(network.channels.size()),
      values_(network.clocks.size()),
      is_set_(network.clocks.size(), false) {}

std::vector<std::vector<std::int32_t>> Moves::initials() const {
  std::vector<std::int32_t> first;
  for (std::uint32_t i = 0; i < network_.state_cells(); ++i) first.push_back(network_.cells[i].initial);
  std::vector<std::vector<std::int32_t>> result{first};
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const std::size_t count = result.size();
    for (const std::uint32_t other : network_.processes[p].other_initials)
      for (std::size_t i = 0; i < count; ++i) {
        result.push_back(result[i]);
        result.back()[p] = static_cast<std::int32_t>(other);
      }
  }
  return result;
}

bool Moves::expand(std::span<const std::int32_t> state, const Visit& visit, const Filter& filter) {
  error_.reset();
  is_stopped_ = false;
  visit_ = &visit;
  filter_ = filter ? &filter : nullptr;
  state_.assign(state.begin(), state.end());
  target_.assign(state.begin(), state.end());
  load(state_);
  pending_.clear();
  collect_enabled(true);
  if (!network_.joints.empty()) joints();
  for (std::size_t i = 0; i < internal_.size() && !is_stopped_; ++i) {
    chosen_.assign(1, internal_[i]);
    propose(guard_of(internal_[i]));
  }
  for (std::size_t i = 0; i < senders_.size() && !is_stopped_; ++i) {
    chosen_.assign(1, senders_[i]);
    const auto guard = guard_of(senders_[i]);
    asked_.assign(guard.begin(), guard.end());
    if (network_.channels[senders_[i].channel].is_broadcast)
      broadcast(senders_[i], 0);
    else
      binary(senders_[i]);
  }
  if (!is_stopped_ && network_.has_priorities) emit_pending();
  return !is_stopped_;
}

void Moves::binary(const Enabled& sender) {
  const std::size_t own = asked_.size();
  for (const std::uint32_t r : receivers_by_channel_[sender.channel]) {
    const Enabled& receiver = receivers_[r];
    if (receiver.ref.process == sender.ref.process) continue;
    const auto guard = guard_of(receiver);
    asked_.insert(asked_.end(), guard.begin(), guard.end());
    chosen_.push_back(receiver);
    propose(asked_);
    chosen_.pop_back();
    asked_.resize(own);
    if (is_stopped_) return;
  }
}

// Every other process with an enabled receiving edge takes part with one of them. Where clock guards decide, both
// cases are pieces of their own: the edge is taken where its guard holds; a process stays where none of its guards do.
void Moves::broadcast(const Enabled& sender, std::size_t from_process) {
  const std::vector<std::uint32_t>& all = receivers_by_channel_[sender.channel];
  const auto next = std::find_if(all.begin(), all.end(), [&](std::uint32_t r) {
    return receivers_[r].ref.process >= from_process && receivers_[r].ref.process != sender.ref.process;
  });
  if (next == all.end()) return propose(asked_);
  const std::size_t process = receivers_[*next].ref.process;
  const auto end = std::find_if(next, all.end(), [&](std::uint32_t r) { return receivers_[r].ref.process != process; });
  const std::span<const std::uint32_t> candidates(&*next, static_cast<std::size_t>(end - next));
  const std::size_t own = asked_.size();
  bool is_forced = false;
  for (const std::uint32_t r : candidates) {
    if (is_stopped_) return;
    const auto guard = guard_of(receivers_[r]);
    is_forced = is_forced || guard.empty();
    asked_.insert(asked_.end(), guard.begin(), guard.end());
    chosen_.push_back(receivers_[r]);
    broadcast(sender, process + 1);
    chosen_.pop_back();
    asked_.resize(own);
  }
  if (is_forced || is_stopped_) return;
  ++left_out_;
  leave_behind(sender, process, candidates, 0);
  --left_out_;
}

// One condition of each candidate's guard fails.
void Moves::leave_behind(const Enabled& sender, std::size_t process, std::span<const std::uint32_t> candidates,
                         std::size_t next) {
  if (next == candidates.size()) return broadcast(sender, process + 1);
  const std::size_t own = asked_.size();
  for (std::uint32_t k = 0; k < receivers_[candidates[next]].condition_count && !is_stopped_; ++k) {
    asked_.push_back(guard_of(receivers_[candidates[next]])[k].negated());
    leave_behind(sender, process, candidates, next + 1);
    asked_.resize(own);
  }
}

// In the order in which the model declares them.
void Moves::joints() {
  std::fill(led_.begin(), led_.end(), 0);
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const auto led = edges_.led_joints(p, state_[p]);
    for (std::size_t w = 0; w < led.size(); ++w) led_[w] |= led[w];
  }
  for (std::size_t w = 0; w < led_.size(); ++w) {
    for (std::uint64_t rest = led_[w]; rest != 0 && !is_stopped_; rest &= rest - 1) {
      const model::Joint& one = network_.joints[64 * w + static_cast<std::size_t>(std::countr_zero(rest))];
      const bool has_partners = std::all_of(one.parts.begin(), one.parts.end(), [&](const model::JointPart& part) {
        return part.is_weak || (edges_.location(part.process, state_[part.process]).events & bit_of(part.event)) != 0;
      });
      if (!has_partners) continue;
      chosen_.clear();
      asked_.clear();
      joint(one, 0);
    }
  }
}

// The enabled edges of a process with an event.
std::span<const Moves::Enabled> Moves::joint_edges(std::size_t process, std::uint32_t event) {
  JointList& list = joint_lists_[process * network_.events.size() + event];
  if (list.expansion != expansion_) {
    list = {expansion_, static_cast<std::uint32_t>(joint_.size()), 0};
    for (const EdgeNumber e : edges_.joint(process, state_[process], event)) enable(e, joint_);
    list.count = static_cast<std::uint32_t>(joint_.size()) - list.first;
  }
  return std::span<const Enabled>(joint_).subspan(list.first, list.count);
}

// Every choice of edges for the parts from this one on.
void Moves::joint(const model::Joint& joint, std::size_t part) {
  if (part == joint.parts.size()) {
    if (!chosen_.empty()) propose(asked_);
    return;
  }
  const model::JointPart& wanted = joint.parts[part];
  const std::size_t p = wanted.process;
  const std::size_t own = asked_.size();
  const std::size_t count = joint_edges(p, wanted.event).size();
  for (std::size_t i = 0; i < count && !is_stopped_; ++i) {
    // By value: looking for other edges may move the list.
    const Enabled enabled = joint_edges(p, wanted.event)[i];
    const auto guard = guard_of(enabled);
    asked_.insert(asked_.end(), guard.begin(), guard.end());
    chosen_.push_back(enabled);
    this->joint(joint, part + 1);
    chosen_.pop_back();
    asked_.resize(own);
  }
  if (!wanted.is_weak || is_stopped_) return;
  if (edges_.joint(p, state_[p], wanted.event).empty()) this->joint(joint, part + 1);
}

// The chosen edges make a move: check the committed rule, run it, hand it on.
void Moves::propose(std::span<const ClockCondition> conditions) {
  if (any_committed_ && std::none_of(chosen_.begin(), chosen_.end(), [&](const Enabled& e) {
        return edges_.location(e.ref.process, state_[e.ref.process]).is_committed;
      }))
    return;
  constexpr std::uint32_t kWatchEvery = 256;
  if (++since_watch_ % kWatchEvery == 0 && watch_ && !watch_()) {
    is_stopped_ = true;
    return;
  }
  if (filter_ != nullptr && !(*filter_)(conditions)) return;
  list_chosen();
  if (execute()) {
    if (network_.has_priorities)
      postpone(conditions);
    else if (!(*visit_)(
                 Move{refs_, values_chosen_, conditions, settings_, required_, target_, nullptr, has_code_, effect()}))
      is_stopped_ = true;
  } else if (error_) {
    // Whether the clocks let it happen, the visitor knows.
    const StepError error = *error_;
    error_.reset();
    is_stopped_ = false;
    if (!(*visit_)(Move{refs_, values_chosen_, conditions, {}, {}, state_, &error})) is_stopped_ = true;
  }
  restore();
}

void Moves::restore() {
  if (has_code_) {
    load(state_);
    target_ = state_;
  } else {
    for (const EdgeRef& ref : refs_) target_[ref.process] = state_[ref.process];
  }
  required_.clear();
  for (const std::uint32_t clock : set_clocks_) is_set_[clock] = false;
  set_clocks_.clear();
}

// A number for what the move has to do with clocks, where its edges alone decide that.
std::uint64_t Moves::effect() const {
  if (chosen_.size() > 2 || left_out_ > 0 || !network_.before_update.empty() || !network_.after_update.empty())
    return 0;
  std::uint64_t result = 0;
  for (const Enabled& e : chosen_) {
    const EdgeCode& code = edges_[e.number];
    if (!code.has_fixed_conditions || !code.sets_numbers) return 0;
    result = (result << 32U) | (e.number + 1);
  }
  return result;
}

namespace {

// Far beyond every clock's limit it does not matter how far.
std::int32_t shifted(std::int32_t offset, std::int32_t by) {
  constexpr std::int64_t kFar = std::int64_t{4} * model::kLargestClockConstant;
  return static_cast<std::int32_t>(std::clamp(std::int64_t{offset} + by, -kFar, kFar));
}

}  // namespace

// Runs code that may set clocks. The evaluator speaks of clocks before the code; what ran earlier in the move may have
// set them already.
bool Moves::run_effects(const model::IntExpr& code, bool sets_clocks) {
  std::int32_t ignored = 0;
  if (sets_clocks) evaluator_.clear_clocks();
  if (!evaluator_.run(code, ignored)) return false;
  if (!sets_clocks) return true;
  const auto changed = evaluator_.changed_clocks();
  composed_.clear();
  for (const std::uint32_t clock : changed) {
    const model::ClockValue& v = evaluator_.clock_value(clock);
    model::ClockValue base{v.source, 0};
    if (v.source != 0 && is_set_[v.source]) base = values_[v.source];
    composed_.push_back({clock, base.source, shifted(base.offset, v.offset)});
  }
  for (const model::ClockValue& v : evaluator_.risky_copies()) {
    model::ClockValue base{v.source, 0};
    if (is_set_[v.source]) base = values_[v.source];
    require({base.source, shifted(base.offset, v.offset)});
  }
  for (const ClockSetting& s : composed_) set_clock(s.clock, {s.source, s.offset});
  return true;
}

// The value of a clock must not be negative.
void Moves::require(model::ClockValue value) {
  if (value.offset < 0) required_.push_back({0, value.source, value.offset, false});
}

void Moves::set_clock(std::uint32_t clock, model::ClockValue value) {
  require(value);
  values_[clock] = value;
  if (is_set_[clock]) return;
  is_set_[clock] = true;
  set_clocks_.push_back(clock);
}

bool Moves::run_update(const Enabled& e) {
  const EdgeCode& code = edges_[e.number];
  if (!code.has_program && code.sets_numbers) {
    for (const ClockSetting& s : edges_.settings(code)) set_clock(s.clock, {0, s.offset});
    return true;
  }
  const model::Edge& edge = model_edge(e.ref);
  for (std::size_t i = 0; i < edge.selects.size(); ++i)
    evaluator_.memory()[edge.selects[i].cell] = selects_[e.first_select + i];
  if (!edge.update.is_constant() && !run_effects(edge.update, edge.has_clock_code))
    return fail_evaluation("an update", e.ref.process), false;
  for (const model::ClockReset& r : edge.resets) {
    // clock := (value of source now) + offset, in terms of the values before the move.
    model::ClockValue value{r.source, 0};
    if (r.source != 0 && is_set_[r.source]) value = values_[r.source];
    value.offset = shifted(value.offset, r.offset);
    set_clock(r.clock, value);
  }
  return true;
}

// Edges and select values of the move.
void Moves::list_chosen() {
  refs_.clear();
  values_chosen_.clear();
  has_code_ = !network_.before_update.empty() || !network_.after_update.empty();
  for (const Enabled& e : chosen_) {
    const EdgeCode& code = edges_[e.number];
    refs_.push_back(e.ref);
    has_code_ = has_code_ || code.has_program;
    if (!code.has_selects) continue;
    const std::size_t count = model_edge(e.ref).selects.size();
    for (std::size_t i = 0; i < count; ++i) values_chosen_.push_back(selects_[e.first_select + i]);
  }
}

bool Moves::execute() {
  for (const model::UpdateHook& hook : network_.before_update)
    if (!run_effects(hook.code, hook.has_clock_code)) return fail_evaluation("before_update", SIZE_MAX), false;
  for (const Enabled& e : chosen_)
    if (!run_update(e)) return false;
  for (const model::UpdateHook& hook : network_.after_update)
    if (!run_effects(hook.code, hook.has_clock_code)) return fail_evaluation("after_update", SIZE_MAX), false;
  if (has_code_) {
    const auto memory = evaluator_.memory();
    std::copy_n(memory.begin(), target_.size(), target_.begin());
  }
  for (const Enabled& e : chosen_) target_[e.ref.process] = static_cast<std::int32_t>(edges_[e.number].target);
  settings_.clear();
  for (const std::uint32_t clock : set_clocks_)
    settings_.push_back({clock, values_[clock].source, values_[clock].offset});
  return true;
}

}  // namespace zonda::step
