#include "check/liveness.hpp"

#include "analysis/clock_bounds.hpp"
#include "check/abstractions.hpp"
#include "check/answering.hpp"
#include "check/choose_order.hpp"
#include "check/monitor.hpp"
#include "check/plan.hpp"
#include "check/widths.hpp"
#include "order/names.hpp"
#include "order/orders.hpp"
#include "search/limits/limit_watch.hpp"
#include "search/limits/limitations.hpp"
#include "search/reach/reachability.hpp"
#include "search/runs/liveness.hpp"
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
using search::Outcome;

struct LivenessPlan {
  search::LivenessQuestion question;
  Violation violation;  // of a bounded property
  search::Options options;
  const NamedAbstraction* abstraction = nullptr;
  // Tried first: it has every run, and perhaps some that do not exist, so 'no run' is final.
  const NamedAbstraction* first = nullptr;
  Refused refused;
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
               const Request& options, LivenessPlan& plan) {
  ask(network, query, plan);
  plan.question.is_divergent = options.nonzeno;
  plan.options = search_options(options);
  // An approximation of the states is of no use for runs.
  plan.options.hull = plan.options.compact = false;
  plan.options.bitstate_bytes = 0;
  plan.options.wants_path = options.trace != kNone;
  // If runs may begin anywhere, all states are needed; from each of them runs are looked for depth-first.
  plan.options.order = options.order == kAuto ? order_for_all(network, bounds) : options.order;
  if (options.order == order::kRandom && !plan.options.shuffle) plan.options.shuffle = options.seed;
  // Soundness rule 3: lower/upper bounds preserve neither where runs get stuck nor where time can pass for ever.
  ChosenAbstraction chosen =
      choose_abstraction(options.abstraction, abstraction_needs(query, bounds), bounds, kind_of(query));
  plan.abstraction = chosen.abstraction;
  plan.refused = std::move(chosen.refused);
  plan.options.abstraction = plan.abstraction->kind;
  if (options.abstraction == kAuto && !bounds.has_diagonals) plan.first = &widest_abstraction();
  // A bounded property is decided when its time is up, whatever happens later.
  if (options.nonzeno && is_monitor(query))
    plan.refused = {Refusal::Option, fmt::format("{} is for E[], A<> and --> without a bound, not for {}",
                                                 flag_of(&CheckOptions::nonzeno), kind_of(query))};
  // Without finite bounds a cycle of zones may be one that no run goes around for ever.
  if (!bounds.refusal.empty() && plan.question.maximal_counts)
    plan.refused = {Refusal::Unsupported, bounds.refusal, bounds.refusal_range};
}

// Whether the question is about a state that a run comes to from the start, and not about the run as a whole. That is a
// search for states, which stay inside a formula.
bool is_about_states(const search::LivenessQuestion& question) {
  return question.begin == search::LivenessQuestion::Begin::Start && !question.maximal_counts;
}

// For a question about states.
template <typename B>
Outcome find_state(const model::Network& network, const analysis::ClockBounds& bounds,
                   const search::LivenessQuestion& question, const search::Options& options) {
  search::SuccessorRules inside;
  inside.stay = question.stay;
  inside.is_stay_negated = question.is_negated;
  search::Sought goal;
  goal.formula = question.goal;
  goal.is_negated = question.is_goal_negated;
  Outcome result = std::move(search::reach<B>(network, bounds, {&goal, 1}, options, inside)[0]);
  if (result.kind != Outcome::Kind::Reached) return result;
  result.run_end = search::MaximalRun::End::Goal;
  if (!result.path) return result;
  result.run.emplace();
  result.run->path = std::move(*result.path);
  result.run->end = search::MaximalRun::End::Goal;
  result.path.reset();
  return result;
}

Outcome run_liveness_search(const model::Network& network, const analysis::ClockBounds& bounds,
                            const search::LivenessQuestion& question, const search::Options& options) {
  const bool fits_narrow = std::max(bounds.largest, question.bound) <= kNarrowConstants;
  return search_in_width(fits_narrow, options, [&](auto width, const search::Options& how) {
    if (is_about_states(question)) return find_state<decltype(width)>(network, bounds, question, how);
    return search::find_run<decltype(width)>(network, bounds, question, how);
  });
}

// One search of a plan. All but the last find every run, and perhaps some that do not exist.
struct Stage {
  const NamedAbstraction* abstraction = nullptr;
  bool is_divergent = false;
  bool has_hulls = false;    // runs begin in hulls of what can be reached
  bool proves = false;       // see search/runs/round_proof.hpp
  std::uint64_t effort = 0;  // after so much it is left to the stages behind it; 0: it goes to the end
};

// A sweep for the states where runs begin may be made with hulls where nothing that was asked for is at odds with them.
bool may_use_hulls(const LivenessPlan& plan) {
  return plan.first != nullptr && plan.question.begin != search::LivenessQuestion::Begin::Start &&
         search::stores_all(plan.options) && plan.options.zones.is_shared;
}

// With lower/upper bounds and plain inclusion every real state lies in some abstract one, so every maximal run is among
// the abstract ones, and where none is found there is none. Only what is found must be looked for again. In the same
// way, where there is no maximal run at all, there is none whose time diverges; and where there is none that begins in
// the hull of all states with the same locations and variables, there is none.
//
// Hulls are few where zones are many, but what begins in them need not exist. So queries that are answered soon are
// tried without them first. The try is not saved; where searches are saved, it is left out, and hulls come first.
std::vector<Stage> stages_of(const LivenessPlan& plan, bool tries_first) {
  constexpr std::uint64_t kSoon = 100'000;  // moves
  std::vector<Stage> result;
  if (plan.first != nullptr) {
    if (tries_first) result.push_back({.abstraction = plan.first, .effort = kSoon});
    if (may_use_hulls(plan)) result.push_back({.abstraction = plan.first, .has_hulls = true, .proves = true});
    result.push_back({.abstraction = plan.first, .proves = true});
  }
  if (plan.first != nullptr && plan.question.is_divergent)
    result.push_back({.abstraction = plan.first, .is_divergent = true});
  result.push_back({.abstraction = plan.abstraction, .is_divergent = plan.question.is_divergent});
  return result;
}

search::Options options_of(const Stage& stage, const search::Options& planned, bool is_last) {
  search::Options result = planned;
  result.abstraction = stage.abstraction->kind;
  result.wants_path = is_last && planned.wants_path;
  result.limits.effort = stage.effort;
  if (stage.effort > 0) result.checkpoint = nullptr;
  if (!stage.has_hulls) return result;
  result.hull = true;
  // Which states may be forgotten when memory is short was not worked out for hulls.
  result.marks_when_short = nullptr;
  if (order::find_order(result.order)->needs_all) result.order = order::kBreadthFirst;
  return result;
}

Outcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds, bool tries_first,
                 LivenessPlan& plan) {
  const bool is_divergent = plan.question.is_divergent;
  const std::vector<Stage> stages = stages_of(plan, tries_first);
  search::Options planned = plan.options;
  Outcome result;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Stage& stage = stages[i];
    plan.question.is_divergent = stage.is_divergent;
    plan.question.proves = stage.proves;
    plan.abstraction = stage.abstraction;
    result = run_liveness_search(network, bounds, plan.question, options_of(stage, planned, i + 1 == stages.size()));
    spend(result.seconds_here, planned.limits);
    const bool is_found = result.kind == Outcome::Kind::Reached || result.kind == Outcome::Kind::Error;
    // Hulls leave fewer ways to work on when memory is short.
    const bool is_short = stage.has_hulls && planned.checkpoint == nullptr && result.kind == Outcome::Kind::Unknown &&
                          result.reason.starts_with(search::LimitWatch::kMemory);
    if (!is_found && result.kind != Outcome::Kind::Left && !is_short) break;
    // What a try has found, others that are no more exact would find as well.
    while (is_found && stage.effort > 0 && i + 1 < stages.size() && stages[i + 1].proves) ++i;
  }
  plan.question.is_divergent = is_divergent;
  return result;
}

// Adds the notes of the query about its moment and about the end of the run.
void annotate(const LivenessPlan& plan, const search::MaximalRun& run, Trace& trace) {
  trace.moment_note = plan.violation.moment;
  if (run.end == search::MaximalRun::End::Goal) trace.end_note = plan.violation.end;
}

// The run is one of the original network, and the query is the original one: if a reduction changed the model, the
// formulas and clock bounds of the search are about another network.
void add_trace(const model::Network& network, const model::Query& query, const LivenessPlan& plan,
               const search::MaximalRun& run, const std::string& kind, QueryResult& result) {
  LivenessPlan shown;  // stays where it is: its question points into it
  ask(network, query, shown);
  const search::LivenessQuestion& question = shown.question;
  trace::RunRequest request;
  request.run = &run;
  request.stay = question.stay;
  request.is_negated = question.is_negated;
  request.from = question.from;
  request.reductions = plan.options.reductions;
  request.is_divergent = plan.question.is_divergent;
  request.has_observer = question.has_observer;
  request.goal = question.goal;
  request.is_goal_negated = question.is_goal_negated;
  request.caps = analysis::largest_bounds(analysis::clock_bounds(network, query));
  if (request.has_observer) request.caps.push_back(question.bound);
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
  made.trace->kind = kSomeTrace;
  annotate(plan, run, *made.trace);
  if (kind != kSomeTrace)
    result.trace_note = fmt::format("this is some run: {} traces exist for E<> and A[] only", kind);
  if (!made.trace->has_times)
    result.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
  else if (made.trace->end == Trace::End::Cycle && !made.trace->repeats)
    result.trace_note =
        "the cycle can be repeated for ever, but no delays were found after which the clocks have the same values "
        "again";
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
      if (search::is_limitation(outcome.reason)) result.refusal = Refusal::Unsupported;
      result.reason =
          is_approximate
              ? fmt::format("stopwatches are over-approximated; an error in the over-approximation: {}", outcome.reason)
              : outcome.reason;
      return;
  }
}

}  // namespace

bool is_liveness(const model::Query& query) {
  return query.kind == QueryKind::Potentially || query.kind == QueryKind::Eventually ||
         query.kind == QueryKind::LeadsTo || is_monitor(query);
}

void check_liveness(const model::Network& original, const model::Query& written, const Request& options,
                    const lang::Sources& sources, const Saving& saving, QueryResult& result) {
  const reduce::Choice choice = choose_reductions(written, options);
  const reduce::Reductions reductions(choice.used, original, written);
  const model::Network& network = reductions.network(original);
  const model::Query& query = reductions.query(written);
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, query);
  LivenessPlan plan;  // stays where it is: the question points into it
  make_plan(network, bounds, query, options, plan);
  if (refuse(plan.refused, sources, result) || refuse(refused_option(choice.refusal), sources, result)) return;
  // Runs from the start are looked for depth-first; where a run may begin, or lead, is found by an exploration.
  const bool explores = plan.question.begin != search::LivenessQuestion::Begin::Start || is_about_states(plan.question);
  result.order = explores                          ? plan.options.order
                 : options.order == order::kRandom ? std::string(order::kRandom)
                                                   : std::string(order::kDepthFirst);
  plan.options.reductions = &reductions;
  plan.options.checkpoint = saving.checkpoint;
  MoveMarks marks;
  if (refuse(refused_option(set_marks(network, options, marks, plan.options)), sources, result)) return;
  if (!saving.begin()) return;
  result.reduce = reductions.names();
  if (options.progress)
    plan.options.progress = [&](const search::Stats& stats, std::size_t waiting) {
      options.progress({result.index, stats_of(stats), waiting});
    };
  begin_search(options.on_stage, options.memory_bytes);
  Outcome found;
  try {
    const bool is_watched = options.most_visited + options.most_looks > 0;
    found = run_plan(network, bounds, !options.hull && saving.checkpoint == nullptr && !is_watched, plan);
  } catch (const std::bad_alloc&) {
    found.reason = "out of memory";
  }
  result.abstraction = plan.abstraction->name;
  if (options.nonzeno) result.note = "only runs whose time diverges count";
  add_note(options_without_effect(options, query, explores ? SearchKind::Exploration : SearchKind::Runs), result.note);
  add_note(choice.left_out, result.note);
  result.stats = stats_of(found.stats);
  conclude(query, found, network.has_stopwatches, result);
  result.reason = with_place(result.reason, found.range, sources);
  if (found.run)
    add_trace(original, written, plan, *found.run, options.trace, result);
  else if (plan.options.wants_path && found.kind == Outcome::Kind::Reached)
    result.trace_note = "there is no trace: " + (found.reason.empty() ? std::string(kLostLinks) : found.reason);
}

}  // namespace zonda::check
