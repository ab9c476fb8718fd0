#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

TEST(CheckTemplate, ParametersAsConstants) {
  const std::vector<Case> cases = {
      {"process T(const int k) { int v[k]; int[0,k] w; state S; init S; }"},
      {"process T(int k) { int v = k; state S; init S; }", "k | the initialiser must be computable at compile time"},
      {"process T(const int k) { const int w = k + 1; int v[w]; state S; init S; }"},
      {"process T(const rec_t k) { int v[k.a]; state S; init S; }"},
      {"process T(int k) { int v[k]; state S; init S; }",
       "k | the size of an array must be computable at compile time"},
      {"process T(const int &k) { int v[k]; state S; init S; }",
       "k | the size of an array must be computable at compile time"},
      {"process T(int &k) { int v = k; state S; init S; }", "k | the initialiser must be computable at compile time"},
      {"process T(int k) { state S; init S; trans S -> S { assign k = 1; }; }"},
      {"process T(const int k) { state S; init S; trans S -> S { assign k = 1; }; }",
       "k | 'k' is constant and cannot be changed"},
      {"process T(const int &k) { state S; init S; trans S -> S { assign k = 1; }; }",
       "k | 'k' is constant and cannot be changed"},
      {"process T(clock k) { state S; init S; }", "k | parameter 'k' of type clock must be a reference"},
      {"process T(chan k) { state S; init S; }", "k | parameter 'k' of type chan must be a reference"},
      {"process T(chan k[3]) { state S; init S; }", "k | parameter 'k' of type chan[3] must be a reference"},
      {"process T(chan &k[3], clock &v) { state S; init S; trans S -> S { guard v > 1; sync k[1]!; }; }"},
      {"process T(int &k[3]) { state S; init S; trans S -> S { sync k[1]!; }; }", "k[1] | channel expected, found int"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckTemplate, LocalNamesShadowGlobalOnes) {
  const std::vector<Case> cases = {
      {"process T() { clock i; state S; init S; trans S -> S { assign i = 0; }; }"},
      {"process T(const int i) { state S; init S; trans S -> S { assign i = 1; }; }",
       "i | 'i' is constant and cannot be changed"},
      {"process T() { typedef clock id_t; id_t v; state S; init S; trans S -> S { assign v = 0; }; }"},
      {"process T() { void f() { i = 1; } state S; init S; trans S -> S { assign f(); }; }"},
      {"process T() { void p() { v = 1; } int v; state S; init S; }", "v | unknown identifier 'v'"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckTemplate, Branchpoints) {
  const std::vector<Case> cases = {
      {"process T() { state S; branchpoint B; init S; trans S -> B { guard x > 1; }, B -> S { assign i = 1; "
       "probability 2; }; }"},
      {"process T() { state S; branchpoint B, D; init S; trans S -> B { }, B -> D { }; }",
       "B -> D { } | an edge cannot join two branchpoints"},
      {"process T() { state S; branchpoint B; init B; }", "B | 'B' is a branchpoint, not a location"},
      {"process T() { state S; branchpoint B; commit B; init S; }", "B | 'B' is a branchpoint, not a location"},
  };
  expect_errors(after_names, cases);
}

TEST(CheckTemplate, InitialLocationIsNeeded) {
  Checked with("process P() { state S; init S; }\nsystem P;");
  with.document.templates[0]->initial.reset();
  Diagnostics diagnostics;
  (void)check(with.document, diagnostics);
  ASSERT_EQ(diagnostics.items().size(), 1U);
  EXPECT_EQ(diagnostics.items()[0].message, "template 'P' has no initial location");
}

TEST(CheckTemplate, NotesWhatDeadlockCannotHandle) {
  const auto semantics = [](std::string_view globals, std::string_view labels, std::string_view system) {
    return std::move(Checked(fmt::format("{}\nprocess P() {{ state S; init S; trans S -> S {{ {} }}; }}\n"
                                         "process Q() {{ state S; init S; }}\n{}",
                                         globals, labels, system))
                         .semantics);
  };
  EXPECT_FALSE(semantics("chan c;", "sync c!;", "system P, Q;")->has_priorities);
  EXPECT_TRUE(semantics("chan c; chan priority c;", "sync c!;", "system P, Q;")->has_priorities);
  EXPECT_TRUE(semantics("chan c;", "sync c!;", "system P < Q;")->has_priorities);
  EXPECT_TRUE(
      semantics("broadcast chan c; clock x;", "guard x > 1; sync c?;", "system P;")->has_clock_guarded_receivers);
  EXPECT_FALSE(
      semantics("broadcast chan c; clock x;", "guard x > 1; sync c!;", "system P;")->has_clock_guarded_receivers);
  EXPECT_FALSE(
      semantics("broadcast chan c; int i;", "guard i > 1; sync c?;", "system P;")->has_clock_guarded_receivers);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
