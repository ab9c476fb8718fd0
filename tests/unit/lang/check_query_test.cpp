#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

constexpr std::string_view kProcesses =
    R"(process P() { int li; int la[3]; clock lx; rec_t lrec; const int LC = 3; typedef int[0,1] lt;
int lf(int v) { return v + li; } int lh() { li = 1; return 1; }
state S, T; branchpoint B; init S; trans S -> T { select e : id_t; guard x >= 2; assign li = e; }; }
process R9(const id_t k, const id_t l) { int v; state A, B; init A; }
process W(const id_t k, int &w) { state A; init A; }
process SC(sc_t k) { state A; init A; }
Q(const id_t k) = R9(k, 1);
W1(const id_t k) = W(k, i);
Off = P();
system P, R9, Q, W1, SC;
)";

void expect_queries(const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    const Checked checked(fmt::format("{}{}", kNames, kProcesses), each.text);
    EXPECT_EQ(checked.errors(), each.error) << each.text;
    EXPECT_EQ(checked.document.queries[0].has_error, !each.error.empty()) << each.text;
    EXPECT_FALSE(checked.diagnostics.has_model_errors()) << each.text;
  }
}

TEST(CheckQuery, Conditions) {
  const std::vector<Case> cases = {
      {"E<> i == 1"},
      {"A[] i"},
      {"A[] P.S imply x > 3"},
      {"E[] not (x > 3) or y == 2"},
      {"A<> x != 3"},
      {"E<> x - y > 3 xor b"},
      {"P.S --> x > 3"},
      {"E<> forall(k : id_t) arr[k] > 0"},
      {"E<> exists(k : id_t) xa[k] > 3"},
      {"E<> (sum(k : id_t) arr[k]) > 3"},
      {"E<> rec == rec2"},
      {"E<> b ? i : j"},
      {"E<> x > 3 ? b : b2"},
      {"E<> pure()"},
      {"E<> f(P.li) == 1"},
      {"E<> m == N"},
      {"A[] x", "x | a query needs a condition, found clock"},
      {"A[] x - y", "x - y | a query needs a condition, found clock difference"},
      {"A[] c", "c | a query needs a condition, found chan"},
      {"A[] rec", "rec | a query needs a condition, found rec_t"},
      {"A[] arr", "arr | a query needs a condition, found int[3]"},
      {"A[] s", "s | a query needs a condition, found sc_t"},
      {"A[] 1.5", "1.5 | a query needs a condition, found double"},
      {"A[] P", "P | a query needs a condition, found process"},
      {"A[] R9", "R9 | a query needs a condition, found process"},
      {"A[] x' == 1", "x' == 1 | a rate cannot stand in a query"},
      {"E<> b ? x > 3 : y > 3", "b ? x > 3 : y > 3 | a clock constraint cannot be an arm of '? :'"},
      {"E<> (x > 3) == b", "(x > 3) == b | a clock constraint cannot be compared with '=='"},
      {"E<> forall(k : bool) k", "bool | unknown type 'bool'"},
      {"E<> unknown", "unknown | unknown identifier 'unknown'"},
      {"i == 1 --> rec", "rec | a query needs a condition, found rec_t"},
      {"rec --> i == 1", "rec | a query needs a condition, found rec_t"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, NothingIsChanged) {
  const std::vector<Case> cases = {
      {"E<> i = 1", "i = 1 | a query must be side-effect free"},
      {"E<> i++", "i++ | a query must be side-effect free"},
      {"E<> g() == 1", "g() | a query must be side-effect free"},
      {"E<> ref(i) == 1", "ref(i) | a query must be side-effect free"},
      {"E<> P.lh() == 1", "P.lh() | a query must be side-effect free"},
      {"E<> P.li = 1", "P.li = 1 | a query must be side-effect free"},
      {"sup: g()", "g() | a query must be side-effect free"},
      {"sup{i = 1}: i", "i = 1 | a query must be side-effect free"},
      {"(i = 1) --> b", "(i = 1) | a query must be side-effect free"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, MembersOfProcesses) {
  const std::vector<Case> cases = {
      {"E<> P.S"},
      {"E<> P.li == 1 && P.la[P.li] == 1"},
      {"E<> P.lx > x"},
      {"E<> P.lrec.a == 1 && P.LC == 3"},
      {"E<> P.lf(1) == 1"},
      {"E<> P.location == 1"},
      {"E<> P.S + P.T == 1"},
      {"E<> P.unknown", "P.unknown | 'P' has no member named 'unknown'"},
      {"E<> P.s", "P.s | 'P' has no member named 's'"},
      {"E<> P.i == 1", "P.i | 'P' has no member named 'i'"},
      {"E<> P.e == 1", "P.e | 'P' has no member named 'e'"},
      {"E<> P.lt", "P.lt | 'lt' is a type, not a value"},
      {"E<> P.lf", "P.lf | a query needs a condition, found function"},
      {"E<> P.lf() == 1", "P.lf() | too few arguments: 'lf' takes 1, 0 given"},
      {"E<> P.B", "P.B | 'B' is a branchpoint: no process is ever there"},
      {"E<> P.S.T", "P.S | bool is not a structure"},
      {"E<> p.S", "p | unknown identifier 'p'"},
      {"E<> Off.S", "Off | 'Off' is not in the system line"},
      {"E<> unknown.S", "unknown | unknown identifier 'unknown'"},
      {"E<> S", "S | unknown identifier 'S'"},
      {"E<> i.S", "i | int is not a structure"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, ProcessesOfSets) {
  const std::vector<Case> cases = {
      {"E<> R9(0, 1).A"},
      {"E<> R9(i, j).v == 1"},
      {"E<> exists(k : id_t) forall(l : id_t) R9(k, l).A"},
      {"E<> Q(1).A && Q(1).l == 1"},
      {"E<> W1(1).w == 1"},
      {"E<> SC(s).A"},
      {"E<> exists(k : sc_t) SC(k).A"},
      {"E<> R9(0, 1).k == 0"},
      {"E<> R9.A", "R9 | 'R9' is a set of processes"},
      {"E<> R9(0).A", "R9(0) | too few arguments: 'R9' takes 2, 1 given"},
      {"E<> R9(0, 1, 2).A", "R9(0, 1, 2) | too many arguments: 'R9' takes 2, 3 given"},
      {"E<> R9[0][1].A", "R9[0] | processes of a set are written with parentheses"},
      {"E<> R9(x, 1).A", "x | incompatible argument: clock given for 'k' of type id_t"},
      {"E<> R9(g(), 1).A", "g() | a query must be side-effect free"},
      {"E<> SC(0).A", "0 | incompatible argument: int given for 'k' of type sc_t"},
      {"E<> P().S", "P() | 'P' is one process, not a set"},
      {"E<> P(1).S", "P(1) | 'P' is one process, not a set"},
      {"E<> R9(0, 1)", "R9(0, 1) | a query needs a condition, found process"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, Deadlock) {
  const std::vector<Case> cases = {
      {"A[] not deadlock"},
      {"E<> deadlock && x > 3"},
      {"A[] P.S imply not deadlock"},
      {"E[] deadlock", "deadlock | 'deadlock' can only be used in E<> and A[] queries"},
      {"A<> deadlock", "deadlock | 'deadlock' can only be used in E<> and A[] queries"},
      {"deadlock --> P.S", "deadlock | 'deadlock' can only be used in E<> and A[] queries"},
      {"P.S --> deadlock", "deadlock | 'deadlock' can only be used in E<> and A[] queries"},
      {"sup{deadlock}: i", "deadlock | 'deadlock' can only be used in E<> and A[] queries"},
      {"sup: deadlock", "deadlock | integer or clock expected, found deadlock condition"},
      {"E<> deadlock == 1", "deadlock == 1 | a clock constraint cannot be compared with '=='"},
      {"E<> (deadlock ? 1 : 2) == 1", "deadlock | 'deadlock' cannot be the condition of '? :'"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, SupremumAndItsKin) {
  const std::vector<Case> cases = {
      {"sup: i"},
      {"inf: x, i + j"},
      {"bounds: P.lx"},
      {"sup: x + 1"},
      {"sup: 1 + x"},
      {"sup{P.S && x > 3}: y"},
      {"inf{not P.S}: b"},
      {"sup: P.S"},
      {"sup: x - y", "x - y | integer or clock expected, found clock difference"},
      {"sup: x + y", "x + y | integer or clock expected, found double"},
      {"sup: 2 * x", "2 * x | integer or clock expected, found double"},
      {"sup: -x", "-x | integer or clock expected, found double"},
      {"sup: x > 3", "x > 3 | integer or clock expected, found clock constraint"},
      {"sup: rec", "rec | integer or clock expected, found rec_t"},
      {"sup: arr", "arr | integer or clock expected, found int[3]"},
      {"sup: c", "c | integer or clock expected, found chan"},
      {"sup: P", "P | integer or clock expected, found process"},
      {"sup: 1.5", "1.5 | integer or clock expected, found double"},
      {"sup: d", "d | integer or clock expected, found double"},
      {"sup{x}: x", "x | a query needs a condition, found clock"},
      {"sup{rec}: i", "rec | a query needs a condition, found rec_t"},
  };
  expect_queries(cases);
}

TEST(CheckQuery, Hints) {
  const auto hint = [](std::string_view query) {
    return Checked(fmt::format("{}{}", kNames, kProcesses), query).hints();
  };
  EXPECT_EQ(hint("E<> p.S"), "did you mean 'P'?");
  EXPECT_EQ(hint("E<> T"), "write P.T");
  EXPECT_EQ(hint("E<> A"), "write R9(…).A");
  EXPECT_EQ(hint("E<> P.U"), "its locations are S, T");
  EXPECT_EQ(hint("E<> P.lj == 1"), "did you mean 'li'?");
  EXPECT_EQ(hint("E<> P"), "name one of its locations, as in P.idle");
  EXPECT_EQ(hint("E<> R9.A"), "say which one: R9(…)");
  EXPECT_EQ(hint("E<> R9[0].A"), "write P(i)");
  EXPECT_EQ(hint("E<> P().S"), "write P");
  EXPECT_EQ(hint("A[] not deadlok"), "did you mean 'deadlock'?");
  EXPECT_EQ(hint("E<> b ? x > 3 : y > 3"), "write (b && p) || (!b && q) in a query");
}

TEST(CheckQuery, ManyLocationsAreNotAllListed) {
  const Checked checked("process P() { state A1, B2, C3, D4, E5, F6, G7; init A1; }\nsystem P;", "E<> P.unknown");
  EXPECT_EQ(checked.hints(), "its locations are A1, B2, C3, D4, E5, F6, …");
}

TEST(CheckQuery, QueriesSeeTheSystemSection) {
  const std::string model = "process P() { state S; init S; }\nint z; int q() { return z; } X9 = P();\nsystem X9;";
  EXPECT_EQ(Checked(model, "E<> X9.S && z == q()").errors(), "");
  EXPECT_EQ(Checked(model, "E<> P.S").errors(), "P | 'P' is not in the system line");
}

TEST(CheckQuery, OneMoreQueryCanBeChecked) {
  Checked checked("int i; process P() { state S; init S; }\nsystem P;");
  Query query;
  query.text = TextBlock::plain(checked.sources, checked.sources.add("later", "E<> j == 1"));
  parse_query(query, checked.document, checked.diagnostics);
  check_query(query, checked.document, *checked.semantics, checked.diagnostics);
  EXPECT_TRUE(query.has_error);
  EXPECT_EQ(checked.errors(), "j | unknown identifier 'j'");
}

TEST(CheckQuery, QueriesThatDidNotParseStayWrong) {
  EXPECT_TRUE(Checked("process P() { state S; init S; }\nsystem P;", "E<>").document.queries[0].has_error);
  EXPECT_FALSE(
      Checked("process P() { state S; init S; }\nsystem P;", "control: A<> P.S").document.queries[0].has_error);
}

TEST(CheckQuery, EveryQueryHasItsOwnError) {
  Checked checked("process P() { state S; init S; }\nsystem P;", "E<> zz == 1");
  Query second;
  second.text = TextBlock::plain(checked.sources, checked.sources.add("later", "A[] zz == 1"));
  parse_query(second, checked.document, checked.diagnostics);
  check_query(second, checked.document, *checked.semantics, checked.diagnostics);
  EXPECT_TRUE(second.has_error);
  EXPECT_EQ(checked.diagnostics.error_count(), 2U);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
