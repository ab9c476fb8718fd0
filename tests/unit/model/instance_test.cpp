// Processes: parameters, partial instantiation, sets, names, locals.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

std::string names(const Network& network) {
  std::string result;
  for (const Process& p : network.processes) result += (result.empty() ? "" : " ") + p.name;
  return result;
}

TEST(Instance, ParametersOfEveryKind) {
  const auto built = build_right(R"(
    typedef struct { int a; int b; } S;
    int v, arr[3]; S s; clock x; chan c[2];
    const S k = { 4, 5 };
    process P(const int n, int m, int &r, int &w[3], S &q, const S t, const int u[2], clock &y, chan &d, bool e) {
      state A; init A;
      trans A -> A { guard y > n; sync d!; assign r = n + m, w[2] = t.b, q.a = u[1], m++, q.b = e; };
    }
    const int two[2] = { 7, 8 };
    Q = P(3, 2, v, arr, s, k, two, x, c[1], 5);
    system Q;)");
  const Network& n = *built->network;
  Trial trial(n);
  trial.update();
  EXPECT_EQ(trial.error(), EvalErrorKind::None);
  EXPECT_EQ(trial.cell("v"), 5);
  EXPECT_EQ(trial.cell("arr[2]"), 5);
  EXPECT_EQ(trial.cell("s.a"), 8);
  EXPECT_EQ(trial.cell("s.b"), 1);
  EXPECT_EQ(trial.cell("Q.m"), 3);
  EXPECT_EQ(show(n, n.processes[0].edges[0].guard), "1; 0 - x < -3");
  EXPECT_TRUE(n.processes[0].edges[0].channel.is_constant(1));
}

TEST(Instance, ReferencesToElementsAndFields) {
  const auto built = build_right(R"(
    typedef struct { int a[2]; } S;
    S s[2]; const int one = 1;
    process P(int &r, S &q) { state A; init A; trans A -> A { assign r = 4, q.a[one] = 5; }; }
    Q = P(s[one].a[0], s[0]);
    system Q;)");
  Trial trial(*built->network);
  trial.update();
  EXPECT_EQ(trial.cell("s[1].a[0]"), 4);
  EXPECT_EQ(trial.cell("s[0].a[1]"), 5);
}

// Meta variables get their addresses after all others.
TEST(Instance, ReferencesToMetaVariables) {
  const auto built = build_right(R"(
    meta int m[2]; int v;
    process P(int &r, int &w[2]) { int own; state A; init A; trans A -> A { assign r = 4, w[0] = 5, own = 6; }; }
    Q = P(m[1], m);
    system Q;)");
  Trial trial(*built->network);
  trial.update();
  EXPECT_EQ(trial.cell("m[1]"), 4);
  EXPECT_EQ(trial.cell("m[0]"), 5);
  EXPECT_EQ(trial.cell("Q.own"), 6);
  EXPECT_EQ(trial.cell("v"), 0);
  EXPECT_TRUE(built->network->variable_groups.back().is_meta);
}

TEST(Instance, PartialInstantiationsChain) {
  const auto built = build_right(R"(
    int v, w;
    process P(const int a, const int b, int &r) { int[0,a + b] own; state A; init A; trans A -> A { assign r = 10 * a + b; }; }
    Q(const int c, int &s) = P(c + 1, 2 * c, s);
    R(int &t) = Q(3, t);
    X = R(v);
    Y(const int[1,2] k) = Q(k, w);
    system X, Y;)");
  const Network& n = *built->network;
  EXPECT_EQ(names(n), "X Y(1) Y(2)");
  EXPECT_EQ(Trial(n).update(0).cell("v"), 46);
  EXPECT_EQ(Trial(n).update(1).cell("w"), 22);
  EXPECT_EQ(Trial(n).update(2).cell("w"), 34);
  EXPECT_EQ(n.cells[5].upper, 10);
  EXPECT_EQ(n.cells[7].upper, 7);
}

TEST(Instance, SetsRunThroughTheirParameters) {
  const auto built = build_right(R"(
    process P(const int[0,1] i, const int[i,2] j) { int v; state A; init A; trans A -> A { assign v = 10 * i + j; }; }
    typedef scalar[2] id_t;
    process S(const id_t s) { state A; init A; }
    system P, S;)");
  const Network& n = *built->network;
  EXPECT_EQ(names(n), "P(0,0) P(0,1) P(0,2) P(1,1) P(1,2) S(0) S(1)");
  EXPECT_EQ(n.processes[4].arguments, (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(n.cell_name(7), "P(0,0).v");
  EXPECT_EQ(Trial(n).update(3).cell("P(1,1).v"), 11);
}

// A function of a constant reference reads a cell; it must be another cell for each value.
TEST(Instance, RangesOfSetsMayCallFunctions) {
  const auto built = build_right(R"(
    int top(const int &k) { return k + 1; }
    process P(const int[0,2] i, const int[0,top(i)] j) { state A; init A; }
    system P;)");
  EXPECT_EQ(built->network->processes.size(), 2 + 3 + 4U);
}

TEST(Instance, ParametersThatAreChangedAreVariables) {
  const auto built = build_right(R"(
    process P(int[0,5] n, int a[2]) { state A; init A; trans A -> A { guard n < 5; assign n++, a[1] = n; }; }
    const int t[2] = { 1, 2 };
    Q = P(3, t); R = P(4, t);
    system Q, R;)");
  const Network& n = *built->network;
  EXPECT_EQ(n.variables, 6U);
  EXPECT_EQ(n.cell_name(2), "Q.n");
  EXPECT_EQ(n.cells[2].initial, 3);
  EXPECT_EQ(n.cells[2].upper, 5);
  EXPECT_EQ(Trial(n).update(1).cell("R.a[1]"), 5);
}

TEST(Instance, FunctionsOfATemplateSeeTheirProcess) {
  const auto built = build_right(R"(
    int sum;
    process P(const int[1,2] k) {
      int v = k;
      int f(int x) { return v * 10 + k + x; }
      state A; init A; trans A -> A { assign sum = f(100); };
    }
    system P;)");
  EXPECT_EQ(Trial(*built->network).update(0).cell("sum"), 111);
  EXPECT_EQ(Trial(*built->network).update(1).cell("sum"), 122);
}

TEST(Instance, LocationsAndPriorities) {
  const auto built = build_right(R"(
    chan a, b[2], c;
    chan priority a < default < b[0], c;
    process P() { state A, B, C; commit B; urgent C; init B; }
    process Q() { state A; init A; }
    system Q < P;)");
  const Network& n = *built->network;
  EXPECT_EQ(names(n), "Q P");
  EXPECT_EQ(n.processes[0].priority, 0);
  EXPECT_EQ(n.processes[1].priority, 1);
  EXPECT_EQ(n.processes[1].initial, 1U);
  EXPECT_EQ(n.cells[1].initial, 1);
  EXPECT_EQ(n.cells[1].upper, 2);
  EXPECT_TRUE(n.processes[1].locations[1].is_committed && n.processes[1].locations[2].is_urgent);
  EXPECT_TRUE(n.has_priorities);
  EXPECT_EQ(n.default_priority, 1);
  std::string levels;
  for (const Channel& channel : n.channels) levels += std::to_string(channel.priority);
  EXPECT_EQ(levels, "0212");
}

TEST(Instance, UpdateHooksAreCompiled) {
  const auto built = build_right(R"(
    int n;
    before_update { n = 1 }
    after_update { n = n + 1, n = n * 2 }
    process P() { state A; init A; }
    system P;)");
  Trial trial(*built->network);
  ASSERT_EQ(built->network->before_update.size(), 1U);
  ASSERT_EQ(built->network->after_update.size(), 1U);
  (void)trial.value(built->network->before_update[0].code);
  (void)trial.value(built->network->after_update[0].code);
  EXPECT_EQ(trial.cell("n"), 4);
}

}  // namespace
}  // namespace zonda::model
