// Zones that nobody holds are freed; those that somebody holds stay what they are.
#include "store/zone_table.hpp"

#include "zone/extrapolate.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

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

// Random zones whose bounds are small, large, or on the brink of what fits a byte.
template <typename B>
void expect_same_as_plain(std::int32_t largest) {
  std::mt19937 random(4711);
  for (const std::size_t dim : {2U, 3U, 4U, 6U, 9U, 12U}) {
    ZoneTable<B> table(largest);
    const std::vector<std::int32_t> lower(dim, 20);
    const std::vector<std::int32_t> upper(dim, 17);
    std::vector<zone::Dbm<B>> plain;
    std::vector<ZoneId> ids;
    for (int i = 0; i < 60; ++i) {
      zone::Dbm<B> z(dim);
      const std::uint32_t most = i % 3 == 0 ? 70 : 62;
      for (std::uint32_t x = 1; x < dim; ++x) reset(z, x, static_cast<std::int32_t>(random() % (most + 1)));
      if (i % 2 == 0) delay(z);
      if (i % 5 == 0) release(z, 1);
      plain.push_back(z);
      ids.push_back(table.intern(z, 0, {}, {}));
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
      zone::Dbm<B> back(dim);
      table.load(ids[i], back);
      ASSERT_EQ(back, plain[i]);
      for (std::size_t x = 0; x < dim; ++x)
        for (std::size_t y = 0; y < dim; ++y)
          if (x != y) {
            ASSERT_EQ(table.bound(ids[i], x, y), plain[i].at(x, y));
          }
      for (std::size_t j = 0; j < plain.size(); ++j) {
        ASSERT_EQ(ids[i] == ids[j], plain[i] == plain[j]);
        ASSERT_EQ(table.includes(ids[i], ids[j]), includes(plain[i], plain[j]));
        ASSERT_EQ(table.includes_alu(ids[i], ids[j], lower, upper),
                  zone::is_covered_alu(plain[j], plain[i], lower, upper));
      }
    }
  }
}

TEST(ZoneTable, SmallAndLargeBoundsGoTogether) {
  for (const std::int32_t largest : {10, 62, 63, 1000}) {
    expect_same_as_plain<std::int16_t>(largest);
    expect_same_as_plain<std::int32_t>(largest);
  }
}

TEST(ZoneTable, SmallBoundsTakeLess) {
  const auto bytes = [](std::int32_t largest) {
    ZoneTable<Bound> table(largest);
    for (std::int32_t i = 0; i < 60; ++i)
      for (std::int32_t k = 0; k < 60; ++k) table.intern(zone_with(20, i, k), 0, {}, {});
    return table.bytes();
  };
  EXPECT_LT(bytes(62), bytes(63) * 2 / 3);
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
