#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

struct Formula {
  Sources sources;
  Diagnostics diagnostics;
  Document document;
  Query query;

  explicit Formula(std::string text) {
    query.text = TextBlock::plain(sources, sources.add("q", std::move(text)));
    parse_query(query, document, diagnostics);
  }
  // The kind and the parts, or 'column message'.
  [[nodiscard]] std::string reading() const {
    if (diagnostics.has_errors()) {
      const Diagnostic& d = diagnostics.items()[0];
      return fmt::format("{} {}", sources.position(d.range.begin).column, d.message);
    }
    std::string result(spelling(query.kind));
    for (const Expr* e : {query.predicate, query.conclusion})
      if (e != nullptr) result += fmt::format(" [{}]", sources.slice(e->range));
    if (query.bound != nullptr)
      result += fmt::format(" {}{}", query.is_bound_strict ? "< " : "", sources.slice(query.bound->range));
    for (const Expr* e : query.values) result += fmt::format(" <{}>", sources.slice(e->range));
    return result;
  }
  [[nodiscard]] std::string hint() const { return diagnostics.has_errors() ? diagnostics.items()[0].hint : ""; }
};

std::string reading(std::string text) { return Formula(std::move(text)).reading(); }

TEST(ParseQuery, EveryKind) {
  EXPECT_EQ(reading("E<> P.S && i == 1"), "E<> [P.S && i == 1]");
  EXPECT_EQ(reading("A[]not deadlock"), "A[] [not deadlock]");
  EXPECT_EQ(reading("E[] (p)"), "E[] [(p)]");
  EXPECT_EQ(reading("A<> forall(k : int[0,2]) R(k).A"), "A<> [forall(k : int[0,2]) R(k).A]");
  EXPECT_EQ(reading("p imply q --> r or s"), "--> [p imply q] [r or s]");
  EXPECT_EQ(reading("sup: x, i + 1"), "sup <x> <i + 1>");
  EXPECT_EQ(reading("inf{P.S}: x"), "inf [P.S] <x>");
  EXPECT_EQ(reading("bounds {p && q} : x"), "bounds [p && q] <x>");
  EXPECT_EQ(reading(""), "empty");
  EXPECT_EQ(reading("  // nothing\n"), "empty");
  EXPECT_EQ(reading("E<> p // why"), "E<> [p]");
}

TEST(ParseQuery, EveryPattern) {
  EXPECT_EQ(reading("p -->[<=5] q"), "--> [p] [q] 5");
  EXPECT_EQ(reading("p --> [ < 2 * T ] q"), "--> [p] [q] < 2 * T");
  EXPECT_EQ(reading("q within 5 of p || r"), "--> [p || r] [q] 5");
  EXPECT_EQ(reading("p within T + 1"), "within [p] T + 1");
  EXPECT_EQ(reading("p && q every 5"), "every [p && q] 5");
  EXPECT_EQ(reading("p for at least 5"), "for at least [p] 5");
  EXPECT_EQ(reading("not p for at most 5"), "for at most [not p] 5");
  EXPECT_EQ(reading("p for 5 after q"), "for … after [p] [q] 5");
  EXPECT_EQ(reading("p for at after q"), "for … after [p] [q] at");
  EXPECT_EQ(reading("p never follows q within 5"), "never follows [p] [q] 5");
  EXPECT_EQ(reading("p precedes q imply r"), "precedes [p] [q imply r]");
}

TEST(ParseQuery, MistakesInPatterns) {
  EXPECT_EQ(reading("p -->[5] q"), "7 syntax error: unexpected number 5, expecting '<=' after '-->['");
  EXPECT_EQ(reading("p -->[<=5 q"), "11 syntax error: unexpected 'q', expecting ']' after the bound");
  EXPECT_EQ(reading("p within 5 after q"), "12 syntax error: unexpected 'after', expecting the end of the formula");
  EXPECT_EQ(reading("p for at 5"), "10 syntax error: unexpected number 5, expecting 'after'");
  EXPECT_EQ(reading("p never q"), "9 syntax error: unexpected 'q', expecting 'follows'");
  EXPECT_EQ(reading("p never follows q"), "18 syntax error: unexpected end of text, expecting 'within'");
  EXPECT_EQ(reading("p precedes"), "11 syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(reading("p for"), "6 syntax error: unexpected end of text, expecting an expression");
}

TEST(ParseQuery, WordsOfPatternsAreAlsoNames) {
  EXPECT_EQ(reading("within == 1 within every of of"), "--> [of] [within == 1] every");
  EXPECT_EQ(reading("E<> precedes && never > after"), "E<> [precedes && never > after]");
}

TEST(ParseQuery, WordsOfQueriesAreAlsoNames) {
  EXPECT_EQ(reading("E<> sup == 1 && strategy > control"), "E<> [sup == 1 && strategy > control]");
  EXPECT_EQ(reading("strategy == 1 --> inf == 2"), "--> [strategy == 1] [inf == 2]");
  EXPECT_EQ(reading("A.x --> E.x"), "--> [A.x] [E.x]");
  EXPECT_EQ(reading("E<> xor == 1 xor meta"), "E<> [xor == 1 xor meta]");
  EXPECT_EQ(reading("E<> P.for && P.init && P.deadlock"), "E<> [P.for && P.init && P.deadlock]");
  EXPECT_EQ(reading("E<> U == W"), "E<> [U == W]");
  EXPECT_EQ(reading("EF == 1 --> p"), "--> [EF == 1] [p]");
}

TEST(ParseQuery, Mistakes) {
  EXPECT_EQ(reading("P.S && i == 1"), "1 syntax error: a path quantifier is missing");
  EXPECT_EQ(reading("A[]"), "4 syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(reading("E<> p q"), "7 syntax error: unexpected 'q', expecting the end of the formula");
  EXPECT_EQ(reading("E<> (p && q"), "12 syntax error: unexpected end of text, expecting ')' to close '('");
  EXPECT_EQ(reading("E<> p)"), "6 syntax error: unexpected ')', expecting the end of the formula");
  EXPECT_EQ(reading("E<> p, q"), "6 syntax error: unexpected ',', expecting the end of the formula");
  EXPECT_EQ(reading("p --> q --> r"), "9 syntax error: unexpected '-->', expecting the end of the formula");
  EXPECT_EQ(reading("--> q"), "1 syntax error: unexpected '-->', expecting an expression");
  EXPECT_EQ(reading("p -> q"), "3 syntax error: unexpected '->', expecting '-->'");
  EXPECT_EQ(reading("sup i"), "5 syntax error: unexpected 'i', expecting '-->'");
  EXPECT_EQ(reading("sup:"), "5 syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(reading("sup{p} i"), "8 syntax error: unexpected 'i', expecting ':' before the expressions");
  EXPECT_EQ(reading("sup{p: i"), "6 syntax error: unexpected ':', expecting '}' after the condition");
  EXPECT_EQ(reading("E<> int"), "5 syntax error: unexpected 'int', expecting an expression");
  EXPECT_EQ(Formula("E<> p q").query.kind, QueryKind::Malformed);
}

// A number that is too large parses as another one.
TEST(ParseQuery, AMistakeInATokenMakesTheQueryWrong) {
  const Formula formula("E<> x > 99999999999");
  EXPECT_EQ(formula.reading(), "9 number 99999999999 is too large");
  EXPECT_EQ(formula.query.kind, QueryKind::Malformed);
}

TEST(ParseQuery, MistakesWithAHint) {
  const std::vector<std::vector<std::string>> cases = {
      {"A [] p", "1 syntax error: a blank inside 'A[]'", "write A[]"},
      {"A[ ] p", "1 syntax error: a blank inside 'A[]'", "write A[]"},
      {"E <> p", "1 syntax error: a blank inside 'E<>'", "write E<>"},
      {"E< > p", "1 syntax error: a blank inside 'E<>'", "write E<>"},
      {"a[] p", "1 syntax error: a path quantifier has a capital letter", "write A[]"},
      {"e<> p", "1 syntax error: a path quantifier has a capital letter", "write E<>"},
      {"AG p", "1 syntax error: 'AG' is not a path quantifier", "write A[]"},
      {"EF (p)", "1 syntax error: 'EF' is not a path quantifier", "write E<>"},
      {"AF p", "1 syntax error: 'AF' is not a path quantifier", "write A<>"},
      {"EG p", "1 syntax error: 'EG' is not a path quantifier", "write E[]"},
      {"E<> p;", "6 syntax error: a query does not end with ';'", "remove it"},
      {"E<> x &lt;= 3", "7 syntax error: '&lt;' is XML", "write '<'"},
      {"E<> x &gt; 3", "7 syntax error: '&gt;' is XML", "write '>'"},
      {"E<> p &amp;& q", "7 syntax error: '&amp;' is XML", "write '&'"},
      {"E<> A[] p", "5 syntax error: unexpected 'A[]' inside a formula", "path quantifiers cannot be nested"},
      {"A[] p => q", "7 syntax error: '=>' is not an operator",
       "write '>=' for a comparison, 'imply' for an implication"},
      {"A[] p =< q", "7 syntax error: '=<' is not an operator", "write '<='"},
      {"A[] p <> q", "7 syntax error: unexpected '<>', expecting the end of the formula", "write '!=' for 'not equal'"},
      {"p", "1 syntax error: a path quantifier is missing",
       "start with E<>, A[], E[], A<>, sup:, inf: or write p --> q"},
  };
  for (const auto& each : cases) {
    const Formula formula(each[0]);
    EXPECT_EQ(formula.reading(), each[1]) << each[0];
    EXPECT_EQ(formula.hint(), each[2]) << each[0];
  }
}

TEST(ParseQuery, ExtensionsAreNamed) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"Pr[<=10](<> p)", "a statistical query (Pr)"},
      {"Pr[<=10](<> p) >= 0.9", "a statistical query (Pr)"},
      {"Pr (<>[0,10] p)", "a statistical query (Pr)"},
      {"simulate [<=10] {i}", "a statistical query (simulate)"},
      {"simulate 1 [<=10] {i}", "a statistical query (simulate)"},
      {"E[<=10; 100](max: i)", "a statistical query (E[…])"},
      {"control: A<> p", "a game query (control)"},
      {"E<> control: A<> p", "a game query (control)"},
      {"{p, q} control: A<> r", "a game query with partial observation ({…} control)"},
      {"control_t*(1,2): A<> p", "a game query (control_t)"},
      {"A[p U q]", "an until or weak-until formula (A[p U q])"},
      {"A[p W q]", "an until or weak-until formula (A[p U q])"},
      {"strategy S = control: A<> p", "a strategy definition"},
      {"minE(x)[<=10]: <> p", "a learning query (minE)"},
      {"maxE(x)[<=10]: <> p", "a learning query (maxE)"},
      {"minPr[<=10]: <> p", "a learning query (minPr)"},
      {"maxPr[<=10]: <> p", "a learning query (maxPr)"},
      {"loadStrategy{a}->{b}(\"f\")", "a strategy query (loadStrategy)"},
      {"saveStrategy(\"f\", S)", "a strategy query (saveStrategy)"},
      {"E<> p under S", "a query under a strategy"},
      {"E<> p imitate S", "a query under a strategy"},
      {"sat: Chart", "a scenario query (sat, live sequence charts)"},
  };
  for (const auto& [text, feature] : cases) {
    const Formula formula(text);
    EXPECT_FALSE(formula.diagnostics.has_errors()) << text;
    EXPECT_EQ(formula.query.kind, QueryKind::Unsupported) << text;
    EXPECT_EQ(formula.query.feature, feature) << text;
  }
  EXPECT_EQ(spelling(QueryKind::Unsupported), "unsupported");
  EXPECT_EQ(spelling(QueryKind::Malformed), "malformed");
}

}  // namespace
}  // namespace zonda::lang::check_fixture
