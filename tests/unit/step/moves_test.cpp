// Which edges are taken together, in which order their updates run, and who has to wait.
#include "unit/step/fixture.hpp"

namespace zonda::step {
namespace {

TEST(Moves, TheSendersUpdateRunsBeforeTheReceivers) {
  const std::string processes =
      "int n; chan c;\n"
      "process S() { state a, b; init a; trans a -> b { sync c!; assign n = 2; }; }\n"
      "process R() { state a, b; init a; trans a -> b { sync c?; assign n = n * 10; }; }\n";
  EXPECT_EQ(first_moves(processes + "system S, R;"), (Texts{"S.0 R.0: S@1 R@1 n=20"}));
  EXPECT_EQ(first_moves(processes + "system R, S;"), (Texts{"S.0 R.0: R@1 S@1 n=20"}));
}

TEST(Moves, ASenderWithoutAReceiverWaits) {
  EXPECT_EQ(first_moves("chan c; process S() { state a, b; init a; trans a -> b { sync c!; }; } system S;"), Texts{});
}

TEST(Moves, AProcessDoesNotReceiveFromItself) {
  EXPECT_EQ(first_moves("chan c; process S() { state a, b; init a;\n"
                        "trans a -> b { sync c!; }, a -> b { sync c?; }; } system S;"),
            Texts{});
}

TEST(Moves, EveryReceiverOfABinaryChannelIsAMoveOfItsOwn) {
  EXPECT_EQ(first_moves("chan c; process S() { state a, b; init a; trans a -> b { sync c!; }; }\n"
                        "process R(int[0,1] i) { state a, b; init a; trans a -> b { sync c?; }; } system S, R;"),
            (Texts{"S.0 R(0).0: S@1 R(0)@1", "S.0 R(1).0: S@1 R(1)@1"}));
}

TEST(Moves, ABroadcastTakesAllThatCanInTheOrderOfTheSystem) {
  EXPECT_EQ(first_moves("int n; broadcast chan c;\n"
                        "process S() { state a, b; init a; trans a -> b { sync c!; assign n = 1; }; }\n"
                        "process Q() { state a, b; init a; trans a -> b { sync c?; assign n = n * 10 + 2; }; }\n"
                        "process R() { state a, b; init a; trans a -> b { sync c?; assign n = n * 10 + 3; }; }\n"
                        "system R, S, Q;"),
            (Texts{"S.0 R.0 Q.0: R@1 S@1 Q@1 n=132"}));
}

TEST(Moves, ABroadcastGoesOutThoughNobodyListens) {
  EXPECT_EQ(first_moves("broadcast chan c; process S() { state a, b; init a; trans a -> b { sync c!; }; } system S;"),
            (Texts{"S.0: S@1"}));
}

TEST(Moves, AReceiverOfABroadcastWhoseGuardIsFalseStaysBehind) {
  EXPECT_EQ(first_moves("int n; broadcast chan c;\n"
                        "process S() { state a, b; init a; trans a -> b { sync c!; }; }\n"
                        "process R() { state a, b; init a; trans a -> b { guard n > 0; sync c?; }; } system S, R;"),
            (Texts{"S.0: S@1"}));
}

// The guards are looked at before any update runs.
TEST(Moves, TheSendersUpdateDoesNotOpenAReceiver) {
  EXPECT_EQ(first_moves("int n; broadcast chan c;\n"
                        "process S() { state a, b; init a; trans a -> b { sync c!; assign n = 1; }; }\n"
                        "process R() { state a, b; init a; trans a -> b { guard n > 0; sync c?; }; } system S, R;"),
            (Texts{"S.0: S@1 n=1"}));
}

TEST(Moves, AReceiverOfABroadcastStaysBehindOnlyWhereItsClockGuardFails) {
  Texts moves = first_moves(
      "clock x; broadcast chan c;\n"
      "process S() { state a, b; init a; trans a -> b { sync c!; }; }\n"
      "process R() { state a, b; init a; trans a -> b { guard x >= 3; sync c?; }; }\n"
      "system S, R;");
  std::ranges::sort(moves);
  EXPECT_EQ(moves, (Texts{"S.0 R.0: S@1 R@1 if 0 - x <= -3", "S.0: S@1 if x < 3"}));
}

TEST(Moves, AReceiverOfABroadcastTakesOneOfItsEdges) {
  EXPECT_EQ(first_moves("broadcast chan c; process S() { state a, b; init a; trans a -> b { sync c!; }; }\n"
                        "process R() { state a, b, d; init a; trans a -> b { sync c?; }, a -> d { sync c?; }; }\n"
                        "system S, R;"),
            (Texts{"S.0 R.0: S@1 R@1", "S.0 R.1: S@1 R@2"}));
}

TEST(Moves, WhileAProcessIsCommittedItTakesPart) {
  EXPECT_EQ(first_moves("chan c;\n"
                        "process P() { state a, b; commit a; init a; trans a -> b { }, a -> b { sync c?; }; }\n"
                        "process Q() { state a, b; init a; trans a -> b { }, a -> b { sync c!; }; }\n"
                        "process R() { state a, b; init a; trans a -> b { sync c?; }; } system P, Q, R;"),
            (Texts{"P.0: P@1", "Q.1 P.1: P@1 Q@1"}));
}

// It does not help that a committed process cannot move.
TEST(Moves, ACommittedProcessWithoutAMoveHoldsAllUp) {
  EXPECT_EQ(first_moves("process P() { state a; commit a; init a; }\n"
                        "process Q() { state a, b; init a; trans a -> b { }; } system P, Q;"),
            Texts{});
}

TEST(Moves, ABroadcastReceivedInACommittedLocationIsAllowed) {
  EXPECT_EQ(first_moves("broadcast chan c;\n"
                        "process P() { state a, b; commit a; init a; trans a -> b { sync c?; }; }\n"
                        "process Q() { state a, b; init a; trans a -> b { sync c!; }; } system P, Q;"),
            (Texts{"Q.0 P.0: P@1 Q@1"}));
}

TEST(Moves, EveryMoveBeginsWithTheSameVariables) {
  EXPECT_EQ(first_moves("int n; process P() { state a, b; init a;\n"
                        "trans a -> b { assign n = n + 1; }, a -> b { assign n = n + 2; }; } system P;"),
            (Texts{"P.0: P@1 n=1", "P.1: P@1 n=2"}));
}

TEST(Moves, EveryValueOfASelectIsAMove) {
  EXPECT_EQ(first_moves("int n; process P() { state a, b; init a;\n"
                        "trans a -> b { select i : int[1,3]; guard i != 2; assign n = i; }; } system P;"),
            (Texts{"P.0: P@1 n=1", "P.1: P@1 n=3"}));
}

TEST(Moves, AClockIsSetToWhatItsSourceWasSetTo) {
  EXPECT_EQ(first_moves("clock x, y; process P() { state a, b; init a; trans a -> b { assign x = 3, y = x; }; }\n"
                        "system P;"),
            (Texts{"P.0: P@1 x:=+3 y:=+3"}));
}

TEST(Moves, TheReceiverSetsAClockAfterTheSender) {
  EXPECT_EQ(first_moves("clock x; chan c;\n"
                        "process S() { state a, b; init a; trans a -> b { sync c!; assign x = 1; }; }\n"
                        "process R() { state a, b; init a; trans a -> b { sync c?; assign x = 2; }; } system R, S;"),
            (Texts{"S.0 R.0: R@1 S@1 x:=+2"}));
}

TEST(Moves, AStrongerChannelGoesFirst) {
  EXPECT_EQ(
      first_moves("chan lo, hi; chan priority lo < default < hi;\n"
                  "process S() { state a, b; init a; trans a -> b { sync lo!; }, a -> b { sync hi!; }, a -> b { }; }\n"
                  "process R() { state a; init a; trans a -> a { sync lo?; }, a -> a { sync hi?; }; } system S, R;"),
      (Texts{"S.1 R.1: S@1"}));
}

TEST(Moves, AWeakerChannelGoesWhereTheClocksForbidTheStronger) {
  Texts moves = first_moves(
      "clock x; chan lo, hi; chan priority lo < hi;\n"
      "process S() { state a, b; init a; trans a -> b { sync lo!; },\n"
      "a -> b { guard x <= 2; sync hi!; }; }\n"
      "process R() { state a; init a; trans a -> a { sync lo?; }, a -> a { sync hi?; }; }\n"
      "system S, R;");
  std::ranges::sort(moves);
  ASSERT_EQ(moves.size(), 2U);
  EXPECT_NE(moves[0].find("if 0 - x < -2"), std::string::npos) << moves[0];
  EXPECT_NE(moves[1].find("if x <= 2"), std::string::npos) << moves[1];
}

TEST(Moves, AStrongerProcessGoesFirst) {
  EXPECT_EQ(first_moves("process P() { state a, b; init a; trans a -> b { }; }\n"
                        "process Q() { state a, b; init a; trans a -> b { }; } system P < Q;"),
            (Texts{"Q.0: Q@1"}));
}

// A move that its target's invariant forbids is none, and holds nobody up.
TEST(Moves, AStrongerProcessThatMayNotEnterItsTargetGoesSecond) {
  EXPECT_EQ(first_moves("int n; process P() { state a, b; init a; trans a -> b { }; }\n"
                        "process Q() { state a, b { n > 0 }; init a; trans a -> b { }; } system P < Q;")
                .front(),
            "P.0: P@1");
}

TEST(Moves, AnErrorInAGuardStopsTheExpansion) {
  const Texts moves = first_moves(
      "int n; int a[2]; process P() { state s, t; init s;\n"
      "trans s -> t { guard a[n + 2] == 0; }; } system P;");
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_TRUE(moves[0].starts_with("stopped: ")) << moves[0];
}

TEST(Moves, AnErrorInAnUpdateBelongsToItsMove) {
  EXPECT_EQ(first_moves("int[0,3] n; process P() { state s, t; init s;\n"
                        "trans s -> t { assign n = n + 4; }, s -> t { assign n = 1; }; } system P;"),
            (Texts{"P.0: error", "P.1: P@1 n=1"}));
}

TEST(Moves, AVisitorThatHasEnoughIsAskedNoMore) {
  const Subject subject("process P() { state a, b; init a; trans a -> b { }, a -> b { }, a -> b { }; } system P;");
  Moves moves(*subject.network);
  int seen = 0;
  EXPECT_FALSE(moves.expand(subject.start, [&](const Move& /*move*/) { return ++seen < 2; }));
  EXPECT_EQ(seen, 2);
}

// --- what holds while nothing moves

Rest rest_of(const std::string& text) {
  const Subject subject(text);
  Rest rest;
  EXPECT_TRUE(Moves(*subject.network).rest(subject.start, rest));
  return rest;
}

TEST(Rest, TimeStandsStillInAnUrgentLocation) {
  EXPECT_FALSE(rest_of("process P() { state a; urgent a; init a; } system P;").may_delay);
  EXPECT_TRUE(rest_of("process P() { state a; init a; } system P;").may_delay);
}

TEST(Rest, TimeStandsStillWhileAnUrgentSynchronisationIsPossible) {
  const std::string processes =
      "process S() { state a; init a; trans a -> a { sync c!; }; }\n"
      "process R() { state a; init a; trans a -> a { guard n > 0; sync c?; }; } system S, R;";
  EXPECT_FALSE(rest_of("int n = 1; urgent chan c;\n" + processes).may_delay);
  EXPECT_TRUE(rest_of("int n = 0; urgent chan c;\n" + processes).may_delay);
}

TEST(Rest, AStateWhoseInvariantHasAFalseIntegerPartIsImpossible) {
  EXPECT_FALSE(rest_of("int n; process P() { state a { n > 0 }; init a; } system P;").is_possible);
}

TEST(Rest, TheInvariantsOfAllProcessesCount) {
  EXPECT_EQ(rest_of("clock x, y; process P() { state a { x <= 3 }; init a; }\n"
                    "process Q() { state a { y < 5 }; init a; } system P, Q;")
                .invariant,
            (std::vector<ClockCondition>{{1, 0, 3, false}, {2, 0, 5, true}}));
}

}  // namespace
}  // namespace zonda::step
