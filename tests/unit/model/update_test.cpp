// What updates leave behind: order of evaluation, conversions, references, functions. One line a case.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

struct UpdateCase {
  const char* name;
  const char* declarations;
  const char* updates;
  const char* expected;  // 'n=1 a[2]=5'
};

class Update : public ::testing::TestWithParam<UpdateCase> {};

// The cells that `expected` names, as they are now.
std::string outcome(const Trial& run, std::string_view expected) {
  std::string result;
  while (!expected.empty()) {
    const std::string_view item = expected.substr(0, expected.find(' '));
    const std::string_view name = item.substr(0, item.find('='));
    result += fmt::format("{}{}={}", result.empty() ? "" : " ", name, run.cell(name));
    expected.remove_prefix(std::min(expected.size(), item.size() + 1));
  }
  return result;
}

TEST_P(Update, LeavesTheExpectedValues) {
  const auto built = build_right(with_edge(GetParam().declarations, fmt::format("assign {};", GetParam().updates)));
  Trial run(*built->network);
  run.update();
  ASSERT_EQ(run.error(), EvalErrorKind::None) << describe(run.details());
  EXPECT_EQ(outcome(run, GetParam().expected), GetParam().expected);
}

constexpr const char* kArrays =
    "int[0,3] i = 1; int a[4] = {9, 8, 7, 6}; int b[4][4]; int[0,3] c[4] = {1, 2, 3, 0}; int n;";

INSTANTIATE_TEST_SUITE_P(
    Order, Update,
    ::testing::Values(
        UpdateCase{"leftOperandBeforeRightEffect", "int n = 3, m;", "m = n + (n = 5)", "m=8"},
        UpdateCase{"leftOperandOfXorBeforeRightEffect", "bool b, r;", "r = b xor (b = true)", "r=1"},
        UpdateCase{"targetIndexBeforeRightSide", kArrays, "a[i] = i++", "a[1]=1 a[2]=7 i=2"},
        UpdateCase{"oldValueBeforeRightSide", "int n = 3; int f() { n = 10; return 1; }", "n += f()", "n=4"},
        UpdateCase{"firstIndexBeforeSecondEffect", kArrays, "b[i][i++] = 5", "b[1][1]=5 b[2][1]=0 i=2"},
        UpdateCase{"indexThatItsOwnStoreChanges", kArrays, "n = (c[c[0]] = 3) + c[c[3]]", "n=4 c[1]=3"},
        UpdateCase{"resultOfStoreAtItsOwnIndex", "int[0,3] c[4] = {0, 2, 3, 1}; int n;", "n = (c[c[0]] = 3)",
                   "n=3 c[0]=3"},
        UpdateCase{"placeOfAssignmentIsEvaluatedOnce", kArrays, "(a[i++] = 3) += 4", "a[1]=7 a[2]=7 i=2"},
        UpdateCase{"placeOfAssignmentKeepsItsIndex", kArrays, "(a[i] = i++) += 4", "a[1]=5 a[2]=7 i=2"},
        UpdateCase{"placeOfStepIsEvaluatedOnce", kArrays, "(++a[i++]) += 10", "a[1]=19 a[2]=7 i=2"},
        UpdateCase{"postStepGivesTheOldValue", "int n = 3, m, k;", "m = n++ + n, k = n-- - n", "m=7 k=1 n=3"},
        UpdateCase{"shortCircuitSkipsEffects", "int n; bool b;",
                   "b = false && n++ > 0, b = true || n++ > 0, b = false imply n++ > 0", "n=0 b=1"},
        UpdateCase{"conditionalRunsOneArm", "int n, m; bool b;", "b ? n++ : m++", "n=0 m=1"},
        UpdateCase{"blockComparedBeforeRightEffect",
                   "int a[2]; int z[2]; bool same; typedef struct { int v; } S; S s, t; S f() { s.v = 1; return t; }",
                   "same = s == f()", "same=1 s.v=1"},
        UpdateCase{"blockArgumentBeforeLaterEffect",
                   "int a[2] = {1, 2}; int n; int f(int v[2], int k) { return 10 * v[0] + k; }", "n = f(a, a[0]++)",
                   "n=11 a[0]=2"},
        UpdateCase{"argumentBeforeLaterEffect", "int n = 1, m; int f(int a, int b) { return 10 * a + b; }",
                   "m = f(n, ++n)", "m=12"}),
    named<UpdateCase>);

INSTANTIATE_TEST_SUITE_P(
    Conversions, Update,
    ::testing::Values(
        UpdateCase{"storedBool", "bool b; int n = 5;", "b = n", "b=1"},
        UpdateCase{"boolParameterAndResult", "int n; bool f(bool b) { return 4 * b; }", "n = f(7)", "n=1"},
        UpdateCase{"boolElementAndField", "bool b[2]; typedef struct { bool f; } S; S s; int n = 9;",
                   "b[1] = n, s.f = n", "b[1]=1 s.f=1"},
        UpdateCase{"boolLocal", "int n = 6, m; int f() { bool b = n; return b; }", "m = f()", "m=1"},
        UpdateCase{"boolLocalConstant", "int n; int f() { const bool b = 5; return b; }", "n = f()", "n=1"},
        UpdateCase{"assignmentGivesTheStoredValue", "bool b; int n;", "n = (b = 5)", "n=1"},
        UpdateCase{"integerIsNoBool", "bool b = true; bool r; int n = 5;", "r = n == b", "r=0"},
        UpdateCase{"boolConstReference", "int n; int f(const bool &b) { return b; }", "n = f(3 + 4)", "n=1"}),
    named<UpdateCase>);

INSTANTIATE_TEST_SUITE_P(
    Arrays, Update,
    ::testing::Values(
        UpdateCase{"indexTypeWithLowerBound", "int a[int[3,5]]; int k = 4;", "a[k] = 7, a[5] = 8",
                   "a[3]=0 a[4]=7 a[5]=8"},
        UpdateCase{"negativeIndices", "int a[int[-2,1]]; int k = -1;", "a[k] = 7, a[-2] = 8", "a[-2]=8 a[-1]=7 a[1]=0"},
        UpdateCase{"twoComputedIndices", "int a[3][int[1,2]]; int j = 2, k = 1;", "a[j][k] = 7, a[k][j] = 8",
                   "a[2][1]=7 a[1][2]=8"},
        UpdateCase{"wholeRow", "int a[2][2] = {{1, 2}, {3, 4}}; int k = 1;", "a[0] = a[k]", "a[0][0]=3 a[0][1]=4"},
        UpdateCase{
            "structsOfArraysOfStructs",
            "typedef struct { int v[2]; } S; typedef struct { S s[2]; int t; } T; T t[2]; int i = 1, j = 1, k = 1;",
            "t[i].s[j].v[k] = 5, t[0] = t[i], t[1].t = t[0].s[1].v[1]", "t[0].s[1].v[1]=5 t[1].t=5"},
        UpdateCase{"constantTable", "const int t[2][2] = {{1, 2}, {3, 4}}; int i = 1, n;", "n = t[i][i] * 10 + t[1][0]",
                   "n=43"},
        UpdateCase{"wholeArraysCompared", "int a[2] = {1, 2}; const int t[2] = {1, 2}; bool b, c;",
                   "b = a == t, a[0]++, c = a != t", "b=1 c=1"},
        UpdateCase{"chosenElement", "int n = 1, m = 2; bool b;", "(b ? n : m) = 9", "n=1 m=9"},
        UpdateCase{"chosenArray", "int a[2] = {1, 2}, c[2] = {3, 4}; bool b = true; int n, i = 1;",
                   "n = (b ? a : c)[i]", "n=2"},
        UpdateCase{"scalarIndex", "typedef scalar[3] id_t; id_t s; int a[id_t];", "a[s] = 4", "a[0]=4 a[1]=0"}),
    named<UpdateCase>);

INSTANTIATE_TEST_SUITE_P(
    References, Update,
    ::testing::Values(
        UpdateCase{"elementWithComputedIndex", "int a[3]; int i = 2; void f(int &r) { r = 5; }", "f(a[i])", "a[2]=5"},
        UpdateCase{"indexIsFixedAtTheCall", "int a[3]; int i = 1; void f(int &r) { i = 2; r = 5; }", "f(a[i])",
                   "a[1]=5 a[2]=0"},
        UpdateCase{
            "field",
            "typedef struct { int x; int v[2]; } S; S s[2]; int i = 1; void f(int &r, int &w[2]) { r = 1; w[i] = 2; }",
            "f(s[i].x, s[0].v)", "s[1].x=1 s[0].v[1]=2"},
        UpdateCase{"chainOfReferences",
                   "int n; void f(int &r) { r++; } void g(int &r) { f(r); f(r); } void h(int &r) { g(r); r *= 10; }",
                   "h(n)", "n=20"},
        UpdateCase{"sameVariableTwice", "int n = 1; void f(int &p, int &q) { p = 5; q += p; }", "f(n, n)", "n=10"},
        UpdateCase{"referenceAndGlobalAreOne", "int n = 1; int m; void f(int &p) { p = 7; m = n; }", "f(n)", "m=7"},
        UpdateCase{"localOfTheCaller", "int n; void f(int &r) { r = 4; } void g() { int l; f(l); n = l; }", "g()",
                   "n=4"},
        UpdateCase{"parameterOfTheCaller", "int n; void f(int &r) { r *= 2; } int g(int p) { f(p); return p; }",
                   "n = g(4)", "n=8"},
        UpdateCase{"constReferenceToValue", "int n = 3; int f(const int &r) { return r * 2; }", "n = f(n + 1)", "n=8"},
        UpdateCase{"constReferenceToOldValue", "int n = 3, m; int f(const int &r) { return r; }", "m = f(n++)",
                   "m=3 n=4"},
        UpdateCase{
            "constReferenceToConstants",
            "const int t[2] = {4, 5}; int n, i = 1; int f(const int &r, const int &w[2]) { return 10 * r + w[i]; }",
            "n = f(t[i], t)", "n=55"},
        UpdateCase{"constReferenceToLoopCounter",
                   "int n; int f(const int &r) { return r; } void g() { for (i : int[0,3]) n += f(i + 0); }", "g()",
                   "n=6"},
        UpdateCase{"assignmentAsReference", "int n, m; void f(int &r) { r++; }", "f(n = 5), f((m = 3) += 1)",
                   "n=6 m=5"},
        UpdateCase{"chosenReference", "int n, m; bool b; void f(int &r) { r = 3; }", "f(b ? n : m)", "n=0 m=3"}),
    named<UpdateCase>);

INSTANTIATE_TEST_SUITE_P(
    Functions, Update,
    ::testing::Values(
        UpdateCase{"callInsideItsOwnArguments", "int n = 1; int f(int a, int b) { return 10 * a + b; }",
                   "n = f(f(1, 2), f(3, f(4, 5)))", "n=195"},
        UpdateCase{"callInsideItsOwnReference", "int a[4]; int f(int &r, int k) { r = k; return k; }",
                   "f(a[f(a[1], 2)], 3)", "a[1]=2 a[2]=3"},
        UpdateCase{"twoCallsOfOneFunction", "int n = 1; int f() { n++; return n; } int m;", "m = f() * 10 + f()",
                   "m=23"},
        UpdateCase{"structResult",
                   "typedef struct { int a; int b; } S; S f(int k) { S s = {k, k + 1}; return s; } S s; int n;",
                   "s = f(1), n = f(5).b * 10 + f(7).a", "s.a=1 s.b=2 n=67"},
        UpdateCase{"structsOfTwoCallsCompared",
                   "typedef struct { int a; } S; S f(int k) { S s = {k}; return s; } bool b, c;",
                   "b = f(1) == f(2), c = f(1) == f(1)", "b=0 c=1"},
        UpdateCase{"arrayByValueIsACopy", "int a[2] = {1, 2}; int n; int f(int v[2]) { v[0] = 9; return v[0] + v[1]; }",
                   "n = f(a)", "n=11 a[0]=1"},
        UpdateCase{"localsAreSetAtEachEntry", "int n; void f() { int l; l++; n += l; }", "f(), f(), f()", "n=3"},
        UpdateCase{
            "localArraysAreSetInEachRound",
            "int n; void f() { for (i : int[0,2]) { int l[2] = {i, 1}; int z[2]; z[0]++; l[1] += z[0]; n += l[0] * 10 "
            "+ l[1]; } }",
            "f()", "n=36"},
        UpdateCase{"localConstants", "int n; int f(int k) { const int c = 3; const int d = k + 1; return c * d; }",
                   "n = f(4)", "n=15"},
        UpdateCase{
            "localStructFromGlobal",
            "typedef struct { int a; int b; } S; S s = {3, 4}; int n; void f() { S t = s; t.a++; n = t.a * t.b; }",
            "f()", "n=16 s.a=3"},
        UpdateCase{
            "whileDoForReturn",
            "int n; int f() { int i = 0; while (true) { if (i++ == 4) return i; } return 0; } int g() { int k = 0; do "
            "k += 2; while (k < 5); return k; } int h() { int i, s; for (i = 0, s = 0; i < 4; i++) s += i; return s; }",
            "n = f() * 100 + g() * 10 + h()", "n=566"},
        UpdateCase{"conditionListsEvaluateAll", "int n; int f() { int i = 0; while (n++, i < 3) i++; return i; }",
                   "f()", "n=4"},
        UpdateCase{"nestedLoops", "int n; void f() { for (i : int[1,3]) for (j : int[-1,2]) n += i * j; }", "f()",
                   "n=12"},
        UpdateCase{"lastValueOfARange", "int n; void f() { for (i : int[2147483646,2147483647]) n++; }", "f()", "n=2"},
        UpdateCase{"constantCallIsFolded",
                   "int n; int f(int k) { int s = 0; for (i : int[1,9]) s += i * k; return s; }", "n = f(f(0) + 2)",
                   "n=90"},
        UpdateCase{"absolute", "int n = -4;", "n = abs(n) + abs(-3)", "n=7"},
        UpdateCase{"predefinedConstants", "int n;", "n = INT8_MAX + UINT8_MAX", "n=382"}),
    named<UpdateCase>);

INSTANTIATE_TEST_SUITE_P(
    Quantifiers, Update,
    ::testing::Values(
        UpdateCase{"temporariesOutliveTheRange",
                   "int a[4] = {1, 2, 3, 4}; int i = 5, n; const int L = 1; int f(int k) { return k; }",
                   "n = (i + 1) * 100 + (sum (k : int[0, f(L) + 2]) a[k])", "n=610"},
        UpdateCase{"unrolledInLooped", "int n; int a[12] = {1,1,1,1,1,1,1,1,1,1,1,1};",
                   "n = (sum (i : int[0,11]) sum (j : int[0,2]) (a[i] + j))", "n=72"},
        UpdateCase{"loopedInUnrolled", "int n; int k = 1;", "n = (sum (j : int[0,2]) sum (i : int[0,11]) (i * k + j))",
                   "n=234"},
        UpdateCase{"insideFunctionsAndLoops",
                   "int n; bool f(int k) { return forall (i : int[0,20]) i + k < 25; } void g() { for (k : "
                   "int[0,9]) if (f(k)) n++; }",
                   "g()", "n=5"},
        UpdateCase{"twoInOneExpression", "int n; int a[12] = {0,1,2,3,4,5,6,7,8,9,10,11};",
                   "n = (sum (i : int[0,11]) a[i]) * 10 + (exists (i : int[0,11]) a[i] == 5)", "n=661"},
        UpdateCase{"overScalars", "typedef scalar[3] id_t; int n; int a[id_t]; int k = 2;",
                   "n = (sum (s : id_t) (a[s] + k))", "n=6"},
        UpdateCase{"nestedManyDeep", "int n; int k;",
                   "n = (forall (a:int[0,7]) forall (b:int[0,7]) forall (c:int[0,7]) forall (d:int[0,7]) a + b "
                   "+ c + d + k < 29)",
                   "n=1"}),
    named<UpdateCase>);

TEST(Folding, DeeplyNestedCallsCompileInNoTime) {
  std::string nested = "v";
  for (int i = 0; i < 60; ++i) nested = "f(" + nested + ")";
  const auto built = build_right(with_edge("int v; int f(int k) { return k + 1; }", "assign v = " + nested + ";"));
  EXPECT_EQ(Trial(*built->network).update().cell("v"), 60);
  EXPECT_LT(built->network->code.instructions.size(), 400U);
}

TEST(Folding, CallsOfConstantsLeaveNoCode) {
  const auto built = build_right(with_edge("int v; int f(int k) { return k * k; }", "guard f(3) == 9;"));
  EXPECT_TRUE(built->network->processes[0].edges[0].guard.integer.is_constant(1));
}

TEST(Folding, FailingCallsAreLeftToFailWhenTheyRun) {
  const auto built =
      build_right(with_edge("int v; int f(int[0,3] k) { return 6 / k; }", "assign v = false ? f(0) + f(9) : 1;"));
  EXPECT_EQ(Trial(*built->network).update().cell("v"), 1);
}

TEST(Folding, EndlessCallsAreLeftAlone) {
  const auto built = build_right(with_edge("int v; int f(int k) { while (true) k = k; return 1; }",
                                           "assign v = v == 0 ? 2 : f(1) + f(2) + f(3) + f(4);"));
  EXPECT_EQ(Trial(*built->network).update().cell("v"), 2);
}

}  // namespace
}  // namespace zonda::model
