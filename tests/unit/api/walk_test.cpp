#include "zonda/walk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace zonda {
namespace {

Model load(const char* name, std::vector<std::string> queries = {}) {
  LoadOptions options;
  options.queries = std::move(queries);
  options.disabled_warnings = {"all"};
  return Model::load(std::string(ZONDA_ROOT) + "/models/" + name, options);
}

TEST(Walk, TakesAMoveAsSoonAsItIsPossible) {
  const Model model = load("kettle.xta");
  Walk walk(model);
  ASSERT_TRUE(walk.take(1)) << walk.why();
  ASSERT_EQ(walk.moves().size(), 2U);
  EXPECT_EQ(walk.moves()[0].windows[0].from, "3");
  EXPECT_EQ(walk.moves()[0].windows[0].to, "6");
  EXPECT_TRUE(walk.moves()[0].windows[0].is_to_open);
  ASSERT_TRUE(walk.take(2)) << walk.why();
  EXPECT_EQ(walk.time(), "8");
  EXPECT_TRUE(walk.moves().empty());
}

TEST(Walk, RefusesADelayOutsideTheWindowAndStaysWhereItIs) {
  const Model model = load("kettle.xta");
  Walk walk(model);
  ASSERT_TRUE(walk.take(1, "0.25"));
  EXPECT_FALSE(walk.take(1, "6"));
  EXPECT_THAT(walk.why(), testing::HasSubstr("guard"));
  EXPECT_FALSE(walk.take(1, "9"));
  EXPECT_FALSE(walk.take(3));
  EXPECT_FALSE(walk.take(1, "soon"));
  EXPECT_EQ(walk.position(), 1U);
  EXPECT_EQ(walk.time(), "0.25");
}

TEST(Walk, GoesBackAndForthAndForgetsTheFutureWhenItTakesAnotherWay) {
  const Model model = load("kettle.xta");
  Walk walk(model);
  ASSERT_TRUE(walk.take(1) && walk.take(1, "4") && walk.take(1));
  ASSERT_TRUE(walk.jump(1));
  EXPECT_EQ(walk.length(), 3U);
  ASSERT_TRUE(walk.wait("8"));
  EXPECT_EQ(walk.length(), 1U);
  EXPECT_FALSE(walk.wait("0.1"));
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.time(), "0");
  ASSERT_TRUE(walk.undo());
  EXPECT_EQ(walk.position(), 0U);
  EXPECT_FALSE(walk.undo());
}

// The clock starts anew in each round; only the time since the start grows.
TEST(Walk, TimeDoesNotOverflow) {
  const Model model = load("kettle.xta");
  Walk walk(model);
  int rounds = 0;
  while (rounds < 1000 && walk.take(1, "99999999") && walk.take(1) && walk.take(1)) ++rounds;
  EXPECT_LT(rounds, 1000);
  EXPECT_THAT(walk.why(), testing::HasSubstr("takes too long to compute with"));
  EXPECT_FALSE(walk.wait("99999999"));
  EXPECT_EQ(walk.time(), std::to_string(rounds * std::int64_t{99999999 + 3}));
  EXPECT_TRUE(walk.take(1, "1")) << walk.why();
}

TEST(Walk, FollowsItsOwnTraces) {
  const Model model = load("train-gate.xml", {"E<> Train(0).Cross"});
  Walk walk(model);
  for (std::uint64_t i = 0; i < 40; ++i) ASSERT_TRUE(walk.take_random(i)) << walk.why();
  for (const auto format : {Model::TraceFormat::Json, Model::TraceFormat::Xtr}) {
    Walk again(model);
    ASSERT_TRUE(again.follow(model.write_trace(walk.trace(), format))) << again.why();
    EXPECT_EQ(again.position(), 40U);
    EXPECT_EQ(again.state().locations, walk.state().locations);
    EXPECT_EQ(again.state().variables, walk.state().variables);
  }
  Walk symbolic(model, Walk::Mode::Symbolic);
  ASSERT_TRUE(symbolic.follow(model.write_trace(walk.trace(), Model::TraceFormat::Json))) << symbolic.why();
  EXPECT_EQ(symbolic.state().locations, walk.state().locations);
  const Model::Replayed replayed = model.replay(walk.json());
  EXPECT_TRUE(replayed.fits) << replayed.failure;
  EXPECT_TRUE(replayed.differences.empty());
}

TEST(Walk, TellsWhetherTheFormulaOfAQueryHolds) {
  const Model model = load("kettle.xta", {"E<> Kettle.Hot && x >= 4", "A[] not deadlock"});
  Walk walk(model);
  ASSERT_TRUE(walk.take(1) && walk.take(1));
  EXPECT_EQ(walk.holds(1), false);
  EXPECT_EQ(walk.holds(2), true);
  ASSERT_TRUE(walk.wait("1"));
  EXPECT_EQ(walk.holds(1), true);
  EXPECT_EQ(walk.holds(3), std::nullopt);
}

}  // namespace
}  // namespace zonda
