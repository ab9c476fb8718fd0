#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckEffects, GuardsAreFree) {
  const std::vector<Case> cases = {
      {"f(1) == 1"},
      {"pure()"},
      {"rd(i) == 1"},
      {"i == 1 && mk().a == 1"},
      {"i = 1", "i = 1 | a guard must be side-effect free"},
      {"i++ == 1", "i++ | a guard must be side-effect free"},
      {"--i", "--i | a guard must be side-effect free"},
      {"g() == 1", "g() | a guard must be side-effect free"},
      {"ref(i) == 1", "ref(i) | a guard must be side-effect free"},
      {"arr[g()] == 1", "g() | a guard must be side-effect free"},
      {"x <= (i = 1)", "(i = 1) | a guard must be side-effect free"},
      {"x <= g()", "g() | a guard must be side-effect free"},
      {"forall(k : id_t) (arr[k] = 1) == 1", "(arr[k] = 1) | the body of a quantifier must be side-effect free"},
  };
  expect_errors(in_guard, cases);
}

// Each arm of '?:' may be the one that is written, however deep inside of the place it stands.
TEST(CheckEffects, WritesThroughAChoiceCount) {
  const auto guarded = [](std::string_view functions) {
    return fmt::format("{}{}process P() {{ state S; init S; trans S -> S {{ guard t(); }}; }}\nsystem P;\n", kNames,
                       functions);
  };
  const std::string_view error = "t() | a guard must be side-effect free";
  const std::vector<Case> cases = {
      {"bool t() { int l[3], k[3]; (b ? l : k)[0] = 1; return true; }"},
      {"bool t() { int l[3]; (b ? l : arr)[0] = 1; return true; }", error},
      {"bool t() { int l[3]; (b ? arr : l)[0] = 1; return true; }", error},
      {"bool t() { int l[3]; (b ? l : b2 ? l : arr)[0]++; return true; }", error},
      {"bool t() { rec_t l; (b ? l : rec).a = 1; return true; }", error},
      {"bool t() { rec_t l; (b ? l : rec) = mk(); return true; }", error},
      {"bool t() { rec_t l; return ref((b ? l : rec).a) == 1; }", error},
      {"bool t() { int l[3]; set3(b ? l : arr); return true; }", error},
      {"void w(int &v[3]) { int l[3]; (b ? l : v)[0] = 1; } bool t() { w(arr); return true; }", error},
      {"void w(int &v[3]) { int l[3]; (b ? l : v)[0] = 1; } bool t() { int l[3]; w(l); return true; }"},
  };
  expect_errors(guarded, cases);
  expect_errors(in_guard,
                {{"((b ? arr : ia)[0] = 1) == 1", "((b ? arr : ia)[0] = 1) | a guard must be side-effect free"}});
}

TEST(CheckEffects, InvariantsAreFree) {
  const std::vector<Case> cases = {
      {"x <= f(3)"},
      {"g()", "g() | an invariant must be side-effect free"},
      {"x <= g()", "g() | an invariant must be side-effect free"},
      {"x' == g()", "g() | an invariant must be side-effect free"},
      {"i = 1", "i = 1 | an invariant must be side-effect free"},
      {"x = 3", "x = 3 | an invariant must be side-effect free"},
  };
  expect_errors(in_invariant, cases);
}

TEST(CheckEffects, OtherLabelsAreFree) {
  const std::vector<Case> cases = {
      {"sync ca[f(1)]!;"},
      {"sync ca[g()]!;", "g() | a synchronisation must be side-effect free"},
      {"sync ca[i++]!;", "i++ | a synchronisation must be side-effect free"},
      {"sync ca[i = 1]?;", "i = 1 | a synchronisation must be side-effect free"},
      {"probability g();", "g() | a probability must be side-effect free"},
      {"select e : int[0,g()];", "g() | the bound of a range must be computable at compile time"},
      {"assign i = g(), ref(j), h();"},
  };
  expect_errors(in_edge, cases);
}

TEST(CheckEffects, QuantifiersAndAssertionsAreFree) {
  const std::vector<Case> cases = {
      {"b = forall(k : id_t) arr[k] > 0;"},
      {"b = forall(k : id_t) g() == 1;", "g() | the body of a quantifier must be side-effect free"},
      {"i = sum(k : id_t) ref(i);", "ref(i) | the body of a quantifier must be side-effect free"},
      {"assert i == 1;"},
      {"assert g() == 1;", "g() | an assertion must be side-effect free"},
      {"assert (i = 1) == 1;", "(i = 1) | an assertion must be side-effect free"},
      {"int w = f(i); w++;"},
      {"int w = g(); w++;", "g() | the initialiser must be side-effect free"},
      {"int w = i++; w++;", "i++ | the initialiser must be side-effect free"},
      {"int w[2] = {i, g()}; w[0] = 1;", "g() | the initialiser must be side-effect free"},
      {"if (g()) i = 1;"},
      {"while (i = 1) j = 1;"},
      {"arr[g()] = i++;"},
  };
  expect_errors(in_function, cases);
}

TEST(CheckEffects, FunctionsPassTheirEffectsOn) {
  const std::vector<Case> cases = {
      {"int p() { return f(1); } bool q() { return forall(k : id_t) p() == 1; }"},
      {"int p() { return g(); } bool q() { return forall(k : id_t) p() == 1; }",
       "p() | the body of a quantifier must be side-effect free"},
      {"int p(int &v) { return ref(v); } bool q() { return forall(k : id_t) p(i) == 1; }",
       "p(i) | the body of a quantifier must be side-effect free"},
      {"int p(int v) { return ref(v); } bool q() { return forall(k : id_t) p(i) == 1; }"},
      {"int p() { int w; w = ref(w); return w; } bool q() { return forall(k : id_t) p() == 1; }"},
      {"int p() { int w[2] = {g(), 1}; return w[0]; }", "g() | the initialiser must be side-effect free"},
      {"int p() { for (i = 0; i < 3; i++) nothing(); return 1; } bool q() { return forall(k : id_t) p() == 1; }",
       "p() | the body of a quantifier must be side-effect free"},
      {"int p(int &v[3]) { v[0] = 1; return 1; } bool q() { return forall(k : id_t) p(arr) == 1; }",
       "p(arr) | the body of a quantifier must be side-effect free"},
      {"int p(bool o) { (o ? i : j) = 1; return 1; } bool q() { return forall(k : id_t) p(true) == 1; }",
       "p(true) | the body of a quantifier must be side-effect free"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckEffects, AssignmentForComparisonHasAHint) {
  EXPECT_EQ(Checked(in_guard("i = 1")).hints(), "'=' assigns; write '==' to compare");
  EXPECT_EQ(Checked(in_guard("i += 1")).hints(), "");
  EXPECT_EQ(Checked(in_guard("true"), "E<> i = 1").hints(), "'=' assigns; write '==' to compare");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
