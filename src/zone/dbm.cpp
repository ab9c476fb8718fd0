// The operations of dbm.hpp. The loops over rows are kernels (kernels.hpp); what is left here is which kernel to call,
// and the care that no sum overflows on the way.
#include "zone/dbm.hpp"

#include "util/invariant.hpp"
#include "zone/kernels.hpp"

#include <algorithm>

namespace zonda::zone {

template <typename B>
Dbm<B>::Dbm(std::size_t dim) {
  resize(dim);
}

template <typename B>
void Dbm<B>::resize(std::size_t dim) {
  ZONDA_CHECK(dim >= 1, "a zone without the reference clock");
  dim_ = dim;
  stride_ = stride_for<B>(dim);
  bounds_.assign(dim_ * stride_, kInfinity<B>);
  for (std::size_t i = 0; i < dim_; ++i) std::fill_n(row(i), dim_, kZero<B>);
}

template <typename B>
Dbm<B> Dbm<B>::universe(std::size_t dim) {
  Dbm z(dim);
  z.release_all();
  return z;
}

template <typename B>
void Dbm<B>::release_all() {
  std::fill(bounds_.begin(), bounds_.end(), kInfinity<B>);
  std::fill_n(row(0), dim_, kZero<B>);
  for (std::size_t i = 1; i < dim_; ++i) at(i, i) = kZero<B>;
}

// --- closing

namespace {

template <typename W, typename B>
W widened(B bound) {
  return bound == kInfinity<B> ? kInfinity<W> : W{bound};
}

// Converts a bound to a narrower type. One that does not fit becomes a bound that is_within_limit() rejects.
template <typename B, typename W>
B narrowed(W bound) {
  if (bound == kInfinity<W>) return kInfinity<B>;
  return static_cast<B>(std::clamp<W>(bound, -kCeiling<B>, kCeiling<B>));
}

// Closing in wider integers, for matrices whose sums along a path might leave the range of their own type.
bool close_wide(Dbm<std::int16_t>& z) {
  Dbm<std::int32_t> wide(z.dim());
  for (std::size_t i = 0; i < z.dim(); ++i)
    for (std::size_t j = 0; j < z.dim(); ++j) wide.at(i, j) = widened<std::int32_t>(z.at(i, j));
  if (!close(wide)) return false;
  for (std::size_t i = 0; i < z.dim(); ++i)
    for (std::size_t j = 0; j < z.dim(); ++j) z.at(i, j) = narrowed<std::int16_t>(wide.at(i, j));
  return true;
}

bool close_wide(Dbm<std::int32_t>& z) {
  constexpr std::int64_t kNoBound = kInfinity<std::int64_t>;
  const std::size_t n = z.dim();
  std::vector<std::int64_t> wide(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) wide[i * n + j] = widened<std::int64_t>(z.at(i, j));
  for (std::size_t k = 0; k < n; ++k) {
    if (wide[k * n + k] < kZero<std::int32_t>) return false;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t via = wide[i * n + k];
      if (via == kNoBound) continue;
      for (std::size_t j = 0; j < n; ++j) {
        const std::int64_t other = wide[k * n + j];
        if (other != kNoBound) wide[i * n + j] = std::min(wide[i * n + j], via + other - ((via | other) & 1));
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) z.at(i, j) = narrowed<std::int32_t>(wide[i * n + j]);
  return true;
}

// Whether the sum of two paths of `bounds` bounds each stays within the range of B. (The -1 is for additions, each of
// which may take 1 off the sum.)
template <typename B>
bool can_add(const Dbm<B>& z, std::size_t bounds) {
  const std::size_t most = static_cast<std::size_t>(kInfinity<B>) / (2 * bounds) - 1;
  return kernels<B>().within(z.row(0), static_cast<B>(most), z.size());
}

}  // namespace

template <typename B>
bool close(Dbm<B>& z) {
  if (!can_add(z, z.dim())) [[unlikely]]
    return close_wide(z);
  return kernels<B>().close(z.row(0), z.dim(), z.stride());
}

template <typename B>
bool close_touched(Dbm<B>& z, std::span<const std::uint32_t> clocks) {
  // Bounds within the limit cannot overflow on paths with up to three intermediate clocks.
  if (clocks.size() > 3 && !can_add(z, clocks.size())) [[unlikely]]
    return close(z);
  return kernels<B>().close_through(z.row(0), z.dim(), z.stride(), clocks.data(), clocks.size());
}

template <typename B>
bool meets(const Dbm<B>& z, const Constraint<B>& c) {
  return c.bound == kInfinity<B> || add(z.at(c.right, c.left), c.bound) >= kZero<B>;
}

template <typename B>
bool constrain(Dbm<B>& z, const Constraint<B>& c) {
  if (z.at(c.left, c.right) <= c.bound) return true;
  if (!meets(z, c)) return false;
  kernels<B>().tighten(z.row(0), z.dim(), z.stride(), c.left, c.right, c.bound);
  return true;
}

template <typename B>
void delay(Dbm<B>& z) {
  for (std::size_t i = 1; i < z.dim(); ++i) z.at(i, 0) = kInfinity<B>;
}

// The bounds of the result are the suprema of all differences over the valuations that are reached. The difference
// between a running and a stopped clock grows with the delay; the others are largest before it. Suprema are closed.
template <typename B>
void delay_with_stopped(Dbm<B>& z, std::span<const std::uint32_t> stopped) {
  const auto is_stopped = [&](std::size_t i) { return std::find(stopped.begin(), stopped.end(), i) != stopped.end(); };
  for (std::size_t i = 1; i < z.dim(); ++i) {
    if (is_stopped(i)) continue;
    z.at(i, 0) = kInfinity<B>;
    for (const std::uint32_t j : stopped) z.at(i, j) = kInfinity<B>;
  }
}

template <typename B>
void past(Dbm<B>& z) {
  for (std::size_t j = 1; j < z.dim(); ++j) {
    B lowest = kZero<B>;
    for (std::size_t i = 1; i < z.dim(); ++i) lowest = std::min(lowest, z.at(i, j));
    z.at(0, j) = lowest;
  }
}

// Adding the bound '<= value' to another bound adds 2 * value to the integer. Row 0 has no infinite bounds, but column
// 0 may have some.
template <typename B>
void reset(Dbm<B>& z, std::uint32_t clock, std::int32_t value) {
  const auto shift = static_cast<B>(2 * value);
  const B* zero = z.row(0);
  B* own = z.row(clock);
  for (std::size_t i = 0; i < z.dim(); ++i) {
    const B upper = z.at(i, 0);
    own[i] = static_cast<B>(zero[i] + shift);
    z.at(i, clock) = upper == kInfinity<B> ? upper : static_cast<B>(upper - shift);
  }
  own[clock] = kZero<B>;
}

template <typename B>
void copy(Dbm<B>& z, std::uint32_t to, std::uint32_t from, std::int32_t offset) {
  const B up = at_most<B>(offset);
  const B down = at_most<B>(-offset);
  if (to == from) {
    for (std::size_t j = 0; j < z.dim(); ++j) {
      if (j == to) continue;
      z.at(to, j) = add(z.at(to, j), up);
      z.at(j, to) = add(z.at(j, to), down);
    }
    return;
  }
  for (std::size_t j = 0; j < z.dim(); ++j) {
    if (j == to) continue;
    z.at(to, j) = add(z.at(from, j), up);
    z.at(j, to) = add(z.at(j, from), down);
  }
  z.at(to, to) = kZero<B>;
}

// First the rows of the assigned clocks are replaced by those of their sources, then the columns. Both times the
// sources are read from a copy, so that the order of the assignments does not matter.
template <typename B>
void assign(Dbm<B>& z, std::span<const Assignment> assignments, Dbm<B>& scratch) {
  scratch = z;
  for (const Assignment& a : assignments) {
    const B up = at_most<B>(a.offset);
    const B* from = scratch.row(a.source);
    B* to = z.row(a.clock);
    for (std::size_t j = 0; j < z.dim(); ++j) to[j] = add(from[j], up);
  }
  scratch = z;
  for (const Assignment& a : assignments) {
    const B down = at_most<B>(-a.offset);
    for (std::size_t i = 0; i < z.dim(); ++i) z.at(i, a.clock) = add(scratch.at(i, a.source), down);
  }
  for (const Assignment& a : assignments) z.at(a.clock, a.clock) = kZero<B>;
}

template <typename B>
void release(Dbm<B>& z, std::uint32_t clock) {
  B* own = z.row(clock);
  for (std::size_t j = 0; j < z.dim(); ++j) own[j] = kInfinity<B>;
  for (std::size_t i = 0; i < z.dim(); ++i) z.at(i, clock) = z.at(i, 0);
  own[clock] = kZero<B>;
}

template <typename B>
bool intersect(Dbm<B>& z, const Dbm<B>& other) {
  ZONDA_CHECK(z.dim() == other.dim(), "zones over different clocks");
  kernels<B>().lower(z.row(0), other.row(0), z.size());
  return close(z);
}

template <typename B>
bool includes(const Dbm<B>& larger, const Dbm<B>& smaller) {
  return kernels<B>().covers(larger.row(0), smaller.row(0), larger.size());
}

template <typename B>
bool is_within_limit(const Dbm<B>& z) {
  return kernels<B>().within(z.row(0), kLimit<B>, z.size());
}

#define ZONDA_INSTANTIATE(B)                                                 \
  template class Dbm<B>;                                                     \
  template bool close(Dbm<B>&);                                              \
  template bool close_touched(Dbm<B>&, std::span<const std::uint32_t>);      \
  template bool constrain(Dbm<B>&, const Constraint<B>&);                    \
  template bool meets(const Dbm<B>&, const Constraint<B>&);                  \
  template void delay(Dbm<B>&);                                              \
  template void delay_with_stopped(Dbm<B>&, std::span<const std::uint32_t>); \
  template void past(Dbm<B>&);                                               \
  template void reset(Dbm<B>&, std::uint32_t, std::int32_t);                 \
  template void copy(Dbm<B>&, std::uint32_t, std::uint32_t, std::int32_t);   \
  template void assign(Dbm<B>&, std::span<const Assignment>, Dbm<B>&);       \
  template void release(Dbm<B>&, std::uint32_t);                             \
  template bool intersect(Dbm<B>&, const Dbm<B>&);                           \
  template bool includes(const Dbm<B>&, const Dbm<B>&);                      \
  template bool is_within_limit(const Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
