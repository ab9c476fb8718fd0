// The loop that all searches share, and the searches for runs: whatever the order, limits and interruptions, they find
// the same.
#include "check/covering.hpp"
#include "keep/keep.hpp"
#include "order/orders.hpp"
#include "search/limits/checkpoint.hpp"
#include "search/runs/liveness.hpp"
#include "search/values/values.hpp"
#include "unit/registered.hpp"
#include "unit/search/fixture.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <variant>

namespace zonda::search {
namespace {

const std::string kGates = R"(
clock x, y; int[0,3] n; chan go;
process P() {
  state a { x <= 4 }, b { x <= 6 }, c;
  init a;
  trans a -> b { guard x >= 2; sync go!; assign x = 0, n = (n + 1) % 4; },
        b -> a { guard x >= 1; assign x = 0; },
        b -> c { guard n == 3 && y > 5; };
}
process Q() {
  state u, v { y <= 8 };
  init u;
  trans u -> v { sync go?; assign y = 0; }, v -> u { guard y >= 1; }, v -> v { guard y >= 3; sync go?; };
}
system P, Q;
)";

class Checkpointed : public testing::Test {
 protected:
  Checkpointed()
      : path_(std::filesystem::path(testing::TempDir()) /
              (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".checkpoint")) {
    std::filesystem::remove(path_);
  }
  ~Checkpointed() override { std::filesystem::remove(path_); }

  // Runs a search that is stopped after so many states, or wherever it is after so many looks, until it ends.
  template <typename Search>
  Outcome run(Options options, Search&& search, std::size_t& rounds) {
    Outcome outcome;
    rounds = 0;
    do {
      Checkpoint checkpoint(path_, 1e9, {"model", 1, "options"});
      EXPECT_EQ(checkpoint.begin(1, "query"), "");
      options.checkpoint = &checkpoint;
      outcome = search(options);
      ++rounds;
      if (options.limits.looks > 0) options.limits.looks += options.limits.looks / 2 + 1;
    } while (outcome.kind == Outcome::Kind::Unknown && rounds < 10000);
    return outcome;
  }

  std::string path_;
};

TEST(Exploration, FindsTheSameInEveryOrder) {
  const Subject gates(kGates);
  Options options;
  const Explored first = explore(gates, options);
  ASSERT_EQ(first.outcome.kind, Outcome::Kind::NotReached);
  for (const order::NamedOrder& one : order::orders()) {
    options.order = one.name;
    const Explored other = explore(gates, options);
    ASSERT_EQ(other.outcome.kind, Outcome::Kind::NotReached) << one.name;
    ASSERT_EQ(other.cover.size(), first.cover.size()) << one.name;
    for (const auto& [cells, zones] : first.cover) EXPECT_TRUE(is_covered(zones, other.cover.at(cells))) << one.name;
  }
}

TEST(Exploration, ShowsEveryStoredStateOnce) {
  const Subject gates(kGates);
  const Explored all = explore(gates);
  // Each successor is covered or shown; the initial state is nobody's successor.
  EXPECT_EQ(all.outcome.stats.transitions + 1, all.order.size() + all.outcome.stats.covered);
}

TEST(Exploration, GivesUpAtALimitOfStates) {
  const Subject gates(kGates);
  Options options;
  options.limits.visited = 3;
  const Explored few = explore(gates, options);
  EXPECT_EQ(few.outcome.kind, Outcome::Kind::Unknown);
  EXPECT_EQ(few.outcome.reason, "stopped after 3 states");
}

TEST(Exploration, WorksOnWithLessMemory) {
  const Subject gates(kGates);
  Options options;
  const Explored whole = explore(gates, options);
  options.limits.rehearsal = 2;
  const Explored relieved = explore(gates, options);
  EXPECT_EQ(relieved.outcome.kind, Outcome::Kind::NotReached);
  EXPECT_EQ(relieved.cover.size(), whole.cover.size());
  EXPECT_GT(relieved.outcome.stats.compressed.times, 0U);
}

// Runs inside a formula: does the process P stay out of c for ever?
LivenessQuestion stays_out(const Subject& subject) {
  LivenessQuestion question;
  question.stay = &subject.network->queries[0].predicate;
  question.is_negated = true;
  return question;
}

TEST_F(Checkpointed, RunsFromTheStartAreFoundInPieces) {
  for (const char* query : {"A<> P.c", "A<> n == 3", "A<> P.b", "A<> P.a && x > 7"}) {
    const Subject gates(kGates, query);
    const LivenessQuestion question = stays_out(gates);
    Options options;
    options.abstraction = step::Abstraction::ExtraMPlus;
    const Outcome whole = find_run<B>(*gates.network, gates.bounds, question, options);
    ASSERT_NE(whole.kind, Outcome::Kind::Unknown);
    const auto search = [&](const Options& o) { return find_run<B>(*gates.network, gates.bounds, question, o); };
    std::size_t rounds = 0;
    options.limits.visited = 1;
    EXPECT_EQ(run(options, search, rounds).kind, whole.kind) << query;
    std::filesystem::remove(path_);
    options.limits.visited = 0;
    options.limits.looks = 1;
    EXPECT_EQ(run(options, search, rounds).kind, whole.kind) << query;
    EXPECT_GT(rounds, 1U) << query;
    std::filesystem::remove(path_);
  }
}

TEST_F(Checkpointed, RunsAreFoundWhenALimitCameBeforeAllInitialStatesWereThere) {
  std::string text = "system:many\nevent:a\n";
  for (int i = 0; i < 7; ++i)
    text += fmt::format(
        "process:P{0}\nlocation:P{0}:l0{{initial:}}\nlocation:P{0}:l1{{initial:}}\nedge:P{0}:l0:l1:a{{}}\n", i);
  for (const char* query : {"E[] (P0.l0 || P0.l1)", "E[] (P0.l0 && P0.l1)"}) {
    const Subject many(text, query, "many.tck");
    LivenessQuestion question;
    question.stay = &many.network->queries[0].predicate;
    Options options;
    options.abstraction = step::Abstraction::ExtraMPlus;
    const Outcome whole = find_run<B>(*many.network, many.bounds, question, options);
    const auto search = [&](const Options& o) { return find_run<B>(*many.network, many.bounds, question, o); };
    std::size_t rounds = 0;
    options.limits.looks = 1;
    EXPECT_EQ(run(options, search, rounds).kind, whole.kind) << query;
    EXPECT_GT(rounds, 1U) << query;
    std::filesystem::remove(path_);
  }
}

TEST_F(Checkpointed, RunsThatBeginAnywhereAreFoundInPieces) {
  for (const char* query : {"P.b --> P.c", "P.b --> P.a", "n == 2 --> n == 0", "Q.v && y > 2 --> Q.u"}) {
    const Subject gates(kGates, query);
    LivenessQuestion question;
    question.begin = LivenessQuestion::Begin::Holds;
    question.from = &gates.network->queries[0].predicate;
    question.stay = &gates.network->queries[0].conclusion;
    question.is_negated = true;
    Options options;
    options.abstraction = step::Abstraction::ExtraMPlus;
    const Outcome whole = find_run<B>(*gates.network, gates.bounds, question, options);
    ASSERT_NE(whole.kind, Outcome::Kind::Unknown);
    const auto search = [&](const Options& o) { return find_run<B>(*gates.network, gates.bounds, question, o); };
    std::size_t rounds = 0;
    for (const std::uint64_t looks : {1U, 2U, 5U}) {
      options.limits.looks = looks;
      EXPECT_EQ(run(options, search, rounds).kind, whole.kind) << query;
      EXPECT_GT(rounds, 1U) << query;
      std::filesystem::remove(path_);
    }
    options.limits.looks = 0;
    options.limits.visited = 2;
    EXPECT_EQ(run(options, search, rounds).kind, whole.kind) << query;
    std::filesystem::remove(path_);
  }
}

// Numbers of discrete states that were forgotten are used again, for states in which time may pass differently.
TEST(Values, AreTheSameWhateverIsStored) {
  const Subject subject(R"(
clock x, y; int[0,3] n = 0; urgent broadcast chan u;
process P() {
  state A, B { y <= 3 }, C { y <= 3 };
  init A;
  trans A -> B { guard y == 1; sync u!; }, B -> C { }, C -> A { guard n < 3 && y >= 2; assign n = n + 1, y = 0; };
}
system P;
)",
                        "sup: x");
  const model::Query& query = subject.network->queries[0];
  ValueQuestion question;
  question.where = &query.predicate;
  question.values = query.values;
  question.limit = 40;
  const std::vector<analysis::ClockBound> asked{{1, 40, 40}};
  const analysis::ClockBounds bounds = analysis::clock_bounds(*subject.network, query, asked);
  Options options;
  const Outcome whole = find_values<B>(*subject.network, bounds, question, options);
  ASSERT_FALSE(whole.values.at(0).is_endless);
  for (const std::string& keep : registered::forgetful_strategies()) {
    options.keep = std::get<keep::Strategy>(keep::parse_strategy(keep));
    std::string error;
    const auto marks = check::move_marks(*subject.network, options.keep, {}, error);
    ASSERT_EQ(error, "") << keep;
    options.marks = marks.empty() ? nullptr : &marks;
    const Outcome other = find_values<B>(*subject.network, bounds, question, options);
    EXPECT_EQ(other.values.at(0).intervals, whole.values.at(0).intervals) << keep;
    EXPECT_FALSE(other.values.at(0).is_endless) << keep;
  }
}

TEST_F(Checkpointed, ValuesAreFoundInPieces) {
  const Subject gates(kGates, "bounds{P.b || Q.v}: n, x, y");
  const model::Query& query = gates.network->queries[0];
  ValueQuestion question;
  question.where = &query.predicate;
  question.values = query.values;
  question.limit = 10;
  question.wants_all = true;
  std::vector<analysis::ClockBound> asked;
  for (std::uint32_t clock = 1; clock < gates.network->clocks.size(); ++clock) asked.push_back({clock, 10, 10});
  const analysis::ClockBounds bounds = analysis::clock_bounds(*gates.network, query, asked);
  Options options;
  const Outcome whole = find_values<B>(*gates.network, bounds, question, options);
  ASSERT_EQ(whole.kind, Outcome::Kind::NotReached);
  const auto search = [&](const Options& o) { return find_values<B>(*gates.network, bounds, question, o); };
  std::size_t rounds = 0;
  for (const std::uint64_t looks : {1U, 3U, 7U}) {
    options.limits.looks = looks;
    const Outcome pieces = run(options, search, rounds);
    ASSERT_EQ(pieces.values.size(), whole.values.size());
    for (std::size_t i = 0; i < whole.values.size(); ++i) {
      EXPECT_EQ(pieces.values[i].intervals, whole.values[i].intervals) << i;
      EXPECT_EQ(pieces.values[i].is_beyond, whole.values[i].is_beyond) << i;
      EXPECT_EQ(pieces.values[i].is_endless, whole.values[i].is_endless) << i;
    }
    EXPECT_GT(rounds, 1U);
    std::filesystem::remove(path_);
  }
}

}  // namespace
}  // namespace zonda::search
