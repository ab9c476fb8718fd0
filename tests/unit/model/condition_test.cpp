// Guards and invariants split into an integer condition and clock constraints; rates; clock assignments.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

struct Case {
  const char* name;
  const char* guard;
  const char* expected;
};

constexpr const char* kNames =
    "clock x, y, z[int[3,4]]; bool b, c; int n = 2; int[3,4] i = 3; const int K = 5; int f(int k) { return k + 1; }";

class Guard : public ::testing::TestWithParam<Case> {};

TEST_P(Guard, IsSplit) {
  const auto built = build_right(with_edge(kNames, fmt::format("guard {};", GetParam().guard)));
  EXPECT_EQ(show(*built->network, built->network->processes[0].edges[0].guard), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Atoms, Guard,
    ::testing::Values(
        Case{"less", "x < 3", "1; x - 0 < 3"}, Case{"lessEqual", "x <= n", "1; x - 0 <= n"},
        Case{"greater", "x > 3", "1; 0 - x < -3"}, Case{"greaterEqual", "x >= 3", "1; 0 - x <= -3"},
        Case{"lowerBoundOfVariable", "x >= n", "1; 0 - x <= …"}, Case{"equal", "x == 3", "1; x - 0 <= 3; 0 - x <= -3"},
        Case{"numberFirst", "3 < x", "1; 0 - x < -3"}, Case{"difference", "x - y < 3", "1; x - y < 3"},
        Case{"differenceBelow", "x - y >= K", "1; y - x <= -5"}, Case{"twoClocks", "x <= y", "1; x - y <= 0"},
        Case{"clockPlusNumber", "x < y + 3", "1; x - y < 3"}, Case{"numberPlusClock", "3 + y > x", "1; x - y < 3"},
        Case{"offsetsOnBothSides", "x + 1 - K <= y - 2", "1; x - y <= 2"},
        Case{"computedClock", "z[i] < 3", "1; … - 0 < 3"}, Case{"knownElement", "z[4] < 3", "1; z[4] - 0 < 3"},
        Case{"boundByCall", "x < f(K)", "1; x - 0 < 6"}, Case{"zero", "x >= 0", "1; 0 - x <= 0"}),
    named<Case>);

INSTANTIATE_TEST_SUITE_P(
    Combinations, Guard,
    ::testing::Values(
        Case{"none", "true", "1"}, Case{"integer", "b", "b"}, Case{"conjunction", "b && x < 3", "b; x - 0 < 3"},
        Case{"clockFirst", "x < 3 && b", "b; x - 0 < 3"}, Case{"severalIntegers", "x < 3 && b && c", "…; x - 0 < 3"},
        Case{"disjunction", "b || x < 3", "1; … -> x - 0 < 3"},
        Case{"disjunctionClockFirst", "x < 3 || b", "1; … -> x - 0 < 3"},
        Case{"implication", "b imply x < 3", "1; b -> x - 0 < 3"},
        Case{"implicationOfBoth", "b imply (x < 3 && c)", "…; b -> x - 0 < 3"},
        Case{"nested", "b imply (c || x < 3)", "1; … -> x - 0 < 3"},
        Case{"knownPremise", "K > 3 imply x < 3", "1; x - 0 < 3"}, Case{"falsePremise", "K > 9 imply x < 3", "1"},
        Case{"falseAndClock", "false && x < 3", "0; x - 0 < 3"},
        Case{"forall", "forall (k : int[3,4]) z[k] < k", "1; z[3] - 0 < 3; z[4] - 0 < 4"},
        Case{"forallWithPremise", "forall (k : int[3,4]) k == i imply z[k] < n",
             "1; … -> z[3] - 0 < n; … -> z[4] - 0 < n"},
        Case{"forallWithKnownPremise", "forall (k : int[3,4]) k == 4 imply z[k] < n", "1; z[4] - 0 < n"},
        Case{"nestedForall", "forall (k : int[3,4]) forall (m : int[3,4]) k == m || z[k] <= z[m]",
             "1; z[3] - z[4] <= 0; z[4] - z[3] <= 0"}),
    named<Case>);

TEST(Guard, PremisesAreEvaluatedInTheirOrder) {
  const auto built = build_right(with_edge("clock x; int a[2]; int i;", "guard i < 2 imply (a[i] == 0 imply x < 3);"));
  Trial trial(*built->network);
  trial.set("i", 5);
  const ClockConstraint& c = built->network->processes[0].edges[0].guard.clocks[0];
  EXPECT_EQ(trial.value(c.condition), 0);
  EXPECT_EQ(trial.error(), EvalErrorKind::None);
}

TEST(Guard, ClausesHoldWhereTheirPremisesFail) {
  const auto built = build_right(with_edge("clock x; bool b, c, d;", "guard (b imply (x < 3 && c)) && d;"));
  Trial trial(*built->network);
  const IntExpr guard = built->network->processes[0].edges[0].guard.integer;
  EXPECT_EQ(trial.value(guard), 0);
  trial.set("d", 1);
  EXPECT_EQ(trial.value(guard), 1);
  trial.set("b", 1);
  EXPECT_EQ(trial.value(guard), 0);
  trial.set("c", 1);
  EXPECT_EQ(trial.value(guard), 1);
}

TEST(Guard, RangesOfBoundsAreKnown) {
  const auto built = build_right(with_edge("clock x; int[2,7] n;", "guard x <= n && x >= 2 * n - 1;"));
  const auto& clocks = built->network->processes[0].edges[0].guard.clocks;
  EXPECT_EQ(clocks[0].bound.lower, 2);
  EXPECT_EQ(clocks[0].bound.upper, 7);
  EXPECT_EQ(clocks[1].bound.lower, -13);
  EXPECT_EQ(clocks[1].bound.upper, -3);
}

// ---------------------------------------------------------------------------------------------------------
// Invariants and rates

std::unique_ptr<Built> with_invariant(std::string_view declarations, std::string_view invariant) {
  return build_right(
      fmt::format("{}\nprocess P() {{ state A {{ {} }}; init A; }}\nsystem P;", declarations, invariant));
}

TEST(Invariant, KeepsRatesApart) {
  const auto built = with_invariant("clock x, y; int n;", "x <= 3 && x' == 0 && y' == n && n > 0");
  const Location& l = built->network->processes[0].locations[0];
  EXPECT_EQ(show(*built->network, l.invariant), "…; x - 0 <= 3");
  ASSERT_EQ(l.rates.size(), 2U);
  EXPECT_TRUE(l.rates[0].clock.is_constant(1) && l.rates[0].rate.is_constant(0));
  EXPECT_EQ(show(*built->network, l.rates[1].rate), "n");
  EXPECT_TRUE(built->network->has_stopwatches);
  EXPECT_TRUE(built->network->clocks[1].is_stopwatch && built->network->clocks[2].is_stopwatch);
}

TEST(Invariant, RateOneIsNoRate) {
  const auto built = with_invariant("clock x;", "x <= 3 && x' == 1");
  EXPECT_TRUE(built->network->processes[0].locations[0].rates.empty());
  EXPECT_FALSE(built->network->has_stopwatches);
}

TEST(Invariant, RatesUnderForall) {
  const auto built = with_invariant("clock x[2]; bool b;", "forall (i : int[0,1]) x[i]' == b");
  EXPECT_EQ(built->network->processes[0].locations[0].rates.size(), 2U);
}

TEST(Invariant, TestedClocksAreMarked) {
  const auto built = build_right(
      "clock x, y, z, w; process P() { state A { x <= 3 }; init A; trans A -> A { guard y > 2; assign z = 0; }, A -> A "
      "{ assign z = w; }; } system P;");
  const auto& clocks = built->network->clocks;
  EXPECT_TRUE(clocks[1].is_tested && clocks[2].is_tested && clocks[4].is_tested);
  EXPECT_FALSE(clocks[3].is_tested);
}

TEST(Invariant, AComputedClockMarksAll) {
  const auto built = build_right(with_edge("clock x[2], y; int i;", "guard x[i] > 2;"));
  for (std::size_t i = 1; i < built->network->clocks.size(); ++i) EXPECT_TRUE(built->network->clocks[i].is_tested);
}

// ---------------------------------------------------------------------------------------------------------
// Clock assignments

struct Reset {
  const char* name;
  const char* updates;
  const char* clocks;
  bool is_list;  // known, and no code needed
};

class ClockUpdate : public ::testing::TestWithParam<Reset> {};

TEST_P(ClockUpdate, SetsClocks) {
  const auto built = build_right(with_edge(
      "clock x, y, z[int[3,4]]; int n = 2; int[3,4] i = 3; bool b; void f() { x = n; } void g(clock &k) { k = 7; } "
      "void h(clock &k[int[3,4]]) { g(k[i]); }",
      fmt::format("assign {};", GetParam().updates)));
  Trial trial(*built->network);
  trial.update();
  ASSERT_EQ(trial.error(), EvalErrorKind::None);
  EXPECT_EQ(trial.clocks(), GetParam().clocks);
  EXPECT_EQ(built->network->processes[0].edges[0].has_clock_code, !GetParam().is_list);
}

INSTANTIATE_TEST_SUITE_P(Ways, ClockUpdate,
                         ::testing::Values(Reset{"zero", "x = 0", "x = 0", true},
                                           Reset{"list", "x = 0, n = 1, y = 3", "x = 0, y = 3", true},
                                           Reset{"copyBeforeReset", "y = x, x = 0", "x = 0, y = x", true},
                                           Reset{"resetBeforeCopy", "x = 0, y = x", "x = 0, y = 0", true},
                                           Reset{"swap", "z[3] = x, x = y, y = z[3]", "x = y, y = x, z[3] = x", true},
                                           Reset{"lastOneWins", "x = 0, n = 1, x = n", "x = 1", false},
                                           Reset{"codeThenList", "x = n, x = 0", "x = 0", false},
                                           Reset{"copyOfComputed", "x = n, y = x", "x = 2, y = 2", false},
                                           Reset{"plusNumber", "y = x + 1", "y = x + 1", true},
                                           Reset{"sumFromLeftToRight", "y = n + x + n++ - n", "y = x + 1", false},
                                           Reset{"computedElement", "z[i] = 0", "z[3] = 0", false},
                                           Reset{"indexBeforeOffset", "y = z[i] + i++", "y = z[3] + 3", false},
                                           Reset{"wholeArray", "z = z, z[4] = 1", "z[4] = 1", false},
                                           Reset{"function", "f()", "x = 2", false},
                                           Reset{"functionAfterList", "x = 0, f()", "x = 2", false},
                                           Reset{"functionBeforeList", "f(), x = 0", "x = 0", false},
                                           Reset{"referenceToClock", "g(y)", "y = 7", false},
                                           Reset{"chainOfReferences", "h(z)", "z[3] = 7", false},
                                           Reset{"chosenClock", "(b ? x : y) = 4", "y = 4", false}),
                         named<Reset>);

// Compiled once, announced each time: a later edge finds the function ready.
TEST(ClockUpdate, FunctionsThatSetClocksAreKnownOnEveryEdge) {
  const auto built = build_right(
      "clock x; int n; void f() { x = 0; } void g() { f(); } process P() { state A; init A; "
      "trans A -> A { assign f(); }, A -> A { assign n = 1, f(); }, A -> A { assign g(); }, A -> A { assign n = 1; }; "
      "} system P;");
  const auto& edges = built->network->processes[0].edges;
  EXPECT_TRUE(edges[0].has_clock_code && edges[1].has_clock_code && edges[2].has_clock_code);
  EXPECT_FALSE(edges[3].has_clock_code);
}

TEST(ClockUpdate, StructsTakeTheirClocksAlong) {
  const auto built = build_right(
      with_edge("typedef struct { int n; clock x; } S; S s, t[2]; int i = 1;", "assign t[i].n = 3, s = t[i];"));
  Trial trial(*built->network);
  trial.update();
  EXPECT_EQ(trial.clocks(), "s.x = t[1].x");
  EXPECT_EQ(trial.cell("s.n"), 3);
}

}  // namespace
}  // namespace zonda::model
