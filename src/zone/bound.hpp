// Bounds of clock differences, in one integer with the strictness folded in (thesis, 4.1):
//
//   x - y <= c   is   2c + 1        x - y < c   is   2c        no bound   is   the largest integer
//
// so that comparing bounds is comparing integers, and the sum of two bounds is one addition with a correction of the
// last bit. Everything about zones is written once and compiled for 16-bit and 32-bit bounds.
//
// Overflow: zones and constants that are handed to an operation have finite bounds within ±kLimit, an eighth of the
// range. Then its result is exact, or is_within_limit() says that it is not to be used. dbm.hpp says how many
// operations may pass between two looks.
#pragma once

#include <cstdint>
#include <limits>

namespace zonda::zone {

template <typename B>
inline constexpr B kInfinity = std::numeric_limits<B>::max();

template <typename B>
inline constexpr B kLowest = std::numeric_limits<B>::min();

// Largest absolute raw value of a finite bound between operations.
template <typename B>
inline constexpr B kLimit = static_cast<B>(std::numeric_limits<B>::max() / 8);

// Where sums are cut off that may have more than a few summands. Two such bounds still add up without wrapping.
template <typename B>
inline constexpr B kCeiling = static_cast<B>(std::numeric_limits<B>::max() / 2);

template <typename B>
inline constexpr B kZero = 1;  // <= 0

template <typename B>
[[nodiscard]] constexpr B at_most(std::int32_t c) {
  return static_cast<B>(2 * c + 1);
}
template <typename B>
[[nodiscard]] constexpr B less_than(std::int32_t c) {
  return static_cast<B>(2 * c);
}
template <typename B>
[[nodiscard]] constexpr B make_bound(std::int32_t c, bool is_strict) {
  return static_cast<B>(2 * c + (is_strict ? 0 : 1));
}
template <typename B>
[[nodiscard]] constexpr std::int32_t value_of(B bound) {
  return static_cast<std::int32_t>(bound) >> 1;
}
template <typename B>
[[nodiscard]] constexpr bool is_strict(B bound) {
  return (bound & 1) == 0;
}

// The sum of two bounds; no bound absorbs.
template <typename B>
[[nodiscard]] constexpr B add(B a, B b) {
  if (a == kInfinity<B> || b == kInfinity<B>) return kInfinity<B>;
  return static_cast<B>(a + b - ((a | b) & 1));
}

// The bound on y - x that says the opposite of this bound on x - y. Not for infinity.
template <typename B>
[[nodiscard]] constexpr B complement(B bound) {
  return static_cast<B>(1 - bound);
}

}  // namespace zonda::zone
