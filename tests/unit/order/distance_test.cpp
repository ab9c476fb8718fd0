#include "order/distance.hpp"

#include "unit/order/fixture.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda::order {
namespace {

using Cells = std::vector<std::int32_t>;

struct Goal {
  Loaded loaded;
  Distance distance;

  Goal(const std::string& text, const std::string& query, const std::string& name = "model.xta")
      : loaded(text, query, name), distance(*loaded.network, *loaded.packing, loaded.network->queries[0].guide) {}
  std::uint32_t operator()(const Cells& cells) { return distance(loaded.packed(cells)); }
};

// A row of locations with a shortcut back; v counts up to 9.
const std::string kRow =
    "int[0,9] v; bool b; int[0,9] w[3]; clock x;\n"
    "process P(const int[0,1] id) { state l0, l1, l2, l3; init l0; trans l0 -> l1 { }, l1 -> l2 { guard v >= 0; }, "
    "l2 -> l3 { guard x > 2; }, l3 -> l0 { }; }\nsystem P;\n";

Cells row(std::int32_t first, std::int32_t second, std::int32_t v = 0) { return {first, second, v, 0, 0, 0, 0}; }

TEST(Distance, CountsEdgesToTheLocation) {
  Goal goal(kRow, "E<> P(0).l2");
  EXPECT_EQ(goal(row(0, 0)), 2U);
  EXPECT_EQ(goal(row(1, 3)), 1U);
  EXPECT_EQ(goal(row(2, 0)), 0U);
  EXPECT_EQ(goal(row(3, 2)), 3U);
  EXPECT_TRUE(goal.distance.is_useful());
}

TEST(Distance, AndAddsOrTakesTheLeast) {
  Goal both(kRow, "E<> P(0).l2 and P(1).l3");
  EXPECT_EQ(both(row(0, 0)), 5U);
  EXPECT_EQ(both(row(2, 3)), 0U);
  Goal one(kRow, "E<> P(0).l2 or P(1).l3 and x > 3");
  EXPECT_EQ(one(row(0, 0)), 2U);
  EXPECT_EQ(one(row(0, 2)), 1U);
}

TEST(Distance, OfAnInvariantIsHowFarItsViolationIs) {
  Goal goal(kRow, "A[] not (P(0).l2 and P(1).l2)");
  EXPECT_EQ(goal(row(0, 1)), 3U);
  Goal imply(kRow, "A[] P(0).l2 imply P(1).l3");
  EXPECT_EQ(imply(row(0, 1)), 2U);
  EXPECT_EQ(imply(row(0, 3)), 3U);  // and out of l3
}

TEST(Distance, QuantifiersAreTakenApart) {
  Goal some(kRow, "E<> exists (i : int[0,1]) P(i).l3");
  EXPECT_EQ(some(row(0, 1)), 2U);
  Goal all(kRow, "E<> forall (i : int[0,1]) P(i).l3");
  EXPECT_EQ(all(row(0, 1)), 5U);
  Goal none(kRow, "A[] forall (i : int[0,1]) not P(i).l3");
  EXPECT_EQ(none(row(0, 1)), 2U);
}

TEST(Distance, OfNumbersIsHowFarTheyAreApart) {
  Goal equal(kRow, "E<> v == 7 and P(0).l1");
  EXPECT_EQ(equal(row(0, 0, 2)), 6U);
  EXPECT_EQ(equal(row(1, 0, 7)), 0U);
  Goal less(kRow, "E<> v < 3");
  EXPECT_EQ(less(row(0, 0, 5)), 3U);
  EXPECT_EQ(less(row(0, 0, 2)), 0U);
  Goal sum(kRow, "E<> v + w[1] >= 9");
  EXPECT_EQ(sum({0, 0, 2, 0, 0, 3, 0}), 4U);
  Goal truth(kRow, "E<> b");
  EXPECT_EQ(truth(row(0, 0)), 1U);
  EXPECT_EQ(truth({0, 0, 0, 1, 0, 0, 0}), 0U);
}

TEST(Distance, GoalsThatSayNothingTellNothingApart) {
  Goal clock(kRow, "E<> x > 5");
  EXPECT_EQ(clock(row(0, 0)), 0U);
  EXPECT_FALSE(clock.distance.is_useful());
}

// An index out of range is for the search to report, not for its order.
TEST(Distance, ErrorsCostOne) {
  Goal goal(kRow, "E<> w[v] == 3");
  EXPECT_EQ(goal(row(0, 0, 8)), 1U);
}

TEST(Distance, PartnersMustGetReady) {
  const std::string text =
      "chan c; broadcast chan d;\n"
      "process A() { state a, b, e; init a; trans a -> b { sync c!; }, b -> e { sync d!; }; }\n"
      "process B() { state r, s, t, u; init r; trans r -> s { }, s -> t { sync c?; }, t -> u { sync d?; }; }\n"
      "system A, B;\n";
  Goal first(text, "E<> A.b");
  EXPECT_EQ(first({0, 0}), 2U);  // r -> s, then both
  EXPECT_EQ(first({0, 1}), 1U);
  EXPECT_EQ(first({0, 2}), Distance::kFar);
  EXPECT_EQ(first({2, 0}), Distance::kFar);
  Goal sender(text, "E<> A.e");
  EXPECT_EQ(sender({1, 3}), 1U);  // nobody need listen
  Goal receiver(text, "E<> B.u");
  EXPECT_EQ(receiver({1, 2}), 1U);
  EXPECT_EQ(receiver({2, 2}), Distance::kFar);
}

TEST(Distance, AllPartsOfAJointMoveMustGetReady) {
  const std::string text =
      "system:s\nevent:go\nevent:step\nprocess:A\nlocation:A:a{initial:}\nlocation:A:b\nedge:A:a:b:go\n"
      "process:B\nlocation:B:r{initial:}\nlocation:B:s\nlocation:B:t\nedge:B:r:s:step\nedge:B:s:t:go\n"
      "process:C\nlocation:C:u{initial:}\nlocation:C:v\nlocation:C:w\nedge:C:u:v:step\nedge:C:v:w:go\n"
      "sync:A@go:B@go:C@go\n";
  Goal goal(text, "E<> A.b", "model.tck");
  EXPECT_EQ(goal({0, 0, 0}), 3U);
  EXPECT_EQ(goal({0, 1, 0}), 2U);
  EXPECT_EQ(goal({0, 1, 1}), 1U);
  EXPECT_EQ(goal({0, 2, 1}), Distance::kFar);
}

// What a guard asks for and does not hold must be written first.
TEST(Distance, GuardsMustComeToHold) {
  const std::string text =
      "int[0,9] a, b, c; bool d;\n"
      "process P() { state p, q, r, s; init p; trans p -> q { guard a >= 2 && b == 1 && a + b > 2; }, "
      "q -> r { guard d; }, r -> s { guard a == 1 || b == 7; }; }\n"
      "process Q() { state m, n, o; init m; trans m -> n { assign a = 3; }, n -> o { assign b = 1; }; }\n"
      "system P, Q;\n";
  Goal first(text, "E<> P.q");
  // a >= 2 and the sum cost a move, b == 1 two, and then one more.
  EXPECT_EQ(first({0, 0, 0, 0, 0, 0}), 5U);
  EXPECT_EQ(first({0, 1, 3, 0, 0, 0}), 2U);
  EXPECT_EQ(first({0, 2, 3, 1, 0, 0}), 1U);
  // Nobody writes a any more.
  EXPECT_EQ(first({0, 2, 0, 1, 0, 0}), Distance::kFar);
  Goal second(text, "E<> P.r");
  EXPECT_EQ(second({1, 0, 0, 0, 0, 0}), Distance::kFar);
  EXPECT_EQ(second({1, 0, 0, 0, 0, 1}), 1U);
  // What is not a plain conjunction is taken to hold.
  Goal third(text, "E<> P.s");
  EXPECT_EQ(third({2, 0, 0, 0, 0, 0}), 1U);
}

TEST(Distance, IsTheSameTheSecondTime) {
  Goal goal(kRow, "E<> P(0).l3 and P(1).l2");
  const auto all = [&] {
    std::vector<std::uint32_t> result;
    for (std::int32_t a = 0; a < 4; ++a)
      for (std::int32_t b = 0; b < 4; ++b) result.push_back(goal(row(a, b)));
    return result;
  };
  const std::vector<std::uint32_t> first = all();
  EXPECT_EQ(all(), first);
}

}  // namespace
}  // namespace zonda::order
