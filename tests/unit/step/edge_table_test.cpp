// What is known of edges beforehand, and of edges that are taken together.
#include "step/edge_table.hpp"

#include "step/combinations.hpp"
#include "unit/step/fixture.hpp"

namespace zonda::step {
namespace {

TEST(EdgeTable, SortsTheEdgesOfALocationByKind) {
  const Subject subject(
      "chan c; process P() { state a, b; init a;\n"
      "trans a -> b { sync c?; }, a -> b { }, b -> a { }, a -> b { sync c!; }; } system P;");
  const EdgeTable table(*subject.network);
  const LocationCode& at = table.location(table.number(0, 0));
  const auto edges = [&](std::span<const EdgeNumber> numbers) {
    std::vector<std::uint32_t> result;
    for (const EdgeNumber e : numbers) result.push_back(table[e].ref.edge);
    return result;
  };
  EXPECT_EQ(edges(table.internal(at)), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(edges(table.senders(at)), (std::vector<std::uint32_t>{3}));
  EXPECT_EQ(edges(table.receivers(at)), (std::vector<std::uint32_t>{0}));
}

// The code of the only edge of a process with these labels.
EdgeCode code_of(const std::string& declarations, const std::string& labels) {
  const Subject subject(declarations + " process P() { state a; init a; trans a -> a { " + labels + " }; } system P;");
  return EdgeTable(*subject.network)[0];
}

TEST(EdgeTable, AGuardWithoutVariablesNeedsNoLook) {
  EXPECT_EQ(code_of("clock x;", "guard x > 2;").guard, EdgeCode::Guard::Always);
}

TEST(EdgeTable, AComparisonWithANumberNeedsNoProgram) {
  EXPECT_EQ(code_of("int n;", "guard n == 3;").guard, EdgeCode::Guard::Compare);
}

TEST(EdgeTable, AClockGuardWithAVariableIsNotFixed) {
  EXPECT_FALSE(code_of("clock x; int n;", "guard x > n;").has_fixed_conditions);
  EXPECT_TRUE(code_of("clock x; int n;", "guard x > 4;").has_fixed_conditions);
}

TEST(EdgeTable, AnEdgeThatSetsAClockToAVariableIsNotFixed) {
  EXPECT_FALSE(code_of("clock x; int n;", "assign x = n;").is_fixed);
  EXPECT_TRUE(code_of("clock x; int n;", "assign x = 4;").is_fixed);
}

TEST(EdgeTable, ListsTheVariablesThatAnUpdateWrites) {
  const Subject subject(
      "int a, b, c; process P() { state s; init s;\n"
      "trans s -> s { assign c = a, b = 2; }; } system P;");
  const EdgeTable table(*subject.network);
  Texts names;
  for (const model::Address cell : table.writes(table[0])) names.push_back(subject.network->cell_name(cell));
  std::ranges::sort(names);
  EXPECT_EQ(names, (Texts{"b", "c"}));
}

TEST(Combinations, TheSameEdgesHaveTheSameNumber) {
  const Subject subject(
      "clock x, y; chan c;\n"
      "process S() { state a; init a; trans a -> a { guard x > 1; sync c!; assign x = 0; }; }\n"
      "process R() { state a; init a; trans a -> a { guard y < 5; sync c?; assign y = 2; }; }\n"
      "system S, R;");
  const EdgeTable table(*subject.network);
  Combinations combinations(table);
  const CombinationId both = combinations.extended(combinations.single(0), 1);
  ASSERT_NE(both, kNoCombination);
  EXPECT_EQ(combinations.extended(combinations.single(0), 1), both);
  EXPECT_NE(combinations.extended(combinations.single(1), 0), both);
}

TEST(Combinations, AskWhatEachOfTheirEdgesAsks) {
  const Subject subject(
      "clock x, y; chan c;\n"
      "process S() { state a; init a; trans a -> a { guard x > 1; sync c!; assign x = 0; }; }\n"
      "process R() { state a; init a; trans a -> a { guard y < 5; sync c?; assign y = 2; }; }\n"
      "system S, R;");
  const EdgeTable table(*subject.network);
  Combinations combinations(table);
  const Combination& both = combinations[combinations.extended(combinations.single(0), 1)];
  EXPECT_EQ(both.conditions, (std::vector<ClockCondition>{{0, 1, -1, true}, {2, 0, 5, true}}));
  EXPECT_EQ(both.settings.size(), 2U);
}

TEST(Combinations, AnEdgeWhoseClocksHangOnVariablesHasNone) {
  const Subject subject("clock x; int n; process P() { state a; init a; trans a -> a { guard x > n; }; } system P;");
  const EdgeTable table(*subject.network);
  EXPECT_EQ(Combinations(table).single(0), kNoCombination);
}

}  // namespace
}  // namespace zonda::step
