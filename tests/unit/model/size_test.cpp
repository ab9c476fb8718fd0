// Sizes, ranges and constants that are wrong or too large: an error with its place, in no time.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>

namespace zonda::model {
namespace {

struct SizeCase {
  const char* name;
  const char* text;  // before the process
  const char* message;
  const char* process = "process P() { state A; init A; }";
};

class BuildFailure : public ::testing::TestWithParam<SizeCase> {};

TEST_P(BuildFailure, IsReported) {
  const std::clock_t start = std::clock();
  const auto built = build_text(fmt::format("{}\n{}\nsystem P;", GetParam().text, GetParam().process));
  EXPECT_EQ(built->network, nullptr);
  EXPECT_NE(built->messages().find(GetParam().message), std::string::npos) << built->messages();
  EXPECT_LT(std::clock() - start, 5 * CLOCKS_PER_SEC);  // of this process, however busy the machine is
}

INSTANTIATE_TEST_SUITE_P(
    Sizes, BuildFailure,
    ::testing::Values(
        SizeCase{"negativeSize", "int f() { return -3; } int a[f()];",
                 "1:30: error: the size of the array is negative: -3"},
        SizeCase{"hugeArray", "int32_t f() { return 2147483647; } int a[f()];", "the array is too large"},
        SizeCase{"hugeProduct", "int f() { return 3000; } int a[f()][f()];", "the array is too large"},
        SizeCase{"manyVariables", "int32_t f() { return 4000000; } int a[f()]; int b[f()];",
                 "the model has more than 4194304 variables"},
        SizeCase{"hugeStruct", "int32_t f() { return 4000000; } typedef struct { int a[f()]; int b[f()]; } S; S s;",
                 "the array is too large"},
        SizeCase{"manyClocks", "int32_t f() { return 70000; } clock x[f()];", "the model has more than 65535 clocks"},
        SizeCase{"manyChannels", "int32_t f() { return 2000000; } chan c[f()];",
                 "the model has more than 1048576 channels"},
        SizeCase{"emptyRange", "int f() { return 3; } int[f(),2] n;", "1:34: error: the range int[3,2] is empty"},
        SizeCase{"emptyRangeInside", "int f() { return 3; } typedef struct { int a[2][f()]; int[f(),2] n[1]; } S; S s;",
                 "the range int[3,2] is empty"},
        SizeCase{"emptyRangeOfPriority", "chan d[5]; chan priority d[5];", "1:28: error: index 5 is outside [0,4]"},
        SizeCase{"emptyScalarSet", "int f() { return 0; } typedef scalar[f()] id_t; id_t s;",
                 "the scalar set has 0 elements"},
        SizeCase{"initialValue", "int f() { return 9; } int[0,3] n = f();", "initial value 9 is outside [0,3]"},
        SizeCase{"initialArray", "const int t[2] = { 1, 70000 }; int a[2] = t;",
                 "initial value 70000 is outside [-32768,32767]"},
        SizeCase{"initialClock", "int f() { return -1; } clock x = f();", "a clock starts at -1"},
        SizeCase{"tooFewElements", "int f() { return 3; } int a[f()] = { 1, 2 };",
                 "an array of 3 elements is initialised with 2"},
        SizeCase{"failingConstant", "int f(int k) { return 1 / k; } const int N = f(0);",
                 "1:23: error: division by zero"},
        SizeCase{"failingIndex", "const int t[2] = { 1, 2 }; const int N = t[2];", "index 2 is outside [0,1]"},
        SizeCase{"endlessConstant", "int f() { while (true) {} return 1; } const int N = f(); const int M = f();",
                 "take more than"},
        SizeCase{"endlessInsideArray",
                 "int f() { int i; for (i = 0; i >= 0; i = 0) {} return 1; } int a[3] = { f(), f(), f() };",
                 "take more than"}),
    named<SizeCase>);

INSTANTIATE_TEST_SUITE_P(
    Processes, BuildFailure,
    ::testing::Values(
        SizeCase{"manyProcesses", "", "the system has more than 65536 processes",
                 "process P(const int[0,999999] i) { state A; init A; }"},
        SizeCase{"manyPairs", "", "the system has more than 65536 processes",
                 "process P(const int[0,2147483647] i, const int[0,2147483647] j) { state A; init A; }"},
        SizeCase{"argumentOutOfRange", "", "initial value 9 is outside [0,3]",
                 "process T(const int[0,3] k) { state A; init A; } int f() { return 9; } P = T(f());"},
        SizeCase{
            "manyEdges", "", "the system has more than 1000000 edges",
            "process P(const int[0,4999] k) { int v; state A; init A; trans A -> A { select i : int[0,255]; assign v "
            "= i; }; }"},
        SizeCase{"quantifierOverClocks", "clock x[2];", "a quantifier over clocks has too many values",
                 "process P() { state A; init A; trans A -> A { guard forall (i : int[0,200000]) x[0] < i; }; }"},
        SizeCase{
            "nestedQuantifiersOverClocks", "clock x[2];",
            "written out, the quantifiers over clocks have more than 2000000 parts",
            "process P() { state A; init A; trans A -> A { guard forall (i : int[0,1999]) forall (j : int[0,1999]) (i "
            "< 0 imply x[0] < j); }; }"},
        SizeCase{
            "frames", "", "the model needs more memory than zonda allows",
            "process P(const int[0,99] k) { int v; void f() { int a[4000000]; a[0] = v; v = a[0]; } state A; init A; "
            "trans A -> A { assign f(); }; }"}),
    named<SizeCase>);

// A range without values: what is done for each of them is not done at all. Whatever must hold one is wrong.
INSTANTIATE_TEST_SUITE_P(
    EmptyRanges, BuildFailure,
    ::testing::Values(SizeCase{"local", "int f() { return 1; } int n; void g() { int[f(),0] k; n = k; }",
                               "1:52: error: the range int[1,0] is empty",
                               "process P() { state A; init A; trans A -> A { assign g(); }; }"},
                      SizeCase{"parameter", "int f() { return 1; } int n; void g(int[f(),0] k) { n = k; }",
                               "1:48: error: the range int[1,0] is empty",
                               "process P() { state A; init A; trans A -> A { assign g(1); }; }"},
                      SizeCase{"result", "int f() { return 1; } int n; int[f(),0] g() { return 1; }",
                               "1:41: error: the range int[1,0] is empty",
                               "process P() { state A; init A; trans A -> A { assign n = g(); }; }"},
                      SizeCase{"freeParameter", "int f() { return 1; }", "2:28: error: the range int[1,0] is empty",
                               "process P(const int[f(),0] k) { state A; init A; }"},
                      SizeCase{"boundParameter", "int f() { return 1; }", "2:28: error: the range int[1,0] is empty",
                               "process T(const int[f(),0] k) { state A; init A; } P = T(1);"}),
    named<SizeCase>);

TEST(EmptyRange, QuantifiersAreDecided) {
  const auto built = build_right(with_edge("int n; clock x[2]; int f() { return 1; }",
                                           "guard forall (k : int[1,0]) n > k; assign n = sum (k : int[f(),0]) 7;"),
                                 "E<> exists (k : int[1,0]) n >= k\nE<> forall (k : int[9,0]) x[k] > 3\n"
                                 "E<> exists (k : int[f(),-9]) x[k] > 3\n");
  const Network& network = *built->network;
  EXPECT_EQ(show(network, network.processes[0].edges[0].guard), "1");
  EXPECT_EQ(Trial(network).update().cell("n"), 0);
  EXPECT_EQ(show(network, network.queries[0].predicate), "0");
  EXPECT_EQ(show(network, network.queries[1].predicate), "1");
  EXPECT_EQ(show(network, network.queries[2].predicate), "0");
}

TEST(EmptyRange, GuardsAndInvariantsOverClocksHold) {
  const auto built = build_right(
      "clock x[2]; process P() { state A { forall (k : int[1,0]) x[k] <= 3 }; init A;"
      " trans A -> A { guard forall (k : int[9,0]) x[k] > 3; }; } system P;");
  EXPECT_EQ(show(*built->network, built->network->location(0, 0).invariant), "1");
  EXPECT_EQ(show(*built->network, built->network->processes[0].edges[0].guard), "1");
}

TEST(EmptyRange, LoopsDoNothing) {
  const auto built = build_right(
      with_edge("int n = 5; int f() { return 1; } void g() { for (k : int[f(),0]) n = k; }", "assign g();"));
  EXPECT_EQ(Trial(*built->network).update().cell("n"), 5);
}

TEST(EmptyRange, SelectsLeaveNoEdge) {
  for (const char* select : {"k : int[1,0]", "k : int[9,0], l : int[9,0]", "k : int32_t, l : int[1,0]"}) {
    const auto built = build_right(with_edge("", fmt::format("select {};", select)));
    EXPECT_TRUE(built->network->processes[0].edges.empty()) << select;
  }
}

TEST(EmptyRange, ArraysOverItHaveNoElements) {
  const auto built = build_right(with_edge("int a[int[9,0]], b[int[1,0]], n;", "assign n = a[n];"));
  EXPECT_EQ(built->network->variables, 1U);
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.error(), EvalErrorKind::IndexOutOfRange);
}

TEST(Size, LongLoopsInConstantsAreFine) {
  const auto built = build_right(
      "int f() { int s = 0; for (i : int[1,100000]) s = (s + i) % 1000; return s; } const int N = f(); int n = "
      "N;\nprocess P() { state A; init A; }\nsystem P;");
  EXPECT_EQ(built->network->cells[1].initial, 0);
}

TEST(Size, AQuantifierOverTooManyProcessesIsAWrongQuery) {
  const auto built = build_text("process P(const int[0,1] i) { state A; init A; } system P;",
                                "E<> forall (i : int[0,100000]) P(i).A\nE<> forall (i : int[0,1]) P(i).A\n");
  EXPECT_TRUE(built->network->queries[0].is_wrong);
  EXPECT_NE(built->messages().find("a quantifier over 100001 processes is too large"), std::string::npos);
  EXPECT_FALSE(built->network->queries[1].is_wrong);
}

TEST(Size, NestedQuantifiersDoNotMultiplyCode) {
  std::string guard = "a0";
  for (int i = 1; i < 8; ++i) guard += fmt::format(" + a{}", i);
  guard += " + v > 0";
  for (int i = 0; i < 8; ++i) guard = fmt::format("forall (a{} : int[0,7]) ", i) + guard;
  const auto built = build_right(with_edge("int v;", "guard " + guard + ";"));
  EXPECT_LT(built->network->code.instructions.size(), 5000U);
}

TEST(Size, AnEmptyTemplateIsAProcessThatRests) {
  const auto built = build_right("process P() { }\nsystem P;", "E<> true\n");
  EXPECT_EQ(built->network->processes[0].locations.size(), 1U);
  EXPECT_EQ(built->network->location(0, 0).name, "_id0");
}

}  // namespace
}  // namespace zonda::model
