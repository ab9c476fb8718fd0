// Edges: selects, branchpoints, channels.
#include "unit/model/fixture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace zonda::model {
namespace {

TEST(Select, SmallOnesBecomeEdges) {
  const auto built =
      build_right(with_edge("int v;", "select i : int[1,3], j : int[-1,0]; guard i + j != 2; assign v = 10 * i + j;"));
  const auto& edges = built->network->processes[0].edges;
  std::string values;
  for (std::size_t k = 0; k < edges.size(); ++k)
    values +=
        fmt::format("{}:{} ", fmt::join(edges[k].select_values, ","), Trial(*built->network).update(0, k).cell("v"));
  // The guard is known, so edges that can never be taken are left out.
  EXPECT_EQ(values, "1,-1:9 1,0:10 2,-1:19 3,0:30 ");
}

TEST(Select, LargeOnesAreChosenWhileTheModelRuns) {
  const auto built = build_right(
      with_edge("int v; clock x; chan c[301];",
                "select i : int[1,300], j : int[0,1]; guard i > 5 && x > j; sync c[i]!; assign v = i + j;"));
  const auto& edges = built->network->processes[0].edges;
  ASSERT_EQ(edges.size(), 1U);
  ASSERT_EQ(edges[0].selects.size(), 2U);
  EXPECT_EQ(edges[0].selects[0].range, (ValueRange{1, 300}));
  Trial trial(*built->network);
  trial.evaluator().memory()[edges[0].selects[0].cell] = 200;
  trial.evaluator().memory()[edges[0].selects[1].cell] = 1;
  EXPECT_EQ(trial.value(edges[0].guard.integer), 1);
  EXPECT_EQ(trial.value(edges[0].guard.clocks[0].bound), -1);
  EXPECT_EQ(trial.value(edges[0].channel), 200);
  EXPECT_EQ(trial.update().cell("v"), 201);
}

TEST(Select, MoreThanAMillionChoicesAreRefused) {
  const auto built = build_text(with_edge("int v;", "select i : int[0,2147483647]; assign v = 1;"));
  EXPECT_EQ(built->network, nullptr);
  EXPECT_NE(built->messages().find("more than 1048576 combinations"), std::string::npos);
}

TEST(Edge, KeepsWhereItComesFrom) {
  const auto built =
      build_right("process P() { state A, B; init A; trans A -> B { }, B -u-> A { guard true; }; } system P;");
  const auto& edges = built->network->processes[0].edges;
  EXPECT_EQ(edges[1].source, 1U);
  EXPECT_EQ(edges[1].target, 0U);
  EXPECT_EQ(edges[1].template_edge, 1U);
  EXPECT_TRUE(edges[0].is_controllable);
  EXPECT_FALSE(edges[1].is_controllable);
}

TEST(Edge, ChannelsByComputedIndexAndByChoice) {
  const auto built = build_right(
      "chan c[3][2], d, e; int i = 2; bool b = true; process P() { state A; init A; trans A -> A { sync c[i][1]!; }, A "
      "-> A { sync c[1][0]?; }, A -> A { sync (b ? e : d)!; }; } system P;");
  const auto& edges = built->network->processes[0].edges;
  Trial trial(*built->network);
  EXPECT_EQ(built->network->channel_name(static_cast<std::uint32_t>(trial.value(edges[0].channel))), "c[2][1]");
  EXPECT_TRUE(edges[1].channel.is_constant(2));
  EXPECT_EQ(edges[0].sync, Sync::Send);
  EXPECT_EQ(edges[1].sync, Sync::Receive);
  EXPECT_EQ(built->network->channel_name(static_cast<std::uint32_t>(trial.value(edges[2].channel))), "e");
  trial.set("b", 0);
  EXPECT_EQ(built->network->channel_name(static_cast<std::uint32_t>(trial.value(edges[2].channel))), "d");
}

constexpr const char* kBranches = R"(
  clock x; int n, m; const int W = 0;
  process P(const int w) {{
    state A, B, C; branchpoint q; init A;
    trans A -> q {{ guard x > 1; assign n = 1, x = 0; }},
      q -> B {{ assign n = n + 1; probability 3; }},
      q -> C {{ assign m = n, x = 2; probability {}; }};
  }}
  Q = P(0);
  system Q;)";

TEST(Branchpoint, EachBranchIsAnEdge) {
  const auto built = build_right(fmt::format(kBranches, "1"));
  const auto& edges = built->network->processes[0].edges;
  ASSERT_EQ(edges.size(), 2U);
  EXPECT_EQ(edges[0].target, 1U);
  EXPECT_EQ(edges[1].target, 2U);
  EXPECT_EQ(edges[1].branch_edge, 2);
  EXPECT_EQ(show(*built->network, edges[1].guard), "1; 0 - x < -1");
  EXPECT_EQ(Trial(*built->network).update(0, 0).cell("n"), 2);
  EXPECT_EQ(Trial(*built->network).update(0, 1).cell("m"), 1);
  EXPECT_EQ(Trial(*built->network).update(0, 1).clocks(), "x = 2");
  EXPECT_EQ(built->network->processes[0].locations.size(), 3U);
}

TEST(Branchpoint, ASynchronisationBehindItBelongsToTheWholeStep) {
  const auto built = build_right(R"(
    chan c, d;
    process P() { state A, B, C; branchpoint q; init A;
      trans A -> q { }, q -> B { sync c!; }, q -> C { sync d?; }, q -> A { }; }
    process Q() { state A; init A; trans A -> A { sync c?; }, A -> A { sync d!; }; }
    system P, Q;)");
  const auto& edges = built->network->processes[0].edges;
  ASSERT_EQ(edges.size(), 3U);
  EXPECT_TRUE(built->network->limitations.empty());
  EXPECT_EQ(edges[0].sync, Sync::Send);
  EXPECT_EQ(edges[1].sync, Sync::Receive);
  EXPECT_EQ(edges[2].sync, Sync::None);
}

TEST(Branchpoint, BranchesWithoutWeightAreNeverTaken) {
  for (const char* weight : {"0", "W", "w", "3 - 3", "0.0"}) {
    const auto built = build_right(fmt::format(kBranches, weight));
    EXPECT_EQ(built->network->processes[0].edges.size(), 1U) << weight;
    EXPECT_TRUE(built->network->limitations.empty()) << weight;
  }
}

TEST(Branchpoint, FractionalWeightsAreWeights) {
  const auto built = build_right(fmt::format(kBranches, "0.25"));
  EXPECT_EQ(built->network->processes[0].edges.size(), 2U);
  EXPECT_TRUE(built->network->limitations.empty());
}

TEST(Branchpoint, AWeightThatMayBecomeZeroIsALimitation) {
  const auto built = build_right(fmt::format(kBranches, "m"));
  ASSERT_EQ(built->network->limitations.size(), 1U);
  EXPECT_EQ(built->network->limitations[0].feature, "a branch weight that may become 0");
}

}  // namespace
}  // namespace zonda::model
