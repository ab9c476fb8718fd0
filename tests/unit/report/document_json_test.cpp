#include "report/document_json.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"

#include <gtest/gtest.h>

namespace zonda::report {
namespace {

nlohmann::ordered_json json_of(const std::string& name, std::string text) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto read = formats::standard().read(sources, sources.add(name, std::move(text)), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  return document_to_json(*read.tree, read.format->name, sources);
}

const std::string kText =
    "int n;\n"
    "process P(const int k, int &m[2]) {\n"
    "  clock x;\n"
    "  state A { x <= 5 }, B; urgent B; init A;\n"
    "  trans A -> B { guard x > k; assign n++; };\n"
    "}\n"
    "Q = P(1, n);\n"
    "system Q;\n";

TEST(DocumentJson, GivesTheStructureOfATemplate) {
  const auto json = json_of("m.xta", kText);
  EXPECT_EQ(json["format"], "xta");
  const auto& found = json["templates"][0];
  EXPECT_EQ(found["name"], "P");
  EXPECT_EQ(found["position"], "m.xta:2:9");
  EXPECT_EQ(found["parameters"][1].dump(), R"({"name":"m","type":"int[2]","reference":true})");
  EXPECT_EQ(found["declarations"], "clock x;");
  EXPECT_EQ(found["locations"][0]["invariant"], "x <= 5");
  EXPECT_TRUE(found["locations"][0]["initial"]);
  EXPECT_TRUE(found["locations"][1]["urgent"]);
  EXPECT_TRUE(found["locations"][1]["invariant"].is_null());
  EXPECT_TRUE(found["locations"][1]["at"].is_null());
  EXPECT_EQ(found["edges"][0]["source"], "A");
  EXPECT_EQ(found["edges"][0]["target_index"], 1);
  EXPECT_EQ(found["edges"][0]["guard"], "x > k");
  EXPECT_EQ(found["edges"][0]["update"], "n++");
  EXPECT_TRUE(found["edges"][0]["sync"].is_null());
}

TEST(DocumentJson, SeparatesDeclarationsFromTheSystem) {
  const auto json = json_of("m.xta", kText);
  EXPECT_EQ(json["declarations"], "int n;");
  EXPECT_EQ(json["system"], "Q = P(1, n);\nsystem Q;");
  EXPECT_EQ(json["processes"].dump(), R"([{"name":"Q","priority":0}])");
}

TEST(DocumentJson, GivesTextAndLayoutAsWritten) {
  const auto json =
      json_of("m.xml",
              "<nta><declaration>int  n; // here</declaration><template><name>P</name>"
              "<location id=\"id0\" x=\"3\" y=\"-4\"/><init ref=\"id0\"/>"
              "<transition><source ref=\"id0\"/><target ref=\"id0\"/><label kind=\"guard\"> n  == 1 </label>"
              "<nail x=\"7\" y=\"8\"/></transition></template><system>system P;</system>"
              "<queries><query><formula>E&lt;&gt; P._id0</formula><comment>why</comment></query></queries></nta>");
  EXPECT_EQ(json["declarations"], "int  n; // here");
  const auto& found = json["templates"][0];
  EXPECT_EQ(found["locations"][0]["name"], "_id0");
  EXPECT_FALSE(found["locations"][0]["named"]);
  EXPECT_EQ(found["locations"][0]["at"].dump(), R"({"x":3,"y":-4})");
  EXPECT_EQ(found["edges"][0]["guard"], "n  == 1");
  EXPECT_EQ(found["edges"][0]["nails"].dump(), R"([{"x":7,"y":8}])");
  EXPECT_EQ(json["queries"][0]["formula"], "E<> P._id0");
  EXPECT_EQ(json["queries"][0]["kind"], "E<>");
  EXPECT_EQ(json["queries"][0]["comment"], "why");
}

TEST(DocumentJson, IsValidForTextThatIsNotUtf8) {
  lang::Sources sources;
  lang::Document document;
  auto& found = *document.templates.emplace_back(std::make_unique<lang::Template>());
  found.name = "P\xFF\xC3";
  const std::string text = document_to_json(document, "xta", sources).dump();
  EXPECT_NE(text.find("\"P\xEF\xBF\xBD\xEF\xBF\xBD\""), std::string::npos) << text;
}

}  // namespace
}  // namespace zonda::report
