#include "analysis/live_variables.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda::analysis {
namespace {

// Variables a, b (ranges 0 to 9, initially 0) and t[3]; P goes from l0 to l1 and back, Q stands by.
class Live : public testing::Test {
 protected:
  void load(const std::string& p, const std::string& q, const std::string& query = "E<> true") {
    const std::string text =
        "int[0,9] a, b, t[3]; clock x; chan c[10]; void set() { a = 5; } int[0,9] get() { return b; }\n"
        "process P() { state l0, l1; init l0; trans " +
        p + "; }\n" + "process Q() { " + q + " }\nsystem P, Q;\n";
    const auto file = sources_.add("model.xta", text);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    const auto formula = sources_.add("query", query);
    lang::read_queries(sources_, formula, *document_, diagnostics_);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr);
    live_ = LiveVariables(*network_, network_->queries[0]);
  }

  // What is left of a = 1, b = 2, t = {3, 4, 5} with P in this location.
  std::vector<std::int32_t> left(std::int32_t p, std::int32_t q = 0) const {
    std::vector<std::int32_t> state{p, q, 1, 2, 3, 4, 5};
    live_.clear_dead(state);
    return {state.begin() + 2, state.end()};
  }

  using Values = std::vector<std::int32_t>;
  static constexpr const char* kIdle = "state q0; init q0;";

  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
  LiveVariables live_;
};

TEST_F(Live, WhatNobodyReadsIsDead) {
  load("l0 -> l1 { assign a = 1; }", kIdle);
  EXPECT_EQ(left(0), (Values{0, 0, 0, 0, 0}));
}

TEST_F(Live, BetweenReadingAndWritingIsDead) {
  load("l0 -> l1 { guard a > 0; }, l1 -> l0 { assign a = 3; }", kIdle);
  EXPECT_EQ(left(0), (Values{1, 0, 0, 0, 0}));
  EXPECT_EQ(left(1), (Values{0, 0, 0, 0, 0}));
}

TEST_F(Live, AnUpdateThatReadsTheOldValueKeepsIt) {
  load("l0 -> l1 { guard a > 0; }, l1 -> l0 { assign a = a + 1; }", kIdle);
  EXPECT_EQ(left(1), (Values{1, 0, 0, 0, 0}));
}

TEST_F(Live, AWriteThatMayNotHappenKeepsIt) {
  load("l0 -> l1 { guard a > 0; }, l1 -> l0 { assign b > 0 ? (a = 3) : (b = 3); }", kIdle);
  EXPECT_EQ(left(1), (Values{1, 2, 0, 0, 0}));
}

TEST_F(Live, AWriteInACalledFunctionCounts) {
  load("l0 -> l1 { guard a > 0; }, l1 -> l0 { assign set(); }", kIdle);
  EXPECT_EQ(left(1), (Values{0, 0, 0, 0, 0}));
}

TEST_F(Live, AReadInACalledFunctionCounts) {
  load("l0 -> l1 { guard get() > 0; }, l1 -> l0 { assign b = 1; }", kIdle);
  EXPECT_EQ(left(0), (Values{0, 2, 0, 0, 0}));
  EXPECT_EQ(left(1), (Values{0, 0, 0, 0, 0}));
}

TEST_F(Live, OthersThatMayReadKeepIt) {
  load("l0 -> l1 { guard a > 0; }, l1 -> l0 { assign a = 3; }",
       "state q0, q1; init q0; trans q0 -> q1 { guard a == 2; };");
  EXPECT_EQ(left(1, 0), (Values{1, 0, 0, 0, 0}));
  EXPECT_EQ(left(1, 1), (Values{0, 0, 0, 0, 0}));
}

TEST_F(Live, AComputedIndexReadsTheWholeArray) {
  load("l0 -> l1 { guard t[a % 3] > 0; }, l1 -> l0 { assign t[0] = 1, a = 2; }", kIdle);
  EXPECT_EQ(left(0), (Values{1, 0, 3, 4, 5}));
  EXPECT_EQ(left(1), (Values{0, 0, 0, 4, 5}));
}

TEST_F(Live, AComputedIndexWritesNothingForSure) {
  load("l0 -> l1 { guard t[1] > 0; }, l1 -> l0 { assign t[a % 3] = 1; }", kIdle);
  EXPECT_EQ(left(1), (Values{1, 0, 0, 4, 0}));
}

TEST_F(Live, InvariantsAndClockBoundsRead) {
  load("l0 -> l1 { guard x >= b; }, l1 -> l0 { assign b = 1; }", "state q0 { x <= a }; init q0;");
  EXPECT_EQ(left(0), (Values{1, 2, 0, 0, 0}));
  EXPECT_EQ(left(1), (Values{1, 0, 0, 0, 0}));
}

TEST_F(Live, SynchronisationsRead) {
  load("l0 -> l1 { sync c[a]!; }, l1 -> l0 { assign a = 1; }", "state q0; init q0; trans q0 -> q0 { sync c[b]?; };");
  EXPECT_EQ(left(0), (Values{1, 2, 0, 0, 0}));
  EXPECT_EQ(left(1), (Values{0, 2, 0, 0, 0}));
}

TEST_F(Live, TheQueryReads) {
  load("l0 -> l1 { assign a = 1; }", kIdle, "E<> a == 3 and t[1] > 2");
  EXPECT_EQ(left(0), (Values{1, 0, 0, 4, 0}));
}

TEST_F(Live, ClockValuesReadWhenTheyAreSet) {
  load("l0 -> l1 { assign x = a; }, l1 -> l0 { assign a = 2; }", kIdle);
  EXPECT_EQ(left(0), (Values{1, 0, 0, 0, 0}));
  EXPECT_EQ(left(1), (Values{0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace zonda::analysis
