#include "report/svg.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "report/picture.hpp"
#include "report/run_dot.hpp"
#include "report/svg_layout.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace zonda::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Model {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  std::unique_ptr<lang::Document> document;

  Model(const std::string& name, std::string text) {
    document = formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  }
  [[nodiscard]] const lang::Template& first() const { return *document->templates[0]; }
};

std::string xml(const std::string& inside) {
  return "<nta><template><name>P</name>" + inside + "</template><system>system P;</system></nta>";
}

std::string two_locations(const std::string& edges) {
  return xml("<location id=\"a\" x=\"0\" y=\"0\"/><location id=\"b\" x=\"100\" y=\"0\"/><init ref=\"a\"/>" + edges);
}
std::string edge(const std::string& from, const std::string& to, const std::string& inside = "") {
  return "<transition><source ref=\"" + from + "\"/><target ref=\"" + to + "\"/>" + inside + "</transition>";
}

bool has_graphviz() { return !run_dot("digraph { a -> b }").is_missing; }

// ---------------------------------------------------------------------------------------------------------

TEST(Picture, CutsEdgesAtTheCircles) {
  const Model model("m.xml", two_locations(edge("a", "b")));
  const Picture picture = picture_from_coordinates(model.first());
  ASSERT_EQ(picture.edges.size(), 1U);
  EXPECT_NEAR(picture.edges[0].line.front().p[0].x, kRadius, 0.1);
  EXPECT_NEAR(picture.edges[0].arrow_tip.x, 100 - kRadius, 1);
  EXPECT_NEAR(picture.edges[0].arrow_tip.y, 0, 0.1);
}

TEST(Picture, BendsEdgesAtNails) {
  const Model model("m.xml", two_locations(edge("a", "b", "<nail x=\"50\" y=\"-80\"/>")));
  const Picture picture = picture_from_coordinates(model.first());
  EXPECT_LT(bounds(picture.edges[0].line).top, -65);
}

TEST(Picture, SeparatesEdgesThatWouldLieOnOneAnother) {
  const Model model("m.xml", two_locations(edge("a", "b") + edge("b", "a")));
  const Picture picture = picture_from_coordinates(model.first());
  EXPECT_GT(std::abs(middle(picture.edges[0].line).y - middle(picture.edges[1].line).y), 10);
}

TEST(Picture, DrawsALoopOutsideItsLocation) {
  for (const std::string nails : {"", "<nail x=\"0\" y=\"-60\"/>"}) {
    const Model model("m.xml", two_locations(edge("a", "a", nails)));
    const Picture picture = picture_from_coordinates(model.first());
    const Box box = bounds(picture.edges[0].line);
    EXPECT_GT(std::min(box.width(), box.height()), 5) << nails;
    EXPECT_NEAR(distance(picture.edges[0].arrow_tip, {0, 0}), kRadius, 1) << nails;
  }
}

TEST(Picture, PutsTextsWhereTheModelSays) {
  const Model model("m.xml",
                    two_locations(edge("a", "b",
                                       "<label kind=\"guard\" x=\"12\" y=\"34\">1 &gt; 0\n&amp;&amp; true</label>"
                                       "<label kind=\"assignment\">1</label>")));
  const Picture picture = picture_from_coordinates(model.first());
  ASSERT_EQ(picture.texts.size(), 2U);
  EXPECT_EQ(picture.texts[0].kind, TextKind::Guard);
  EXPECT_EQ(picture.texts[0].at.x, 12);
  EXPECT_EQ(picture.texts[0].at.y, 34);
  EXPECT_EQ(picture.texts[0].lines.size(), 2U);
  // The other one stands beside the edge and does not cover it.
  EXPECT_TRUE(picture.texts[1].box().bottom < 0 || picture.texts[1].box().top > 0);
  EXPECT_NEAR(picture.texts[1].at.x, 50, 30);
}

TEST(Picture, ClampsExtremeCoordinates) {
  const Model model("m.xml", xml("<location id=\"a\" x=\"-2147483648\" y=\"2147483647\"/>"
                                 "<location id=\"b\" x=\"2147483647\" y=\"0\"/><init ref=\"a\"/>" +
                                 edge("a", "b", "<nail x=\"2147483647\" y=\"-2147483648\"/>")));
  const Box box = bounds(picture_from_coordinates(model.first()));
  EXPECT_LT(box.width(), 1e5);
  EXPECT_LT(box.height(), 1e5);
}

TEST(Picture, SurvivesLocationsAtTheSamePlace) {
  const Model model("m.xml", xml("<location id=\"a\" x=\"5\" y=\"5\"/><location id=\"b\" x=\"5\" y=\"5\"/>"
                                 "<init ref=\"a\"/>" +
                                 edge("a", "b") + edge("a", "b", "<nail x=\"5\" y=\"5\"/>")));
  EXPECT_FALSE(has_coordinates(model.first()));
  const Box box = bounds(picture_from_coordinates(model.first()));
  EXPECT_TRUE(std::isfinite(box.width()) && std::isfinite(box.height()));
}

// ---------------------------------------------------------------------------------------------------------

TEST(Svg, MarksLocations) {
  const Model model("m.xml", xml("<location id=\"a\" x=\"0\" y=\"0\" color=\"#ff0000\"><urgent/></location>"
                                 "<location id=\"b\" x=\"50\" y=\"0\"><committed/></location><init ref=\"a\"/>"));
  const std::string svg = write_svg(*model.document).svg;
  EXPECT_THAT(svg, HasSubstr("fill=\"#ff0000\""));
  EXPECT_THAT(svg, HasSubstr(">U</text>"));
  EXPECT_THAT(svg, HasSubstr(">C</text>"));
  EXPECT_THAT(svg, HasSubstr("r=\"7.8\" fill=\"none\""));  // the inner ring of the initial location
}

TEST(Svg, EscapesTextAndIgnoresStrangeColors) {
  const Model model(
      "m.xml",
      two_locations("<transition color=\"&quot;/&gt;&lt;script&gt;\"><source ref=\"a\"/>"
                    "<target ref=\"b\"/><label kind=\"guard\">1 &lt; 2 /* \"&lt;b&gt; */</label></transition>"));
  const std::string svg = write_svg(*model.document).svg;
  EXPECT_THAT(svg, HasSubstr("1 &lt; 2 /* &quot;&lt;b&gt; */"));
  EXPECT_THAT(svg, Not(HasSubstr("script")));
}

TEST(Svg, ShowsEverythingInItsViewBox) {
  const Model model("m.xml",
                    xml("<location id=\"a\" x=\"-500\" y=\"-300\"><name x=\"700\" y=\"400\">far_away</name></location>"
                        "<init ref=\"a\"/>"));
  const std::string svg = write_svg(*model.document).svg;
  double width = 0;
  double height = 0;
  ASSERT_EQ(std::sscanf(svg.c_str() + svg.find("viewBox"), "viewBox=\"0 0 %lf %lf\"", &width, &height), 2);
  EXPECT_GT(width, 1200 + 60);
  EXPECT_GT(height, 700);
  EXPECT_LT(width, 1400);
}

TEST(Svg, DrawsOneTemplateOrSaysThatThereIsNone) {
  const Model model("m.xml", two_locations(""));
  EXPECT_THAT(write_svg(*model.document, {.template_name = "P"}).svg, HasSubstr("<svg"));
  EXPECT_EQ(write_svg(*model.document, {.template_name = "Q"}).error, "there is no template 'Q'");
}

// ---------------------------------------------------------------------------------------------------------

const std::string kDrawnModel = R"(
clock x;
process P() {
  state Start { x <= 5 }, Middle, End;
  init Start;
  trans Start -> Middle { guard x > 1; }, Start -> Middle { guard x > 2; }, Middle -> End { assign x = 0; },
        End -> End { guard x > 4; }, End -> End { guard x > 3; }, End -> Start { };
}
system P;
)";

TEST(SvgLayout, SaysThatGraphvizIsNeeded) {
  const Model model("m.xta", kDrawnModel);
  EXPECT_EQ(picture_from_layout(model.first(), "no-such-program-as-this").error,
            "Graphviz (dot) is needed to lay out template 'P'; install the package graphviz");
}

TEST(SvgLayout, ReportsAProgramThatFails) {
  const Model model("m.xta", kDrawnModel);
  EXPECT_EQ(picture_from_layout(model.first(), "false").error,
            "Graphviz (dot) could not lay out template 'P': it failed");
  EXPECT_EQ(picture_from_layout(model.first(), "true").error,
            "Graphviz (dot) gave an unexpected layout of template 'P'");
}

TEST(SvgLayout, PlacesLocationsEdgesAndTexts) {
  if (!has_graphviz()) GTEST_SKIP() << "needs Graphviz";
  const Model model("m.xta", kDrawnModel);
  const LayoutResult result = picture_from_layout(model.first());
  ASSERT_EQ(result.error, "");
  const Picture& picture = result.picture;
  for (std::size_t i = 0; i < picture.nodes.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) EXPECT_GT(distance(picture.nodes[i].at, picture.nodes[k].at), 2 * kRadius);
  for (std::size_t i = 0; i < picture.edges.size(); ++i) {
    const PictureNode& target = picture.nodes[model.first().edges[i].target];
    EXPECT_NEAR(distance(picture.edges[i].arrow_tip, target.at), kRadius, 1.5) << i;
  }
  ASSERT_EQ(picture.texts.size(), 3U + 1U + 5U);
  for (std::size_t i = 0; i < picture.texts.size(); ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const Box a = picture.texts[i].box();
      const Box b = picture.texts[k].box();
      EXPECT_FALSE(a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          << picture.texts[i].lines[0] << " and " << picture.texts[k].lines[0];
    }
}

TEST(SvgLayout, LaysOutManyEdgesSoon) {
  if (!has_graphviz()) GTEST_SKIP() << "needs Graphviz";
  constexpr int kLocations = 60;
  std::string states;
  std::string edges;
  for (int i = 0; i < kLocations; ++i) {
    states += fmt::format("{}s{}", i == 0 ? "" : ", ", i);
    for (int k = 1; k <= 12; ++k)
      edges += fmt::format("{}s{} -> s{} {{ }}", edges.empty() ? "" : ", ", i, (i * k + 7 * k + 1) % kLocations);
  }
  const Model model("m.xta", fmt::format("process P() {{ state {}; init s0; trans {}; }}\nsystem P;\n", states, edges));
  const auto start = std::chrono::steady_clock::now();
  const LayoutResult result = picture_from_layout(model.first());
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.picture.edges.size(), model.first().edges.size());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

TEST(RunDot, EndsAProgramThatTakesTooLong) {
  const std::filesystem::path script = std::filesystem::path(::testing::TempDir()) / "zonda-slow-program";
  std::ofstream(script) << "#!/bin/sh\nexec sleep 60\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  EXPECT_EQ(run_dot("", 1, script.c_str()).error, "it took longer than 1 seconds");
  std::filesystem::remove(script);
}

}  // namespace
}  // namespace zonda::report
