// Extrapolation only loosens bounds, so that it is enough to close again what it touched.
#include "zone/extrapolate.hpp"

#include "zone/kernels.hpp"
#include "zone/small_array.hpp"
#include "zone/small_bound.hpp"

#include <algorithm>

namespace zonda::zone {

namespace {

// Clocks are never negative, so any negative constant means the same as kNone. The functions below compare constants in
// 64 bits or cut them off, because they may exceed the largest bound.
bool is_none(std::int32_t constant) { return constant < 0; }

// The largest bound that does not exceed the constant. Infinity never counts as exceeding it, because it cannot be
// loosened any further.
template <typename B>
B highest_kept(std::int32_t constant) {
  if (is_none(constant)) return kLowest<B>;
  return static_cast<B>(std::min<std::int64_t>(2 * std::int64_t{constant} + 1, kInfinity<B>));
}

// Whether a lower bound (a negated one, as in row 0) lies beyond the constant, that is, below -constant. As in the
// literature only the numbers are compared, so '< -constant' itself does not count.
template <typename B>
bool is_below(B bound, std::int32_t constant) {
  return is_none(constant) || bound < -2 * std::int64_t{constant};
}

// What replaces a bound that is below -constant: '< -constant', or no bound at all if the constant is kNone.
template <typename B>
B lowest_kept(std::int32_t constant, bool is_reference_row) {
  if (is_none(constant)) return is_reference_row ? kZero<B> : kInfinity<B>;
  return less_than<B>(-constant);
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

// Only loosened bounds can break closedness: any other bound was the shortest path before, and paths only got longer.
// So it is enough to close the rows that have a loosened bound; the other rows are final.
template <typename B>
void extra_lu(Dbm<B>& z, ClockBounds l, ClockBounds u) {
  SmallArray<std::uint32_t> rows(z.dim());
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < z.dim(); ++i) {
    const B most = highest_kept<B>(l[i]);
    B* row = z.row(i);
    bool is_touched = false;
    for (std::uint32_t j = 0; j < z.dim(); ++j) {
      const B bound = row[j];
      if (i == j || bound == kInfinity<B>) continue;
      if (bound > most) {
        row[j] = kInfinity<B>;
      } else if (is_below(bound, u[j])) {
        row[j] = lowest_kept<B>(u[j], i == 0);
      } else {
        continue;
      }
      is_touched = true;
    }
    if (is_touched) rows[count++] = i;
  }
  kernels<B>().close_rows(z.row(0), z.dim(), z.stride(), rows.data(), count);
}

// A clock beyond L loses its whole row. A clock beyond U loses its whole column except for its lower bound, which
// becomes '> U'. That bound needs no closing, because nothing else is left in the column from which it could follow.
template <typename B>
void extra_lu_plus(Dbm<B>& z, ClockBounds l, ClockBounds u) {
  SmallArray<B> above(z.dim());
  SmallArray<std::uint32_t> columns(z.dim());
  SmallArray<std::uint32_t> rows(z.dim());
  std::size_t count = 0;
  B* lower = z.row(0);
  for (std::uint32_t i = 1; i < z.dim(); ++i) {
    above[i] = is_below(lower[i], l[i]) ? kLowest<B> : highest_kept<B>(l[i]);
    if (!is_below(lower[i], u[i])) continue;
    columns[count++] = i;
    lower[i] = lowest_kept<B>(u[i], true);
  }
  kernels<B>().drop(z.row(0), z.dim(), z.stride(), above.data(), columns.data(), count, rows.data());
}

// Herbreteau, Srivathsan, Walukiewicz, 'Better abstractions for timed automata' (A3), theorem on inclusion: z is not
// inside iff some pair of clocks x, y (reference clock included) has
//   z(0,x) >= (<=, -U(x)),   other(y,x) < z(y,x)   and   other(y,x) + (<, -L(y)) < z(0,x).
// In words: a point of z where x is small enough to matter, and y so far beyond what `other` allows relative to x
// that a larger y there would already exceed L(y).
template <typename B>
bool is_covered_alu(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u) {
  return kernels<B>().covers_alu(other.row(0), z.row(0), z.dim(), z.stride(), l.data(), u.data());
}

template <typename B>
bool is_covered_alu_packed(const B* z, const B* other, std::size_t dim, ClockBounds l, ClockBounds u,
                           std::size_t& hint) {
  const std::size_t width = dim - 1;
  // The entry x of row 0. The row is stored without its first entry, which is '<= 0'.
  const auto lower = [&](std::size_t x) { return x == 0 ? kZero<B> : z[x - 1]; };
  // Whether the entry k of row y shows a valuation that is not covered.
  const auto sticks_out = [&](std::size_t y, std::size_t k) {
    const B limit = other[y * width + k];
    if (limit >= z[y * width + k]) return false;
    const std::size_t x = k < y ? k : k + 1;
    if (is_none(u[x])) return false;
    // The next two lines compare with (<=, -U(x)) and with other(y,x) + (<, -L(y)), written as integers.
    if (lower(x) < 1 - 2 * std::int64_t{u[x]}) return false;
    return (std::int64_t{limit} & ~std::int64_t{1}) - 2 * std::int64_t{l[y]} < lower(x);
  };
  if (hint < dim * width && !is_none(l[hint / width]) && sticks_out(hint / width, hint % width)) return false;
  for (std::size_t y = 0; y < dim; ++y) {
    if (is_none(l[y])) continue;
    for (std::size_t k = 0; k < width; ++k) {
      if (!sticks_out(y, k)) continue;
      hint = y * width + k;
      return false;
    }
  }
  return true;
}

#define ZONDA_INSTANTIATE(B)                                                            \
  template void extra_m(Dbm<B>&, ClockBounds);                                          \
  template void extra_m_plus(Dbm<B>&, ClockBounds);                                     \
  template void extra_lu(Dbm<B>&, ClockBounds, ClockBounds);                            \
  template void extra_lu_plus(Dbm<B>&, ClockBounds, ClockBounds);                       \
  template bool is_covered_alu(const Dbm<B>&, const Dbm<B>&, ClockBounds, ClockBounds); \
  template bool is_covered_alu_packed(const B*, const B*, std::size_t, ClockBounds, ClockBounds, std::size_t&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE
template bool is_covered_alu_packed(const SmallBound*, const SmallBound*, std::size_t, ClockBounds, ClockBounds,
                                    std::size_t&);

}  // namespace zonda::zone
