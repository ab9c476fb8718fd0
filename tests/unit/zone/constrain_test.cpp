#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Constrain : public ZoneTest<S> {};
TYPED_TEST_SUITE(Constrain, Setups, SetupNames);

struct ConstraintCase {
  naive::Zone zone{1};
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  naive::Limit limit;
};

// A bound that is likely to cut: near the zone's own, on either side.
ConstraintCase random_case(const Scale& scale) {
  ConstraintCase result;
  const auto dim = *dims();
  result.zone = *zones(dim, scale);
  result.left = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(dim));
  result.right = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(dim));
  result.limit = *limits(scale);
  const naive::Limit& forward = result.zone.at(result.left, result.right);
  const naive::Limit& backward = result.zone.at(result.right, result.left);
  const bool is_near = *rc::gen::arbitrary<bool>();
  if (is_near && !forward.is_infinite) result.limit.value = forward.value + *rc::gen::inRange(-2, 2);
  if (is_near && !backward.is_infinite) result.limit.value = -backward.value + *rc::gen::inRange(-1, 3);
  return result;
}

TYPED_TEST(Constrain, IsTheIntersection) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ConstraintCase c = random_case(*some_scale<B>());
    naive::Zone expected = c.zone;
    naive::tighten(expected, c.left, c.right, c.limit);
    const bool is_full = naive::close(expected);
    Dbm<B> z = dbm_of<B>(c.zone);
    RC_ASSERT(constrain(z, {c.left, c.right, encoded<B>(c.limit)}) == is_full);
    if (is_full) RC_ASSERT(z == dbm_of<B>(expected));
  });
}

TYPED_TEST(Constrain, WithoutABoundChangesNothing) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ConstraintCase c = random_case(*some_scale<B>());
    const Dbm<B> z = dbm_of<B>(c.zone);
    Dbm<B> same = z;
    RC_ASSERT(meets(z, {c.left, c.right, kInfinity<B>}));
    RC_ASSERT(satisfies(z, {c.left, c.right, kInfinity<B>}));
    RC_ASSERT(constrain(same, {c.left, c.right, kInfinity<B>}));
    RC_ASSERT(same == z);
  });
}

TYPED_TEST(Constrain, MeetsWhatHasACommonPoint) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ConstraintCase c = random_case(*some_scale<B>());
    naive::Zone cut = c.zone;
    naive::tighten(cut, c.left, c.right, c.limit);
    RC_ASSERT(meets(dbm_of<B>(c.zone), {c.left, c.right, encoded<B>(c.limit)}) == !naive::is_empty(cut));
  });
}

TYPED_TEST(Constrain, SatisfiesWhatHoldsEverywhere) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const ConstraintCase c = random_case(*some_scale<B>());
    naive::Zone half(c.zone.size());
    naive::tighten(half, c.left, c.right, c.limit);
    RC_ASSERT(satisfies(dbm_of<B>(c.zone), {c.left, c.right, encoded<B>(c.limit)}) == naive::is_subset(c.zone, half));
  });
}

TYPED_TEST(Constrain, IntersectionOfZonesIsExactOrSaysThatItLeftTheLimit) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto dim = *dims();
    const auto a = *zones(dim, scale);
    const auto b = *zones(dim, scale);
    naive::Zone expected = naive::intersection(a, b);
    const bool is_full = naive::close(expected);
    Dbm<B> z = dbm_of<B>(a);
    RC_ASSERT(intersect(z, dbm_of<B>(b)) == is_full);
    if (is_full) RC_ASSERT(is_right(z, expected));
  });
}

}  // namespace
}  // namespace zonda::zone
