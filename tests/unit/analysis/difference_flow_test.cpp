#include "analysis/difference_flow.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace zonda::analysis {
namespace {

// P goes from l0 to l1 and l2; Q stands by in q0. The clocks are x, y and z.
class DifferenceFlowTest : public testing::Test {
 protected:
  void load(const std::string& p, const std::string& q = "state q0; init q0;", const std::string& declarations = "") {
    const std::string text = "clock x, y, z; chan c; broadcast chan all;\n" + declarations +
                             "process P() { state l0, l1, l2; init l0; trans " + p + "; }\nprocess Q() { " + q +
                             " }\nsystem P, Q;\n";
    const auto file = sources_.add("model.xta", text);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr) << lang::render(diagnostics_, sources_);
    bounds_ = clock_bounds(*network_, model::Query{}, {}, Differences::Whole);
  }

  // What P may still test from the location: differences, then bounds, as 'x-y<3', 'x<=U', 'x>L'.
  std::string at(std::size_t location) const {
    std::vector<std::string> parts;
    const auto name = [&](std::uint32_t clock) { return network_->clock_name(clock); };
    for (const DifferenceTest& t : bounds_.local_tests[0][location]) {
      const char* fails = t.sides == kWhereItFails ? "!" : t.sides == kWhereItHolds ? "" : "?";
      parts.push_back(
          fmt::format("{}{}-{}{}{}", fails, name(t.left), name(t.right), t.is_strict ? "<" : "<=", t.value));
    }
    for (const ClockBound& b : bounds_.local[0][location]) {
      if (b.upper >= 0) parts.push_back(fmt::format("{}<={}", name(b.clock), b.upper));
      if (b.lower >= 0) parts.push_back(fmt::format("{}>{}", name(b.clock), b.lower));
    }
    std::ranges::sort(parts);
    return fmt::format("{}", fmt::join(parts, " "));
  }

  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
  ClockBounds bounds_;
};

TEST_F(DifferenceFlowTest, ATestCountsWhereItStandsAndBefore) {
  load("l0 -> l1 { }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "x-y<3");
  EXPECT_EQ(at(1), "x-y<3");
  EXPECT_EQ(at(2), "");
}

TEST_F(DifferenceFlowTest, TheSameTestFromTheOtherSideIsOne) {
  load("l0 -> l1 { guard x - y < 3; }, l0 -> l2 { guard x - y >= 3; }");
  EXPECT_EQ(at(0), "?x-y<3");
}

TEST_F(DifferenceFlowTest, BeforeAClockIsSetToANumberItIsABound) {
  load("l0 -> l1 { assign y = 2; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "x<=5");
  load("l0 -> l1 { assign x = 7; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "y>4");
  // Whatever y is, 1 - y < 3.
  load("l0 -> l1 { assign x = 1; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "");
  load("l0 -> l1 { assign x = 1, y = 1; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "");
}

TEST_F(DifferenceFlowTest, BeforeACopyItIsAboutTheSource) {
  load("l0 -> l1 { assign x = z; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "!y-z<=-3");
  load("l0 -> l1 { assign x = y; }, l1 -> l2 { guard x - y < 3; }");
  EXPECT_EQ(at(0), "");
}

// Backwards: y = x first, so that y is the old x.
TEST_F(DifferenceFlowTest, AssignmentsHappenInTheirOrder) {
  load("l0 -> l1 { assign y = x, x = 0; }, l1 -> l2 { guard z - y < 3; }");
  EXPECT_EQ(at(0), "!x-z<=-3");
  load("l0 -> l1 { assign x = 0, y = x; }, l1 -> l2 { guard z - y < 3; }");
  EXPECT_EQ(at(0), "z<=3");
}

TEST_F(DifferenceFlowTest, OthersMaySetTheClocks) {
  load("l0 -> l1 { guard x - y < 3; }", "state q0; init q0; trans q0 -> q0 { assign y = 2; };");
  EXPECT_EQ(at(0), "x-y<3 x<=5");
  load("l0 -> l1 { guard x - y < 3; }", "state q0; init q0; trans q0 -> q0 { assign y = z; };");
  EXPECT_EQ(at(0), "x-y<3 x-z<3");
}

TEST_F(DifferenceFlowTest, CodeMaySetAnyClock) {
  load("l0 -> l1 { guard x - y < 3; }", "state q0; init q0; trans q0 -> q0 { assign restart(); };",
       "bool on = true; void restart() { if (on) y = 2; }\n");
  EXPECT_EQ(at(0), "x-y<3 x<=5");
}

TEST_F(DifferenceFlowTest, WhereFailingMattersBothSidesDo) {
  load("l0 -> l1 { guard x - y < 3; sync all?; }");
  EXPECT_EQ(at(0), "?x-y<3");
  load("l0 -> l1 { assign y = 0; }, l1 -> l2 { guard x - y < 3; sync all?; }");
  EXPECT_EQ(at(0), "x<=3 x>3");
}

TEST_F(DifferenceFlowTest, TestsWithoutEndAreRefused) {
  load("l0 -> l0 { assign x = x + 1; }, l0 -> l1 { guard x - y < 3; }");
  EXPECT_NE(bounds_.refusal, "");
}

}  // namespace
}  // namespace zonda::analysis
