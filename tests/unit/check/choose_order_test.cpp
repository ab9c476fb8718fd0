// What --order auto takes for a model and a query.
#include "zonda/model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

std::string order_for(const std::string& declarations, const std::string& edges, const std::string& query,
                      const CheckOptions& options = {}) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-choose-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << declarations << "process P() { state a, b; init a; trans " << edges << "; } system P;";
  LoadOptions load;
  load.queries = {query};
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path, load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  const auto results = model.check(options).results;
  std::filesystem::remove(path);
  EXPECT_EQ(results.size(), 1U);
  return results.empty() ? "" : results[0].order;
}

constexpr const char* kClock = "clock x; int[0,3] n;";
constexpr const char* kThrough = "a -> b { guard x > 1; assign n = 1; }, b -> a { assign x = 0; }";
constexpr const char* kInPlace = "a -> a { guard x > 1 && n < 3; assign n = n + 1, x = 0; }, a -> b { }";

TEST(AutoOrder, WaitsAtLocationsWhereTheyShowProgress) {
  EXPECT_EQ(order_for(kClock, kThrough, "E<> false"), "patient");
}

TEST(AutoOrder, DoesNotWaitWhereVariablesShowProgress) {
  EXPECT_EQ(order_for(kClock, kInPlace, "E<> false"), "true-first");
}

TEST(AutoOrder, IsBreadthFirstWithoutClocks) {
  EXPECT_EQ(order_for("int[0,3] n;", "a -> b { assign n = 1; }", "E<> false"), "bfs");
}

TEST(AutoOrder, MixesOrdersWhereSomethingMayBeFound) {
  EXPECT_EQ(order_for(kClock, kThrough, "E<> P.b"), "mixed");
  EXPECT_EQ(order_for(kClock, kThrough, "A[] not P.b"), "mixed");
  EXPECT_EQ(order_for(kClock, kThrough, "A[] not deadlock"), "mixed");
  EXPECT_EQ(order_for(kClock, kThrough, "E<> x > 5"), "mixed");
}

TEST(AutoOrder, IsBreadthFirstWhereThatIsNeeded) {
  CheckOptions shortest;
  shortest.trace = "shortest";
  EXPECT_EQ(order_for(kClock, kThrough, "E<> P.b", shortest), "bfs");
  CheckOptions entry;
  entry.keep = "entry";
  EXPECT_EQ(order_for(kClock, kThrough, "E<> P.b", entry), "bfs");
}

TEST(AutoOrder, LeavesTheUsersOrderAlone) {
  CheckOptions options;
  options.order = "dfs";
  EXPECT_EQ(order_for(kClock, kThrough, "E<> P.b", options), "dfs");
}

// Edges written against the flow: what a location costs is found in a few passes all the same.
TEST(AutoOrder, StaysQuickWhereEdgesStandInTheWrongOrder) {
  constexpr int kLocations = 3000;
  std::string text = "int[0,1] n; process P() { state L0";
  for (int i = 1; i < kLocations; ++i) text += fmt::format(", L{}", i);
  text += "; init L0; trans ";
  for (int i = kLocations - 2; i >= 0; --i)
    text += fmt::format("{}L{} -> L{} {{ }}", i == kLocations - 2 ? "" : ", ", i, i + 1);
  text += "; } process Q() { state a, b; init a; trans a -> b { guard n == 1; }; } system P, Q;";
  CheckOptions options;
  options.seconds = 20;
  LoadOptions load;
  load.queries = {fmt::format("E<> P.L{} && Q.b", kLocations - 1)};
  load.disabled_warnings = {"all"};
  const Model model = Model::parse(text, "chain.xta", load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const QueryResult result = model.check(options).results.at(0);
  EXPECT_EQ(result.order, "mixed");
  EXPECT_EQ(result.verdict, Verdict::NotSatisfied) << result.reason;
  EXPECT_EQ(result.stats.visited, kLocations);
}

}  // namespace
}  // namespace zonda
