// Searches that do not store all states: they end, whatever the cycles are made of, and they find what the others find.
#include "unit/check/known_models.hpp"
#include "unit/registered.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace zonda {
namespace {

// All strategies, each with the smallest parameter, the usual one, and one in between.
std::vector<std::string> all_strategies() {
  std::vector<std::string> result;
  for (const keep::NamedStrategy& s : keep::strategies()) {
    if (!s.is_for_users) continue;
    result.emplace_back(s.name);
    if (!s.trial.empty()) result.push_back(fmt::format("{}:{}", s.name, s.trial));
    if (s.parameter == keep::NamedStrategy::Parameter::Number) result.push_back(fmt::format("{}:{}", s.name, s.least));
  }
  return result;
}

class Keeping : public testing::Test {
 protected:
  Model load(const std::string& text, const std::vector<std::string>& queries, const char* extension = "xta") {
    const auto path = std::filesystem::path(testing::TempDir()) /
                      fmt::format("{}.{}", testing::UnitTest::GetInstance()->current_test_info()->name(), extension);
    std::ofstream(path) << text;
    LoadOptions options;
    options.queries = queries;
    Model model = Model::load(path.string(), options);
    std::filesystem::remove(path);
    EXPECT_TRUE(model.is_usable()) << model.messages();
    return model;
  }

  static CheckOptions with(const std::string& keep, const std::string& order = "bfs") {
    CheckOptions options;
    options.keep = keep;
    options.order = order;
    options.seconds = 20;
    return options;
  }

  // The first query holds, the others do not, in every way.
  static void expect_first_only(const Model& model) {
    for (const std::string& keep : all_strategies())
      for (const std::string& order : registered::forgetful_orders()) {
        CheckOptions options = with(keep, order);
        options.trace = "some";
        const auto checked = model.check(options);
        ASSERT_EQ(checked.error, "");
        for (const QueryResult& r : checked.results) {
          const Verdict wanted = r.index == 1 ? Verdict::Satisfied : Verdict::NotSatisfied;
          EXPECT_EQ(r.verdict, wanted) << keep << ' ' << order << ' ' << r.formula << ' ' << r.reason;
          if (r.index == 1) {
            EXPECT_NE(r.trace, nullptr) << keep << ' ' << order;
          }
        }
      }
  }
};

TEST_F(Keeping, SelfLoops) {
  expect_first_only(
      load("int[0,3] n; clock x; process P() { state a, b; init a; trans a -> a { assign n = (n + 1) % 4; }, "
           "a -> a { guard x > 2; assign x = 0; }, a -> b { guard n == 3 && x > 1; }; }\nsystem P;\n",
           {"E<> P.b", "E<> P.b && n != 3"}));
}

TEST_F(Keeping, ChainsWithOneSuccessorEach) {
  expect_first_only(
      load("int[0,50] n; process P() { state a; init a; trans a -> a { assign n = (n + 1) % 51; }; }\nsystem P;\n",
           {"E<> n == 50", "E<> n == 51"}));
}

TEST_F(Keeping, CyclesOfCommittedStates) {
  expect_first_only(
      load("int[0,9] n; process P() { state a, b, c; commit a, b; init a; trans a -> b { assign n = (n + 1) % 10; }, "
           "b -> a { }, b -> c { guard n == 9; }; }\nsystem P;\n",
           {"E<> P.c", "E<> P.c && n == 8"}));
}

TEST_F(Keeping, CyclesThroughSeveralProcesses) {
  expect_first_only(load(
      "int[0,2] turn; int[0,20] n; chan go; clock x;\n"
      "process P() { state a, b; init a; trans a -> b { guard turn == 0; assign turn = 1; }, b -> a { sync go!; }; }\n"
      "process Q() { state a, b { x <= 2 }; init a; trans a -> b { guard turn == 1; assign turn = 2, x = 0; }, "
      "b -> a { guard x >= 1; sync go?; assign turn = 0, n = (n + 1) % 21; }; }\nsystem P, Q;\n",
      {"E<> n == 20 && P.b", "E<> P.b && turn == 0"}));
}

TEST_F(Keeping, ALargerZoneThatIsForgottenTakesNothingWithIt) {
  // b is reached with smaller and larger zones in turn.
  expect_first_only(
      load("clock x, y; int[0,1] k; process P() { state a, b { x <= 5 }, c; init a; trans "
           "a -> b { guard x <= 1; assign x = 0; }, a -> b { assign x = 0; }, b -> a { guard x >= 1; assign y = 0; }, "
           "b -> b { guard y > 3; assign k = 1 - k; }, b -> c { guard y > 4 && k == 1; }; }\nsystem P;\n",
           {"E<> P.c", "E<> P.c && k == 0"}));
}

TEST_F(Keeping, StoresLess) {
  const Model model = load(fischer(6), {"E<> false"}, "tck");
  const auto peak = [&](const char* keep) {
    const auto results = model.check(with(keep)).results;
    EXPECT_EQ(results[0].verdict, Verdict::NotSatisfied);
    return results[0].stats.peak_stored;
  };
  const std::uint64_t all = peak("all");
  EXPECT_LT(peak("entry"), all * 2 / 3);
  EXPECT_LT(peak("cover"), all);
}

TEST_F(Keeping, RefusesWhatDoesNotGoTogether) {
  const Model model = load("process P() { state a; init a; }\nsystem P;\n", {"E<> P.a"});
  const auto error = [&](auto change) {
    CheckOptions options;
    change(options);
    return model.check(options).error;
  };
  EXPECT_EQ(error([](CheckOptions& o) { o.keep = "cover", o.order = "ranking"; }),
            "--order ranking needs all states that were found, so it cannot be combined with --keep cover");
  EXPECT_EQ(error([](CheckOptions& o) { o.keep = "entry", o.trace = "shortest"; }),
            "a shortest trace needs all states that were found, so it cannot be combined with --keep entry");
  EXPECT_EQ(error([](CheckOptions& o) { o.keep = "every:2", o.compact = true; }),
            "--compact keeps no states, so it cannot be combined with --keep every:2");
  EXPECT_EQ(error([](CheckOptions& o) { o.cover_edges = "x"; }),
            "--cover-edges is for --keep cover and --keep combination");
  EXPECT_EQ(error([](CheckOptions& o) { o.swarm = 3; }),
            "--swarm is for --compact and --bitstate: other searches miss nothing");
  EXPECT_EQ(error([](CheckOptions& o) { o.keep = "much"; }).substr(0, 57),
            "unknown storing strategy 'much'; there are auto, all, ent");
}

TEST_F(Keeping, OwnSetsAreChecked) {
  const Model model =
      load("process P() { state a, b; init a; trans a -> b { }, b -> a { }, b -> b { }; }\nsystem P;\n", {"E<> false"});
  const auto outcome = [&](const std::string& text) {
    CheckOptions options = with("cover");
    options.cover_edges = text;
    options.cover_edges_file = "own";
    const QueryResult r = model.check(options).results.at(0);
    return r.verdict == Verdict::NotSatisfied ? "" : r.reason;
  };
  EXPECT_EQ(outcome("# mine\nP: a -> b\n  P: b -> b  # the loop\n"), "");
  EXPECT_EQ(outcome("P: a -> b\n"), "own: the edges do not cover the cycle P: b -> b");
  EXPECT_EQ(outcome("P: a -> b\nP: b -> c\n"), "own:2:1: the model has no edge 'P: b -> c' that can be taken");
  EXPECT_EQ(outcome("\n  nonsense\n"), "own:2:3: 'nonsense' is not an edge; write 'Process: from -> to'");
}

TEST_F(Keeping, HullsMayFindTooMuchAndSaySo) {
  // The hull of x - y <= -5 and x - y >= 5 has x == y.
  const Model model = load(
      "clock x, y; process P() { state a, b, c; init a; trans a -> b { guard y >= 5; assign x = 0; }, "
      "a -> b { guard x >= 5; assign y = 0; }, b -> c { guard x == 0 && y == 0; }; }\nsystem P;\n",
      {"E<> P.c", "E<> P.b", "A[] !P.c"});
  CheckOptions options = with("all");
  const auto exact = model.check(options).results;
  EXPECT_EQ(exact[0].verdict, Verdict::NotSatisfied);
  options.hull = true;
  const auto results = model.check(options).results;
  EXPECT_NE(results[0].verdict, Verdict::Satisfied);
  EXPECT_EQ(results[1].verdict, Verdict::Satisfied);  // a run shows it
  EXPECT_NE(results[2].verdict, Verdict::NotSatisfied);
}

TEST_F(Keeping, HullsProveWhatTheyDoNotReach) {
  const Model model = load(fischer(5), {"E<> false"}, "tck");
  CheckOptions options = with("all");
  const auto exact = model.check(options).results[0];
  options.hull = true;
  const auto hull = model.check(options).results[0];
  EXPECT_EQ(hull.verdict, Verdict::NotSatisfied);
  EXPECT_GE(hull.stats.discrete_states, exact.stats.discrete_states);
  EXPECT_EQ(hull.stats.stored, hull.stats.discrete_states);
}

// Joined zones go around a cycle that no run goes around.
TEST_F(Keeping, HullsEndWithCoveringSets) {
  const Model model = load(
      "clock x; process P() { state A, B; urgent B; init A; trans A -> B { guard x <= 2; }, A -> B { guard x >= 5; }, "
      "B -> A { guard x <= 3; }; }\nsystem P;\n",
      {"E<> false"});
  for (const char* keep : {"cover", "combination:2"}) {
    CheckOptions options = with(keep);
    options.hull = true;
    options.seconds = 20;
    EXPECT_EQ(model.check(options).results[0].verdict, Verdict::NotSatisfied) << keep;
  }
}

TEST_F(Keeping, HashesFindAllButDoNotProve) {
  const Model model = load(fischer(5), {"E<> false"}, "tck");
  CheckOptions options = with("all");
  options.abstraction = "extra-lu-plus";
  const auto exact = model.check(options).results[0];
  options.compact = true;
  const auto compact = model.check(options).results[0];
  EXPECT_EQ(compact.verdict, Verdict::MaybeNotSatisfied);
  EXPECT_NE(compact.reason.find("equal hashes"), std::string::npos);
  EXPECT_GE(compact.stats.visited, exact.stats.stored);
  EXPECT_LT(compact.stats.omissions, 1e-9);
  options.compact = false;
  options.bitstate_bytes = 1 << 20;
  const auto bits = model.check(options).results[0];
  EXPECT_EQ(bits.verdict, Verdict::MaybeNotSatisfied);
  EXPECT_GE(bits.stats.visited, exact.stats.stored);
  // Hardly any room: nearly all states are taken for seen.
  options.bitstate_bytes = 64;
  const auto few = model.check(options).results[0];
  EXPECT_EQ(few.verdict, Verdict::MaybeNotSatisfied);
  EXPECT_LT(few.stats.visited, exact.stats.stored);
  EXPECT_GT(few.stats.omissions, 1);
  options.swarm = 10;
  EXPECT_GT(model.check(options).results[0].stats.visited, 5 * few.stats.visited);
}

TEST_F(Keeping, AFieldThatIsTooSmallSaysSo) {
  const Model model = load(fischer(5), {"E<> false"}, "tck");
  CheckOptions options = with("all");
  options.abstraction = "extra-lu-plus";
  const auto exact = model.check(options).results[0];
  options.bitstate_bytes = 64;
  const auto few = model.check(options).results[0];
  EXPECT_EQ(few.verdict, Verdict::MaybeNotSatisfied);
  EXPECT_GT(few.stats.bits_set, 0.75);
  EXPECT_NE(few.reason.find(" or more states were missed, and all states that only these lead to; "), std::string::npos)
      << few.reason;
  EXPECT_NE(few.reason.find("of the bits are set, which is too many: use "), std::string::npos) << few.reason;
  // That of a run which found more, not of one which lost its way at once.
  options.swarm = 10;
  const auto swarm = model.check(options).results[0];
  EXPECT_GE(swarm.stats.omissions, few.stats.omissions);
  EXPECT_NE(swarm.reason.find("in the best run about "), std::string::npos) << swarm.reason;
  options.swarm = 1;
  options.bitstate_bytes = 1 << 20;
  const auto enough = model.check(options).results[0];
  EXPECT_GE(enough.stats.visited, exact.stats.stored);
  EXPECT_LT(enough.stats.omissions, 1);
  EXPECT_EQ(enough.reason.find("too many"), std::string::npos) << enough.reason;
}

TEST_F(Keeping, OfHashesAllAreStored) {
  const Model model = load(fischer(5), {"E<> false"}, "tck");
  CheckOptions options = with("all");
  for (const bool is_compact : {true, false})
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{8'000'000}}) {
      options.compact = is_compact;
      options.bitstate_bytes = is_compact ? 0U : 1U << 16U;
      options.memory_bytes = memory;
      const CheckStats s = model.check(options).results[0].stats;
      EXPECT_GE(s.stored, s.visited);
      EXPECT_EQ(s.peak_stored, s.stored);
      EXPECT_FALSE(s.knows_discrete_states());
    }
  const CheckStats all = model.check(with("all")).results[0].stats;
  EXPECT_TRUE(all.knows_discrete_states());
  EXPECT_EQ(all.peak_stored, all.stored);
}

TEST_F(Keeping, WhatHashesFindIsReal) {
  const Model model =
      load("int[0,50] n; process P() { state a; init a; trans a -> a { assign n = (n + 1) % 51; }; }\nsystem P;\n",
           {"E<> n == 50"});
  CheckOptions options = with("all");
  options.compact = true;
  options.trace = "some";
  const QueryResult r = model.check(options).results[0];
  EXPECT_EQ(r.verdict, Verdict::Satisfied);
  ASSERT_NE(r.trace, nullptr);
}

// Many zones with the same discrete state, one after the other.
constexpr const char* kAlike =
    "clock x1, x2, x3, x4, x5, x6, x7, t; process P() { state S; init S; trans "
    "S -> S { guard x1 > 1 && x1 < 40; assign x1 = 0; }, S -> S { guard x2 > 2 && x2 < 41; assign x2 = 0; }, "
    "S -> S { guard x3 > 3 && x3 < 42; assign x3 = 0; }, S -> S { guard x4 > 1 && x4 < 43; assign x4 = 0; }, "
    "S -> S { guard x5 > 2 && x5 < 44; assign x5 = 0; }, S -> S { guard x6 > 3 && x6 < 45; assign x6 = 0; }, "
    "S -> S { guard x7 > 5 && x7 < 45; assign x7 = 0; }; }\nsystem P;\n";
constexpr const char* kAllSmall =
    "E<> x1 <= 1 && x2 <= 2 && x3 <= 3 && x4 <= 4 && x5 <= 5 && x6 <= 6 && x7 <= 8 && t > 30";

TEST_F(Keeping, StatesThatLookAlikeAreTraced) {
  const Model model = load(kAlike, {kAllSmall});
  for (const char* way : {"distance:3", "--compact", "--bitstate"}) {
    CheckOptions options = with(way[0] == '-' ? "all" : way, "auto");
    options.compact = way == std::string("--compact");
    options.bitstate_bytes = way == std::string("--bitstate") ? 1 << 20 : 0;
    options.trace = "some";
    const QueryResult r = model.check(options).results[0];
    EXPECT_EQ(r.verdict, Verdict::Satisfied) << way << r.reason;
    EXPECT_NE(r.trace, nullptr) << way << r.trace_note;
  }
}

// The zones between hulls are very many here. What was found stands without the moves to it.
TEST_F(Keeping, LimitsHoldWhileMovesAreLookedFor) {
  std::string moves;
  for (int i = 1; i <= 8; ++i)
    moves += fmt::format("{}S -> S {{ guard n < 60 && x{} > {} && x{} < 4{}; assign x{} = 0, n = n + 1; }}",
                         i == 1 ? "" : ", ", i, i, i, i, i);
  const Model model = load("clock x1, x2, x3, x4, x5, x6, x7, x8; int[0,60] n; process P() { state S; init S; trans " +
                               moves + "; }\nsystem P;\n",
                           {"E<> n == 60"});
  CheckOptions options = with("all", "auto");
  options.hull = true;
  options.seconds = 1;
  const QueryResult r = model.check(options).results[0];
  EXPECT_EQ(r.verdict, Verdict::MaybeSatisfied);
  EXPECT_EQ(r.trace_note, "there is no trace: time limit reached while the trace was reconstructed");
}

}  // namespace
}  // namespace zonda
