#include "check/liveness.hpp"

#include "analysis/clock_bounds.hpp"
#include "check/monitor.hpp"
#include "check/parts.hpp"
#include "search/liveness.hpp"
#include "search/memory.hpp"
#include "trace/make_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <vector>

namespace zonda::check {

namespace {

using lang::QueryKind;
using search::LivenessOutcome;
using search::Outcome;

struct LivenessPlan {
  search::LivenessQuestion question;
  Violation violation;  // of a bounded property
  search::Options options;
  const NamedAbstraction* abstraction = nullptr;
  // Tried first: every run is there, and perhaps some that are not, so that 'no run' is final.
  const NamedAbstraction* first = nullptr;
  std::string refusal;
  model::SourceRange refusal_range;
};

void ask(const model::Network& network, const model::Query& query, LivenessPlan& plan) {
  if (is_monitor(query)) return ask_for_violation(network, query, plan.violation, plan.question);
  const bool is_leads_to = query.kind == QueryKind::LeadsTo;
  plan.question.stay = is_leads_to ? &query.conclusion : &query.predicate;
  plan.question.is_negated = query.kind != QueryKind::Potentially;
  if (!is_leads_to) return;
  plan.question.begin = search::LivenessQuestion::Begin::Holds;
  plan.question.from = &query.predicate;
  plan.violation.moment = "here the left side of --> holds, and from now on the right side does not";
}

void make_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
               const CheckOptions& options, LivenessPlan& plan) {
  ask(network, query, plan);
  plan.question.is_divergent = options.nonzeno;
  plan.question.is_deep = options.order == "dfs" || options.order == "random";
  plan.question.shuffles = options.order == "random";
  plan.options.seed = options.seed;
  plan.options.wants_path = options.trace != "none";
  plan.options.limits = {options.memory_bytes, options.seconds, options.interrupt, {}};
  plan.options.hash_stats = options.hash_stats;
  plan.options.zones.form = *find_zone_form(options.zones);
  std::string_view name = options.abstraction;
  if (name == "auto") name = bounds.has_diagonals ? "extra-m" : "extra-m-plus";
  plan.abstraction = find_abstraction(name);
  plan.options.abstraction = plan.abstraction->kind;
  if (options.abstraction == "auto" && !bounds.has_diagonals) plan.first = find_abstraction("extra-lu-plus");
  // Soundness rule 3: lower/upper bounds keep neither where runs get stuck nor where time can pass for ever.
  if (name == "extra-lu" || name == "extra-lu-plus" || name == "alu")
    plan.refusal = fmt::format("--abstraction {} is not sound for {}; use extra-m-plus", name, kind_of(query));
  if (name != "extra-m" && name != "none" && bounds.has_diagonals)
    plan.refusal = fmt::format("--abstraction {} is not sound with clock differences; use extra-m", name);
  if (bounds.has_diagonals && bounds.has_urgent_guards)
    plan.refusal = "not supported: clock differences together with clock guards on urgent channels";
  // What has happened when time is up does not depend on what comes then.
  if (options.nonzeno && is_monitor(query))
    plan.refusal = fmt::format("--nonzeno is for E[], A<> and --> without a bound, not for {}", kind_of(query));
  // Without finite bounds a cycle of zones may be one that no run goes around for ever.
  if (!bounds.refusal.empty() && (name != "none" || plan.question.maximal_counts)) {
    plan.refusal = bounds.refusal;
    plan.refusal_range = bounds.refusal_range;
  }
}

// Narrow bounds where the constants leave room; the search notices when a zone outgrows them, and is run again with
// wide ones.
LivenessOutcome run_search(const model::Network& network, const analysis::ClockBounds& bounds,
                           const search::LivenessQuestion& question, search::Options options) {
  // Cutting zones up takes more room.
  constexpr std::int32_t kNarrowConstants = 500;
  if (std::max(bounds.largest, question.bound) <= kNarrowConstants) {
    LivenessOutcome result = search::find_run<std::int16_t>(network, bounds, question, options);
    if (result.outcome.kind != Outcome::Kind::TooNarrow) return result;
    if (options.limits.seconds > 0)
      options.limits.seconds = std::max(0.001, options.limits.seconds - result.outcome.stats.seconds);
  }
  return search::find_run<std::int32_t>(network, bounds, question, options);
}

// With lower/upper bounds and plain inclusion every real state lies in some abstract one, so every maximal run is among
// the abstract ones, and where none is found there is none. Only what is found must be looked for again. In the same
// way, where there is no maximal run at all, there is none whose time diverges.
LivenessOutcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds, LivenessPlan& plan) {
  struct Stage {
    const NamedAbstraction* abstraction;
    bool is_divergent;
  };
  const bool is_divergent = plan.question.is_divergent;
  std::vector<Stage> stages;
  if (plan.first != nullptr) stages.push_back({plan.first, false});
  if (plan.first != nullptr && is_divergent) stages.push_back({plan.first, true});
  stages.push_back({plan.abstraction, is_divergent});
  LivenessOutcome result;
  search::Options options = plan.options;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const bool is_last = i + 1 == stages.size();
    options.abstraction = stages[i].abstraction->kind;
    options.wants_path = is_last && plan.options.wants_path;
    plan.question.is_divergent = stages[i].is_divergent;
    plan.abstraction = stages[i].abstraction;
    result = run_search(network, bounds, plan.question, options);
    if (result.outcome.kind != Outcome::Kind::Reached && result.outcome.kind != Outcome::Kind::Error) break;
    if (options.limits.seconds > 0)
      options.limits.seconds = std::max(0.001, options.limits.seconds - result.outcome.stats.seconds);
  }
  plan.question.is_divergent = is_divergent;
  return result;
}

// Where the query says something of its own, and where the run ends because of it.
void annotate(const LivenessPlan& plan, const search::MaximalRun& run, Trace& trace) {
  trace.moment_note = plan.violation.moment;
  if (run.end == search::MaximalRun::End::Goal) trace.end_note = plan.violation.end;
}

void add_trace(const model::Network& network, const analysis::ClockBounds& bounds, const LivenessPlan& plan,
               const search::MaximalRun& run, const std::string& kind, QueryResult& result) {
  trace::RunRequest request;
  request.run = &run;
  request.stay = plan.question.stay;
  request.is_negated = plan.question.is_negated;
  request.from = plan.question.from;
  request.live = plan.options.live;
  request.is_divergent = plan.question.is_divergent;
  request.has_observer = plan.question.has_observer;
  request.goal = plan.question.goal;
  request.is_goal_negated = plan.question.is_goal_negated;
  request.caps = analysis::largest_bounds(bounds);
  if (request.has_observer) request.caps.push_back(plan.question.bound);
  trace::Made made = trace::make_run(network, request, watch_for(plan.options.limits));
  if (!made.obstacle.empty()) {
    result.trace_note = "there is no trace: " + made.obstacle;
    return;
  }
  if (!made.trace) {
    result.verdict = Verdict::Error;
    result.reason = "internal error: the trace does not replay: " + made.failure;
    return;
  }
  made.trace->kind = "some";
  annotate(plan, run, *made.trace);
  if (kind != "some") result.trace_note = fmt::format("this is some run: {} ones are for E<> and A[]", kind);
  if (!made.trace->has_times)
    result.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
  else if (made.trace->end == Trace::End::Cycle && !made.trace->repeats)
    result.trace_note =
        "the cycle can go on for ever, but no times were found with which it comes back to the same clocks";
  result.trace = std::make_shared<Trace>(std::move(*made.trace));
}

void conclude(const model::Query& query, const Outcome& outcome, bool is_approximate, QueryResult& result) {
  const bool wants_run = query.kind == QueryKind::Potentially;
  switch (outcome.kind) {
    case Outcome::Kind::Reached:
      result.verdict = wants_run ? Verdict::Satisfied : Verdict::NotSatisfied;
      if (!is_approximate) return;
      // The run that was found may not exist.
      result.verdict = wants_run ? Verdict::MaybeSatisfied : Verdict::MaybeNotSatisfied;
      result.reason = "stopwatches are over-approximated";
      return;
    case Outcome::Kind::NotReached:
      result.verdict = wants_run ? Verdict::NotSatisfied : Verdict::Satisfied;
      return;
    case Outcome::Kind::Unknown:
      result.verdict = Verdict::Unknown;
      result.reason = outcome.reason;
      return;
    case Outcome::Kind::Error:
    case Outcome::Kind::TooNarrow:
    case Outcome::Kind::Left:
      result.verdict = is_approximate ? Verdict::Unknown : Verdict::Error;
      result.reason = is_approximate ? fmt::format("stopwatches are over-approximated, and there {}", outcome.reason)
                                     : outcome.reason;
      return;
  }
}

}  // namespace

bool is_liveness(const model::Query& query) {
  return query.kind == QueryKind::Potentially || query.kind == QueryKind::Eventually ||
         query.kind == QueryKind::LeadsTo || is_monitor(query);
}

void check_liveness(const model::Network& network, const model::Query& query, const CheckOptions& options,
                    const lang::Sources& sources, QueryResult& result) {
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, query);
  LivenessPlan plan;  // stays where it is: the question points into it
  make_plan(network, bounds, query, options, plan);
  if (!plan.refusal.empty()) {
    result.reason = with_place(plan.refusal, plan.refusal_range, sources);
    return;
  }
  result.order = plan.question.shuffles ? "random" : plan.question.maximal_counts ? "dfs" : "bfs";
  analysis::LiveVariables live;
  if (options.reduce == "auto" || options.reduce == "dead-variables") {
    live = analysis::LiveVariables(network, query);
    plan.options.live = live.count() == 0 ? nullptr : &live;
  }
  result.reduce = plan.options.live == nullptr ? "none" : "dead-variables";
  if (options.progress)
    plan.options.progress = [&](const search::Stats& stats, std::size_t waiting) {
      options.progress({result.index, stats_of(stats), waiting});
    };
  search::prepare_memory();
  LivenessOutcome found;
  try {
    found = run_plan(network, bounds, plan);
  } catch (const std::bad_alloc&) {
    found.outcome.reason = "there is no more memory";
  }
  result.abstraction = plan.abstraction->name;
  if (options.nonzeno) result.note = "only runs whose time diverges count";
  add_note(options_without_effect(options, query), result.note);
  result.stats = stats_of(found.outcome.stats);
  conclude(query, found.outcome, network.has_stopwatches, result);
  result.reason = with_place(result.reason, found.outcome.range, sources);
  if (found.run) add_trace(network, bounds, plan, *found.run, options.trace, result);
}

}  // namespace zonda::check
