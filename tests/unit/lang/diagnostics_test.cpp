#include "lang/diagnostics.hpp"

#include "util/invariant.hpp"

#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

struct Text {
  Sources sources;
  std::uint32_t base;
  explicit Text(std::string text) : base(sources.base(sources.add("m.xta", std::move(text)))) {}
  [[nodiscard]] SourceRange at(std::uint32_t begin, std::uint32_t end) const { return {base + begin, base + end}; }
};

TEST(Diagnostics, ShowsTheLineAndACaret) {
  Text text("int a;\nint bad = 1;\n");
  Diagnostics diagnostics;
  diagnostics.error(text.at(11, 14), "wrong name", "call it 'good'");
  EXPECT_EQ(render(diagnostics, text.sources),
            "m.xta:2:5: error: wrong name\n"
            "    int bad = 1;\n"
            "        ^~~\n"
            "    hint: call it 'good'\n");
}

TEST(Diagnostics, ShowsNamesOfWarningsAndPaths) {
  Text text("x < 3");
  text.sources.add_region(0, text.at(0, 5), "/nta/template[1]/location[1]/label[1]");
  Diagnostics diagnostics;
  diagnostics.warning("strict-invariant", text.at(0, 5), "strict invariant");
  EXPECT_EQ(render(diagnostics, text.sources),
            "m.xta:1:1: warning: strict invariant [strict-invariant]\n"
            "    x < 3\n"
            "    ^~~~~\n"
            "    at /nta/template[1]/location[1]/label[1]\n");
}

TEST(Diagnostics, WithoutAPlaceThereIsNoExcerpt) {
  Diagnostics diagnostics;
  diagnostics.error({}, "no such file");
  EXPECT_EQ(render(diagnostics, Sources()), "error: no such file\n");
}

TEST(Diagnostics, CaretsStandUnderWhatIsMeant) {
  Text text("\té€x = 1;");
  Diagnostics diagnostics;
  diagnostics.error(text.at(6, 7), "here");
  EXPECT_EQ(render(diagnostics, text.sources), "m.xta:1:4: error: here\n     é€x = 1;\n       ^\n");
}

TEST(Diagnostics, AMarkEndsWithItsLine) {
  Text text("abc\ndef");
  Diagnostics diagnostics;
  diagnostics.error(text.at(1, 6), "two lines");
  diagnostics.error(text.at(7, 7), "at the end");
  EXPECT_EQ(render(diagnostics, text.sources),
            "m.xta:1:2: error: two lines\n    abc\n     ^~\nm.xta:2:4: error: at the end\n    def\n       ^\n");
}

TEST(Diagnostics, AnyBytesCanBePrinted) {
  Text text("a \x01\xFF b");
  Diagnostics diagnostics;
  diagnostics.error(text.at(2, 4), "junk \x02\xC3");
  EXPECT_EQ(render(diagnostics, text.sources), "m.xta:1:3: error: junk ??\n    a ?? b\n      ^~\n");
}

TEST(Diagnostics, LongLinesAreCut) {
  Text text(std::string(1000, 'a') + "BAD" + std::string(1000, 'b'));
  Diagnostics diagnostics;
  diagnostics.error(text.at(1000, 1003), "here");
  const std::string shown = render(diagnostics, text.sources);
  EXPECT_LT(shown.size(), 500U);
  EXPECT_NE(shown.find("…aaa"), std::string::npos);
  EXPECT_NE(shown.find("aBADb"), std::string::npos);
  EXPECT_NE(shown.find("bbb…"), std::string::npos);
  EXPECT_NE(shown.find("^~~\n"), std::string::npos);
}

TEST(Diagnostics, OneErrorAPlace) {
  Diagnostics diagnostics;
  diagnostics.error({5, 6}, "first");
  diagnostics.error({5, 9}, "a consequence");
  diagnostics.error({6, 9}, "another");
  diagnostics.error({}, "nowhere");
  diagnostics.error({}, "nowhere else");
  EXPECT_EQ(diagnostics.error_count(), 4U);
}

TEST(Diagnostics, OneWarningAPlaceAndMessage) {
  Diagnostics diagnostics;
  diagnostics.warning("unused", {5, 6}, "not used");
  diagnostics.warning("unused", {5, 6}, "not used");
  diagnostics.warning("shadowing", {5, 6}, "hides another");
  EXPECT_EQ(diagnostics.warning_count(), 2U);
  EXPECT_FALSE(diagnostics.has_errors());
}

TEST(Diagnostics, KeepsALimitedNumber) {
  Sources sources;
  Diagnostics diagnostics;
  for (std::uint32_t i = 1; i <= 50; ++i) diagnostics.error({i, i + 1}, "e");
  for (std::uint32_t i = 1; i <= 150; ++i) diagnostics.warning("unused", {i, i + 1}, "w");
  EXPECT_EQ(diagnostics.error_count(), 50U);
  EXPECT_EQ(diagnostics.items().size(), Diagnostics::kMaxErrors + Diagnostics::kMaxWarnings);
  const std::string shown = render(diagnostics, sources);
  EXPECT_NE(shown.find("… and 20 more errors\n"), std::string::npos);
  EXPECT_NE(shown.find("… and 50 more warnings\n"), std::string::npos);
}

TEST(Diagnostics, WarningsCanBeTurnedOff) {
  Diagnostics diagnostics;
  EXPECT_TRUE(diagnostics.disable("unused"));
  EXPECT_FALSE(diagnostics.disable("unusd"));
  diagnostics.warning("unused", {1, 2}, "a");
  diagnostics.warning("shadowing", {1, 2}, "b");
  EXPECT_EQ(diagnostics.warning_count(), 1U);
  Diagnostics fresh = diagnostics.fresh();
  fresh.warning("unused", {1, 2}, "a");
  EXPECT_EQ(fresh.warning_count(), 0U);
  EXPECT_TRUE(fresh.disable("all"));
  fresh.warning("shadowing", {1, 2}, "b");
  EXPECT_EQ(fresh.warning_count(), 0U);
}

TEST(Diagnostics, UnknownWarningNamesAreOurMistake) {
  Diagnostics diagnostics;
  EXPECT_ANY_THROW(diagnostics.warning("no-such-name", {1, 2}, "a"));
}

TEST(Diagnostics, ErrorsOfQueriesLeaveTheModelUsable) {
  Diagnostics diagnostics;
  {
    const Diagnostics::QueryContext context(diagnostics);
    diagnostics.error({1, 2}, "in a query");
  }
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_FALSE(diagnostics.has_model_errors());
  Diagnostics other;
  other.append(diagnostics);
  EXPECT_FALSE(other.has_model_errors());
  other.error({5, 6}, "in the model");
  EXPECT_TRUE(other.has_model_errors());
}

TEST(Diagnostics, SortAndAppend) {
  Diagnostics first;
  first.error({9, 10}, "late");
  Diagnostics second;
  second.warning("unused", {3, 4}, "early");
  second.append(first);
  second.sort();
  ASSERT_EQ(second.items().size(), 2U);
  EXPECT_EQ(second.items()[0].message, "early");
  EXPECT_EQ(second.items()[1].message, "late");
}

TEST(Diagnostics, EveryWarningHasAMeaning) {
  for (const WarningName& each : warning_names()) {
    EXPECT_FALSE(each.meaning.empty()) << each.name;
    EXPECT_TRUE(Diagnostics().disable(each.name)) << each.name;
  }
}

TEST(Diagnostics, IsFullOnceErrorsAreOnlyCounted) {
  Diagnostics diagnostics;
  for (std::uint32_t i = 1; i < Diagnostics::kMaxErrors; ++i) diagnostics.error({i, i + 1}, "wrong");
  EXPECT_FALSE(diagnostics.is_full());
  diagnostics.error({500, 501}, "wrong");
  EXPECT_TRUE(diagnostics.is_full());
}

}  // namespace
}  // namespace zonda::lang
