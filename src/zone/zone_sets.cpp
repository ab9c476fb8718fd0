// Differences and unions of zones, and zones over fewer clocks.
#include "util/invariant.hpp"
#include "zone/dbm.hpp"
#include "zone/kernels.hpp"
#include "zone/minimal.hpp"

#include <algorithm>

namespace zonda::zone {

// Cuts z along the constraints of `other` one after the other: what lies beyond a constraint is a piece of the
// difference, what lies within goes on to the next. The minimal form of `other` gives the fewest cuts.
template <typename B>
void subtract(const Dbm<B>& z, const Dbm<B>& other, std::vector<Dbm<B>>& out) {
  ZONDA_CHECK(z.dim() == other.dim(), "zones over different clocks");
  Dbm<B> rest = z;
  for (const Constraint<B>& c : minimal_constraints(other)) {
    if (satisfies(rest, c)) continue;
    Dbm<B> beyond = rest;
    if (constrain(beyond, {c.right, c.left, complement(c.bound)})) out.push_back(std::move(beyond));
    if (!constrain(rest, c)) return;
    if (!is_within_limit(rest)) {  // the next cut might not be exact; let the caller see it
      out.push_back(std::move(rest));
      return;
    }
  }
}

// The maximum of two closed matrices, bound by bound, is closed again.
template <typename B>
void convex_hull(Dbm<B>& z, const Dbm<B>& other) {
  ZONDA_CHECK(z.dim() == other.dim(), "zones over different clocks");
  kernels<B>().raise(z.row(0), other.row(0), z.size());
}

namespace {

struct Position {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

// Where the bounds of `a` are tighter than those of `b`.
template <typename B>
void find_tighter(const Dbm<B>& a, const Dbm<B>& b, std::vector<Position>& out) {
  out.clear();
  for (std::uint32_t i = 0; i < a.dim(); ++i)
    for (std::uint32_t j = 0; j < a.dim(); ++j)
      if (a.at(i, j) < b.at(i, j)) out.push_back({i, j});
}

}  // namespace

// A point of the hull that is in neither zone violates a bound of each, and each of the two bounds is tighter than that
// of the other zone. So the union is convex exactly if no such pair of bounds can be violated together inside the hull.
// The hull is closed, so adding the negations of two bounds makes it empty exactly if the one cycle that goes through
// both of them is negative. Sums are computed with more bits than bounds have, and are exact.
template <typename B>
bool is_union_exact(const Dbm<B>& a, const Dbm<B>& b) {
  using Wide = std::int64_t;
  const auto hull = [&](std::uint32_t i, std::uint32_t j) { return std::max(a.at(i, j), b.at(i, j)); };
  const auto sum = [](Wide x, Wide y) { return x + y - ((x | y) & 1); };
  static thread_local std::vector<Position> of_a;
  static thread_local std::vector<Position> of_b;
  find_tighter(a, b, of_a);
  find_tighter(b, a, of_b);
  for (const Position& p : of_a)
    for (const Position& q : of_b) {
      const B there = hull(p.row, q.column);
      const B back = hull(q.row, p.column);
      if (there == kInfinity<B> || back == kInfinity<B>) return false;
      const Wide outside_a = sum(Wide{1} - a.at(p.row, p.column), there);
      const Wide outside_b = sum(Wide{1} - b.at(q.row, q.column), back);
      if (sum(outside_a, outside_b) >= kZero<B>) return false;
    }
  return true;
}

template <typename B>
void restrict_to(const Dbm<B>& z, std::span<const std::uint32_t> clocks, Dbm<B>& out) {
  out.resize(clocks.size() + 1);
  const auto source = [&](std::size_t i) { return i == 0 ? 0U : clocks[i - 1]; };
  for (std::size_t i = 0; i < out.dim(); ++i) {
    const B* from = z.row(source(i));
    B* to = out.row(i);
    for (std::size_t j = 0; j < out.dim(); ++j) to[j] = from[source(j)];
  }
}

template <typename B>
void extend_from(const Dbm<B>& z, std::span<const std::uint32_t> clocks, std::size_t dim, Dbm<B>& out) {
  out.resize(dim);
  out.release_all();
  const auto place = [&](std::size_t i) { return i == 0 ? 0U : clocks[i - 1]; };
  for (std::size_t i = 0; i < z.dim(); ++i) {
    B* to = out.row(place(i));
    // All that is known of a clock j outside the list is x_j >= 0, so x_i - x_j has the bound of x_i - 0.
    std::fill_n(to, dim, z.at(i, 0));
    for (std::size_t j = 0; j < z.dim(); ++j) to[place(j)] = z.at(i, j);
  }
}

#define ZONDA_INSTANTIATE(B)                                                         \
  template void subtract(const Dbm<B>&, const Dbm<B>&, std::vector<Dbm<B>>&);        \
  template void convex_hull(Dbm<B>&, const Dbm<B>&);                                 \
  template bool is_union_exact(const Dbm<B>&, const Dbm<B>&);                        \
  template void restrict_to(const Dbm<B>&, std::span<const std::uint32_t>, Dbm<B>&); \
  template void extend_from(const Dbm<B>&, std::span<const std::uint32_t>, std::size_t, Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
