// Differences and unions of zones, and zones over fewer clocks.
#include <algorithm>

#include "util/check.hpp"
#include "zone/dbm.hpp"
#include "zone/kernels.hpp"
#include "zone/minimal.hpp"

namespace zonda::zone {

// Cuts z along the constraints of `other` one after the other: what lies beyond a constraint is a piece of the
// difference, what lies within goes on to the next. The minimal form of `other` gives the fewest cuts.
template <typename B>
void subtract(const Dbm<B>& z, const Dbm<B>& other, std::vector<Dbm<B>>& out) {
  Dbm<B> rest = z;
  for (const Constraint<B>& c : minimal_constraints(other)) {
    if (satisfies(rest, c)) continue;
    Dbm<B> beyond = rest;
    if (constrain(beyond, {c.right, c.left, complement(c.bound)})) out.push_back(std::move(beyond));
    if (!constrain(rest, c)) return;
  }
}

// The larger of two closed matrices' bounds is closed again.
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
  return std::all_of(pieces.begin(), pieces.end(), [&](const Dbm<B>& piece) { return includes(b, piece); });
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
  std::vector<std::uint32_t> place(dim, 0);  // clock of the result -> clock of z, 0 for the missing ones
  for (std::size_t i = 0; i < clocks.size(); ++i) place[clocks[i]] = static_cast<std::uint32_t>(i + 1);
  for (std::size_t i = 0; i < dim; ++i) {
    const bool is_free = i != 0 && place[i] == 0;
    for (std::size_t j = 0; j < dim; ++j) {
      if (i == j) continue;
      // A clock that may be anything >= 0 is bounded from below as the reference clock is.
      out.at(i, j) = is_free ? kInfinity<B> : z.at(place[i], place[j]);
    }
  }
}

#define ZONDA_INSTANTIATE(B)                                                                               \
  template void subtract(const Dbm<B>&, const Dbm<B>&, std::vector<Dbm<B>>&);                              \
  template void convex_hull(Dbm<B>&, const Dbm<B>&);                                                       \
  template bool is_union_exact(const Dbm<B>&, const Dbm<B>&);                                              \
  template void restrict_to(const Dbm<B>&, std::span<const std::uint32_t>, Dbm<B>&);                       \
  template void extend_from(const Dbm<B>&, std::span<const std::uint32_t>, std::size_t, Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
