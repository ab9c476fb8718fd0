// What counts as a maximal run, and what its trace says.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

QueryResult check(const std::string& text, const std::string& query, CheckOptions options = {}) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-live-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << text;
  LoadOptions load;
  load.queries = {query};
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path, load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  const auto results = model.check(options).results;
  std::filesystem::remove(path);
  EXPECT_EQ(results.size(), 1U);
  return results.empty() ? QueryResult{} : results[0];
}

std::string verdict(const std::string& text, const std::string& query) {
  const QueryResult result = check(text, query);
  return to_string(result.verdict) + result.reason;
}

CheckOptions with_trace() {
  CheckOptions options;
  options.trace = "some";
  return options;
}

TEST(Liveness, WaitingForTheFormulaToFailIsNoRun) {
  const char* const lone = "clock x; process P() { state a; init a; } system P;";
  EXPECT_EQ(verdict(lone, "E[] x < 10"), "not satisfied");
  EXPECT_EQ(verdict(lone, "A<> x >= 10"), "satisfied");
  EXPECT_EQ(verdict(lone, "E[] x >= 0"), "satisfied");
}

TEST(Liveness, AStrictInvariantWithNothingToDoEndsARun) {
  EXPECT_EQ(verdict("clock x; process P() { state a { x < 5 }; init a; } system P;", "E[] x < 5"), "satisfied");
  EXPECT_EQ(verdict("clock x; process P() { state a { x <= 5 }; init a; } system P;", "E[] x < 5"), "not satisfied");
}

TEST(Liveness, WhoeverCanActUpToAStrictBoundMustDoSo) {
  const char* const model =
      "clock x; process P() { state a { x < 5 }, b; init a; trans a -> b { guard x >= 1; }; } system P;";
  EXPECT_EQ(verdict(model, "A<> P.b"), "satisfied");
  const char* const until_three =
      "clock x; process P() { state a { x < 5 }, b; init a; trans a -> b { guard x >= 1 && x <= 3; }; } system P;";
  EXPECT_EQ(verdict(until_three, "A<> P.b"), "not satisfied");
}

TEST(Liveness, TheFormulaMustHoldInTheMiddleOfADelay) {
  const char* const model =
      "clock x; process P() { state a { x <= 9 }; init a; trans a -> a { guard x == 9; assign x = 0; }; } system P;";
  EXPECT_EQ(verdict(model, "E[] x < 4 || x > 5"), "not satisfied");
  EXPECT_EQ(verdict(model, "E[] x < 4 || x >= 4"), "satisfied");
  EXPECT_EQ(verdict(model, "A<> x == 7"), "satisfied");
}

TEST(Liveness, AnUrgentSynchronisationThatLeadsNowhereStopsTime) {
  const char* const model =
      "clock x; urgent chan c; process P() { state a, b { x <= 1 }; init a; trans a -> b { guard x >= 2; sync c!; }; } "
      "process Q() { state q; init q; trans q -> q { sync c?; }; } system P, Q;";
  EXPECT_EQ(verdict(model, "A<> x > 2"), "not satisfied");
  EXPECT_EQ(verdict(model, "A<> x >= 2"), "satisfied");
}

TEST(Liveness, ACycleHasATraceThatRepeats) {
  const char* const model =
      "clock x; process P() { state a { x <= 3 }, b { x <= 5 }, c; init c; trans c -> a { assign x = 0; }, "
      "a -> b { guard x >= 2; }, b -> a { guard x >= 4; assign x = 0; }; } system P;";
  const QueryResult result = check(model, "P.a --> P.c", with_trace());
  ASSERT_EQ(result.verdict, Verdict::NotSatisfied) << result.reason;
  ASSERT_NE(result.trace, nullptr) << result.trace_note;
  EXPECT_EQ(result.trace->end, Trace::End::Cycle);
  EXPECT_TRUE(result.trace->repeats);
  EXPECT_TRUE(result.trace->has_moment);
  EXPECT_EQ(result.trace->steps.back().state.locations, result.trace->steps[result.trace->cycle - 1].state.locations);
}

TEST(Liveness, RestingAndGettingStuckAreSaidInTheTrace) {
  const QueryResult rest = check("process P() { state a; init a; } system P;", "E[] P.a", with_trace());
  ASSERT_NE(rest.trace, nullptr);
  EXPECT_EQ(rest.trace->end, Trace::End::Rest);
  const QueryResult stuck =
      check("clock x; process P() { state a { x <= 3 }; init a; } system P;", "E[] P.a", with_trace());
  ASSERT_NE(stuck.trace, nullptr);
  EXPECT_EQ(stuck.trace->end, Trace::End::Stuck);
}

TEST(Liveness, NonzenoLeavesOutRunsWhoseTimeConverges) {
  const char* const model =
      "clock x; process P() { state a { x <= 1 }, b; init a; trans a -> a { }, a -> b { guard x == 1; }; } system P;";
  CheckOptions options;
  EXPECT_EQ(check(model, "A<> P.b", options).verdict, Verdict::NotSatisfied);
  options.nonzeno = true;
  const QueryResult result = check(model, "A<> P.b", options);
  EXPECT_EQ(result.verdict, Verdict::Satisfied);
  EXPECT_NE(result.note, "");
}

TEST(Liveness, ADivergentCycleTakesTime) {
  const char* const model =
      "clock x; process P() { state a, b { x <= 2 }; init b; trans b -> b { assign x = 0; }; } system P;";
  CheckOptions options = with_trace();
  options.nonzeno = true;
  const QueryResult result = check(model, "E[] P.b", options);
  ASSERT_EQ(result.verdict, Verdict::Satisfied);
  ASSERT_NE(result.trace, nullptr) << result.trace_note;
  std::int64_t time = 0;
  for (std::size_t i = result.trace->cycle; i < result.trace->steps.size(); ++i) time += result.trace->steps[i].delay;
  EXPECT_GT(time, 0);
}

TEST(Liveness, AbstractionsThatLoseRunsAreRefused) {
  CheckOptions options;
  options.abstraction = "alu";
  const QueryResult result = check("process P() { state a; init a; } system P;", "E[] P.a", options);
  EXPECT_EQ(result.verdict, Verdict::Error);
  EXPECT_EQ(result.refusal, Refusal::Option) << result.reason;
}

std::string value(const std::string& text, const std::string& query) { return check(text, query).value; }

// Whatever the clock is on entering `wait`, it is counted down to below 1 in the end; but the zone does not change.
TEST(Liveness, WithoutALargestConstantACycleOfZonesIsNoRun) {
  const char* const countdown =
      "clock x; process P() { state start, wait, done; urgent wait; init start;"
      " trans start -> wait { }, wait -> wait { guard x >= 1; assign x = x - 1; }, wait -> done { guard x < 1; }; }"
      " system P;";
  CheckOptions options;
  options.abstraction = "none";
  for (const char* const query : {"P.wait --> P.done", "P.wait -->[<=0] P.done", "A<> P.done || P.start"}) {
    const QueryResult result = check(countdown, query, options);
    EXPECT_EQ(result.verdict, Verdict::Error) << query;
    EXPECT_NE(result.reason.find("no largest constant"), std::string::npos) << result.reason;
  }
}

// The second time around nobody is let into the middle, where the index would be too large.
TEST(Liveness, TheFormulaIsNotAskedWhereTheInvariantLetsNobodyIn) {
  const char* const model =
      "clock x; clock w; int[0,2] i = 1; const int a[2] = {0, 0}; process P() { state one, two { w <= 1 }, three;"
      " init one; trans one -> two { assign x = 0, i = i > 0 ? i - 1 : 2; }, two -> three { },"
      " three -> one { guard w == 2; }; } system P;";
  EXPECT_EQ(verdict(model, "true --> not (x < a[i] + 2)"), "satisfied");
  EXPECT_EQ(verdict(model, "A<> x >= a[i] + 2"), "satisfied");
}

TEST(Liveness, ManyConditionsOnOneClockAreFewIntervals) {
  const char* const wheel =
      "clock x; process P() { state a, b { x <= 50 }; init a;"
      " trans a -> b { }, b -> a { guard x >= 1; assign x = 0; }; } system P;";
  EXPECT_EQ(verdict(wheel, "A<> forall (i : int[0, 60]) x != i"), "satisfied");
  EXPECT_EQ(verdict(wheel, "A<> forall (i : int[0, 60]) x != i && x > 60"), "not satisfied");
}

TEST(Values, AClockThatNothingResetsHasNoLargestValue) {
  const char* const model =
      "clock x, y; process P() { state a { x <= 4 }; init a; trans a -> a { guard x == 4; assign x = 0; }; } system P;";
  EXPECT_EQ(value(model, "sup: y"), "infinity");
  EXPECT_EQ(value(model, "sup: x"), "4");
}

TEST(Values, TimeThatConvergesIsNoGrowth) {
  const char* const model =
      "clock x, y; process P() { state a { y <= 7 }; init a; trans a -> a { assign x = 0; }; } system P;";
  EXPECT_EQ(value(model, "sup: x, y"), "7, 7");
}

TEST(Values, AValueFarBeyondAllConstantsIsFound) {
  const char* const model =
      "clock x, y; int[0,90] n; process P() { state a { x <= 10 }; init a; trans a -> a { guard x == 10 && n < 90; "
      "assign x = 0, n++; }; } system P;";
  EXPECT_EQ(value(model, "sup: y"), "910");
  EXPECT_EQ(value(model, "inf{n == 50}: y"), "500");
}

// Where differences are tested, zones are not abstracted, and a state with x = 63 may cover one with x = 23.
TEST(Values, TheLeastValueBeyondTheLimitIsNotTakenForExact) {
  const char* const model =
      "clock x, y, t; int[0,20] n; process P() { state i { x <= 3 }, a { t <= 5 }, b { t <= 1 }, l, m; init i; trans "
      "i -> a { guard x == 3; assign y = 0, t = 0; }, i -> b { guard x == 3; assign y = 0, t = 0; }, "
      "a -> a { guard t == 5 && n < 12; assign t = 0, n = n + 1; }, a -> l { guard n == 12; assign n = 0; }, "
      "b -> b { guard t == 1 && n < 20; assign t = 0, n = n + 1; }, b -> l { guard n == 20; assign n = 0; }, "
      "l -> m { guard x - y <= 1; }; } system P;";
  EXPECT_EQ(value(model, "inf{P.l}: x"), "23");
}

// What lies beyond the limit in one state adds nothing to the values of another one.
TEST(Values, GapsBelowValuesWithoutEndAreFound) {
  const char* const model =
      "clock x, y; int[0,2] i = 0; process P() { state a { y <= 1 }, b; init a; trans a -> b { guard x >= 1; assign x "
      "= "
      "0; }, b -> b { assign y = 0, i = 2; }; } system P;";
  EXPECT_EQ(value(model, "bounds{x + 1 >= 2}: y + i"), "[1, 1] [2, infinity)");
}

// The difference grows by 40 million each round, until it fits no zone that is not split.
TEST(Values, AreFoundWhereWholeZonesOutgrowTheirBounds) {
  const char* const model =
      "clock x, y; int[0,1] n; process P() { state a { x <= 40000000 }, b; init a; trans a -> a { guard x >= 40000000; "
      "assign x = 0, n = 1 - n; }, a -> b { guard y - x == 60000000; }; } system P;";
  EXPECT_EQ(value(model, "sup: n"), "1");
  EXPECT_EQ(value(model, "sup: x"), "40000000");
}

// The numbers asked for are too large in the end, with what is added to the clock; those of the model are not.
TEST(Values, AValueThatIsNotFoundBelowAnyLimitIsUnknown) {
  for (const int step : {1, 2, 100}) {
    const std::string n = std::to_string(step);
    const std::string model = "clock x, y, w; process P() { state a; init a; trans a -> a { guard w >= " + n +
                              "; assign y = w - " + n + ", x = 0; }; } system P;";
    const QueryResult result = check(model, "sup{x <= 1}: y");
    EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
    EXPECT_EQ(result.reason.find("the value may be larger than "), 0U) << result.reason;
  }
  // The model itself asks for too much.
  const QueryResult large = check(
      "clock x, y, w; process P() { state a; init a; trans a -> a { guard w >= 1; assign y = w - 1, x = 0; },"
      " a -> a { guard y >= 67108864; }; } system P;",
      "sup{x <= 1}: y");
  EXPECT_EQ(large.verdict, Verdict::Error) << large.reason;
}

TEST(Values, EndsMayBeStrictAndConditionsMayLeaveNothing) {
  const char* const model = "clock x; process P() { state a { x < 5 }; init a; } system P;";
  EXPECT_EQ(value(model, "sup: x"), "< 5");
  EXPECT_EQ(value(model, "inf{x > 2}: x + 1"), "> 3");
  EXPECT_EQ(value(model, "bounds{x < 1 || x > 2}: x"), "[0, 1) (2, 5)");
  EXPECT_EQ(value(model, "sup{x > 9}: x"), "none");
}

// In b, x and y are at least 5 apart; the hull of the two ways there has x == y.
TEST(Liveness, WhatBeginsInAHullIsLookedForAgain) {
  const char* const model =
      "clock x, y; process P() { state a, b; init a; trans a -> b { guard y >= 5; assign x = 0; }, "
      "a -> b { guard x >= 5; assign y = 0; }; } system P;";
  CheckOptions hulls;
  hulls.hull = true;
  EXPECT_EQ(check(model, "P.b && x < 5 && y < 5 --> false", hulls).verdict, Verdict::Satisfied);
  hulls.trace = "some";
  const QueryResult real = check(model, "P.b && x < 5 --> false", hulls);
  EXPECT_EQ(real.verdict, Verdict::NotSatisfied);
  EXPECT_TRUE(real.trace != nullptr);
  EXPECT_EQ(real.note, "");
}

// Processes that go round at their own pace have very many zones and few discrete states.
std::string paces() {
  return "process R(const int least, const int most) { clock x; state a { x <= most }; init a; trans a -> a { guard x "
         ">= "
         "least; assign x = 0; }; } "
         "process W() { clock z; int n = 0; state off, on { z <= 9 }, done { z <= 9 }, late; init off; "
         "trans off -> on { assign z = 0; }, on -> done { guard z >= 2; assign n = n < 9 ? n + 1 : n; }, "
         "done -> off { assign z = 0; }, done -> late { guard n == 9; }; } "
         "A = R(7, 11); B = R(13, 18); C = R(19, 31); D = R(23, 45); system A, B, C, D, W;";
}

TEST(Liveness, ALongSweepIsMadeWithHulls) {
  const QueryResult result = check(paces(), "W.on --> W.done");
  EXPECT_EQ(result.verdict, Verdict::Satisfied);
  // Those of the sweep, and those of runs that wait for W.done.
  EXPECT_LE(result.stats.stored, 1000U);
}

TEST(Liveness, ARunIsFoundBehindALongSweep) {
  const QueryResult result = check(paces(), "W.late --> W.off", with_trace());
  EXPECT_EQ(result.verdict, Verdict::NotSatisfied);
  EXPECT_TRUE(result.trace != nullptr);
}

// Each round of A, B and C leaves W.on less time.
TEST(Liveness, RoundsThatEndAreProvedTogether) {
  CheckOptions proved;
  proved.hull = true;
  const std::string model =
      "process R(const int least, const int most) { clock x; state a { x <= most }; init a; trans a -> a { guard x >= "
      "least; assign x = 0; }; } process W() { clock z; state on { z <= 40 }, done; init on; trans on -> done { guard "
      "z "
      ">= 30; }; } A = R(2, 3); B = R(3, 5); C = R(5, 7); system A, B, C, W;";
  EXPECT_EQ(check(model, "A<> W.done", proved).verdict, Verdict::Satisfied);
  EXPECT_EQ(check(model, "A<> W.done && W.z < 30", proved).verdict, Verdict::NotSatisfied);
  EXPECT_EQ(check(model, "W.on --> W.done", proved).verdict, Verdict::Satisfied);
}

// Rounds in d lead to zones of e that abstraction makes larger than those of the first round. They must not stand in
// for the state of e that is reached through k, where the run gets stuck.
TEST(Liveness, ZonesOfLaterRoundsAreNotDone) {
  CheckOptions proved;
  proved.hull = true;
  const char* const model =
      "clock x, y, t; process P() { state L0, d { x <= 3 }, e { x <= 3 }, f, f2, k; urgent k; init L0; trans "
      "L0 -> d { assign x = 0, y = 0, t = 0; }, L0 -> k { guard y >= 7; assign x = 3; }, "
      "d -> d { guard t >= 1; assign t = 0; }, d -> e { }, k -> e { }, e -> f { guard y <= 5; }, "
      "f -> f2 { guard y >= 2 && x >= 3; }; } system P;";
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{2} << 30U}) {
    proved.memory_bytes = memory;
    EXPECT_EQ(check(model, "(P.d || P.k) --> P.f", proved).verdict, Verdict::NotSatisfied);
  }
}

// Rounds that are no smaller than those before, after the first one; and where no run goes round, one may end.
TEST(Liveness, NoCycleAndNoEndIsProvedAway) {
  CheckOptions proved;
  proved.hull = true;
  proved.trace = "some";
  const char* const cycle =
      "clock x; int n; process P() { state a { x <= 5 }, b; init a; trans a -> a { guard x >= 2; assign x = 0, n = n < "
      "3 ? "
      "n + 1 : n; }, a -> b { guard x >= 5; }; } system P;";
  const QueryResult run = check(cycle, "A<> P.b", proved);
  EXPECT_EQ(run.verdict, Verdict::NotSatisfied);
  ASSERT_TRUE(run.trace != nullptr);
  EXPECT_TRUE(run.trace->end == Trace::End::Cycle);
  const char* const smaller =
      "clock x; process P() { state s, a, b; urgent a; init s; trans s -> a { }, a -> a { guard x <= 7; assign x = 0; "
      "}, a "
      "-> b { guard x > 7; }; } system P;";
  EXPECT_EQ(check(smaller, "P.a --> P.b", proved).verdict, Verdict::NotSatisfied);
  const char* const end =
      "clock x; process P() { state a { x <= 5 }, b, c; init a; trans a -> b { guard x >= 5; }, a -> c { guard x < 1; "
      "}; } "
      "system P;";
  EXPECT_EQ(check(end, "A<> P.b", proved).verdict, Verdict::NotSatisfied);
  EXPECT_EQ(check(end, "A<> P.b || P.c", proved).verdict, Verdict::Satisfied);
}

}  // namespace
}  // namespace zonda
