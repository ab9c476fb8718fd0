// The language of UPPAAL 3.4 and before.
#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

constexpr std::string_view kOldNames =
    "int i, j; const N 3; clock x, y; chan c, ca[3]; urgent chan u; int a[3]; bool b;\n";

std::string errors(std::string_view text) { return Checked(std::string(text), "", Dialect::Old).errors(); }
std::string in_old_edge(std::string_view labels) {
  return fmt::format("{}process P {{ state S, T; init S; trans S -> T {{ {} }}; }}\nsystem P;", kOldNames, labels);
}
void expect_old(std::string (*context)(std::string_view), const std::vector<Case>& cases) {
  for (const Case& each : cases) EXPECT_EQ(errors(context(each.text)), each.error) << each.text;
}

TEST(ParseOld, Declarations) {
  const auto context = [](std::string_view text) {
    return fmt::format("{}\nprocess P {{ state S; init S; }}\nsystem P;", text);
  };
  const std::vector<Case> cases = {
      {"int a := 3; bool b := true; clock x[2]; urgent broadcast chan c;"},
      {"const N 3; const M N + 1; int v[M];"},
      {"const N 3, A[2] {1, 2}; int v := A[0];"},
      {"const N -3;"},
      {"const N = 3; const int M = 4;"},
      {"int select, for, forall, struct, typedef, meta, xor, if, return, default;"},
      {"meta int m;", "meta | syntax error: unexpected 'meta', expecting a declaration"},
      {"typedef int t;", "typedef | syntax error: unexpected 'typedef', expecting a declaration"},
      {"const N 3 const M 4;", "const | syntax error: unexpected 'const', expecting ';' after the constants"},
      {"const N;", "; | syntax error: unexpected ';', expecting an expression"},
      {"int a; int a;", "a | duplicate definition of 'a'"},
  };
  expect_old(context, cases);
}

TEST(ParseOld, CommasInGuardsMeanAnd) {
  const std::vector<Case> cases = {
      {"guard i == 1;"},
      {"guard x > 3, i == 1, x =< 5, 3 => j;"},
      {"guard x > 3 and i == 1;"},
      {"guard x > i * 2; sync c!; assign i := 0, x := 0;"},
      {"sync ca[i]?; assign i++, j += 2, i := (b ? 1 : 2);"},
      {"assign x := y, x := x + 1;"},
      {"guard (i == 1, j == 2);", ", | syntax error: unexpected ',', expecting ')' to close '('"},
      {"guard i := 1;", "i := 1 | a guard must be side-effect free"},
      {"guard x > 3 or y > 3;", "x > 3 or y > 3 | two clock constraints cannot be joined with '||' in a guard"},
      {"guard x > 3, ;", "; | syntax error: unexpected ';', expecting an expression"},
      {"select e : int[0,3];", "select | syntax error: unexpected 'select' in an edge"},
  };
  expect_old(in_old_edge, cases);
}

TEST(ParseOld, GuardsBecomeConjunctions) {
  const Checked checked(in_old_edge("guard x > 3, i == 1, j == 2;"), "", Dialect::Old);
  const Expr& guard = *checked.document.templates[0]->edges[0].guard;
  EXPECT_EQ(guard.kind, ExprKind::Binary);
  EXPECT_EQ(guard.op, Operator::And);
  EXPECT_EQ(checked.sources.slice(guard.range), "x > 3, i == 1, j == 2");
}

TEST(ParseOld, Invariants) {
  const auto context = [](std::string_view text) {
    return fmt::format("{}process P {{ state S {{ {} }}; init S; }}\nsystem P;", kOldNames, text);
  };
  const std::vector<Case> cases = {
      {"x <= 3"},
      {"x <= 3, y <= N, i == 1"},
      {"x =< 3"},
      {"", "} | syntax error: unexpected '}', expecting an expression"},
      {"x <= 3; 1", "; | syntax error: unexpected ';', expecting '}' after the invariant"},
      {"x == 3", "x == 3 | '==' on clocks cannot stand in an invariant"},
  };
  expect_old(context, cases);
}

TEST(ParseOld, ParametersAreReferencesUnlessConst) {
  const Checked checked(fmt::format("{}process T(int k, l; const m, n; clock z; chan d[3]) {{ state S; init S; }}\n"
                                    "X := T(i, j, 3, N, x, ca);\nsystem X;",
                                    kOldNames),
                        "", Dialect::Old);
  EXPECT_EQ(checked.errors(), "");
  std::string found;
  for (const Parameter& p : checked.document.templates[0]->parameters)
    found += fmt::format("{}{}{} ", p.symbol->is_const ? "const " : "", p.is_reference ? "&" : "", p.name);
  EXPECT_EQ(found, "&k &l const m const n &z &d ");
}

TEST(ParseOld, Arguments) {
  const auto context = [](std::string_view text) {
    const std::size_t middle = text.find(" := ");
    return fmt::format("{}process T({}) {{ state S; init S; }}\nX := T({});\nsystem X;", kOldNames,
                       text.substr(0, middle), text.substr(middle + 4));
  };
  const std::vector<Case> cases = {
      {"int k := i"},
      {"int k := a[1]"},
      {"const k := N + 1"},
      {"clock z := x"},
      {"urgent chan d := u"},
      {"int k := 1", "1 | left hand side value expected"},
      {"const k := i", "i | an argument must be computable at compile time"},
      {"clock z := i", "i | incompatible argument: int given for 'z' of type clock &"},
      {"chan d := u", "u | incompatible argument: urgent chan given for 'd' of type chan &"},
      {"int k := a[i]", "i | the index of a reference argument must be computable at compile time"},
      {"const k; clock z := 1", "X := T(1); | too few arguments: 'T' takes 2, 1 given"},
  };
  expect_old(context, cases);
}

TEST(ParseOld, Files) {
  EXPECT_EQ(
      errors("process P { int v; const K 3; state S, T; commit S; init S; trans S -> T { }, -> S { }; }\nsystem P;"),
      "");
  EXPECT_EQ(errors("process P() { state select, for; init for; }\nP1 := P();\nsystem P1;"), "");
  EXPECT_EQ(errors("process P(const k) { int v[k]; state S; init S; }\nX := P(3);\nsystem X;"), "");
  EXPECT_EQ(errors("process P { state S; init S; }\nX := P;\nsystem X;"), "; | syntax error: 'P' is not instantiated");
}

TEST(ParseOld, QueriesUseNamesThatAreNewKeywords) {
  const std::string model = "int select, xor, meta;\nprocess P { state S, for; init S; }\nsystem P;";
  for (const std::string_view query : {"E<> select == 1 and P.for", "E<> xor == meta", "E<> xor xor xor"})
    EXPECT_EQ(Checked(model, query, Dialect::Old).errors(), "") << query;
}

TEST(ParseOld, ReservedWordsOfEachDialect) {
  EXPECT_TRUE(is_reserved_word("for", Dialect::New));
  EXPECT_FALSE(is_reserved_word("for", Dialect::Old));
  EXPECT_TRUE(is_reserved_word("guard", Dialect::Old));
  EXPECT_TRUE(is_reserved_name("guard"));
  EXPECT_TRUE(is_reserved_name("deadlock"));
  EXPECT_TRUE(is_reserved_name("forall"));
  EXPECT_FALSE(is_reserved_name("for"));
  EXPECT_FALSE(is_reserved_name("select"));
}

}  // namespace
}  // namespace zonda::lang::check_fixture
