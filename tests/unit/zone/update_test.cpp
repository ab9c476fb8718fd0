// Assignments to clocks.
#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Update : public ZoneTest<S> {};
TYPED_TEST_SUITE(Update, Setups, SetupNames);

// clock := source + offset, the other clocks stay.
naive::Zone updated(const naive::Zone& zone, std::size_t clock, std::size_t source, std::int64_t offset) {
  std::vector<std::size_t> sources(zone.size());
  std::vector<std::int64_t> offsets(zone.size(), 0);
  for (std::size_t i = 0; i < zone.size(); ++i) sources[i] = i;
  sources[clock] = source;
  offsets[clock] = offset;
  return naive::assigned(zone, sources, offsets);
}

std::uint32_t some_clock(std::size_t dim) {
  return *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(dim));
}

std::size_t dim_with_clocks() { return *rc::gen::inRange<std::size_t>(2, kMostClocks + 2); }

// An offset that leaves source + offset >= 0 everywhere in the zone.
std::int32_t some_offset(const naive::Zone& zone, std::size_t source, const Scale& scale) {
  const std::int64_t lowest = -zone.at(0, source).value;
  return static_cast<std::int32_t>(*rc::gen::inRange<std::int64_t>(-lowest, scale.span + 1));
}

TYPED_TEST(Update, ResetFixesTheClock) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto zone = *zones(dim_with_clocks(), scale);
    const auto clock = some_clock(zone.size());
    const auto value = static_cast<std::int32_t>(*rc::gen::inRange<std::int64_t>(0, scale.span + 1));
    Dbm<B> z = dbm_of<B>(zone);
    reset(z, clock, value);
    RC_ASSERT(z == dbm_of<B>(updated(zone, clock, 0, value)));
  });
}

TYPED_TEST(Update, CopyTakesAnotherClockPlusANumber) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto zone = *zones(dim_with_clocks(), scale);
    const auto to = some_clock(zone.size());
    const auto from = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(zone.size()));
    const auto offset = some_offset(zone, from, scale);
    Dbm<B> z = dbm_of<B>(zone);
    copy(z, to, from, offset);
    RC_ASSERT(z == dbm_of<B>(updated(zone, to, from, offset)));
  });
}

TYPED_TEST(Update, AssignsAllAtOnce) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto zone = *zones(*dims(), scale);
    std::vector<std::size_t> sources(zone.size());
    std::vector<std::int64_t> offsets(zone.size(), 0);
    std::vector<Assignment> assignments;
    for (std::uint32_t i = 0; i < zone.size(); ++i) {
      sources[i] = i;
      if (i == 0 || *rc::gen::arbitrary<bool>()) continue;
      const auto source = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(zone.size()));
      const auto offset = some_offset(zone, source, scale);
      sources[i] = source;
      offsets[i] = offset;
      assignments.push_back({i, source, offset});
    }
    Dbm<B> z = dbm_of<B>(zone);
    Dbm<B> scratch = dbm_of<B>(*zones(*dims(), scale));
    assign(z, std::span<const Assignment>(assignments), scratch);
    RC_ASSERT(z == dbm_of<B>(naive::assigned(zone, sources, offsets)));
  });
}

TYPED_TEST(Update, AssignSwapsClocks) {
  using B = typename TypeParam::Bound;
  Dbm<B> z = Dbm<B>::zero(3);
  reset(z, 1, 3);
  reset(z, 2, 5);
  const std::vector<Assignment> swap{{1, 2, 0}, {2, 1, 0}};
  Dbm<B> scratch(1);
  assign(z, std::span<const Assignment>(swap), scratch);
  Dbm<B> expected = Dbm<B>::zero(3);
  reset(expected, 1, 5);
  reset(expected, 2, 3);
  EXPECT_EQ(z, expected);
}

TYPED_TEST(Update, TheLastAssignmentToAClockCounts) {
  using B = typename TypeParam::Bound;
  Dbm<B> z = Dbm<B>::zero(2);
  const std::vector<Assignment> twice{{1, 0, 4}, {1, 0, 7}};
  Dbm<B> scratch(1);
  assign(z, std::span<const Assignment>(twice), scratch);
  EXPECT_EQ(z.at(1, 0), at_most<B>(7));
}

TYPED_TEST(Update, ReleaseForgetsTheClock) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(dim_with_clocks(), *some_scale<B>());
    const auto clock = some_clock(zone.size());
    std::vector<std::size_t> kept(zone.size());
    for (std::size_t i = 0; i < zone.size(); ++i) kept[i] = i;
    kept[clock] = zone.size();
    naive::Zone expected = naive::with_more(zone, 1);
    naive::tighten(expected, 0, zone.size(), naive::at_most(0));
    Dbm<B> z = dbm_of<B>(zone);
    release(z, clock);
    RC_ASSERT(z == dbm_of<B>(naive::eliminate_others(expected, kept)));
  });
}

}  // namespace
}  // namespace zonda::zone
