#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckExpression, Names) {
  const std::vector<Case> cases = {
      {"i = unknown;", "unknown | unknown identifier 'unknown'"},
      {"i = f;", "f | 'f' is a function"},
      {"i = h;", "h | 'h' is a function"},
      {"i = abs;", "abs | 'abs' is a function"},
      {"i = id_t;", "id_t | 'id_t' is a type, not a value"},
      {"i = P;", "P | unknown identifier 'P'"},
      {"P.S;", "P | unknown identifier 'P'"},
      {"nope = nope + nope2;", "nope | unknown identifier 'nope'; nope2 | unknown identifier 'nope2'"},
      {"i = INT8_MAX;"},
      {"i = deadlock;", "deadlock | unknown identifier 'deadlock'"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckExpression, Members) {
  const std::vector<Case> cases = {
      {"rec.a = 1;"},
      {"rec.b = rec2.b;"},
      {"i = mk().a;"},
      {"rec.c = 1;", "rec.c | rec_t has no member named 'c'"},
      {"i.a = 1;", "i | int is not a structure"},
      {"arr.a = 1;", "arr | int[3] is not a structure"},
      {"i = x.a;", "x | clock is not a structure"},
      {"i = mk().q;", "mk().q | rec_t has no member named 'q'"},
      {"R.a = 1;", "R.a | 'R' is constant and cannot be changed"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckExpression, Indices) {
  const std::vector<Case> cases = {
      {"arr[0] = 1;"},
      {"arr[true] = 1;"},
      {"ia[i] = 1;"},
      {"sa[s] = 1;"},
      {"arr[i] = arr[arr[j]];"},
      {"i[0] = 1;", "i | array expected, found int"},
      {"rec[0] = 1;", "rec | array expected, found rec_t"},
      {"arr[1][2] = 1;", "arr[1] | array expected, found int"},
      {"arr[1.5] = 1;", "1.5 | double cannot be used as an index here"},
      {"arr[x] = 1;", "x | clock cannot be used as an index here"},
      {"arr[s] = 1;", "s | sc_t cannot be used as an index here"},
      {"arr[rec] = 1;", "rec | rec_t cannot be used as an index here"},
      {"sa[0] = 1;", "0 | int cannot be used as an index here"},
      {"sa[i] = 1;", "i | int cannot be used as an index here"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckExpression, Types) {
  const std::vector<Case> cases = {
      {"i = int;", "int | a type cannot stand here"},
      {"i = clock;", "clock | a type cannot stand here"},
      {"i = \"x\";", "i = \"x\" | incompatible types: string cannot be assigned to int"},
      {"i = true;"},
      {"i = 2147483647;"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckExpression, UnknownNamesHaveANearOne) {
  const auto hint = [](std::string_view text) { return Checked(in_function(text)).hints(); };
  EXPECT_EQ(hint("i = arrr;"), "did you mean 'arr'?");
  EXPECT_EQ(hint("i = Rec.a;"), "did you mean 'rec'?");
  EXPECT_EQ(hint("b = True;"), "did you mean 'true'?");
  EXPECT_EQ(hint("i = I;"), "did you mean 'i'?");
  EXPECT_EQ(hint("i = quite_different;"), "");
  EXPECT_EQ(hint("i = prue();"), "did you mean 'pure'?");
  EXPECT_EQ(hint("i = f;"), "write f(…)");
}

TEST(CheckExpression, ProcessesAndLocationsAreForQueries) {
  const std::string model = "process A() { state S; init S; }\nprocess B() { state L, T; init L; trans L -> T { guard ";
  EXPECT_EQ(Checked(model + "A.S; }; }\nsystem A, B;").errors(), "A | process 'A' cannot be used here");
  EXPECT_EQ(Checked(model + "A.S; }; }\nsystem A, B;").hints(), "only queries see processes");
  EXPECT_EQ(Checked(model + "T; }; }\nsystem A, B;").errors(), "T | 'T' is a location and cannot be used here");
  EXPECT_EQ(Checked(model + "A(1); }; }\nsystem A, B;").errors(), "A(1) | process 'A' cannot be used here");
}

TEST(CheckExpression, DynamicTemplatesPass) {
  const std::string model =
      "dynamic D(int v);\nprocess D(int v) { state A; init A; }\nint n;\nprocess P() { state S; init S; trans ";
  EXPECT_EQ(Checked(model + "S -> S { assign spawn D(1), n = numOf(D); }; }\nsystem P;").errors(), "");
  EXPECT_EQ(Checked(model + "S -> S { assign spawn D(nope); }; }\nsystem P;").errors(),
            "nope | unknown identifier 'nope'");
}

TEST(CheckExpression, ConstantsStayThroughAChoice) {
  const std::vector<Case> cases = {
      {"(b ? arr : K)[0] = 9", "(b ? arr : K)[0] | 'K' is constant and cannot be changed"},
      {"(b ? K : arr)[0]++", "(b ? K : arr)[0] | 'K' is constant and cannot be changed"},
      {"(b ? rec : R).a = 9", "(b ? rec : R).a | 'R' is constant and cannot be changed"},
      {"ref((b ? arr : K)[0])", "(b ? arr : K)[0] | 'K' is constant and cannot be changed"},
      {"set3(b ? arr : K)", "K | 'K' is constant and cannot be changed"},
      {"i = (b ? arr : K)[0]"},
      {"i = rd((b ? arr : K)[0])"},
      {"i = sum3(b ? arr : K)"},
  };
  expect_errors(in_update, cases);
  expect_errors(after_names, {{"void w(const int &v[3]) { int l[3]; (b ? l : v)[0] = 9; }",
                               "(b ? l : v)[0] | 'v' is constant and cannot be changed"}});
}

}  // namespace
}  // namespace zonda::lang::check_fixture
