#include "lang/format.hpp"

#include "formats/registry.hpp"
#include "lang/compare.hpp"
#include "lang/read.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace zonda::lang {
namespace {

TEST(Format, PutsBlanksAroundOperatorsAndNoneInsideParentheses) {
  EXPECT_EQ(format_text("int f(int a,int &b){return (a+ -1)*b>>2;}"),
            "int f(int a, int &b) { return (a + -1) * b >> 2; }");
  EXPECT_EQ(format_text("x=0,a [ i ]=!b&&c!=d"), "x = 0, a[i] = !b && c != d");
  EXPECT_EQ(format_text("sync c[i]!;"), "sync c[i]!;");
  EXPECT_EQ(format_text("sync c ?;"), "sync c?;");
  EXPECT_EQ(format_text("y=b?1:c?2:3;"), "y = b ? 1 : c ? 2 : 3;");
  EXPECT_EQ(format_text("forall(i:T)exists(j:T)(p(i)imply q)"), "forall (i : T) exists (j : T) (p(i) imply q)");
  EXPECT_EQ(format_text("x'==0&&n++<3"), "x' == 0 && n++ < 3");
}

TEST(Format, KeepsWhatTheWriterChose) {
  EXPECT_EQ(format_text("int[0,N-1] a;"), "int[0,N-1] a;");
  EXPECT_EQ(format_text("int[0, N - 1] a;"), "int[0, N - 1] a;");
  EXPECT_EQ(format_text("s t = {prio:3, used: 1};"), "s t = { prio: 3, used: 1 };");
  EXPECT_EQ(format_text("a;\n\n\n\nb;\n"), "a;\n\nb;\n");
  EXPECT_EQ(format_text("a;      // why\n"), "a;      // why\n");
}

TEST(Format, IndentsByNesting) {
  EXPECT_EQ(
      format_text("void f()\n{\nif(a)\nfor(i:T)\nb=1;\nelse\n{\nc=1;\n}\n}\n"),
      "void f()\n{\n    if (a)\n        for (i : T)\n            b = 1;\n    else\n    {\n        c = 1;\n    }\n}\n");
  EXPECT_EQ(format_text("state\nA,\nB;\ntrans\nA->B{\nguard x;\n},\nB->A{};\n"),
            "state\n    A,\n    B;\ntrans\n    A -> B {\n        guard x;\n    },\n    B -> A { };\n");
  EXPECT_EQ(format_text("int a[2][2]={\n{1,2},\n{3,4}\n};\n"), "int a[2][2] = {\n    { 1, 2 },\n    { 3, 4 }\n};\n");
}

TEST(Format, MovesTheLinesOfACommentTogether) {
  EXPECT_EQ(format_text("void f() {\n/* one\n   two */\na;\n}\n"),
            "void f() {\n    /* one\n       two */\n    a;\n}\n");
}

TEST(Format, TakesBrokenTextAsItComes) {
  EXPECT_EQ(format_text("/* open"), "/* open");
  EXPECT_EQ(format_text("\"open"), "\"open");
  EXPECT_EQ(format_text("}}}) a"), "} } }) a");
  EXPECT_EQ(format_text(""), "");
  EXPECT_EQ(format_text(" \n"), " \n");
}

std::unique_ptr<Document> read(Sources& sources, const std::string& name, std::string text) {
  Diagnostics diagnostics;
  return formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
}

TEST(Format, ChangesNoModelAndNothingTwice) {
  std::size_t count = 0;
  for (const char* folder : {ZONDA_ROOT "/models", ZONDA_ROOT "/tests/models"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".xta") continue;
      Sources sources;
      Diagnostics diagnostics;
      const auto file = load_file(entry.path().string(), sources, diagnostics);
      const std::string text(sources.text(*file));
      const std::string formatted = format_text(text);
      EXPECT_EQ(format_text(formatted), formatted) << entry.path();
      const auto before = read(sources, "a.xta", text);
      const auto after = read(sources, "b.xta", formatted);
      EXPECT_TRUE(compare(*before, *after).empty()) << entry.path();
      ++count;
    }
  EXPECT_GT(count, 50U);
}

}  // namespace
}  // namespace zonda::lang
