// Several queries and one exploration: who shares, and that answers stay what they are.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace zonda {
namespace {

// Two processes in turns; n is dead in half of the states, m in none.
constexpr const char* kSharedModel = R"(
clock x, y; int[0,9] n; int[0,9] m; chan go, back; int a[2];
process P() { state s, t { x <= 3 }; init s;
  trans s -> t { guard x > 1 && m < 9; sync go!; assign x = 0, m = m + 1, n = m; },
        t -> s { guard x >= 2 && n > 0; sync back!; assign x = 0, n = 0; }; }
process Q() { state u, v; init u; trans u -> v { sync go?; assign y = 0; }, v -> u { guard y <= 5; sync back?; }; }
system P, Q;
)";

std::vector<QueryResult> check(const std::vector<std::string>& queries, const CheckOptions& options = {},
                               const char* text = kSharedModel) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-share-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << text;
  LoadOptions load;
  load.queries = queries;
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path, load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  auto results = model.check(options).results;
  std::filesystem::remove(path);
  EXPECT_EQ(results.size(), queries.size());
  results.resize(queries.size());
  return results;
}

using Numbers = std::vector<std::size_t>;

TEST(Sharing, LooksForAllGoalsOnTheWay) {
  const auto r = check({"A[] P.s imply Q.u", "E<> P.t", "A[] m < 9", "E<> m == 5 && P.s"});
  EXPECT_EQ(r[0].verdict, Verdict::Satisfied);
  EXPECT_EQ(r[1].verdict, Verdict::Satisfied);
  EXPECT_EQ(r[2].verdict, Verdict::NotSatisfied);
  EXPECT_EQ(r[3].verdict, Verdict::Satisfied);
  EXPECT_EQ(r[0].shared_with, (Numbers{2, 3, 4}));
  EXPECT_EQ(r[3].shared_with, (Numbers{1, 2, 3}));
  EXPECT_LT(r[1].stats.visited, r[3].stats.visited) << "each is answered when it is found";
  EXPECT_LT(r[3].stats.visited, r[0].stats.visited);
}

TEST(Sharing, GivesEachItsTrace) {
  CheckOptions options;
  options.trace = "some";
  const auto r = check({"E<> P.t", "A[] m < 9", "E<> m == 5 && P.s", "E<> m == 5 && n == 9"}, options);
  EXPECT_EQ(r[0].shared_with.size(), 3U);
  ASSERT_NE(r[0].trace, nullptr);
  ASSERT_NE(r[1].trace, nullptr);
  ASSERT_NE(r[2].trace, nullptr);
  EXPECT_EQ(r[3].trace, nullptr);
  EXPECT_EQ(r[0].trace->steps.size(), 1U);
  EXPECT_EQ(r[1].trace->steps.size(), 17U);
  EXPECT_EQ(r[2].trace->steps.size(), 10U);
}

TEST(Sharing, OneErrorIsNoOthers) {
  const auto r = check({"A[] a[m] == 0", "A[] m <= 9", "E<> m == 9"});
  EXPECT_EQ(r[1].shared_with, Numbers{3}) << "the array is read by the first alone";
  EXPECT_EQ(r[0].verdict, Verdict::Error);
  EXPECT_NE(r[0].reason, "");
  EXPECT_EQ(r[1].verdict, Verdict::Satisfied);
  EXPECT_EQ(r[2].verdict, Verdict::Satisfied);
  const auto same = check({"A[] a[m] == 0", "A[] a[m % 2] == 0 && m <= 9", "A[] 10 / (9 - m) > 0 || a[m % 2] == 0"});
  EXPECT_EQ(same[0].verdict, Verdict::Error);
  EXPECT_EQ(same[1].verdict, Verdict::Satisfied);
  EXPECT_EQ(same[2].verdict, Verdict::Error);
  const auto rest = check({"A[] a[m] == 0", "A[] a[m % 2] == 0 && m <= 9", "A[] a[m % 2] == 0 || a[1] == 0"});
  EXPECT_EQ(rest[0].verdict, Verdict::Error);
  EXPECT_EQ(rest[0].shared_with, Numbers{}) << "which error is met first depends on who else is looked for";
  EXPECT_EQ(rest[1].shared_with, Numbers{3});
}

// Whether an error or a goal is found first depends on the order, and that on the queries that go together.
TEST(Sharing, WithErrorsAnswersAreThoseOfEachAlone) {
  const char* const in_the_model = R"(
int[0,3] v; clock x;
process P() { state A; init A; trans A -> A { guard x >= 1; assign v = v + 1, x = 0; }; }
process Q() { state L0, L1, L2, L3, L4, L5, L6, L7, L8; init L0;
  trans L0 -> L1 {}, L1 -> L2 {}, L2 -> L3 {}, L3 -> L4 {}, L4 -> L5 {}, L5 -> L6 {}, L6 -> L7 {}, L7 -> L8 {}; }
system P, Q;
)";
  const char* const in_queries = R"(
int[0,9] v; clock x;
process P() { state A; init A; trans A -> A { guard x >= 1 && v < 9; assign v = v + 1, x = 0; }; }
process Q() { state L0, L1, L2, L3, L4, L5, L6, L7, L8; init L0;
  trans L0 -> L1 {}, L1 -> L2 {}, L2 -> L3 {}, L3 -> L4 {}, L4 -> L5 {}, L5 -> L6 {}, L6 -> L7 {}, L7 -> L8 {}; }
system P, Q;
)";
  const std::vector<std::string> queries{"E<> Q.L8",  "E<> Q.L2", "A[] !Q.L7",
                                         "E<> false", "A[] v<3",  "E<> Q.L8 || 4 / (v - 4) > 9"};
  for (const char* text : {in_the_model, in_queries})
    for (const char* trace : {"none", "some"}) {
      CheckOptions options;
      options.trace = trace;
      const auto shared = check(queries, options, text);
      options.share = false;
      const auto alone = check(queries, options, text);
      for (std::size_t i = 0; i < queries.size(); ++i) {
        EXPECT_EQ(shared[i].verdict, alone[i].verdict) << queries[i] << ' ' << shared[i].reason;
        EXPECT_EQ(shared[i].reason, alone[i].reason) << queries[i];
        EXPECT_EQ(shared[i].trace == nullptr, alone[i].trace == nullptr) << queries[i];
      }
      EXPECT_EQ(alone[0].verdict, Verdict::Satisfied);
      EXPECT_EQ(alone[3].verdict, text == in_the_model ? Verdict::Error : Verdict::NotSatisfied);
    }
}

TEST(Sharing, WhatAsksForMoreTakesTheOthersAlong) {
  const auto r = check({"A[] m <= 9", "A[] P.t imply x <= 3"});
  EXPECT_EQ(r[0].shared_with, Numbers{2});
  EXPECT_EQ(r[0].verdict, Verdict::Satisfied);
  EXPECT_EQ(r[1].verdict, Verdict::Satisfied);
}

TEST(Sharing, TheOthersAreNotHeldToItWhenItIsAnswered) {
  const auto r = check({"A[] m <= 9", "E<> x > 2", "A[] P.s imply Q.u"});
  EXPECT_EQ(r[1].verdict, Verdict::Satisfied);
  EXPECT_TRUE(r[1].shared_with.empty());
  EXPECT_EQ(r[0].shared_with, Numbers{3}) << "they go on together";
  EXPECT_EQ(r[0].stats.visited, check({"A[] m <= 9"})[0].stats.visited);
}

TEST(Sharing, DifferentClocksAndFarConstantsDoNotGoTogether) {
  for (const auto& r : check({"A[] x >= 0 || y < 1", "A[] y >= 2 || m < 10"})) EXPECT_EQ(r.verdict, Verdict::Satisfied);
  for (const auto& r : check({"A[] P.t imply x <= 3", "A[] P.t imply y <= 3"})) EXPECT_TRUE(r.shared_with.empty());
  for (const auto& r : check({"A[] P.t imply x <= 3", "A[] P.t imply x <= 300"})) EXPECT_TRUE(r.shared_with.empty());
}

TEST(Sharing, DifferentDeadVariablesDoNotGoTogether) {
  // m is never dead, n is at times, and a is read by nobody else.
  EXPECT_EQ(check({"A[] n <= 9", "A[] m <= 9"})[0].shared_with, Numbers{2});
  for (const auto& r : check({"A[] n <= 9", "A[] a[0] == 0"})) EXPECT_TRUE(r.shared_with.empty());
  EXPECT_EQ(check({"A[] n <= 9", "A[] a[0] == 0 && n <= 9"})[0].shared_with, Numbers{2});
}

TEST(Sharing, SomeNeedTheirOwn) {
  const std::vector<std::string> queries{"E<> P.t", "E<> Q.v"};
  CheckOptions off;
  off.share = false;
  CheckOptions shortest;
  shortest.trace = "shortest";
  CheckOptions guided;
  guided.order = "guided";
  CheckOptions entry;
  entry.keep = "entry";
  CheckOptions hull;
  hull.hull = true;
  for (const CheckOptions& options : {off, shortest, guided, entry, hull})
    for (const QueryResult& r : check(queries, options)) {
      EXPECT_EQ(r.verdict, Verdict::Satisfied);
      EXPECT_TRUE(r.shared_with.empty());
    }
  for (const QueryResult& r : check({"A[] not deadlock", "A[] not (deadlock && P.t)"}))
    EXPECT_TRUE(r.shared_with.empty());
}

TEST(Sharing, AnswersComeInTheOrderOfTheQuestions) {
  Numbers order;
  CheckOptions options;
  options.on_result = [&](const QueryResult& r) { order.push_back(r.index); };
  (void)check({"A[] m <= 9", "A[] y <= 5 || P.s", "E<> P.t", "E<> y > 2"}, options);
  EXPECT_EQ(order, (Numbers{1, 2, 3, 4}));
  order.clear();
  options.chosen = {3, 1};
  CheckOptions chosen = options;
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-share-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << kSharedModel;
  LoadOptions load;
  load.queries = {"A[] m <= 9", "E<> Q.v", "E<> P.t"};
  (void)Model::load(path, load).check(chosen);
  std::filesystem::remove(path);
  EXPECT_EQ(order, (Numbers{3, 1}));
}

TEST(Sharing, ALimitEndsAllThatAreOpen) {
  std::ostringstream text;
  text << std::ifstream(ZONDA_ROOT "/models/fischer.xta").rdbuf();
  LoadOptions load;
  load.queries = {"A[] id >= 0", "E<> id == 0", "A[] id <= 100"};
  load.disabled_warnings = {"all"};
  std::string model_text = text.str();
  const std::string size = "const int N = 4";
  model_text.replace(model_text.find(size), size.size(), "const int N = 8");
  const Model model = Model::parse(model_text, "fischer.xta", load);
  ASSERT_TRUE(model.is_usable()) << model.messages();
  const std::atomic<bool> interrupt{true};
  CheckOptions options;
  options.interrupt = &interrupt;
  const auto r = model.check(options).results;
  ASSERT_EQ(r.size(), 3U);
  EXPECT_EQ(r[0].verdict, Verdict::Unknown);
  EXPECT_EQ(r[1].verdict, Verdict::Satisfied) << "the initial state shows it";
  EXPECT_EQ(r[2].verdict, Verdict::Unknown);
  EXPECT_EQ(r[0].shared_with, (Numbers{2, 3}));
}

}  // namespace
}  // namespace zonda
