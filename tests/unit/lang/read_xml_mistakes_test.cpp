#include "unit/lang/read_xml_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::lang {
namespace {

using namespace xml_fixture;

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
        Mistake{"NoSystem", "<nta>" + in_template(kLocations) + "</nta>", {"<nta> | missing <system> section"}, "/nta"},
        Mistake{"BlankSystem",
                "<nta>" + in_template(kLocations) + "<system> </system></nta>",
                {"<system> | the <system> section is empty"},
                "/nta/system"},
        Mistake{"TwoSystems",
                model(in_template(kLocations), "<system>system P;</system>"),
                {"<system> | a second <system> in one <nta>"},
                "/nta/system"},
        Mistake{"TwoDeclarations",
                model("<declaration >int m;</declaration>" + in_template(kLocations)),
                {"<declaration > | a second <declaration> in one <nta>"},
                "/nta/declaration"},
        Mistake{"NoInitial",
                model(in_template("<location id='a'/>")),
                {"P | missing initial location in template 'P'"},
                "/nta/template[1]/name"},
        Mistake{"NoLocations",
                model(in_template("")),
                {"P | missing initial location in template 'P'"},
                "/nta/template[1]/name"},
        Mistake{"InitialWithoutRef",
                model(in_template("<location id='a'/><init/>")),
                {"<init/> | missing initial location in template 'P'"},
                "/nta/template[1]/init"},
        Mistake{"InitialUnknown",
                model(in_template("<location id='a'/><init ref='zz'/>")),
                {"zz | no location of template 'P' has the id 'zz'"},
                "/nta/template[1]/init"},
        Mistake{"InitialBranchpoint",
                model(in_template("<branchpoint id='a'/><init ref='a'/>")),
                {"a | a branchpoint cannot be the initial location"},
                "/nta/template[1]/init"},
        Mistake{"NoId",
                model(in_template("<location/><location id='a'/><init ref='a'/>")),
                {"<location/> | a <location> needs an id"},
                "/nta/template[1]/location[1]"},
        Mistake{"BranchpointWithoutId",
                model(in_template("<branchpoint id=' '/><location id='a'/><init ref='a'/>")),
                {"<branchpoint id=' '/> | a <branchpoint> needs an id"},
                "/nta/template[1]/branchpoint[1]"},
        Mistake{"UnknownSource",
                model(in_template(std::string(kLocations) +
                                  "<transition><source ref='zz'/><target ref='b'/></transition>")),
                {"zz | no location of template 'P' has the id 'zz'"},
                "/nta/template[1]/transition[1]/source"},
        Mistake{"LocationOfAnotherTemplate",
                model("<template><name>Q</name><location id='q'/><init ref='q'/></template>" +
                      in_template("<location id='a'/><init ref='q'/>")),
                {"q | no location of template 'P' has the id 'q'"},
                "/nta/template[2]/init"},
        Mistake{"NoTarget",
                model(in_template(std::string(kLocations) + "<transition><source ref='a'/></transition>")),
                {"<transition> | this transition has no <target>"},
                "/nta/template[1]/transition[1]"},
        Mistake{"SourceWithoutRef",
                model(in_template(std::string(kLocations) + "<transition><source/><target ref='b'/></transition>")),
                {"<source/> | <source> does not say which location it means"},
                "/nta/template[1]/transition[1]/source"},
        Mistake{"LabelWithoutKind",
                model(in_template(edge("<label>n==1</label>"))),
                {"<label> | this label has no kind"},
                "/nta/template[1]/transition[1]/label[1]"},
        Mistake{"UrgentAndCommitted",
                model(in_template("<location id='a'><name>A</name><urgent/><committed/></location><init ref='a'/>")),
                {"A | location 'A' is both urgent and committed"},
                "/nta/template[1]/location[1]/name"},
        Mistake{"NameWithBlank",
                model(in_template("<location id='a'><name> A B </name></location><init ref='a'/>")),
                {"A B | 'A B' is not an identifier"},
                "/nta/template[1]/location[1]/name"},
        Mistake{"NameWithDigit",
                model("<template><name>1P</name>" + std::string(kLocations) + "</template>"),
                {"1P | '1P' is not an identifier"},
                "/nta/template[1]/name"},
        Mistake{"ReservedName",
                model(in_template("<location id='a'><name>init</name></location><init ref='a'/>")),
                {"init | 'init' is a reserved word and cannot be a name"},
                "/nta/template[1]/location[1]/name"}),
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
  const Read read(
      model("<template><name> </name>" + std::string(kLocations) + "</template>" + in_template(kLocations)));
  EXPECT_FALSE(read.diagnostics.has_errors());
  EXPECT_EQ(read.diagnostics.warning_count(), 1U);
  EXPECT_EQ(read.document->templates.size(), 1U);
}

}  // namespace
}  // namespace zonda::lang
