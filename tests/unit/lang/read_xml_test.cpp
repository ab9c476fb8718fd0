#include "unit/lang/read_xml_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace zonda::lang {
namespace {

using namespace xml_fixture;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(ReadXml, ReadsAllParts) {
  const Read read(R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/flat-1_6.dtd'>
<nta>
  <declaration>clock x; chan c;</declaration>
  <template>
    <name x="5" y="6">Door</name>
    <parameter>int id, chan &amp;d</parameter>
    <declaration>int n;</declaration>
    <location id="id0" x="-10" y="20" color="#ff0000">
      <name x="1" y="2">Open</name>
      <label kind="invariant" x="3" y="4">x&lt;=5</label>
      <label kind="exponentialrate">1:2</label>
      <urgent/>
    </location>
    <location id="id1" x="1" y="1"><committed/></location>
    <branchpoint id="id2" x="7" y="8"/>
    <init ref="id0"/>
    <transition id="id3" controllable="false" color="#00ff00">
      <source ref="id0"/><target ref="id2"/>
      <label kind="select">i : int[0,1]</label>
      <label kind="guard" x="9" y="10">x&gt;=2 &amp;&amp; n==0</label>
      <label kind="synchronisation">c!</label>
      <label kind="assignment">x=0, n=i</label>
      <nail x="20" y="-30"/><nail x="21" y="-31"/>
    </transition>
    <transition>
      <source ref="id2"/><target ref="id1"/><label kind="probability">3</label>
    </transition>
  </template>
  <instantiation>D1 = Door(1, c);</instantiation>
  <system>D2 = Door(2, c); system D1, D2;</system>
</nta>)");
  EXPECT_EQ(read.errors(), "");
  const Document& document = *read.document;
  EXPECT_TRUE(document.is_all_in_texts);
  EXPECT_EQ(document.dialect, Dialect::New);
  EXPECT_EQ(document.encoding, "utf-8");
  EXPECT_EQ(document.declaration_text.text, "clock x; chan c;");
  EXPECT_EQ(document.instantiation_text.text, "D1 = Door(1, c);");
  EXPECT_EQ(document.system.size(), 2U);

  const Template& door = read.first();
  EXPECT_EQ(door.name, "Door");
  EXPECT_EQ(read.sources.slice(door.name_range), "Door");
  EXPECT_EQ(door.name_at->y, 6);
  EXPECT_EQ(door.parameters.size(), 2U);
  EXPECT_EQ(door.parameter_text.text, "int id, chan &d");
  EXPECT_EQ(door.declarations.size(), 1U);
  EXPECT_EQ(door.initial, 0U);

  ASSERT_EQ(door.locations.size(), 3U);
  const LocationSyntax& open = door.locations[0];
  EXPECT_EQ(open.name, "Open");
  EXPECT_TRUE(open.is_named);
  EXPECT_TRUE(open.is_urgent);
  EXPECT_EQ(open.xml_id, "id0");
  EXPECT_EQ(open.at->x, -10);
  EXPECT_EQ(open.name_at->y, 2);
  EXPECT_EQ(open.color, "#ff0000");
  EXPECT_EQ(print(*open.invariant), "x <= 5");
  EXPECT_EQ(print(*open.rate), "1");
  EXPECT_EQ(print(*open.rate_divisor), "2");
  EXPECT_EQ(open.labels.at(0).kind, "invariant");
  EXPECT_EQ(open.labels.at(0).at->x, 3);
  EXPECT_EQ(read.sources.slice(open.range), "Open");
  EXPECT_TRUE(door.locations[1].is_committed);
  EXPECT_EQ(door.locations[1].name, "_id1");
  EXPECT_FALSE(door.locations[1].is_named);
  EXPECT_EQ(read.sources.slice(door.locations[1].range), "<location id=\"id1\" x=\"1\" y=\"1\">");
  EXPECT_TRUE(door.locations[2].is_branchpoint);
  EXPECT_EQ(door.locations[2].name, "_id2");

  ASSERT_EQ(door.edges.size(), 2U);
  const EdgeSyntax& first = door.edges[0];
  EXPECT_EQ(first.source, 0U);
  EXPECT_EQ(first.target, 2U);
  EXPECT_FALSE(first.is_controllable);
  EXPECT_EQ(first.xml_id, "id3");
  EXPECT_EQ(first.color, "#00ff00");
  EXPECT_EQ(first.selects.size(), 1U);
  EXPECT_EQ(print(*first.guard), "x >= 2 && n == 0");
  EXPECT_EQ(first.sync, SyncMark::Send);
  EXPECT_EQ(first.updates.size(), 2U);
  EXPECT_EQ(first.labels.size(), 4U);
  EXPECT_EQ(first.nails.at(1).y, -31);
  EXPECT_EQ(print(*door.edges[1].probability), "3");
  EXPECT_TRUE(door.edges[1].is_controllable);
}

TEST(ReadXml, ItemsAreInTheOrderInWhichTheyBecomeVisible) {
  const Read read("<nta><system>Q = P(); system Q;</system><instantiation>R = P();</instantiation>" +
                  in_template(kLocations) + "<declaration>int a;</declaration></nta>");
  EXPECT_EQ(read.errors(), "");
  const auto& items = read.document->items;
  ASSERT_EQ(items.size(), 4U);
  EXPECT_EQ(items[0].section, Section::Declaration);
  EXPECT_TRUE(items[1].is_template());
  EXPECT_EQ(items[2].section, Section::Instantiation);
  EXPECT_EQ(items[3].section, Section::System);
}

TEST(ReadXml, ProjectIsANameOfTheRoot) {
  const Read read("<project>" + in_template(kLocations) + "<system>system P;</system></project>");
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->templates.size(), 1U);
}

TEST(ReadXml, ImportsAndUnknownElementsAreSkipped) {
  const Read read("<nta><imports>import</imports><simulator><template/></simulator>" + in_template(kLocations) +
                  "<system>system P;</system></nta>");
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->templates.size(), 1U);
}

TEST(ReadXml, SequenceChartsAreNoted) {
  const Read read(model("<lsc><name>L</name></lsc>" + in_template(kLocations)));
  EXPECT_EQ(read.errors(), "");
  EXPECT_TRUE(read.document->has_lsc);
  EXPECT_EQ(read.sources.slice(read.document->lsc_range), "<lsc>");
}

TEST(ReadXml, OrderOfChildrenDoesNotMatter) {
  const Read read(
      model("<template><transition><target ref='a'/><label kind='guard'>n==1</label><source ref='a'/></transition>"
            "<init ref='a'/><branchpoint id='c'/><location id='a'><urgent/><label kind='invariant'>x&lt;1</label>"
            "<name>A</name></location><name>P</name></template>"));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.first().locations[0].name, "A");
  EXPECT_TRUE(read.first().locations[1].is_branchpoint);
  EXPECT_NE(read.first().locations[0].invariant, nullptr);
  EXPECT_NE(read.first_edge().guard, nullptr);
}

TEST(ReadXml, TextMayBeCdataAndHaveEntitiesAndWindowsLineEnds) {
  const Read read(model(in_template(edge("<label kind='guard'><![CDATA[n<1]]> &amp;&amp;\r\n n &#62; 0</label>"))));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(print(*read.first_edge().guard), "n < 1 && n > 0");
}

TEST(ReadXml, PositionsInsideDecodedTextAreExact) {
  const Read read(model(in_template(edge("<label kind='guard'>n &lt; 1 &amp;&amp;\r\n  n + ) 0</label>"))));
  ASSERT_EQ(read.diagnostics.error_count(), 1U) << read.errors();
  const Position at = read.sources.position(read.diagnostics.items()[0].range.begin);
  EXPECT_EQ(at.line, 4U);
  EXPECT_EQ(at.column, 7U);
  EXPECT_EQ(at.xpath, "/nta/template[1]/transition[1]/label[1]");
}

TEST(ReadXml, EmptyTemplatesAndTransitionsAreSkipped) {
  const Read read(model("<template/>" + in_template(std::string(kLocations) + "<transition/>")));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.document->templates.size(), 1U);
  EXPECT_TRUE(read.first().edges.empty());
}

TEST(ReadXml, BlankLabelsAreAbsent) {
  const Read read(model(in_template(edge("<label kind='guard'> \n </label><label kind='assignment'/>"))));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.first_edge().guard, nullptr);
  EXPECT_TRUE(read.first_edge().labels.empty());
}

TEST(ReadXml, LabelsOfNothingButCommentsAreKeptButNotParsed) {
  const Read read(model(in_template(edge("<label kind='guard'>// n==1</label>"))));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.first_edge().guard, nullptr);
  EXPECT_EQ(read.first_edge().labels.size(), 1U);
}

TEST(ReadXml, OtherKindsOfLabelsAreKeptButNotParsed) {
  const Read read(model(in_template(edge("<label kind='comments' x='1' y='2'>( [</label>"))));
  EXPECT_EQ(read.errors(), "");
  ASSERT_EQ(read.first_edge().labels.size(), 1U);
  EXPECT_EQ(read.first_edge().labels[0].text.text, "( [");
}

TEST(ReadXml, UnknownKindsOfLabelsAreWarnedAbout) {
  const Read read(model(in_template(edge("<label kind='synchronization'>c!</label>"))));
  EXPECT_FALSE(read.diagnostics.has_errors());
  EXPECT_THAT(read.found(),
              ElementsAre("synchronization | a label of kind 'synchronization' has no meaning here and is ignored"));
  EXPECT_THAT(read.diagnostics.items()[0].hint, HasSubstr("'synchronisation'"));
  EXPECT_EQ(read.first_edge().channel, nullptr);
}

TEST(ReadXml, LastLabelOfAKindCounts) {
  const Read read(model(in_template(edge("<label kind='guard'>n==1</label><label kind='guard'>n==2</label>"))));
  EXPECT_FALSE(read.diagnostics.has_errors());
  EXPECT_THAT(read.found(), ElementsAre("<label kind='guard'> | a second label of kind 'guard'"));
  EXPECT_EQ(read.diagnostics.items()[0].name, "duplicate-label");
  EXPECT_EQ(read.xpath(), "/nta/template[1]/transition[1]/label[2]");
  EXPECT_EQ(print(*read.first_edge().guard), "n == 2");
}

TEST(ReadXml, SelectsAddUp) {
  const Read read(
      model(in_template(edge("<label kind='select'>i:int[0,1]</label><label kind='select'>j:int[0,1]</label>"))));
  EXPECT_EQ(read.errors(), "");
  ASSERT_EQ(read.first_edge().selects.size(), 2U);
  EXPECT_EQ(read.first_edge().selects[1].name, "j");
}

TEST(ReadXml, LayoutIsReadTolerantly) {
  const Read read(
      model(in_template("<location id='a' x='1.6' y=' -2.5 '/><location id='b' x='far' y='1'/><location id='c' x='1'/>"
                        "<location id='d' x='1e99' y='nan'/><init ref='a'/>")));
  EXPECT_EQ(read.errors(), "");
  const auto& locations = read.first().locations;
  ASSERT_TRUE(locations[0].at);
  EXPECT_EQ(locations[0].at->x, 2);
  EXPECT_EQ(locations[0].at->y, -3);
  EXPECT_FALSE(locations[1].at);
  EXPECT_FALSE(locations[2].at);
  EXPECT_FALSE(locations[3].at);
}

TEST(ReadXml, OnlyTrueIsControllable) {
  for (const char* word : {"false", "FALSE", "no"}) {
    const Read read(model(in_template(std::string(kLocations) + "<transition controllable='" + word +
                                      "'><source ref='a'/><target ref='b'/></transition>")));
    EXPECT_FALSE(read.first_edge().is_controllable) << word;
  }
}

TEST(ReadXml, NamesAreTrimmed) {
  const Read read(
      model("<template><name>\n P </name><location id='a'><name> A</name></location><init ref='a'/></template>"));
  EXPECT_EQ(read.errors(), "");
  EXPECT_EQ(read.first().name, "P");
  EXPECT_EQ(read.sources.slice(read.first().name_range), "P");
  EXPECT_EQ(read.first().locations[0].name, "A");
}

TEST(ReadXml, TemplatesMayUseTheSameIds) {
  const std::string second = "<template><name>Q</name>" + std::string(kLocations) + "</template>";
  const Read read(model(in_template(kLocations) + second));
  EXPECT_EQ(read.errors(), "");
}

TEST(ReadXml, TextsLiveAsLongAsTheDocument) {
  Read read(model(in_template(edge("<label kind='guard'>n &lt; 5</label>"))));
  EXPECT_EQ(read.first_edge().labels[0].text.text, "n < 5");  // the tree is gone by now
}

TEST(ReadXml, OldSyntaxIsTriedWhenTheNewOneFails) {
  const Read read("<nta><declaration>const N 3; clock x;</declaration>" +
                  in_template(edge("<label kind='guard'>x&gt;1, x&lt;N</label>")) + "<system>system P;</system></nta>");
  EXPECT_FALSE(read.diagnostics.has_errors()) << read.errors();
  EXPECT_EQ(read.document->dialect, Dialect::Old);
  ASSERT_EQ(read.diagnostics.warning_count(), 1U);
  EXPECT_EQ(read.diagnostics.items()[0].name, "old-syntax");
  EXPECT_EQ(print(*read.first_edge().guard), "x > 1 && x < N");
}

TEST(ReadXml, ErrorsOfTheNewSyntaxAreShownWhenBothFail) {
  const Read read(model(in_template(edge("<label kind='guard'>n ==</label>"))));
  EXPECT_EQ(read.document->dialect, Dialect::New);
  EXPECT_EQ(read.diagnostics.error_count(), 1U);
}

TEST(ReadXml, QueriesHaveNoPartInChoosingTheSyntax) {
  const Read read("<nta><declaration>const N 3;</declaration>" + in_template(kLocations) +
                  "<system>system P;</system><queries><query><formula>E&lt;&gt; (</formula></query></queries></nta>");
  EXPECT_EQ(read.document->dialect, Dialect::Old);
  EXPECT_EQ(read.diagnostics.error_count(), 1U);
  EXPECT_EQ(read.xpath(1), "/nta/queries/query[1]/formula");
}

TEST(ReadXml, RegionsTellTheElement) {
  const Read read(model(in_template(kLocations)));
  const auto xpath_of = [&](std::string_view what) {
    const std::size_t offset = read.sources.text(read.file).find(what);
    return read.sources.position(read.sources.base(read.file) + static_cast<std::uint32_t>(offset)).xpath;
  };
  EXPECT_EQ(xpath_of("clock x"), "/nta/declaration");
  EXPECT_EQ(xpath_of("id='b'"), "/nta/template[1]/location[2]");
  EXPECT_EQ(xpath_of("A</name>"), "/nta/template[1]/location[1]/name");
  EXPECT_EQ(xpath_of("system P;"), "/nta/system");
}

// Cutting and changing a good file anywhere gives a document and perhaps errors, and all of them can be shown.
RC_GTEST_PROP(ReadXml, SurvivesDamage, ()) {
  std::string text = model(in_template(edge("<label kind='guard'>n &lt; 1</label>")),
                           "<queries><query><formula>E&lt;&gt; P.A\nA[] true</formula></query></queries>");
  const auto changes = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
      rc::gen::pair(rc::gen::inRange<std::size_t>(0, text.size()), rc::gen::elementOf(std::string("<>&'/;=x \n"))));
  for (const auto& [at, with] : changes) text[at] = with;
  text.resize(*rc::gen::inRange<std::size_t>(0, text.size() + 1));
  const Read read(text);
  RC_ASSERT(read.document != nullptr);
  RC_ASSERT(!read.diagnostics.has_errors() || !read.errors().empty());
}

}  // namespace
}  // namespace zonda::lang
