#include "zone/extrapolate.hpp"

#include <array>

#include "zone/kernels.hpp"

namespace zonda::zone {

namespace {

// The bound's value is beyond the constant (any value is beyond kNone). Infinity never counts: it cannot be loosened.
template <typename B>
bool is_above(B bound, std::int32_t constant) {
  return bound != kInfinity<B> && (constant == kNone || bound > at_most<B>(constant));
}

// -value is beyond the constant: the difference is below -constant. As in the literature only the numbers are
// compared: '< -constant' itself does not count.
template <typename B>
bool is_below(B bound, std::int32_t constant) {
  return constant == kNone || bound < less_than<B>(-constant);
}

// '< -constant', or no lower bound at all.
template <typename B>
B lowest(std::int32_t constant, bool is_reference_row) {
  if (constant == kNone) return is_reference_row ? kZero<B> : kInfinity<B>;
  return less_than<B>(-constant);
}

// Loosening breaks closedness only for bounds that were loosened: any other bound was the shortest path before and
// paths only got longer. So it is enough to recompute the rows that have one (the other rows are final).
template <typename B>
void close_rows(Dbm<B>& z, std::span<const std::uint32_t> rows) {
  const auto relax = kernels<B>().relax;
  for (std::uint32_t k = 0; k < z.dim(); ++k) {
    for (const std::uint32_t i : rows) {
      const B via = z.at(i, k);
      if (i != k && via != kInfinity<B>) relax(z.row(i), z.row(k), via, z.stride());
    }
  }
}

// Applies `loosen(i, j)` to every bound off the diagonal and closes again.
template <typename B, typename F>
void loosen_all(Dbm<B>& z, F&& loosen) {
  constexpr std::size_t kInline = 64;
  std::array<std::uint32_t, kInline> few{};
  std::vector<std::uint32_t> many;
  std::size_t count = 0;
  if (z.dim() > kInline) many.resize(z.dim());
  std::uint32_t* rows = z.dim() > kInline ? many.data() : few.data();
  for (std::uint32_t i = 0; i < z.dim(); ++i) {
    bool is_touched = false;
    for (std::uint32_t j = 0; j < z.dim(); ++j) {
      if (i == j) continue;
      const B bound = loosen(i, j);
      if (bound <= z.at(i, j)) continue;
      z.at(i, j) = bound;
      is_touched = true;
    }
    if (is_touched) rows[count++] = i;
  }
  close_rows(z, std::span<const std::uint32_t>(rows, count));
}

}  // namespace

template <typename B>
void extra_m(Dbm<B>& z, ClockBounds m) {
  extra_lu(z, m, m);
}

template <typename B>
void extra_m_plus(Dbm<B>& z, ClockBounds m) {
  extra_lu_plus(z, m, m);
}

template <typename B>
void extra_lu(Dbm<B>& z, ClockBounds l, ClockBounds u) {
  loosen_all(z, [&](std::uint32_t i, std::uint32_t j) -> B {
    const B bound = z.at(i, j);
    if (is_above(bound, l[i])) return kInfinity<B>;
    if (is_below(bound, u[j])) return lowest<B>(u[j], i == 0);
    return bound;
  });
}

// The tests look at row 0 as it was, so it is loosened last; the rows are visited with row 0 saved.
template <typename B>
void extra_lu_plus(Dbm<B>& z, ClockBounds l, ClockBounds u) {
  constexpr std::size_t kInline = 64;
  std::array<B, kInline> few;
  std::vector<B> many;
  if (z.dim() > kInline) many.resize(z.dim());
  B* lower = z.dim() > kInline ? many.data() : few.data();
  for (std::size_t j = 0; j < z.dim(); ++j) lower[j] = z.at(0, j);
  loosen_all(z, [&](std::uint32_t i, std::uint32_t j) -> B {
    const B bound = z.at(i, j);
    if (is_above(bound, l[i])) return kInfinity<B>;
    if (i != 0 && is_below(lower[i], l[i])) return kInfinity<B>;
    if (is_below(lower[j], u[j]) && j != 0) return i != 0 ? kInfinity<B> : lowest<B>(u[j], true);
    return bound;
  });
}

// Herbreteau, Srivathsan, Walukiewicz, 'Better abstractions for timed automata', theorem on inclusion: z is not inside
// iff some pair of clocks x, y (reference clock included) has
//   z(0,x) >= (<=, -U(x)),   other(y,x) < z(y,x)   and   other(y,x) + (<, -L(y)) < z(0,x).
// In words: a point of z where x is small enough to matter, and y so far beyond what `other` allows relative to x
// that a larger y there would already exceed L(y).
template <typename B>
bool is_covered_alu(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u) {
  for (std::size_t x = 0; x < z.dim(); ++x) {
    const B lower = z.at(0, x);
    if (u[x] == kNone || lower < at_most<B>(-u[x])) continue;
    for (std::size_t y = 0; y < z.dim(); ++y) {
      if (l[y] == kNone || x == y) continue;
      const B limit = other.at(y, x);
      if (limit < z.at(y, x) && add(limit, less_than<B>(-l[y])) < lower) return false;
    }
  }
  return true;
}

#define ZONDA_INSTANTIATE(B)                                             \
  template void extra_m(Dbm<B>&, ClockBounds);                           \
  template void extra_m_plus(Dbm<B>&, ClockBounds);                      \
  template void extra_lu(Dbm<B>&, ClockBounds, ClockBounds);             \
  template void extra_lu_plus(Dbm<B>&, ClockBounds, ClockBounds);        \
  template bool is_covered_alu(const Dbm<B>&, const Dbm<B>&, ClockBounds, ClockBounds);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
