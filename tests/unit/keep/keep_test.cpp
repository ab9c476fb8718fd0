#include "keep/keep.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace zonda::keep {
namespace {

Strategy parsed(const std::string& text) {
  const auto result = parse_strategy(text);
  EXPECT_TRUE(std::holds_alternative<Strategy>(result)) << text;
  return std::holds_alternative<Strategy>(result) ? std::get<Strategy>(result) : Strategy{};
}

std::string error_of(const std::string& text) {
  const auto result = parse_strategy(text);
  return std::holds_alternative<std::string>(result) ? std::get<std::string>(result) : "";
}

TEST(Keep, NamesAreReadAndWritten) {
  for (const NamedStrategy& s : strategies()) {
    if (!s.is_for_users) continue;
    const std::string text = std::string(s.name) + (s.trial.empty() ? "" : ":" + std::string(s.trial));
    EXPECT_EQ(text_of(parsed(text)), text);
  }
  EXPECT_EQ(text_of(parsed("distance")), "distance:10");
  EXPECT_EQ(text_of(parsed("random")), "random:0.1");
  EXPECT_EQ(text_of(parsed("combination")), "combination:3");
}

TEST(Keep, WrongOnesAreRefused) {
  EXPECT_EQ(error_of("distance:0"), "'distance:0': a number from 1 to 60000 is needed");
  EXPECT_EQ(error_of("discard:1"), "'discard:1': a number from 2 to 60000 is needed");
  EXPECT_EQ(error_of("every:99999999999"), "'every:99999999999': a number from 1 to 60000 is needed");
  EXPECT_EQ(error_of("every:-1"), "'every:-1': a number from 1 to 60000 is needed");
  EXPECT_EQ(error_of("every:"), "'every:': a number from 1 to 60000 is needed");
  EXPECT_EQ(error_of("random:0"), "'random:0': a probability from 0.000001 to 1 is needed");
  EXPECT_EQ(error_of("random:nan"), "'random:nan': a probability from 0.000001 to 1 is needed");
  EXPECT_EQ(error_of("cover:3"), "'cover' takes no number");
  EXPECT_EQ(error_of("some"), "there is no 'some'");
  EXPECT_EQ(error_of("none"), "there is no 'none'");
}

// Which states of a path are stored when each has so many successors and is reached by such a move.
std::vector<std::size_t> stored(const std::string& text, const std::vector<std::size_t>& successors,
                                const std::vector<Marks>& moves = {}, const std::set<std::size_t>& committed = {}) {
  const std::unique_ptr<Keep> keep = make_keep(parsed(text));
  std::vector<std::size_t> result;
  Flag flag = 0;
  for (std::size_t i = 0; i < successors.size(); ++i) {
    const Facts facts{flag, successors[i], committed.contains(i)};
    const bool is_stored = keep->to_store(facts);
    if (is_stored) result.push_back(i);
    flag = keep->next_flag(facts, is_stored, i + 1 < moves.size() ? moves[i + 1] : Marks{0});
  }
  return result;
}

using Which = std::vector<std::size_t>;
const std::vector<std::size_t> kChain(12, 1);

TEST(Keep, DistanceStoresEveryKth) {
  EXPECT_EQ(stored("distance:4", kChain), (Which{0, 4, 8}));
  EXPECT_EQ(stored("distance:1", kChain).size(), 12U);
}

TEST(Keep, SuccessorsStoresBranchesAndBreaksChains) {
  EXPECT_EQ(stored("successors:100", {1, 2, 1, 1, 3, 0}), (Which{1, 4}));
  EXPECT_EQ(stored("successors:3", kChain), (Which{3, 7, 11}));
}

TEST(Keep, CoverStoresTargets) {
  EXPECT_EQ(stored("cover", kChain, {0, 0, kCovering, 0, kEntry, kCovering}), (Which{2, 5}));
  EXPECT_EQ(stored("entry", kChain, {0, 0, kCovering, 0, kEntry, kCovering}), (Which{4}));
}

TEST(Keep, EveryAndDiscardAreTheOppositeOfEachOther) {
  EXPECT_EQ(stored("every:3", kChain), (Which{2, 5, 8, 11}));
  EXPECT_EQ(stored("discard:3", kChain), (Which{0, 1, 3, 4, 6, 7, 9, 10}));
}

TEST(Keep, CombinationCountsCoveringMoves) {
  const std::vector<Marks> all(12, kCovering);
  // From 2 on with several successors, at 4 at the latest.
  EXPECT_EQ(stored("combination:2", {1, 2, 2, 2, 2, 2}, {0, kCovering, kCovering, 0, 0, kCovering}), (Which{2}));
  EXPECT_EQ(stored("combination:2", kChain, all), (Which{4, 9}));
}

TEST(Keep, CommittedBreaksItsCycles) {
  EXPECT_EQ(stored("committed:9", kChain, {}, {1, 2, 5}), (Which{0, 3, 4, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(stored("committed:2", kChain, {}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}), (Which{2, 5, 8, 11}));
}

TEST(Keep, RandomIsRepeatableAndFair) {
  const std::vector<std::size_t> many(10'000, 2);
  const Which some = stored("random:0.3", many);
  EXPECT_EQ(stored("random:0.3", many), some);
  EXPECT_NEAR(static_cast<double>(some.size()), 3000.0, 200.0);
  EXPECT_EQ(stored("random:1", many).size(), many.size());
}

}  // namespace
}  // namespace zonda::keep
