// Bounds of clock differences. A bound is one integer with its strictness in the last bit (thesis, 4.1):
//
//   x - y <= c   is   2c + 1        x - y < c   is   2c        no bound   is   the largest integer
//
// Comparing bounds is therefore comparing integers, and the sum of two bounds is one addition with a correction of the
// last bit. Everything about zones is written once and compiled for 16-bit and 32-bit bounds.
//
// Overflow: the zones and constants that an operation takes have finite bounds within ±kLimit, an eighth of the range.
// Then its result is exact, or is_within_limit() says that it must not be used. dbm.hpp says after which operations
// is_within_limit() has to be asked.
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

// Sums of many bounds are cut off at this value. Two bounds of this size still add up without wrapping around.
template <typename B>
inline constexpr B kCeiling = static_cast<B>(std::numeric_limits<B>::max() / 2);

template <typename B>
inline constexpr B kZero = 1;  // the bound '<= 0'

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

// The sum of two bounds. It is infinity as soon as one of them is.
template <typename B>
[[nodiscard]] constexpr B add(B a, B b) {
  if (a == kInfinity<B> || b == kInfinity<B>) return kInfinity<B>;
  return static_cast<B>(a + b - ((a | b) & 1));
}

// The bound on y - x that holds exactly where this bound on x - y does not. The bound must be finite.
template <typename B>
[[nodiscard]] constexpr B complement(B bound) {
  return static_cast<B>(1 - bound);
}

}  // namespace zonda::zone
