#include "zone/point.hpp"

#include "unit/zone/setup.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class PointTest : public ZoneTest<S> {};
TYPED_TEST_SUITE(PointTest, Setups, SetupNames);

naive::Spot spot_of(const Point& point) { return {point.numerators, point.denominator}; }

TYPED_TEST(PointTest, LiesInTheZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    const Point point = point_of(dbm_of<B>(zone));
    RC_ASSERT(point.numerators.size() == zone.size());
    RC_ASSERT(point.numerators[0] == 0);
    RC_ASSERT(naive::contains(zone, spot_of(point)));
  });
}

TYPED_TEST(PointTest, IsWholeWhenTheZoneHasWholePoints) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    naive::Zone whole = zone;  // x < c is x <= c - 1 for whole numbers
    for (std::size_t i = 0; i < zone.size(); ++i)
      for (std::size_t j = 0; j < zone.size(); ++j)
        if (zone.at(i, j).is_strict) naive::tighten(whole, i, j, naive::at_most(zone.at(i, j).value - 1));
    RC_ASSERT((point_of(dbm_of<B>(zone)).denominator == 1) == !naive::is_empty(whole));
  });
}

TYPED_TEST(PointTest, IsTheLowestWhereNoBoundIsStrict) {
  using B = typename TypeParam::Bound;
  for_all([] {
    auto zone = *zones(*dims(), *some_scale<B>());
    for (std::size_t i = 0; i < zone.size(); ++i)
      for (std::size_t j = 0; j < zone.size(); ++j) zone.at(i, j).is_strict = false;
    naive::close(zone);
    const Point point = point_of(dbm_of<B>(zone));
    RC_ASSERT(point.denominator == 1);
    for (std::size_t i = 1; i < zone.size(); ++i) RC_ASSERT(point.numerators[i] == -zone.at(0, i).value);
  });
}

// 0 < x1 < x2 < … < x40 < 1
TYPED_TEST(PointTest, OfManyStrictBoundsIsFound) {
  using B = typename TypeParam::Bound;
  naive::Zone zone = naive::universe(41);
  for (std::size_t i = 1; i < zone.size(); ++i) naive::tighten(zone, i - 1, i, naive::below(0));
  naive::tighten(zone, zone.size() - 1, 0, naive::below(1));
  ASSERT_TRUE(naive::close(zone));
  EXPECT_TRUE(naive::contains(zone, spot_of(point_of(dbm_of<B>(zone)))));
}

TYPED_TEST(PointTest, IsContainedWhereAllBoundsHold) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto scale = *some_scale<B>();
    const auto zone = *zones(*dims(), scale);
    auto spot = *spots(zone, scale);
    const Dbm<B> z = dbm_of<B>(zone);
    RC_ASSERT(contains(z, Point{spot.numerators, spot.denominator}));
    for (std::size_t i = 1; i < zone.size(); ++i) {
      spot.numerators[i] += *rc::gen::inRange(-1, 2);
      RC_ASSERT(contains(z, Point{spot.numerators, spot.denominator}) == naive::contains(zone, spot));
    }
  });
}

}  // namespace
}  // namespace zonda::zone
