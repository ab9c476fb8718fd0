// Bounded leads-to and the patterns of monitors: traces, messages, what is refused. tests/models/bounded_*.xta have the
// verdicts.
#include "zonda/model.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace zonda {
namespace {

const char* const kModel =
    "const int T = 4; int n; clock x; process P() { state idle, wait { x <= 5 }, done; init idle; trans "
    "idle -> wait { guard x >= 2; assign x = 0; }, wait -> done { guard x >= 3; assign x = 0; }, "
    "done -> idle { assign x = 0; }; } system P;";

struct Checked {
  std::string messages;
  QueryResult result;
  std::string replay;  // what is in the way of the trace when it is read again
};

Checked check_pattern(const std::string& text, const std::string& query, const CheckOptions& options = {}) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("zonda-monitor-" + std::to_string(::getpid()) + ".xta")).string();
  std::ofstream(path) << text;
  LoadOptions load;
  load.queries = {query};
  load.disabled_warnings = {"all"};
  const Model model = Model::load(path, load);
  Checked checked;
  checked.messages = model.messages();
  if (!model.is_usable()) return checked;
  auto results = model.check(options).results;
  if (!results.empty()) checked.result = results[0];
  if (checked.result.trace != nullptr) {
    const auto replayed = model.replay(model.write_trace(*checked.result.trace, Model::TraceFormat::Json), 0);
    checked.replay = !replayed.error.empty() ? replayed.error : replayed.fits ? "" : replayed.failure;
  }
  std::filesystem::remove(path);
  return checked;
}

CheckOptions with_some_trace() {
  CheckOptions options;
  options.trace = "some";
  return options;
}

std::int64_t units(const Trace& trace, std::int64_t number) {
  for (std::uint32_t i = 0; i < trace.digits; ++i) number *= 10;
  return number;
}

// Time that passes between the moment that counts and the end.
std::int64_t time_since_moment(const Trace& trace) {
  std::int64_t result = trace.last_delay;
  for (std::size_t i = trace.has_moment ? trace.moment_step : 0; i < trace.steps.size(); ++i)
    result += trace.steps[i].delay;
  return result - (trace.has_moment ? trace.moment_delay : 0);
}

TEST(Monitor, ATraceEndsWhenTimeIsUp) {
  const Checked checked = check_pattern(kModel, "P.wait -->[<=T] P.done", with_some_trace());
  ASSERT_EQ(checked.result.verdict, Verdict::NotSatisfied) << checked.result.reason;
  ASSERT_NE(checked.result.trace, nullptr) << checked.result.trace_note;
  const Trace& trace = *checked.result.trace;
  EXPECT_EQ(checked.replay, "");
  EXPECT_EQ(trace.end, Trace::End::Goal);
  EXPECT_TRUE(trace.has_moment);
  EXPECT_GT(time_since_moment(trace), units(trace, 4));
  EXPECT_EQ(trace.moment_note, "here P.wait holds");
  EXPECT_EQ(trace.end_note, "more than 4 has passed, and P.done has not held");
  EXPECT_EQ(trace.clocks.size(), 1U);  // that of the observer is not shown
  EXPECT_EQ(trace.initial.clocks.size(), 1U);
}

TEST(Monitor, EveryPatternHasATraceThatReplays) {
  for (const char* query : {"P.wait -->[<5] P.done", "P.done within 9", "P.done every 9", "P.wait for at least 4",
                            "P.done for at least 1", "P.idle for at least 3", "P.wait for at most 4",
                            "P.wait never follows P.done within 2", "not P.wait for 2 after P.done",
                            "P.done precedes P.wait", "x > 4 precedes P.done", "P.wait && x > 2 for at most 2"}) {
    const Checked checked = check_pattern(kModel, query, with_some_trace());
    EXPECT_EQ(checked.result.verdict, Verdict::NotSatisfied) << query << checked.result.reason << checked.messages;
    EXPECT_NE(checked.result.trace, nullptr) << query << ": " << checked.result.trace_note;
    EXPECT_EQ(checked.replay, "") << query;
    if (checked.result.trace != nullptr) {
      EXPECT_NE(checked.result.trace->end_note, "") << query;
    }
  }
}

TEST(Monitor, ALengthCountsFromTheMoveByWhichItBegins) {
  const Checked checked = check_pattern(kModel, "P.wait for at least 4", with_some_trace());
  ASSERT_NE(checked.result.trace, nullptr);
  const Trace& trace = *checked.result.trace;
  ASSERT_TRUE(trace.has_moment);
  ASSERT_EQ(trace.moment_step, 1U);
  EXPECT_EQ(trace.moment_delay, 0);
  EXPECT_LT(time_since_moment(trace), units(trace, 4));
  EXPECT_GE(time_since_moment(trace), units(trace, 3));
}

TEST(Monitor, ARunThatStopsIsShownAsOne) {
  const char* const stuck =
      "clock x; process P() { state a, b { x <= 2 }, c; init a; trans a -> b { assign x = 0; }; } system P;";
  const Checked checked = check_pattern(stuck, "P.b -->[<=7] P.c", with_some_trace());
  ASSERT_NE(checked.result.trace, nullptr) << checked.result.trace_note;
  EXPECT_EQ(checked.result.trace->end, Trace::End::Stuck);
  EXPECT_EQ(checked.result.trace->end_note, "");
  const char* const round =
      "clock x; process P() { state a, b { x <= 2 }, c; init a; trans a -> b { assign x = 0; }, b -> b { guard x == 2; "
      "}, "
      "b -> c { guard x > 2; }; } system P;";
  const Checked zeno = check_pattern(round, "P.b -->[<=7] P.c", with_some_trace());
  ASSERT_NE(zeno.result.trace, nullptr) << zeno.result.trace_note;
  EXPECT_EQ(zeno.result.trace->end, Trace::End::Cycle);
  EXPECT_TRUE(zeno.result.trace->repeats);
}

TEST(Monitor, WhatDoesNotGoWithItIsRefusedByName) {
  CheckOptions options;
  options.nonzeno = true;
  EXPECT_EQ(check_pattern(kModel, "P.wait -->[<=T] P.done", options).result.reason,
            "--nonzeno is for E[], A<> and --> without a bound, not for -->[<=t]");
  EXPECT_EQ(check_pattern(kModel, "P.wait for at most 3", options).result.reason,
            "--nonzeno is for E[], A<> and --> without a bound, not for 'for at most'");
  options = {};
  options.abstraction = "alu";
  EXPECT_EQ(check_pattern(kModel, "P.wait precedes P.done", options).result.reason,
            "--abstraction alu is not sound for 'precedes'; use extra-m-plus");
}

TEST(Monitor, BoundsAreConstants) {
  EXPECT_NE(check_pattern(kModel, "P.wait -->[<=n] P.done").messages.find("the bound is not a constant"),
            std::string::npos);
  EXPECT_NE(check_pattern(kModel, "P.wait -->[<=0-1] P.done").messages.find("the bound -1 is not between 0 and"),
            std::string::npos);
  EXPECT_NE(check_pattern(kModel, "P.wait -->[<0] P.done").messages.find("no time is less than 0"), std::string::npos);
  EXPECT_NE(check_pattern(kModel, "P.wait -->[<=x] P.done").messages.find("a bound is an integer, found"),
            std::string::npos);
  EXPECT_NE(check_pattern(kModel, "P.wait && x > 2 for at least 1").messages.find("needs a condition without clocks"),
            std::string::npos);
}

TEST(Monitor, LargeBoundsTakeWideZones) {
  EXPECT_EQ(check_pattern(kModel, "P.wait -->[<=100000] P.done").result.verdict, Verdict::Satisfied);
  const Checked checked = check_pattern(kModel, "P.idle -->[<=100000] P.wait", with_some_trace());
  EXPECT_EQ(checked.result.verdict, Verdict::NotSatisfied);
  EXPECT_EQ(checked.replay, "");
}

TEST(Options, WhatHasNoEffectIsSaid) {
  CheckOptions options;
  options.keep = "entry";
  options.hull = true;
  EXPECT_EQ(check_pattern(kModel, "A<> P.wait", options).result.note,
            "--keep entry and --hull have no effect on A<> queries, which look for runs exactly and depth-first");
  EXPECT_EQ(check_pattern(kModel, "sup: x", options).result.note,
            "--hull has no effect on sup queries, which are answered exactly");
  EXPECT_EQ(check_pattern(kModel, "A[] P.wait", options).result.note, "");
  options = {};
  options.compact = true;
  EXPECT_EQ(check_pattern(kModel, "P.wait --> P.done", options).result.note,
            "--compact has no effect on --> queries, which are answered exactly");
  options = {};
  options.bitstate_bytes = 4096;
  options.swarm = 2;
  options.order = "waiting";
  EXPECT_EQ(check_pattern(kModel, "P.wait for at most 5", options).result.note,
            "--bitstate and --swarm have no effect on 'for at most' queries, which are answered exactly");
  EXPECT_EQ(check_pattern(kModel, "P.wait for at most 5", options).result.verdict, Verdict::Satisfied);
  EXPECT_EQ(check_pattern(kModel, "A<> P.wait", options).result.note,
            "--order waiting, --bitstate and --swarm have no effect on A<> queries, which look for runs exactly and "
            "depth-first");
  options = {};
  options.nonzeno = true;
  EXPECT_EQ(check_pattern(kModel, "E<> P.wait", options).result.note,
            "--nonzeno has no effect on E<> queries, which are about states, not about runs");
}

}  // namespace
}  // namespace zonda
