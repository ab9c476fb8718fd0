#include "check/explain.hpp"

#include "check/answering.hpp"
#include "check/reach.hpp"
#include "check/widths.hpp"
#include "order/names.hpp"
#include "trace/make.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace zonda::check {

using lang::QueryKind;
using search::Outcome;

namespace {

// Finds the fastest trace: no goal is reached before it. The goal that was found so far gives an upper bound for the
// time. If the minimum is not certain, says why. The search uses the network as the reductions leave it, the trace uses
// the original.
std::string find_fastest(const model::Network& network, const model::Query& query, const Footing& footing,
                         const Plan& plan, double spent, trace::Made& made) {
  // A run that is sooner would be looked for in an over-approximation.
  if (!made.trace->has_times || network.has_stopwatches) return "stopped clocks have no exact times";
  const std::int64_t least = made.trace->least_time;
  if (least > model::kLargestClockConstant) return fmt::format("it takes more than {}", model::kLargestClockConstant);
  search::Options options = plan.options;
  options.order = order::kEarliest;
  options.checkpoint = nullptr;
  options.sooner_than = {static_cast<std::int32_t>(least), !made.trace->is_least_reached};
  check::spend(spent, options.limits);
  analysis::ClockBounds bounds = footing.bounds;
  analysis::add_time_clock(bounds, static_cast<std::int32_t>(least));
  const reduce::Reductions& reductions = footing.reductions;
  const Outcome outcome = run_one(reductions.network(network), bounds, reductions.query(query), options);
  if (outcome.kind == Outcome::Kind::NotReached) return {};
  if (outcome.kind != Outcome::Kind::Reached || !outcome.path) return outcome.reason;
  trace::Made sooner = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                         true, watch_for(options.limits));
  if (!sooner.obstacle.empty()) return sooner.obstacle;
  made = std::move(sooner);
  if (!made.trace) return {};
  const search::Duration took{static_cast<std::int32_t>(made.trace->least_time), !made.trace->is_least_reached};
  if (took != outcome.soonest) made = {{}, "its moves take longer than the search found", {}};
  return {};
}

}  // namespace

void add_trace(const model::Network& network, const model::Query& query, const Footing& footing, const Plan& plan,
               const Outcome& outcome, const std::string& kind, QueryResult& result) {
  const bool is_fastest = kind == kFastestTrace;
  trace::Made made = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                       is_fastest, watch_for(plan.options.limits));
  bool is_as_asked = true;
  if (is_fastest && made.trace) {
    const std::string why_not = find_fastest(network, query, footing, plan, outcome.stats.seconds, made);
    is_as_asked = why_not.empty();
    if (!is_as_asked) result.trace_note = "this trace may not be the fastest: " + why_not;
  }
  if (!made.obstacle.empty()) {
    result.trace_note = "there is no trace: " + made.obstacle;
    return;
  }
  if (!made.trace) {
    result.verdict = Verdict::Error;
    result.reason = "internal error: the trace does not replay: " + made.failure;
    return;
  }
  made.trace->kind = is_as_asked ? kind : std::string(kSomeTrace);
  if (!made.trace->has_times)
    result.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
  result.trace = std::make_shared<Trace>(std::move(*made.trace));
}

void confirm(const model::Network& network, const model::Query& query, const Plan& plan, const Outcome& outcome,
             const std::string& kind, QueryResult& result) {
  if (!outcome.path && !outcome.reason.empty()) result.trace_note = "there is no trace: " + outcome.reason;
  if (network.has_stopwatches || !outcome.path) return;
  trace::Made made = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                       false, watch_for(plan.options.limits));
  if (!made.trace || !made.trace->has_times) return;
  result.verdict = query.kind == QueryKind::Possibly ? Verdict::Satisfied : Verdict::NotSatisfied;
  result.reason.clear();
  if (kind == kNone) return;
  made.trace->kind = kSomeTrace;
  result.trace = std::make_shared<Trace>(std::move(*made.trace));
}

}  // namespace zonda::check
