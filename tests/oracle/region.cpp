// Delays and settings of clocks on regions.
#include "oracle/region.hpp"

#include "oracle/fault.hpp"

#include <cstdlib>

namespace zonda::truth {

Region::Region(const std::vector<std::int64_t>& values, const Caps& caps) : Region(values.size(), caps.unit()) {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j < size_; ++j)
      classes_[i * size_ + j] = static_cast<std::int32_t>(unit_ * (values[i] - values[j]));
  forget(caps);
}

void Region::set(std::size_t i, std::size_t j, std::int32_t value) {
  classes_[i * size_ + j] = value;
  classes_[j * size_ + i] = value == kUnknown ? kUnknown : -value;
}

// Replaces values beyond their caps by 'beyond'. A difference is kept exactly while both values are known, and else as
// far as its cap says.
void Region::forget(const Caps& caps) {
  for (std::size_t i = 1; i < size_; ++i)
    if (at(i, 0) > unit_ * caps.value(i) && !caps.is_kept(i)) set(i, 0, kBeyond);
  for (std::size_t i = 1; i < size_; ++i) {
    for (std::size_t j = 1; j < i; ++j) {
      if ((!is_beyond(i) && !is_beyond(j)) || at(i, j) == kUnknown) continue;
      const std::int64_t cap = unit_ * caps.difference(i, j);
      if (cap < 0)
        set(i, j, kUnknown);
      else if (std::abs(at(i, j)) > cap)
        set(i, j, at(i, j) > 0 ? kBeyond : -kBeyond);
    }
  }
}

bool Region::holds(const Atom& atom) const {
  const std::int32_t known = atom.left == atom.right ? 0 : at(atom.left, atom.right);
  if (known == kUnknown) throw std::logic_error("a difference that is not told apart");
  return atom.is_strict ? known < unit_ * atom.value : known <= unit_ * atom.value;
}

int Region::compared(std::size_t clock, std::int64_t integer) const {
  const std::int64_t difference = at(clock, 0) - unit_ * integer;
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

std::int64_t Region::region_class(std::size_t clock) const {
  const std::int64_t whole = at(clock, 0) / unit_;
  return 2 * whole + (at(clock, 0) == whole * unit_ ? 0 : 1);
}

bool Region::is_far(const Caps& caps) const {
  for (std::size_t i = 1; i < size_; ++i)
    if (!is_beyond(i) && caps.is_kept(i) && at(i, 0) > unit_ * caps.farthest()) return true;
  return false;
}

bool Region::has_duration() const {
  if (classes_[0] != kOnGrid) return true;
  for (std::size_t i = 1; i < size_; ++i)
    if (!is_beyond(i) && at(i, 0) % 2 == 0) return false;
  return true;
}

// Whether no clock has a larger fractional part. All values must have one. frac(x) >= frac(y) holds if x - y is at
// least the difference of the integer parts.
bool Region::has_largest_fraction(std::size_t clock) const {
  for (std::size_t j = 1; j < size_; ++j)
    if (j != clock && !is_beyond(j) && at(clock, j) < at(clock, 0) - at(j, 0)) return false;
  return true;
}

std::optional<Region> Region::next(const Caps& caps) const {
  const bool had_duration = has_duration();
  bool changes = false;
  Region result = *this;
  for (std::size_t i = 1; i < size_; ++i) {
    if (is_beyond(i)) continue;
    const bool moves = had_duration ? has_largest_fraction(i) : at(i, 0) % 2 == 0;
    if (!moves) continue;
    result.set(i, 0, at(i, 0) + 1);
    changes = true;
  }
  if (!changes) return std::nullopt;
  result.forget(caps);
  return result;
}

// A step of half the distance of the grid. Where every clock that runs is beyond its cap, all moments are alike.
std::optional<Region> Region::next(const Caps& caps, const std::set<std::size_t>& stopped) const {
  const auto runs = [&](std::size_t i) { return i != 0 && !stopped.contains(i); };
  bool changes = false;
  Region result = *this;
  for (std::size_t i = 1; i < size_; ++i) {
    changes = changes || (runs(i) && !is_beyond(i));
    for (std::size_t j = 0; j < i; ++j)
      if (std::abs(at(i, j)) < kBeyond) result.set(i, j, at(i, j) + (runs(i) ? 1 : 0) - (runs(j) ? 1 : 0));
  }
  if (!changes) return std::nullopt;
  result.forget(caps);
  bool goes_on = false;
  for (std::size_t i = 1; i < size_; ++i) goes_on = goes_on || (runs(i) && !result.is_beyond(i));
  result.classes_[0] = !goes_on ? kAtRest : is_halfway() ? kOnGrid : kHalfway;
  return result;
}

Region Region::after(const Settings& settings, const Caps& caps) const {
  Region result(size_, unit_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ClockValue& a = settings[i];
      const ClockValue& b = settings[j];
      std::int32_t known = a.source == b.source ? 0 : at(a.source, b.source);
      if (std::abs(known) < kBeyond) known += static_cast<std::int32_t>(unit_ * (a.offset - b.offset));
      result.set(i, j, known);
    }
  }
  result.forget(caps);
  return result;
}

}  // namespace zonda::truth
