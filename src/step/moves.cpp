#include "step/moves.hpp"

#include "util/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::step {

Moves::Moves(const model::Network& network)
    : network_(network),
      edges_(network),
      evaluator_(network.code),
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
  load(state_);
  pending_.clear();
  collect_enabled();
  if (!network_.joints.empty()) joints();
  for (std::size_t i = 0; i < internal_.size() && !is_stopped_; ++i) {
    chosen_.assign(1, internal_[i]);
    const auto guard = guard_of(internal_[i]);
    asked_.assign(guard.begin(), guard.end());
    propose();
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
    propose();
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
  if (next == all.end()) return propose();
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
  if (!is_forced && !is_stopped_) leave_behind(sender, process, candidates, 0);
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
  led_.clear();
  for (std::size_t p = 0; p < network_.processes.size(); ++p) {
    const auto led = edges_.led_joints(p, state_[p]);
    led_.insert(led_.end(), led.begin(), led.end());
  }
  std::sort(led_.begin(), led_.end());
  led_.erase(std::unique(led_.begin(), led_.end()), led_.end());
  for (std::size_t i = 0; i < led_.size() && !is_stopped_; ++i) {
    chosen_.clear();
    asked_.clear();
    joint(network_.joints[led_[i]], 0);
  }
}

// Every choice of edges for the parts from this one on.
void Moves::joint(const model::Joint& joint, std::size_t part) {
  if (part == joint.parts.size()) {
    if (!chosen_.empty()) propose();
    return;
  }
  const model::JointPart& wanted = joint.parts[part];
  const std::size_t p = wanted.process;
  const std::size_t own = asked_.size();
  for (std::uint32_t i = joint_starts_[p]; i < joint_starts_[p + 1] && !is_stopped_; ++i) {
    const Enabled enabled = joint_[i];
    if (enabled.channel != wanted.event) continue;
    const auto guard = guard_of(enabled);
    asked_.insert(asked_.end(), guard.begin(), guard.end());
    chosen_.push_back(enabled);
    this->joint(joint, part + 1);
    chosen_.pop_back();
    asked_.resize(own);
  }
  if (!wanted.is_weak || is_stopped_) return;
  const auto edges = edges_.joint(p, state_[p]);
  const bool must_join = std::any_of(edges.begin(), edges.end(), [&](std::uint32_t e) {
    return network_.processes[p].edges[e].event == wanted.event;
  });
  if (!must_join) this->joint(joint, part + 1);
}

// The chosen edges make a move: check the committed rule, run it, hand it on.
void Moves::propose() {
  if (any_committed_ &&
      std::none_of(chosen_.begin(), chosen_.end(), [&](const Enabled& e) { return is_committed(e.ref.process); }))
    return;
  constexpr std::uint32_t kWatchEvery = 256;
  if (++since_watch_ % kWatchEvery == 0 && watch_ && !watch_()) {
    is_stopped_ = true;
    return;
  }
  if (filter_ != nullptr && !(*filter_)(asked_)) return;
  if (execute()) {
    if (network_.has_priorities)
      postpone();
    else if (!(*visit_)(Move{refs_, values_chosen_, asked_, settings_, required_, target_, nullptr}))
      is_stopped_ = true;
  } else if (error_) {
    // Whether the clocks let it happen, the visitor knows.
    const StepError error = *error_;
    error_.reset();
    is_stopped_ = false;
    list_chosen();
    if (!(*visit_)(Move{refs_, values_chosen_, asked_, {}, {}, state_, &error})) is_stopped_ = true;
  }
  restore();
}

void Moves::restore() {
  required_.clear();
  load(state_);
  for (const std::uint32_t clock : set_clocks_) is_set_[clock] = false;
  set_clocks_.clear();
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
  const model::Edge& edge = network_.processes[e.ref.process].edges[e.ref.edge];
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

// Edges and select values of the move, for those who want to know.
void Moves::list_chosen() {
  refs_.clear();
  values_chosen_.clear();
  for (const Enabled& e : chosen_) {
    refs_.push_back(e.ref);
    const std::size_t count = network_.processes[e.ref.process].edges[e.ref.edge].selects.size();
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
  const auto memory = evaluator_.memory();
  target_.assign(memory.begin(), memory.begin() + network_.state_cells());
  list_chosen();
  for (const EdgeRef& ref : refs_) {
    const auto target = network_.processes[ref.process].edges[ref.edge].target;
    target_[ref.process] = static_cast<std::int32_t>(target);
  }
  settings_.clear();
  for (const std::uint32_t clock : set_clocks_)
    settings_.push_back({clock, values_[clock].source, values_[clock].offset});
  return true;
}

}  // namespace zonda::step
