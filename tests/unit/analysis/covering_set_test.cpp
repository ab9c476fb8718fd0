#include "analysis/covering_set.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace zonda::analysis {
namespace {

class Cover : public testing::Test {
 protected:
  void load(const std::string& text, const CycleLimits& limits = {}) {
    const auto file = sources_.add("model.xta", text);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr);
    cover_ = std::make_unique<CycleCover>(*network_, limits);
  }

  // 'P:l0,l1' for each cycle, rotated to begin with the first location.
  std::set<std::string> cycles() const {
    std::set<std::string> result;
    for (CycleId c = 0; c < cover_->cycles().cycles.size(); ++c) result.insert(name(c));
    return result;
  }
  std::string name(CycleId c) const {
    const Cycle& cycle = cover_->cycles().cycles[c];
    const model::Process& p = network_->processes[cycle.process];
    std::vector<std::string> locations;
    for (const StrandId s : cycle.strands)
      locations.push_back(p.locations[p.edges[cover_->cycles().strands[s].edges.front()].source].name);
    std::rotate(locations.begin(), std::min_element(locations.begin(), locations.end()), locations.end());
    std::string text = p.name + ":";
    for (const std::string& l : locations) text += (text.back() == ':' ? "" : ",") + l;
    return text;
  }
  StrandId strand(const std::string& process, const std::string& from, const std::string& to) const {
    for (StrandId s = 0; s < cover_->cycles().strands.size(); ++s) {
      const Strand& strand = cover_->cycles().strands[s];
      const model::Process& p = network_->processes[strand.process];
      const model::Edge& e = p.edges[strand.edges.front()];
      if (p.name == process && p.locations[e.source].name == from && p.locations[e.target].name == to) return s;
    }
    ADD_FAILURE() << "no such strand";
    return 0;
  }
  bool covers(const std::vector<StrandId>& strands) const { return !cover_->gap(strands); }

  // A model of two processes with variables v and w (0 to 9), a clock x and channels a, b and the broadcast c.
  void load_two(const std::string& p, const std::string& q) {
    load(
        "int[0,9] v, w; clock x; chan a, b; broadcast chan c; void odd() { if (w > 3) v = 2; else v = 3; }\n"
        "process P() { state l0, l1, l2; init l0; trans " +
        p + "; }\nprocess Q() { state m0, m1, m2; init m0; trans " + q + "; }\nsystem P, Q;\n");
  }

  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
  std::unique_ptr<CycleCover> cover_;
};

// The store paper's figure 1, as its text tells it.
TEST_F(Cover, FindsOneEdgeForThePapersExample) {
  load(
      "int[0,1] i; chan a;\n"
      "process P() { state A, B, C; init C; trans\n"
      "  C -> A { sync a!; }, A -> B { guard i == 0; assign i = 1; }, B -> A { }, B -> C { }; }\n"
      "process Q() { state X, Y; init X; trans X -> Y { sync a?; }, Y -> X { assign i = 0; }; }\n"
      "system P, Q;\n");
  EXPECT_EQ(cycles(), (std::set<std::string>{"P:A,B", "P:A,B,C", "Q:X,Y"}));
  EXPECT_TRUE(covers({strand("Q", "Y", "X")}));
  EXPECT_TRUE(covers({strand("P", "C", "A")}));
  EXPECT_TRUE(covers({strand("P", "B", "C")}));
  EXPECT_FALSE(covers({strand("P", "B", "A")}));
  EXPECT_FALSE(covers({}));
  const CoveringSet best = cover_->best({}, 1);
  EXPECT_EQ(best.edges, 1U);
  EXPECT_TRUE(covers(best.strands));
}

TEST_F(Cover, EveryHeuristicCovers) {
  load_two("l0 -> l1 { sync a!; }, l1 -> l0 { guard v == 3; assign v = 4; }, l1 -> l2 { }, l2 -> l1 { }, l2 -> l0 { }",
           "m0 -> m1 { sync a?; assign v = v + 1; }, m1 -> m0 { assign v = 0; }, m1 -> m1 { guard x > 3; }");
  const std::vector<CoveringSet> sets = cover_->sets({}, 7);
  ASSERT_EQ(sets.size(), 9U);
  for (const CoveringSet& set : sets) EXPECT_TRUE(covers(set.strands)) << set.heuristic;
}

TEST_F(Cover, WhatNeedsAnotherValueNeedsWhoSetsIt) {
  load_two("l0 -> l1 { guard v == 3; assign v = 4; }, l1 -> l0 { }",
           "m0 -> m0 { assign v = 3; }, m0 -> m1 { assign v = 5; }, m1 -> m0 { }");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0"), strand("Q", "m0", "m1")}));
  // P's cycle needs the cycle at m0, which sets 3.
  EXPECT_FALSE(covers({strand("Q", "m0", "m1")}));
  EXPECT_FALSE(covers({strand("P", "l0", "l1")}));
}

TEST_F(Cover, ASumMayBecomeWhatIsNeeded) {
  load_two("l0 -> l1 { guard v == 3; assign v = 4; }, l1 -> l0 { }", "m0 -> m0 { guard v > 1; assign v = v - 1; }");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0")}));
  // m0 always lowers v, so it needs P, which sets it.
  EXPECT_TRUE(covers({strand("P", "l0", "l1")}));
}

TEST_F(Cover, ALoopThatCountsNeedsWhoStartsItAgain) {
  load_two("l0 -> l0 { guard v < 5; assign v = v + 1; }, l0 -> l1 { }, l1 -> l0 { assign v = 0; }",
           "m0 -> m0 { sync c!; }");
  EXPECT_TRUE(covers({strand("P", "l1", "l0"), strand("Q", "m0", "m0")}));
  EXPECT_FALSE(covers({strand("P", "l0", "l0"), strand("Q", "m0", "m0")}));
}

// What was added before another process's number is not known any more.
TEST_F(Cover, AnOwnSumEndsWhatIsKnown) {
  load_two("l0 -> l1 { guard v == 3; }, l1 -> l2 { assign v = v + 1; }, l2 -> l0 { guard v == 5; assign v = 3; }",
           "m0 -> m0 { assign v = 4; }");
  // P alone cannot go around; but it is not a change to 5 that it needs.
  EXPECT_FALSE(covers({}));
  EXPECT_TRUE(covers({strand("P", "l0", "l1"), strand("Q", "m0", "m0")}));
  EXPECT_FALSE(covers({strand("Q", "m0", "m0")}));
}

TEST_F(Cover, ASenderNeedsAReceiver) {
  load_two("l0 -> l0 { sync a!; }", "m0 -> m1 { sync a?; }, m1 -> m0 { }");
  EXPECT_TRUE(covers({strand("Q", "m1", "m0")}));
  EXPECT_TRUE(covers({strand("P", "l0", "l0")}));
}

TEST_F(Cover, ABroadcastNeedsNobody) {
  load_two("l0 -> l0 { sync c!; }", "m0 -> m1 { sync c?; }, m1 -> m0 { }");
  EXPECT_FALSE(covers({strand("Q", "m1", "m0")}));
  EXPECT_TRUE(covers({strand("P", "l0", "l0")}));
}

TEST_F(Cover, WhoIsNeverHeardIsNoCycle) {
  load_two("l0 -> l0 { sync a!; }", "m0 -> m0 { sync b!; }");
  EXPECT_TRUE(covers({}));
}

TEST_F(Cover, AClockThatMustBecomeSmallNeedsAReset) {
  load_two("l0 -> l1 { guard x > 5; }, l1 -> l0 { guard x < 5; }", "m0 -> m0 { assign x = 0; }");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0")}));
  // Resetting it oneself needs nobody.
  load_two("l0 -> l1 { guard x > 5; assign x = 0; }, l1 -> l0 { guard x < 5; }", "m0 -> m0 { assign x = 0; }");
  EXPECT_FALSE(covers({strand("Q", "m0", "m0")}));
  // Nor does becoming large.
  load_two("l0 -> l1 { guard x < 5; }, l1 -> l0 { guard x > 5; }, l0 -> l0 { assign x = 0; }",
           "m0 -> m0 { assign x = 0; }");
  EXPECT_FALSE(covers({strand("Q", "m0", "m0")}));
}

TEST_F(Cover, InvariantsAskForSmallClocks) {
  load(
      "clock x; process P() { state l0 { x <= 3 }, l1; init l0; trans l0 -> l1 { }, l1 -> l0 { guard x > 5; }; }\n"
      "process Q() { state m0; init m0; trans m0 -> m0 { assign x = 0; }; }\nsystem P, Q;\n");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0")}));
}

TEST_F(Cover, LooksIntoFunctions) {
  load_two("l0 -> l0 { guard v == 7; assign odd(); }", "m0 -> m0 { assign v = 7; }");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0")}));
  load_two("l0 -> l0 { guard v == 3; assign odd(); }", "m0 -> m0 { assign w = 1; }");
  EXPECT_FALSE(covers({strand("Q", "m0", "m0")}));
}

TEST_F(Cover, AnyElementMayBeWritten) {
  load(
      "int[0,9] t[3]; int[0,2] i;\n"
      "process P() { state l0; init l0; trans l0 -> l0 { guard t[0] == 3; assign t[0] = 4; }; }\n"
      "process Q() { state m0, m1; init m0; trans m0 -> m0 { assign t[i] = 3; }, m0 -> m1 { assign t[1] = 3; }, m1 -> "
      "m0 { }; }\n"
      "system P, Q;\n");
  EXPECT_TRUE(covers({strand("Q", "m0", "m0"), strand("Q", "m1", "m0")}));
  EXPECT_FALSE(covers({strand("Q", "m1", "m0")}));
}

TEST_F(Cover, SelectsThatDoTheSameAreOne) {
  load(
      "int[0,9] v; process P() { state l0, l1; init l0; trans l0 -> l1 { select k : int[0,9]; guard k != 4; }, l1 -> "
      "l0 { }; }\nsystem P;\n");
  EXPECT_EQ(cover_->cycles().cycles.size(), 1U);
  EXPECT_EQ(cover_->cycles().strands[strand("P", "l0", "l1")].edges.size(), 9U);
}

TEST_F(Cover, TooManyCyclesAreHitByBackEdges) {
  std::string edges;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      edges += (edges.empty() ? "" : ", ") + ("l" + std::to_string(i)) + " -> l" + std::to_string(j) + " { }";
  load("chan a; process P() { state l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11; init l0; trans " + edges +
       "; }\nprocess Q() { state m0; init m0; trans m0 -> m0 { }; }\nsystem P, Q;\n");
  EXPECT_TRUE(cover_->cycles().has_too_many[0]);
  EXPECT_FALSE(cover_->cycles().has_too_many[1]);
  const CoveringSet best = cover_->best({}, 1);
  EXPECT_TRUE(covers(best.strands));
  std::vector<StrandId> without = best.strands;
  std::erase(without, strand("P", "l3", "l3"));
  EXPECT_FALSE(covers(without));
}

TEST_F(Cover, TakesTheRarerEdge) {
  load_two("l0 -> l1 { }, l1 -> l0 { }, l1 -> l2 { }, l2 -> l0 { }", "m0 -> m1 { }");
  // l0 -> l1 covers both cycles.
  const std::vector<std::vector<double>> even{{0.25, 0.25, 0.25, 0.25}, {0}};
  EXPECT_EQ(cover_->best(even, 1).strands, (std::vector{strand("P", "l0", "l1")}));
  const std::vector<std::vector<double>> rare{{0.9, 0.05, 0.025, 0.025}, {0}};
  const CoveringSet best = cover_->best(rare, 1);
  EXPECT_EQ(best.edges, 2U);
  EXPECT_LT(best.frequency, 0.1);
}

}  // namespace
}  // namespace zonda::analysis
