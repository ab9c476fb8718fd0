// Tests of the oracle on models for which the right answer is easy to see.
#include "oracle/oracle.hpp"

#include "oracle/loops.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda::truth {
namespace {

Report look(const std::string& text, const std::vector<std::string>& queries) {
  const auto input = read("model.xta", text, queries);
  EXPECT_NE(input->semantics, nullptr) << lang::render(input->diagnostics, input->sources);
  return check(*input);
}

bool is_reached(const std::string& text, const std::string& query) {
  const Report report = look(text, {query});
  EXPECT_EQ(report.refused, "");
  EXPECT_EQ(report.answers.size(), 1U);
  return report.answers.size() == 1 && report.answers[0].is_reached;
}

std::optional<LeastTime> time_to(const std::string& text, const std::string& query) {
  const auto input = read("model.xta", text, {query});
  return least_time(*input, 0);
}

const char* const kKettle =
    "clock x; process Kettle() { state Cold, Heating { x <= 8 }, Hot, Tripped; init Cold; trans "
    "Cold -> Heating { assign x = 0; }, Heating -> Hot { guard x >= 3 && x < 6; }, "
    "Heating -> Tripped { guard x >= 8; }; } system Kettle;";

// There are three loops: from Raw to Cut and back in committed locations, by way of Rest in no time, and by way of
// Sleep in one unit of time.
TEST(Oracle, KnowsLoops) {
  const auto input =
      read("model.xta",
           "clock x; process Mill() { state Raw, Cut, Rest, Sleep; commit Raw, Cut; urgent Rest; init Raw;\n"
           "trans Raw -> Cut { },\n"
           "Cut -> Raw { },\n"
           "Cut -> Rest { },\n"
           "Rest -> Raw { },\n"
           "Cut -> Sleep { assign x = 0; },\n"
           "Sleep -> Raw { guard x >= 1; }; } system Mill;",
           {});
  const Loops found = loops(*input);
  const std::string go = "2:7";
  EXPECT_EQ(found.refused, "");
  EXPECT_EQ(found.all, (Places{go, "3:1", "4:1", "5:1"}));
  EXPECT_EQ(found.committed, (Places{go, "3:1"}));
  EXPECT_EQ(found.leaving, (Places{"5:1"}));
  EXPECT_TRUE(found.has({go, "3:1"}, true));
  EXPECT_FALSE(found.has({go, "3:1"}, false));
  EXPECT_TRUE(found.has({go, "4:1", "5:1"}, false));
  EXPECT_FALSE(found.has({go, "4:1", "5:1"}, true));
  EXPECT_FALSE(found.has({go, "6:1", "7:1"}, false));
}

TEST(Oracle, TellsStrictBoundsApart) {
  EXPECT_TRUE(is_reached(kKettle, "E<> Kettle.Hot"));
  EXPECT_FALSE(is_reached(kKettle, "E<> Kettle.Hot and x < 3"));
  EXPECT_TRUE(is_reached(kKettle, "E<> Kettle.Tripped and x > 100"));
  EXPECT_FALSE(is_reached(kKettle, "A[] Kettle.Heating imply x <= 8"));
}

TEST(Oracle, DeadlockLooksAtWhatDelayCanReach) {
  EXPECT_TRUE(is_reached(kKettle, "A[] not deadlock"));
  EXPECT_FALSE(is_reached(kKettle, "E<> Kettle.Heating and deadlock"));
  EXPECT_TRUE(is_reached(kKettle, "E<> Kettle.Hot and deadlock"));
}

TEST(Oracle, CountsMoves) {
  const Report report = look(kKettle, {"E<> Kettle.Hot", "E<> Kettle.Cold", "E<> x > 5 and Kettle.Heating"});
  EXPECT_EQ(report.answers[0].least_moves, 2);
  EXPECT_EQ(report.answers[1].least_moves, 0);
  EXPECT_EQ(report.answers[2].least_moves, 1);
  EXPECT_EQ(report.discrete_states, 4U);
}

TEST(Oracle, LeastTimeIsAttainedOrApproached) {
  EXPECT_EQ(time_to(kKettle, "E<> Kettle.Hot"), (LeastTime{3, true}));
  EXPECT_EQ(time_to(kKettle, "E<> Kettle.Hot and x > 4"), (LeastTime{4, false}));
  EXPECT_EQ(time_to(kKettle, "E<> Kettle.Tripped"), (LeastTime{8, true}));
  EXPECT_EQ(time_to(kKettle, "E<> Kettle.Hot and x > 20"), (LeastTime{20, false}));
  EXPECT_EQ(time_to(kKettle, "E<> Kettle.Heating and x > 8"), std::nullopt);
}

// A difference matters even if it is larger than all constants that single clocks are compared with.
TEST(Oracle, KeepsDifferencesApart) {
  const char* const model =
      "clock x, y; process D() { state a { x <= 4 }, b; init a; trans a -> a { guard x == 4; assign x = 0; }, "
      "a -> b { guard y - x >= 8; }; } system D;";
  EXPECT_TRUE(is_reached(model, "E<> D.b"));
  EXPECT_FALSE(is_reached(model, "E<> y - x == 6"));
  EXPECT_TRUE(is_reached(model, "E<> y - x == 40"));
}

// Time cannot pass beyond x == 3, because the guard holds as soon as any time passes.
TEST(Oracle, UrgentWithStrictGuardStopsTimeAtItsBorder) {
  const char* const model =
      "clock x; urgent broadcast chan c; process P() { state a, b; init a; trans a -> b { guard x > 3; sync c!; }; } "
      "system P;";
  EXPECT_TRUE(is_reached(model, "E<> x == 3"));
  EXPECT_FALSE(is_reached(model, "E<> x > 3"));
  EXPECT_FALSE(is_reached(model, "E<> P.b"));
}

TEST(Oracle, ErrorsCountOnlyWhereTheMoveIsPossible) {
  const std::string head =
      "clock x; int[0,3] i; process P() { state a { x <= 2 }, b; init a; trans a -> b { guard x >= ";
  const std::string tail = "; assign i = 7; }; } system P;";
  EXPECT_FALSE(look(head + "5" + tail, {"E<> P.b"}).may_fail);
  EXPECT_TRUE(look(head + "2" + tail, {"E<> P.b"}).must_fail);
}

TEST(Oracle, WhoLooksHowFarIsLeftOpen) {
  const Report report = look(
      "clock x; int[0,3] i; process P() { state a { x <= 2 }, b; init a; trans a -> b { guard x > 5 && 1 / i > 0; }; } "
      "system P;",
      {"E<> P.b"});
  EXPECT_FALSE(report.must_fail);
  EXPECT_TRUE(report.may_fail);
}

TEST(Oracle, ClockBecomesNegativeOnlyWhenItIsSmall) {
  const auto model = [](int least) {
    return "clock x, y; process P() { state a, b; init a; trans a -> b { guard y >= " + std::to_string(least) +
           "; assign x = y - 5; }; } system P;";
  };
  EXPECT_TRUE(look(model(4), {"E<> P.b"}).must_fail);
  EXPECT_FALSE(look(model(5), {"E<> P.b"}).may_fail);
}

TEST(Oracle, RefusesByName) {
  const std::string rest = " system P;";
  EXPECT_EQ(look("clock x; process P() { state a { x' == 2 }; init a; }" + rest, {"E<> true"}).refused,
            "rates other than 0 and 1");
  EXPECT_EQ(look("clock x; process P() { state a { x' == 0 }; init a; } process Q() { state a { x' == 1 }; init a; } "
                 "system P, Q;",
                 {"E<> true"})
                .refused,
            "a clock with two rates");
  EXPECT_EQ(
      look("meta int m; process P() { state a; init a; trans a -> a { guard m > 0; }; }" + rest, {"E<> true"}).refused,
      "a meta variable that is read before it is written");
  EXPECT_EQ(look("process P() { state a; init a; }" + rest, {"A<> P.a"}).answers[0].refused, "");
  EXPECT_EQ(
      look(
          "clock x, y; process P() { state a; init a; trans a -> a { guard x > 3; assign x = y - 1, y = x; }; }" + rest,
          {"E<> true"})
          .refused.substr(0, 15),
      "clock constants");
}

// The two parts of an edge are one step: both update, and nobody is ever in the branchpoint. A weight of 0 means never.
TEST(Oracle, EveryBranchIsAChoice) {
  const char* const model =
      "int n; process P() { state a, b, c, d; branchpoint q; init a; trans a -> q { guard n == 0; assign n = 1; }, "
      "q -> b { assign n = n * 2; probability 3; }, q -> c { assign n += 2; }, q -> d { probability 0; }; } system P;";
  EXPECT_TRUE(is_reached(model, "E<> P.b && n == 2"));
  EXPECT_TRUE(is_reached(model, "E<> P.c && n == 3"));
  EXPECT_FALSE(is_reached(model, "E<> P.d"));
  EXPECT_FALSE(is_reached(model, "E<> n == 1"));
  EXPECT_EQ(look(model, {"E<> P.b"}).answers[0].least_moves, 1);
}

TEST(Oracle, ASynchronisationBehindABranchpointNeedsAPartner) {
  const std::string sender =
      "chan c; process P() { state a, b, d; branchpoint q; init a; trans a -> q { }, q -> b { sync c!; }, "
      "q -> d { }; } ";
  EXPECT_FALSE(is_reached(sender + "system P;", "E<> P.b"));
  EXPECT_TRUE(is_reached(sender + "system P;", "E<> P.d"));
  EXPECT_TRUE(is_reached(sender + "process Q() { state a, b; init a; trans a -> b { sync c?; }; } system P, Q;",
                         "E<> P.b && Q.b"));
}

TEST(Oracle, ScalarsAreIndicesSelectsAndProcesses) {
  const char* const model =
      "typedef scalar[3] S; S chosen; int[0,3] n[S]; process P(const S id) { state a, b; init a; trans "
      "a -> b { select s : S; guard s != id && n[id] == 0; assign chosen = s, n[s]++; }; } system P;";
  EXPECT_TRUE(is_reached(model, "E<> exists (s : S) P(s).b && chosen != s"));
  EXPECT_TRUE(is_reached(model, "E<> exists (s : S) exists (t : S) s != t && P(s).b && P(t).b && n[chosen] == 2"));
  EXPECT_FALSE(is_reached(model, "E<> forall (s : S) P(s).b"));
  EXPECT_EQ(look(model, {"E<> false"}).discrete_states, 16U);
}

// In b the clock x stands still at the value with which a was left.
const char* const kWatch =
    "clock x, y; process P() { state a { y <= 2 }, b { x' == 0 && y <= 5 }, c; init a; trans a -> b { guard x > 1; }, "
    "b -> c { guard y > 3; }; } system P;";

TEST(Oracle, AClockCanStandStill) {
  EXPECT_TRUE(is_reached(kWatch, "E<> P.b && x < 2 && y == 5"));
  EXPECT_TRUE(is_reached(kWatch, "E<> P.c && x == 2"));
  EXPECT_FALSE(is_reached(kWatch, "E<> P.b && x > 2"));
  EXPECT_TRUE(is_reached(kWatch, "E<> y - x > 3"));
  EXPECT_FALSE(is_reached(kWatch, "E<> P.b && y - x > 4"));
  EXPECT_TRUE(look(kWatch, {"E<> P.c && x < 2"}).is_partial);
  // Values beyond 1 are alike for this query, so that it makes no difference that the clock stands still.
  EXPECT_FALSE(look(kWatch, {"E<> P.c"}).is_partial);
}

// Only what was found is certain, so that nothing is said of what was not.
TEST(Oracle, WhereAClockStandsStillTheRestIsLeftOpen) {
  const Report report = look(kWatch, {"E<> P.b && x > 2", "A<> P.b && x < 2"});
  EXPECT_FALSE(report.answers[0].is_reached);
  EXPECT_TRUE(report.answers[0].may_be_reached);
  EXPECT_TRUE(report.answers[0].may_fail);
  EXPECT_TRUE(report.answers[1].is_reached);
}

// A formula that holds at both ends of a step need not hold in between, and an urgent synchronisation may be possible
// in between only.
TEST(Oracle, MomentsBetweenThoseOfAGridCount) {
  const char* const model =
      "clock x, y, z; urgent broadcast chan u; process P() { state a { x <= 1 && z' == 0 }, b; init a; trans "
      "a -> a { guard x == 1; assign x = 0; }, a -> b { guard y > 2 && x < 1; sync u!; }; } system P;";
  EXPECT_FALSE(is_reached(model, "E[] (x == 0 || x == 1) && y < 2"));
  EXPECT_TRUE(is_reached(model, "E<> y == 2 && x == 0"));
  EXPECT_FALSE(is_reached(model, "E<> y > 2"));
}

// A clock that is told to stand still where time cannot pass makes no difference.
TEST(Oracle, RegionsAreExactWhereNoClockStandsStill) {
  const Report report = look(
      "clock x; process P() { state a { x <= 3 }, b { x' == 0 }; urgent b; init a; trans a -> b { guard x >= 1; }, "
      "b -> a { }; } system P;",
      {"E<> P.b && x > 3", "E<> P.b && x == 3"});
  EXPECT_FALSE(report.is_partial);
  EXPECT_FALSE(report.answers[0].may_be_reached);
  EXPECT_TRUE(report.answers[1].is_reached);
}

TEST(Oracle, DeadlockWhereAClockStandsStill) {
  EXPECT_FALSE(is_reached(kWatch, "E<> P.b && deadlock && y < 5"));
  EXPECT_TRUE(is_reached(kWatch, "E<> P.c && deadlock"));
  const char* const waits =
      "clock x, y; process P() { state a { x' == 0 && y <= 2 }, b; init a; trans a -> b { guard x >= 1; }; } system P;";
  EXPECT_TRUE(is_reached(waits, "E<> P.a && deadlock"));
}

TEST(Oracle, ValuesWhereAClockStandsStill) {
  const auto input = read("model.xta", kWatch, {"sup{P.b}: x"});
  const Values found = values(*input, 0, 16);
  EXPECT_TRUE(found.is_partial);
  EXPECT_EQ(found.values[0].classes, (std::set<std::int64_t>{3, 4}));
}

TEST(Oracle, GivesUpBeyondItsLimit) {
  const auto input = read(
      "model.xta", "int n; process P() { state a; init a; trans a -> a { guard n < 30000; assign n++; }; } system P;",
      {"E<> n == 5"});
  EXPECT_EQ(check(*input, {1000}).refused, "too large");
}

}  // namespace
}  // namespace zonda::truth
