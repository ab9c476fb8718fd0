// A zone's signature: sixteen bytes by which most pairs of zones are recognised in which neither covers the other. Each
// lane is the sum of some of the zone's bounds, cut to the range that matters; if a zone covers another, none of its
// lanes is smaller. For inclusion all bounds count, for a_LU only the lower and upper bounds of the clocks.
#pragma once

#include "zone/bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace zonda::store {

struct Signature {
  std::array<std::uint16_t, 8> lanes{};
  friend bool operator==(const Signature&, const Signature&) = default;
};

// Whether every lane of a is at least that of b.
[[nodiscard]] inline bool dominates(const Signature& a, const Signature& b) {
  using Vector [[gnu::vector_size(16)]] = std::uint16_t;
  using Halves [[gnu::vector_size(16)]] = std::uint64_t;
  Vector x;
  Vector y;
  std::memcpy(&x, &a, sizeof(x));
  std::memcpy(&y, &b, sizeof(y));
  const auto is_less = x < y;
  Halves halves;
  std::memcpy(&halves, &is_less, sizeof(halves));
  return (halves[0] | halves[1]) == 0;
}

class SignatureScale {
 public:
  // `largest`: bounds up to about this constant are told apart.
  explicit SignatureScale(std::int32_t largest) : cap_(2 * std::int64_t{largest} + 2) {}

  // The signature of a matrix that is stored row by row without its diagonal. If zones are compared by a_LU, `lower`
  // and `upper` are the constants of the clocks (negative if there is none); a lower bound beyond U and an upper bound
  // beyond L do not matter then, and do not show in the signature.
  template <typename B>
  [[nodiscard]] Signature signature(std::span<const B> bounds, std::size_t dim, std::span<const std::int32_t> l,
                                    std::span<const std::int32_t> u) const {
    return l.empty() ? of_all(bounds) : of_clocks(bounds, dim - 1, l, u);
  }

 private:
  static constexpr std::size_t kLanes = 8;
  using Sums = std::array<std::uint32_t, kLanes>;

  template <typename B>
  [[nodiscard]] Signature of_all(std::span<const B> bounds) const {
    const int shift = shift_for((bounds.size() + kLanes - 1) / kLanes);
    const auto cap = static_cast<std::int32_t>(cap_);
    const auto level = [=](B bound) {
      // However many bits bounds have, no bound is the largest.
      const std::int32_t value = bound == zone::kInfinity<B> ? cap : static_cast<std::int32_t>(bound);
      return static_cast<std::uint32_t>(std::clamp(value, -cap, cap) + cap) >> shift;
    };
    Sums sums{};
    std::size_t i = 0;
    for (; i + kLanes <= bounds.size(); i += kLanes)
      for (std::size_t k = 0; k < kLanes; ++k) sums[k] += level(bounds[i + k]);
    for (; i < bounds.size(); ++i) sums[i % kLanes] += level(bounds[i]);
    return packed(sums);
  }

  template <typename B>
  [[nodiscard]] Signature of_clocks(std::span<const B> bounds, std::size_t clocks, std::span<const std::int32_t> l,
                                    std::span<const std::int32_t> u) const {
    const int shift = shift_for((2 * clocks + kLanes - 1) / kLanes);
    Sums sums{};
    for (std::size_t x = 0; x < clocks; ++x) {
      sums[2 * x % kLanes] += lower_level(bounds[x], u[x + 1]) >> shift;
      sums[(2 * x + 1) % kLanes] += upper_level(bounds[(x + 1) * clocks], l[x + 1]) >> shift;
    }
    return packed(sums);
  }

  [[nodiscard]] std::uint32_t lower_level(std::int64_t bound, std::int32_t constant) const {
    const std::int64_t kept = constant < 0 ? 1 : std::max(bound, -2 * std::int64_t{constant});
    return static_cast<std::uint32_t>(std::clamp(kept, -cap_, cap_) + cap_);
  }
  // The highest level is that of clocks without a bound.
  [[nodiscard]] std::uint32_t upper_level(std::int64_t bound, std::int32_t constant) const {
    const bool has_bound = constant >= 0 && bound <= 2 * std::int64_t{constant} + 1;
    return static_cast<std::uint32_t>(has_bound ? std::clamp(bound, -cap_, cap_) + cap_ : 2 * cap_);
  }

  // By how many bits levels are scaled down so that the sum of this many of them fits into a lane.
  [[nodiscard]] int shift_for(std::size_t summands) const {
    int shift = 0;
    while ((static_cast<std::uint64_t>(2 * cap_) >> static_cast<unsigned>(shift)) * summands > UINT16_MAX) ++shift;
    return shift;
  }
  [[nodiscard]] static Signature packed(const Sums& sums) {
    Signature result;
    for (std::size_t k = 0; k < kLanes; ++k) result.lanes[k] = static_cast<std::uint16_t>(sums[k]);
    return result;
  }

  std::int64_t cap_;
};

}  // namespace zonda::store
