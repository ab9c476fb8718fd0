#include "store/packed_states.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace zonda::store {
namespace {

using Words = std::vector<state::Word>;
using Item = PackedStates::Item;

state::Packing packing_of(std::vector<int> bits) {
  std::vector<state::FieldRange> fields;
  for (const int b : bits) fields.push_back({0, static_cast<std::int32_t>((std::int64_t{1} << b) - 1)});
  return state::Packing(fields);
}

class PackedStatesTest : public testing::TestWithParam<std::vector<int>> {};

// Added in several rounds, against a map.
TEST_P(PackedStatesTest, HasWhatWasAdded) {
  const state::Packing packing = packing_of(GetParam());
  PackedStates packed(packing);
  std::map<Words, std::vector<ZoneId>> known;
  std::mt19937_64 random(3);
  const auto some_words = [&] {
    std::vector<std::int32_t> values(packing.fields());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::int32_t>(random() % (std::uint64_t{1} << std::min(GetParam()[i], 5)));
    Words words(packing.words());
    packing.pack(values, words);
    return words;
  };
  ZoneId next_zone = 0;
  for (int round = 0; round < 5; ++round) {
    std::map<Words, std::vector<Item>> more;
    std::size_t count = 0;
    for (int i = 0; i < 700; ++i, ++count) {
      const Words words = some_words();
      more[words].push_back({next_zone, next_zone % 3 == 0, next_zone % 5 == 0});
      known[words].push_back(next_zone++);
    }
    std::vector<std::pair<Words, std::vector<Item>>> sorted(more.begin(), more.end());
    std::sort(sorted.begin(), sorted.end(),
              [&](const auto& a, const auto& b) { return packed.is_before(a.first, b.first); });
    std::size_t at = 0;
    packed.merge(
        sorted.size(), count, next_zone,
        [&](std::span<state::Word> words, std::vector<Item>& items) {
          if (at == sorted.size()) return false;
          std::ranges::copy(sorted[at].first, words.begin());
          items = sorted[at++].second;
          return true;
        },
        [](std::span<const state::Word>, std::vector<Item>&, std::size_t) {});
    ASSERT_EQ(packed.states(), next_zone);
    ASSERT_EQ(packed.waiting(), (next_zone + 4) / 5);
    ASSERT_EQ(packed.kept(), (next_zone + 2) / 3 - (next_zone + 14) / 15);
    ASSERT_EQ(packed.discrete_states(), known.size());
  }
  for (const auto& [words, zones] : known) {
    std::vector<ZoneId> found;
    EXPECT_FALSE(packed.any_zone(words, [&](ZoneId z, bool is_waiting) {
      EXPECT_EQ(is_waiting, z % 5 == 0);
      return found.push_back(z), false;
    }));
    std::sort(found.begin(), found.end());
    ASSERT_EQ(found, zones);
  }
  for (int i = 0; i < 2000; ++i) {
    const Words words = some_words();
    ASSERT_EQ(packed.has(words), known.contains(words));
  }
}

TEST_P(PackedStatesTest, DropsWhatSettleTakesOut) {
  const state::Packing packing = packing_of(GetParam());
  PackedStates packed(packing);
  std::vector<Words> all;
  for (std::int32_t i = 0; i < 32; ++i) {
    std::vector<std::int32_t> values(packing.fields(), 0);
    values[0] = i % (1 << std::min(GetParam()[0], 5));
    Words words(packing.words());
    packing.pack(values, words);
    all.push_back(words);
  }
  std::sort(all.begin(), all.end(), [&](const Words& a, const Words& b) { return packed.is_before(a, b); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::size_t at = 0;
  packed.merge(
      all.size(), 2 * all.size(), 100,
      [&](std::span<state::Word> words, std::vector<Item>& items) {
        if (at == all.size()) return false;
        std::ranges::copy(all[at], words.begin());
        items = {{5, false}, {static_cast<ZoneId>(40 + at), true}};
        ++at;
        return true;
      },
      [](std::span<const state::Word>, std::vector<Item>&, std::size_t) {});
  packed.merge(
      0, 0, 100, [](auto, auto&) { return false; },
      [&](std::span<const state::Word>, std::vector<Item>& items, std::size_t old) {
        EXPECT_EQ(old, 2U);
        std::erase_if(items, [](const Item& item) { return !item.is_kept || item.zone % 2 == 0; });
      });
  EXPECT_EQ(packed.states(), all.size() / 2);
  EXPECT_EQ(packed.discrete_states(), all.size() / 2);
  EXPECT_FALSE(packed.has(all[0]));
}

INSTANTIATE_TEST_SUITE_P(Widths, PackedStatesTest,
                         testing::Values(std::vector<int>{1, 1}, std::vector<int>{5, 5, 4}, std::vector<int>{30, 2},
                                         std::vector<int>{20, 20}, std::vector<int>{31, 31, 1, 1},
                                         std::vector<int>{20, 20, 20, 7}, std::vector<int>{31, 31, 31, 31, 31}));

TEST(PackedStates, TakesFewBytes) {
  const state::Packing packing = packing_of({20, 8});
  PackedStates packed(packing);
  std::vector<Words> all;
  std::mt19937 random(1);
  for (int i = 0; i < 100'000; ++i) all.push_back({static_cast<state::Word>(random() & ((1U << 28U) - 1))});
  std::sort(all.begin(), all.end(), [&](const Words& a, const Words& b) { return packed.is_before(a, b); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::size_t at = 0;
  packed.merge(
      all.size(), all.size(), 1U << 14U,
      [&](std::span<state::Word> words, std::vector<Item>& items) {
        if (at == all.size()) return false;
        words[0] = all[at++][0];
        items = {{static_cast<ZoneId>(at % (1U << 14U)), false}};
        return true;
      },
      [](std::span<const state::Word>, std::vector<Item>&, std::size_t) {});
  // 28 bits and a zone of 15, of which the buckets save 12.
  EXPECT_LT(static_cast<double>(packed.bytes()) / static_cast<double>(all.size()), 4.6);
}

}  // namespace
}  // namespace zonda::store
