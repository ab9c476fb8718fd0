#include "zone/simulate.hpp"

namespace zonda::zone {

namespace {

template <typename B>
Constraint<B> constraint_of(DifferenceTests tests) {
  return {static_cast<std::uint32_t>(tests[0]), static_cast<std::uint32_t>(tests[1]), static_cast<B>(tests[2])};
}

// One half of the recursion: what of z is on this side of the test must be covered by `other`, or by what of it is on
// the same side.
template <typename B>
bool is_half_simulated(const Dbm<B>& z, const Dbm<B>& other, const Constraint<B>& side, bool matters, ClockBounds l,
                       ClockBounds u, DifferenceTests rest) {
  if (!meets(z, side)) return true;
  Dbm<B> part = z;
  if (!constrain(part, side)) return true;
  if (!is_within_limit(part)) return false;
  if (!matters) return is_simulated(part, other, l, u, rest);
  Dbm<B> other_part = other;
  if (!constrain(other_part, side) || !is_within_limit(other_part)) return false;
  return is_simulated(part, other_part, l, u, rest);
}

}  // namespace

template <typename B>
bool is_simulated(const Dbm<B>& z, const Dbm<B>& other, ClockBounds l, ClockBounds u, DifferenceTests tests) {
  // What simulates with D simulates without.
  if (!is_covered_alu(z, other, l, u)) return false;
  for (; !tests.empty(); tests = tests.subspan(kTestSize)) {
    const Constraint<B> c = constraint_of<B>(tests);
    if (makes_difference(c.bound, tests[3], z.at(c.left, c.right), z.at(c.right, c.left), other.at(c.left, c.right),
                         other.at(c.right, c.left)))
      break;
  }
  if (tests.empty() || includes(other, z)) return true;
  const Constraint<B> holds = constraint_of<B>(tests);
  const Constraint<B> fails{holds.right, holds.left, complement(holds.bound)};
  const bool holds_matters = (tests[3] & kHoldsMatters) != 0;
  const bool fails_matters = (tests[3] & kFailsMatters) != 0;
  const DifferenceTests rest = tests.subspan(kTestSize);
  return is_half_simulated(z, other, holds, holds_matters, l, u, rest) &&
         is_half_simulated(z, other, fails, fails_matters, l, u, rest);
}

template bool is_simulated(const Dbm<std::int16_t>&, const Dbm<std::int16_t>&, ClockBounds, ClockBounds,
                           DifferenceTests);
template bool is_simulated(const Dbm<std::int32_t>&, const Dbm<std::int32_t>&, ClockBounds, ClockBounds,
                           DifferenceTests);

}  // namespace zonda::zone
