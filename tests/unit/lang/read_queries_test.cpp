#include "lang/query_lines.hpp"
#include "lang/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct ReadQueries {
  Sources sources;
  Diagnostics diagnostics;
  Document document;

  explicit ReadQueries(std::string text) {
    read_queries(sources, sources.add("m.q", std::move(text)), document, diagnostics);
  }
  std::vector<std::string> formulas() const {
    std::vector<std::string> result;
    for (const Query& query : document.queries) result.emplace_back(query.text.text);
    return result;
  }
  const Query& query(std::size_t i = 0) const { return document.queries.at(i); }
  std::string errors() const { return render(diagnostics, sources); }
};

TEST(ReadQueries, OneFormulaALine) {
  const ReadQueries read("E<> a\n\n  A[] b  \n\tc --> d");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a", "A[] b", "c --> d"));
  EXPECT_EQ(read.query(0).kind, QueryKind::Possibly);
  EXPECT_EQ(read.query(2).kind, QueryKind::LeadsTo);
  EXPECT_EQ(read.sources.place(read.query(1).range), "m.q:3:3");
  EXPECT_EQ(read.errors(), "");
}

TEST(ReadQueries, EmptyFileHasNone) {
  EXPECT_TRUE(ReadQueries("").document.queries.empty());
  EXPECT_TRUE(ReadQueries(" \n// nothing\n/* E<> a */\n").document.queries.empty());
}

TEST(ReadQueries, CarriageReturnsAreLineBreaks) {
  EXPECT_THAT(ReadQueries("E<> a\r\nA[] b\r\n").formulas(), ElementsAre("E<> a", "A[] b"));
  EXPECT_THAT(ReadQueries("E<> a\rA[] b").formulas(), ElementsAre("E<> a", "A[] b"));
}

TEST(ReadQueries, CommentsAreNoPartOfTheFormula) {
  const ReadQueries read("// one\nE<> a // two\n/* three */ A[] b /* four */\n/* five\nE<> c\n*/\nA<> d\n");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a", "A[] b", "A<> d"));
  EXPECT_EQ(read.errors(), "");
}

TEST(ReadQueries, CommentInsideAFormulaStays) {
  const ReadQueries read("E<> a /* x\n y */ && b\n");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a /* x\n y */ && b"));
  EXPECT_EQ(read.errors(), "");
}

TEST(ReadQueries, CommentSignsInStringsAreText) {
  EXPECT_THAT(ReadQueries("saveStrategy(\"http://a\", S) // b\n").formulas(),
              ElementsAre("saveStrategy(\"http://a\", S)"));
}

TEST(ReadQueries, BackslashJoinsLines) {
  const ReadQueries read("E<> a && \\\n  b && \\  \r\n c\nA[] d\n");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a &&    b &&   c", "A[] d"));
  EXPECT_EQ(read.errors(), "");
}

TEST(ReadQueries, JoinedLinesMapToTheFile) {
  const ReadQueries read("E<> a \\\n && zz\n");
  const TextBlock& text = read.query().text;
  ASSERT_EQ(text.text, "E<> a   && zz");
  const auto place = [&](std::string_view what) {
    const auto begin = text.source_offset(static_cast<std::uint32_t>(text.text.find(what)));
    return read.sources.place({begin, begin + 1});
  };
  EXPECT_EQ(place("a"), "m.q:1:5");
  EXPECT_EQ(place("&&"), "m.q:2:2");
  EXPECT_EQ(place("zz"), "m.q:2:5");
}

TEST(ReadQueries, ErrorsPointIntoTheFile) {
  const ReadQueries read("E<> a\nA[] (b \\\n  c)\n");
  ASSERT_EQ(read.diagnostics.error_count(), 1U);
  EXPECT_EQ(read.sources.place(read.diagnostics.items()[0].range), "m.q:3:3");
  EXPECT_EQ(read.query(0).kind, QueryKind::Possibly);
  EXPECT_EQ(read.query(1).kind, QueryKind::Malformed);
}

TEST(ReadQueries, BareLineBreakEndsTheFormula) {
  const ReadQueries read("E<> (a\n && b)\n");
  EXPECT_EQ(read.document.queries.size(), 2U);
  EXPECT_EQ(read.diagnostics.error_count(), 2U);
}

TEST(ReadQueries, UnclosedCommentIsAnError) {
  const ReadQueries read("E<> a\n  /* b\nE<> c\n");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a"));
  ASSERT_EQ(read.diagnostics.error_count(), 1U);
  EXPECT_EQ(read.sources.place(read.diagnostics.items()[0].range), "m.q:2:3");
}

TEST(ReadQueries, CommentsOfTheEditorBelongToTheirQuery) {
  const ReadQueries read(
      "//This file was generated from (Academic) UPPAAL 4.1.19\n\n"
      "/*\nfirst \\/ one,\r\ntwo lines\n*/\nE<> a\n\n/*\n\n*/\nE<> b\n\n/*\nno formula\n*/\n//NO_QUERY\n");
  ASSERT_EQ(read.document.queries.size(), 3U);
  EXPECT_EQ(read.query(0).comment, "first / one,\ntwo lines");
  EXPECT_EQ(read.query(1).comment, "");
  EXPECT_EQ(read.query(2).comment, "no formula");
  EXPECT_EQ(read.query(2).kind, QueryKind::Empty);
  EXPECT_EQ(read.sources.place(read.query(2).range), "m.q:17:1");
}

TEST(ReadQueries, CommentsMayHoldEscapedCharacters) {
  EXPECT_EQ(ReadQueries("/* n\\u00e3o \\ud83d\\ude00 \\u12 \\ud83d */\nE<> a\n").query().comment,
            "n\u00e3o \U0001F600 \\u12 \uFFFD");
}

TEST(ReadQueries, LastCommentBeforeTheFormulaCounts) {
  EXPECT_EQ(ReadQueries("/* licence */\n/* about a */\nE<> a\n").query().comment, "about a");
}

TEST(ReadQueries, ExpectationStandsBehindTheFormula) {
  const ReadQueries read("E<> a /* EXPECT:T,20MB,1.5s */\nA[] b /* EXPECT:unsat */\nsup: c /* EXPECT:42 */\nE<> d\n");
  ASSERT_EQ(read.query(0).expectations.size(), 1U);
  const Expectation& first = read.query(0).expectations[0];
  EXPECT_EQ(first.outcome, "success");
  ASSERT_EQ(first.resources.size(), 2U);
  EXPECT_EQ(first.resources[0].type, "memory");
  EXPECT_EQ(first.resources[0].value, "20");
  EXPECT_EQ(first.resources[0].unit, "MB");
  EXPECT_EQ(first.resources[1].type, "time");
  EXPECT_EQ(first.resources[1].value, "1.5");
  EXPECT_EQ(first.resources[1].unit, "S");
  EXPECT_EQ(read.query(1).expectations.at(0).outcome, "failure");
  EXPECT_EQ(read.query(2).expectations.at(0).value, "42");
  EXPECT_EQ(read.query(2).expectations.at(0).type, "value");
  EXPECT_TRUE(read.query(3).expectations.empty());
}

TEST(ReadQueries, AllOutcomesAreKnown) {
  const auto outcome = [](const std::string& token) {
    return ReadQueries("E<> a /* EXPECT:" + token + " */\n").query().expectations.at(0).outcome;
  };
  for (const char* token : {"T", "SAT", "SATISFIED", "TRUE"}) EXPECT_EQ(outcome(token), "success");
  for (const char* token : {"F", "UNSAT", "UNSATISFIED", "FALSE"}) EXPECT_EQ(outcome(token), "failure");
  for (const char* token : {"MT", "MSAT", "MAYBE_SATISFIED", "MAYBE_TRUE"}) EXPECT_EQ(outcome(token), "maybe_true");
  for (const char* token : {"MF", "MUNSAT", "MAYBE_UNSATISFIED", "MAYBE_FALSE"})
    EXPECT_EQ(outcome(token), "maybe_false");
  for (const char* token : {"E", "ERR", "ERROR"}) EXPECT_EQ(outcome(token), "error");
}

TEST(ReadQueries, UnknownExpectationIsAWarning) {
  const ReadQueries read("E<> a /* EXPECT:maybe,3XB */\n");
  EXPECT_FALSE(read.diagnostics.has_errors());
  ASSERT_EQ(read.diagnostics.warning_count(), 2U);
  EXPECT_EQ(read.diagnostics.items()[0].name, "query");
  EXPECT_THAT(read.diagnostics.items()[0].message, HasSubstr("'MAYBE'"));
  EXPECT_EQ(read.sources.slice(read.diagnostics.items()[0].range), "EXPECT:maybe,3XB");
}

TEST(ReadQueries, BlanksInAnExpectationDoNotMatter) {
  const ReadQueries read("E<> a /* EXPECT: F, 20MB ,3S text */\nE<> b /* EXPECT:\nT */\n");
  EXPECT_EQ(read.diagnostics.warning_count(), 0U);
  EXPECT_EQ(read.query(0).expectations.at(0).outcome, "failure");
  EXPECT_EQ(read.query(0).expectations.at(0).resources.size(), 1U);
  EXPECT_EQ(read.query(1).expectations.at(0).outcome, "success");
}

TEST(ReadQueries, ALineCommentMayExpectSomething) {
  const ReadQueries read("E<> a // EXPECT:F\nE<> b\n// EXPECT:T\nE<> c // nothing\n");
  EXPECT_EQ(read.query(0).expectations.at(0).outcome, "failure");
  EXPECT_EQ(read.query(1).expectations.at(0).outcome, "success");
  EXPECT_TRUE(read.query(2).expectations.empty());
}

TEST(ReadQueries, AnEmptyExpectationIsAWarning) {
  const ReadQueries read("E<> a /* EXPECT: */\n");
  ASSERT_EQ(read.diagnostics.warning_count(), 1U);
  EXPECT_THAT(read.diagnostics.items()[0].message, HasSubstr("nothing follows"));
}

TEST(ReadQueries, AddsToTheQueriesOfTheModel) {
  ReadQueries read("E<> a\n");
  read_queries(read.sources, read.sources.add("n.q", "E<> b\n"), read.document, read.diagnostics);
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a", "E<> b"));
  EXPECT_EQ(read.sources.place(read.query(1).range), "n.q:1:1");
}

TEST(ReadQueries, BytesThatAreNotUtf8AreHarmlessInComments) {
  const ReadQueries read("/* \xE9 */\nE<> a // \xFF\n");
  EXPECT_THAT(read.formulas(), ElementsAre("E<> a"));
  EXPECT_EQ(read.errors(), "");
}

}  // namespace
}  // namespace zonda::lang
