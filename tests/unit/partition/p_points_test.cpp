#include "partition/p_points.hpp"

#include "formats/registry.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace zonda::partition {
namespace {

constexpr const char* kModel =
    "chan go, run[2]; int[0,3] n; clock x;\n"
    "process P(const int[0,1] me) {\n"
    "  state a, b, cs; init a;\n"
    "  trans a -> b { assign x = 0; }, // p-point\n"
    "    b -> cs { sync run[me]?; },\n"
    "    cs -> a { select i : int[0,1]; guard i == n; sync go!; assign n = 2; /* a p-point, too */ };\n"
    "}\n"
    "process Q() { state s; init s; trans s -> s { sync go?; }, s -> s { sync run[n < 1 ? 0 : 1]!; }; }\n"
    "system P, Q;\n";

class PPoints : public testing::Test {
 protected:
  void SetUp() override {
    const auto file = sources_.add("model.xta", kModel);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr);
  }
  std::vector<std::string> found(const std::string& text) {
    const FoundPoints points = find_points({document_.get(), sources_, *network_}, text);
    if (!points.error.empty()) return {points.error};
    std::vector<std::string> result;
    for (const step::EdgeRef& e : points.edges) result.push_back(point_text(*network_, e));
    return result;
  }
  // 'column: message'.
  std::string error(const std::string& text) {
    const FoundPoints points = find_points({document_.get(), sources_, *network_}, text);
    return std::to_string(points.error_at + 1) + ": " + points.error;
  }

  using Texts = std::vector<std::string>;
  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
};

TEST_F(PPoints, EdgesByProcessAndLocations) {
  EXPECT_EQ(found("P(1):a->b"), Texts({"P(1): a -> b"}));
  EXPECT_EQ(found(" P : a -> b "), Texts({"P(0): a -> b", "P(1): a -> b"}));
  EXPECT_EQ(found("P(0): b -> cs run[0]?"), Texts({"P(0): b -> cs run[0]?"}));
  EXPECT_EQ(found("*: b -> cs").size(), 2U);
}

TEST_F(PPoints, EdgesThatLeadToALocation) {
  EXPECT_EQ(found("P(0).cs, P(1).cs"), Texts({"P(0): b -> cs run[0]?", "P(1): b -> cs run[1]?"}));
}

TEST_F(PPoints, EdgesByNumber) { EXPECT_EQ(found("P(0)#1"), Texts({"P(0): a -> b"})); }

TEST_F(PPoints, SelectsThatAreWrittenOutCountOnceForEachChoice) {
  EXPECT_EQ(found("P(0)#3"), Texts({"P(0): cs -> a go! [0]", "P(0): cs -> a go! [1]"}));
}

TEST_F(PPoints, EdgesByChannel) {
  EXPECT_EQ(found("chan go").size(), 4U);
  EXPECT_EQ(found("chan go?"), Texts({"Q: s -> s go?"}));
  EXPECT_EQ(found("chan run?").size(), 2U);
  EXPECT_EQ(found("chan run[1]?"), Texts({"P(1): b -> cs run[1]?"}));
  EXPECT_EQ(found("chan run"), Texts({"Q: s -> s"}));  // which one depends on a variable
}

TEST_F(PPoints, EdgesByLabel) { EXPECT_EQ(found("label \"x = 0\""), Texts({"P(0): a -> b", "P(1): a -> b"})); }

TEST_F(PPoints, MarkedInComments) { EXPECT_EQ(found("marked").size(), 6U); }

TEST_F(PPoints, EachEdgeCountsOnce) { EXPECT_EQ(found("P(1):a->b, P(1)#1, P(1).b").size(), 1U); }

TEST_F(PPoints, ErrorsHaveAPlace) {
  EXPECT_EQ(error("chan go, R:a->b"), "10: there is no process 'R'");
  EXPECT_EQ(error("P:a->x"), "6: P has no location 'x'");
  EXPECT_EQ(error("P:b->a"), "3: P has no such edge");
  EXPECT_EQ(error("P#x"), "3: 'x' is not the number of an edge; edges are counted from 1");
  EXPECT_EQ(error("P#9"), "3: there is no edge 9 that can be taken");
  EXPECT_EQ(error("chan gone"), "6: there is no channel 'gone'");
  EXPECT_EQ(error("P.a, , Q.s"), "5: a p-point is expected here");
  EXPECT_EQ(error("whatever"), "1: 'whatever' is not a p-point");
  EXPECT_EQ(error("a->b"), "1: an edge needs its process");
  EXPECT_EQ(error("label \"y = 0\""), "7: no edge has this text in a label");
  EXPECT_EQ(error("colour red"), "8: no edge has the colour 'red'");
  EXPECT_EQ(error(""), "1: a p-point is expected here");
}

TEST_F(PPoints, DescriptionsShowThePlace) {
  const std::string text = "P:a->x";
  const FoundPoints points = find_points({document_.get(), sources_, *network_}, text);
  EXPECT_EQ(describe(points, text).substr(0, 70), "p-points, column 6: P has no location 'x'\n    P:a->x\n         ^");
}

}  // namespace
}  // namespace zonda::partition
