// A zone's signature: eight bytes that tell most pairs of zones apart in which neither covers the other. It holds, cut
// down to a few bits each, the lower and upper bounds of the clocks; where a zone covers another, by inclusion or by
// a_LU, none of its lanes is smaller.
#pragma once

#include "zone/bound.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace zonda::store {

// Lanes of five bits; the highest bit of each is 0.
using Signature = std::uint64_t;

// Every lane of a is at least that of b.
[[nodiscard]] inline bool dominates(Signature a, Signature b) {
  constexpr Signature kGuards = 0x0842'1084'2108'4210ULL;
  return (((a | kGuards) - b) & kGuards) == kGuards;
}

class SignatureScale {
 public:
  // Bounds up to about this constant are told apart.
  explicit SignatureScale(std::int32_t largest)
      : shift_(std::max(0, static_cast<int>(std::bit_width(2 * static_cast<std::uint64_t>(largest) + 2)) - kBits)) {}

  // Of a matrix stored row by row without its diagonal, with the constants of the clocks (negative: none). A lower
  // bound beyond U and an upper bound beyond L do not matter to a_LU, so they do not show. Without constants all count.
  template <typename B>
  [[nodiscard]] Signature signature(std::span<const B> bounds, std::size_t dim, std::span<const std::int32_t> l,
                                    std::span<const std::int32_t> u) const {
    const std::size_t clocks = dim - 1;
    std::array<std::uint32_t, kLanes> sums{};
    for (std::size_t x = 0; x < clocks; ++x) {
      sums[2 * x % kLanes] += lower_level(bounds[x], u.empty() ? kAll : u[x + 1]);
      sums[(2 * x + 1) % kLanes] += upper_level(bounds[(x + 1) * clocks], l.empty() ? kAll : l[x + 1]);
    }
    // With many clocks a lane holds the mean of several.
    const auto shared = static_cast<std::uint32_t>((2 * clocks + kLanes - 1) / kLanes);
    Signature result = 0;
    for (std::size_t i = 0; i < kLanes; ++i) result |= Signature{shared <= 1 ? sums[i] : sums[i] / shared} << (5 * i);
    return result;
  }

 private:
  static constexpr std::size_t kLanes = 12;
  static constexpr int kBits = 4;
  static constexpr std::int64_t kTop = 15;
  static constexpr std::int32_t kAll = INT32_MAX;

  [[nodiscard]] std::uint32_t lower_level(std::int64_t bound, std::int32_t constant) const {
    const std::int64_t kept = constant < 0 ? 1 : std::max(bound, -2 * std::int64_t{constant});
    return static_cast<std::uint32_t>(kTop - std::min(kTop, (1 - kept) >> shift_));
  }
  // The top is for no bound.
  [[nodiscard]] std::uint32_t upper_level(std::int64_t bound, std::int32_t constant) const {
    if (constant < 0 || bound > 2 * std::int64_t{constant} + 1) return kTop;
    return static_cast<std::uint32_t>(std::min(kTop - 1, bound >> shift_));
  }

  int shift_;
};

}  // namespace zonda::store
