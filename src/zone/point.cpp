// Finds a point by tightening strict bounds until they are weak ones on a finer grid.
#include "zone/point.hpp"

#include "util/invariant.hpp"

#include <algorithm>

namespace zonda::zone {

namespace {

// Replaces '< c' by '<= c - 1/denominator', closes, and takes the lower bounds, which together are a point of every
// non-empty closed system. False when the tighter system has no solution.
template <typename B>
bool lowest_point(const Dbm<B>& z, std::int64_t denominator, Point& out) {
  const std::size_t n = z.dim();
  constexpr std::int64_t kNoBound = INT64_MAX;
  std::vector<std::int64_t> d(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const B bound = z.at(i, j);
      d[i * n + j] = bound == kInfinity<B> ? kNoBound : value_of(bound) * denominator - (is_strict(bound) ? 1 : 0);
    }
  for (std::size_t k = 0; k < n; ++k) {
    if (d[k * n + k] < 0) return false;  // before sums along a negative cycle can grow
    for (std::size_t i = 0; i < n; ++i) {
      if (d[i * n + k] == kNoBound) continue;
      for (std::size_t j = 0; j < n; ++j)
        if (d[k * n + j] != kNoBound) d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
    }
  }
  out.denominator = denominator;
  out.numerators.assign(n, 0);
  for (std::size_t i = 1; i < n; ++i) out.numerators[i] = -d[i];
  return true;
}

}  // namespace

// With denominator dim a solution always exists: a cycle has at most dim strict bounds, and a cycle with one has a
// sum of at least 1.
template <typename B>
Point point_of(const Dbm<B>& z) {
  Point result;
  const auto most = static_cast<std::int64_t>(z.dim());
  for (std::int64_t denominator = 1; denominator <= most; ++denominator)
    if (lowest_point(z, denominator, result)) return result;
  ZONDA_CHECK(false, "no point in an empty zone");
}

template <typename B>
bool contains(const Dbm<B>& z, const Point& point) {
  ZONDA_CHECK(point.numerators.size() == z.dim(), "a point over other clocks");
  for (std::size_t i = 0; i < z.dim(); ++i)
    for (std::size_t j = 0; j < z.dim(); ++j) {
      const B bound = z.at(i, j);
      if (bound == kInfinity<B>) continue;
      const std::int64_t difference = point.numerators[i] - point.numerators[j];
      const std::int64_t limit = value_of(bound) * point.denominator;
      if (difference > limit || (is_strict(bound) && difference == limit)) return false;
    }
  return true;
}

#define ZONDA_INSTANTIATE(B)              \
  template Point point_of(const Dbm<B>&); \
  template bool contains(const Dbm<B>&, const Point&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
