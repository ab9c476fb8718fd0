#include "zone/dbm.hpp"

#include <algorithm>
#include <cstring>

#include "util/check.hpp"
#include "zone/kernels.hpp"

namespace zonda::zone {

template <typename B>
Dbm<B>::Dbm(std::size_t dim) {
  resize(dim);
}

template <typename B>
void Dbm<B>::resize(std::size_t dim) {
  dim_ = dim;
  stride_ = stride_for<B>(dim);
  bounds_.assign(dim_ * stride_, kInfinity<B>);
  for (std::size_t i = 0; i < dim_; ++i) std::fill_n(row(i), dim_, kZero<B>);
}

template <typename B>
Dbm<B> Dbm<B>::universe(std::size_t dim) {
  Dbm z(dim);
  delay(z);
  for (std::size_t i = 1; i < dim; ++i)
    for (std::size_t j = 1; j < dim; ++j)
      if (i != j) z.at(i, j) = kInfinity<B>;
  return z;
}

template <typename B>
bool close(Dbm<B>& z) {
  kernels<B>().close(z.row(0), z.dim(), z.stride());
  for (std::size_t i = 0; i < z.dim(); ++i)
    if (z.at(i, i) < kZero<B>) return false;
  return true;
}

template <typename B>
bool close_touched(Dbm<B>& z, std::span<const std::uint32_t> clocks) {
  const auto relax = kernels<B>().relax;
  for (const std::uint32_t k : clocks) {
    for (std::size_t i = 0; i < z.dim(); ++i) {
      const B via = z.at(i, k);
      if (i != k && via != kInfinity<B>) relax(z.row(i), z.row(k), via, z.stride());
    }
    if (z.at(k, k) < kZero<B>) return false;
  }
  for (std::size_t i = 0; i < z.dim(); ++i)
    if (z.at(i, i) < kZero<B>) return false;
  return true;
}

template <typename B>
bool meets(const Dbm<B>& z, const Constraint<B>& c) {
  return c.bound == kInfinity<B> || add(z.at(c.right, c.left), c.bound) >= kZero<B>;
}

// A path that got shorter goes through the new bound once, so the two steps to and from it are all there is to try.
template <typename B>
bool constrain(Dbm<B>& z, const Constraint<B>& c) {
  if (z.at(c.left, c.right) <= c.bound) return true;
  if (!meets(z, c)) return false;
  const auto relax = kernels<B>().relax;
  z.at(c.left, c.right) = c.bound;
  for (std::size_t i = 0; i < z.dim(); ++i) {
    const B via = add(z.at(i, c.left), c.bound);
    // Row i can only improve if the step to `right` did.
    if (i == c.right || via == kInfinity<B> || (via >= z.at(i, c.right) && i != c.left)) continue;
    relax(z.row(i), z.row(c.right), via, z.stride());
  }
  return true;
}

template <typename B>
void delay(Dbm<B>& z) {
  for (std::size_t i = 1; i < z.dim(); ++i) z.at(i, 0) = kInfinity<B>;
}

// A stopped clock is to the running ones what the reference clock is: their difference may grow without bound.
template <typename B>
void delay_with_stopped(Dbm<B>& z, std::span<const std::uint32_t> stopped) {
  const auto is_stopped = [&](std::size_t i) {
    return i == 0 || std::find(stopped.begin(), stopped.end(), i) != stopped.end();
  };
  for (std::size_t i = 1; i < z.dim(); ++i) {
    if (is_stopped(i)) continue;
    for (std::size_t j = 0; j < z.dim(); ++j)
      if (is_stopped(j)) z.at(i, j) = kInfinity<B>;
  }
  const bool is_consistent = close(z);  // only bounds were taken away, so it stays non-empty
  ZONDA_CHECK(is_consistent, "a delay made a zone empty");
}

template <typename B>
void past(Dbm<B>& z) {
  for (std::size_t j = 1; j < z.dim(); ++j) {
    B lowest = kZero<B>;
    for (std::size_t i = 1; i < z.dim(); ++i) lowest = std::min(lowest, z.at(i, j));
    z.at(0, j) = lowest;
  }
}

template <typename B>
void reset(Dbm<B>& z, std::uint32_t clock, std::int32_t value) {
  const B up = at_most<B>(value);
  const B down = at_most<B>(-value);
  B* own = z.row(clock);
  const B* zero = z.row(0);
  for (std::size_t j = 0; j < z.dim(); ++j) own[j] = add(up, zero[j]);
  for (std::size_t i = 0; i < z.dim(); ++i) z.at(i, clock) = add(z.at(i, 0), down);
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

template <typename B>
void assign(Dbm<B>& z, std::span<const Assignment> assignments, Dbm<B>& scratch) {
  std::vector<Assignment> all(z.dim());
  for (std::uint32_t i = 0; i < z.dim(); ++i) all[i] = {i, i, 0};
  for (const Assignment& a : assignments) all[a.clock] = a;
  scratch = z;
  for (std::size_t i = 0; i < z.dim(); ++i) {
    for (std::size_t j = 0; j < z.dim(); ++j) {
      if (i == j) continue;
      const B shift = at_most<B>(all[i].offset - all[j].offset);
      const bool is_same = all[i].source == all[j].source;
      z.at(i, j) = is_same ? shift : add(scratch.at(all[i].source, all[j].source), shift);
    }
  }
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

template <typename B>
std::uint64_t hash(const Dbm<B>& z) {
  std::uint64_t h = z.dim() * 0x9E3779B97F4A7C15ULL;
  for (std::size_t i = 0; i < z.dim(); ++i) {
    for (std::size_t j = 0; j < z.dim(); ++j) {
      h ^= static_cast<std::uint64_t>(static_cast<std::int64_t>(z.at(i, j)));
      h *= 0xFF51AFD7ED558CCDULL;
      h ^= h >> 32U;
    }
  }
  return h;
}

#define ZONDA_INSTANTIATE(B)                                                      \
  template class Dbm<B>;                                                          \
  template bool close(Dbm<B>&);                                                   \
  template bool close_touched(Dbm<B>&, std::span<const std::uint32_t>);           \
  template bool constrain(Dbm<B>&, const Constraint<B>&);                         \
  template bool meets(const Dbm<B>&, const Constraint<B>&);                       \
  template void delay(Dbm<B>&);                                                   \
  template void delay_with_stopped(Dbm<B>&, std::span<const std::uint32_t>);      \
  template void past(Dbm<B>&);                                                    \
  template void reset(Dbm<B>&, std::uint32_t, std::int32_t);                      \
  template void copy(Dbm<B>&, std::uint32_t, std::uint32_t, std::int32_t);        \
  template void assign(Dbm<B>&, std::span<const Assignment>, Dbm<B>&);            \
  template void release(Dbm<B>&, std::uint32_t);                                  \
  template bool intersect(Dbm<B>&, const Dbm<B>&);                                \
  template bool includes(const Dbm<B>&, const Dbm<B>&);                           \
  template bool is_within_limit(const Dbm<B>&);                                   \
  template std::uint64_t hash(const Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
