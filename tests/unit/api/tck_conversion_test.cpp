// Every bundled model and every test model: written in TChecker's format and read again, it has the same states; and
// back to UPPAAL's format, still. What the format cannot say is refused, and which models that are is written here.
#include "analysis/clock_bounds.hpp"
#include "api/model_parts.hpp"
#include "zonda/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

namespace zonda {
namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::string> kRefused = {
    {"channel_priority.xta", "channel_priority.xta:4:1: a priority"},
    {"desk.xta", "desk.xta:16:9: an urgent channel"},
    {"error_in_meta_update.xta", "error_in_meta_update.xta:2:10: a meta variable"},
    {"error_not_taken.xta", "error_not_taken.xta:3:75: a value that is always out of range"},
    {"clock_with_itself.xta", "clock_with_itself.xta:16:49: a clock constraint under a condition in an invariant"},
    {"error_elsewhere.xta", "error_elsewhere.xta:21:41: a value that is always out of range"},
    {"values_after_copies.xta", "values_after_copies.xta:10:20: after_update"},
    {"values_of_later_writer.xta", "values_of_later_writer.xta:9:15: a meta variable"},
    {"priority_deadlock.xta", "priority_deadlock.xta:7:1: a priority"},
    {"error_of_stronger_move.xta", "error_of_stronger_move.xta:13:1: a priority"},
    {"event-tasks.xta",
     "event-tasks.xta:139:9: a process with guards on receiving a broadcast that may stay behind in a committed "
     "location"},
    {"large_offset_priority.xta", "large_offset_priority.xta:2:52: a priority"},
    {"negative_clock_priority.xta", "negative_clock_priority.xta:12:1: a priority"},
    {"peterson.xta", "peterson.xta:41:9: an urgent channel"},
    {"priorities.xta", "priorities.xta:4:1: a priority"},
    {"priority_bounds.xta", "priority_bounds.xta:3:1: a priority"},
    {"difference_on_urgent_channel.xta", "difference_on_urgent_channel.xta:15:9: an urgent channel"},
    {"priority_error_not_taken.xta", "priority_error_not_taken.xta:6:1: a priority"},
    {"priority_pieces.xta", "priority_pieces.xta:6:1: a priority"},
    {"process_priorities.xta", "process_priorities.xta:5:1: a priority"},
    {"rush.xta", "rush.xta:9:9: an urgent channel"},
    {"rush_urgent.xta", "rush_urgent.xta:9:9: an urgent channel"},
    {"scheduler.xta", "scheduler.xta:26:35: a stopwatch"},
    {"stopwatch.xta", "stopwatch.xta:4:35: a stopwatch"},
    {"stopwatch_grid.xta", "stopwatch_grid.xta:5:36: a stopwatch"},
    {"stopwatch_sum.xta", "stopwatch_sum.xta:6:27: a stopwatch"},
    {"train-gate.xml", "train-gate.xml:57:5: an urgent channel"},
    {"update_hooks.xta", "update_hooks.xta:5:17: before_update"},
    {"urgent_and_committed.xta", "urgent_and_committed.xta:6:58: an urgent channel"},
    {"urgent_clock_guard.xta", "urgent_clock_guard.xta:6:52: an urgent channel"},
    {"urgent_guard_wide.xta", "urgent_guard_wide.xta:11:5: an urgent channel"},
};

// Dead code that sets clocks is left out, so bounds on clocks are better known and fewer zones are stored.
const std::set<std::string> kFewerStored = {"collision-detection.xml"};

// Of those that were written: what UPPAAL's formats cannot say.
const std::map<std::string, std::string> kRefusedBack = {
    {"broadcast_clock_guard.xta", "a synchronisation of 3 processes"},
    {"broadcast_order.xta", "a synchronisation of 4 processes"},
    {"joint_moves.tck", "a synchronisation of 3 processes"},
    {"radio.xta", "a synchronisation of 4 processes"},
};

struct Counts {
  Verdict verdict = Verdict::Unknown;
  std::uint64_t discrete = 0;
  std::uint64_t stored = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Counts& c) {
    return out << to_string(c.verdict) << " " << c.discrete << " " << c.stored;
  }
};

LoadOptions nothing_reachable() {
  LoadOptions options;
  options.queries = {"E<> false"};
  options.disabled_warnings = {"all"};
  return options;
}

Counts count(const Model& model) {
  CheckOptions options;
  options.order = "bfs";
  options.reduce = "none";
  options.abstraction = "extra-lu-plus";
  // With plain inclusion the number of states is the same in every tool. Where clocks are compared with each other, it
  // is not sound.
  const model::Network& network = *model.parts().network;
  if (analysis::clock_bounds(network, network.queries.at(0)).has_diagonals) options.abstraction = kAuto;
  const QueryResult result = model.check(options).results.at(0);
  EXPECT_EQ(result.refusal, Refusal::None) << result.reason;
  return {result.verdict, result.stats.discrete_states, result.stats.stored};
}

Model reload(const std::string& text, const std::string& name) {
  const fs::path path = fs::path(testing::TempDir()) / name;
  std::ofstream(path) << text;
  Model result = Model::load(path.string(), nothing_reachable());
  fs::remove(path);
  return result;
}

std::vector<fs::path> all_models() {
  std::vector<fs::path> result;
  for (const char* const folder : {ZONDA_ROOT "/models", ZONDA_ROOT "/tests/models"})
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension == ".xml" || extension == ".xta" || extension == ".tck") result.push_back(entry.path());
    }
  std::sort(result.begin(), result.end());
  return result;
}

class TckConversion : public testing::TestWithParam<fs::path> {};

TEST_P(TckConversion, KeepsTheStates) {
  const std::string file = GetParam().filename().string();
  const Model model = Model::load(GetParam().string(), nothing_reachable());
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const Model::Converted converted = model.convert("tck");
  if (const auto refused = kRefused.find(file); refused != kRefused.end()) {
    EXPECT_THAT(converted.error, testing::EndsWith(refused->second + " cannot be written in TChecker's format"));
    return;
  }
  ASSERT_EQ(converted.error, "");
  const Model again = reload(converted.text, GetParam().stem().string() + "_again.tck");
  ASSERT_TRUE(again.is_usable()) << again.messages() << converted.text;
  Counts wanted = count(model);
  if (kFewerStored.count(file) != 0) {
    EXPECT_LT(count(again).stored, wanted.stored);
    wanted.stored = count(again).stored;
  }
  EXPECT_EQ(count(again), wanted) << converted.text;
  const Model::Converted second = again.convert("tck");
  EXPECT_EQ(count(reload(second.text, GetParam().stem().string() + "_second.tck")), wanted) << second.error;

  const Model::Converted back = again.convert("xta");
  if (const auto refused = kRefusedBack.find(file); refused != kRefusedBack.end()) {
    EXPECT_THAT(back.error, testing::HasSubstr(refused->second + " cannot be written in UPPAAL's format"));
    return;
  }
  ASSERT_EQ(back.error, "");
  const Model as_before = reload(back.text, GetParam().stem().string() + "_again.xta");
  ASSERT_TRUE(as_before.is_usable()) << as_before.messages() << back.text;
  EXPECT_EQ(count(as_before), wanted) << back.text;
}

INSTANTIATE_TEST_SUITE_P(Models, TckConversion, testing::ValuesIn(all_models()), [](const auto& each) {
  std::string name = each.param.stem().string() + each.param.extension().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace zonda
