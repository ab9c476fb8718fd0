#include "zone/minimal.hpp"

#include "unit/zone/setup.hpp"

#include <gmock/gmock.h>

namespace zonda::zone {
namespace {

template <typename S>
class Minimal : public ZoneTest<S> {};
TYPED_TEST_SUITE(Minimal, Setups, SetupNames);

// The zone of some constraints, by the twin; -1 leaves out none.
template <typename B>
naive::Zone zone_of(std::size_t dim, const std::vector<Constraint<B>>& constraints, std::ptrdiff_t left_out = -1) {
  naive::Zone result = naive::universe(dim);
  for (std::size_t n = 0; n < constraints.size(); ++n)
    if (static_cast<std::ptrdiff_t>(n) != left_out)
      naive::tighten(result, constraints[n].left, constraints[n].right, decoded(constraints[n].bound));
  naive::close(result);
  return result;
}

TYPED_TEST(Minimal, ConstraintsHaveTheZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    RC_ASSERT(zone_of(zone.size(), minimal_constraints(dbm_of<B>(zone))) == zone);
  });
}

TYPED_TEST(Minimal, NoConstraintCanGo) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    const auto constraints = minimal_constraints(dbm_of<B>(zone));
    for (std::size_t n = 0; n < constraints.size(); ++n)
      RC_ASSERT(zone_of(zone.size(), constraints, static_cast<std::ptrdiff_t>(n)) != zone);
  });
}

// Any system of constraints for a zone stays one when each bound is made as tight as the zone allows. So the smallest
// is found among the subsets of the closed matrix.
TYPED_TEST(Minimal, NoOtherSystemHasFewer) {
  using B = typename TypeParam::Bound;
  for_all(
      [] {
        const auto zone = *zones(*dims(2), *some_scale<B>());
        std::vector<Constraint<B>> all;
        for (std::uint32_t i = 0; i < zone.size(); ++i)
          for (std::uint32_t j = 0; j < zone.size(); ++j)
            if (i != j && !zone.at(i, j).is_infinite) all.push_back({i, j, encoded<B>(zone.at(i, j))});
        const std::size_t count = minimal_constraints(dbm_of<B>(zone)).size();
        for (std::size_t set = 0; set < (std::size_t{1} << all.size()); ++set) {
          std::vector<Constraint<B>> some;
          for (std::size_t n = 0; n < all.size(); ++n)
            if (((set >> n) & 1U) != 0) some.push_back(all[n]);
          if (some.size() < count) RC_ASSERT(zone_of(zone.size(), some) != zone);
        }
      },
      200);
}

TYPED_TEST(Minimal, NothingUnderstoodIsListed) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto constraints = minimal_constraints(dbm_of<B>(*zones(*dims(), *some_scale<B>())));
    for (const Constraint<B>& c : constraints) {
      RC_ASSERT(c.left != c.right);
      RC_ASSERT(c.bound != kInfinity<B>);
      RC_ASSERT(!(c.left == 0 && c.bound == kZero<B>));
    }
  });
}

TYPED_TEST(Minimal, ConstraintsGoIntoAVectorInUse) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    std::vector<Constraint<B>> out(7);
    minimal_constraints(z, out);
    RC_ASSERT(out == minimal_constraints(z));
  });
}

// y >= 0 says x >= 5 already.
TYPED_TEST(Minimal, TheLowestClockOfAClassStandsForIt) {
  using B = typename TypeParam::Bound;
  Dbm<B> z = Dbm<B>::zero(3);
  reset(z, 1, 5);
  delay(z);
  EXPECT_THAT(minimal_constraints(z),
              ::testing::UnorderedElementsAre(Constraint<B>{1, 2, at_most<B>(5)}, Constraint<B>{2, 1, at_most<B>(-5)}));
}

TYPED_TEST(Minimal, ConstraintsGiveTheZoneBack) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    const auto constraints = minimal_constraints(z);
    Dbm<B> out(*dims());
    RC_ASSERT(from_constraints(z.dim(), std::span<const Constraint<B>>(constraints), out));
    RC_ASSERT(out == z);
  });
}

TYPED_TEST(Minimal, ContradictionsAreSeen) {
  using B = typename TypeParam::Bound;
  const std::vector<Constraint<B>> constraints{{1, 0, less_than<B>(3)}, {0, 1, at_most<B>(-3)}};
  Dbm<B> out(1);
  EXPECT_FALSE(from_constraints(2, std::span<const Constraint<B>>(constraints), out));
}

TYPED_TEST(Minimal, InclusionNeedsOnlyTheConstraints) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto scale = *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}});
    const auto dim = *dims();
    const auto larger = *zones(dim, scale);
    auto smaller = *zones(dim, scale);
    naive::Zone both = naive::intersection(larger, smaller);
    if (*rc::gen::arbitrary<bool>() && naive::close(both)) smaller = both;
    const auto constraints = minimal_constraints(dbm_of<B>(larger));
    RC_ASSERT(includes(std::span<const Constraint<B>>(constraints), dbm_of<B>(smaller)) ==
              naive::is_subset(smaller, larger));
  });
}

}  // namespace
}  // namespace zonda::zone
