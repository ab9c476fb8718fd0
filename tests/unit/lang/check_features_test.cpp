// Which parts of the language a model uses.
#include "check_fixture.hpp"
#include "lang/features.hpp"

#include <algorithm>

namespace zonda::lang::check_fixture {
namespace {

std::string features_of(std::string text) {
  const Checked checked(std::move(text));
  EXPECT_EQ(checked.errors(), "");
  std::string result;
  for (const Feature& f : features(checked.document))
    result += fmt::format("{}{}{}", result.empty() ? "" : ", ", f.name, f.is_extension ? "*" : "");
  return result;
}

TEST(CheckFeatures, PlainModelsHaveNone) { EXPECT_EQ(features_of(in_globals("int i; clock x; chan c;")), ""); }

TEST(CheckFeatures, Declarations) {
  EXPECT_EQ(features_of(in_globals("urgent chan u; broadcast chan b;")), "broadcast channels, urgent channels");
  EXPECT_EQ(features_of(in_globals("meta int m; struct { int a; } s; scalar[2] q;")),
            "meta variables, scalar sets, structs");
  EXPECT_EQ(features_of(in_globals("double d; hybrid clock h; const string s = \"x\";")),
            "doubles*, hybrid clocks*, strings*");
  EXPECT_EQ(features_of(in_globals("void f() { } int i; before_update { i = 1 }")), "functions, update hooks");
  EXPECT_EQ(features_of(in_globals("chan c; chan priority c;")), "channel priorities");
  EXPECT_EQ(features_of(in_globals("dynamic D(); import \"l\" { int e(int v); };")),
            "dynamic templates*, external functions*");
}

TEST(CheckFeatures, Expressions) {
  EXPECT_EQ(features_of(in_globals("bool f() { return forall(k : int[0,1]) k == 1; }")), "functions, quantifiers");
  EXPECT_EQ(features_of(in_globals("int f() { return fint(random(1.5)); }")), "doubles*, functions, random functions*");
  EXPECT_EQ(features_of("clock x, y; process P() { state S { x' == 0 }; init S; trans S -> S { guard x - y > 1; "
                        "assign x = y; }; }\nsystem P;"),
            "clock differences, clock rates, clock-to-clock assignments");
}

TEST(CheckFeatures, Templates) {
  EXPECT_EQ(features_of("process P() { state A, B; commit A; urgent B; init A; trans A -> B { select e : int[0,1]; }; "
                        "}\nsystem P;"),
            "committed locations, select, urgent locations");
  EXPECT_EQ(features_of("process P() { state A { ; 2 }; branchpoint B; init A; trans A -> B { }, B -> A { probability "
                        "1; }; }\nsystem P;"),
            "branchpoints*, exponential rates*, probabilities*");
  EXPECT_EQ(features_of("chan c; process P() { state A; init A; trans A -u-> A { sync c; }; }\nsystem P;"),
            "CSP synchronisation*, uncontrollable edges*");
}

TEST(CheckFeatures, System) {
  const std::string set = "process P(const int[0,1] k) { state A; init A; }\nprocess R() { state A; init A; }\n";
  EXPECT_EQ(features_of(set + "system P < R;"), "process priorities, process sets");
  EXPECT_EQ(features_of(set + "Q(const int[0,1] n) = P(n);\nsystem Q;"), "partial instantiation, process sets");
  EXPECT_EQ(features_of(set + "system R; progress { 1; } gantt { G : R.A -> 1; }"), "gantt charts, progress measures");
}

TEST(CheckFeatures, EveryExpressionIsVisited) {
  const Checked checked(
      "const int k = 1; int a[2] = {3, 4}; struct { int v[5]; } s; int f(int p[6]) { int w = 7; for (w = 8; w < 9; "
      "w++) "
      "w = 10; for (i : int[11,12]) w = 13; return 14; }\n"
      "process P(const int[15,16] q) { int v = 17; state A { k <= 18; 19 : 20 }; init A; trans A -> A { select e : "
      "int[21,22]; guard e == 23; assign v = 24; probability 25; }; }\nsystem P;");
  EXPECT_EQ(checked.errors(), "");
  std::vector<int> seen;
  for_each_expression(checked.document, [&](const Expr& e) {
    if (e.kind == ExprKind::Integer && e.value > 2) seen.push_back(e.value);
  });
  std::sort(seen.begin(), seen.end());
  std::vector<int> expected;
  for (int n = 3; n <= 25; ++n) expected.push_back(n);
  EXPECT_EQ(seen, expected);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
