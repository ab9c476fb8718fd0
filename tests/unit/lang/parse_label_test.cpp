// The texts of an XML file, each with a start symbol of its own.
#include "check_fixture.hpp"

namespace zonda::lang::check_fixture {
namespace {

struct Label {
  Sources sources;
  Diagnostics diagnostics;
  Document document;

  explicit Label(Dialect dialect = Dialect::New) { document.dialect = dialect; }
  TextBlock block(std::string_view text) { return TextBlock::plain(sources, sources.add("label", std::string(text))); }
  [[nodiscard]] std::string slice(const Expr* e) const {
    return e == nullptr ? "" : std::string(sources.slice(e->range));
  }
  // 'column message' of the first error.
  [[nodiscard]] std::string error() const {
    if (!diagnostics.has_errors()) return "";
    const Diagnostic& d = diagnostics.items()[0];
    return fmt::format("{} {}", sources.position(d.range.begin).column, d.message);
  }
};

using Parse = void (*)(const TextBlock&, EdgeSyntax&, Document&, Diagnostics&);

std::string edge_error(Parse parse, std::string_view text, Dialect dialect = Dialect::New) {
  Label label(dialect);
  EdgeSyntax edge;
  parse(label.block(text), edge, label.document, label.diagnostics);
  return label.error();
}

TEST(ParseLabel, Guards) {
  Label label;
  EdgeSyntax edge;
  parse_guard(label.block("\n i == 1 &&\n j == 2 // why\n"), edge, label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "");
  EXPECT_EQ(label.slice(edge.guard), "i == 1 &&\n j == 2");
  EXPECT_EQ(edge_error(parse_guard, "i == 1, j == 2"), "7 syntax error: unexpected ',' in a condition");
  EXPECT_EQ(edge_error(parse_guard, "i == 1;"), "7 syntax error: unexpected ';', expecting the end of the guard");
  EXPECT_EQ(edge_error(parse_guard, "i =="), "5 syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(edge_error(parse_guard, "i == 1, j == 2", Dialect::Old), "");
}

TEST(ParseLabel, Synchronisations) {
  const auto mark = [](std::string_view text) {
    Label label;
    EdgeSyntax edge;
    parse_synchronisation(label.block(text), edge, label.document, label.diagnostics);
    EXPECT_EQ(label.error(), "");
    EXPECT_EQ(label.sources.slice(edge.sync_range), text);
    return edge.sync;
  };
  EXPECT_EQ(mark("c!"), SyncMark::Send);
  EXPECT_EQ(mark("c[i + 1]?"), SyncMark::Receive);
  EXPECT_EQ(mark("(b ? c : d)?"), SyncMark::Receive);
  EXPECT_EQ(mark("c"), SyncMark::Csp);
  EXPECT_EQ(edge_error(parse_synchronisation, "c!;"),
            "3 syntax error: unexpected ';', expecting the end of the synchronisation");
  EXPECT_EQ(edge_error(parse_synchronisation, "!c"), "1 syntax error: '!' must come after the channel");
  EXPECT_EQ(edge_error(parse_synchronisation, "c +"),
            "4 syntax error: unexpected end of text, expecting an expression");
  EXPECT_EQ(edge_error(parse_synchronisation, "c d"),
            "3 syntax error: unexpected 'd', expecting '!' or '?' after the channel");
}

TEST(ParseLabel, SelectsAndProbabilities) {
  Label label;
  EdgeSyntax edge;
  parse_select(label.block("e : id_t, k : int[0,3]"), edge, label.document, label.diagnostics);
  parse_probability(label.block("3 + n"), edge, label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "");
  ASSERT_EQ(edge.selects.size(), 2U);
  EXPECT_EQ(edge.selects[1].name, "k");
  EXPECT_EQ(label.slice(edge.probability), "3 + n");
  EXPECT_EQ(edge_error(parse_select, "e"),
            "2 syntax error: unexpected end of text, expecting ':' between name and type");
  EXPECT_EQ(edge_error(parse_select, "e : id_t;"),
            "9 syntax error: unexpected ';', expecting the end of the select label");
  EXPECT_EQ(edge_error(parse_probability, "1;"),
            "2 syntax error: unexpected ';', expecting the end of the probability");
}

TEST(ParseLabel, Updates) {
  Label label;
  EdgeSyntax edge;
  parse_update(label.block("i = 1,\n x := 0"), edge, label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "");
  EXPECT_EQ(edge.updates.size(), 2U);
  EXPECT_EQ(edge_error(parse_update, "i = 1;"), "6 syntax error: unexpected ';', expecting the end of the update");
  EXPECT_EQ(edge_error(parse_update, "i = 1; j = 2"), "6 syntax error: unexpected ';' between updates");
}

TEST(ParseLabel, InvariantsAndRates) {
  Label label;
  LocationSyntax location;
  EXPECT_EQ(label.slice(parse_invariant(label.block("x <= 3"), label.document, label.diagnostics)), "x <= 3");
  parse_exponential_rate(label.block("1 : 2"), location, label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "");
  EXPECT_EQ(label.slice(location.rate), "1");
  EXPECT_EQ(label.slice(location.rate_divisor), "2");
  parse_exponential_rate(label.block("1 : 2 : 3"), location, label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "7 syntax error: unexpected ':', expecting the end of the exponential rate");
  Label wrong;
  EXPECT_EQ(parse_invariant(wrong.block("<= 3"), wrong.document, wrong.diagnostics), nullptr);
  EXPECT_EQ(wrong.error(), "1 syntax error: unexpected '<=', expecting an expression");
}

TEST(ParseLabel, Parameters) {
  Label label;
  const auto parameters = parse_parameters(label.block("const id_t id, chan &c[2]"), label.document, label.diagnostics);
  EXPECT_EQ(label.error(), "");
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_FALSE(parameters[0].is_reference);
  EXPECT_TRUE(parameters[1].is_reference);
  EXPECT_EQ(parameters[1].dims.size(), 1U);
  Label none;
  EXPECT_TRUE(parse_parameters(none.block("  "), none.document, none.diagnostics).empty());
  Label wrong;
  (void)parse_parameters(wrong.block("int a; int b"), wrong.document, wrong.diagnostics);
  EXPECT_EQ(wrong.error(), "6 syntax error: unexpected ';' between parameters");
  Label typeless;
  (void)parse_parameters(typeless.block("id"), typeless.document, typeless.diagnostics);
  EXPECT_EQ(typeless.error(), "3 syntax error: unexpected end of text, expecting the name of a parameter");
}

TEST(ParseLabel, SyntaxErrorsOfTheModelAreNoted) {
  Label label;
  EdgeSyntax edge;
  parse_guard(label.block("i =="), edge, label.document, label.diagnostics);
  EXPECT_TRUE(label.document.has_syntax_errors);
  Label query;
  Query wrong;
  wrong.text = query.block("E<>");
  parse_query(wrong, query.document, query.diagnostics);
  EXPECT_FALSE(query.document.has_syntax_errors);
}

}  // namespace
}  // namespace zonda::lang::check_fixture
