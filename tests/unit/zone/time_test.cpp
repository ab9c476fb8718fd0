// Delay, forwards and backwards.
#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

#include <algorithm>

namespace zonda::zone {
namespace {

template <typename S>
class Time : public ZoneTest<S> {};
TYPED_TEST_SUITE(Time, Setups, SetupNames);

TYPED_TEST(Time, DelayReachesAllThatWaitingReaches) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    Dbm<B> z = dbm_of<B>(zone);
    delay(z);
    RC_ASSERT(z == dbm_of<B>(naive::after_delay(zone)));
  });
}

TYPED_TEST(Time, PastIsAllThatCanWaitIntoTheZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    Dbm<B> z = dbm_of<B>(zone);
    past(z);
    RC_ASSERT(z == dbm_of<B>(naive::before_delay(zone)));
  });
}

TYPED_TEST(Time, DelayAndPastTwiceAreOnce) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    delay(z);
    Dbm<B> again = z;
    delay(again);
    RC_ASSERT(again == z);
    past(z);
    again = z;
    past(again);
    RC_ASSERT(again == z);
  });
}

std::vector<std::uint32_t> some_clocks(std::size_t dim) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 1; i < dim; ++i)
    if (*rc::gen::arbitrary<bool>()) result.push_back(i);
  return result;
}

bool is_running(const std::vector<std::uint32_t>& stopped, std::size_t i) {
  return i != 0 && std::find(stopped.begin(), stopped.end(), i) == stopped.end();
}

TYPED_TEST(Time, DelayWithStoppedClocksHoldsAllThatIsReached) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto zone = *zones(*dims(), scale);
    const auto stopped = some_clocks(zone.size());
    naive::Spot spot = *spots(zone, scale);
    const auto delay = *rc::gen::inRange<std::int64_t>(0, 3 * scale.span * spot.denominator);
    for (std::size_t i = 1; i < zone.size(); ++i)
      if (is_running(stopped, i)) spot.numerators[i] += delay;
    Dbm<B> z = dbm_of<B>(zone);
    delay_with_stopped(z, std::span<const std::uint32_t>(stopped));
    RC_ASSERT(naive::contains(naive_of(z), spot));
  });
}

// No zone that holds all that is reached can have a tighter bound: each finite bound is approached by the zone before
// the delay already, and where there is no bound the difference grows with the delay.
TYPED_TEST(Time, DelayWithStoppedClocksIsTheSmallestSuchZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    const auto stopped = some_clocks(zone.size());
    Dbm<B> z = dbm_of<B>(zone);
    delay_with_stopped(z, std::span<const std::uint32_t>(stopped));
    const naive::Zone result = naive_of(z);
    for (std::size_t i = 0; i < zone.size(); ++i) {
      for (std::size_t j = 0; j < zone.size(); ++j) {
        if (result.at(i, j).is_infinite) {
          RC_ASSERT(zone.at(i, j).is_infinite || (is_running(stopped, i) && !is_running(stopped, j)));
        } else {
          RC_ASSERT(result.at(i, j) == zone.at(i, j));
        }
      }
    }
    RC_ASSERT(dbm_of<B>(naive_of(z)) == z);
    RC_ASSERT(close(z));
    RC_ASSERT(naive_of(z) == result);
  });
}

TYPED_TEST(Time, DelayWithNoClockStoppedIsDelay) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    Dbm<B> same = z;
    delay(z);
    delay_with_stopped(same, std::span<const std::uint32_t>());
    RC_ASSERT(same == z);
  });
}

// The reached set is not a zone in general: here x + s <= y + 4 is lost.
TYPED_TEST(Time, DelayWithStoppedClocksCanHoldMore) {
  using B = typename TypeParam::Bound;
  constexpr std::uint32_t kX = 1;
  constexpr std::uint32_t kY = 2;
  constexpr std::uint32_t kStopped = 3;
  Dbm<B> z = Dbm<B>::universe(4);
  ASSERT_TRUE(constrain(z, {kX, 0, at_most<B>(2)}));         // x <= 2 before the delay
  ASSERT_TRUE(constrain(z, {kStopped, kY, at_most<B>(2)}));  // s - y <= 2, also before
  delay_with_stopped(z, std::span<const std::uint32_t>(&kStopped, 1));
  // x = 9 takes a delay of 7 or more, after which y >= s + 5.
  const naive::Spot not_reached{{0, 9, 7, 9}, 1};
  EXPECT_TRUE(naive::contains(naive_of(z), not_reached));
}

}  // namespace
}  // namespace zonda::zone
