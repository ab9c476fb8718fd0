// Queries: formulas in negation normal form, processes and their members, values.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

constexpr const char* kModel = R"(
  clock x, y; int n = 1, k; bool b; int arr[3]; const int N = 2; hybrid clock h; double d;
  typedef struct { int a; int c[2]; } S;
  process P(const int[0,2] id) {
    clock z, w[2]; int v, a[2]; S s; int[0,id] own; const int twice = 2 * id;
    int f(int i) { return 100 * id + 10 * v + i; }
    state A, B; init A;
    trans A -> B { guard z > id && w[0] > 1; assign v = n, a[0] = 1, s.a = 2, s.c[1] = 3, own = 0, z = 0; };
  }
  process Q(const int[0,1] i, const int[1,2] j) { clock q; int u; state L; init L; trans L -> L { guard q > 0; assign u = 1; }; }
  process R() { int v; int f(int &p) { return p + v; } state L; init L; trans L -> L { assign v = 1, k = f(v); }; }
  system P, Q, R;
)";

struct QueryCase {
  const char* name;
  const char* query;
  const char* expected;
};

class StateFormula : public ::testing::TestWithParam<QueryCase> {};

TEST_P(StateFormula, IsInNegationNormalForm) {
  const auto built = build_right(kModel, fmt::format("E<> {}\n", GetParam().query));
  const Query& q = built->network->queries.at(0);
  EXPECT_EQ(q.refusal, "");
  EXPECT_EQ(show(*built->network, q.predicate), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, StateFormula,
    ::testing::Values(
        QueryCase{"integer", "b", "b"}, QueryCase{"number", "n", "n"}, QueryCase{"constant", "N == 2", "1"},
        QueryCase{"location", "P(1).B", "…"}, QueryCase{"atom", "x < 3", "x - 0 < 3"},
        QueryCase{"negatedAtom", "not (x < 3)", "0 - x <= -3"}, QueryCase{"negatedStrict", "!(x >= y)", "x - y < 0"},
        QueryCase{"equal", "x == 3", "(x - 0 <= 3 && 0 - x <= -3)"},
        QueryCase{"notEqual", "x != 3", "(x - 0 < 3 || 0 - x < -3)"},
        QueryCase{"negatedEqual", "!(x == 3)", "(x - 0 < 3 || 0 - x < -3)"},
        QueryCase{"negatedNotEqual", "!(x != 3)", "(x - 0 <= 3 && 0 - x <= -3)"},
        QueryCase{"negatedAnd", "!(b && x < 3)", "(… || 0 - x <= -3)"},
        QueryCase{"negatedOr", "!(b || x < 3)", "(… && 0 - x <= -3)"},
        QueryCase{"imply", "b imply x < 3", "(… || x - 0 < 3)"},
        QueryCase{"negatedImply", "!(x < 3 imply b)", "(x - 0 < 3 && …)"},
        QueryCase{"xor", "x < 3 xor y < 4", "((x - 0 < 3 && 0 - y <= -4) || (0 - x <= -3 && y - 0 < 4))"},
        QueryCase{"negatedXor", "!(x < 3 xor y < 4)", "((x - 0 < 3 && y - 0 < 4) || (0 - x <= -3 && 0 - y <= -4))"},
        QueryCase{"flattened", "x < 1 && y < 2 && b", "(x - 0 < 1 && y - 0 < 2 && b)"},
        QueryCase{"trueFallsAway", "true && x < 3", "x - 0 < 3"}, QueryCase{"falseDecides", "false && x < 3", "0"},
        QueryCase{"deadlock", "deadlock", "deadlock"},
        QueryCase{"noDeadlock", "!(deadlock || b)", "(no deadlock && …)"},
        QueryCase{"forall", "forall (i : int[0,1]) P(i).z > i", "(0 - P(0).z < 0 && 0 - P(1).z < -1)"},
        QueryCase{"negatedForall", "!(forall (i : int[0,1]) P(i).z > i)", "(P(0).z - 0 <= 0 || P(1).z - 0 <= 1)"},
        QueryCase{"exists", "exists (i : int[0,1]) (i == 0 && P(i).z > 2)", "0 - P(0).z < -2"},
        QueryCase{"missingProcessBehindItsGuard", "exists (i : int[0,5]) (i <= N && P(i).z > 2)",
                  "(0 - P(0).z < -2 || 0 - P(1).z < -2 || 0 - P(2).z < -2)"},
        QueryCase{"ofTwoArguments", "Q(1,2).q < Q(0,1).u", "Q(1,2).q - 0 < Q(0,1).u"},
        QueryCase{"elementOfProcess", "P(1).w[1] - P(2).z <= N", "P(1).w[1] - P(2).z <= 2"},
        QueryCase{"parameterOfProcess", "x < P(2).id + P(1).twice", "x - 0 < 4"},
        QueryCase{"computedProcess", "P(n).z <= 3", "… - 0 <= 3"}),
    named<QueryCase>);

struct ValueCase {
  const char* name;
  const char* query;
  std::int32_t expected;
};

class QueryValue : public ::testing::TestWithParam<ValueCase> {};

TEST_P(QueryValue, IsComputed) {
  const auto built = build_right(kModel, fmt::format("sup: {}\n", GetParam().query));
  const Query& q = built->network->queries.at(0);
  ASSERT_EQ(q.refusal, "");
  Trial trial(*built->network);
  trial.set("P(1).v", 7);
  trial.set("P(2).v", 8);
  trial.set("P(1).a[1]", 4);
  trial.set("P(1).s.c[1]", 6);
  trial.set("P(2).s.c[1]", 6);
  trial.set("R.v", 9);
  trial.set("P(1).location", 1);
  EXPECT_EQ(trial.value(q.values.at(0).integer), GetParam().expected);
  EXPECT_EQ(trial.error(), EvalErrorKind::None);
}

INSTANTIATE_TEST_SUITE_P(
    Members, QueryValue,
    ::testing::Values(ValueCase{"variable", "P(1).v", 7}, ValueCase{"computed", "P(n).v + P(n + 1).v", 15},
                      ValueCase{"element", "P(1).a[n]", 4}, ValueCase{"computedElement", "P(n).a[n]", 4},
                      ValueCase{"field", "P(n).s.c[n]", 6}, ValueCase{"wholeStructs", "P(n).s == P(n + 1).s", 1},
                      ValueCase{"differentStructs", "P(n).s == P(0).s", 0}, ValueCase{"location", "P(1).B + P(0).B", 1},
                      ValueCase{"computedLocation", "P(n).B", 1}, ValueCase{"locationNumber", "P(1).location", 1},
                      ValueCase{"function", "P(2).f(3)", 283}, ValueCase{"functionOfComputed", "P(n).f(3)", 173},
                      ValueCase{"functionWithReference", "R.f(P(n).v)", 16}, ValueCase{"parameter", "P(n).id", 1},
                      ValueCase{"typeThatDependsOnTheProcess", "P(n).own", 0},
                      ValueCase{"sumOfProcesses", "sum (i : int[0,2]) P(i).v", 15},
                      ValueCase{"nestedSum", "sum (i : int[0,1]) sum (j : int[1,2]) (Q(i,j).u + 1)", 4}),
    named<ValueCase>);

TEST(QueryValue, ClocksHaveTheirNumbers) {
  const auto built = build_right(kModel, "sup: x, x + n, P(n).z\ninf{b && x > 2}: n\nbounds: k\n");
  const Network& n = *built->network;
  const auto& values = n.queries[0].values;
  EXPECT_TRUE(values[0].is_clock && values[0].left.is_constant(1) && values[0].integer.is_constant(0));
  EXPECT_EQ(show(n, values[1].integer), "n");
  EXPECT_EQ(n.clock_name(static_cast<std::uint32_t>(Trial(n).value(values[2].left))), "P(1).z");
  EXPECT_EQ(show(n, n.queries[1].predicate), "(b && 0 - x < -2)");
  EXPECT_FALSE(n.queries[1].values[0].is_clock);
  EXPECT_TRUE(n.queries[2].predicate.integer.is_constant(1));
}

TEST(QueryError, AProcessOutsideItsSetFailsWhenItIsEvaluated) {
  const auto built = build_right(kModel, "E<> P(n + 5).v > 0\nE<> P(n + 5).z > 0\nE<> b && P(7).v > 0\n");
  const auto& queries = built->network->queries;
  Trial trial(*built->network);
  (void)trial.value(queries[0].predicate.integer);
  EXPECT_EQ(trial.error(), EvalErrorKind::NoSuchProcess);
  EXPECT_EQ(built->at(trial.details().range), "P(n + 5)");
  (void)trial.value(queries[1].predicate.clock.right);
  EXPECT_EQ(trial.error(), EvalErrorKind::NoSuchProcess);
  EXPECT_EQ(trial.value(queries[2].predicate.integer), 0);
  EXPECT_EQ(trial.error(), EvalErrorKind::None);
  trial.set("b", 1);
  (void)trial.value(queries[2].predicate.integer);
  EXPECT_EQ(trial.error(), EvalErrorKind::NoSuchProcess);
}

TEST(QueryError, AWrongQueryLeavesTheOthersAlone) {
  const auto built = build_text(kModel, "E<> P(7).z > 0\nE<> nonsense\nE<> b\nsup: d\nsup: y - x\n");
  ASSERT_NE(built->network, nullptr);
  const auto& queries = built->network->queries;
  EXPECT_TRUE(queries[0].is_wrong);
  EXPECT_TRUE(queries[1].is_wrong);
  EXPECT_FALSE(queries[2].is_wrong);
  EXPECT_TRUE(queries[3].is_wrong) << "a double has no largest value that could be found";
  EXPECT_TRUE(queries[4].is_wrong) << "nor has a difference of clocks";
  EXPECT_TRUE(built->diagnostics.has_errors());
  EXPECT_FALSE(built->diagnostics.has_model_errors());
}

// A function that cannot be compiled must not be taken for compiled the second time.
TEST(QueryError, AFunctionThatFailsFailsEveryTime) {
  const auto built = build_text(
      "int n; int f() { int big[4000000]; int c[4000000]; int d[4000000]; int e[4000000]; int g[4000000]; int "
      "h[4000000]; int i[4000000]; int j[4000000]; int k[4000000]; return n; }\n"
      "process P() { state A; init A; } system P;",
      "E<> f() > 0\nE<> f() > 1\nE<> n > 0\n");
  ASSERT_NE(built->network, nullptr);
  EXPECT_TRUE(built->network->queries[0].is_wrong);
  EXPECT_TRUE(built->network->queries[1].is_wrong);
  EXPECT_FALSE(built->network->queries[2].is_wrong);
}

TEST(QueryKind, LeadsToHasTwoFormulas) {
  const auto built = build_right(kModel, "b --> x > 3\nA[] not deadlock\n");
  const Network& n = *built->network;
  EXPECT_EQ(n.queries[0].kind, lang::QueryKind::LeadsTo);
  EXPECT_EQ(show(n, n.queries[0].predicate), "b");
  EXPECT_EQ(show(n, n.queries[0].conclusion), "0 - x < -3");
  EXPECT_EQ(n.queries[1].kind, lang::QueryKind::Invariantly);
  EXPECT_TRUE(n.queries[1].has_deadlock);
  EXPECT_EQ(n.queries[1].text, "A[] not deadlock");
}

}  // namespace
}  // namespace zonda::model
