#include "analysis/values.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace zonda::analysis {
namespace {

// P goes from l0 to l1 and l2; Q stands by in q0.
class ValuesTest : public testing::Test {
 protected:
  void load(const std::string& declarations, const std::string& p, const std::string& q = "state q0; init q0;") {
    const std::string text = declarations + "\nchan c; broadcast chan all; clock x, y;\n" +
                             "process P() { state l0, l1, l2; init l0; trans " + p + "; }\nprocess Q() { " + q +
                             " }\nsystem P, Q;\n";
    const auto file = sources_.add("model.xta", text);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr) << lang::render(diagnostics_, sources_);
  }

  std::size_t cell(const std::string& name) const {
    for (std::uint32_t i = 0; i < network_->cells.size(); ++i)
      if (network_->cell_name(i) == name) return i;
    ADD_FAILURE() << name;
    return 0;
  }
  static std::string text(const Numbers& n) {
    if (n.is_none()) return "none";
    return n.is_one() ? fmt::format("{}", n.lower) : fmt::format("{}..{}", n.lower, n.upper);
  }
  std::string anywhere(const std::string& name) const { return text(values_of(*network_).anywhere[cell(name)]); }
  // Of a variable that P alone writes.
  std::string at(std::size_t location, const std::string& name) const {
    const Values::Own& own = values_of(*network_).own[0];
    if (!own.is_reached[location]) return "not reached";
    for (std::size_t k = 0; k < own.cells.size(); ++k)
      if (own.cells[k] == cell(name)) return text(own.at[location][k]);
    return "not its own";
  }
  // What the clock guard of P's edge compares with.
  std::string bound(std::size_t edge) const {
    ValueView view(*network_);
    const model::Edge& e = network_->processes[0].edges[edge];
    view.look_at(0, e.source, e.selects);
    view.assume(e.guard.integer);
    return text(view.range(e.guard.clocks[0].bound, e.guard.clocks[0].condition));
  }
  bool is_decided(const std::string& name) const {
    for (const Values::Decided& d : values_of(*network_).decided)
      for (const model::Address c : d.cells)
        if (c == cell(name)) return true;
    return false;
  }

  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
};

TEST_F(ValuesTest, AVariableThatIsNeverWrittenKeepsItsInitialValue) {
  load("int n = 7; int a[3] = {1, 2, 3};", "l0 -> l1 { guard x <= n; }");
  EXPECT_EQ(anywhere("n"), "7");
  EXPECT_EQ(anywhere("a[1]"), "2");
  EXPECT_EQ(bound(0), "7");
}

TEST_F(ValuesTest, AnElementOfAConstantArrayIsOneOfItsElements) {
  load("const int least[3] = {8, 6, 9}; int[0,2] who;", "l0 -> l1 { guard x <= 20 - least[who]; assign who = 2; }");
  EXPECT_EQ(bound(0), "12");  // who is 0 in l0
  load("const int least[3] = {8, 6, 9}; int[0,2] who;",
       "l0 -> l0 { guard x <= 20 - least[who]; assign who = (who + 1) % 3; }");
  EXPECT_EQ(bound(0), "11..14");
}

TEST_F(ValuesTest, OccurrencesOfOneVariableHaveOneValue) {
  load("const int up[3] = {1, 5, 9}; const int down[3] = {9, 5, 1}; int[0,2] who;",
       "l0 -> l0 { guard x <= up[who] + down[who]; assign who = (who + 1) % 3; }");
  EXPECT_EQ(bound(0), "10");
}

TEST_F(ValuesTest, WhatIsAssignedCountsAndNotTheType) {
  load("int n;", "l0 -> l1 { assign n = 3; }, l1 -> l2 { assign n = n * 5; }, l2 -> l0 { assign n = 1; }");
  EXPECT_EQ(anywhere("n"), "0..15");
  EXPECT_EQ(at(0, "n"), "0..1");
  EXPECT_EQ(at(1, "n"), "3");
  EXPECT_EQ(at(2, "n"), "15");
}

TEST_F(ValuesTest, GuardsLimitCounters) {
  load("int n; const int MAX = 1000;", "l0 -> l0 { guard n < MAX; assign n++; }, l0 -> l1 { guard n >= MAX; }");
  EXPECT_EQ(at(0, "n"), "0..1000");
  EXPECT_EQ(at(1, "n"), "1000");
}

TEST_F(ValuesTest, ACounterWithoutLimitHasItsDeclaredRange) {
  load("int[0,50] n;", "l0 -> l0 { assign n++; }");
  EXPECT_EQ(anywhere("n"), "0..50");
  EXPECT_TRUE(values_of(*network_).is_cut[cell("n")]);
}

TEST_F(ValuesTest, ArithmeticThatLeaves32BitsMayGiveAnything) {
  load("int[-2147483648,2147483647] n = 2147483647;", "l0 -> l1 { assign n = n + 1; }");
  EXPECT_EQ(at(1, "n"), "-2147483648..2147483647");
}

TEST_F(ValuesTest, LoopsOfFunctionsAreFollowed) {
  load(
      "int a[4]; int sum; void fill() { for (i : int[0,3]) a[i] = 10 * i; }"
      " void add() { int i = 0; sum = 0; while (i < 4) { sum += a[i]; i++; } }",
      "l0 -> l1 { assign fill(); }, l1 -> l2 { assign add(); }");
  EXPECT_EQ(at(1, "a[3]"), "30");
  EXPECT_EQ(at(2, "sum"), "60");
}

TEST_F(ValuesTest, LoopsThatAreTooLongAreWidened) {
  load("int n; int[0,1] b; void count() { int i = 0; n = 0; while (i < 30000) { i++; if (n < 77) n++; } }",
       "l0 -> l1 { assign count(); }");
  EXPECT_EQ(at(1, "n"), "1..77");
}

TEST_F(ValuesTest, ConditionsOfFunctionsLimitBothWays) {
  load("int n, m; void f() { if (n > 3 && n < 6) m = n; else m = 0; }",
       "l0 -> l1 { assign n = 2; }, l0 -> l1 { assign n = 5; }, l0 -> l1 { assign n = 9; }, l1 -> l2 { assign f(); }");
  EXPECT_EQ(at(2, "m"), "0..5");
}

TEST_F(ValuesTest, ParametersAndReferencesCarryValues) {
  load("int n, m; int twice(int k) { return 2 * k; } void into(int &r, int k) { r = k; }",
       "l0 -> l1 { assign n = twice(4), into(m, n + 1); }");
  EXPECT_EQ(at(1, "n"), "8");
  EXPECT_EQ(at(1, "m"), "9");
}

TEST_F(ValuesTest, FieldsOfStructsInArraysAreToldApart) {
  load("typedef struct { int[0,9] f; int[0,900] g; } pair; pair t[3]; int[0,2] i; int[0,900] m;",
       "l0 -> l0 { assign i = (i + 1) % 3, t[i].g = 500; }, l0 -> l1 { assign m = t[i].f; }");
  EXPECT_EQ(anywhere("t[1].f"), "0");
  EXPECT_EQ(anywhere("t[1].g"), "0..500");
  EXPECT_EQ(at(1, "m"), "0");
}

TEST_F(ValuesTest, AWriteToOneOfSeveralElementsMayLeaveTheOthersAsTheyWere) {
  load("int a[3], m; int[0,2] i;",
       "l0 -> l0 { assign i = (i + 1) % 3; }, l0 -> l1 { assign a[i] = 5; }, l1 -> l2 { assign m = a[0]; }");
  EXPECT_EQ(at(1, "a[0]"), "0..5");
  EXPECT_EQ(at(2, "m"), "0..5");
}

TEST_F(ValuesTest, WholeArraysAreCopied) {
  load("int a[2] = {1, 2}; int b[2];", "l0 -> l1 { assign b = a; }");
  EXPECT_EQ(at(1, "b[1]"), "2");
}

TEST_F(ValuesTest, SelectsTakeEachOfTheirValues) {
  load("int n;", "l0 -> l1 { select k : int[3,200]; assign n = k; }");
  EXPECT_EQ(at(1, "n"), "3..200");
}

TEST_F(ValuesTest, VariablesOfSeveralProcessesHaveTheValuesOfAll) {
  load("int n;", "l0 -> l1 { assign n = 3; }", "state q0; init q0; trans q0 -> q0 { assign n = 8; };");
  EXPECT_EQ(at(1, "n"), "not its own");
  EXPECT_EQ(anywhere("n"), "0..8");
}

TEST_F(ValuesTest, AReceiverSeesWhatTheSenderWrote) {
  load("int n, m;", "l0 -> l1 { guard n == 0; sync c?; assign m = n; }",
       "state q0; init q0; trans q0 -> q0 { sync c!; assign n = 5; };");
  EXPECT_EQ(at(1, "m"), "0..5");
}

TEST_F(ValuesTest, ASenderWritesFirst) {
  load("int n, m;", "l0 -> l1 { guard n == 0; sync c!; assign m = n; }",
       "state q0; init q0; trans q0 -> q0 { sync c?; assign n = 5; };");
  EXPECT_EQ(at(1, "m"), "0");
}

TEST_F(ValuesTest, HooksRunBetweenGuardAndUpdate) {
  load("int n, m; before_update { n = 4 }", "l0 -> l1 { guard n == 0; assign m = n; }");
  EXPECT_EQ(at(1, "m"), "0..4");
}

TEST_F(ValuesTest, MetaVariablesMayHoldAnything) {
  load("meta int[0,9] t; int m;", "l0 -> l1 { assign m = t; }, l1 -> l2 { assign t = 3, m = t; }");
  EXPECT_EQ(at(1, "m"), "0..9");
  EXPECT_EQ(at(2, "m"), "3");
}

TEST_F(ValuesTest, InvariantsLimitWhereTheProcessIsButNotWhatIsPacked) {
  const auto file = sources_.add(
      "invariant.xta",
      "int n; process P() { state l0 { n <= 5 }; init l0; trans l0 -> l0 { assign n = n + 1; }; } system P;");
  document_ = formats::read_tree(sources_, file, diagnostics_);
  semantics_ = lang::check(*document_, diagnostics_);
  network_ = model::build(*document_, *semantics_, diagnostics_);
  ASSERT_NE(network_, nullptr);
  EXPECT_EQ(at(0, "n"), "0..5");
  EXPECT_EQ(anywhere("n"), "0..6");
}

TEST_F(ValuesTest, LocationsThatNoGuardLeadsToAreNotReached) {
  load("int n;", "l0 -> l1 { guard n > 0; }");
  EXPECT_EQ(at(1, "n"), "not reached");
}

TEST_F(ValuesTest, WhatWasReadBeforeAWriteSaysNothingAboutTheValueAfterIt) {
  load("int n, m; void f() { bool was = n < 3; n = n + 10; if (was) m = n; }",
       "l0 -> l1 { assign n = 2; }, l0 -> l1 { assign n = 9; }, l1 -> l2 { assign f(); }");
  EXPECT_EQ(at(2, "n"), "12..19");
  EXPECT_EQ(at(2, "m"), "0..19");
}

TEST_F(ValuesTest, ALocationDecidesAnArrayThatTheFirstStepFills) {
  load("int a[3]; int n;", "l0 -> l1 { assign a[0] = 4, a[1] = 5, n = 1; }, l1 -> l1 { guard n < 5; assign n++; }");
  EXPECT_TRUE(is_decided("a[0]"));
  EXPECT_TRUE(is_decided("a[1]"));
  EXPECT_FALSE(is_decided("a[2]"));  // has one value anyway
  EXPECT_FALSE(is_decided("n"));
}

TEST_F(ValuesTest, ALocationDecidesALargeArrayThatALoopFills) {
  load("int[0,255] a[2000]; void fill() { for (i : int[0,1999]) a[i] = (i * 7) % 256; }",
       "l0 -> l1 { assign fill(); }, l1 -> l1 { guard x <= a[3]; }");
  EXPECT_TRUE(is_decided("a[3]"));
  EXPECT_TRUE(is_decided("a[1999]"));
  EXPECT_EQ(bound(1), "21");
}

TEST_F(ValuesTest, WhatAnInvariantForbidsIsNotDecided) {
  const auto file = sources_.add("invariant.xta",
                                 "int n; process P() { state l0, l1 { n <= 5 }; init l0; trans"
                                 " l0 -> l1 { assign n = 3; }, l0 -> l1 { assign n = 8; }; } system P;");
  document_ = formats::read_tree(sources_, file, diagnostics_);
  semantics_ = lang::check(*document_, diagnostics_);
  network_ = model::build(*document_, *semantics_, diagnostics_);
  ASSERT_NE(network_, nullptr);
  EXPECT_EQ(at(1, "n"), "3");
  EXPECT_FALSE(is_decided("n"));
}

TEST_F(ValuesTest, NumbersThatClocksAreSetToAreThoseOfTheModel) {
  load("int n;", "l0 -> l1 { assign n = 6; }, l1 -> l2 { assign x = n + 1; }");
  EXPECT_TRUE(values_of(*network_).knows_clocks);
  EXPECT_EQ(text(values_of(*network_).clocks.numbers), "7");
}

}  // namespace
}  // namespace zonda::analysis
