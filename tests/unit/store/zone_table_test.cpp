// Zones that nobody holds are freed; those that somebody holds stay what they are.
#include "store/zone_access.hpp"
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
  ZoneAccess<Bound> access(table);
  const ZoneId a = access.intern(zone_with(4, 1, 2), 0, {}, {});
  EXPECT_EQ(access.intern(zone_with(4, 1, 2), 0, {}, {}), a);
  EXPECT_NE(access.intern(zone_with(4, 2, 1), 0, {}, {}), a);
  EXPECT_NE(access.intern(zone_with(5, 1, 2), 0, {}, {}), a);
  const std::vector<std::int32_t> bounds(4, 3);
  EXPECT_NE(access.intern(zone_with(4, 1, 2), 1, bounds, bounds), a);
  EXPECT_EQ(table.count(), 4U);
}

// Random zones whose bounds are small, large, or on the brink of what fits a byte.
template <typename B>
void expect_same_as_plain(std::int32_t largest, ZoneStyle style = {}, bool compresses = false) {
  std::mt19937 random(4711);
  for (const std::size_t dim : {2U, 3U, 4U, 6U, 9U, 12U}) {
    ZoneTable<B> table(largest, style);
    ZoneAccess<B> access(table);
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
      ids.push_back(access.intern(z, 0, {}, {}));
      if (i % 7 == 0) table.hold(ids.back());
      hashes.push_back(access.content_hash(ids.back()));
      if (compresses && i == 30) {
        EXPECT_TRUE(table.compress());
        EXPECT_FALSE(table.compress());
      }
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
      EXPECT_EQ(access.content_hash(ids[i]), hashes[i]);
      zone::Dbm<B> back(dim);
      access.load(ids[i], back);
      ASSERT_EQ(back, plain[i]);
      for (std::size_t x = 0; x < dim; ++x)
        for (std::size_t y = 0; y < dim; ++y)
          if (x != y) {
            ASSERT_EQ(access.bound(ids[i], x, y), plain[i].at(x, y));
          }
      for (std::size_t j = 0; j < plain.size(); ++j) {
        ASSERT_EQ(ids[i] == ids[j], style.is_shared ? plain[i] == plain[j] : i == j);
        ASSERT_EQ(access.includes(ids[i], ids[j]), includes(plain[i], plain[j]));
        ASSERT_EQ(access.includes_alu(ids[i], ids[j], lower, upper),
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
    ZoneAccess<Bound> access(table);
    for (std::int32_t i = 0; i < 60; ++i)
      for (std::int32_t k = 0; k < 60; ++k) access.intern(zone_with(20, i, k), 0, {}, {});
    return table.bytes_by_kind().zones;
  };
  EXPECT_LT(bytes(ZoneForm::Auto), bytes(ZoneForm::Full) * 2 / 3);
  EXPECT_LT(bytes(ZoneForm::Minimal), bytes(ZoneForm::Auto) / 2);
  EXPECT_LT(bytes(ZoneForm::Packed), bytes(ZoneForm::Minimal) * 9 / 10);
}

TEST(ZoneTable, WithoutSharingEachIsKept) {
  for (const ZoneForm form : {ZoneForm::Auto, ZoneForm::Packed}) {
    ZoneTable<Bound> table(62, {form, false});
    ZoneAccess<Bound> access(table);
    for (int i = 0; i < 20000; ++i) table.hold(access.intern(zone_with(4, 1, 2), 0, {}, {}));
    EXPECT_EQ(table.count(), 20000U);
    table.shrink([](auto) {});
    EXPECT_EQ(table.count(), 20000U);
    EXPECT_TRUE(access.includes(0, 19999));
  }
}

TEST(ZoneTable, LooksAtItsTable) {
  ZoneTable<Bound> table(100);
  ZoneAccess<Bound> access(table);
  for (std::int32_t i = 0; i < 40; ++i)
    for (std::int32_t k = 0; k < 40; ++k) access.intern(zone_with(4, i, k), 0, {}, {});
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
    ZoneAccess<Bound> access(table);
    for (std::int32_t i = 0; i < 60; ++i)
      for (std::int32_t k = 0; k < 60; ++k) access.intern(zone_with(20, i, k), 0, {}, {});
    return table.bytes();
  };
  EXPECT_LT(bytes(62), bytes(63) * 2 / 3);
}

void expect_unheld_freed(ZoneStyle style) {
  ZoneTable<Bound> table(100, style);
  ZoneAccess<Bound> access(table);
  constexpr std::size_t kDim = 40;
  std::vector<ZoneId> held;
  std::size_t largest = 0;
  for (std::int32_t i = 0; i < 60; ++i) {
    for (std::int32_t k = 0; k < 60; ++k) {
      const ZoneId id = access.intern(zone_with(kDim, i, k), 0, {}, {});
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
    access.load(id, z);
    EXPECT_EQ(z, zone_with(kDim, i, 7));
    EXPECT_EQ(access.intern(zone_with(kDim, i, 7), 0, {}, {}), id);
  }
  // Numbers are used again.
  EXPECT_LT(largest, 60U * 60U / 2);
  // But not those that somebody names, although nobody holds them.
  std::vector<ZoneId> named;
  for (std::int32_t k = 0; k < 60; ++k) named.push_back(access.intern(zone_with(kDim, 70, k), 0, {}, {}));
  for (std::int32_t i = 0; i < 60; ++i) {
    for (std::int32_t k = 0; k < 60; ++k) {
      const ZoneId id = access.intern(zone_with(kDim, i, k), 0, {}, {});
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

// Each worker has matrices of codes that it looked at; they must not outlive the zones whose numbers they have.
TEST(ZoneTable, IsSharedByWorkers) {
  ZoneTable<Bound> table(100, {ZoneForm::Packed, true});
  ZoneAccess<Bound> first(table);
  ZoneAccess<Bound> second(table);
  zone::Dbm<Bound> seen(1);
  for (std::int32_t round = 0; round < 3; ++round) {
    const ZoneId id = first.intern(zone_with(4, round, 7), 0, {}, {});
    EXPECT_EQ(id, 0U);
    second.load(id, seen);
    EXPECT_EQ(seen, zone_with(4, round, 7));
    EXPECT_EQ(second.intern(zone_with(4, round, 7), 0, {}, {}), id);
    table.shrink([](auto) {});
  }
}

TEST(ZoneTable, IsFullAtItsLimit) {
  ZoneTable<Bound> table(100, {}, {.zones = 3});
  ZoneAccess<Bound> access(table);
  for (std::int32_t k = 0; k < 3; ++k) table.hold(access.intern(zone_with(4, 1, k), 0, {}, {}));
  EXPECT_THROW(access.intern(zone_with(4, 1, 3), 0, {}, {}), TableFull);
  EXPECT_EQ(table.count(), 3U);
  // What is there is still found, and a number that is freed can be used again.
  EXPECT_EQ(access.intern(zone_with(4, 1, 1), 0, {}, {}), 1U);
  table.drop(1);
  table.shrink([](auto) {});
  EXPECT_EQ(access.intern(zone_with(4, 1, 3), 0, {}, {}), 1U);
}

}  // namespace
}  // namespace zonda::store
