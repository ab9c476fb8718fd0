#include "report/dot.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string dot_of(const std::string& name, std::string text, const DotOptions& options = {}) {
  lang::Sources sources;
  lang::Diagnostics diagnostics;
  const auto document = formats::read_tree(sources, sources.add(name, std::move(text)), diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << render(diagnostics, sources);
  return write_dot(*document, options);
}

const std::string kModel = R"(
chan c; clock x;
process P(const int k) {
  state A { x <= 5 }, B, C; branchpoint b; commit B; urgent C; init A;
  trans A -> B { select i : int[0,1]; guard x > i; sync c!; assign x = 0; },
        B -u-> b { }, b -> C { probability 2; };
}
process Q() { state A; init A; }
P1 = P(1);
system P1, Q;
)";

TEST(Dot, DrawsATemplateAsACluster) {
  EXPECT_THAT(dot_of("m.xta", kModel, {.template_name = "P"}),
              HasSubstr("  subgraph cluster_0 {\n"
                        "    label=\"P(const int k)\";\n"
                        "    t0_0 [label=\"A\\nx <= 5\", peripheries=2];\n"
                        "    t0_1 [label=\"B (C)\"];\n"
                        "    t0_2 [label=\"C (U)\"];\n"
                        "    t0_3 [shape=point, width=0.1];\n"
                        "    t0_0 -> t0_1 [label=\"i : int[0,1]\\lx > i\\lc!\\lx = 0\\l\"];\n"
                        "    t0_1 -> t0_3 [style=dashed];\n"
                        "    t0_3 -> t0_2 [label=\"2\", style=dashed];\n"
                        "  }\n"));
}

TEST(Dot, DrawsOneTemplateOrAll) {
  EXPECT_THAT(dot_of("m.xta", kModel), HasSubstr("label=\"Q\""));
  EXPECT_THAT(dot_of("m.xta", kModel, {.template_name = "P"}), Not(HasSubstr("label=\"Q\"")));
}

TEST(Dot, EscapesWhatGraphvizWouldRead) {
  const std::string text =
      dot_of("m.xml",
             "<nta><template><name>P</name><location id=\"a\"><name>A</name>"
             "<label kind=\"exponentialrate\">1</label></location><init ref=\"a\"/><transition>"
             "<source ref=\"a\"/><target ref=\"a\"/><label kind=\"guard\">\n1 /* \"\\N &amp;lt; */ &gt; 0</label>"
             "</transition></template><system>system P;</system></nta>");
  EXPECT_THAT(text, HasSubstr("[label=\"1 /* \\\"\\\\N &amp;lt; */ > 0\"]"));
}

TEST(Dot, UsesOnlyRealColors) {
  const std::string text =
      dot_of("m.xml",
             "<nta><template><name>P</name><location id=\"a\" color=\"#00ff7f\"/><location id=\"b\" color='red\"'/>"
             "<init ref=\"a\"/></template><system>system P;</system></nta>");
  EXPECT_THAT(text, HasSubstr("t0_0 [label=\"\", peripheries=2, fillcolor=\"#00ff7f\"]"));
  EXPECT_THAT(text, Not(HasSubstr("red")));
}

}  // namespace
}  // namespace zonda::report
