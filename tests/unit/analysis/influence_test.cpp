#include "analysis/influence.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace zonda::analysis {
namespace {

// Variables a, b, d (0 to 9) and t[3], one process that goes round from l0.
class Influences : public testing::Test {
 protected:
  // Names of those that have influence.
  std::string of(const std::string& edges, const std::string& query = "E<> true", const std::string& invariant = "") {
    const std::string text =
        "int[0,9] a, b, d; int[0,9] t[3]; meta int[0,9] m; clock x; chan c[10];\n"
        "void copy() { int[0,9] h = a; b = h; }\n"
        "void choose() { if (a > 3) b = 1; else b = 2; }\n"
        "void fill(int[0,9] v) { int[0,9] h[2]; h[0] = v; h[1] = 1; b = h[v > 1 ? 1 : 0]; }\n"
        "process P() { state l0" +
        invariant + "; init l0; trans " + edges +
        "; }\nprocess Q() { state q0; init q0; trans q0 -> q0 { sync c[1]?; }; }\n" + "system P, Q;\n";
    lang::Sources sources;
    lang::Diagnostics diagnostics;
    const auto document = formats::read_tree(sources, sources.add("model.xta", text), diagnostics);
    lang::read_queries(sources, sources.add("query", query), *document, diagnostics);
    const auto semantics = lang::check(*document, diagnostics);
    EXPECT_FALSE(diagnostics.has_errors()) << lang::render(diagnostics, sources);
    const auto network = model::build(*document, *semantics, diagnostics);
    if (network == nullptr) return "no network";
    const CellSet cells = influential_cells(*network, network->queries[0]);
    std::string result;
    for (model::Address cell = 0; cell < network->state_cells(); ++cell) {
      if (cell < network->processes.size()) {
        EXPECT_TRUE(cells.has(cell)) << "a location";
      } else if (cells.has(cell)) {
        result += (result.empty() ? "" : " ") + network->cell_name(cell);
      }
    }
    return result;
  }
};

TEST_F(Influences, ValuesThatAreOnlyCopiedHaveNone) {
  EXPECT_EQ(of("l0 -> l0 { select v : int[0,9]; assign a = v; }, l0 -> l0 { assign b = a, d = b; }"), "");
  EXPECT_EQ(of("l0 -> l0 { assign copy(); }"), "");
  EXPECT_EQ(of("l0 -> l0 { assign t[1] = a, b = t[2]; }"), "");
}

TEST_F(Influences, GuardsInvariantsChannelsClocksAndQueriesNeedThem) {
  EXPECT_EQ(of("l0 -> l0 { guard a > 1; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { guard x < a; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign b = 1; }", "E<> true", " { x <= a }"), "a");
  EXPECT_EQ(of("l0 -> l0 { sync c[a]!; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign x = a; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign b = 1; }", "E<> a == 1"), "a");
}

TEST_F(Influences, ItGoesThroughCopies) {
  EXPECT_EQ(of("l0 -> l0 { guard d > 1; }, l0 -> l0 { assign b = a; }, l0 -> l0 { assign d = b; }"), "a b d");
  EXPECT_EQ(of("l0 -> l0 { guard b > 1; assign copy(); }"), "a b");
}

TEST_F(Influences, BlocksMayBeAnyVariables) {
  EXPECT_EQ(of("l0 -> l0 { guard b > 1; assign fill(a); }"), "a b d t[0] t[1] t[2]");
}

TEST_F(Influences, JumpsAndIndicesNeedThem) {
  EXPECT_EQ(of("l0 -> l0 { assign choose(); }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign t[a % 3] = b; }"), "a");
}

// With another value the error would be missed, or made up.
TEST_F(Influences, WhatMayFailNeedsThem) {
  EXPECT_EQ(of("l0 -> l0 { assign b = a + 1; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign b = 9 / a; }"), "a");
  EXPECT_EQ(of("l0 -> l0 { assign b = t[a]; }"), "a");
}

TEST_F(Influences, AnArrayIsOneVariable) {
  EXPECT_EQ(of("l0 -> l0 { select i : int[0,2]; guard d > 1 && t[i] > 0; assign t[1] = a; }"), "a d t[0] t[1] t[2]");
}

// The sender writes it, the receiver reads it: each program by itself does not show that.
TEST_F(Influences, MetaVariablesPassValuesOn) {
  EXPECT_EQ(of("l0 -> l0 { assign m = a; }, l0 -> l0 { assign b = m; }", "E<> b == 1"), "a b");
  EXPECT_EQ(of("l0 -> l0 { assign m = a + 0, b = m; }", "E<> b == 1"), "a b");
}

}  // namespace
}  // namespace zonda::analysis
