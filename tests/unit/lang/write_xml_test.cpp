#include "lang/write_xml.hpp"

#include "formats/registry.hpp"
#include "lang/encoding.hpp"
#include "lang/print.hpp"
#include "lang/read.hpp"
#include "lang/xml_layout.hpp"
#include "lang/xml_out.hpp"
#include "lang/xml_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace zonda::lang {
namespace {

using testing::HasSubstr;
using testing::Not;

struct ReadBack {
  Sources sources;
  Diagnostics diagnostics;
  std::unique_ptr<Document> document;

  explicit ReadBack(std::string text, const std::string& name = "m.xml") {
    document = formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  }
  std::string written() const { return write_xml(*document); }
};

// As write_xml writes it.
constexpr std::string_view kModel = R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
<nta>
	<declaration>// Größe &lt; 3
clock x;   chan c; int n;
</declaration>
	<template>
		<name x="5" y="6">P</name>
		<parameter>const int i /* here */</parameter>
		<declaration>int  m;</declaration>
		<location id="id0" x="-10" y="20" color="#ff0000">
			<name x="1" y="2">A</name>
			<label kind="invariant" x="3" y="4">x&lt;=5 // five</label>
			<label kind="exponentialrate">1</label>
			<label kind="comments" x="7" y="8">free &quot;text&quot;</label>
			<urgent/>
		</location>
		<location id="id1" x="1" y="1">
			<committed/>
		</location>
		<branchpoint id="id2" x="7" y="8"/>
		<init ref="id0"/>
		<transition id="id3" controllable="false" color="#00ff00">
			<source ref="id0"/>
			<target ref="id2"/>
			<label kind="guard" x="9" y="10">n==0
&amp;&amp;   m==0</label>
			<label kind="assignment">x=0,n=i</label>
			<nail x="20" y="-30"/>
			<nail x="21" y="-31"/>
		</transition>
		<transition>
			<source ref="id2"/>
			<target ref="id1"/>
			<label kind="probability">3</label>
		</transition>
	</template>
	<instantiation>Q=P(1);</instantiation>
	<system>system Q;</system>
	<queries>
		<option key="--order" value="a &lt; &quot;b&quot;&#10;c"/>
		<query>
			<formula>E&lt;&gt;   Q.A</formula>
			<comment>why
not</comment>
			<option key="k" value="v"/>
			<expect outcome="success" type="symbolic">
				<resource type="time" value="3" unit="s"/>
			</expect>
		</query>
		<query>
			<formula></formula>
			<comment>later</comment>
		</query>
	</queries>
</nta>
)";

TEST(WriteXml, WhatWasReadIsWrittenAsItWas) { EXPECT_EQ(ReadBack(std::string(kModel)).written(), kModel); }

TEST(WriteXml, WindowsLineEndsBecomePlainOnes) {
  std::string text(kModel);
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) text.insert(at, 1, '\r');
  EXPECT_EQ(ReadBack(text).written(), kModel);
}

TEST(WriteXml, CarriageReturnsOfTheTextSurvive) {
  const std::string text =
      "<nta><declaration>int a;&#13;int b;</declaration><template><name>P</name>"
      "<location id='a'/><init ref='a'/></template><system>system P;</system></nta>";
  EXPECT_THAT(ReadBack(text).written(), HasSubstr("int a;&#13;int b;"));
}

TEST(WriteXml, LabelsGivenTwiceAreBothKept) {
  const std::string text =
      "<nta><template><name>P</name><location id='a' x='1' y='1'/><init ref='a'/><transition><source ref='a'/>"
      "<target ref='a'/><label kind='guard'>1==1</label><label kind='guard'>2==2</label></transition></template>"
      "<system>system P;</system></nta>";
  EXPECT_THAT(ReadBack(text).written(), testing::AllOf(HasSubstr("1==1"), HasSubstr("2==2")));
}

TEST(WriteXml, ReferencesToADuplicateIdStillGoToTheLast) {
  const std::string text =
      "<nta><template><name>P</name><location id='a' x='1' y='1'><name>A</name></location>"
      "<location id='a' x='2' y='2'><name>B</name></location><init ref='a'/></template>"
      "<system>system P;</system></nta>";
  const ReadBack again(ReadBack(text).written());
  EXPECT_EQ(again.diagnostics.warning_count(), 0U);
  EXPECT_EQ(again.document->templates[0]->initial, 1U);
}

constexpr std::string_view kText = R"(const int N = 2;
chan go;
process P(int[0,N] id) {
  clock x;
  state A { x <= 5 }, B, C;
  commit B;
  init A;
  trans A -> B { select i : int[0,N]; guard x > 1 && id < i; sync go!; assign x = 0; },
        B -u-> A { },
        B -> C { },
        A -> A { sync go?; };
}
int late;
Q = P(1);
system Q;
query { E<> Q.B }
)";

TEST(WriteXml, TextualModelsBecomeXml) {
  const ReadBack from(std::string(kText), "m.xta");
  const ReadBack to(from.written());
  const Document& document = *to.document;
  EXPECT_EQ(to.diagnostics.warning_count(), 0U);
  EXPECT_THAT(std::string(document.declaration_text.text),
              testing::AllOf(HasSubstr("const int N"), HasSubstr("int late"), Not(HasSubstr("Q"))));
  EXPECT_EQ(document.system_text.text, "Q = P(1);\nsystem Q;");
  const Template& p = *document.templates.at(0);
  EXPECT_EQ(p.parameters.size(), 1U);
  ASSERT_EQ(p.locations.size(), 3U);
  EXPECT_EQ(p.locations[0].name, "A");
  EXPECT_EQ(p.locations[0].xml_id, "id0");
  EXPECT_EQ(print(*p.locations[0].invariant), "x <= 5");
  EXPECT_TRUE(p.locations[1].is_committed);
  ASSERT_EQ(p.edges.size(), 4U);
  EXPECT_EQ(print(*p.edges[0].guard), "x > 1 && id < i");
  EXPECT_EQ(p.edges[0].selects.size(), 1U);
  EXPECT_FALSE(p.edges[1].is_controllable);
  ASSERT_EQ(document.queries.size(), 1U);
  EXPECT_EQ(print_query(document.queries[0]), "E<> Q.B");
  EXPECT_EQ(to.written(), from.written());
}

TEST(WriteXml, OldSyntaxBecomesNewSyntax) {
  const std::string text =
      "<nta><declaration>const N 3; clock x;</declaration><template><name>P</name><parameter>int a; const b</parameter>"
      "<location id='a' x='4' y='5'><name>select</name><label kind='invariant' x='1' y='2'>x&lt;N, x&lt;9</label>"
      "<label kind='comments' x='3' y='4'>note</label></location><init ref='a'/></template>"
      "<system>int n; Q := P(n, 2); system Q;</system>"
      "<queries><query><formula>E&lt;&gt; Q.select</formula></query></queries></nta>";
  const ReadBack from(text);
  ASSERT_EQ(from.document->dialect, Dialect::Old);
  const ReadBack to(from.written());
  EXPECT_EQ(to.document->dialect, Dialect::New);
  const LocationSyntax& location = to.document->templates.at(0)->locations.at(0);
  EXPECT_EQ(location.name, "select_");
  EXPECT_EQ(print(*location.invariant), "x < N && x < 9");
  EXPECT_EQ(location.labels.at(0).at->y, 2);
  EXPECT_EQ(location.labels.at(1).text.text, "note");
  EXPECT_EQ(location.at->x, 4);
  EXPECT_EQ(print_query(to.document->queries.at(0)), "E<> Q.select_");
  EXPECT_TRUE(to.document->templates[0]->parameters[0].is_reference);
}

TEST(WriteXml, LocationsWithoutCoordinatesGetDifferentOnes) {
  const ReadBack from(std::string(kText), "m.xta");
  const ReadBack to(from.written());
  std::set<std::pair<int, int>> places;
  for (const LocationSyntax& location : to.document->templates.at(0)->locations) {
    ASSERT_TRUE(location.at);
    EXPECT_TRUE(places.emplace(location.at->x, location.at->y).second);
  }
  for (const Label& label : to.document->templates[0]->edges[0].labels) EXPECT_TRUE(label.at) << label.kind;
}

TEST(Layout, ColumnsFollowTheDistanceFromTheInitialLocation) {
  const ReadBack from(std::string(kText), "m.xta");
  const TemplateLayout layout = lay_out(*from.document->templates.at(0));
  EXPECT_LT(layout.locations[0].x, layout.locations[1].x);
  EXPECT_LT(layout.locations[1].x, layout.locations[2].x);
}

TEST(Layout, EdgesWithCompanyAndLoopsAreBent) {
  const ReadBack from(std::string(kText), "m.xta");
  const TemplateLayout layout = lay_out(*from.document->templates.at(0));
  ASSERT_EQ(layout.edges.size(), 4U);
  EXPECT_EQ(layout.edges[0].nails.size(), 1U);
  EXPECT_EQ(layout.edges[1].nails.size(), 1U);
  EXPECT_NE(layout.edges[0].nails[0].y, layout.edges[1].nails[0].y);
  EXPECT_TRUE(layout.edges[2].nails.empty());
  EXPECT_EQ(layout.edges[3].nails.size(), 2U);
}

TEST(Layout, EmptyTemplateHasNone) { EXPECT_TRUE(lay_out(Template{}).locations.empty()); }

TEST(Layout, UnreachableLocationsStandBehindTheOthers) {
  Template from;
  from.locations.resize(3);
  from.initial = 1;
  const TemplateLayout layout = lay_out(from);
  EXPECT_LT(layout.locations[1].x, layout.locations[0].x);
  EXPECT_LT(layout.locations[0].x, layout.locations[2].x);
}

TEST(XmlOut, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(xml_escaped("a\x01\x0b"), "a??");
  EXPECT_EQ(xml_escaped("\xE9t\xE9"), "\u00e9t\u00e9");
  EXPECT_EQ(xml_escaped("\uFFFF"), "?");
  EXPECT_EQ(xml_escaped("]]>"), "]]&gt;");
}

RC_GTEST_PROP(XmlOut, AnyTextReadsBack, (const std::string& raw)) {
  const auto is_fine = [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t' || c == '\r';
  };
  std::string text = "[";
  for (const char c : raw)
    if (is_fine(c) && static_cast<unsigned char>(c) < 0x80) text += c;
  XmlOut out;
  out.text("a", text, {{"v", text}});
  Sources sources;
  Diagnostics diagnostics;
  const auto tree = XmlTree::parse(sources, sources.add("x", out.take()), diagnostics);
  RC_ASSERT(tree != nullptr);
  RC_ASSERT(tree->root().text->text == text);
  RC_ASSERT(tree->root().attribute("v") == text);
}

TEST(WriteXml, LeavesOutInstancesOfCharts) {
  const ReadBack model(
      "<nta><template><name>P</name><location id=\"a\"/><init ref=\"a\"/></template><lsc><name>Chart</name></lsc>"
      "<system>Scenario = Chart(2, 3);\nsystem P, Scenario;</system></nta>");
  EXPECT_THAT(model.written(), Not(HasSubstr("Scenario")));
  EXPECT_THAT(model.written(), HasSubstr("system P;"));
}

}  // namespace
}  // namespace zonda::lang
