#include "analysis/location_order.hpp"

#include "unit/order/fixture.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda::analysis {
namespace {

using Positions = std::vector<std::uint32_t>;

Positions positions(const std::string& process) {
  const order::Loaded loaded("chan c; clock x; process P() { " + process + " }\nsystem P;\n");
  return location_positions(*loaded.network)[0];
}

// Order paper, figure 1: the edge back to the start is ignored.
TEST(LocationOrder, AfterThoseThatLeadToIt) {
  EXPECT_EQ(positions("state q1, q2, q3, q4; init q1; trans q1 -> q3 { guard x > 1; }, q1 -> q2 { }, q2 -> q3 { }, "
                      "q3 -> q4 { }, q4 -> q1 { };"),
            (Positions{0, 1, 2, 3}));
}

TEST(LocationOrder, WithoutCyclesItIsTopological) {
  const Positions p = positions(
      "state a, b, c, d, e; init b; trans b -> a { }, b -> c { }, c -> d { }, a -> d { }, d -> e { }, b -> e { };");
  EXPECT_EQ(p[1], 0U);
  EXPECT_LT(p[0], p[3]);
  EXPECT_LT(p[2], p[3]);
  EXPECT_EQ(p[4], 4U);
}

// Of two locations on a cycle, the one that the search meets first comes first.
TEST(LocationOrder, CyclesAreCutWhereTheSearchMeetsThem) {
  EXPECT_EQ(positions("state a, b, c; init a; trans a -> c { }, a -> b { }, b -> c { }, c -> b { };"),
            (Positions{0, 2, 1}));
  EXPECT_EQ(positions("state a, b, c; init a; trans a -> b { }, a -> c { }, b -> c { }, c -> b { };"),
            (Positions{0, 1, 2}));
}

TEST(LocationOrder, LoopsCountForNothing) {
  EXPECT_EQ(positions("state a, b; init a; trans a -> a { }, a -> b { }, b -> b { };"), (Positions{0, 1}));
}

TEST(LocationOrder, LocationsThatNothingReachesComeLast) {
  EXPECT_EQ(positions("state a, b, c; init b; trans a -> b { }, b -> c { };"), (Positions{2, 0, 1}));
}

TEST(LocationOrder, SelectsCountOnceAndCommittedLocationsAsOthers) {
  EXPECT_EQ(positions("state a, b, c; commit b; init a; trans a -> c { select i : int[0,3]; guard x > i; }, a -> b { "
                      "}, b -> c { };"),
            (Positions{0, 1, 2}));
}

}  // namespace
}  // namespace zonda::analysis
