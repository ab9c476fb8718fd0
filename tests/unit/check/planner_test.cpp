// Which abstraction is allowed for which query and model (docs/soundness.md, rules 1 and 3), and which one `auto`
// takes. Other tests leave refused combinations out, so that this one must say which they are.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace zonda {
namespace {

using Names = std::set<std::string>;

const Names kAll = {"none", "extra-m", "extra-m-plus", "extra-lu", "extra-lu-plus", "alu-differences", "alu"};
const Names kLowerAndUpper = {"extra-lu", "extra-lu-plus", "alu-differences", "alu"};
const Names kAllButExtraM = {"extra-m-plus", "extra-lu", "extra-lu-plus", "alu-differences", "alu"};
const Names kForgetsDifferences = {"extra-m-plus", "extra-lu", "extra-lu-plus", "alu"};

constexpr const char* kPlain =
    "clock x; process P() { state a { x <= 5 }, b; init a; trans a -> b { guard x >= 2; }, b -> a { assign x = 0; }; } "
    "system P;";
constexpr const char* kWithDifference =
    "clock x, y; process P() { state a { x <= 5 }, b; init a; trans a -> b { guard x - y <= 2; }, b -> a { assign x = "
    "0; "
    "}; } system P;";

QueryResult check(const char* text, const std::string& query, const std::string& abstraction) {
  LoadOptions load;
  load.queries = {query};
  load.disabled_warnings = {"all"};
  const Model model = Model::parse(text, "model.xta", load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  CheckOptions options;
  options.abstraction = abstraction;
  options.seconds = 5;
  return model.check(options).results.at(0);
}

Names refused(const char* text, const std::string& query) {
  Names result;
  for (const std::string& name : kAll) {
    const QueryResult r = check(text, query, name);
    if (r.verdict != Verdict::Error) continue;
    EXPECT_NE(r.reason.find("--abstraction " + name), std::string::npos) << query << ": " << r.reason;
    result.insert(name);
  }
  return result;
}

TEST(Planner, LowerAndUpperBoundsAreForStatesWithoutDeadlock) {
  for (const char* query : {"E<> P.b", "A[] P.a", "sup: x", "inf: x", "bounds: x"})
    EXPECT_EQ(refused(kPlain, query), Names{}) << query;
  for (const char* query :
       {"E<> deadlock", "A[] not deadlock", "E[] P.a", "A<> P.b", "P.a --> P.b", "P.a -->[<=5] P.b"})
    EXPECT_EQ(refused(kPlain, query), kLowerAndUpper) << query;
}

TEST(Planner, DifferencesNeedZonesThatAreSplitOrASimulationThatKnowsThem) {
  for (const char* query : {"E<> P.b", "A[] P.a", "sup: x"})
    EXPECT_EQ(refused(kWithDifference, query), kForgetsDifferences) << query;
  for (const char* query : {"E<> deadlock", "E[] P.a", "A<> P.b", "P.a --> P.b", "P.a -->[<=5] P.b"})
    EXPECT_EQ(refused(kWithDifference, query), kAllButExtraM) << query;
}

// While a clock stands still its differences change, so that a state need not do later what another one does.
TEST(Planner, DifferencesOfStopwatchesNeedZonesThatAreSplit) {
  const char* stopwatch =
      "clock x, y; process P() { state a { x' == 0 }, b; init a; trans a -> b { guard x - y < 3; }; } system P;";
  EXPECT_EQ(check(stopwatch, "E<> P.b", "auto").abstraction, "extra-m");
  EXPECT_EQ(check(stopwatch, "E<> P.b", "alu-differences").reason,
            "--abstraction alu-differences is not sound with stopwatches; use extra-m");
}

// A difference in the query counts as one in the model.
TEST(Planner, DifferencesOfTheQueryCount) {
  const char* two_clocks =
      "clock x, y; process P() { state a { x <= 5 }; init a; trans a -> a { assign x = 0; }; } system P;";
  EXPECT_EQ(refused(two_clocks, "E<> y - x > 3"), kForgetsDifferences);
  EXPECT_EQ(refused(two_clocks, "E<> y > 3"), Names{});
}

TEST(Planner, AutoTakesWhatIsSound) {
  EXPECT_EQ(check(kPlain, "E<> P.b", "auto").abstraction, "alu");
  EXPECT_EQ(check(kWithDifference, "E<> P.b", "auto").abstraction, "alu-differences");
  EXPECT_EQ(check(kWithDifference, "E<> deadlock", "auto").abstraction, "extra-m");
  EXPECT_EQ(check(kWithDifference, "A<> P.b", "auto").abstraction, "extra-m");
  // The first search finds too much rather than too little, so that it decides where it finds nothing.
  const char* free =
      "clock x; process P() { state a; init a; trans a -> a { guard x >= 2; assign x = 0; }; } system P;";
  EXPECT_EQ(check(free, "E<> deadlock", "auto").abstraction, "extra-lu-plus");
  // With lower and upper bounds the zone of `a` has valuations where y is behind x, which are stuck. They are not
  // there: what is found is looked for again.
  const char* together =
      "clock x, y; process P() { state a { x <= 5 }; init a; trans a -> a { guard y >= 3; assign x = 0, y = 0; }; } "
      "system P;";
  const QueryResult again = check(together, "E<> deadlock", "auto");
  EXPECT_EQ(again.abstraction, "extra-m-plus");
  EXPECT_EQ(again.verdict, Verdict::NotSatisfied);
  EXPECT_EQ(check(kPlain, "A<> false", "auto").abstraction, "extra-m-plus");
}

// y grows by 40 million each time x is reset. It would have to grow further than zones can tell before it is known that
// the difference is never 60 million.
TEST(Planner, WholeZonesThatOutgrowTheirBoundsAreSplit) {
  const char* growing =
      "clock x, y; process P() { state a { x <= 40000000 }, b; init a; "
      "trans a -> a { guard x >= 40000000; assign x = 0; }, a -> b { guard y - x == 60000000; }; } system P;";
  EXPECT_EQ(check(growing, "E<> P.b", "alu-differences").verdict, Verdict::Error);
  const QueryResult result = check(growing, "E<> P.b", "auto");
  EXPECT_EQ(result.abstraction, "extra-m");
  EXPECT_EQ(result.verdict, Verdict::NotSatisfied);
}

// They are scratch space: a state is the same whatever they hold.
TEST(MetaVariables, AreNoPartOfAState) {
  const char* counter =
      "meta int[0,100] m; process P() { state a; init a; trans a -> a { assign m = m < 100 ? m + 1 : 0; }; } system P;";
  EXPECT_EQ(check(counter, "E<> false", "auto").stats.discrete_states, 1U);
  const char* variable =
      "int[0,100] m; process P() { state a; init a; trans a -> a { assign m = m < 100 ? m + 1 : 0; }; } system P;";
  EXPECT_EQ(check(variable, "E<> P.a && m < 0", "auto").stats.discrete_states, 101U);
}

}  // namespace
}  // namespace zonda
