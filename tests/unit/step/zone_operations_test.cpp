// The numbers that operations on zones get, and what the operations do.
#include "step/zone_step.hpp"
#include "unit/step/fixture.hpp"

namespace zonda::step {
namespace {

using B = std::int32_t;

// Two alike: a clock counts only while its process is in b.
constexpr const char* kTwins =
    "process P(int[0,1] i) { clock x; state a, b { x <= 4 }; init a;\n"
    "trans a -> b { assign x = 0; }, b -> a { guard x >= 2; }; } system P;";

// A model with the operations on its zones.
struct Setting {
  explicit Setting(const std::string& text, Abstraction abstraction = Abstraction::ExtraLUPlus)
      : subject(text),
        moves(*subject.network),
        operations(table, subject.bounds, subject.network->processes.size(), abstraction),
        machine(operations, subject.network->clocks.size()) {}

  // The number of what each move from the state does to zones.
  std::vector<ActionId> actions(const Cells& from) {
    std::vector<ActionId> result;
    const ShapeId shape = operations.shape(from);
    moves.expand(from, [&](const Move& move) {
      const Cells to(move.target.begin(), move.target.end());
      result.push_back(operations.action(shape, operations.shape(to), move));
      return true;
    });
    return result;
  }
  EntryId entry(const Cells& state) {
    Rest rest;
    EXPECT_TRUE(moves.rest(state, rest));
    return operations.entry(state, rest, operations.shape(state));
  }

  Subject subject;
  OperationTable table;
  Moves moves;
  ZoneOperations operations;
  ZoneMachine<B> machine;
};

TEST(ZoneOperations, OnlyActiveClocksHaveAPosition) {
  Setting s(kTwins);
  const ShapeId shape = s.operations.shape(Cells{0, 1});
  EXPECT_EQ(s.operations.position(shape, 0), 0);
  EXPECT_EQ(s.operations.position(shape, 1), -1);
  EXPECT_EQ(s.operations.position(shape, 2), 1);
}

TEST(ZoneOperations, EqualWorkOfTwinsHasOneNumber) {
  Setting s(kTwins);
  const std::vector<ActionId> both = s.actions(Cells{0, 0});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0], both[1]);
  EXPECT_NE(s.operations.shape(Cells{1, 0}), s.operations.shape(Cells{0, 1}));
}

TEST(ZoneOperations, DifferentWorkHasDifferentNumbers) {
  Setting s(kTwins);
  EXPECT_NE(s.actions(Cells{0, 0})[0], s.actions(Cells{1, 0})[0]);
}

TEST(ZoneOperations, TheEntriesOfTwinsHaveOneNumber) {
  Setting s(kTwins);
  EXPECT_EQ(s.entry(Cells{0, 1}), s.entry(Cells{1, 0}));
  EXPECT_NE(s.entry(Cells{0, 1}), s.entry(Cells{1, 1}));
}

TEST(ZoneOperations, AnActionIsFoundByItsCombination) {
  Setting s(kTwins);
  const Cells from{0, 0};
  const ShapeId shape = s.operations.shape(from);
  s.moves.expand(from, [&](const Move& move) {
    const ShapeId to = s.operations.shape(move.target);
    ActionId found = 0;
    EXPECT_FALSE(s.operations.find_action(shape, to, move.combination, found));
    const ActionId action = s.operations.action(shape, to, move);
    EXPECT_TRUE(s.operations.find_action(shape, to, move.combination, found));
    EXPECT_EQ(found, action);
    // From elsewhere it is something else.
    EXPECT_FALSE(s.operations.find_action(shape, to + 1, move.combination, found));
    return false;
  });
}

TEST(ZoneOperations, ShrinkForgetsWhichActionsCombinationsHave) {
  Setting s(kTwins);
  const Cells from{0, 0};
  const std::vector<ActionId> before = s.actions(from);
  s.operations.shrink();
  const ShapeId shape = s.operations.shape(from);
  s.moves.expand(from, [&](const Move& move) {
    ActionId found = 0;
    EXPECT_FALSE(s.operations.find_action(shape, s.operations.shape(move.target), move.combination, found));
    return true;
  });
  EXPECT_EQ(s.actions(from), before);
}

TEST(ZoneMachine, AStepAppliesGuardSettingInvariantAndDelay) {
  // In b, x is at most 4; the way back needs 2 and sets x to 1, and then time goes on up to 6.
  Setting s(
      "clock x; process P() { state b { x <= 4 }, a { x <= 6 }; init b;\n"
      "trans b -> a { guard x >= 2; assign x = 1; }, a -> b { guard x > 5; }; } system P;",
      Abstraction::None);
  const Cells b{0};
  const Cells a{1};
  const auto in_b = s.machine.enter(zone::Dbm<B>::zero(2), s.entry(b));
  ASSERT_EQ(in_b.size(), 1U);
  EXPECT_EQ(in_b[0].at(1, 0), zone::make_bound<B>(4, false));
  const zone::Dbm<B> before = in_b[0];
  const auto in_a = s.machine.apply(before, s.actions(b)[0], s.entry(a));
  ASSERT_EQ(in_a.size(), 1U);
  EXPECT_EQ(in_a[0].at(0, 1), zone::make_bound<B>(-1, false));
  EXPECT_EQ(in_a[0].at(1, 0), zone::make_bound<B>(6, false));
}

TEST(ZoneMachine, AStepWhoseGuardFailsLeadsNowhere) {
  Setting s("clock x; process P() { state b { x <= 1 }; init b; trans b -> b { guard x >= 2; }; } system P;",
            Abstraction::None);
  const Cells b{0};
  const zone::Dbm<B> before = s.machine.enter(zone::Dbm<B>::zero(2), s.entry(b))[0];
  EXPECT_TRUE(s.machine.apply(before, s.actions(b)[0], s.entry(b)).empty());
}

TEST(ZoneMachine, AnUrgentLocationIsEnteredWithoutDelay) {
  Setting s("clock x; process P() { state b; urgent b; init b; trans b -> b { guard x < 9; }; } system P;",
            Abstraction::None);
  const auto entered = s.machine.enter(zone::Dbm<B>::zero(2), s.entry(Cells{0}));
  ASSERT_EQ(entered.size(), 1U);
  EXPECT_EQ(entered[0].at(1, 0), zone::make_bound<B>(0, false));
}

}  // namespace
}  // namespace zonda::step
