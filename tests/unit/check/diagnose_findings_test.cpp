// What diagnose finds in small models, each made for one thing.
#include "zonda/model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace zonda {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

Diagnosis diagnose(const std::string& text, const DiagnoseOptions& options = {}) {
  LoadOptions load;
  load.disabled_warnings = {"all"};
  const Model model = Model::parse(text, "model.xta", load);
  EXPECT_TRUE(model.is_usable()) << model.messages();
  Diagnosis result = model.diagnose(options);
  EXPECT_EQ(result.incomplete, "");
  return result;
}

std::vector<std::string> kinds(const Diagnosis& d) {
  std::vector<std::string> result;
  for (const Finding& f : d.findings) result.push_back(f.kind);
  return result;
}

// The lines of the edges of each finding of the kind.
std::vector<std::set<int>> lines(const Diagnosis& d, const std::string& kind) {
  std::vector<std::set<int>> result;
  for (const Finding& f : d.findings) {
    if (f.kind != kind) continue;
    std::set<int>& one = result.emplace_back();
    for (const std::string& edge : f.edges) {
      const std::size_t column = edge.rfind(':');
      const std::size_t line = edge.rfind(':', column - 1);
      one.insert(std::stoi(edge.substr(line + 1, column - line - 1)));
    }
  }
  return result;
}

using Lines = std::set<int>;

// --- loops

constexpr const char* kSelfLoop = R"(clock x;
process Pump() {
  state Idle, Fill, Drain;
  commit Fill, Drain;
  init Idle;
  trans
    Idle -> Idle { guard x <= 2; },
    Idle -> Fill { guard x > 3; },
    Fill -> Drain { },
    Drain -> Fill { };
}
system Pump;
)";

TEST(DiagnoseLoops, ASelfLoopHidesNoOtherLoop) {
  const Diagnosis d = diagnose(kSelfLoop);
  EXPECT_THAT(kinds(d), ElementsAre("committed-cycle", "zeno-loop"));
  EXPECT_THAT(lines(d, "committed-cycle"), ElementsAre(Lines{9, 10}));
  EXPECT_THAT(lines(d, "zeno-loop"), ElementsAre(Lines{7}));
}

TEST(DiagnoseLoops, AnIgnoredKindHidesNoOther) {
  DiagnoseOptions options;
  options.ignored = {"zeno-loop"};
  EXPECT_THAT(kinds(diagnose(kSelfLoop, options)), ElementsAre("committed-cycle"));
  options.ignored = {"committed-cycle"};
  EXPECT_THAT(kinds(diagnose(kSelfLoop, options)), ElementsAre("zeno-loop"));
}

TEST(DiagnoseLoops, ProcessesHaveLoopsOfTheirOwn) {
  const Diagnosis d = diagnose(R"(process Blink() {
  clock z;
  state On;
  init On;
  trans On -> On { guard z <= 1; };
}
process Door() {
  state Open, Shut;
  init Open;
  trans
    Open -> Shut { },
    Shut -> Open { };
}
process Bell() {
  state Quiet, Ring;
  urgent Ring;
  init Quiet;
  trans
    Quiet -> Ring { },
    Ring -> Quiet { };
}
system Blink, Door, Bell;
)");
  EXPECT_THAT(kinds(d), ElementsAre("zeno-loop", "zeno-loop", "zeno-loop"));
  EXPECT_THAT(lines(d, "zeno-loop"), UnorderedElementsAre(Lines{5}, Lines{11, 12}, Lines{19, 20}));
}

TEST(DiagnoseLoops, AWayRoundHidesNoShortCut) {
  const Diagnosis d = diagnose(R"(process Mill() {
  state Raw, Cut, Rest;
  commit Raw, Cut;
  urgent Rest;
  init Raw;
  trans
    Raw -> Rest { },
    Rest -> Cut { },
    Cut -> Raw { },
    Raw -> Cut { };
}
system Mill;
)");
  EXPECT_THAT(lines(d, "committed-cycle"), ElementsAre(Lines{9, 10}));
  EXPECT_THAT(lines(d, "zeno-loop"), ElementsAre(Lines{7, 8, 9}));
}

TEST(DiagnoseLoops, EveryEdgeOfALoopIsTold) {
  const Diagnosis d = diagnose(R"(clock x;
process Lift() {
  state Up, Mid, Down, Hold;
  init Mid;
  trans
    Mid -> Up { },
    Up -> Down { },
    Down -> Mid { },
    Mid -> Down { },
    Down -> Hold { assign x = 0; },
    Hold -> Mid { guard x >= 1; };
}
system Lift;
)");
  EXPECT_THAT(lines(d, "zeno-loop"), UnorderedElementsAre(Lines{8, 9}, Lines{6, 7, 8}));
}

TEST(DiagnoseLoops, EdgesSideBySideAreToldApart) {
  const Diagnosis d = diagnose(R"(int[0, 1] n;
process Die() {
  state Roll;
  init Roll;
  trans
    Roll -> Roll { guard n == 0; },
    Roll -> Roll { guard n <= 1; };
}
system Die;
)");
  EXPECT_THAT(lines(d, "zeno-loop"), UnorderedElementsAre(Lines{6}, Lines{7}));
}

TEST(DiagnoseLoops, LoopsOfAlikeProcessesAreToldOnce) {
  const Diagnosis d = diagnose(R"(process Door(const int[0, 2] id) {
  state Open, Shut;
  init Open;
  trans
    Open -> Shut { },
    Shut -> Open { };
}
system Door;
)");
  EXPECT_THAT(lines(d, "zeno-loop"), ElementsAre(Lines{5, 6}));
}

TEST(DiagnoseLoops, TracesGoRoundOnce) {
  DiagnoseOptions options;
  options.trace = "all";
  const Diagnosis d = diagnose(kSelfLoop, options);
  ASSERT_EQ(d.findings.size(), 2U);
  for (const Finding& f : d.findings) ASSERT_NE(f.trace, nullptr) << f.trace_note;
  EXPECT_EQ(d.findings[0].trace->steps.size(), 3U);
  EXPECT_EQ(d.findings[0].loop_begins, 1U);
  EXPECT_EQ(d.findings[1].trace->steps.size() - d.findings[1].loop_begins, 1U);
}

// --- ends

// Time stops at 3, where the hurried send leads to where it may not; if 3 has passed before, time goes on.
TEST(DiagnoseEnds, TheTraceOfADeadlockEndsInOne) {
  const Diagnosis d = diagnose(R"(clock x;
int[0, 1] ready;
urgent chan hurry;
process Sender() {
  state Wait, Send, Sent { ready == 1 };
  init Wait;
  trans
    Wait -> Send { guard x >= 1; },
    Send -> Sent { guard x == 3; sync hurry!; };
}
process Receiver() {
  state Listen;
  init Listen;
  trans Listen -> Listen { sync hurry?; };
}
system Sender, Receiver;
)");
  const auto find = [&](const std::string& kind) {
    return std::find_if(d.findings.begin(), d.findings.end(), [&](const Finding& f) { return f.kind == kind; });
  };
  const auto scaled = [](const Trace& t, std::int64_t value) {
    for (std::uint32_t i = 0; i < t.digits; ++i) value *= 10;
    return value;
  };
  const auto dead = find("deadlock");
  ASSERT_NE(dead, d.findings.end());
  ASSERT_NE(dead->trace, nullptr);
  EXPECT_LE(dead->trace->steps.back().state.clocks[0] + dead->trace->last_delay, scaled(*dead->trace, 3));
  const auto live = find("live-lock");
  ASSERT_NE(live, d.findings.end());
  ASSERT_NE(live->trace, nullptr);
  EXPECT_GT(live->trace->steps.back().state.clocks[0] + live->trace->last_delay, scaled(*live->trace, 3));
}

// --- channels

std::string with_channel(const std::string& declaration) {
  return "clock x;\n" + declaration + R"(
process Lamp() {
  state Off, On { x <= 4 };
  init Off;
  trans
    Off -> On { guard x >= 2; sync go!; assign x = 0; },
    On -> Off { guard x >= 4; };
}
system Lamp;
)";
}

TEST(DiagnoseChannels, UrgentBroadcastsThatNobodyHearsMakeEdgesUrgent) {
  EXPECT_THAT(kinds(diagnose(with_channel("urgent broadcast chan go;"))), IsEmpty());
  EXPECT_THAT(kinds(diagnose(with_channel("broadcast chan go;"))), ElementsAre("channel-never-received"));
}

TEST(DiagnoseChannels, AnInvariantThatForbidsMeetingIsNamed) {
  const Diagnosis d = diagnose(R"(int[0, 1] free;
chan lane;
process Car() {
  state Out, In { free == 1 };
  init Out;
  trans Out -> In { sync lane!; };
}
process Gate() {
  state Shut, Open;
  init Shut;
  trans Shut -> Open { sync lane?; };
}
system Car, Gate;
)");
  const auto at = std::find_if(d.findings.begin(), d.findings.end(),
                               [](const Finding& f) { return f.kind == "channel-never-received"; });
  ASSERT_NE(at, d.findings.end());
  EXPECT_THAT(at->text, HasSubstr("meet, but an invariant never lets them synchronise"));
}

// --- edges with a select

TEST(Diagnose, AnEdgeThatNoSelectValueLetsBeTakenIsNeverTaken) {
  const std::string head = "int[0, 3] n;\nprocess P() {\n  state A, B; branchpoint Q; init A;\n  trans A -> A { },\n";
  const auto never_taken = [&](const std::string& edges) {
    std::vector<std::string> result;
    for (const Finding& f : diagnose(head + edges + ";\n}\nsystem P;\n").findings)
      if (f.kind == "never-taken") result.push_back(f.position.substr(f.position.find(':')));
    return result;
  };
  EXPECT_THAT(never_taken("  A -> B { select i : int[0, 2]; guard i > 2; }"), ElementsAre(":5:3"));
  EXPECT_THAT(never_taken("  A -> Q { select i : int[0, 2]; guard i > 2; }, Q -> B { }"), ElementsAre(":5:3"));
  EXPECT_THAT(never_taken("  A -> B { select i : int[0, 2]; guard i > 1; }"), IsEmpty());
}

// --- what is not listed, and what cannot be begun

TEST(Diagnose, WhatIsNotListedIsCounted) {
  DiagnoseOptions options;
  options.most_of_a_kind = 0;
  const Diagnosis d = diagnose(kSelfLoop, options);
  EXPECT_THAT(kinds(d), IsEmpty());
  EXPECT_EQ(d.not_listed, 2U);
  EXPECT_EQ(d.more.size(), 2U);
  options.ignored = {"zeno-loop"};
  EXPECT_EQ(diagnose(kSelfLoop, options).not_listed, 1U);
}

TEST(Diagnose, AnErrorInTheFirstInvariantIsAFinding) {
  const Diagnosis d = diagnose(R"(int[0, 3] n;
int rows[2];
process Table() {
  state First { rows[n - 1] == 0 };
  init First;
}
system Table;
)");
  EXPECT_EQ(d.error, "");
  ASSERT_THAT(kinds(d), ElementsAre("run-time-error"));
  EXPECT_THAT(d.findings[0].position, HasSubstr(":4:"));
  EXPECT_THAT(d.note, HasSubstr("initial state"));
}

}  // namespace
}  // namespace zonda
