// Zones that nobody holds are freed; those that somebody holds stay what they are.
#include "store/zone_table.hpp"

#include <gtest/gtest.h>

namespace zonda::store {
namespace {

using Bound = std::int16_t;

zone::Dbm<Bound> zone_with(std::size_t dim, std::int32_t first, std::int32_t second) {
  zone::Dbm<Bound> z(dim);
  reset(z, 1, first);
  reset(z, 2, second);
  return z;
}

TEST(ZoneTable, EqualZonesHaveEqualNumbersPerFrame) {
  ZoneTable<Bound> table(100);
  const ZoneId a = table.intern(zone_with(4, 1, 2), 0, {}, {});
  EXPECT_EQ(table.intern(zone_with(4, 1, 2), 0, {}, {}), a);
  EXPECT_NE(table.intern(zone_with(4, 2, 1), 0, {}, {}), a);
  EXPECT_NE(table.intern(zone_with(5, 1, 2), 0, {}, {}), a);
  const std::vector<std::int32_t> bounds(4, 3);
  EXPECT_NE(table.intern(zone_with(4, 1, 2), 1, bounds, bounds), a);
  EXPECT_EQ(table.count(), 4U);
}

TEST(ZoneTable, FreesWhatNobodyHolds) {
  ZoneTable<Bound> table(100);
  constexpr std::size_t kDim = 40;
  std::vector<ZoneId> held;
  std::size_t largest = 0;
  for (std::int32_t i = 0; i < 60; ++i) {
    for (std::int32_t k = 0; k < 60; ++k) {
      const ZoneId id = table.intern(zone_with(kDim, i, k), 0, {}, {});
      if (k == 7) {
        table.hold(id);
        held.push_back(id);
      }
      largest = std::max<std::size_t>(largest, id);
    }
    table.collect(0, [](auto) {});
  }
  EXPECT_LT(table.count(), 60U * 60U / 2);
  zone::Dbm<Bound> z(kDim);
  for (std::int32_t i = 0; i < 60; ++i) {
    const ZoneId id = held[static_cast<std::size_t>(i)];
    ASSERT_TRUE(table.is_alive(id));
    table.load(id, z);
    EXPECT_EQ(z, zone_with(kDim, i, 7));
    EXPECT_EQ(table.intern(zone_with(kDim, i, 7), 0, {}, {}), id);
  }
  // Numbers are used again.
  EXPECT_LT(largest, 60U * 60U / 2);
  // But not those that somebody names, although nobody holds them.
  std::vector<ZoneId> named;
  for (std::int32_t k = 0; k < 60; ++k) named.push_back(table.intern(zone_with(kDim, 70, k), 0, {}, {}));
  for (std::int32_t i = 0; i < 60; ++i) {
    for (std::int32_t k = 0; k < 60; ++k) {
      const ZoneId id = table.intern(zone_with(kDim, i, k), 0, {}, {});
      EXPECT_EQ(std::ranges::find(named, id), named.end());
    }
    table.collect(0, [&](auto visit) { std::ranges::for_each(named, visit); });
  }
  table.drop(held[0]);
  table.hold(held[0]);
  EXPECT_TRUE(table.is_alive(held[0]));
}

}  // namespace
}  // namespace zonda::store
