// Each way an evaluation can fail: its kind, the text that is to blame, the value.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

struct ErrorCase {
  const char* name;
  const char* declarations;
  const char* updates;
  EvalErrorKind kind;
  const char* at;
  std::int32_t value = 0;
  ValueRange allowed = {};
};

class RunTimeError : public ::testing::TestWithParam<ErrorCase> {};

TEST_P(RunTimeError, NamesItsPlaceAndValue) {
  const ErrorCase& c = GetParam();
  const auto built = build_right(with_edge(c.declarations, fmt::format("assign {};", c.updates)));
  Trial run(*built->network);
  run.update();
  ASSERT_EQ(run.error(), c.kind) << describe(run.details());
  EXPECT_EQ(built->at(run.details().range), c.at);
  EXPECT_EQ(run.details().value, c.value);
  EXPECT_EQ(run.details().allowed, c.allowed);
}

using Kind = EvalErrorKind;

INSTANTIATE_TEST_SUITE_P(
    Ranges, RunTimeError,
    ::testing::Values(
        ErrorCase{"store", "int[0,3] n; int m = 4;", "n = m", Kind::OutOfRange, "n = m", 4, {0, 3}},
        ErrorCase{"plainInt", "int n = 32767;", "n++", Kind::OutOfRange, "n++", 32768, {-32768, 32767}},
        ErrorCase{"compound", "int[0,3] n = 3;", "n *= 2", Kind::OutOfRange, "n *= 2", 6, {0, 3}},
        ErrorCase{"argument", "int m = 9; void f(int[0,3] k) { m = k; }", "f(m)", Kind::OutOfRange, "m", 9, {0, 3}},
        ErrorCase{"result", "int m = 9; int[0,3] f() { return m; }", "m = f()", Kind::OutOfRange, "m", 9, {0, 3}},
        ErrorCase{"local", "int m = 9; void f() { int[0,3] k = m; m = k; }", "f()", Kind::OutOfRange, "m", 9, {0, 3}},
        ErrorCase{"localConstant",
                  "int m; void f() { const int[0,3] k = 9; m = k; }",
                  "f()",
                  Kind::OutOfRange,
                  "9",
                  9,
                  {0, 3}},
        ErrorCase{"constReference",
                  "int m = 9; int f(const int[0,3] &k) { return k; }",
                  "m = f(m + 0)",
                  Kind::OutOfRange,
                  "m + 0",
                  9,
                  {0, 3}},
        ErrorCase{"element", "int[0,3] a[2]; int m = 4, i = 1;", "a[i] = m", Kind::OutOfRange, "a[i] = m", 4, {0, 3}},
        ErrorCase{
            "reference", "int[0,3] n; void f(int[0,3] &r) { r = 3; r++; }", "f(n)", Kind::OutOfRange, "r++", 4, {0, 3}},
        ErrorCase{"constantsIntoVariables",
                  "const int t[3] = {1, 70000, 2}; int v[3];",
                  "v = t",
                  Kind::OutOfRange,
                  "v = t",
                  70000,
                  {-32768, 32767}},
        ErrorCase{"constantsIntoNestedArrays",
                  "const int t[2][2] = {{1, 2}, {3, 70000}}; int v[2][2];",
                  "v = t",
                  Kind::OutOfRange,
                  "v = t",
                  70000,
                  {-32768, 32767}},
        ErrorCase{"constantsIntoParameter",
                  "const int t[2] = {1, 70000}; int n; int f(int v[2]) { return v[0]; }",
                  "n = f(t)",
                  Kind::OutOfRange,
                  "t",
                  70000,
                  {-32768, 32767}},
        ErrorCase{"constantAlways", "int[0,3] n;", "n = 7", Kind::OutOfRange, "n = 7", 7, {0, 3}}),
    named<ErrorCase>);

INSTANTIATE_TEST_SUITE_P(
    Indices, RunTimeError,
    ::testing::Values(
        ErrorCase{"above", "int a[3]; int i = 3;", "a[i] = 1", Kind::IndexOutOfRange, "i", 3, {0, 2}},
        ErrorCase{"below", "int a[3]; int i = -1;", "a[0] = a[i]", Kind::IndexOutOfRange, "i", -1, {0, 2}},
        ErrorCase{"lowerBound", "int a[int[3,5]]; int i = 2;", "a[i] = 1", Kind::IndexOutOfRange, "i", 2, {3, 5}},
        ErrorCase{"constant", "int a[3];", "a[5] = 1", Kind::IndexOutOfRange, "5", 5, {0, 2}},
        ErrorCase{"second", "int a[3][2]; int i = 2;", "a[i][i] = 1", Kind::IndexOutOfRange, "i", 2, {0, 1}},
        ErrorCase{"constantTable",
                  "const int t[2] = {1, 2}; int n, i = 2;",
                  "n = t[i]",
                  Kind::IndexOutOfRange,
                  "i",
                  2,
                  {0, 1}},
        ErrorCase{"empty", "int a[0]; int n;", "n = a[n]", Kind::IndexOutOfRange, "n", 0, {1, 0}},
        ErrorCase{"reference",
                  "int a[3]; int i = 3; void f(int &r) { r = 1; }",
                  "f(a[i])",
                  Kind::IndexOutOfRange,
                  "i",
                  3,
                  {0, 2}},
        ErrorCase{"clock", "clock x[2]; int i = 2;", "x[i] = 0", Kind::IndexOutOfRange, "i", 2, {0, 1}}),
    named<ErrorCase>);

INSTANTIATE_TEST_SUITE_P(
    Operations, RunTimeError,
    ::testing::Values(ErrorCase{"division", "int n = 0;", "n = 1 + 5 / n", Kind::DivisionByZero, "5 / n"},
                      ErrorCase{"modulo", "int n = 0;", "n %= n", Kind::DivisionByZero, "n %= n"},
                      ErrorCase{"constantDivision", "int n;", "n = 1 / 0", Kind::DivisionByZero, "1 / 0"},
                      ErrorCase{"shift", "int n = -1;", "n = 1 << n", Kind::ShiftCount, "1 << n", -1},
                      ErrorCase{"power", "int n = -2;", "n = 2 ** n", Kind::NegativeExponent, "2 ** n", -2},
                      ErrorCase{"quotient", "int n = -1; const int least = -2147483648;", "n = least / n",
                                Kind::Overflow, "least / n"},
                      ErrorCase{"wrapped",
                                "int n = 2; const int big = 2147483647;",
                                "n = big + n",
                                Kind::OutOfRange,
                                "n = big + n",
                                -2147483647,
                                {-32768, 32767}},
                      ErrorCase{"clockOffsets",
                                "clock x, y; int[0,2147483647] n = 2147483647;",
                                "x = y + n + n",
                                Kind::OutOfRange,
                                "y + n + n",
                                2147483647,
                                {-1073741823, 1073741823}},
                      ErrorCase{"assertion", "int n; void f() { assert(n > 0); }", "f()", Kind::AssertionFailed,
                                "assert(n > 0);"},
                      ErrorCase{"clock", "clock x; int n = -3;", "x = n", Kind::NegativeClock, "x = n", -3},
                      ErrorCase{"constantClock", "clock x;", "x = -3", Kind::NegativeClock, "x = -3", -3},
                      ErrorCase{"clockOffset", "clock x, y; void f() { x = 1; y = x - 2; }", "f()", Kind::NegativeClock,
                                "y = x - 2", -1}),
    named<ErrorCase>);

TEST(Update, ResultsWrapAroundIn32Bits) {
  const auto built = build_right(with_edge(
      "int n = 2; typedef int[-2147483648, 2147483647] wide; wide a = 2147483647, b, c, d, e, f, g, h, k = 2147483647;"
      "const int big = 2147483647;",
      "assign b = a + n, c = -a - n, d = a * n, e = -(c + n * 0), f = sum (i : int[0,1]) a,"
      "g = sum (i : int[0,99]) a, h = a ** n, k++, a += n;"));
  Trial run(*built->network);
  run.update();
  ASSERT_EQ(run.error(), EvalErrorKind::None);
  EXPECT_EQ(run.cell("b"), -2147483647);
  EXPECT_EQ(run.cell("c"), 2147483647);
  EXPECT_EQ(run.cell("d"), -2);
  EXPECT_EQ(run.cell("e"), -2147483647);
  EXPECT_EQ(run.cell("f"), -2);
  EXPECT_EQ(run.cell("g"), -100);
  EXPECT_EQ(run.cell("h"), 1);
  EXPECT_EQ(run.cell("k"), std::numeric_limits<std::int32_t>::min());
  EXPECT_EQ(run.cell("a"), -2147483647);
}

TEST(RunTimeError, StopsEverythingBehindIt) {
  const auto built = build_right(with_edge("int n, m; int a[2];", "assign n = 1, a[n + 1] = 3, m = 2;"));
  Trial run(*built->network);
  run.update();
  EXPECT_EQ(run.error(), EvalErrorKind::IndexOutOfRange);
  EXPECT_EQ(run.cell("n"), 1);
  EXPECT_EQ(run.cell("m"), 0);
}

TEST(RunTimeError, GuardsFailWhereTheyAreEvaluated) {
  const auto built = build_right(with_edge("int n; int a[2];", "guard n < 2 && a[n] == 0;"));
  Trial run(*built->network);
  const Edge& edge = built->network->processes[0].edges[0];
  run.set("n", 7);
  EXPECT_EQ(run.value(edge.guard.integer), 0);
  EXPECT_EQ(run.error(), EvalErrorKind::None);
  run.set("n", -1);
  (void)run.value(edge.guard.integer);
  EXPECT_EQ(run.error(), EvalErrorKind::IndexOutOfRange);
}

}  // namespace
}  // namespace zonda::model
