// Tables that are full end a query with 'unknown', and nothing else: other queries are answered, and a search that was
// saved goes on where there is more room.
#include "api/model_parts.hpp"
#include "check/diagnose.hpp"
#include "store/table_limits.hpp"
#include "unit/registered.hpp"
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <filesystem>

namespace zonda {
namespace {

Model load(const std::string& name, const std::vector<std::string>& queries) {
  LoadOptions options;
  options.queries = queries;
  options.disabled_warnings = {"all"};
  return Model::load(std::string(ZONDA_ROOT) + "/models/" + name, options);
}

std::vector<QueryResult> check(const Model& model, const check::Request& options) {
  Model::Checked checked = check_model(model.parts(), options);
  EXPECT_EQ(checked.error, "");
  return std::move(checked.results);
}

// A limit on one table, and what is said when it is full.
struct Table {
  std::uint64_t store::TableLimits::*limit;
  std::uint64_t size;
  std::string reason;
};

const std::vector<Table>& tables() {
  static const std::vector<Table> kTables = {
      {&store::TableLimits::zones, 20, store::kZonesFull},
      {&store::TableLimits::bound_bytes, 400, store::kBoundsFull},
      {&store::TableLimits::list_bytes, 64, store::kListsFull},
      {&store::TableLimits::zones_in_list, 1, store::kListFull},
      {&store::TableLimits::discrete_states, 100, store::kDiscreteFull},
  };
  return kTables;
}

check::Request with(const Table& table) {
  check::Request options;
  options.tables.*table.limit = table.size;
  return options;
}

std::string checkpoint_path() {
  const std::string path =
      testing::TempDir() + "full-" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".checkpoint";
  std::filesystem::remove(path);
  return path;
}

// The first query is too much for the tables, the last one is not.
TEST(FullTables, EndAQueryAndNoOther) {
  const Model model = load("brp.xta", {"E<> false", "E<> true"});
  for (const Table& table : tables()) {
    const std::vector<QueryResult> results = check(model, with(table));
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].verdict, Verdict::Unknown) << table.reason;
    EXPECT_TRUE(results[0].reason.starts_with(table.reason)) << results[0].reason;
    EXPECT_EQ(results[1].verdict, Verdict::Satisfied) << table.reason << results[1].reason;
  }
}

TEST(FullTables, GoOnFromACheckpointWhereThereIsMoreRoom) {
  const Model model = load("brp.xta", {"E<> false"});
  const QueryResult whole = check(model, {})[0];
  for (const Table& table : tables()) {
    check::Request options = with(table);
    options.checkpoint = checkpoint_path();
    ASSERT_EQ(check(model, options)[0].verdict, Verdict::Unknown) << table.reason;
    // Full again at once, and still whole.
    EXPECT_EQ(check(model, options)[0].verdict, Verdict::Unknown) << table.reason;
    options.tables = {};
    const QueryResult rest = check(model, options)[0];
    EXPECT_EQ(to_string(rest.verdict), to_string(whole.verdict)) << table.reason;
    EXPECT_EQ(rest.stats.visited, whole.stats.visited) << table.reason;
    EXPECT_EQ(rest.stats.stored, whole.stats.stored) << table.reason;
    EXPECT_EQ(rest.stats.discrete_states, whole.stats.discrete_states) << table.reason;
  }
}

// Each time there is room for one more, so that a table gets full at many different moments.
TEST(FullTables, LoseNothingWhereverTheyGetFull) {
  const Model model = load("brp.xta", {"E<> false"});
  for (const std::string& keep : registered::with(std::string(kAuto), registered::forgetful_strategies())) {
    check::Request options;
    options.keep = keep;
    const QueryResult whole = check(model, options)[0];
    for (const Table& table : tables()) {
      options.checkpoint = checkpoint_path();
      QueryResult result;
      std::uint64_t size = 1;
      do {
        options.tables = {};
        options.tables.*table.limit = size;
        size += size / 2 + 1;
        result = check(model, options)[0];
      } while (result.verdict == Verdict::Unknown);
      EXPECT_EQ(to_string(result.verdict), to_string(whole.verdict)) << keep << table.reason;
      if (keep == kAuto) {
        EXPECT_EQ(result.stats.stored, whole.stats.stored) << table.reason;
      }
    }
  }
}

// A state whose hash is known must be stored, or nobody would look at what it leads to.
TEST(FullTables, LoseNothingOfWhichOnlyHashesAreKept) {
  const Model model = load("fischer.xta", {"E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)"});
  for (const Table& table : tables()) {
    check::Request options;
    options.compact = true;
    options.checkpoint = checkpoint_path();
    QueryResult result;
    std::uint64_t size = 1;
    do {
      options.tables = {};
      options.tables.*table.limit = size;
      size += size / 4 + 1;
      result = check(model, options)[0];
    } while (result.verdict == Verdict::Unknown);
    EXPECT_EQ(to_string(result.verdict), to_string(Verdict::Satisfied)) << table.reason;
  }
}

TEST(FullTables, TheTreeOfAnOrderIsOne) {
  const Model model = load("fischer.xta", {"E<> false", "E<> P(1).req"});
  for (const std::string& order : registered::orders()) {
    check::Request options;
    options.order = order;
    const std::vector<QueryResult> whole = check(model, options);
    options.tables.tree_nodes = 50;
    const std::vector<QueryResult> results = check(model, options);
    EXPECT_EQ(results[1].verdict, Verdict::Satisfied) << order;
    if (results[0].verdict == whole[0].verdict) continue;
    EXPECT_TRUE(results[0].reason.starts_with(store::kTreeFull)) << results[0].reason;
    const Model alone = load("fischer.xta", {"E<> false"});
    options.checkpoint = checkpoint_path();
    EXPECT_EQ(check(alone, options)[0].verdict, Verdict::Unknown);
    options.tables = {};
    const QueryResult rest = check(alone, options)[0];
    EXPECT_EQ(rest.verdict, whole[0].verdict);
    EXPECT_EQ(rest.stats.visited, whole[0].stats.visited);
    EXPECT_EQ(rest.stats.mistakes, whole[0].stats.mistakes);
  }
}

TEST(FullTables, TheLogForTracesIsOne) {
  const Model model = load("fischer.xta", {"E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)"});
  check::Request options;
  options.keep = registered::forgetful_strategies().front();
  options.trace = "some";
  options.tables.log_entries = 20;
  options.checkpoint = checkpoint_path();
  const QueryResult part = check(model, options)[0];
  EXPECT_EQ(part.verdict, Verdict::Unknown);
  EXPECT_TRUE(part.reason.starts_with(store::kLogFull)) << part.reason;
  options.tables = {};
  const QueryResult whole = check(model, options)[0];
  EXPECT_EQ(whole.verdict, Verdict::Satisfied);
  EXPECT_NE(whole.trace, nullptr);
}

// What is done when memory is short makes room in tables as well.
TEST(FullTables, AreRelievedUnderAMemoryLimit) {
  const Model model = load("fischer.xta", {"E<> false"});
  const QueryResult whole = check(model, {})[0];
  check::Request options;
  options.tables.discrete_states = whole.stats.discrete_states / 2;
  EXPECT_EQ(check(model, options)[0].verdict, Verdict::Unknown);
  options.memory_bytes = std::uint64_t{4} << 30U;
  const QueryResult relieved = check(model, options)[0];
  EXPECT_EQ(to_string(relieved.verdict), to_string(whole.verdict)) << relieved.reason;
  EXPECT_GT(relieved.stats.compressed.times, 0U);
}

// Searches for runs and for values, which go other ways.
TEST(FullTables, EndEveryKindOfQuery) {
  for (const std::string query : {"E[] not P(1).cs", "P(1).req --> P(1).cs", "sup: P(1).x", "A<> false"}) {
    const Model model = load("fischer.xta", {query, "E<> P(1).req"});
    for (const Table& table : tables()) {
      check::Request options;
      for (std::uint64_t size = 1; size < 64; size *= 2) {
        options.tables = {};
        options.tables.*table.limit = size;
        const std::vector<QueryResult> results = check(model, options);
        const QueryResult whole = check(model, {})[0];
        ASSERT_EQ(results.size(), 2U);
        if (results[0].verdict == Verdict::Unknown)
          EXPECT_TRUE(store::is_table_full(results[0].reason)) << query << table.reason << results[0].reason;
        else
          EXPECT_EQ(to_string(results[0].verdict), to_string(whole.verdict)) << query << table.reason;
      }
    }
  }
}

// Wherever a table gets full (while states are explored, while the way to a finding is looked for, or while loops are),
// the diagnosis says so and keeps what was found.
TEST(FullTables, LeaveADiagnosisWhatItFound) {
  const Model model = load("critical-region.xta", {});
  const auto diagnose = [&](std::uint64_t zones) {
    store::TableLimits tables;
    if (zones > 0) tables.zones = zones;
    return check::diagnose(*model.parts().network, {}, model.parts().sources, tables);
  };
  const Diagnosis whole = diagnose(0);
  ASSERT_EQ(whole.incomplete, "");
  ASSERT_FALSE(whole.findings.empty());
  std::size_t explored_but_incomplete = 0;
  const std::uint64_t step = whole.stats.zones / 40 + 1;
  for (std::uint64_t zones = 1; zones <= whole.stats.zones; zones += step) {
    const Diagnosis d = diagnose(zones);
    EXPECT_EQ(d.error, "") << zones;
    if (d.incomplete.empty()) continue;
    EXPECT_TRUE(d.incomplete.starts_with(store::kZonesFull)) << zones << ": " << d.incomplete;
    if (!d.is_explored) continue;
    ++explored_but_incomplete;
    EXPECT_FALSE(d.findings.empty()) << zones;
  }
  EXPECT_GT(explored_but_incomplete, 0U);
}

}  // namespace
}  // namespace zonda
