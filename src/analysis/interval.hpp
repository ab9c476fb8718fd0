// Intervals of integers, for static analysis.
#pragma once

#include <algorithm>
#include <cstdint>

namespace zonda::analysis {

// The integers from lower to upper; none if lower is the larger. kFar stands for infinity: it is so large that the sum
// of two numbers of a model stays below it, and so small that the sum of two of it does not overflow.
struct Interval {
  std::int64_t lower = 1;
  std::int64_t upper = 0;

  static constexpr std::int64_t kFar = std::int64_t{1} << 40U;
  static constexpr Interval all() { return {-kFar, kFar}; }
  static constexpr Interval one(std::int64_t value) { return {value, value}; }
  static constexpr Interval at_most(std::int64_t value) { return {-kFar, value}; }
  static constexpr Interval at_least(std::int64_t value) { return {value, kFar}; }

  [[nodiscard]] bool is_empty() const { return lower > upper; }
  [[nodiscard]] bool is_one() const { return lower == upper; }
  [[nodiscard]] bool is_one(std::int64_t value) const { return lower == value && upper == value; }
  [[nodiscard]] bool has(std::int64_t value) const { return lower <= value && value <= upper; }

  friend bool operator==(const Interval&, const Interval&) = default;
};

[[nodiscard]] inline Interval meet(const Interval& a, const Interval& b) {
  return {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
}
// The smallest interval that contains both.
[[nodiscard]] inline Interval hull(const Interval& a, const Interval& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.lower, b.lower), std::max(a.upper, b.upper)};
}
[[nodiscard]] inline Interval clipped(const Interval& a) {
  return {std::clamp(a.lower, -Interval::kFar, Interval::kFar), std::clamp(a.upper, -Interval::kFar, Interval::kFar)};
}
[[nodiscard]] inline Interval plus(const Interval& a, const Interval& b) {
  if (a.is_empty() || b.is_empty()) return {};
  return clipped({a.lower + b.lower, a.upper + b.upper});
}
[[nodiscard]] inline Interval minus(const Interval& a) { return {-a.upper, -a.lower}; }

}  // namespace zonda::analysis
