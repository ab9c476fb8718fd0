// Bounds of clock differences, in one integer with the strictness folded in (thesis, 4.1):
//
//   x - y <= c   is   2c + 1        x - y < c   is   2c        no bound   is   the largest integer
//
// so that comparing bounds is comparing integers, and the sum of two bounds is one addition with a correction of the
// last bit. Everything about zones is written once and compiled for 16-bit and 32-bit bounds.
//
// Overflow: finite bounds stay within ±kLimit. A sum of two such bounds cannot wrap, so one operation on a zone
// that respects the limit gives exact results, and is_within_limit() tells whether the result respects it again.
#pragma once

#include <cstdint>
#include <limits>

namespace zonda::zone {

template <typename B>
inline constexpr B kInfinity = std::numeric_limits<B>::max();

// Largest absolute raw value of a finite bound between operations: an eighth of the range, because an operation adds
// up to three of them.
template <typename B>
inline constexpr B kLimit = static_cast<B>(std::numeric_limits<B>::max() / 8);

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
