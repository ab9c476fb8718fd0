#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lang/print.hpp"
#include "lang/read.hpp"

namespace zonda::lang {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kLocations =
    "<location id='a'><name>A</name></location><location id='b'/><init ref='a'/>";

std::string in_template(std::string_view inside) {
  return "<template><name>P</name>" + std::string(inside) + "</template>";
}
std::string edge(std::string_view inside) {
  return std::string(kLocations) + "<transition><source ref='a'/><target ref='b'/>" + std::string(inside) +
         "</transition>";
}
std::string model(std::string_view templates, std::string_view queries = "") {
  return "<nta>\n<declaration>clock x; int n; chan c;</declaration>\n" + std::string(templates) +
         "\n<system>system P;</system>" + std::string(queries) + "</nta>";
}
std::string query(std::string_view inside) { return model("", "<queries>" + std::string(inside) + "</queries>"); }

struct Read {
  Sources sources;
  Diagnostics diagnostics;
  Sources::FileId file;
  std::unique_ptr<Document> document;

  explicit Read(std::string text) : file(sources.add("m.xml", std::move(text))) {
    document = read_xml(sources, file, diagnostics);
  }
  const Template& first() const { return *document->templates.at(0); }
  const EdgeSyntax& first_edge() const { return first().edges.at(0); }
  std::string errors() const { return render(diagnostics, sources); }
  // 'source text that is marked | message' of each diagnostic.
  std::vector<std::string> found() const {
    std::vector<std::string> result;
    for (const Diagnostic& d : diagnostics.items())
      result.push_back(std::string(sources.slice(d.range)) + " | " + d.message);
    return result;
  }
  std::string xpath(std::size_t i = 0) const {
    return sources.position(diagnostics.items().at(i).range.begin).xpath;
  }
};

// --- the parts of a model

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
  EXPECT_EQ(document.format, Format::Xml);
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
  const Read read(
      "<nta><system>Q = P(); system Q;</system><instantiation>R = P();</instantiation>" +
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
  const Read read(model(
      "<template><transition><target ref='a'/><label kind='guard'>n==1</label><source ref='a'/></transition>"
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
  const Read read(model(
      in_template(edge("<label kind='select'>i:int[0,1]</label><label kind='select'>j:int[0,1]</label>"))));
  EXPECT_EQ(read.errors(), "");
  ASSERT_EQ(read.first_edge().selects.size(), 2U);
  EXPECT_EQ(read.first_edge().selects[1].name, "j");
}

TEST(ReadXml, LayoutIsReadTolerantly) {
  const Read read(model(in_template(
      "<location id='a' x='1.6' y=' -2.5 '/><location id='b' x='far' y='1'/><location id='c' x='1'/>"
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
  const Read read(model("<template><name>\n P </name><location id='a'><name> A</name></location><init ref='a'/></template>"));
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

// --- what is wrong with it

struct Mistake {
  std::string name;
  std::string text;
  std::vector<std::string> found;
  std::string xpath;
};

class XmlModelMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(XmlModelMistakes, AreReportedWhereTheyAre) {
  const Read read(GetParam().text);
  EXPECT_TRUE(read.diagnostics.has_errors());
  EXPECT_EQ(read.found(), GetParam().found);
  EXPECT_EQ(read.xpath(), GetParam().xpath);
}

INSTANTIATE_TEST_SUITE_P(
    All, XmlModelMistakes,
    testing::Values(
        Mistake{"NotNta", "<html/>", {"<html/> | the root element is <html>, not <nta>"}, ""},
        Mistake{"NoSystem", "<nta>" + in_template(kLocations) + "</nta>", {"<nta> | missing <system> section"},
                "/nta"},
        Mistake{"BlankSystem", "<nta>" + in_template(kLocations) + "<system> </system></nta>",
                {"<system> | the <system> section is empty"}, "/nta/system"},
        Mistake{"TwoSystems", model(in_template(kLocations), "<system>system P;</system>"),
                {"<system> | a second <system> in one <nta>"}, "/nta/system"},
        Mistake{"TwoDeclarations", model("<declaration >int m;</declaration>" + in_template(kLocations)),
                {"<declaration > | a second <declaration> in one <nta>"}, "/nta/declaration"},
        Mistake{"NoInitial", model(in_template("<location id='a'/>")),
                {"P | missing initial location in template 'P'"}, "/nta/template[1]/name"},
        Mistake{"NoLocations", model(in_template("")), {"P | missing initial location in template 'P'"},
                "/nta/template[1]/name"},
        Mistake{"InitialWithoutRef", model(in_template("<location id='a'/><init/>")),
                {"<init/> | missing initial location in template 'P'"}, "/nta/template[1]/init"},
        Mistake{"InitialUnknown", model(in_template("<location id='a'/><init ref='zz'/>")),
                {"zz | no location of template 'P' has the id 'zz'"}, "/nta/template[1]/init"},
        Mistake{"InitialBranchpoint", model(in_template("<branchpoint id='a'/><init ref='a'/>")),
                {"a | a branchpoint cannot be the initial location"}, "/nta/template[1]/init"},
        Mistake{"NoId", model(in_template("<location/><location id='a'/><init ref='a'/>")),
                {"<location/> | a <location> needs an id"}, "/nta/template[1]/location[1]"},
        Mistake{"BranchpointWithoutId", model(in_template("<branchpoint id=' '/><location id='a'/><init ref='a'/>")),
                {"<branchpoint id=' '/> | a <branchpoint> needs an id"}, "/nta/template[1]/branchpoint[1]"},
        Mistake{"UnknownSource",
                model(in_template(std::string(kLocations) +
                                  "<transition><source ref='zz'/><target ref='b'/></transition>")),
                {"zz | no location of template 'P' has the id 'zz'"}, "/nta/template[1]/transition[1]/source"},
        Mistake{"LocationOfAnotherTemplate",
                model("<template><name>Q</name><location id='q'/><init ref='q'/></template>" +
                      in_template("<location id='a'/><init ref='q'/>")),
                {"q | no location of template 'P' has the id 'q'"}, "/nta/template[2]/init"},
        Mistake{"NoTarget", model(in_template(std::string(kLocations) + "<transition><source ref='a'/></transition>")),
                {"<transition> | this transition has no <target>"}, "/nta/template[1]/transition[1]"},
        Mistake{"SourceWithoutRef",
                model(in_template(std::string(kLocations) + "<transition><source/><target ref='b'/></transition>")),
                {"<source/> | <source> does not say which location it means"},
                "/nta/template[1]/transition[1]/source"},
        Mistake{"LabelWithoutKind", model(in_template(edge("<label>n==1</label>"))),
                {"<label> | this label does not say what it is"}, "/nta/template[1]/transition[1]/label[1]"},
        Mistake{"UrgentAndCommitted",
                model(in_template("<location id='a'><name>A</name><urgent/><committed/></location><init ref='a'/>")),
                {"A | location 'A' is both urgent and committed"}, "/nta/template[1]/location[1]/name"},
        Mistake{"NameWithBlank",
                model(in_template("<location id='a'><name> A B </name></location><init ref='a'/>")),
                {"A B | 'A B' is not an identifier"}, "/nta/template[1]/location[1]/name"},
        Mistake{"NameWithDigit", model("<template><name>1P</name>" + std::string(kLocations) + "</template>"),
                {"1P | '1P' is not an identifier"}, "/nta/template[1]/name"},
        Mistake{"ReservedName",
                model(in_template("<location id='a'><name>init</name></location><init ref='a'/>")),
                {"init | 'init' is a reserved word and cannot be a name"}, "/nta/template[1]/location[1]/name"}),
    [](const auto& test) { return test.param.name; });

TEST(ReadXml, MalformedXmlGivesAnEmptyDocument) {
  const Read read("<nta><template>");
  EXPECT_EQ(read.diagnostics.error_count(), 1U);
  ASSERT_NE(read.document, nullptr);
  EXPECT_TRUE(read.document->templates.empty());
}

TEST(ReadXml, DuplicateIdIsAWarningAndTheLaterWins) {
  const Read read(model(in_template(
      "<location id='a'><name>A</name></location><location id='a'><name>B</name></location><init ref='a'/>")));
  EXPECT_FALSE(read.diagnostics.has_errors());
  ASSERT_EQ(read.diagnostics.warning_count(), 1U);
  EXPECT_EQ(read.diagnostics.items()[0].name, "duplicate-id");
  EXPECT_EQ(read.xpath(), "/nta/template[1]/location[2]");
  EXPECT_EQ(read.first().initial, 1U);
}

TEST(ReadXml, TemplateWithoutNameIsLeftOut) {
  const Read read(model("<template><name> </name>" + std::string(kLocations) + "</template>" +
                        in_template(kLocations)));
  EXPECT_FALSE(read.diagnostics.has_errors());
  EXPECT_EQ(read.diagnostics.warning_count(), 1U);
  EXPECT_EQ(read.document->templates.size(), 1U);
}

// --- the old syntax

TEST(ReadXml, OldSyntaxIsTriedWhenTheNewOneFails) {
  const Read read("<nta><declaration>const N 3; clock x;</declaration>" +
                  in_template(edge("<label kind='guard'>x&gt;1, x&lt;N</label>")) +
                  "<system>system P;</system></nta>");
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
  EXPECT_EQ(read.xpath(0), "/nta/queries/query[1]/formula");
}

// --- queries

TEST(ReadXml, QueriesKeepWhatBelongsToThem) {
  const Read read(query(
      "<option key='--search-order' value='1'/>"
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
