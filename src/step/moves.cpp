#include "step/moves.hpp"

#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace zonda::step {

Moves::Moves(const model::Network& network)
    : network_(network),
      edges_(network),
      combinations_(edges_),
      may_combine_(!network.has_priorities && network.before_update.empty() && network.after_update.empty()),
      evaluator_(network.code),
      at_(network.processes.size()),
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
  note_locations();
  pending_.clear();
  left_out_.clear();
  collect_enabled(true);
  if (!network_.joints.empty()) joints();
  for (std::size_t i = 0; i < internal_.size() && !is_stopped_; ++i) {
    chosen_.assign(1, internal_[i]);
    propose();
  }
  for (std::size_t i = 0; i < senders_.size() && !is_stopped_; ++i) {
    chosen_.assign(1, senders_[i]);
    if (network_.channels[senders_[i].channel].is_broadcast)
      broadcast(senders_[i], 0);
    else
      binary(senders_[i]);
  }
  if (!is_stopped_ && network_.has_priorities) emit_pending();
  return !is_stopped_;
}

void Moves::binary(const Enabled& sender) {
  for (const std::uint32_t r : receivers_by_channel_[sender.channel]) {
    const Enabled& receiver = receivers_[r];
    if (process_of(receiver) == process_of(sender)) continue;
    chosen_.push_back(receiver);
    propose();
    chosen_.pop_back();
    if (is_stopped_) return;
  }
}

// Every other process with an enabled receiving edge takes part with one of them. If clock guards decide, both cases
// become separate pieces: the edge is taken where its guard holds; the process stays where none of its guards do.
void Moves::broadcast(const Enabled& sender, std::size_t from_process) {
  const std::vector<std::uint32_t>& all = receivers_by_channel_[sender.channel];
  const auto next = std::find_if(all.begin(), all.end(), [&](std::uint32_t r) {
    return process_of(receivers_[r]) >= from_process && process_of(receivers_[r]) != process_of(sender);
  });
  if (next == all.end()) return propose();
  const std::size_t process = process_of(receivers_[*next]);
  const auto end = std::find_if(next, all.end(), [&](std::uint32_t r) { return process_of(receivers_[r]) != process; });
  const std::span<const std::uint32_t> candidates(&*next, static_cast<std::size_t>(end - next));
  bool is_forced = false;
  for (const std::uint32_t r : candidates) {
    if (is_stopped_) return;
    is_forced = is_forced || guard_of(receivers_[r]).empty();
    chosen_.push_back(receivers_[r]);
    broadcast(sender, process + 1);
    chosen_.pop_back();
  }
  if (!is_forced && !is_stopped_) leave_behind(sender, process, candidates, 0);
}

// One condition of each candidate's guard fails.
void Moves::leave_behind(const Enabled& sender, std::size_t process, std::span<const std::uint32_t> candidates,
                         std::size_t next) {
  if (next == candidates.size()) return broadcast(sender, process + 1);
  for (std::uint32_t k = 0; k < receivers_[candidates[next]].condition_count && !is_stopped_; ++k) {
    left_out_.push_back(guard_of(receivers_[candidates[next]])[k].negated());
    leave_behind(sender, process, candidates, next + 1);
    left_out_.pop_back();
  }
}

// Tries joint moves in the order in which the model declares them.
void Moves::joints() {
  const std::size_t words = edges_.joint_words();
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t possible = ~std::uint64_t{0};
    for (const LocationNumber n : at_) possible &= edges_.joints(n)[w];
    for (; possible != 0 && !is_stopped_; possible &= possible - 1) {
      const std::size_t number = 64 * w + static_cast<std::size_t>(std::countr_zero(possible));
      if (number >= network_.joints.size()) return;
      const auto parts = edges_.parts(number);
      if (may_combine_ && parts.size() == 2 && parts[0].is_simple && parts[1].is_simple) {
        pair(parts[0], parts[1]);
      } else {
        chosen_.clear();
        joint_.clear();
        joint(parts);
      }
    }
  }
}

// As joint(), for the simple case of two parts.
void Moves::pair(const PartCode& first, const PartCode& second) {
  for (const EdgeNumber a : edges_.part_edges(first, state_[first.process])) {
    const bool is_first_open = is_open(edges_[a]);
    if (is_stopped_) return;
    if (!is_first_open) continue;
    for (const EdgeNumber b : edges_.part_edges(second, state_[second.process])) {
      if (is_open(edges_[b])) propose_pair(a, b);
      if (is_stopped_) return;
    }
  }
}

void Moves::propose_pair(EdgeNumber a, EdgeNumber b) {
  const auto is_committed = [&](EdgeNumber e) { return edges_.location(at_[edges_[e].ref.process]).is_committed; };
  if (any_committed_ && !is_committed(a) && !is_committed(b)) return;
  if (!keeps_going()) return;
  const CombinationId id = combinations_.extended(combinations_.single(a), b);
  if (id == kNoCombination) {
    chosen_.clear();
    for (const EdgeNumber e : {a, b}) chosen_.push_back({e, edges_[e].channel, 0, edges_[e].condition_count, 0});
    return propose();
  }
  Combination& c = combinations_[id];
  if (filter_ == nullptr || (*filter_)(c.conditions)) take(c);
}

// Asks the watch at intervals.
bool Moves::keeps_going() {
  constexpr std::uint32_t kWatchEvery = 256;
  if (++since_watch_ % kWatchEvery != 0 || !watch_ || watch_()) return true;
  is_stopped_ = true;
  return false;
}

// Every choice of edges for these parts.
void Moves::joint(std::span<const PartCode> parts) {
  if (parts.empty()) {
    if (!chosen_.empty()) propose();
    return;
  }
  const PartCode& part = parts[0];
  const auto edges = edges_.part_edges(part, state_[part.process]);
  for (const EdgeNumber e : edges) {
    const EdgeCode& code = edges_[e];
    if (code.is_plain) {
      if (is_open(code)) {
        chosen_.push_back({e, code.channel, 0, code.condition_count, 0});
        joint(parts.subspan(1));
        chosen_.pop_back();
      }
      if (is_stopped_) return;
      continue;
    }
    const std::size_t first = joint_.size();
    enable(e, joint_);
    for (std::size_t i = first; i < joint_.size() && !is_stopped_; ++i) {
      chosen_.push_back(joint_[i]);
      joint(parts.subspan(1));
      chosen_.pop_back();
    }
    joint_.resize(first);
    if (is_stopped_) return;
  }
  if (part.is_weak && edges.empty()) joint(parts.subspan(1));
}

// The chosen edges make a move: check the committed rule, run it, hand it on.
void Moves::propose() {
  if (any_committed_ && std::none_of(chosen_.begin(), chosen_.end(), [&](const Enabled& e) {
        return edges_.location(at_[process_of(e)]).is_committed;
      }))
    return;
  if (!keeps_going()) return;
  const CombinationId id = combination();
  Combination* known = id == kNoCombination ? nullptr : &combinations_[id];
  const std::span<const ClockCondition> conditions =
      known != nullptr ? std::span<const ClockCondition>(known->conditions) : gather_conditions();
  if (filter_ != nullptr && !(*filter_)(conditions)) return;
  if (known != nullptr)
    take(*known);
  else
    take_chosen(conditions);
}

CombinationId Moves::combination() {
  // With many receivers there are too many combinations to remember.
  constexpr std::size_t kMostEdges = 3;
  if (chosen_.size() > kMostEdges) return kNoCombination;
  if (!may_combine_ || !left_out_.empty()) return kNoCombination;
  CombinationId result = combinations_.single(chosen_[0].number);
  for (std::size_t i = 1; i < chosen_.size(); ++i) result = combinations_.extended(result, chosen_[i].number);
  return result;
}

std::span<const ClockCondition> Moves::gather_conditions() {
  asked_ = left_out_;
  for (const Enabled& e : chosen_) {
    const auto guard = guard_of(e);
    asked_.insert(asked_.end(), guard.begin(), guard.end());
  }
  return asked_;
}

// Takes a known combination, the fast case.
void Moves::take(Combination& c) {
  const auto memory = evaluator_.memory();
  std::int32_t ignored = 0;
  for (const Combination::Program& program : c.programs) {
    if (evaluator_.run(program.code, ignored)) continue;
    fail_evaluation("an update", program.process);
    refs_ = c.edges;
    values_chosen_.clear();
    hand_on_error(c.conditions);
    load(state_);
    return;
  }
  for (const Combination::Target& t : c.targets) memory[t.process] = t.location;
  c.move.target = target();
  if (!(*visit_)(c.move)) is_stopped_ = true;
  if (c.writes_any)
    load(state_);
  else
    for (const model::Address cell : c.changes) memory[cell] = state_[cell];
}

void Moves::enter_targets() {
  const auto memory = evaluator_.memory();
  for (const Enabled& e : chosen_) {
    const EdgeCode& code = edges_[e.number];
    memory[code.ref.process] = static_cast<std::int32_t>(code.target);
  }
}

void Moves::take_chosen(std::span<const ClockCondition> conditions) {
  list_chosen();
  if (execute()) {
    if (network_.has_priorities)
      postpone(conditions);
    else
      hand_on(conditions);
  } else if (error_) {
    hand_on_error(conditions);
  }
  restore();
}

void Moves::hand_on(std::span<const ClockCondition> conditions) {
  Move move{refs_, values_chosen_, conditions, settings_, required_, target()};
  move.knows_changes = network_.before_update.empty() && network_.after_update.empty();
  changes_.clear();
  for (const Enabled& e : chosen_) {
    const EdgeCode& code = edges_[e.number];
    const auto writes = edges_.writes(code);
    changes_.push_back(code.ref.process);
    changes_.insert(changes_.end(), writes.begin(), writes.end());
    move.knows_changes = move.knows_changes && !code.writes_any;
  }
  move.changes = changes_;
  if (!(*visit_)(move)) is_stopped_ = true;
}

// Reports a move that ends in an error. The visitor decides whether the clocks allow the move.
void Moves::hand_on_error(std::span<const ClockCondition> conditions) {
  const StepError error = *error_;
  error_.reset();
  is_stopped_ = false;
  if (network_.has_priorities) {
    settings_.clear();
    required_.clear();
    postpone(conditions);
    pending_.back().error = error;
  } else if (!(*visit_)(Move{refs_, values_chosen_, conditions, {}, {}, state_, &error})) {
    is_stopped_ = true;
  }
}

void Moves::restore() {
  if (has_code_)
    load(state_);
  else
    for (const EdgeRef& ref : refs_) evaluator_.memory()[ref.process] = state_[ref.process];
  required_.clear();
  for (const std::uint32_t clock : set_clocks_) is_set_[clock] = false;
  set_clocks_.clear();
}

namespace {

// Adds two offsets. Beyond every clock's limit, the exact value does not matter.
std::int32_t shifted(std::int32_t offset, std::int32_t by) {
  constexpr std::int64_t kFar = std::int64_t{4} * model::kLargestClockConstant;
  return static_cast<std::int32_t>(std::clamp(std::int64_t{offset} + by, -kFar, kFar));
}

}  // namespace

// Runs code that may set clocks. The evaluator refers to clocks before the code; earlier parts of the move may have set
// them already.
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
  const model::Edge& edge = model_edge(code.ref);
  for (std::size_t i = 0; i < edge.selects.size(); ++i)
    evaluator_.memory()[edge.selects[i].cell] = selects_[e.first_select + i];
  if (!edge.update.is_constant() && !run_effects(edge.update, edge.has_clock_code))
    return fail_evaluation("an update", code.ref.process), false;
  for (const model::ClockReset& r : edge.resets) {
    // clock := (value of source now) + offset, in terms of the values before the move.
    model::ClockValue value{r.source, 0};
    if (r.source != 0 && is_set_[r.source]) value = values_[r.source];
    value.offset = shifted(value.offset, r.offset);
    set_clock(r.clock, value);
  }
  return true;
}

// Lists the edges and select values of the move.
void Moves::list_chosen() {
  refs_.clear();
  values_chosen_.clear();
  has_code_ = !network_.before_update.empty() || !network_.after_update.empty();
  for (const Enabled& e : chosen_) {
    const EdgeCode& code = edges_[e.number];
    refs_.push_back(code.ref);
    has_code_ = has_code_ || code.has_program;
    if (!code.has_selects) continue;
    const std::size_t count = model_edge(code.ref).selects.size();
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
  enter_targets();
  settings_.clear();
  for (const std::uint32_t clock : set_clocks_)
    settings_.push_back({clock, values_[clock].source, values_[clock].offset});
  return true;
}

}  // namespace zonda::step
