// Differences and unions of zones, and zones over fewer clocks.
#include "util/check.hpp"
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

template <typename B>
bool is_union_exact(const Dbm<B>& a, const Dbm<B>& b) {
  if (includes(a, b) || includes(b, a)) return true;
  Dbm<B> hull = a;
  convex_hull(hull, b);
  std::vector<Dbm<B>> pieces;
  subtract(hull, a, pieces);
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](const Dbm<B>& piece) { return is_within_limit(piece) && includes(b, piece); });
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
