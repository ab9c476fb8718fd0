// The cover test for automata that compare differences of clocks: G-simulation (A30). It takes the place of splitting
// zones along the differences.
//
// Let D be the differences x - y < c (or <=) that a run may still test, each with the outcomes that matter, and L, U
// the bounds of single clocks that it may still test. Then v' simulates v if
//
//   for each clock:       v' = v, or L < v' < v, or U < v < v' (as for a_LU, zone/extrapolate.hpp), and
//   for each test of D:   if it holds in v, it holds in v' (where that it holds matters), and
//                         if it fails in v, it fails in v' (where that it fails matters).
//
// Why v' can do what v can. Time: both wait equally long; differences stay, and v' + d < v + d still lies above L, or
// v + d above U. A guard or an invariant: its bounds hold in v' because they are within L and U, its differences
// because they are in D. An update: every test that may follow it is, put through the update, a test of D, a bound
// within L or U or a constant (analysis/difference_flow.hpp), so that the updated valuations are related again.
//
// A zone is covered if each of its valuations is simulated by one of the other zone. That another valuation stands in
// for each makes 'the test holds in the whole zone' useless where only a part of the zone passes it; so the zone is
// cut:
//
//   z is covered by other, for D and a test t outside of D, exactly if
//     (z and t) is covered by (other and t) for D      - by `other` where it does not matter that t holds - and
//     (z and not t) is covered by (other and not t)    - by `other` where it does not matter that t fails.
//
// That is the definition, written for the valuations of z in which t holds and for those in which it fails. With D
// empty it is the test for a_LU. A test can be left out if it makes no difference: where it matters that it holds, if
// it holds in all of `other` or nowhere in z; and the same for failing. So the exponential worst case, 2^|D|, is rare.
//
// Extrapolation goes with it as long as it forgets nothing about clocks of D: with L = U = infinity for these, what
// Extra+_LU adds is simulated for such bounds, hence by valuations with the same differences of these clocks.
#pragma once

#include "zone/dbm.hpp"
#include "zone/extrapolate.hpp"

#include <cstdint>
#include <span>

namespace zonda::zone {

// The codes of tests, four integers each: left, right, 2 * value + (1 if not strict), and which outcomes matter.
using DifferenceTests = std::span<const std::int32_t>;
inline constexpr std::size_t kTestSize = 4;
inline constexpr std::int32_t kHoldsMatters = 1;
inline constexpr std::int32_t kFailsMatters = 2;

// Whether every valuation of z is simulated by one of `other`. Both are within the limit, and so are the numbers of the
// tests. It may say no if the pieces of a zone are not within the limit.
template <typename B>
[[nodiscard]] bool is_simulated(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u,
                                DifferenceTests tests);

// Whether the test makes a difference, given the bounds of `z` and `other` on left - right and on right - left.
template <typename B>
[[nodiscard]] constexpr bool makes_difference(B bound, std::int32_t sides, B z_upper, B z_lower, B other_upper,
                                              B other_lower) {
  const B opposite = complement(bound);
  const bool z_has_some = add(z_lower, bound) >= kZero<B>;       // where it holds
  const bool z_has_others = add(z_upper, opposite) >= kZero<B>;  // where it fails
  if ((sides & kHoldsMatters) != 0 && z_has_some && other_upper > bound) return true;
  return (sides & kFailsMatters) != 0 && z_has_others && other_lower > opposite;
}

}  // namespace zonda::zone
