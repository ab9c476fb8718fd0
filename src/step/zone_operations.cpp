// Writing zone operations down as sequences of integers.
//
//   action:  dim, n, (left, right, bound) * n, r, (left, right, bound) * r, dim', (source, offset) * (dim' - 1)
//   entry:   dim, n, (left, right, bound) * n, may_delay, stopped, s * stopped, urgent guards, (n, (l, r, bound) * n)
//            for each, diagonals, (l, r, bound) * diagonals, L * dim, U * dim
//
// Clocks are positions; bounds are 2 * value + 1, or 2 * value when strict.
#include "step/zone_step.hpp"
#include "util/check.hpp"
#include "zone/extrapolate.hpp"

#include <algorithm>

namespace zonda::step {

namespace {

constexpr std::int32_t kNoBound = analysis::kNoBound;
static_assert(kNoBound == zone::kNone);

std::int32_t raw(std::int32_t value, bool is_strict) { return 2 * value + (is_strict ? 0 : 1); }

}  // namespace

ZoneOperations::ZoneOperations(const analysis::ClockBounds& bounds, std::size_t processes, Abstraction abstraction)
    : bounds_(bounds),
      processes_(processes),
      abstraction_(abstraction),
      lower_(bounds.everywhere.size(), kNoBound),
      upper_(bounds.everywhere.size(), kNoBound) {
  for (const analysis::ClockBound& b : bounds.everywhere)
    if (b.lower != kNoBound || b.upper != kNoBound) always_.push_back(b.clock);
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

ShapeId ZoneOperations::shape(std::span<const std::int32_t> state) {
  gather_bounds(state);
  buffer_.assign(touched_.begin(), touched_.end());
  return shapes_.intern(buffer_);
}

std::int32_t ZoneOperations::position(ShapeId shape, std::uint32_t clock) const {
  if (clock == 0) return 0;
  const auto list = shapes_[shape];
  const auto at = std::lower_bound(list.begin(), list.end(), static_cast<std::int32_t>(clock));
  if (at == list.end() || *at != static_cast<std::int32_t>(clock)) return -1;
  return static_cast<std::int32_t>(at - list.begin()) + 1;
}

EntryId ZoneOperations::entry(std::span<const std::int32_t> state, const Rest& rest, ShapeId shape) {
  gather_bounds(state);
  const auto list = shapes_[shape];
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
  buffer_.push_back(static_cast<std::int32_t>(rest.urgent.size()));
  for (const std::vector<ClockCondition>& guard : rest.urgent) {
    buffer_.push_back(static_cast<std::int32_t>(guard.size()));
    for (const ClockCondition& c : guard) condition(c.left, c.right, raw(c.value, c.is_strict));
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
  for (const bool is_lower : {true, false}) {
    buffer_.push_back(0);
    for (const std::int32_t clock : list) buffer_.push_back(bound(clock, is_lower));
  }
  return entries_.intern(buffer_);
}

ActionId ZoneOperations::action(ShapeId from, ShapeId to, std::span<const ClockCondition> conditions,
                                std::span<const ClockCondition> required, std::span<const ClockSetting> settings) {
  buffer_.clear();
  buffer_.push_back(static_cast<std::int32_t>(shapes_[from].size()) + 1);
  for (const auto& list : {conditions, required}) {
    buffer_.push_back(static_cast<std::int32_t>(list.size()));
    for (const ClockCondition& c : list) {
      const std::int32_t l = position(from, c.left);
      const std::int32_t r = position(from, c.right);
      ZONDA_CHECK(l >= 0 && r >= 0, "a tested clock is not active");
      buffer_.insert(buffer_.end(), {l, r, raw(c.value, c.is_strict)});
    }
  }
  const auto list = shapes_[to];
  buffer_.push_back(static_cast<std::int32_t>(list.size()) + 1);
  for (const std::int32_t clock : list) {
    const auto set = std::find_if(settings.begin(), settings.end(),
                                  [&](const ClockSetting& s) { return s.clock == static_cast<std::uint32_t>(clock); });
    const std::uint32_t source = set == settings.end() ? static_cast<std::uint32_t>(clock) : set->source;
    const std::int32_t p = position(from, source);
    ZONDA_CHECK(p >= 0, "a clock becomes active without being set");
    buffer_.push_back(p);
    buffer_.push_back(set == settings.end() ? 0 : set->offset);
  }
  return actions_.intern(buffer_);
}

}  // namespace zonda::step
