// What diagnose says when it is stopped: before everything was seen, and while it looks for loops.
#include "zonda/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

using testing::Contains;
using testing::Not;

// Fischer's protocol, stopped when so many states have been visited.
Diagnosis diagnose(std::uint64_t most_visited, const std::vector<std::string>& ignored = {}) {
  std::ostringstream text;
  text << std::ifstream(ZONDA_ROOT "/models/fischer.xta").rdbuf();
  std::string model_text = text.str();
  const std::string size = "const int N = 4";
  model_text.replace(model_text.find(size), size.size(), "const int N = 6");
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-diagnose-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << model_text;
  LoadOptions load;
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path, load);
  std::filesystem::remove(path);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  std::atomic<bool> interrupt{most_visited == 0};
  DiagnoseOptions options;
  options.ignored = ignored;
  options.interrupt = &interrupt;
  options.progress = [&](const Progress& p) { interrupt = interrupt || p.stats.visited > most_visited; };
  return model.diagnose(options);
}

TEST(Diagnose, AnEarlyLimitLeavesOpenWhatNeverHappens) {
  const Diagnosis d = diagnose(0);
  ASSERT_NE(d.incomplete, "");
  EXPECT_FALSE(d.is_explored);
  EXPECT_THAT(d.not_looked_for, Contains("never-visited"));
  EXPECT_THAT(d.not_looked_for, Contains("zeno-loop"));
  EXPECT_THAT(d.maybe_more, Contains("deadlock"));
  EXPECT_THAT(d.maybe_more, Not(Contains("never-taken")));
}

TEST(Diagnose, WhatIsIgnoredIsNotMissed) {
  const Diagnosis d = diagnose(0, {"zeno-loop", "committed-cycle", "deadlock"});
  ASSERT_NE(d.incomplete, "");
  EXPECT_THAT(d.not_looked_for, Not(Contains("zeno-loop")));
  EXPECT_THAT(d.maybe_more, Not(Contains("deadlock")));
}

// The survey visits less than 50,000 states; the search for loops more than 100,000 others.
TEST(Diagnose, ALateLimitLeavesLoopsOpenOnly) {
  const Diagnosis d = diagnose(50'000);
  ASSERT_NE(d.incomplete, "");
  EXPECT_TRUE(d.is_explored);
  EXPECT_THAT(d.incomplete, testing::HasSubstr("looking for loops ("));
  EXPECT_EQ(d.not_looked_for, std::vector<std::string>{});
  EXPECT_EQ(d.maybe_more, std::vector<std::string>{"zeno-loop"});
  EXPECT_FALSE(d.ranges.empty());
}

}  // namespace
}  // namespace zonda
