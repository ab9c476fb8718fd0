// Encodes zone operations as sequences of integers.
//
//   action:  dim, n, (left, right, bound) * n, r, (left, right, bound) * r, dim', (source, offset) * (dim' - 1)
//   entry:   dim, n, (left, right, bound) * n, may_delay, stopped, s * stopped, urgent guards, (n, (l, r, bound) * n)
//            for each, what is avoided, the same for each, diagonals, (l, r, bound) * diagonals, frame
//   frame:   L * dim, U * dim, (l, r, bound, which outcomes matter) for each difference that may still be tested
//
// Clocks are positions; bounds are 2 * value + 1, or 2 * value when strict.
#include "analysis/difference_flow.hpp"
#include "step/zone_step.hpp"
#include "util/hash.hpp"
#include "util/invariant.hpp"
#include "zone/extrapolate.hpp"

#include <algorithm>
#include <functional>

namespace zonda::step {

namespace {

constexpr std::int32_t kNoBound = analysis::kNoBound;
static_assert(kNoBound == zone::kNone);
static_assert(analysis::kWhereItHolds == zone::kHoldsMatters && analysis::kWhereItFails == zone::kFailsMatters);

std::int32_t raw(std::int32_t value, bool is_strict) { return 2 * value + (is_strict ? 0 : 1); }

}  // namespace

ZoneOperations::ZoneOperations(OperationTable& table, const analysis::ClockBounds& bounds, std::size_t processes,
                               Abstraction abstraction)
    : table_(table),
      bounds_(bounds),
      processes_(processes),
      abstraction_(abstraction),
      lower_(bounds.everywhere.size(), kNoBound),
      upper_(bounds.everywhere.size(), kNoBound) {
  for (const analysis::ClockBound& b : bounds.everywhere)
    if (b.lower != kNoBound || b.upper != kNoBound) always_.push_back(b.clock);
  action_slots_.resize(kFirstActionSlots);
  has_masks_ = bounds.everywhere.size() <= 64;
  if (!has_masks_) return;
  mask_slots_.resize(64);
  for (const std::uint32_t clock : always_) always_mask_ |= Mask{1} << clock;
  for (const auto& process : bounds.local) {
    first_location_.push_back(static_cast<std::uint32_t>(location_masks_.size()));
    for (const auto& location : process) {
      Mask mask = 0;
      for (const analysis::ClockBound& b : location) mask |= Mask{1} << b.clock;
      location_masks_.push_back(mask);
    }
  }
}

ZoneOperations::Mask ZoneOperations::mask_of(std::span<const std::int32_t> state) const {
  Mask mask = always_mask_;
  for (std::size_t p = 0; p < processes_; ++p)
    mask |= location_masks_[first_location_[p] + static_cast<std::size_t>(state[p])];
  return mask;
}

ShapeId ZoneOperations::shape_of_mask(Mask mask) {
  const auto slot_of = [&](Mask m) {
    std::size_t at = mix(m, 0x9E3779B97F4A7C15ULL) & (mask_slots_.size() - 1);
    while (mask_slots_[at].shape != kNoShape && mask_slots_[at].mask != m) at = (at + 1) & (mask_slots_.size() - 1);
    return at;
  };
  const std::size_t at = slot_of(mask);
  if (mask_slots_[at].shape != kNoShape) return mask_slots_[at].shape;
  buffer_.clear();
  for (Mask rest = mask; rest != 0; rest &= rest - 1) buffer_.push_back(std::countr_zero(rest));
  const ShapeId shape = table_.intern_shape(buffer_, mask);
  mask_slots_[at] = {mask, shape};
  if (2 * ++masks_ > mask_slots_.size()) {
    std::vector<MaskSlot> old(2 * mask_slots_.size());
    old.swap(mask_slots_);
    for (const MaskSlot& slot : old)
      if (slot.shape != kNoShape) mask_slots_[slot_of(slot.mask)] = slot;
  }
  return shape;
}

// Leaves L and U of the state's location vector in lower_ and upper_, the clocks concerned in touched_, ascending.
void ZoneOperations::gather_bounds(std::span<const std::int32_t> state) {
  for (const std::uint32_t clock : touched_) lower_[clock] = upper_[clock] = kNoBound;
  touched_.clear();
  const auto raise = [&](const analysis::ClockBound& b) {
    if (lower_[b.clock] == kNoBound && upper_[b.clock] == kNoBound) touched_.push_back(b.clock);
    lower_[b.clock] = std::max(lower_[b.clock], b.lower);
    upper_[b.clock] = std::max(upper_[b.clock], b.upper);
  };
  for (const std::uint32_t clock : always_) raise(bounds_.everywhere[clock]);
  for (std::size_t p = 0; p < processes_; ++p)
    for (const analysis::ClockBound& b : bounds_.local[p][static_cast<std::size_t>(state[p])]) raise(b);
  std::sort(touched_.begin(), touched_.end());
}

// Leaves the differences that may still be tested from the state's location vector in tests_, always in the same order.
void ZoneOperations::gather_tests(std::span<const std::int32_t> state) {
  tests_ = bounds_.tests_everywhere;
  for (std::size_t p = 0; p < bounds_.local_tests.size(); ++p)
    for (const analysis::DifferenceTest& t : bounds_.local_tests[p][static_cast<std::size_t>(state[p])])
      analysis::add_test_to(tests_, t);
  std::ranges::sort(
      tests_, {}, [](const analysis::DifferenceTest& t) { return std::tuple(t.left, t.right, t.value, t.is_strict); });
}

ShapeId ZoneOperations::shape(std::span<const std::int32_t> state) {
  if (has_masks_) return shape_of_mask(mask_of(state));
  gather_bounds(state);
  buffer_.assign(touched_.begin(), touched_.end());
  return table_.intern_shape(buffer_, 0);
}

std::int32_t ZoneOperations::find_position(ShapeId shape, std::uint32_t clock) const {
  const auto list = table_.clocks(shape);
  const auto at = std::lower_bound(list.begin(), list.end(), static_cast<std::int32_t>(clock));
  if (at == list.end() || *at != static_cast<std::int32_t>(clock)) return -1;
  return static_cast<std::int32_t>(at - list.begin()) + 1;
}

EntryId ZoneOperations::entry(std::span<const std::int32_t> state, const Rest& rest, ShapeId shape) {
  gather_bounds(state);
  const auto list = table_.clocks(shape);
  buffer_.clear();
  const auto condition = [&](std::uint32_t left, std::uint32_t right, std::int32_t bound) {
    const std::int32_t l = position(shape, left);
    const std::int32_t r = position(shape, right);
    ZONDA_CHECK(l >= 0 && r >= 0, "a tested clock is not active");
    buffer_.insert(buffer_.end(), {l, r, bound});
  };
  buffer_.push_back(static_cast<std::int32_t>(list.size()) + 1);
  buffer_.push_back(static_cast<std::int32_t>(rest.invariant.size()));
  for (const ClockCondition& c : rest.invariant) condition(c.left, c.right, raw(c.value, c.is_strict));
  buffer_.push_back(rest.may_delay ? 1 : 0);
  const std::size_t stopped_at = buffer_.size();
  buffer_.push_back(0);
  for (const std::uint32_t clock : rest.stopped) {
    const std::int32_t p = position(shape, clock);
    if (p < 0) continue;
    buffer_.push_back(p);
    ++buffer_[stopped_at];
  }
  for (const auto& list_of_guards : {std::cref(rest.urgent), std::cref(rest.avoided)}) {
    buffer_.push_back(static_cast<std::int32_t>(list_of_guards.get().size()));
    for (const std::vector<ClockCondition>& guard : list_of_guards.get()) {
      buffer_.push_back(static_cast<std::int32_t>(guard.size()));
      for (const ClockCondition& c : guard) condition(c.left, c.right, raw(c.value, c.is_strict));
    }
  }
  const std::size_t diagonals_at = buffer_.size();
  buffer_.push_back(0);
  for (const auto& d : bounds_.diagonals) {
    if (position(shape, d.left) < 0 || position(shape, d.right) < 0) continue;
    condition(d.left, d.right, raw(d.value, d.is_strict));
    ++buffer_[diagonals_at];
  }
  const bool is_maximal = abstraction_ == Abstraction::ExtraM || abstraction_ == Abstraction::ExtraMPlus;
  const auto bound = [&](std::int32_t clock, bool is_lower) {
    const auto c = static_cast<std::size_t>(clock);
    return is_maximal ? std::max(lower_[c], upper_[c]) : is_lower ? lower_[c] : upper_[c];
  };
  frame_buffer_.clear();
  for (const bool is_lower : {true, false}) {
    frame_buffer_.push_back(0);
    for (const std::int32_t clock : list) frame_buffer_.push_back(bound(clock, is_lower));
  }
  gather_tests(state);
  for (const analysis::DifferenceTest& t : tests_) {
    const std::int32_t l = position(shape, t.left);
    const std::int32_t r = position(shape, t.right);
    ZONDA_CHECK(l > 0 && r > 0, "a clock whose difference is tested is not active");
    frame_buffer_.insert(frame_buffer_.end(), {l, r, raw(t.value, t.is_strict), t.sides});
  }
  buffer_.push_back(static_cast<std::int32_t>(table_.intern_frame(frame_buffer_)));
  return table_.intern_entry(buffer_);
}

ActionId ZoneOperations::action(ShapeId from, ShapeId to, const Move& move) {
  if (move.combination == kNoCombination) return make_action(from, to, move);
  ActionId action = 0;
  if (find_action(from, to, move.combination, action)) return action;
  if (++action_misses_ > action_slots_.size() && action_slots_.size() < most_action_slots_) grow_action_slots();
  action = make_action(from, to, move);
  action_slots_[action_slot(from, to, move.combination)] = {move.combination, from, to, action};
  return action;
}

void ZoneOperations::grow_action_slots() {
  std::vector<ActionSlot> old(2 * action_slots_.size());
  old.swap(action_slots_);
  for (const ActionSlot& s : old)
    if (s.combination != kNoCombination) action_slots_[action_slot(s.from, s.to, s.combination)] = s;
  action_misses_ = 0;
}

ActionId ZoneOperations::make_action(ShapeId from, ShapeId to, const Move& move) {
  buffer_.clear();
  buffer_.push_back(static_cast<std::int32_t>(table_.clocks(from).size()) + 1);
  for (const auto& list : {move.conditions, move.required}) {
    buffer_.push_back(static_cast<std::int32_t>(list.size()));
    for (const ClockCondition& c : list) {
      const std::int32_t l = position(from, c.left);
      const std::int32_t r = position(from, c.right);
      ZONDA_CHECK(l >= 0 && r >= 0, "a tested clock is not active");
      buffer_.insert(buffer_.end(), {l, r, raw(c.value, c.is_strict)});
    }
  }
  const auto list = table_.clocks(to);
  buffer_.push_back(static_cast<std::int32_t>(list.size()) + 1);
  for (const std::int32_t clock : list) {
    const auto set = std::find_if(move.settings.begin(), move.settings.end(),
                                  [&](const ClockSetting& s) { return s.clock == static_cast<std::uint32_t>(clock); });
    const std::uint32_t source = set == move.settings.end() ? static_cast<std::uint32_t>(clock) : set->source;
    const std::int32_t p = position(from, source);
    ZONDA_CHECK(p >= 0, "a clock becomes active without being set");
    buffer_.push_back(p);
    buffer_.push_back(set == move.settings.end() ? 0 : set->offset);
  }
  return table_.intern_action(buffer_);
}

}  // namespace zonda::step
