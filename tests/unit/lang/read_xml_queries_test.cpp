#include "unit/lang/read_xml_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

using namespace xml_fixture;

TEST(ReadXml, QueriesKeepWhatBelongsToThem) {
  const Read read(
      query("<option key='--search-order' value='1'/>"
            "<query><formula>E&lt;&gt; P.A</formula><comment>why &amp; how</comment><option key='k' value='v'/>"
            "<expect outcome='success' type='symbolic' value='3'><resource type='time' value='3' unit='s'/></expect>"
            "<result outcome='failure'><option key='x' value='y'/></result></query>"
            "<query><formula/><comment>empty</comment></query>"));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->options.at(0).key, "--search-order");
  ASSERT_EQ(read.document->queries.size(), 2U);
  const Query& first = read.document->queries[0];
  EXPECT_EQ(first.kind, QueryKind::Possibly);
  EXPECT_EQ(first.text.text, "E<> P.A");
  EXPECT_EQ(read.sources.slice(first.range), "E&lt;&gt; P.A");
  EXPECT_EQ(first.comment, "why & how");
  ASSERT_EQ(first.options.size(), 1U);
  EXPECT_EQ(first.options[0].value, "v");
  ASSERT_EQ(first.expectations.size(), 1U);
  EXPECT_EQ(first.expectations[0].outcome, "success");
  EXPECT_EQ(first.expectations[0].type, "symbolic");
  EXPECT_EQ(first.expectations[0].value, "3");
  EXPECT_EQ(first.expectations[0].resources.at(0).unit, "s");
  EXPECT_EQ(read.document->queries[1].kind, QueryKind::Empty);
  EXPECT_EQ(read.document->queries[1].comment, "empty");
}

TEST(ReadXml, FormulaOverSeveralLinesIsOneFormula) {
  const Read read(query("<query><formula>\nA[] (P.A\n  &amp;&amp; // why\n P.B)\n</formula></query>"));
  EXPECT_EQ(read.errors(), "");
  ASSERT_EQ(read.document->queries.size(), 1U);
  EXPECT_EQ(read.document->queries[0].text.text, "A[] (P.A\n  && // why\n P.B)");
  EXPECT_EQ(print_query(read.document->queries[0]), "A[] P.A && P.B");
}

TEST(ReadXml, SeveralFormulasAreSeveralQueries) {
  const Read read(query("<query><formula>E&lt;&gt; P.A\n// and\nA[] P.B</formula><comment>both</comment></query>"));
  EXPECT_EQ(read.errors(), "");
  ASSERT_EQ(read.document->queries.size(), 2U);
  EXPECT_EQ(read.document->queries[1].text.text, "A[] P.B");
  EXPECT_EQ(read.document->queries[1].comment, "both");
  EXPECT_EQ(read.sources.place(read.document->queries[1].range), "m.xml:6:1");
}

TEST(ReadXml, ErrorInAFormulaOfSeveralLinesIsReportedOnce) {
  const Read read(query("<query><formula>A[] (P.A\n || || P.B)</formula></query>"));
  EXPECT_EQ(read.document->queries.size(), 1U);
  ASSERT_EQ(read.diagnostics.error_count(), 1U) << read.errors();
  EXPECT_EQ(read.sources.place(read.diagnostics.items()[0].range), "m.xml:5:5");
}

TEST(ReadXml, FormulaOfNothingButCommentsIsEmpty) {
  const Read read(query("<query><formula>// later</formula></query>"));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->queries.at(0).kind, QueryKind::Empty);
}

TEST(ReadXml, FormulaMayCarryItsExpectation) {
  const Read read(query("<query><formula>E&lt;&gt; P.A /* EXPECT:F */</formula></query>"));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->queries.at(0).expectations.at(0).outcome, "failure");
}

}  // namespace
}  // namespace zonda::lang
