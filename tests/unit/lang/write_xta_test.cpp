#include "lang/write_xta.hpp"

#include "formats/registry.hpp"
#include "lang/comments.hpp"
#include "lang/print.hpp"
#include "lang/read.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

namespace zonda::lang {
namespace {

struct Model {
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Document> document;

  Model(const std::string& name, std::string text) {
    document = formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  }
  void add_queries(std::string text) {
    read_queries(sources, sources.add("queries.q", std::move(text)), *document, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  }
};

std::string rewritten(const std::string& xta) { return write_xta(*Model("model.xta", xta).document); }

// A document around one template.
std::string xml(const std::string& inside_template, const std::string& declaration = "",
                const std::string& queries = "") {
  return "<nta><declaration>" + declaration + "</declaration><template><name>P</name>" + inside_template +
         "</template><system>system P;</system>" + queries + "</nta>";
}

// One location and one edge with these labels.
std::string xml_with_edge(const std::string& labels) {
  return xml(
      "<declaration>int a, b;</declaration><location id=\"id0\"><name>A</name></location>"
      "<init ref=\"id0\"/><transition><source ref=\"id0\"/><target ref=\"id0\"/>" +
      labels + "</transition>");
}

TEST(WriteXta, WritesEveryPartInTheOrderOfTheGrammar) {
  const std::string text =
      "const int N = 3;\n"
      "\n"
      "typedef int[0,N - 1] id_t;\n"
      "\n"
      "chan c[N];\n"
      "\n"
      "process P(const id_t id, chan &d) {\n"
      "    clock x;\n"
      "    int n;\n"
      "state\n"
      "    A {x <= 5},\n"
      "    B {x <= 3 && x' == 0; 2},\n"
      "    C {; 1 : 4},\n"
      "    D;\n"
      "branchpoint b1, b2;\n"
      "commit A, D;\n"
      "urgent C;\n"
      "init A;\n"
      "trans\n"
      "    A -> B { select i : id_t; guard i != id && x > 2; sync c[i]!; assign x = 0, n = i; },\n"
      "    A -u-> b1 { sync d?; },\n"
      "    b1 -> A { probability 3; },\n"
      "    B -> B { };\n"
      "}\n"
      "\n"
      "P1 = P(0, c[0]);\n"
      "P2(const id_t i) = P(i, c[1]);\n"
      "\n"
      "system P1 < P2;\n"
      "progress {\n"
      "    P1.n;\n"
      "    P1.n > 0 : n;\n"
      "}\n"
      "gantt {\n"
      "    row(i : id_t): P1.A -> 1, for (k : id_t) P1.n == k -> k;\n"
      "}\n";
  EXPECT_EQ(rewritten(text), text);
}

TEST(WriteXta, BreaksLongEdgesIntoLines) {
  const std::string guard = "abcdefghijklmnopqrstuvwxyz > 1000000 && abcdefghijklmnopqrstuvwxyz < 2000000";
  const std::string text =
      "int abcdefghijklmnopqrstuvwxyz;\n"
      "\n"
      "process P() {\n"
      "state\n"
      "    A;\n"
      "init A;\n"
      "trans\n"
      "    A -> A {\n"
      "        guard " +
      guard +
      ";\n"
      "        assign abcdefghijklmnopqrstuvwxyz = 0;\n"
      "    };\n"
      "}\n"
      "\n"
      "system P;\n";
  EXPECT_EQ(rewritten(text), text);
}

TEST(WriteXta, CopiesTheTextsOfAnXmlFile) {
  const Model model("model.xml",
                    xml("<parameter>const int  k // the key\n</parameter>"
                        "<declaration>clock x; // local</declaration>"
                        "<location id=\"id0\"><name>A</name><label kind=\"invariant\">x &lt;= 5 // soon</label>"
                        "</location><init ref=\"id0\"/>",
                        "/* all */ int  v;"));
  EXPECT_EQ(write_xta(*model.document),
            "/* all */ int  v;\n\n"
            "process P(const int  k // the key\n) {\n"
            "clock x; // local\n"
            "state\n"
            "    A {x <= 5 // soon\n};\n"
            "init A;\n"
            "}\n\n"
            "system P;\n");
  // The comments must not have swallowed anything.
  EXPECT_EQ(rewritten(write_xta(*model.document)), write_xta(*model.document, {.as_written = false}));
}

TEST(WriteXta, OmitsBlankLabelsAndKeepsCommentedOutOnes) {
  const Model model("model.xml", xml_with_edge("<label kind=\"guard\">  </label>"
                                               "<label kind=\"synchronisation\">/* c! */</label>"
                                               "<label kind=\"assignment\">a = 1 // first\n, b = 2</label>"));
  const std::string text = write_xta(*model.document);
  EXPECT_NE(text.find("    /* c! */\n"
                      "    A -> A {\n"
                      "        assign a = 1 // first\n, b = 2;\n"
                      "    };\n"),
            std::string::npos)
      << text;
}

TEST(WriteXta, WritesCommentLabelsAsComments) {
  const Model model("model.xml", xml_with_edge("<label kind=\"comments\">sneaky */ int x;</label>"));
  const std::string text = write_xta(*model.document);
  EXPECT_NE(text.find("    /* sneaky * / int x; */\n    A -> A { };"), std::string::npos) << text;
}

TEST(WriteXta, GivesLegalNamesToLocations) {
  Model model("model.xml", xml("<location id=\"id0\"><name>for</name></location><location id=\"a-b\"/>"
                               "<location id=\"id1\"/><init ref=\"id0\"/>"
                               "<transition><source ref=\"a-b\"/><target ref=\"id0\"/></transition>",
                               "", "<queries><query><formula>E&lt;&gt; P.for</formula><comment/></query></queries>"));
  const std::string text = write_xta(*model.document);
  EXPECT_NE(text.find("state\n    for_,\n    _a_b,\n    _id1;\ninit for_;\ntrans\n    _a_b -> for_ { };"),
            std::string::npos)
      << text;
  EXPECT_EQ(write_queries(*model.document), "E<> P.for_\n");
}

TEST(WriteXta, TellsLocationsOfTheSameNameApart) {
  Model model("model.xml",
              xml("<declaration>int _id2;</declaration><location id=\"id0\"><name>A</name></location>"
                  "<location id=\"id1\"><name>A</name></location><location id=\"id2\"/><init ref=\"id1\"/>"));
  const std::string text = write_xta(*model.document);
  EXPECT_NE(text.find("state\n    A,\n    A_,\n    _id2_;\ninit A_;"), std::string::npos) << text;
}

TEST(WriteXta, TranslatesTheOldSyntax) {
  const Model model("model.ta",
                    "const N 3;\n"
                    "clock x, y; int for; chan c;\n"
                    "process P(const k; clock z; int m, n) {\n"
                    "  state A { x<=N, z<5 }, B; init A;\n"
                    "  trans A -> B { guard x>=1, for==k; sync c!; assign for:=for+1, z:=0; };\n"
                    "}\n"
                    "Q := P(1, y, for, for);\n"
                    "system Q;\n");
  ASSERT_EQ(model.document->dialect, Dialect::Old);
  EXPECT_EQ(write_xta(*model.document),
            "const int N = 3;\n"
            "clock x, y;\n"
            "int for_;\n"
            "chan c;\n"
            "\n"
            "process P(const int k, clock &z, int &m, int &n) {\n"
            "state\n"
            "    A {x <= N && z < 5},\n"
            "    B;\n"
            "init A;\n"
            "trans\n"
            "    A -> B { guard x >= 1 && for_ == k; sync c!; assign for_ = for_ + 1, z = 0; };\n"
            "}\n"
            "\n"
            "Q = P(1, y, for_, for_);\n"
            "\n"
            "system Q;\n");
}

TEST(WriteXta, KeepsTheOrderInWhichThingsBecomeVisible) {
  const std::string text =
      "int a;\n"
      "\n"
      "process P() {\n"
      "state\n"
      "    A;\n"
      "init A;\n"
      "}\n"
      "\n"
      "int b;\n"
      "\n"
      "system P;\n";
  EXPECT_EQ(rewritten(text), text);
}

// ---------------------------------------------------------------------------------------------------------

const std::string kProcess = "process P() { state A; init A; } system P;";

TEST(WriteQueries, WritesCommentsAndExpectations) {
  Model model("model.xta", kProcess);
  const std::string text =
      "/*\n"
      "either\\/or\n"
      "*/\n"
      "E<> P.A /* EXPECT:T,3S */\n"
      "\n"
      "A[]  not deadlock\n"
      "\n"
      "//NO_QUERY\n";
  model.add_queries(text);
  ASSERT_EQ(model.document->queries.size(), 3U);
  EXPECT_EQ(model.document->queries[0].comment, "either/or");
  EXPECT_EQ(write_queries(*model.document),
            "/*\n"
            "either\\/or\n"
            "*/\n"
            "E<> P.A\n/* EXPECT:T,3S */\n"
            "\n"
            "A[] not deadlock\n"
            "\n"
            "//NO_QUERY\n");
}

TEST(WriteQueries, PutsAFormulaOnOneLine) {
  const Model model("model.xml",
                    xml("<location id=\"id0\"><name>A</name></location><init ref=\"id0\"/>", "",
                        "<queries><query><formula>E&lt;&gt; // soon\n  P.A\n</formula></query></queries>"));
  EXPECT_EQ(write_queries(*model.document), "E<> P.A\n");
}

// ---------------------------------------------------------------------------------------------------------

// Reads what is written and compares with the tree of the original.
void expect_same_after_writing(const Document& original, const std::string& name) {
  const Model again("again.xta", write_xta(original));
  EXPECT_EQ(again.document->dialect, Dialect::New) << name;
  EXPECT_EQ(without_comments(write_xta(*again.document)), without_comments(write_xta(original, {.as_written = false})))
      << name;
  ASSERT_EQ(again.document->templates.size(), original.templates.size()) << name;
  for (std::size_t i = 0; i < original.templates.size(); ++i) {
    EXPECT_EQ(again.document->templates[i]->locations.size(), original.templates[i]->locations.size()) << name;
    EXPECT_EQ(again.document->templates[i]->edges.size(), original.templates[i]->edges.size()) << name;
  }
}

TEST(WriteXta, ModelsOfTheRepositorySurviveWriting) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ZONDA_ROOT "/models")) {
    const std::string extension = entry.path().extension();
    if (extension != ".xml" && extension != ".xta" && extension != ".ta") continue;
    Sources sources;
    Diagnostics diagnostics;
    const auto file = load_file(entry.path(), sources, diagnostics);
    ASSERT_TRUE(file) << entry.path();
    const auto document = formats::read_tree(sources, *file, diagnostics);
    ASSERT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
    expect_same_after_writing(*document, entry.path());
    ++count;
  }
  EXPECT_GT(count, 3U);
}

// The chart is not written, so what names it would have no meaning.
TEST(WriteXta, LeavesOutInstancesOfCharts) {
  const Model model(
      "m.xml",
      "<nta><template><name>P</name><location id=\"a\"/><init ref=\"a\"/></template><lsc><name>Chart</name></lsc>"
      "<system>Q = P();\nScenario = Chart(2, 3);\nsystem Q, Scenario, P;</system></nta>");
  const std::string text = write_xta(*model.document);
  EXPECT_EQ(text.find("Scenario"), std::string::npos) << text;
  EXPECT_NE(text.find("Q = P();\nsystem Q, P;\n"), std::string::npos) << text;
  const std::string printed = write_xta(*model.document, {.as_written = false});
  EXPECT_EQ(printed.find("Scenario"), std::string::npos) << printed;
}

}  // namespace
}  // namespace zonda::lang
