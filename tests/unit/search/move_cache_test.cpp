// What is remembered of the moves of a discrete state is that of this state, or nothing.
#include "search/engine/move_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace zonda::search {
namespace {

using Cache = MoveCache<std::int32_t>;

constexpr std::size_t kRoom = std::size_t{1} << 20U;

void remember(Cache& cache, store::DiscreteId id, const std::vector<store::DiscreteId>& targets) {
  cache.start(kRoom);
  for (const store::DiscreteId target : targets) {
    const std::vector<state::Word> words{target, target + 1};
    const std::vector<zone::Constraint<std::int32_t>> conditions(target % 3, {1, 0, static_cast<std::int32_t>(target)});
    cache.add({.hash = target, .target = target}, words, conditions);
  }
  cache.finish(id);
}

// The targets of the moves that are remembered, whose words and conditions must be theirs.
std::vector<store::DiscreteId> targets(Cache& cache, store::DiscreteId id) {
  std::span<Cache::Entry> moves;
  std::vector<store::DiscreteId> result;
  if (!cache.find(id, moves)) return result;
  for (const Cache::Entry& e : moves) {
    EXPECT_TRUE(std::ranges::equal(cache.words(e), std::vector<state::Word>{e.target, e.target + 1})) << e.target;
    EXPECT_EQ(cache.conditions(e).size(), e.target % 3);
    result.push_back(e.target);
  }
  return result;
}

using Ids = std::vector<store::DiscreteId>;

TEST(MoveCache, KnowsNothingAtFirst) {
  Cache cache(2);
  std::span<Cache::Entry> moves;
  EXPECT_FALSE(cache.find(0, moves));
}

TEST(MoveCache, FindsTheMovesOfEachState) {
  Cache cache(2);
  remember(cache, 5, {7, 8, 9});
  remember(cache, 6, {20});
  EXPECT_EQ(targets(cache, 5), (Ids{7, 8, 9}));
  EXPECT_EQ(targets(cache, 6), (Ids{20}));
}

TEST(MoveCache, AStateWithoutMovesIsKnownToHaveNone) {
  Cache cache(2);
  remember(cache, 5, {});
  std::span<Cache::Entry> moves;
  ASSERT_TRUE(cache.find(5, moves));
  EXPECT_TRUE(moves.empty());
}

// Several states share a place in the table; none is taken for another.
TEST(MoveCache, AStateTakesThePlaceOfAnother) {
  Cache cache(2);
  const store::DiscreteId other = 5 + (1U << 15U);
  remember(cache, 5, {7, 8, 9});
  remember(cache, other, {20});
  std::span<Cache::Entry> moves;
  EXPECT_FALSE(cache.find(5, moves));
  EXPECT_EQ(targets(cache, other), (Ids{20}));
}

TEST(MoveCache, WhatIsGivenUpLeavesNothingBehind) {
  Cache cache(2);
  remember(cache, 5, {7});
  cache.start(kRoom);
  cache.add({.target = 30}, std::vector<state::Word>{30, 31}, {});
  cache.give_up();
  remember(cache, 6, {8, 9});
  EXPECT_EQ(targets(cache, 5), (Ids{7}));
  EXPECT_EQ(targets(cache, 6), (Ids{8, 9}));
}

TEST(MoveCache, StartsAnewWhenItIsFull) {
  Cache cache(2);
  remember(cache, 5, {7});
  cache.start(0);
  cache.finish(6);
  std::span<Cache::Entry> moves;
  EXPECT_FALSE(cache.find(5, moves));
}

TEST(MoveCache, KeepsWhatItKnowsWhenItGrows) {
  Cache cache(2);
  for (store::DiscreteId id = 0; id < 2048; ++id) remember(cache, id, {id + 10});
  cache.fit(4000, 9000);
  for (store::DiscreteId id = 0; id < 2048; ++id) ASSERT_EQ(targets(cache, id), (Ids{id + 10}));
  // Now there is a place of its own for each of these.
  remember(cache, 2048, {1});
  EXPECT_EQ(targets(cache, 0), (Ids{10}));
}

TEST(MoveCache, CountsTheExpansionsOfEachStateAlone) {
  Cache cache(2);
  EXPECT_FALSE(cache.is_seen_often(5));
  EXPECT_FALSE(cache.is_seen_often(6));
  EXPECT_FALSE(cache.is_seen_often(5));
  EXPECT_TRUE(cache.is_seen_often(5));
  EXPECT_FALSE(cache.is_seen_often(6));
}

}  // namespace
}  // namespace zonda::search
