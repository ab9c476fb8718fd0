// Delays and settings of clocks on regions.
#include "oracle/region.hpp"

#include "oracle/fault.hpp"

#include <cstdlib>

namespace zonda::truth {

Region::Region(const std::vector<std::int64_t>& values, const Caps& caps) : Region(values.size()) {
  for (std::size_t i = 0; i < size_; ++i)
    for (std::size_t j = 0; j < size_; ++j)
      classes_[i * size_ + j] = static_cast<std::int32_t>(2 * (values[i] - values[j]));
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
    if (at(i, 0) > 2 * caps.value(i)) set(i, 0, kBeyond);
  for (std::size_t i = 1; i < size_; ++i) {
    for (std::size_t j = 1; j < i; ++j) {
      if ((!is_beyond(i) && !is_beyond(j)) || at(i, j) == kUnknown) continue;
      const std::int64_t cap = 2 * caps.difference(i, j);
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
  return atom.is_strict ? known < 2 * atom.value : known <= 2 * atom.value;
}

bool Region::has_duration() const {
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

Region Region::after(const Settings& settings, const Caps& caps) const {
  Region result(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const ClockValue& a = settings[i];
      const ClockValue& b = settings[j];
      std::int32_t known = a.source == b.source ? 0 : at(a.source, b.source);
      if (std::abs(known) < kBeyond) known += static_cast<std::int32_t>(2 * (a.offset - b.offset));
      result.set(i, j, known);
    }
  }
  result.forget(caps);
  return result;
}

}  // namespace zonda::truth
