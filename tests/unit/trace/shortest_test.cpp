// Shortest and fastest where they are not what any breadth-first search finds.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

// Tests run side by side.
std::filesystem::path scratch() {
  return std::filesystem::path(testing::TempDir()) / ("shortest_test_" + std::to_string(getpid()) + ".xta");
}

QueryResult check(const std::string& text, const std::string& query, const std::string& trace) {
  const auto path = scratch();
  std::ofstream(path) << text;
  LoadOptions load;
  load.queries = {query};
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path.string(), load);
  std::filesystem::remove(path);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.trace = trace;
  const auto checked = model.check(options);
  EXPECT_EQ(checked.error, "");
  return checked.results.at(0);
}

// The state m with x <= 1 waits when the larger one, entered a move later, takes it out of the store; the path through
// it is the shorter one.
TEST(Shortest, AStateThatALargerOneReplacesStillCounts) {
  const std::string model =
      "clock x; process P() { state a, s, m, g; urgent a, s; init a; trans "
      "a -> s { }, a -> m { guard x <= 0; }, s -> m { assign x = 0; }, m -> g { guard x <= 9; }; } system P;";
  const QueryResult r = check(model, "E<> P.g", "shortest");
  ASSERT_NE(r.trace, nullptr);
  EXPECT_EQ(r.trace->steps.size(), 2U);
}

TEST(Fastest, PrefersALongWayRoundThatTakesLessTime) {
  const std::string model =
      "clock x; process P() { state a, b, c, g; init a; trans a -> g { guard x >= 10; }, "
      "a -> b { guard x > 1; assign x = 0; }, b -> c { guard x >= 2; assign x = 0; }, c -> g { guard x > 3; }; } "
      "system P;";
  const QueryResult shortest = check(model, "E<> P.g", "shortest");
  ASSERT_NE(shortest.trace, nullptr);
  EXPECT_EQ(shortest.trace->steps.size(), 1U);
  EXPECT_EQ(shortest.trace->least_time, 10);
  const QueryResult fastest = check(model, "E<> P.g", "fastest");
  ASSERT_NE(fastest.trace, nullptr);
  EXPECT_EQ(fastest.trace->steps.size(), 3U);
  EXPECT_EQ(fastest.trace->least_time, 6);
  EXPECT_FALSE(fastest.trace->is_least_reached);
  EXPECT_EQ(fastest.trace->digits, 1U);
}

TEST(Fastest, WaitsInTheGoalWhenTheQueryAsksForIt) {
  const QueryResult r =
      check("clock x, y; process P() { state a, b; init a; trans a -> b { assign x = 0; }; } system P;",
            "E<> P.b && (x > 7 || y >= 6)", "fastest");
  ASSERT_NE(r.trace, nullptr);
  EXPECT_EQ(r.trace->least_time, 6);
  EXPECT_TRUE(r.trace->is_least_reached);
  EXPECT_EQ(r.trace->digits, 0U);
}

// The goal state is covered by one found later, and taken out of the store.
TEST(Fastest, FindsItsWayBackFromAStateThatIsGone) {
  const QueryResult r = check(
      "clock x; process P() { state a, b; init a; trans a -> b { guard x >= 1; }, a -> a { assign x = 0; }; } system "
      "P;",
      "A[] (x < 2 && P.a)", "fastest");
  ASSERT_NE(r.trace, nullptr) << r.reason;
  EXPECT_EQ(r.trace->least_time, 1);
}

TEST(Decimals, AreAsFewAsPossible) {
  // Nine strictly increasing moments within one unit of time, none at its ends: tenths suffice, and no less.
  std::string text = "clock t, x; process P() { state s0";
  for (int i = 1; i <= 9; ++i) text += ", s" + std::to_string(i);
  text += "; init s0; trans ";
  for (int i = 0; i < 9; ++i)
    text += std::string(i > 0 ? ", " : "") + "s" + std::to_string(i) + " -> s" + std::to_string(i + 1) +
            " { guard x > 0 && t < 1; assign x = 0; }";
  const QueryResult tenths = check(text + "; } system P;", "E<> P.s9", "some");
  ASSERT_NE(tenths.trace, nullptr);
  EXPECT_EQ(tenths.trace->digits, 1U);
  const QueryResult hundredths = check(text + "; } system P;", "E<> P.s9 && x > 0 && t < 1", "some");
  ASSERT_NE(hundredths.trace, nullptr);
  EXPECT_EQ(hundredths.trace->digits, 2U);
}

TEST(Shortest, IsNotToBeHadDepthFirst) {
  const auto path = scratch();
  std::ofstream(path) << "process P() { state a; init a; } system P;";
  const Model model = Model::load(path.string());
  CheckOptions options;
  options.trace = "shortest";
  options.order = "dfs";
  EXPECT_NE(model.check(options).error, "");
  options.trace = "quickest";
  EXPECT_NE(model.check(options).error, "");
}

}  // namespace
}  // namespace zonda
