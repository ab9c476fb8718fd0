#include "step/zone_memo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <tuple>

namespace zonda::step {
namespace {

constexpr std::size_t kRoom = std::size_t{1} << 20U;

// Results are forgotten at times, but what is found is what was remembered last. `zones` and so on: numbers are below
// these.
struct Numbers {
  std::uint32_t zones = 0;
  std::uint32_t actions = 0;
  std::uint32_t entries = 0;
};

class ZoneMemoTest : public testing::TestWithParam<Numbers> {};

TEST_P(ZoneMemoTest, FindsWhatItRemembers) {
  const Numbers most = GetParam();
  std::mt19937 random(7);
  ZoneMemo memo;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
  std::size_t found = 0;
  std::size_t asked = 0;
  // Numbers grow in the course of time, as they do in a search.
  for (std::uint32_t n = 1; n <= 40'000; ++n) {
    const auto below = [&](std::uint32_t all) {
      const std::uint64_t now = std::uint64_t{all} * (n / 2000 + 1) / 21 + 1;
      const std::uint64_t few = std::min<std::uint64_t>(now, 9);
      return static_cast<std::uint32_t>(now - few + random() % few);
    };
    const std::tuple key{below(most.zones), below(most.actions), below(most.entries)};
    const auto [zone, action, entry] = key;
    std::uint32_t result = 0;
    const auto at = known.find(key);
    if (memo.find(zone, action, entry, result)) {
      ASSERT_NE(at, known.end());
      ASSERT_EQ(result, at->second);
      ++found;
    }
    asked += at != known.end() ? 1U : 0U;
    const std::uint32_t value = random() % 4 == 0 ? ZoneMemo::kNothing : below(most.zones);
    memo.remember(zone, action, entry, value, kRoom);
    known[key] = value;
    ASSERT_TRUE(memo.find(zone, action, entry, result));
    ASSERT_EQ(result, value);
    if (n % 5000 != 0) continue;
    const auto is_alive = [](std::uint32_t z) { return z % 3 != 0; };
    memo.keep_if(is_alive);
    std::erase_if(known, [&](const auto& one) {
      return !is_alive(std::get<0>(one.first)) || (one.second != ZoneMemo::kNothing && !is_alive(one.second));
    });
  }
  EXPECT_LE(memo.bytes(), kRoom);
  EXPECT_GT(2 * found, asked);
  memo.shrink(4096);
  for (const auto& [key, value] : known) {
    std::uint32_t result = 0;
    ASSERT_FALSE(memo.find(std::get<0>(key), std::get<1>(key), std::get<2>(key), result));
  }
}

INSTANTIATE_TEST_SUITE_P(Numbers, ZoneMemoTest,
                         testing::Values(Numbers{10, 10, 10}, Numbers{70'000, 300, 300}, Numbers{0xFFFF, 0xFF, 0xFF},
                                         Numbers{1U << 20U, 1U << 12U, 1U << 12U}, Numbers{0x1FFF'FFFE, 5, 5},
                                         Numbers{1U << 24U, 1U << 20U, 1U << 20U}, Numbers{100, UINT32_MAX - 1, 100},
                                         Numbers{0x1FFF'FFFE, UINT32_MAX - 1, UINT32_MAX - 1}));

// Where numbers have all bits set that there are for them, what is free must not look like them.
TEST(ZoneMemo, KnowsNothingAtFirst) {
  ZoneMemo memo;
  std::uint32_t result = 0;
  const auto expect_nothing = [&] {
    for (unsigned zone_bits = 1; zone_bits < 30; ++zone_bits)
      for (unsigned action_bits = 0; action_bits < 32; ++action_bits)
        for (unsigned entry_bits = 0; entry_bits < 32; ++entry_bits) {
          const auto ones = [](unsigned bits) { return static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1); };
          EXPECT_FALSE(memo.find(ones(zone_bits), ones(action_bits), ones(entry_bits), result))
              << zone_bits << ' ' << action_bits << ' ' << entry_bits;
        }
  };
  expect_nothing();
  // With other numbers of bits, and in two words.
  for (const std::uint32_t number : {300U, 5000U, 70'000U, 1U << 24U, 1U << 28U}) {
    memo.remember(number, number / 7, number / 5, ZoneMemo::kNothing, kRoom);
    expect_nothing();
  }
}

// The same numbers in other places are another operation.
TEST(ZoneMemo, TellsOperationsApart) {
  ZoneMemo memo;
  memo.remember(1, 2, 3, 4, kRoom);
  std::uint32_t result = 0;
  EXPECT_FALSE(memo.find(2, 1, 3, result));
  EXPECT_FALSE(memo.find(1, 3, 2, result));
  EXPECT_FALSE(memo.find(1, 2, 3 + 256, result));
  EXPECT_FALSE(memo.find(1 + 65'536, 2, 3, result));
  ASSERT_TRUE(memo.find(1, 2, 3, result));
  EXPECT_EQ(result, 4U);
}

}  // namespace
}  // namespace zonda::step
