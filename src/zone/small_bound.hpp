// Bounds in one byte, for stored zones whose finite bounds are all small. A small bound is the same integer as the wide
// one, and the largest byte means no bound, so that comparing small bounds gives the same answers.
#pragma once

#include "zone/bound.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace zonda::zone {

using SmallBound = std::int8_t;

template <typename B>
[[nodiscard]] constexpr B widened(SmallBound bound) {
  return bound == kInfinity<SmallBound> ? kInfinity<B> : static_cast<B>(bound);
}

// Converts bounds to one byte each. Returns false when a finite one does not fit; `out` is then meaningless.
template <typename B>
[[nodiscard]] bool make_small(const B* bounds, std::size_t count, SmallBound* out) {
  constexpr B kMost = kInfinity<SmallBound> - 1;
  unsigned misfits = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const B b = bounds[i];
    const bool is_infinite = b == kInfinity<B>;
    misfits |= static_cast<unsigned>(!is_infinite && (b > kMost || b < -kMost));
    out[i] = static_cast<SmallBound>(is_infinite ? B{kInfinity<SmallBound>} : b);
  }
  return misfits == 0;
}

template <typename B>
void widen(const SmallBound* from, std::size_t count, B* out) {
  for (std::size_t i = 0; i < count; ++i) out[i] = widened<B>(from[i]);
}
template <typename B>
void widen(const B* from, std::size_t count, B* out) {
  std::copy_n(from, count, out);
}

// Whether a[j] >= b[j] for all j. `count` must be a multiple of eight.
[[nodiscard]] inline bool covers_small(const SmallBound* a, const SmallBound* b, std::size_t count) {
  using Vector [[gnu::vector_size(16)]] = std::int8_t;
  using Halves [[gnu::vector_size(16)]] = std::int64_t;
  constexpr std::size_t kHalf = sizeof(Vector) / 2;
  const auto is_less_somewhere = [](const Vector& x, const Vector& y) {
    const auto is_less = x < y;
    Halves halves;
    std::memcpy(&halves, &is_less, sizeof(halves));
    return (halves[0] | halves[1]) != 0;
  };
  std::size_t j = 0;
  Vector x{};
  Vector y{};
  for (; j + sizeof(Vector) <= count; j += sizeof(Vector)) {
    std::memcpy(&x, a + j, sizeof(x));
    std::memcpy(&y, b + j, sizeof(y));
    if (is_less_somewhere(x, y)) return false;
  }
  if (j == count) return true;
  x = y = Vector{};
  std::memcpy(&x, a + j, kHalf);
  std::memcpy(&y, b + j, kHalf);
  return !is_less_somewhere(x, y);
}

}  // namespace zonda::zone
