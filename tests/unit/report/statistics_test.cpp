#include "report/statistics.hpp"

#include "search/stats.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace zonda {
namespace {

CheckStats some_stats() {
  CheckStats s;
  s.visited = 200;
  s.stored = 100;
  s.peak_stored = 150;
  s.transitions = 400;
  s.covered = 100;
  s.discrete_states = 50;
  s.store_bytes = 1000;
  s.bytes.zones = 600;
  s.bytes.table = 400;
  s.seconds = 2;
  return s;
}

TEST(Statistics, NamesAreDifferent) {
  std::set<std::string_view> names;
  std::set<std::string_view> labels;
  for (const StatisticInfo& s : statistics()) {
    EXPECT_TRUE(names.insert(s.json).second) << s.json;
    if (!s.label.empty()) {
      EXPECT_TRUE(labels.insert(s.label).second) << s.label;
    }
    EXPECT_FALSE(s.unit.empty()) << s.json;
    EXPECT_FALSE(s.meaning.empty()) << s.json;
  }
}

TEST(Statistics, TextHasALineForEachThatIsKnown) {
  CheckStats s = some_stats();
  EXPECT_EQ(statistics_text(s),
            "      visited               200  100 a second\n"
            "      stored                100  50.0 % of visited, peak 150\n"
            "      covered               100  25.0 % of transitions\n"
            "      mistakes                0  0.0 % of visited\n"
            "      transitions           400  200 a second\n"
            "      discrete               50\n"
            "      zones                   0  0.0 % of operations remembered\n"
            "      store                1000 bytes  10.0 a state\n"
            "        zones               600 bytes  6.0 a state, 60.0 %\n"
            "        table               400 bytes  4.0 a state, 40.0 %\n"
            "      peak memory             0 bytes\n"
            "      time                2.000 s\n");
  s.resumed = 1;
  s.discrete_states = 0;
  s.spilled.times = 3;
  s.spilled.states = 17;
  EXPECT_THAT(statistics_text(s), testing::HasSubstr("      resumed                 1 times\n"));
  EXPECT_THAT(statistics_text(s),
              testing::HasSubstr("      spilled                 3 times  since 0.000 s; 17 states written"));
  EXPECT_THAT(statistics_text(s), testing::Not(testing::HasSubstr("discrete ")));
}

TEST(Statistics, JsonHasObjectsForThoseThatBelongTogether) {
  CheckStats s = some_stats();
  nlohmann::ordered_json json = report::statistics_json(s);
  EXPECT_EQ(json["visited"], 200);
  EXPECT_EQ(json["bytes"]["zones"], 600);
  EXPECT_FALSE(json.contains("memory_stages"));
  EXPECT_FALSE(json.contains("hash"));
  s.discrete_states = 0;
  s.dropped.times = 2;
  s.packed = 9;
  s.checkpoints = 1;
  s.checkpoint_bytes = 77;
  s.hash.states.slots = 8;
  json = report::statistics_json(s);
  EXPECT_TRUE(json["discrete_states"].is_null());
  EXPECT_EQ(json["memory_stages"]["dropped"]["times"], 2);
  EXPECT_EQ(json["memory_stages"]["packed_states"], 9);
  EXPECT_EQ(json["checkpoints"]["bytes"], 77);
  EXPECT_EQ(json["hash"]["states"]["slots"], 8);
}

TEST(Statistics, OfSearchesOneAfterTheOtherAddUp) {
  CheckStats s = some_stats();
  CheckStats earlier = some_stats();
  earlier.peak_stored = 500;
  earlier.stored = 7;
  search::add_earlier(s, earlier);
  EXPECT_EQ(s.visited, 400U);
  EXPECT_EQ(s.stored, 100U) << "of the last";
  EXPECT_EQ(s.peak_stored, 500U);
  EXPECT_EQ(s.store_bytes, 1000U);
  EXPECT_EQ(s.seconds, 4);
}

TEST(Statistics, OfPartsAddUp) {
  CheckStats sum;
  CheckStats part = some_stats();
  search::add_part(sum, part);
  part.store_bytes = 500;
  part.bytes = {.zones = 500};
  search::add_part(sum, part);
  EXPECT_EQ(sum.visited, 400U);
  EXPECT_EQ(sum.stored, 200U);
  EXPECT_EQ(sum.discrete_states, 100U);
  EXPECT_EQ(sum.peak_stored, 150U);
  EXPECT_EQ(sum.store_bytes, 1000U);
  EXPECT_EQ(sum.bytes.sum(), sum.store_bytes) << "those of the larger part";
}

}  // namespace
}  // namespace zonda
