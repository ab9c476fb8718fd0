// Runs that do not end, or cannot go on: which there are, and how they end.
#include "search/runs/liveness.hpp"
#include "unit/search/fixture.hpp"

namespace zonda::search {
namespace {

using End = MaximalRun::End;

// Whether there is a maximal run inside the formula of an E[] query; the path is asked for.
Outcome run_inside(const Subject& subject, bool is_divergent = false) {
  LivenessQuestion question;
  question.stay = &subject.network->queries[0].predicate;
  question.is_divergent = is_divergent;
  Options options;
  options.abstraction = step::Abstraction::ExtraMPlus;
  options.wants_path = true;
  return find_run<B>(*subject.network, subject.bounds, question, options);
}

TEST(Runs, ALoopIsACycle) {
  const Subject subject(
      "clock x; process P() { state a { x <= 2 }, b { x <= 3 }; init a;\n"
      "trans a -> b { guard x >= 1; assign x = 0; }, b -> a { assign x = 0; }; } system P;",
      "E[] true");
  const Outcome outcome = run_inside(subject);
  ASSERT_EQ(outcome.kind, Outcome::Kind::Reached);
  EXPECT_EQ(outcome.run_end, End::Cycle);
  ASSERT_TRUE(outcome.run);
  EXPECT_EQ(outcome.run->path.moves.size() - outcome.run->cycle, 2U);
}

TEST(Runs, AVariableThatRunsOutEndsTheLoop) {
  const Subject subject(
      "clock x; int[0,3] n; process P() { state a { x <= 2 }, b; init a;\n"
      "trans a -> a { guard n < 3; assign x = 0, n = n + 1; }, a -> b { }; } system P;",
      "E[] P.a && n < 3");
  EXPECT_EQ(run_inside(subject).kind, Outcome::Kind::NotReached);
}

// Though the loop is there again and again, each time there is less room in it.
TEST(Runs, ALoopThatAClockEndsIsNoCycle) {
  const Subject subject(
      "clock x, y; process P() { state a { y <= 9 }, b; urgent b; init a;\n"
      "trans a -> a { guard x >= 2; assign x = 0; }, a -> b { guard y >= 9; },\n"
      "b -> b { guard y < 9; }; } system P;",
      "E[] P.a && y < 9");
  EXPECT_EQ(run_inside(subject).kind, Outcome::Kind::NotReached);
}

TEST(Runs, WhereTimeMayPassForEverARunRests) {
  const Subject subject("process P() { state a; init a; } system P;", "E[] true");
  const Outcome outcome = run_inside(subject);
  ASSERT_EQ(outcome.kind, Outcome::Kind::Reached);
  EXPECT_EQ(outcome.run_end, End::Rest);
}

TEST(Runs, WhereTimeRunsOutARunIsStuck) {
  const Subject subject(
      "clock x; process P() { state a { x <= 3 }, b; init a; trans a -> b { guard x > 5; }; } system P;", "E[] P.a");
  const Outcome outcome = run_inside(subject);
  ASSERT_EQ(outcome.kind, Outcome::Kind::Reached);
  EXPECT_EQ(outcome.run_end, End::Stuck);
}

// Moves without time between them are a run, but not one whose time diverges.
TEST(Runs, ACycleWithoutTimeIsNoneWhereTimeMustDiverge) {
  const std::string text =
      "clock x; process P() { state a { x <= 0 }, b { x <= 0 }; init a; trans a -> b { }, b -> a { }; } system P;";
  EXPECT_EQ(run_inside(Subject(text, "E[] true")).kind, Outcome::Kind::Reached);
  const Subject subject(text, "E[] true");
  EXPECT_EQ(run_inside(subject, true).kind, Outcome::Kind::NotReached);
}

TEST(Runs, ACycleThatTakesTimeDiverges) {
  const Subject subject(
      "clock x; process P() { state a { x <= 2 }, b; init a;\n"
      "trans a -> a { guard x >= 1; assign x = 0; }; } system P;",
      "E[] P.a");
  EXPECT_EQ(run_inside(subject, true).kind, Outcome::Kind::Reached);
}

// What was looked at completely is not looked at again, but only what it includes: the second root has more room.
TEST(Runs, ALargerZoneIsLookedAtAgain) {
  const Subject subject(
      "clock x; process P() { state s, a { x <= 9 }, b; urgent s; init s;\n"
      "trans s -> a { assign x = 8; }, s -> a { assign x = 0; },\n"
      "a -> b { guard x >= 9; }, a -> a { guard x <= 5; assign x = 0; }; } system P;",
      "E[] !P.b");
  const Outcome outcome = run_inside(subject);
  ASSERT_EQ(outcome.kind, Outcome::Kind::Reached);
}

// A run that comes to the goal counts, whatever comes then; and nothing else does, if maximal runs do not.
TEST(Runs, TheGoalIsFoundAtTheEndOfTheRun) {
  const Subject subject(
      "clock x; int n; process P() { state a { x <= 2 }, b, c; init a;\n"
      "trans a -> b { guard x >= 1; assign n = 1; }, a -> c { }, b -> c { assign n = 2; }; } system P;",
      "E<> P.c && n == 2");
  LivenessQuestion question;
  const model::Query& query = subject.network->queries[0];
  const Subject inside(
      "clock x; int n; process P() { state a { x <= 2 }, b, c; init a;\n"
      "trans a -> b { guard x >= 1; assign n = 1; }, a -> c { }, b -> c { assign n = 2; }; } system P;",
      "E[] true");
  question.stay = &inside.network->queries[0].predicate;
  question.goal = &query.predicate;
  question.maximal_counts = false;
  Options options;
  options.abstraction = step::Abstraction::ExtraMPlus;
  options.wants_path = true;
  const Outcome outcome = find_run<B>(*subject.network, subject.bounds, question, options);
  ASSERT_EQ(outcome.kind, Outcome::Kind::Reached);
  EXPECT_EQ(outcome.run_end, End::Goal);
  ASSERT_TRUE(outcome.run);
  EXPECT_EQ(outcome.run->path.moves.size(), 2U);
}

}  // namespace
}  // namespace zonda::search
