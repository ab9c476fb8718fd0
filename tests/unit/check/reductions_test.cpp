// Reductions as queries use them: whatever a reduction does to states or to the model, verdicts stay, and traces are
// runs of the original model.
#include "check/check_queries.hpp"
#include "unit/search/fixture.hpp"
#include "unit/search/twins.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace zonda::check {
namespace {

using reduce::NamedReduction;
using reduce::Reduction;
using reduce::Source;
using search::Subject;

QueryResult check_with(const Subject& subject, const NamedReduction* named, const std::string& trace) {
  Request request;
  request.trace = trace;
  request.reduce = named == nullptr ? std::string(kNone) : std::string(named->name);
  if (named != nullptr) request.more_reductions = {named};
  return check_query(*subject.network, 0, request, subject.sources);
}

// The same verdict and value with the reduction as without, and a trace where there is one without. Traces are replayed
// before they are handed out; one that is no run of the model would be an error.
void expect_the_same(const std::string& model, const NamedReduction& named, const std::string& query,
                     const std::string& trace) {
  const Subject subject(model, query);
  const QueryResult plain = check_with(subject, nullptr, trace);
  const QueryResult reduced = check_with(subject, &named, trace);
  EXPECT_EQ(to_string(reduced.verdict), to_string(plain.verdict)) << query << ": " << reduced.reason;
  EXPECT_NE(to_string(plain.verdict), "error") << query << ": " << plain.reason;
  EXPECT_EQ(reduced.value, plain.value) << query;
  EXPECT_EQ(reduced.reduce, named.name) << query;
  EXPECT_EQ(reduced.trace != nullptr, plain.trace != nullptr) << query << ": " << reduced.trace_note;
  if (!plain.trace || !reduced.trace) return;
  EXPECT_EQ(reduced.trace->kind, plain.trace->kind) << query << ": " << reduced.trace_note;
  if (trace == "shortest") {
    EXPECT_EQ(reduced.trace->steps.size(), plain.trace->steps.size()) << query;
  }
  if (trace == "fastest") {
    EXPECT_EQ(reduced.trace->least_time, plain.trace->least_time) << query;
  }
  if (plain.trace->end == Trace::End::Cycle) {
    EXPECT_EQ(reduced.trace->repeats, plain.trace->repeats) << query;
  }
}

// --- a reduction that changes the model
const std::string kShift = R"(
clock x, y; int[0,2] n;
process P() {
  state a { x <= 4 }, b { x <= 9 }; init a;
  trans a -> b { guard x >= 2; assign n = 1; }, b -> a { guard x >= 6; assign x = 0, n = 0; };
}
process Q() {
  state c { y <= 3 }, d { y <= 8 }; init c;
  trans c -> d { guard y >= 1; }, d -> c { guard y >= 5; assign y = 0; };
}
system P, Q;
)";
// The same with processes and clocks in another order, and one clock more, which means nothing.
const std::string kShifted = R"(
clock w, y, x; int[0,2] n;
process Q() {
  state c { y <= 3 }, d { y <= 8 }; init c;
  trans c -> d { guard y >= 1 && w >= 1; assign w = 0; }, d -> c { guard y >= 5; assign y = 0; };
}
process P() {
  state a { x <= 4 }, b { x <= 9 }; init a;
  trans a -> b { guard x >= 2; assign n = 1; }, b -> a { guard x >= 6; assign x = 0, n = 0; };
}
system Q, P;
)";
class Shift final : public Reduction {
 public:
  void restore(step::Path& path, std::span<const reduce::Renaming> /*renamings*/) const override {
    if (!path.initial.empty()) std::swap(path.initial[0], path.initial[1]);
    for (step::PathMove& move : path.moves) {
      for (step::EdgeRef& e : move.edges) e.process = 1 - e.process;
      if (!move.conditions) continue;
      std::erase_if(*move.conditions, [](const step::ClockCondition& c) { return c.left == 1 || c.right == 1; });
      constexpr std::array<std::uint32_t, 4> kOriginal{0, 0, 2, 1};
      for (step::ClockCondition& c : *move.conditions)
        c = {kOriginal.at(c.left), kOriginal.at(c.right), c.value, c.is_strict};
    }
  }
};
std::unique_ptr<Reduction> make_shift(Source& source) {
  Subject changed(kShifted, source.query->text);
  source.changed_query = std::make_unique<model::Query>(changed.network->queries[0]);
  source.changed = std::move(changed.network);
  return std::make_unique<Shift>();
}
const NamedReduction kShiftNamed{"shift", "", kPreservesAll, false, make_shift};

TEST(ChangedModel, GivesVerdictsAndTracesOfTheOriginal) {
  for (const char* const trace : {"none", "some", "shortest", "fastest"})
    for (const char* const query : {"E<> P.b && Q.d && x >= 7", "E<> P.a && y > 8", "A[] not (P.b && Q.d && x > 8)",
                                    "A[] n < 2", "E<> Q.d && x - y > 1", "A[] not deadlock"})
      expect_the_same(kShift, kShiftNamed, query, trace);
}

TEST(ChangedModel, GivesRunsOfTheOriginal) {
  for (const char* const trace : {"none", "some"})
    for (const char* const query : {"A<> Q.d", "A<> n == 2", "E[] x <= 9", "E[] not (Q.d && y > 7)", "P.b --> P.a",
                                    "P.b && x >= 3 --> n == 2", "P.b --> P.a && x == 0 && Q.c", "P.b -->[<=3] P.a"})
      expect_the_same(kShift, kShiftNamed, query, trace);
}

TEST(ChangedModel, GivesValuesOfTheOriginal) {
  for (const char* const query : {"sup: x, y, n", "inf{P.b}: x", "sup{Q.d}: x", "bounds{P.b && Q.c}: y"})
    expect_the_same(kShift, kShiftNamed, query, "none");
}

TEST(ChangedModel, IsUsedWhereSeveralQueriesAreAsked) {
  Subject subject(kShift, "E<> P.b && x >= 7\nA[] n < 2");
  Request request;
  request.reduce = kShiftNamed.name;
  request.more_reductions = {&kShiftNamed};
  std::vector<std::string> verdicts;
  check_queries(*subject.network, {0, 1}, request, subject.sources,
                [&](const QueryResult& result) { verdicts.push_back(to_string(result.verdict)); });
  EXPECT_EQ(verdicts, (std::vector<std::string>{"satisfied", "satisfied"}));
}

// --- a reduction that permutes
TEST(PermutedRuns, AreRestoredAsAWhole) {
  for (const char* const query :
       {"E[] true", "E[] not (A.tired && B.tired)", "A<> A.tired || B.tired", "A<> A.busy && B.busy",
        "(A.busy && x >= 2) || (B.busy && y >= 2) --> A.idle && B.idle",
        "(A.tired && B.idle && x >= 4) || (B.tired && A.idle && y >= 4) --> A.tired && B.tired",
        "(A.busy && B.tired) || (A.tired && B.busy) --> A.idle && B.idle", "A.busy || B.busy --> A.busy && B.busy",
        "(A.tired && B.busy && x > y) || (B.tired && A.busy && y > x) --> A.idle && B.busy && x > y"})
    expect_the_same(kTwins, kSwap, query, "some");
}

// The twins take turns, so that going round once among representatives exchanges them.
TEST(PermutedRuns, GoRoundACycleAsOftenAsItTakes) {
  const std::string turns = R"(
clock x, y;
int[0,1] last;
process P(const int[0,1] me, clock &c) {
  state idle, busy { c <= 5 };
  init idle;
  trans idle -> busy { guard c >= 2 && c <= 4; assign c = 0; }, busy -> idle { guard c >= 3; };
}
A = P(0, x);
B = P(1, y);
system A, B;
)";
  for (const char* const query : {"E[] A.idle || B.idle", "E[] x <= 100 || y <= 100", "A<> A.busy && B.busy"})
    expect_the_same(turns, kSwap, query, "some");
}

// --- what is said of reductions that are not used
TEST(LeftOut, IsToldBesideTheVerdict) {
  reduce::Needs some = kPreservesAll;
  some.liveness = some.values = some.deadlock = false;
  const NamedReduction partial{"partial", "", some, true, [](Source&) { return std::unique_ptr<Reduction>(); }};
  const auto note = [&](const std::string& query) {
    const Subject subject(kTwins, query);
    Request request;
    request.more_reductions = {&partial};
    return check_query(*subject.network, 0, request, subject.sources).note;
  };
  EXPECT_EQ(note("E<> A.busy"), "");
  EXPECT_EQ(note("A<> A.busy"), "the reduction partial was left out, because it does not preserve liveness");
  EXPECT_EQ(note("sup: x"), "the reduction partial was left out, because it does not preserve values");
  EXPECT_EQ(note("A[] not deadlock"), "the reduction partial was left out, because it does not preserve deadlocks");
}

TEST(LeftOut, IsARefusalWhereItWasAskedFor) {
  reduce::Needs some = kPreservesAll;
  some.liveness = false;
  const NamedReduction partial{"partial", "", some, true, [](Source&) { return std::unique_ptr<Reduction>(); }};
  const QueryResult result = check_with(Subject(kTwins, "A<> A.busy"), &partial, "none");
  EXPECT_EQ(result.refusal, Refusal::Option);
  EXPECT_NE(result.reason.find("does not preserve liveness"), std::string::npos);
}

}  // namespace
}  // namespace zonda::check
