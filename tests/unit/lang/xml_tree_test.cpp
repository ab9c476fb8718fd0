#include "lang/xml_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>

namespace zonda::lang {
namespace {

using testing::HasSubstr;

struct ParsedTree {
  Sources sources;
  Diagnostics diagnostics;
  Sources::FileId file;
  std::unique_ptr<XmlTree> tree;

  explicit ParsedTree(std::string text) : file(sources.add("m.xml", std::move(text))) {
    tree = XmlTree::parse(sources, file, diagnostics);
  }
  const XmlElement& root() const { return tree->root(); }
  // The text of the file that a byte of a decoded text came from, `length` bytes of it.
  std::string origin(const TextBlock& block, std::size_t text_offset, std::uint32_t length) const {
    const std::uint32_t begin = block.source_offset(static_cast<std::uint32_t>(text_offset));
    return std::string(sources.slice({begin, begin + length}));
  }
  std::string error_place() const { return sources.place(diagnostics.items().at(0).range); }
};

TEST(XmlTree, KeepsElementsInOrder) {
  const ParsedTree p("<nta><a x='1' y=\"2\"/><b>text</b><a/></nta>");
  ASSERT_NE(p.tree, nullptr);
  EXPECT_EQ(p.root().name, "nta");
  const XmlElement* a = p.root().first_child;
  EXPECT_EQ(a->name, "a");
  EXPECT_EQ(a->attribute("y"), "2");
  EXPECT_EQ(a->attribute("z"), std::nullopt);
  EXPECT_EQ(a->next->name, "b");
  EXPECT_EQ(a->next->text->text, "text");
  EXPECT_EQ(a->next->next->next, nullptr);
  EXPECT_EQ(p.root().child("b"), a->next);
  EXPECT_EQ(p.root().child("c"), nullptr);
}

TEST(XmlTree, RangesAreThoseOfTheFile) {
  const ParsedTree p("<nta>\n <a x='1'>t</a>\n</nta>");
  const XmlElement& a = *p.root().child("a");
  EXPECT_EQ(p.sources.slice(a.tag), "<a x='1'>");
  EXPECT_EQ(p.sources.slice(a.range), "<a x='1'>t</a>");
  EXPECT_EQ(p.sources.slice(p.root().range), p.sources.text(p.file));
}

TEST(XmlTree, PlainTextIsAViewOfTheFile) {
  const ParsedTree p("<nta><declaration>int a;\nint b;\n</declaration></nta>");
  const TextBlock& text = *p.root().child("declaration")->text;
  EXPECT_EQ(text.text, "int a;\nint b;\n");
  EXPECT_EQ(text.text.data(), p.sources.text(p.file).data() + 18);
  EXPECT_EQ(text.segments.size(), 1U);
}

TEST(XmlTree, BlankTextIsAbsent) {
  const ParsedTree p("<nta> <a> \n\t </a><b/><c><![CDATA[ ]]></c></nta>");
  EXPECT_EQ(p.root().text, nullptr);
  EXPECT_EQ(p.root().child("a")->text, nullptr);
  EXPECT_EQ(p.root().child("b")->text, nullptr);
  EXPECT_EQ(p.root().child("c")->text, nullptr);
}

TEST(XmlTree, EntitiesMapToTheirReference) {
  const ParsedTree p("<nta>x &lt;= 5 &amp;&amp; y</nta>");
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "x <= 5 && y");
  EXPECT_EQ(p.origin(text, 2, 4), "&lt;");
  EXPECT_EQ(p.origin(text, 3, 3), "= 5");
  EXPECT_EQ(p.origin(text, 7, 5), "&amp;");
  EXPECT_EQ(p.origin(text, 8, 6), "&amp; ");
  EXPECT_EQ(p.origin(text, 10, 1), "y");
  EXPECT_EQ(p.sources.slice(text.range()), "x &lt;= 5 &amp;&amp; y");
}

TEST(XmlTree, EntityAtTheEndIsPartOfTheRange) {
  const ParsedTree p("<nta>a&gt;</nta>");
  EXPECT_EQ(p.sources.slice(p.root().text->range()), "a&gt;");
}

TEST(XmlTree, CharacterReferencesMayBeLongerThanOneByte) {
  const ParsedTree p("<nta>a&#228;&#x1F600;b</nta>");
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "a\u00e4\U0001F600b");
  EXPECT_EQ(p.origin(text, 1, 6), "&#228;");
  EXPECT_EQ(p.origin(text, 3, 9), "&#x1F600;");
  EXPECT_EQ(p.origin(text, 7, 1), "b");
}

TEST(XmlTree, CdataIsText) {
  const ParsedTree p("<nta>a <![CDATA[< b && c]]> d</nta>");
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "a < b && c d");
  EXPECT_EQ(p.origin(text, 2, 6), "< b &&");
  EXPECT_EQ(p.origin(text, 11, 1), "d");
}

TEST(XmlTree, LineBreaksBecomeOneCharacter) {
  const ParsedTree p("<nta>a\r\nbc\r\nd\re</nta>");
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "a\nbc\nd\ne");
  EXPECT_EQ(p.origin(text, 1, 2), "\r\n");
  EXPECT_EQ(p.origin(text, 2, 2), "bc");
  EXPECT_EQ(p.origin(text, 5, 1), "d");
  EXPECT_EQ(p.origin(text, 7, 1), "e");
}

TEST(XmlTree, CommentsAndInstructionsInTextAreCutOut) {
  const ParsedTree p("<nta>a<!-- x -->b<?pi y?>c</nta>");
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "abc");
  EXPECT_EQ(p.origin(text, 1, 1), "b");
  EXPECT_EQ(p.origin(text, 2, 1), "c");
}

TEST(XmlTree, EntitiesOfTheDtdMapToTheReference) {
  const ParsedTree p("<!DOCTYPE nta [<!ENTITY e 'one &amp; two'>]><nta>a &e; b</nta>");
  ASSERT_NE(p.tree, nullptr) << render(p.diagnostics, p.sources);
  const TextBlock& text = *p.root().text;
  ASSERT_EQ(text.text, "a one & two b");
  EXPECT_EQ(p.origin(text, 2, 3), "&e;");
  EXPECT_EQ(p.origin(text, 5, 3), "&e;");
  EXPECT_EQ(p.origin(text, 12, 1), "b");
}

// Whatever mixture of pieces: each byte maps to what it was written as, and the text is what XML says.
RC_GTEST_PROP(XmlTree, MapIsExact, ()) {
  struct Piece {
    std::string written;
    std::string meant;
  };
  const std::vector<Piece> kinds = {{"x", "x"},           {"&lt;", "<"},       {"&amp;", "&"},         {"&#65;", "A"},
                                    {"\r\n", "\n"},       {"\n", "\n"},        {"<![CDATA[<]]>", "<"}, {"<!-- -->", ""},
                                    {"&#xe4;", "\u00e4"}, {"\u00e4", "\u00e4"}};
  const auto picks = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, kinds.size()));
  std::string file = "<nta>[";
  std::string text = "[";
  std::vector<std::pair<std::size_t, std::string>> expected;
  for (const std::size_t pick : picks) {
    const Piece& piece = kinds[pick];
    const std::string shown = piece.written.starts_with("<![") ? "<" : piece.written;
    if (!piece.meant.empty()) expected.emplace_back(text.size(), shown);
    file += piece.written;
    text += piece.meant;
  }
  const ParsedTree p(file + "]</nta>");
  RC_ASSERT(p.tree != nullptr);
  RC_ASSERT(p.root().text->text == text + "]");
  for (const auto& [offset, written] : expected)
    RC_ASSERT(p.origin(*p.root().text, offset, static_cast<std::uint32_t>(written.size())) == written);
}

TEST(XmlTree, XPathCountsAsUppaalDoes) {
  const ParsedTree p(
      "<nta><declaration/><template/><template><transition/><transition><label/><nail/><label/></transition>"
      "</template><system/></nta>");
  const XmlElement& second = *p.root().child("template")->next;
  const XmlElement& transition = *second.child("transition")->next;
  EXPECT_EQ(p.root().xpath(), "/nta");
  EXPECT_EQ(p.root().child("declaration")->xpath(), "/nta/declaration");
  EXPECT_EQ(transition.xpath(), "/nta/template[2]/transition[2]");
  EXPECT_EQ(transition.child("nail")->xpath(), "/nta/template[2]/transition[2]/nail[1]");
  EXPECT_EQ(transition.child("nail")->next->xpath(), "/nta/template[2]/transition[2]/label[2]");
}

TEST(XmlTree, FollowingVisitsAllInOrder) {
  const ParsedTree p("<a><b><c/><d/></b><e/></a>");
  std::string names;
  for (const XmlElement* e = &p.root(); e != nullptr; e = XmlTree::following(*e)) names += e->name;
  EXPECT_EQ(names, "abcde");
}

TEST(XmlTree, AttributeRangeIsTheValue) {
  const ParsedTree p("<nta ref = 'a=\"b\"'  id=\"id0\" e=''/>");
  EXPECT_EQ(p.sources.slice(attribute_range(p.root(), "id", p.sources)), "id0");
  EXPECT_EQ(p.sources.slice(attribute_range(p.root(), "ref", p.sources)), "a=\"b\"");
  EXPECT_EQ(attribute_range(p.root(), "none", p.sources), p.root().tag);
}

TEST(XmlTree, DeclaredEncodingDoesNotChangeTheText) {
  const ParsedTree p("<?xml version='1.0' encoding='ISO-8859-1'?><nta>\u00e4</nta>");
  ASSERT_NE(p.tree, nullptr);
  EXPECT_EQ(p.tree->encoding(), "ISO-8859-1");
  EXPECT_EQ(p.root().text->text, "\u00e4");
}

TEST(XmlTree, DtdIsNotFetched) {
  const ParsedTree p("<!DOCTYPE nta PUBLIC 'x' 'file:///nowhere/flat-1_6.dtd'><nta>t</nta>");
  ASSERT_NE(p.tree, nullptr);
  EXPECT_EQ(p.root().text->text, "t");
}

struct TreeMistake {
  std::string name;
  std::string text;
  std::string place;
  std::string message;
  std::string hint;
};

class XmlMistakes : public testing::TestWithParam<TreeMistake> {};

TEST_P(XmlMistakes, AreReportedWhereTheyAre) {
  const TreeMistake& mistake = GetParam();
  const ParsedTree p(mistake.text);
  EXPECT_EQ(p.tree, nullptr);
  ASSERT_EQ(p.diagnostics.error_count(), 1U);
  EXPECT_EQ(p.error_place(), "m.xml:" + mistake.place);
  EXPECT_THAT(p.diagnostics.items()[0].message, HasSubstr(mistake.message));
  EXPECT_THAT(p.diagnostics.items()[0].hint, HasSubstr(mistake.hint));
}

INSTANTIATE_TEST_SUITE_P(
    All, XmlMistakes,
    testing::Values(
        TreeMistake{"LessThan", "<nta>\n<label>x < 5</label></nta>", "2:10", "'<' starts a tag", "&lt;"},
        TreeMistake{"LessEqual", "<nta>\n<label>x<=5</label></nta>", "2:9", "'<' starts a tag", "&lt;"},
        TreeMistake{"Diamond", "<nta><formula>E<> a</formula></nta>", "1:16", "'<' starts a tag", "&lt;"},
        TreeMistake{"LessThanName", "<nta><label>x<N</label></nta>", "1:14", "'<N' reads as", "&lt;"},
        TreeMistake{"LessThanNameAnd", "<nta><label>x<N && y > 4</label></nta>", "1:14", "'<N' reads as", "&lt;"},
        TreeMistake{"LessThanNameCloses", "<nta><label>x<N></label></nta>", "1:14", "no </N> follows", "&lt;"},
        TreeMistake{"And", "<nta><label>x && y</label></nta>", "1:15", "'&' starts an entity", "&amp;"},
        TreeMistake{"OpenEntity", "<nta><label>x &amp y</label></nta>", "1:15", "not closed with ';'", "&amp;"},
        TreeMistake{"UnknownEntity", "<nta>a &foo; b</nta>", "1:8", "unknown entity &foo;", "&amp;"},
        TreeMistake{"SkippedEntity", "<!DOCTYPE nta SYSTEM 'x'><nta>a &foo; b</nta>", "1:33", "unknown entity &foo;",
                    "&amp;"},
        TreeMistake{"ExternalEntity", "<!DOCTYPE nta [<!ENTITY e SYSTEM 'x'>]><nta>&e;</nta>", "1:45", "another file",
                    ""},
        TreeMistake{"RecursiveEntity", "<!DOCTYPE nta [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><nta>&a;</nta>", "1:57",
                    "contains itself", ""},
        TreeMistake{"BadCharacter", "<nta>&#0;</nta>", "1:6", "no such character", ""},
        TreeMistake{"ControlCharacter", "<nta>a\x0b</nta>", "1:7", "control character 0x0b", ""},
        TreeMistake{"BadByte", "<nta>\xff</nta>", "1:6", "byte 0xff", ""},
        TreeMistake{"WrongEnd", "<nta>\n<template>\n</nta>", "3:1", "</nta> is found where </template>", "line 2"},
        TreeMistake{"NothingCloses", "<nta></nta></b>", "1:12", "", ""},
        TreeMistake{"EndsEarly", "<nta>\n<system>x", "2:10", "ends before </system>", "complete"},
        TreeMistake{"EndsInTag", "<nta><label kin", "1:6", "this tag is not closed", "complete"},
        TreeMistake{"EndsInComment", "<nta><!-- x", "1:6", "comment is not closed", "-->"},
        TreeMistake{"EndsInCdata", "<nta><![CDATA[ x", "1:6", "CDATA", "]]>"},
        TreeMistake{"DashesInComment", "<nta><!-- a -- b --></nta>", "1:15", "'--'", ""},
        TreeMistake{"CdataEnd", "<nta>a]]>b</nta>", "1:7", "']]>'", "]]&gt;"},
        TreeMistake{"Twice", "<nta a='1' b='2' a='3'/>", "1:18", "given twice", ""},
        TreeMistake{"NoValue", "<nta><label kind></label></nta>", "1:17", "<label is malformed", "name="},
        TreeMistake{"LessInAttribute", "<nta><label kind='a<b'/></nta>", "1:20", "'<' inside", "&lt;"},
        TreeMistake{"Behind", "<nta/>\n<nta/>", "2:1", "nothing may follow", ""},
        TreeMistake{"BlankLineFirst", "\n<?xml version='1.0'?><nta/>", "2:1", "very start", "blank lines"},
        TreeMistake{"NotXml", "clock x;", "1:1", "not an XML file", "<nta>"},
        TreeMistake{"NoElement", "<?xml version='1.0'?>\n", "2:1", "no XML element", ""}),
    [](const auto& test) { return test.param.name; });

TEST(XmlTree, DeepNestingIsRefusedAtOnce) {
  std::string text;
  for (int i = 0; i < 1'700'000; ++i) text += "<a>";
  const auto start = std::chrono::steady_clock::now();
  const ParsedTree p(std::move(text));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(p.tree, nullptr);
  EXPECT_EQ(p.error_place(), "m.xml:1:769");
  EXPECT_THAT(p.diagnostics.items()[0].message, HasSubstr("nest deeper than 256"));
}

TEST(XmlTree, NestingUpToTheLimitIsRead) {
  std::string text;
  for (std::size_t i = 0; i < kMaxXmlDepth; ++i) text.insert(0, "<a>").append("</a>");
  const ParsedTree p(std::move(text));
  ASSERT_NE(p.tree, nullptr);
  const XmlElement* e = &p.root();
  while (e->first_child != nullptr) e = e->first_child;
  EXPECT_EQ(e->xpath().size(), 2 * kMaxXmlDepth);
}

TEST(XmlTree, EntityBombsAreStopped) {
  std::string dtd = "<!DOCTYPE nta [<!ENTITY a0 'aaaaaaaaaa'>";
  for (int i = 1; i < 12; ++i) {
    dtd += "<!ENTITY a" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) dtd += "&a" + std::to_string(i - 1) + ";";
    dtd += "'>";
  }
  for (const std::string body : {"<nta>&a11;</nta>", "<nta x='&a11;'/>"}) {
    const ParsedTree p(dtd + "]>" + body);
    EXPECT_EQ(p.tree, nullptr);
    EXPECT_THAT(p.diagnostics.items().at(0).message, HasSubstr("entities"));
  }
}

TEST(XmlTree, RepeatedLargeEntityIsStopped) {
  std::string text = "<!DOCTYPE nta [<!ENTITY a '" + std::string(100'000, 'a') + "'>]><nta>";
  for (int i = 0; i < 10'000; ++i) text += "&a;";
  const ParsedTree p(text + "</nta>");
  EXPECT_EQ(p.tree, nullptr);
  EXPECT_THAT(p.diagnostics.items().at(0).message, HasSubstr("entities"));
}

RC_GTEST_PROP(XmlTree, SurvivesAnyBytes, (const std::string& bytes)) {
  const ParsedTree p("<nta>" + bytes);
  RC_ASSERT(p.tree != nullptr || p.diagnostics.has_errors());
  RC_ASSERT(!p.diagnostics.has_errors() || !render(p.diagnostics, p.sources).empty());
}

}  // namespace
}  // namespace zonda::lang
