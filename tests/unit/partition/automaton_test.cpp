#include "partition/automaton.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace zonda::partition {
namespace {

using Word = std::vector<PointId>;

std::uint32_t after(const Automaton& a, const Word& word) {
  std::uint32_t at = 0;
  for (const PointId p : word) at = a.after(p, at);
  return at;
}
bool admits(const Automaton& a, const Word& word) { return after(a, word) < a.inside; }

Partition prefix(Word points, Word word) { return {{{std::move(points), std::move(word)}}}; }

TEST(PartitionAutomaton, EmptyPrefixAdmitsEverything) {
  const Automaton a = automaton_of(prefix({0, 1}, {}), 2, 0);
  EXPECT_EQ(a.inside, 1U);
  EXPECT_TRUE(admits(a, {0, 1, 1, 0}));
}

TEST(PartitionAutomaton, PrefixIsFollowedThenEverythingIsFree) {
  const Automaton a = automaton_of(prefix({0, 1}, {1, 0}), 2, 0);
  EXPECT_TRUE(admits(a, {}));
  EXPECT_TRUE(admits(a, {1}));
  EXPECT_TRUE(admits(a, {1, 0, 1, 1}));
  EXPECT_FALSE(admits(a, {0}));
  EXPECT_FALSE(admits(a, {1, 1}));
}

TEST(PartitionAutomaton, NobodyComesBack) {
  const Automaton a = automaton_of(prefix({0, 1}, {1}), 2, 0);
  EXPECT_EQ(after(a, {0, 1, 1}), a.outside());
}

TEST(PartitionAutomaton, ExtendedTellsWhatComesBehindThePrefix) {
  const Automaton a = automaton_of(prefix({0, 1}, {1}), 2, 1);
  EXPECT_EQ(a.word(after(a, {1, 0})), Word({0}));
  EXPECT_EQ(a.word(after(a, {1, 1})), Word({1}));
  EXPECT_GT(after(a, {1, 1}), a.outside());
  EXPECT_EQ(after(a, {0}), a.outside());
}

TEST(PartitionAutomaton, WordsBehindThePrefixAreToldApart) {
  const Automaton a = automaton_of(prefix({0, 1}, {1}), 2, 2);
  EXPECT_EQ(a.word(after(a, {1})), Word());
  EXPECT_EQ(a.word(after(a, {1, 0})), Word({0}));
  EXPECT_TRUE(admits(a, {1, 0}));
  EXPECT_EQ(a.word(after(a, {1, 0, 1})), Word({0, 1}));
  EXPECT_FALSE(admits(a, {1, 0, 1}));
  EXPECT_EQ(a.word(after(a, {1, 0, 1, 1})), Word({0, 1}));
  EXPECT_EQ(a.word(a.outside()), Word());
}

// One layer is made in another way than several; a layer that asks for nothing makes no difference.
TEST(PartitionAutomaton, OneLayerOrTwoIsTheSame) {
  for (std::size_t ahead = 1; ahead <= 3; ++ahead) {
    const Automaton one = automaton_of(prefix({0, 2, 3}, {2, 0}), 4, ahead);
    const Automaton two = automaton_of({{{{}, {}}, {{0, 2, 3}, {2, 0}}}}, 4, ahead);
    EXPECT_EQ(one.inside, two.inside);
    EXPECT_EQ(one.states, two.states);
    for (std::uint32_t number = 0; number < 4 * 4 * 4 * 4 * 4 * 4; ++number) {
      Word word;
      for (std::uint32_t rest = number, i = 0; i < 6; rest /= 4, ++i) word.push_back(rest % 4);
      EXPECT_EQ(one.word(after(one, word)), two.word(after(two, word)));
      EXPECT_EQ(admits(one, word), admits(two, word));
      EXPECT_EQ(after(one, word) == one.outside(), after(two, word) == two.outside());
    }
  }
}

TEST(PartitionAutomaton, LooksAheadAsFarAsIsReasonable) {
  EXPECT_EQ(most_ahead(prefix({0, 1}, {}), 3), 3U);
  EXPECT_EQ(most_ahead(prefix({0, 1}, {}), 1000), 21U);
  EXPECT_EQ(most_ahead(prefix({0}, {}), 1000), 21U);
  EXPECT_EQ(most_ahead(prefix(Word(2100), {}), 2), 1U);
}

TEST(PartitionAutomaton, PointsOfNoLayerChangeNothing) {
  const Automaton a = automaton_of(prefix({0}, {0}), 2, 0);
  EXPECT_TRUE(admits(a, {1, 1, 0, 1}));
}

TEST(PartitionAutomaton, LayersMustAgree) {
  const Partition both{{{{0}, {0}}, {{0, 1}, {1, 0}}}};
  const Automaton a = automaton_of(both, 2, 0);
  EXPECT_TRUE(admits(a, {1, 0, 0, 1}));
  EXPECT_FALSE(admits(a, {0}));
  // The first layer forbids what the second would take.
  const Partition other{{{{0, 1}, {0}}, {{0, 1, 2}, {2}}}};
  const Automaton b = automaton_of(other, 3, 1);
  EXPECT_EQ(after(b, {2, 1}), b.outside());
  EXPECT_EQ(b.word(after(b, {2, 0})), Word({0}));
}

TEST(PartitionAutomaton, KnownPathsAreToldApart) {
  const Known known = known_paths({{0, 1}, {0}}, 2);
  EXPECT_TRUE(known.is_known[after(known.automaton, {0})]);
  EXPECT_TRUE(known.is_known[after(known.automaton, {0, 1})]);
  EXPECT_FALSE(known.is_known[after(known.automaton, {})]);
  EXPECT_FALSE(known.is_known[after(known.automaton, {1})]);
  EXPECT_FALSE(known.is_known[after(known.automaton, {0, 1, 0})]);
}

}  // namespace
}  // namespace zonda::partition
