// Searches that are stopped again and again and go on from a checkpoint, and searches that do all the time what others
// do when memory is short: they come to what an undisturbed one comes to.
#include "api/model_parts.hpp"
#include "unit/registered.hpp"
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace zonda {
namespace {

Model load(const std::string& name, const std::vector<std::string>& queries) {
  LoadOptions options;
  options.queries = queries;
  options.disabled_warnings = {"all"};
  return Model::load(std::string(ZONDA_ROOT) + "/models/" + name, options);
}

struct Case {
  std::string model;
  std::string query;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"fischer.xta", "E<> false"},
      {"fischer.xta", "A[] (sum (i : pid_t) P(i).cs) <= 1"},
      {"fischer.xta", "E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)"},
      {"fischer.xta", "A[] not deadlock"},
      {"csma-cd.xta", "A[] Station(1).Start && Station(1).x >= 2 * SIGMA imply Bus.Active"},
      {"fddi.xta", "A[] forall (i : id_t) Station(i).trt <= 2 * TTRT"},
      {"brp.xta", "E<> false"},
      {"train-gate.xml", "E<> false"},
  };
  return kCases;
}

QueryResult check(const Model& model, const check::Request& options) {
  Model::Checked checked = check_model(model.parts(), options);
  EXPECT_EQ(checked.error, "");
  return checked.results.empty() ? QueryResult{} : std::move(checked.results[0]);
}

// Goes on from a checkpoint until there is an answer.
QueryResult check_piecewise(const Model& model, check::Request options) {
  options.checkpoint =
      testing::TempDir() + "resume-" + testing::UnitTest::GetInstance()->current_test_info()->name() + ".checkpoint";
  std::filesystem::remove(options.checkpoint);
  QueryResult result;
  for (int i = 0; i < 10'000; ++i) {
    result = check(model, options);
    if (result.verdict != Verdict::Unknown) break;
    // More each time, or the end of an expansion might never come.
    if (options.most_looks > 0) options.most_looks += options.most_looks / 2 + 1;
  }
  std::filesystem::remove(options.checkpoint);
  return result;
}
// Stops after every so many states and goes on.
QueryResult check_piecewise(const Model& model, check::Request options, std::uint64_t states) {
  options.most_visited = states;
  return check_piecewise(model, options);
}
// Breaks off wherever it is, after more and more looks at the limits, and goes on.
QueryResult check_broken_off(const Model& model, check::Request options, std::uint64_t looks) {
  options.most_looks = looks;
  return check_piecewise(model, options);
}

Model load_text(const std::string& text, const std::vector<std::string>& queries) {
  const std::string path = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".xta";
  std::ofstream(path) << text;
  LoadOptions options;
  options.queries = queries;
  options.disabled_warnings = {"all"};
  Model model = Model::load(path, options);
  std::filesystem::remove(path);
  return model;
}

check::Request with_order(const std::string& order) {
  check::Request options;
  options.order = order;
  return options;
}

TEST(Resume, ComesToTheSameInEveryOrder) {
  for (const Case& c : cases()) {
    const Model model = load(c.model, {c.query});
    for (const std::string& order : registered::with(std::string(kAuto), registered::orders())) {
      const QueryResult whole = check(model, with_order(order));
      for (const std::uint64_t states : {1U, 97U, 2000U}) {
        // Each piece waits for the disk.
        if (whole.stats.visited > 40 * states) continue;
        const QueryResult pieces = check_piecewise(model, with_order(order), states);
        ASSERT_EQ(to_string(pieces.verdict), to_string(whole.verdict)) << c.model << c.query << order << states;
        EXPECT_EQ(pieces.stats.visited, whole.stats.visited) << c.model << c.query << order << states;
        EXPECT_EQ(pieces.stats.transitions, whole.stats.transitions) << c.model << c.query << order << states;
        EXPECT_EQ(pieces.stats.stored, whole.stats.stored) << c.model << c.query << order << states;
      }
    }
  }
}

TEST(Resume, ComesToTheSameWithEveryKeep) {
  const Model model = load("fischer.xta", {"A[] (sum (i : pid_t) P(i).cs) <= 1"});
  for (const std::string& keep : registered::forgetful_strategies()) {
    check::Request options;
    options.keep = keep;
    const QueryResult whole = check(model, options);
    const QueryResult pieces = check_piecewise(model, options, 50);
    EXPECT_EQ(to_string(pieces.verdict), to_string(whole.verdict)) << keep;
    EXPECT_EQ(pieces.stats.visited, whole.stats.visited) << keep;
  }
}

TEST(Resume, ComesToTheSameWithApproximations) {
  const Model model = load("fischer.xta", {"A[] (sum (i : pid_t) P(i).cs) <= 1"});
  for (const int kind : {0, 1, 2}) {
    check::Request options;
    options.hull = kind == 0;
    options.compact = kind == 1;
    options.bitstate_bytes = kind == 2 ? 4096 : 0;
    const QueryResult whole = check(model, options);
    const QueryResult pieces = check_piecewise(model, options, 50);
    EXPECT_EQ(to_string(pieces.verdict), to_string(whole.verdict)) << kind;
    EXPECT_EQ(pieces.stats.visited, whole.stats.visited) << kind;
  }
}

TEST(Resume, FindsTheSameTrace) {
  const Model model = load("fischer.xta", {"E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)"});
  for (const char* trace : {"some", "shortest"}) {
    check::Request options;
    options.trace = trace;
    const QueryResult whole = check(model, options);
    const QueryResult pieces = check_piecewise(model, options, 20);
    ASSERT_NE(whole.trace, nullptr);
    ASSERT_NE(pieces.trace, nullptr);
    EXPECT_EQ(model.write_trace(*pieces.trace, Model::TraceFormat::Text),
              model.write_trace(*whole.trace, Model::TraceFormat::Text));
  }
}

TEST(Resume, GoesOnWithTheNextQuery) {
  const Model model = load("fischer.xta", {"E<> P(1).cs", "A[] (sum (i : pid_t) P(i).cs) <= 1", "A[] not deadlock"});
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-queries.checkpoint";
  std::filesystem::remove(options.checkpoint);
  options.most_visited = 50;
  Model::Checked checked;
  int runs = 0;
  do {
    checked = check_model(model.parts(), options);
    ASSERT_EQ(checked.results.size(), 3U);
    ASSERT_LT(++runs, 1000);
  } while (checked.results[2].verdict == Verdict::Unknown);
  for (const QueryResult& r : checked.results) EXPECT_EQ(to_string(r.verdict), "satisfied") << r.reason;
  EXPECT_GT(runs, 3);
  check::Request alone;
  alone.share = false;
  const Model::Checked whole = check_model(model.parts(), alone);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(checked.results[i].stats.visited, whole.results[i].stats.visited);
  // All are known now.
  options.most_visited = 1;
  for (const QueryResult& r : check_model(model.parts(), options).results) EXPECT_EQ(to_string(r.verdict), "satisfied");
  std::filesystem::remove(options.checkpoint);
}

TEST(Resume, LeavesOtherQueriesForLater) {
  const Model model = load("fischer.xta", {"E<> false", "E<> P(1).cs"});
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-other.checkpoint";
  std::filesystem::remove(options.checkpoint);
  options.most_visited = 10;
  const Model::Checked checked = check_model(model.parts(), options);
  EXPECT_EQ(to_string(checked.results[1].verdict), "unknown");
  EXPECT_EQ(checked.results[1].reason,
            "not started: query 1 was stopped, and " + options.checkpoint + " belongs to it");
  std::filesystem::remove(options.checkpoint);
}

// The search that was stopped is still in the file when only another query is asked for.
TEST(Resume, KeepsWhatIsAboutOtherQueries) {
  const Model model = load("fischer.xta", {"E<> P(1).cs", "A[] (sum (i : pid_t) P(i).cs) <= 1"});
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-keeps.checkpoint";
  std::filesystem::remove(options.checkpoint);
  options.most_visited = 100;
  Model::Checked checked = check_model(model.parts(), options);
  ASSERT_EQ(to_string(checked.results[0].verdict), "satisfied");
  ASSERT_EQ(to_string(checked.results[1].verdict), "unknown");
  EXPECT_FALSE(checked.is_checkpoint_spent);
  options.chosen = {1};
  checked = check_model(model.parts(), options);
  EXPECT_EQ(to_string(checked.results[0].verdict), "satisfied");
  EXPECT_FALSE(checked.is_checkpoint_spent);
  options.chosen = {};
  options.most_visited = 0;
  checked = check_model(model.parts(), options);
  EXPECT_EQ(to_string(checked.results[1].verdict), "satisfied");
  EXPECT_EQ(checked.results[1].stats.resumed, 1U);
  EXPECT_TRUE(checked.is_checkpoint_spent);
  std::filesystem::remove(options.checkpoint);
}

TEST(Resume, SaysHow) {
  const Model model = load("fischer.xta", {"E<> false"});
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-how.checkpoint";
  options.most_visited = 10;
  EXPECT_EQ(check(model, options).reason,
            "stopped after 10 states; saved in " + options.checkpoint + ": run the same command to continue");
  std::filesystem::remove(options.checkpoint);
  options.checkpoint = "/no/where/at.all";
  EXPECT_EQ(check(model, options).reason,
            "the checkpoint /no/where/at.all cannot be written: No such file or directory");
}

// Ten thousand states.
constexpr const char* kGrid =
    "int[0,9] a, b, c, d; process P(int[0,9] &v) { state s; init s; trans s -> s { guard v < 9; assign v = v + 1; }; "
    "}\n"
    "A = P(a); B = P(b); C = P(c); D = P(d); system A, B, C, D;\n";

// Stopped when waiting states are on disk.
class Spilled : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove(options_.checkpoint);
    options_.rehearsal = 50;
    options_.most_visited = 6 * options_.rehearsal;  // the last step is to spill
    options_.spill = testing::TempDir();
    const QueryResult stopped = check(model_, options_);
    ASSERT_EQ(to_string(stopped.verdict), "unknown");
    ASSERT_GT(stopped.stats.spilled.states, 0U);
    options_.most_visited = 0;
  }
  void TearDown() override { std::filesystem::remove(options_.checkpoint); }

  const Model model_ = load_text(kGrid, {"A[] a + b + c + d <= 36"});
  check::Request options_ = [] {
    check::Request options;
    options.checkpoint = testing::TempDir() + "resume-spilled-" +
                         testing::UnitTest::GetInstance()->current_test_info()->name() + ".checkpoint";
    return options;
  }();
};

TEST_F(Spilled, GoesOnWithoutAFolder) {
  options_.spill = "";
  const QueryResult result = check(model_, options_);
  EXPECT_EQ(to_string(result.verdict), "satisfied") << result.reason;
  EXPECT_EQ(result.stats.resumed, 1U);
}

// What is lost is not said to be saved, be the file as it may.
TEST_F(Spilled, IsNotSaidToBeSavedWhenItIsLost) {
  options_.spill = "/proc/self";
  std::filesystem::remove(options_.checkpoint);
  const QueryResult result = check(model_, options_);
  EXPECT_EQ(to_string(result.verdict), "unknown");
  EXPECT_TRUE(result.reason.ends_with("states; not saved: waiting states are lost")) << result.reason;
}

TEST_F(Spilled, IsUnknownWhereNoFileCanBeMade) {
  options_.spill = "/proc/self";  // a folder that takes no files
  const QueryResult result = check(model_, options_);
  EXPECT_EQ(to_string(result.verdict), "unknown");
  EXPECT_NE(result.reason.find("no file can be made in /proc/self"), std::string::npos) << result.reason;
  EXPECT_TRUE(result.reason.ends_with("states; " + options_.checkpoint + " has an earlier save"));
  options_.spill = testing::TempDir();
  EXPECT_EQ(to_string(check(model_, options_).verdict), "satisfied");
}

// Not read at all, and still there.
TEST(Resume, IsUnknownUnderALimitThatIsFarTooLow) {
  const Model model = load_text(kGrid, {"E<> false"});
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-large.checkpoint";
  std::filesystem::remove(options.checkpoint);
  options.most_visited = 1000;
  ASSERT_EQ(to_string(check(model, options).verdict), "unknown");
  options.most_visited = 0;
  options.memory_bytes = 1 << 20;
  const QueryResult refused = check(model, options);
  EXPECT_EQ(to_string(refused.verdict), "unknown");
  EXPECT_TRUE(refused.reason.starts_with("memory limit reached: the checkpoint takes 0.")) << refused.reason;
  EXPECT_TRUE(refused.reason.ends_with("; " + options.checkpoint + " has an earlier save")) << refused.reason;
  options.memory_bytes = 0;
  const QueryResult whole = check(model, options);
  EXPECT_EQ(to_string(whole.verdict), "not satisfied");
  EXPECT_EQ(whole.stats.resumed, 1U);
  std::filesystem::remove(options.checkpoint);
}

// Interrupted from the start: what has hardly begun must not be taken for done.
TEST(Resume, AnEarlyEndIsNoEnd) {
  const Model model = load("fischer.xta", {"A[] (sum (i : pid_t) P(i).cs) <= 1"});
  std::atomic<bool> interrupt = true;
  check::Request options;
  options.checkpoint = testing::TempDir() + "resume-early.checkpoint";
  std::filesystem::remove(options.checkpoint);
  options.interrupt = &interrupt;
  // Limits are looked at now and then, so it may be through before.
  EXPECT_NE(to_string(check(model, options).verdict), "not satisfied");
  interrupt = false;
  EXPECT_EQ(to_string(check(model, options).verdict), "satisfied");
  std::filesystem::remove(options.checkpoint);
}

TEST(Resume, IsRefusedWhereItCannotBe) {
  const Model model = load("fischer.xta", {"E<> false"});
  check::Request options;
  options.checkpoint = "x";
  options.trace = "fastest";
  EXPECT_NE(check_model(model.parts(), options).error.find("--trace fastest"), std::string::npos);
  options.trace = "none";
  options.compact = true;
  options.swarm = 3;
  EXPECT_NE(check_model(model.parts(), options).error.find("--swarm"), std::string::npos);
}

// --- when memory is short

TEST(Relief, ChangesNoVerdict) {
  for (const Case& c : cases()) {
    const Model model = load(c.model, {c.query});
    for (const std::string& order : registered::with(std::string(kAuto), registered::orders())) {
      const QueryResult whole = check(model, with_order(order));
      for (const std::uint64_t every : {1U, 7U, 100U}) {
        if (every == 1 && whole.stats.visited > 3000) continue;
        check::Request options = with_order(order);
        options.rehearsal = every;
        options.spill = testing::TempDir();
        const QueryResult relieved = check(model, options);
        ASSERT_EQ(to_string(relieved.verdict), to_string(whole.verdict))
            << c.model << c.query << order << every << relieved.reason;
      }
    }
  }
}

// Packing forgets nothing, so that the same states are visited.
TEST(Relief, PackingForgetsNothing) {
  const Model model = load("fischer.xta", {"E<> false"});
  for (const std::string& order : registered::forgetful_orders()) {
    check::Request options = with_order(order);
    options.keep = "all";
    const QueryResult whole = check(model, options);
    check::Request otherwise = options;
    otherwise.seed = options.seed + 1;
    const bool is_by_chance = check(model, otherwise).stats.visited != whole.stats.visited;
    options.rehearsal = 50;
    const QueryResult packed = check(model, options);
    // Waiting states that were put away and come back make an order that throws dice throw them anew.
    EXPECT_TRUE(is_by_chance || packed.stats.visited == whole.stats.visited) << order;
    EXPECT_EQ(packed.stats.discrete_states, whole.stats.discrete_states) << order;
    EXPECT_GT(packed.stats.packed, 0U) << order;
    EXPECT_EQ(packed.stats.dropped.times, 0U) << order;
    EXPECT_EQ(packed.stats.spilled.times, 0U) << order;
  }
}

TEST(Relief, EveryStageIsCounted) {
  const Model model = load("fischer.xta", {"E<> false"});
  check::Request options = with_order("bfs");
  options.rehearsal = 20;
  options.spill = testing::TempDir();
  const QueryResult result = check(model, options);
  EXPECT_GT(result.stats.compressed.times, 0U);
  EXPECT_GT(result.stats.compressed.states, 0U);
  EXPECT_GT(result.stats.dropped.states, 0U);
  EXPECT_GT(result.stats.spilled.states, 0U);
}

TEST(Relief, ATraceThatIsLostIsToldOf) {
  const Model model = load("fischer.xta", {"E<> P(1).cs && (forall (i : pid_t) i == 1 || P(i).wait)"});
  check::Request options = with_order("bfs");
  options.trace = "some";
  options.rehearsal = 10;
  const QueryResult result = check(model, options);
  EXPECT_EQ(to_string(result.verdict), "satisfied");
  EXPECT_EQ(result.trace, nullptr);
  EXPECT_EQ(result.trace_note, "there is no trace: the links between states were dropped when memory was short");
}

TEST(Relief, GoesOnFromACheckpoint) {
  for (const Case& c : cases()) {
    const Model model = load(c.model, {c.query});
    for (const std::string& order : registered::with("auto", registered::orders())) {
      const QueryResult whole = check(model, with_order(order));
      check::Request options = with_order(order);
      options.rehearsal = 13;
      options.spill = testing::TempDir();
      const QueryResult pieces = check_piecewise(model, options, 300);
      ASSERT_EQ(to_string(pieces.verdict), to_string(whole.verdict)) << c.model << c.query << order;
    }
  }
}

TEST(Relief, WorksWithEveryKeep) {
  const Model model = load("fischer.xta", {"A[] (sum (i : pid_t) P(i).cs) <= 1"});
  for (const std::string& keep : registered::with("all", registered::forgetful_strategies())) {
    check::Request options;
    options.keep = keep;
    options.rehearsal = 10;
    options.spill = testing::TempDir();
    EXPECT_EQ(to_string(check(model, options).verdict), "satisfied") << keep;
  }
}

TEST(Relief, SpillNeedsALimitAndAFolder) {
  const Model model = load("fischer.xta", {"E<> false"});
  check::Request options;
  options.spill = testing::TempDir();
  EXPECT_EQ(check_model(model.parts(), options).error,
            "--spill is for --memory: without a limit nothing is moved to disk");
  options.memory_bytes = std::uint64_t{1} << 30U;
  options.spill = "/no/where";
  EXPECT_EQ(check_model(model.parts(), options).error, "--spill: there is no folder /no/where");
}

// One state with very many successors, each of which is a goal once: none is lost where the search is broken off.
TEST(Resume, LosesNoGoalInTheMiddleOfAnExpansion) {
  constexpr int kSuccessors = 150;
  const std::string text =
      "int[0, 149] k; process P() { state a, b; init a; trans a -> b { select i : int[0, 149]; assign k = i; }; }\n"
      "system P;\n";
  for (const char* keep : {"all", "distance:3"})
    for (int goal = 0; goal < kSuccessors; goal += goal < 60 || goal > 68 ? 12 : 1) {
      const Model model = load_text(text, {"E<> P.b && k == " + std::to_string(goal)});
      for (const std::uint64_t looks : {1U, 61U, 62U, 63U, 64U, 65U, 66U, 67U, 100U}) {
        check::Request options;
        options.keep = keep;
        EXPECT_EQ(to_string(check_broken_off(model, options, looks).verdict), "satisfied")
            << keep << goal << ' ' << looks;
      }
    }
}

// The test of the first state takes long, and is broken off.
TEST(Resume, DecidesWhatWasBrokenOff) {
  const std::string text =
      "clock x; int[0, 900] v; process P() { state S, Big; init S; trans S -> Big { guard x > 5; },\n"
      "Big -> S { select i : int[0, 29], j : int[0, 29]; guard x < 3; assign v = i * 30 + j; }; }\nsystem P;\n";
  const std::vector<std::pair<std::string, std::string>> queries = {
      {"E<> P.Big && not deadlock", "not satisfied"}, {"A[] P.Big imply deadlock", "satisfied"},
      {"A[] not deadlock", "not satisfied"},          {"E<> deadlock", "satisfied"},
      {"A[] P.S or not deadlock", "not satisfied"},   {"E<> P.S && deadlock", "not satisfied"}};
  for (const auto& [query, expected] : queries) {
    const Model model = load_text(text, {query});
    for (const char* keep : {"all", "distance:2"})
      for (const char* order : {"dfs", "auto"})
        for (std::uint64_t looks = 1; looks < 3000; looks += looks / 2 + 1) {
          check::Request options;
          options.keep = keep;
          options.order = order;
          // Without a checkpoint it is that, or nothing is known.
          options.most_looks = looks;
          const std::string once = to_string(check(model, options).verdict);
          EXPECT_TRUE(once == expected || once == "unknown") << once << query << looks;
          EXPECT_EQ(to_string(check_broken_off(model, options, looks).verdict), expected) << query << looks;
        }
  }
}

TEST(Resume, ComesToTheSameWhenBrokenOff) {
  for (const Case& c : cases()) {
    const Model model = load(c.model, {c.query});
    for (const std::string& keep : registered::with("all", registered::forgetful_strategies()))
      for (const std::uint64_t looks : {10U, 1000U}) {
        check::Request options;
        options.keep = keep;
        ASSERT_EQ(to_string(check_broken_off(model, options, looks).verdict), to_string(check(model, options).verdict))
            << c.model << c.query << keep << looks;
      }
  }
}

}  // namespace
}  // namespace zonda
