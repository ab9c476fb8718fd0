// The replayer refuses what the language forbids (U2).
#include "formats/registry.hpp"
#include "lang/diagnostics.hpp"
#include "lang/read.hpp"
#include "lang/semantics.hpp"
#include "model/build.hpp"
#include "trace/replay.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace zonda::trace {
namespace {

class ReplayerTest : public testing::Test {
 protected:
  void load(const std::string& text) {
    const auto file = sources_.add("model.xta", text);
    document_ = formats::read_tree(sources_, file, diagnostics_);
    ASSERT_NE(document_, nullptr);
    semantics_ = lang::check(*document_, diagnostics_);
    ASSERT_FALSE(diagnostics_.has_model_errors()) << lang::render(diagnostics_, sources_);
    network_ = model::build(*document_, *semantics_, diagnostics_);
    ASSERT_NE(network_, nullptr);
    replayer_ = std::make_unique<Replayer>(*network_, 10);
    std::vector<std::int32_t> initial;
    for (std::uint32_t i = 0; i < network_->state_cells(); ++i) initial.push_back(network_->cells[i].initial);
    ASSERT_TRUE(replayer_->start(initial)) << replayer_->why();
  }

  // Edges are numbers within their process; one of each named process.
  bool take(std::vector<std::pair<std::uint32_t, std::uint32_t>> edges) {
    std::vector<MoveEdge> move;
    for (const auto& [process, edge] : edges) move.push_back({process, edge, {}});
    return replayer_->take(move);
  }

  void expect_refused(bool is_done, const std::string& why) {
    EXPECT_FALSE(is_done);
    EXPECT_NE(replayer_->why().find(why), std::string::npos) << replayer_->why();
  }

  lang::Sources sources_;
  lang::Diagnostics diagnostics_;
  std::unique_ptr<lang::Document> document_;
  std::unique_ptr<lang::Semantics> semantics_;
  std::unique_ptr<model::Network> network_;
  std::unique_ptr<Replayer> replayer_;
};

TEST_F(ReplayerTest, DelaysEndWhereInvariantsDo) {
  load("clock x; process P() { state a { x <= 3 }, b { x < 5 }; init a; trans a -> b { guard x > 2; }; } system P;");
  expect_refused(replayer_->delay(31), "invariant");
  EXPECT_TRUE(replayer_->delay(20));
  expect_refused(take({{0, 0}}), "guard");
  EXPECT_TRUE(replayer_->delay(10));
  EXPECT_TRUE(take({{0, 0}}));
  expect_refused(replayer_->delay(20), "invariant");
  EXPECT_TRUE(replayer_->delay(19));
  expect_refused(replayer_->delay(-1), "negative");
}

TEST_F(ReplayerTest, NoTimePassesInUrgentAndCommittedLocations) {
  load(
      "process P() { state a, b; urgent a; init a; trans a -> b { }; } "
      "process Q() { state a, b; init a; trans a -> b { }; } system P, Q;");
  expect_refused(replayer_->delay(1), "urgent");
  EXPECT_TRUE(take({{1, 0}}));
  EXPECT_TRUE(take({{0, 0}}));
  EXPECT_TRUE(replayer_->delay(1));
}

TEST_F(ReplayerTest, CommittedProcessesGoFirst) {
  load(
      "process P() { state a, b; commit a; init a; trans a -> b { }; } "
      "process Q() { state a, b; init a; trans a -> b { }; } system P, Q;");
  expect_refused(take({{1, 0}}), "committed");
  EXPECT_TRUE(take({{0, 0}}));
  EXPECT_TRUE(take({{1, 0}}));
}

TEST_F(ReplayerTest, UrgentChannelsStopTimeWhereTheirGuardsBeginToHold) {
  load(
      "clock x; urgent chan c; process P() { state a, b; init a; trans a -> b { guard x >= 2; sync c!; }; } "
      "process Q() { state a, b; init a; trans a -> b { sync c?; }; } system P, Q;");
  expect_refused(replayer_->delay(21), "urgent");
  EXPECT_TRUE(replayer_->delay(20));
  expect_refused(replayer_->delay(1), "urgent");
  EXPECT_TRUE(take({{0, 0}, {1, 0}}));
}

TEST_F(ReplayerTest, BroadcastTakesEveryoneWhoCan) {
  load(
      "clock x; broadcast chan c; process P() { state a, b; init a; trans a -> b { sync c!; }; } "
      "process Q() { state a, b; init a; trans a -> b { guard x >= 1; sync c?; }; } "
      "process R() { state a, b; init a; trans a -> b { sync c?; }; } system P, Q, R;");
  expect_refused(take({{0, 0}}), "R can receive");
  expect_refused(take({{0, 0}, {1, 0}, {2, 0}}), "guard");
  EXPECT_TRUE(replayer_->delay(10));
  expect_refused(take({{0, 0}, {2, 0}}), "Q can receive");
  expect_refused(take({{0, 0}, {2, 0}, {1, 0}}), "order");
  EXPECT_TRUE(take({{0, 0}, {1, 0}, {2, 0}}));
}

TEST_F(ReplayerTest, SynchronisationsNeedTheirPartner) {
  load(
      "chan c, d; process P() { state a, b; init a; trans a -> b { sync c!; }; } "
      "process Q() { state a, b; init a; trans a -> b { sync c?; }, a -> b { sync d?; }; } system P, Q;");
  expect_refused(take({{0, 0}}), "receiver");
  expect_refused(take({{1, 0}, {0, 0}}), "sender");
  expect_refused(take({{0, 0}, {1, 1}}), "another channel");
  EXPECT_TRUE(take({{0, 0}, {1, 0}}));
  expect_refused(take({{0, 0}, {1, 0}}), "not where");
}

TEST_F(ReplayerTest, StrongerMovesForbidWeakerOnes) {
  load(
      "clock x; chan c, d; chan priority c < d; process P() { state a, b; init a; "
      "trans a -> b { sync c!; }, a -> b { guard x <= 1; sync d!; }; } "
      "process Q() { state a, b; init a; trans a -> b { sync c?; }, a -> b { sync d?; }; } system P, Q;");
  expect_refused(take({{0, 0}, {1, 0}}), "priority");
  EXPECT_TRUE(replayer_->delay(11));
  EXPECT_TRUE(take({{0, 0}, {1, 0}}));
}

TEST_F(ReplayerTest, UpdatesRunInOrderAndInRange) {
  load(
      "int[0,3] n; clock x, y; process P() { state a, b { x <= 2 }; init a; "
      "trans a -> a { assign n = n + 2; }, a -> b { assign y = x, x = 0; }, a -> b { assign y = x + 1; }; } system P;");
  EXPECT_TRUE(replayer_->delay(25));
  expect_refused(take({{0, 2}}), "invariant");
  EXPECT_TRUE(take({{0, 0}}));
  expect_refused(take({{0, 0}}), "outside");
  EXPECT_TRUE(take({{0, 1}}));
  EXPECT_EQ(replayer_->now().clocks[1], 0);
  EXPECT_EQ(replayer_->now().clocks[2], 25);
}

TEST_F(ReplayerTest, DeadlockLooksAtAllDelays) {
  load("clock x; process P() { state a { x <= 4 }, b; init a; trans a -> b { guard x >= 2 && x <= 3; }; } system P;");
  model::Formula deadlock;
  deadlock.kind = model::Formula::Kind::Deadlock;
  EXPECT_EQ(replayer_->holds(deadlock), false);
  EXPECT_TRUE(replayer_->delay(30));
  EXPECT_EQ(replayer_->holds(deadlock), false);
  EXPECT_TRUE(replayer_->delay(1));
  EXPECT_EQ(replayer_->holds(deadlock), true);
}

TEST_F(ReplayerTest, DeadlockMindsTheTargetsInvariant) {
  load(
      "clock x, y; process P() { state a, b { x <= 4 }, c { y <= 4 }; init a; "
      "trans a -> b { guard x >= 5; }, a -> c { guard x >= 5; assign y = x; }; } system P;");
  model::Formula deadlock;
  deadlock.kind = model::Formula::Kind::Deadlock;
  EXPECT_EQ(replayer_->holds(deadlock), true);
}

}  // namespace
}  // namespace zonda::trace
