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
void expect_same_as_plain(std::int32_t largest, ZoneStyle style = {}, bool compresses = false) {
  std::mt19937 random(4711);
  for (const std::size_t dim : {2U, 3U, 4U, 6U, 9U, 12U}) {
    ZoneTable<B> table(largest, style);
    const std::vector<std::int32_t> lower(dim, 20);
    const std::vector<std::int32_t> upper(dim, 17);
    std::vector<zone::Dbm<B>> plain;
    std::vector<ZoneId> ids;
    std::vector<std::uint64_t> hashes;
    for (int i = 0; i < 60; ++i) {
      zone::Dbm<B> z(dim);
      const std::uint32_t most = i % 3 == 0 ? 70 : 62;
      for (std::uint32_t x = 1; x < dim; ++x) reset(z, x, static_cast<std::int32_t>(random() % (most + 1)));
      if (i % 2 == 0) delay(z);
      if (i % 5 == 0) release(z, 1);
      plain.push_back(z);
      ids.push_back(table.intern(z, 0, {}, {}));
      if (i % 7 == 0) table.hold(ids.back());
      hashes.push_back(table.content_hash(ids.back()));
      if (compresses && i == 30) {
        EXPECT_TRUE(table.compress());
        EXPECT_FALSE(table.compress());
      }
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_EQ(table.content_hash(ids[i]), hashes[i]);
      zone::Dbm<B> back(dim);
      table.load(ids[i], back);
      ASSERT_EQ(back, plain[i]);
      for (std::size_t x = 0; x < dim; ++x)
        for (std::size_t y = 0; y < dim; ++y)
          if (x != y) {
            ASSERT_EQ(table.bound(ids[i], x, y), plain[i].at(x, y));
          }
      for (std::size_t j = 0; j < plain.size(); ++j) {
        ASSERT_EQ(ids[i] == ids[j], style.is_shared ? plain[i] == plain[j] : i == j);
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

TEST(ZoneTable, TakesOnAnotherFormInTheMiddle) {
  for (const std::int32_t largest : {10, 63, 1000})
    for (const bool is_shared : {true, false}) {
      expect_same_as_plain<std::int16_t>(largest, {ZoneForm::Auto, is_shared}, true);
      expect_same_as_plain<std::int32_t>(largest, {ZoneForm::Auto, is_shared}, true);
    }
  // What was asked for stays.
  for (const ZoneForm form : {ZoneForm::Full, ZoneForm::Minimal, ZoneForm::Packed})
    EXPECT_FALSE(ZoneTable<Bound>(10, {form, true}).compress());
}

TEST(ZoneTable, AllFormsHoldTheSame) {
  for (const ZoneForm form : {ZoneForm::Auto, ZoneForm::Full, ZoneForm::Minimal, ZoneForm::Packed})
    for (const bool is_shared : {true, false})
      for (const std::int32_t largest : {10, 1000}) {
        expect_same_as_plain<std::int16_t>(largest, {form, is_shared});
        expect_same_as_plain<std::int32_t>(largest, {form, is_shared});
      }
}

TEST(ZoneTable, FormsTakeLessAndLess) {
  const auto bytes = [](ZoneForm form) {
    ZoneTable<Bound> table(62, {form, true});
    for (std::int32_t i = 0; i < 60; ++i)
      for (std::int32_t k = 0; k < 60; ++k) table.intern(zone_with(20, i, k), 0, {}, {});
    return table.bytes_by_kind().zones;
  };
  EXPECT_LT(bytes(ZoneForm::Auto), bytes(ZoneForm::Full) * 2 / 3);
  EXPECT_LT(bytes(ZoneForm::Minimal), bytes(ZoneForm::Auto) / 2);
  EXPECT_LT(bytes(ZoneForm::Packed), bytes(ZoneForm::Minimal) * 9 / 10);
}

TEST(ZoneTable, WithoutSharingEachIsKept) {
  for (const ZoneForm form : {ZoneForm::Auto, ZoneForm::Packed}) {
    ZoneTable<Bound> table(62, {form, false});
    for (int i = 0; i < 20000; ++i) table.hold(table.intern(zone_with(4, 1, 2), 0, {}, {}));
    EXPECT_EQ(table.count(), 20000U);
    table.shrink([](auto) {});
    EXPECT_EQ(table.count(), 20000U);
    EXPECT_TRUE(table.includes(0, 19999));
  }
}

TEST(ZoneTable, LooksAtItsTable) {
  ZoneTable<Bound> table(100);
  for (std::int32_t i = 0; i < 40; ++i)
    for (std::int32_t k = 0; k < 40; ++k) table.intern(zone_with(4, i, k), 0, {}, {});
  HashStats stats;
  table.look_at_table(stats);
  EXPECT_EQ(stats.zones.used, 1600U);
  EXPECT_EQ(stats.zones.slots, 4096U);
  EXPECT_GE(stats.zones.longest, 2U);
  EXPECT_GT(stats.zones.mean(), 1.0);
  EXPECT_LT(stats.zones.mean(), 2.0);
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

void expect_unheld_freed(ZoneStyle style) {
  ZoneTable<Bound> table(100, style);
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

TEST(ZoneTable, FreesWhatNobodyHolds) {
  for (const ZoneForm form : {ZoneForm::Auto, ZoneForm::Full, ZoneForm::Minimal}) expect_unheld_freed({form, true});
}

}  // namespace
}  // namespace zonda::store
