// Abstractions: coarser zones that keep searches finite. Each clock has a largest constant that matters: M, or apart
// for lower bounds (L, of guards x > c) and upper bounds (U, of guards x < c). A clock that is never compared so has
// the bound kNone.
//
//   Extra_M, Extra+_M, Extra_LU, Extra+_LU    Behrmann, Bouyer, Larsen, Pelánek 2006. With M = max(L, U), plus is
//                                             coarser than without and LU coarser than M; Extra+_M and Extra_LU
//                                             are not ordered.
//   a_LU                                      Herbreteau, Srivathsan, Walukiewicz 2012: coarser than all of them, but
//                                             not a zone, so it is only a cover test: is z inside a_LU(other)?
//
// M preserves reachability for diagonal-free automata and, location by location, the region equivalence that deadlock
// and liveness need; LU preserves reachability only. None is right for automata with diagonal constraints.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace zonda::zone {

// The clock is never compared from this side.
inline constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

// Bounds by clock; entry 0 belongs to the reference clock and is 0. They may be larger than kLimit allows bounds to be
// (nothing exceeds them then), and negative ones are as good as kNone.
using ClockBounds = std::span<const std::int32_t>;

// All keep the zone closed.
template <typename B>
void extra_m(Dbm<B>& z, ClockBounds m);
template <typename B>
void extra_m_plus(Dbm<B>& z, ClockBounds m);
template <typename B>
void extra_lu(Dbm<B>& z, ClockBounds l, ClockBounds u);
template <typename B>
void extra_lu_plus(Dbm<B>& z, ClockBounds l, ClockBounds u);

// z is a subset of a_LU(other).
template <typename B>
[[nodiscard]] bool is_covered_alu(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u);

// The same for two matrices that are stored row by row without the diagonal. `hint`: the entry that gave the answer the
// last time, which is often the one that gives it again; any number will do.
template <typename B>
[[nodiscard]] bool is_covered_alu_packed(const B* z, const B* other, std::size_t dim, ClockBounds l, ClockBounds u,
                                         std::size_t& hint);

}  // namespace zonda::zone
