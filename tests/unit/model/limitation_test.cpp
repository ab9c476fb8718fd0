// What is outside symbolic verification: harmless where nothing depends on it, a limitation of the model where
// something does, the refusal of one query where only that query needs it. Never silently something else.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

struct LimitationCase {
  const char* name;
  const char* declarations;
  const char* labels;
  const char* feature = "";
};

class Harmless : public ::testing::TestWithParam<LimitationCase> {};

TEST_P(Harmless, LeavesTheModelUsable) {
  const auto built = build_right(with_edge(GetParam().declarations, GetParam().labels), "E<> P.A\n");
  EXPECT_TRUE(built->network->limitations.empty()) << built->network->limitations[0].feature;
  EXPECT_EQ(built->network->queries[0].refusal, "");
}

INSTANTIATE_TEST_SUITE_P(
    Features, Harmless,
    ::testing::Values(
        LimitationCase{"doubleVariables", "double d = 1.5, e[3]; const double K = 2.5;",
                       "assign d = d * K, e[1] = d, d = -d + 1;"},
        LimitationCase{"hybridClocks", "hybrid clock h; double d;", "assign h = 0, d = h;"},
        LimitationCase{"floatingPointFunctions", "double d;", "assign d = sqrt(d) + random(4), random_normal(0, 1);"},
        LimitationCase{"functionsOfDoubles",
                       "double d; int n; int f(double x) { return n + 1; } double g(double x) { n = 1; return x; }",
                       "assign n = f(1.5), g(d);"},
        LimitationCase{"localDoubles", "int n; void f() { double d = 2.5; d = d * 2; n = 1; }", "assign f();"},
        LimitationCase{"structsWithDoubles", "typedef struct { int n; double d; } S; S s, t = { 1, 2.5 };",
                       "assign s = t, s.d = 1.5, s.n = 2;"},
        LimitationCase{"constantsFromDoubles", "const double K = 2.5; const int N = fint(K);", "guard true;"},
        LimitationCase{"strings", "const string s = \"text\";", "guard true;"},
        LimitationCase{"unusedExternals", "import \"lib\" { int ext(int k); };", "guard true;"}),
    named<LimitationCase>);

class Limiting : public ::testing::TestWithParam<LimitationCase> {};

TEST_P(Limiting, IsNamed) {
  const auto built = build_right(with_edge(GetParam().declarations, GetParam().labels), "E<> P.A\n");
  ASSERT_FALSE(built->network->limitations.empty());
  EXPECT_EQ(built->network->limitations[0].feature, GetParam().feature);
  EXPECT_EQ(built->network->queries[0].refusal, fmt::format("the model has {}", GetParam().feature));
}

INSTANTIATE_TEST_SUITE_P(
    Features, Limiting,
    ::testing::Values(
        LimitationCase{"guardOnDouble", "double d;", "guard d > 1;", "a value of type double in a guard"},
        LimitationCase{"doubleBound", "clock x; double d;", "guard x < d;",
                       "a fractional or floating-point clock bound in a guard"},
        LimitationCase{"fractionalBound", "clock x;", "guard x < 2.5;",
                       "a fractional or floating-point clock bound in a guard"},
        LimitationCase{"scaledClock", "clock x;", "guard 2 * x < 3;",
                       "arithmetic on clocks other than differences in a guard"},
        LimitationCase{"addedClocks", "clock x, y;", "guard x + y < 3;",
                       "arithmetic on clocks other than differences in a guard"},
        LimitationCase{"negatedClock", "clock x;", "guard -x > -3;",
                       "arithmetic on clocks other than differences in a guard"},
        LimitationCase{"clockInDoubleArithmetic", "clock x; double d;", "guard d + x < 3;",
                       "arithmetic on clocks other than differences in a guard"},
        LimitationCase{"integerFromDouble", "double d; int n;", "assign n = fint(d);",
                       "a value of type double in an update"},
        LimitationCase{"integerFromCondition", "double d; int n;", "assign n = d > 1 ? 1 : 2;",
                       "a value of type double in an update"},
        LimitationCase{"functionThatReadsDouble", "double d; int n; int f() { if (d > 1) return 1; return 0; }",
                       "assign n = f();", "a value of type double in an update"},
        LimitationCase{"effectInDouble", "double d; int n;", "assign d = n++;",
                       "an assignment to a double with side effects in an update"},
        LimitationCase{"effectInDoubleArgument", "int n; int f(double x) { return 1; }", "assign n = f(n++);",
                       "an argument of type double with side effects in an update"},
        LimitationCase{"effectInReturnedDouble", "int n; double f() { return n++; }", "assign f();",
                       "a double returned with side effects in an update"},
        LimitationCase{"structsWithDoublesCompared", "typedef struct { int n; double d; } S; S s, t;", "guard s == t;",
                       "a comparison of doubles in arrays or structs in a guard"},
        LimitationCase{"arraysOfDoublesCompared", "double d[2], e[2];", "guard d == e;",
                       "a comparison of doubles in arrays or structs in a guard"},
        LimitationCase{"clocksCompared", "typedef struct { int n; clock x; } S; S s, t;", "guard s == t;",
                       "a comparison of clocks in arrays or structs in a guard"},
        LimitationCase{"hybridGuard", "hybrid clock h;", "guard h > 1;", "a hybrid clock in a guard"},
        LimitationCase{"clockFromHybrid", "hybrid clock h; clock x;", "assign x = h;",
                       "arithmetic on clocks other than differences in an update"},
        LimitationCase{"clockInFunction", "clock x; int n; int f() { if (x > 2) return 1; return 0; }",
                       "assign n = f();", "a clock condition inside an expression or function in an update"},
        LimitationCase{"clockSetToDouble", "clock x;", "assign x = 2.5;",
                       "a clock set to a floating-point value in an update"},
        LimitationCase{"sumOfClocks", "clock x, y, z;", "guard x - y < z;",
                       "arithmetic on clocks other than differences in a guard"},
        LimitationCase{"externalFunction", "int n; import \"lib\" { int ext(int k); };", "assign n = ext(1);",
                       "the external function 'ext' in an update"},
        LimitationCase{"constantFromExternal", "clock x; import \"lib\" { int ext(int k); }; const int N = ext(1);",
                       "guard x < N;", "a value of type double or string in a guard"},
        LimitationCase{"variableFromExternal", "import \"lib\" { int ext(int k); }; int n = ext(1);", "guard n > 0;",
                       "the external function 'ext' in a declaration"},
        LimitationCase{"floatingPointConstant", "int n;", "assign n = fint(M_PI);",
                       "a value of type double in an update"},
        LimitationCase{"floatingPointFunction", "int n;", "guard isnan(n) == 0;",
                       "the floating-point function 'isnan' in a guard"},
        LimitationCase{"valueOfClock", "clock x; int n;", "assign n = fint(x);",
                       "the value of a clock in an expression in an update"},
        LimitationCase{"valueOfHybridClock", "hybrid clock h; int n;", "assign n = fint(h);",
                       "a hybrid clock in an update"},
        LimitationCase{"stringsCompared", "const string s = \"a\", t = \"b\";", "guard s == t;", "a string in a guard"},
        LimitationCase{"spawn", "dynamic D(); int n;", "assign spawn D();", "dynamic templates (spawn) in an update"},
        LimitationCase{"numberOfSpawned", "dynamic D();", "guard numOf(D) > 1;",
                       "dynamic templates (numOf) in a guard"},
        LimitationCase{"unmarkedSynchronisation", "chan c;", "sync c;", "CSP-style synchronisation"}),
    named<LimitationCase>);

TEST(Limitation, IsListedOnceForAllProcesses) {
  const auto built = build_right(
      "double d; process P(const int[0,9] i) { state A; init A; trans A -> A { guard d > 1; }; } system P;");
  EXPECT_EQ(built->network->limitations.size(), 1U);
}

TEST(Limitation, DoublesMayBeArguments) {
  constexpr const char* kText =
      "int n; process T(double d, const int k) {{ state A; init A; trans A -> A {{ {} }}; }} P = T(2.5, fint(1.5)); "
      "system P;";
  EXPECT_TRUE(build_right(fmt::format(kText, "assign n = 1;"))->network->limitations.empty());
  for (const char* label : {"guard d > 1;", "guard k > 1;"})
    EXPECT_EQ(build_right(fmt::format(kText, label))->network->limitations.size(), 1U) << label;
}

TEST(Limitation, DynamicTemplatesInTheSystemLine) {
  const auto built = build_right("dynamic D(); process P() { state A; init A; } system P, D;", "E<> P.A\n");
  EXPECT_EQ(built->network->queries[0].refusal, "the model has the dynamic template 'D' in the system line");
}

TEST(Limitation, ConditionsBehindABranchpoint) {
  const auto built = build_right(
      "int n; process P() { state A; branchpoint b; init A; trans A -> b { }, b -> A { guard n > 0; probability 1; }; "
      "} "
      "system P;",
      "E<> P.A\n");
  EXPECT_EQ(built->network->queries[0].refusal, "the model has a guard or select after a branchpoint");
}

TEST(Limitation, SynchronisationsOnBothSidesOfABranchpoint) {
  const auto built = build_right(
      "broadcast chan c, d; process P() { state A; branchpoint b; init A; trans A -> b { sync c!; }, "
      "b -> A { sync d!; probability 1; }; } system P;",
      "E<> P.A\n");
  EXPECT_EQ(built->network->queries[0].refusal, "the model has synchronisations before and after a branchpoint");
}

TEST(Limitation, WeightsThatMayBecomeZero) {
  constexpr const char* kText =
      "int[{},5] n = 1; process P() {{ state A, B; branchpoint b; init A; trans A -> b {{ }}, b -> A {{ probability n; "
      "}}, b -> B {{ probability 0; }}; }} system P;";
  const auto never = build_right(fmt::format(kText, 1));
  EXPECT_TRUE(never->network->limitations.empty());
  ASSERT_EQ(never->network->processes[0].edges.size(), 1U) << "a branch of weight 0 is not taken";
  const auto sometimes = build_right(fmt::format(kText, 0));
  ASSERT_EQ(sometimes->network->limitations.size(), 1U);
  EXPECT_EQ(sometimes->network->limitations[0].feature, "a branch weight that may become 0");
}

TEST(Limitation, OtherRatesOfAComputedClockMatterForAll) {
  const auto built =
      build_right("clock x[2]; int[0,1] i; double d; process P() { state A { x[i]' == fint(d) }; init A; } system P;",
                  "E<> x[0] > 1\nE<> x[i] > 1\nE<> P.A\n");
  const auto& queries = built->network->queries;
  EXPECT_EQ(queries[0].refusal, "a rate other than 0 and 1 of clock 'x[0]'");
  EXPECT_EQ(queries[1].refusal, "a rate other than 0 and 1 of clock 'x[0]'");
  EXPECT_EQ(queries[2].refusal, "");
}

TEST(Limitation, ExponentialRatesDoNotMatter) {
  const auto built =
      build_right("process P() { state A { ; 3 }, B; init A; trans A -> B { }; } system P;", "E<> P.B\n");
  EXPECT_TRUE(built->network->limitations.empty());
}

TEST(Limitation, OtherRatesMatterWhereTheClockIsTested) {
  constexpr const char* kText =
      "clock x, y; process P() {{ state A {{ x' == 2 }}; init A; trans A -> A {{ guard {} > 1; }}; }} system P;";
  const auto untested = build_right(fmt::format(kText, "y"), "E<> P.A\nE<> x > 2\nsup: x\nE<> y > 2\n");
  EXPECT_TRUE(untested->network->limitations.empty());
  const auto& queries = untested->network->queries;
  EXPECT_EQ(queries[0].refusal, "");
  EXPECT_EQ(queries[1].refusal, "a rate other than 0 and 1 of clock 'x'");
  EXPECT_EQ(queries[2].refusal, "a rate other than 0 and 1 of clock 'x'");
  EXPECT_EQ(queries[3].refusal, "");
  const auto tested = build_right(fmt::format(kText, "x"));
  ASSERT_EQ(tested->network->limitations.size(), 1U);
  EXPECT_EQ(tested->network->limitations[0].feature, "a rate other than 0 and 1 of clock 'x'");
}

TEST(Limitation, RatesThatAreDoublesAreOtherRates) {
  const auto built = build_right(
      "clock x, y; hybrid clock h; double d; process P() { state A { x' == 1.5 && h' == d && y' == d }; init A; } "
      "system P;",
      "E<> x > 1\n");
  EXPECT_TRUE(built->network->clocks[1].has_other_rate && built->network->clocks[2].has_other_rate);
  EXPECT_NE(built->network->queries[0].refusal, "");
}

TEST(Refusal, ConcernsTheQueryThatNeedsIt) {
  const auto built = build_right(with_edge("double d; hybrid clock h; clock x; int n;", "assign n = 1;"),
                                 "E<> d > 1\nE<> h > 1\nE<> n > 0\nE<> n > d\nE<> x > 1.5\nPr[<=10](<> n > 0)\n");
  const auto& queries = built->network->queries;
  EXPECT_EQ(queries[0].refusal, "a value of type double");
  EXPECT_EQ(queries[1].refusal, "a hybrid clock");
  EXPECT_EQ(queries[2].refusal, "");
  EXPECT_EQ(queries[3].refusal, "a value of type double");
  EXPECT_EQ(queries[4].refusal, "a fractional or floating-point clock bound");
  EXPECT_NE(queries[5].refusal, "");
}

TEST(Query, DeadlockMayBeAskedForWithPriorities) {
  const auto built = build_right("chan a, b; chan priority a < b; process P() { state A; init A; } system P;",
                                 "A[] not deadlock\nE<> P.A\n");
  EXPECT_EQ(built->network->queries[0].refusal, "");
  EXPECT_EQ(built->network->queries[1].refusal, "");
}

TEST(Query, DeadlockMayBeAskedForWithClockGuardsOnReceivers) {
  const auto built = build_right(
      "broadcast chan a; clock x; process P() { state A; init A; trans A -> A { guard x > 1; sync a?; }; } system P;",
      "A[] not deadlock\nE<> P.A\n");
  EXPECT_EQ(built->network->queries[0].refusal, "");
  EXPECT_EQ(built->network->queries[1].refusal, "");
}

}  // namespace
}  // namespace zonda::model
