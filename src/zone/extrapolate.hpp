// Abstractions: coarser zones that keep searches finite. Each clock has a largest constant that matters: M for all
// guards, or L for guards x > c and U for guards x < c. A clock that is never compared in that way has the bound kNone.
//
//   Extra_M, Extra+_M, Extra_LU, Extra+_LU    Behrmann, Bouyer, Larsen, Pelánek 2006 (A1). With M = max(L, U), plus is
//                                             coarser than without and LU coarser than M; Extra+_M and Extra_LU
//                                             are not ordered.
//   a_LU                                      Herbreteau, Srivathsan, Walukiewicz 2012 (A3): coarser than all of them,
//                                             but not a zone, so it is only a cover test: is z inside a_LU(other)?
//
// M preserves reachability for diagonal-free automata and, location by location, the region equivalence that deadlock
// and liveness need; LU preserves reachability only. None is sound for automata with diagonal constraints.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace zonda::zone {

// The L, U or M of a clock that is never compared in that way.
inline constexpr std::int32_t kNone = std::numeric_limits<std::int32_t>::min();

// A constant for each clock; entry 0 belongs to the reference clock and is 0. A constant may be larger than kLimit (no
// bound exceeds it then), and a negative one means the same as kNone.
using ClockBounds = std::span<const std::int32_t>;

// Each of these enlarges the zone, and keeps it closed.
template <typename B>
void extra_m(Dbm<B>& z, ClockBounds m);
template <typename B>
void extra_m_plus(Dbm<B>& z, ClockBounds m);
template <typename B>
void extra_lu(Dbm<B>& z, ClockBounds l, ClockBounds u);
template <typename B>
void extra_lu_plus(Dbm<B>& z, ClockBounds l, ClockBounds u);

// Whether z is a subset of a_LU(other).
template <typename B>
[[nodiscard]] bool is_covered_alu(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u);

// The same test for matrices that are stored row by row without the diagonal. `hint` is tried first: the entry that
// refuted the inclusion the last time often refutes it again. Any number will do at the beginning.
template <typename B>
[[nodiscard]] bool is_covered_alu_packed(const B* z, const B* other, std::size_t dim, ClockBounds l, ClockBounds u,
                                         std::size_t& hint);

}  // namespace zonda::zone
