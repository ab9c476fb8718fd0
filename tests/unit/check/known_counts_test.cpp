// State counts of well-known models, as published for breadth-first search with Extra+_LU, location-dependent bounds
// and inclusion both ways (and as TChecker gives them). They change when a bound, an abstraction, a cover test or the
// order of successors does.
#include "unit/check/known_models.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace zonda {
namespace {

CheckStats explore(const std::string& text, const std::string& order = "bfs",
                   std::optional<std::uint64_t> shuffle = {}) {
  const auto path = std::filesystem::path(testing::TempDir()) /
                    fmt::format("{}.tck", testing::UnitTest::GetInstance()->current_test_info()->name());
  std::ofstream(path) << text;
  LoadOptions load;
  load.queries = {"E<> false"};
  const Model model = Model::load(path.string(), load);
  std::filesystem::remove(path);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.abstraction = "extra-lu-plus";
  options.order = order;
  options.shuffle = shuffle;
  const auto results = model.check(options).results;
  EXPECT_EQ(results.size(), 1U);
  if (results.size() != 1) return {};
  EXPECT_EQ(results[0].verdict, Verdict::NotSatisfied) << results[0].reason;
  return results[0].stats;
}

TEST(KnownCounts, Fischer7) {
  const CheckStats stats = explore(fischer(7));
  EXPECT_EQ(stats.visited, 11'951U);
  EXPECT_EQ(stats.stored, 7'737U);
  EXPECT_EQ(stats.transitions, 35'266U);
}

TEST(KnownCounts, Fischer8) {
  const CheckStats stats = explore(fischer(8));
  EXPECT_EQ(stats.visited, 40'536U);
  EXPECT_EQ(stats.stored, 25'080U);
}

TEST(KnownCounts, CsmaCd10) {
  const CheckStats stats = explore(csma_cd(10));
  EXPECT_EQ(stats.visited, 39'698U);
  EXPECT_EQ(stats.stored, 34'294U);
  EXPECT_EQ(stats.transitions, 792'636U);
}

TEST(KnownCounts, Fddi8) {
  const CheckStats stats = explore(fddi(8));
  EXPECT_EQ(stats.visited, 2'635U);
  EXPECT_EQ(stats.stored, 341U);
  EXPECT_EQ(stats.transitions, 3'588U);
}

TEST(KnownCounts, Fddi10) {
  const CheckStats stats = explore(fddi(10));
  EXPECT_EQ(stats.visited, 10'219U);
  EXPECT_EQ(stats.stored, 525U);
}

// The order paper's table 1. Visited, mistakes, stored, peak, touched.
using Row = std::array<std::uint64_t, 5>;
Row row(const CheckStats& s) { return {s.visited, s.mistakes, s.stored, s.peak_stored, s.touched}; }

TEST(OrderPaper, BreadthFirst) {
  EXPECT_EQ(row(explore(fischer(7))), (Row{11'951, 4'214, 7'737, 7'738, 0}));
  EXPECT_EQ(row(explore(fddi(8))), (Row{2'635, 2'294, 341, 439, 0}));
  EXPECT_EQ(row(explore(fddi(10))), (Row{10'219, 9'694, 525, 999, 0}));
  EXPECT_EQ(row(explore(csma_cd(10))), (Row{39'698, 5'404, 34'294, 48'286, 0}));
}

TEST(OrderPaper, Ranking) {
  EXPECT_EQ(row(explore(fischer(7), "ranking")), (Row{7'737, 0, 7'737, 7'737, 0}));
  EXPECT_EQ(row(explore(fddi(8), "ranking")), (Row{437, 96, 341, 341, 579}));
  EXPECT_EQ(row(explore(fddi(10), "ranking")), (Row{684, 159, 525, 525, 1'168}));
  EXPECT_EQ(row(explore(csma_cd(10), "ranking")), (Row{59'371, 25'077, 34'294, 52'210, 54'319}));
}

// Fewer mistakes on FDDI than published: none.
TEST(OrderPaper, TrueZonesAndWaiting) {
  EXPECT_EQ(row(explore(fischer(7), "tw-bfs")), (Row{7'737, 0, 7'737, 7'737, 0}));
  EXPECT_EQ(row(explore(fischer(7), "patient")), (Row{7'737, 0, 7'737, 7'737, 0}));
  EXPECT_EQ(row(explore(fischer(7), "tw-list")), (Row{7'737, 0, 7'737, 7'737, 0}));
  // As published: a mistake for each station, where sums make none.
  EXPECT_EQ(row(explore(fddi(8), "tw-list")), (Row{349, 8, 341, 341, 0}));
  EXPECT_EQ(row(explore(fddi(10), "tw-list")), (Row{535, 10, 525, 525, 0}));
  EXPECT_EQ(row(explore(fddi(8), "tw-bfs")), (Row{341, 0, 341, 341, 0}));
  EXPECT_EQ(explore(csma_cd(8), "tw-bfs").mistakes, 0U);
}

// Published for 10 segments: ranking makes 10 mistakes, touching 28 nodes. The figure does not say all of the model.
TEST(OrderPaper, Blowup) {
  EXPECT_EQ(explore(blowup(10)).mistakes, 3'049U);
  EXPECT_EQ(explore(blowup(10)).stored, 21U);
  EXPECT_EQ(row(explore(blowup(10), "ranking")), (Row{29, 8, 21, 21, 24}));
  EXPECT_EQ(row(explore(blowup(10), "tw-bfs")), (Row{21, 0, 21, 21, 0}));
}

TEST(OrderPaper, ShuffledSuccessorsChangeLittle) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    EXPECT_EQ(explore(fischer(6), "tw-bfs", seed).mistakes, 0U);
    EXPECT_EQ(explore(fddi(8), "tw-bfs", seed).mistakes, 0U);
    EXPECT_EQ(explore(csma_cd(7), "tw-bfs", seed).mistakes, 0U);
  }
  // They are shuffled indeed.
  EXPECT_NE(explore(csma_cd(7), "dfs", 1).visited, explore(csma_cd(7), "dfs", 2).visited);
  EXPECT_EQ(explore(csma_cd(7), "dfs", 3).visited, explore(csma_cd(7), "dfs", 3).visited);
}

}  // namespace
}  // namespace zonda
