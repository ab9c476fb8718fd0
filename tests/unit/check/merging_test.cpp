// Merging zones with a convex union: fewer states, the same answers.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace zonda {
namespace {

// Four processes that do not know one another: every order of their resets gives a zone of its own.
constexpr const char* kIndependent = R"(
process P(int[1,4] id) { clock x; state s { x <= 4 + id }; init s; trans s -> s { guard x >= 2; assign x = 0; }; }
system P;
)";

QueryResult check(const std::string& query, const CheckOptions& options, const char* text = kIndependent) {
  LoadOptions load;
  load.queries = {query};
  const Model model = Model::parse(text, "model.xta", load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  return model.check(options).results.at(0);
}

CheckOptions merging(const std::string& how) {
  CheckOptions options;
  options.merge = how;
  return options;
}

TEST(Merging, TakesFewerStates) {
  const QueryResult plain = check("E<> false", merging("none"));
  const QueryResult merged = check("E<> false", merging("all"));
  EXPECT_EQ(merged.verdict, Verdict::NotSatisfied);
  EXPECT_GT(merged.stats.merged, 0U);
  EXPECT_LT(merged.stats.stored, plain.stats.stored);
}

TEST(Merging, KeepsWhatIsReachableAndWhatIsNot) {
  for (const char* query : {"E<> P(1).x > 4 && P(2).x < 1 && P(3).x > 6", "E<> P(1).x > 4 && P(2).x > 6 && P(3).x > 7",
                            "A[] not deadlock", "E<> P(1).x == 0 && P(2).x == 0 && P(3).x == 7"})
    EXPECT_EQ(check(query, merging("all")).verdict, check(query, merging("none")).verdict) << query;
}

TEST(Merging, KeepsValues) {
  const QueryResult merged = check("sup: P(1).x, P(2).x", merging("all"));
  const QueryResult plain = check("sup: P(1).x, P(2).x", merging("none"));
  EXPECT_EQ(merged.value, plain.value);
}

TEST(Merging, StaysOutOfSearchesThatWantPaths) {
  CheckOptions options = merging("all");
  options.trace = "some";
  const QueryResult result = check("E<> P(1).x > 4 && P(2).x < 1", options);
  EXPECT_EQ(result.stats.merged, 0U);
  EXPECT_NE(result.trace, nullptr);
}

// A zone may lie inside another one that was stored later; their union is that one then, and merging must end.
TEST(Merging, EndsWhereOneZoneIsInsideTheOther) {
  constexpr const char* kMixedWidths = R"(
clock a, b, c, d; int[0,3] n;
process P() { state s, t; init s; trans
 s -> s { guard a >= 40 && a - b <= 50; assign a = 0, n = (n + 1) % 4; },
 s -> s { guard b >= 20 && b <= 40; assign b = 0; },
 s -> s { guard c >= 13 && a <= 40; assign c = 0; },
 s -> s { guard d >= 10 && c <= 40; assign d = 0; }; }
system P;
)";
  CheckOptions options = merging("all");
  options.seconds = 20;
  EXPECT_NE(check("A[] not P.t", options, kMixedWidths).verdict, Verdict::NotSatisfied);
}

// The upper bound of x in Try is forgotten by lower/upper bounds, because no guard tests x from below there.
TEST(Deadlock, TakesAsManyStatesAsReachabilityWhereOnlyTheInvariantIsForgotten) {
  constexpr const char* kFischer = R"(
int[0,4] id = 0;
process P(const int[1,4] pid) { clock x; state A, Try { x <= 2 }, Wait, Cs; init A;
  trans A -> Try { guard id == 0; assign x = 0; }, Try -> Wait { guard x <= 2; assign x = 0, id = pid; },
        Wait -> Try { guard id == 0; assign x = 0; }, Wait -> Cs { guard x > 2 && id == pid; },
        Cs -> A { assign id = 0; }; }
system P;
)";
  const QueryResult deadlock = check("A[] not deadlock", {}, kFischer);
  EXPECT_EQ(deadlock.verdict, Verdict::Satisfied);
  EXPECT_EQ(deadlock.stats.stored, check("E<> false", {}, kFischer).stats.stored);
}

}  // namespace
}  // namespace zonda
