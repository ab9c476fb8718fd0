#include "order/orders.hpp"

#include "order/location_sum.hpp"
#include "unit/order/fixture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace zonda::order {
namespace {

// Three locations in a row, twice.
constexpr const char* kTwo =
    "process P() { state l0, l1, l2; init l0; trans l0 -> l1 { }, l1 -> l2 { }, l2 -> l0 { }; }\n"
    "A = P(); B = P(); system A, B;\n";

class Frontier {
 public:
  explicit Frontier(const std::string& name, std::uint64_t seed = 1)
      : loaded_(kTwo, "E<> A.l2"),
        order_(find_order(name)->make({*loaded_.network, *loaded_.packing, &loaded_.network->queries[0].guide, seed})) {
  }

  // A state with these locations; its zone is its number.
  std::uint32_t add(std::int32_t a, std::int32_t b, bool is_true = false, std::int32_t moment = 0) {
    const std::vector<state::Word> words = loaded_.packed({a, b});
    order_->add({{static_cast<std::uint32_t>(3 * a + b), added_}, words, is_true, moment});
    return added_++;
  }
  std::uint32_t next() {
    store::State state;
    EXPECT_TRUE(order_->next(state));
    return state.zone;
  }
  std::vector<std::uint32_t> rest() {
    std::vector<std::uint32_t> result;
    while (order_->size() > 0) result.push_back(next());
    return result;
  }
  Order& operator*() { return *order_; }

 private:
  Loaded loaded_;
  std::unique_ptr<Order> order_;
  std::uint32_t added_ = 0;
};

using Numbers = std::vector<std::uint32_t>;

RC_GTEST_PROP(Orders, GiveEveryStateOnce, ()) {
  const auto& named = orders()[*rc::gen::inRange<std::size_t>(0, orders().size())];
  Frontier frontier{std::string(named.name), *rc::gen::arbitrary<std::uint64_t>()};
  const auto codes = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::arbitrary<std::uint32_t>());
  Numbers given;
  std::uint32_t added = 0;
  frontier.add(0, 0);
  ++added;
  for (const std::uint32_t code : codes) {
    if (code % 3 == 0 && (*frontier).size() > 0) {
      given.push_back(frontier.next());
      continue;
    }
    frontier.add(static_cast<std::int32_t>(code / 3 % 3), static_cast<std::int32_t>(code / 9 % 3), code / 27 % 4 == 0,
                 static_cast<std::int32_t>(code / 108 % 5));
    ++added;
  }
  const Numbers rest = frontier.rest();
  given.insert(given.end(), rest.begin(), rest.end());
  std::sort(given.begin(), given.end());
  // Several searches share the frontier of some orders; each may give a state, and the store takes it once.
  given.erase(std::unique(given.begin(), given.end()), given.end());
  RC_ASSERT(given.size() == added);
}

TEST(Bfs, FirstComeFirstServed) {
  Frontier f("bfs");
  for (int i = 0; i < 4; ++i) f.add(2 - i % 3, 0);
  EXPECT_EQ(f.rest(), (Numbers{0, 1, 2, 3}));
}

TEST(Dfs, TheNewestFirst) {
  Frontier f("dfs");
  for (int i = 0; i < 4; ++i) f.add(0, 0);
  EXPECT_EQ(f.rest(), (Numbers{3, 2, 1, 0}));
}

TEST(Random, SuccessorsOfOneStateAreShuffledAndTheSeedSaysHow) {
  const auto run = [](std::uint64_t seed) {
    Frontier f("random", seed);
    for (int i = 0; i < 10; ++i) f.add(0, 0);
    Numbers result{f.next()};
    for (int i = 0; i < 10; ++i) f.add(0, 0);
    const Numbers rest = f.rest();
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
  };
  const Numbers first = run(1);
  EXPECT_EQ(first, run(1));
  EXPECT_NE(first, run(2));
  // What came last goes first.
  EXPECT_TRUE(std::all_of(first.begin() + 1, first.begin() + 11, [](std::uint32_t n) { return n >= 10; }));
}

TEST(TrueFirst, TrueZonesThenFirstComeFirstServed) {
  Frontier f("true-first");
  EXPECT_TRUE((*f).wants_true_zones());
  f.add(0, 0);
  f.add(0, 0, true);
  f.add(0, 0);
  f.add(0, 0, true);
  EXPECT_EQ(f.rest(), (Numbers{1, 3, 0, 2}));
}

TEST(Waiting, LocationsThatOthersLeadToWait) {
  Frontier f("waiting");
  f.add(2, 0);  // 0
  f.add(1, 1);
  f.add(0, 1);
  f.add(2, 2, true);
  f.add(1, 0);  // 4
  EXPECT_EQ(f.rest(), (Numbers{2, 4, 0, 1, 3}));
}

// With the list, pairs of vectors that are not ordered stand as they came.
TEST(TwList, AStateGoesBeforeTheFirstThatShouldWaitForIt) {
  Frontier f("tw-list");
  const std::uint32_t late = f.add(2, 2);
  const std::uint32_t other = f.add(0, 2);
  const std::uint32_t right = f.add(1, 0);  // not ordered with the other, but before the late one
  const std::uint32_t first = f.add(0, 0);
  EXPECT_EQ(f.rest(), (Numbers{first, other, right, late}));
}

TEST(Patient, BeginsWithTrueZonesAndGoesByLocationsAfterMistakes) {
  Frontier f("patient");
  const std::uint32_t late = f.add(2, 2);
  const std::uint32_t early = f.add(0, 1);
  const std::uint32_t sure = f.add(2, 2, true);
  EXPECT_EQ(f.next(), sure);
  for (int i = 0; i < 10; ++i) (*f).mistaken(store::State{0, 100});
  const std::uint32_t first = f.add(0, 0);
  // States that waited already leave by their locations, too; what was taken before comes once more.
  EXPECT_EQ(f.rest(), (Numbers{sure, first, early, late}));
}

TEST(Patient, StaysWithTrueZonesWhereThereAreFewMistakes) {
  Frontier f("patient");
  for (int i = 0; i < 2000; ++i) {
    f.add(0, 0);
    (void)f.next();
  }
  for (int i = 0; i < 20; ++i) (*f).mistaken(store::State{0, 100});
  const std::uint32_t late = f.add(2, 2);
  const std::uint32_t early = f.add(0, 1);
  EXPECT_EQ(f.rest(), (Numbers{late, early}));
}

TEST(Patient, EndsBreadthFirstIfGoingByLocationsMakesVeryManyMistakes) {
  Frontier f("patient");
  f.add(0, 0);
  (void)f.next();
  for (int i = 0; i < 10; ++i) (*f).mistaken(store::State{0, 100});
  for (int i = 0; i < 100; ++i) {
    f.add(0, 0);
    (void)f.next();
  }
  for (int i = 0; i < 1000; ++i) (*f).mistaken(store::State{0, 100});
  const std::uint32_t late = f.add(2, 2);
  const std::uint32_t early = f.add(0, 1);
  const std::uint32_t sure = f.add(0, 1, true);
  const Numbers rest = f.rest();
  EXPECT_EQ(Numbers(rest.end() - 3, rest.end()), (Numbers{late, early, sure}));
}

TEST(TwBfs, TrueZonesComeBeforeAll) {
  Frontier f("tw-bfs");
  f.add(2, 0);
  f.add(0, 1);
  f.add(2, 2, true);
  f.add(0, 0);
  EXPECT_EQ(f.rest(), (Numbers{2, 3, 1, 0}));
}

// The goal is A.l2.
TEST(Greedy, NearToTheGoalFirst) {
  Frontier f("greedy");
  f.add(0, 0);
  f.add(1, 0);
  f.add(2, 2);
  f.add(1, 2);
  EXPECT_EQ(f.rest(), (Numbers{2, 1, 3, 0}));
}

TEST(Greedy, AmongEqualsTheDeepestFirst) {
  Frontier f("greedy");
  f.add(1, 0);
  f.add(1, 1);
  EXPECT_EQ(f.next(), 0U);
  f.add(1, 2);
  f.add(1, 0);
  EXPECT_EQ(f.rest(), (Numbers{2, 3, 1}));
}

TEST(Guided, ManyMovesCountAsOne) {
  Frontier f("guided");
  f.add(0, 0);  // 0: two away
  f.add(1, 0);  // 1: one away
  EXPECT_EQ(f.next(), 1U);
  for (std::uint32_t i = 2; i < 65; ++i) {
    f.add(1, 0);
    EXPECT_EQ(f.next(), i);
  }
  // After 64 moves, one away is three.
  f.add(1, 0);
  EXPECT_EQ(f.rest(), (Numbers{0, 65}));
}

TEST(Race, BothTakeTurns) {
  Frontier f("race");
  f.add(1, 0);        // 0: nearest
  f.add(0, 0, true);  // 1: a true zone
  f.add(0, 2);
  EXPECT_EQ(f.next(), 0U);
  EXPECT_EQ(f.next(), 1U);
  // What one has taken the other gives once more; the store knows.
  EXPECT_EQ(f.rest(), (Numbers{1, 0, 2, 2}));
}

TEST(Swarm, MembersTakeTurns) {
  Frontier f("swarm");
  for (int i = 0; i < 10; ++i) f.add(i == 5 ? 2 : 0, 0);
  // Depth-first, greedy.
  EXPECT_EQ(f.next(), 9U);
  EXPECT_EQ(f.next(), 5U);
}

TEST(Earliest, ByTheMoment) {
  Frontier f("earliest");
  f.add(0, 0, false, 5);
  f.add(0, 0, false, -3);
  f.add(0, 0, false, 5);
  f.add(0, 0, false, 2'000'000'000);
  f.add(0, 0, false, 0);
  EXPECT_EQ(f.rest(), (Numbers{1, 4, 0, 2, 3}));
}

// Order paper, figure 3: q1 leads to q3 (small) and to q2; q3 (small) to q4; then q2 leads to the larger zone of q3,
// which goes ahead of q4.
TEST(Ranking, WhatCoversGoesBeforeWhatStemsFromTheCovered) {
  Frontier f("ranking");
  EXPECT_TRUE((*f).wants_removals());
  f.add(0, 0);
  EXPECT_EQ(f.next(), 0U);
  f.add(0, 2);  // 1: q3, small
  f.add(0, 1);  // 2: q2
  EXPECT_EQ(f.next(), 1U);
  f.add(1, 0);  // 3: q4
  EXPECT_EQ(f.next(), 2U);
  (*f).removed({2, 1}, false);
  f.add(0, 2);  // 4: q3, large
  f.add(2, 2);  // 5: something else, after it
  EXPECT_EQ((*f).touched(), 2U);
  EXPECT_EQ(f.next(), 4U);
  (*f).removed({3, 3}, true);
  f.add(1, 0);  // 6: q4, large; the small one has not been explored, so there is nothing to get ahead of
  EXPECT_EQ(f.rest(), (Numbers{3, 5, 6}));
}

TEST(Ranking, TrueZonesAreHighest) {
  Frontier f("ranking");
  f.add(0, 0);
  f.add(0, 1, true);
  EXPECT_EQ(f.rest(), (Numbers{1, 0}));
}

TEST(Ranking, WhatIsFoundFromACoveredStateHangsBelowItsParent) {
  Frontier f("ranking");
  f.add(0, 0);
  (void)f.next();
  f.add(0, 1);  // 1
  (void)f.next();
  (*f).removed({1, 1}, false);  // covered by its own successor
  f.add(0, 1);                  // 2
  f.add(0, 2);                  // 3, below the first
  (void)f.next();
  (*f).removed({0, 0}, false);
  f.add(1, 1);
  // The first, what covered its successor, and 3.
  EXPECT_EQ((*f).touched(), 1U + 3U);
  EXPECT_EQ(f.rest(), (Numbers{4, 3}));
}

TEST(Orders, ThereIsOneOfEachName) {
  for (const NamedOrder& o : orders()) EXPECT_EQ(find_order(o.name), &o);
  EXPECT_EQ(find_order("best"), nullptr);
  EXPECT_TRUE(find_order(kBreadthFirst)->is_for_users);
  EXPECT_FALSE(find_order(kEarliest)->is_for_users);
}

// Against a sum that is read off the unpacked state.
RC_GTEST_PROP(LocationSum, IsTheSumOverTheLocations, ()) {
  const auto sizes = *rc::gen::container<std::vector<std::size_t>>(*rc::gen::inRange<std::size_t>(1, 40),
                                                                   rc::gen::inRange<std::size_t>(1, 70));
  std::string text;
  std::string system;
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    text += "process P" + std::to_string(p) + "() { state ";
    for (std::size_t l = 0; l < sizes[p]; ++l) text += (l > 0 ? ", l" : "l") + std::to_string(l);
    text += "; init l0; }\n";
    system += (p > 0 ? ", P" : "P") + std::to_string(p);
  }
  const Loaded loaded(text + "int v; system " + system + ";\n");
  std::vector<std::vector<std::uint32_t>> numbers;
  std::uint32_t most = 0;
  for (const std::size_t size : sizes) {
    numbers.push_back(*rc::gen::container<std::vector<std::uint32_t>>(size, rc::gen::inRange<std::uint32_t>(0, 1000)));
    most += *std::max_element(numbers.back().begin(), numbers.back().end());
  }
  const LocationSum sum(*loaded.network, *loaded.packing, numbers);
  std::vector<std::int32_t> cells;
  std::uint32_t expected = 0;
  for (std::size_t p = 0; p < sizes.size(); ++p) {
    const auto location = *rc::gen::inRange<std::size_t>(0, sizes[p]);
    cells.push_back(static_cast<std::int32_t>(location));
    expected += numbers[p][location];
  }
  cells.push_back(-7);
  RC_ASSERT(sum(loaded.packed(cells)) == expected);
  RC_ASSERT(sum.most() == most);
}

}  // namespace
}  // namespace zonda::order
