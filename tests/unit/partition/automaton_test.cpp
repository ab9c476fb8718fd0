#include "partition/automaton.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace zonda::partition {
namespace {

using Word = std::vector<PointId>;

std::uint32_t after(const Automaton& a, const Word& word) {
  std::uint32_t at = 0;
  for (const PointId p : word) at = a.next[p][at];
  return at;
}
bool admits(const Automaton& a, const Word& word) { return after(a, word) < a.inside; }

Partition prefix(Word points, Word word) { return {{{std::move(points), std::move(word)}}}; }

TEST(PartitionAutomaton, EmptyPrefixAdmitsEverything) {
  const Automaton a = automaton_of(prefix({0, 1}, {}), 2, false);
  EXPECT_EQ(a.inside, 1U);
  EXPECT_TRUE(admits(a, {0, 1, 1, 0}));
}

TEST(PartitionAutomaton, PrefixIsFollowedThenEverythingIsFree) {
  const Automaton a = automaton_of(prefix({0, 1}, {1, 0}), 2, false);
  EXPECT_TRUE(admits(a, {}));
  EXPECT_TRUE(admits(a, {1}));
  EXPECT_TRUE(admits(a, {1, 0, 1, 1}));
  EXPECT_FALSE(admits(a, {0}));
  EXPECT_FALSE(admits(a, {1, 1}));
}

TEST(PartitionAutomaton, NobodyComesBack) {
  const Automaton a = automaton_of(prefix({0, 1}, {1}), 2, false);
  EXPECT_EQ(after(a, {0, 1, 1}), a.outside());
}

TEST(PartitionAutomaton, ExtendedTellsWhatComesBehindThePrefix) {
  const Automaton a = automaton_of(prefix({0, 1}, {1}), 2, true);
  EXPECT_EQ(after(a, {1, 0}), a.continued(0));
  EXPECT_EQ(after(a, {1, 1}), a.continued(1));
  EXPECT_EQ(after(a, {0}), a.outside());
}

TEST(PartitionAutomaton, PointsOfNoLayerChangeNothing) {
  const Automaton a = automaton_of(prefix({0}, {0}), 2, false);
  EXPECT_TRUE(admits(a, {1, 1, 0, 1}));
}

TEST(PartitionAutomaton, LayersMustAgree) {
  const Partition both{{{{0}, {0}}, {{0, 1}, {1, 0}}}};
  const Automaton a = automaton_of(both, 2, false);
  EXPECT_TRUE(admits(a, {1, 0, 0, 1}));
  EXPECT_FALSE(admits(a, {0}));
  // The first layer forbids what the second would take.
  const Partition other{{{{0, 1}, {0}}, {{0, 1, 2}, {2}}}};
  const Automaton b = automaton_of(other, 3, true);
  EXPECT_EQ(after(b, {2, 1}), b.outside());
  EXPECT_EQ(after(b, {2, 0}), b.continued(0));
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
