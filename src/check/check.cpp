#include "check/check.hpp"

#include "analysis/clock_bounds.hpp"
#include "check/choose_order.hpp"
#include "check/covering.hpp"
#include "check/liveness.hpp"
#include "check/parts.hpp"
#include "check/values.hpp"
#include "order/orders.hpp"
#include "search/memory.hpp"
#include "search/reachability.hpp"
#include "trace/make.hpp"
#include "util/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <new>
#include <optional>
#include <variant>

namespace zonda::check {

namespace {

using lang::QueryKind;
using search::Outcome;
using step::Abstraction;

constexpr std::array kAbstractions = {
    NamedAbstraction{"none", Abstraction::None, false},
    NamedAbstraction{"extra-m", Abstraction::ExtraM, false},
    NamedAbstraction{"extra-m-plus", Abstraction::ExtraMPlus, false},
    NamedAbstraction{"extra-lu", Abstraction::ExtraLU, false},
    NamedAbstraction{"extra-lu-plus", Abstraction::ExtraLUPlus, false},
    NamedAbstraction{"alu", Abstraction::ExtraLUPlus, true},
};

}  // namespace

const NamedAbstraction* find_abstraction(std::string_view name) {
  for (const NamedAbstraction& a : kAbstractions)
    if (a.name == name) return &a;
  return nullptr;
}

namespace {

// The plan for one query: what is used, or why nothing can be.
struct Plan {
  const NamedAbstraction* abstraction = nullptr;
  search::Options options;
  // Tried first: it may find states that are not there, but it misses none, so that 'not reached' is final.
  const NamedAbstraction* first = nullptr;
  bool clears_dead = false;
  std::vector<std::vector<keep::Marks>> marks;
  std::size_t swarm = 1;
  std::string refusal;
  model::SourceRange refusal_range;
};

// option_error() has looked at it.
keep::Strategy strategy_of(const CheckOptions& options) {
  keep::Strategy result = std::get<keep::Strategy>(keep::parse_strategy(options.keep));
  result.seed = options.seed;
  if (result.kind == keep::Strategy::Kind::Auto) result.kind = keep::Strategy::Kind::All;
  return result;
}

// Soundness rules 1 and 3: lower/upper bounds keep reachability only, and only without difference constraints.
Plan make_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
               const CheckOptions& options) {
  Plan plan;
  plan.options.seed = options.seed;
  plan.options.keep = strategy_of(options);
  plan.options.hull = options.hull;
  plan.options.compact = options.compact;
  plan.options.bitstate_bytes = options.bitstate_bytes;
  plan.swarm = options.swarm;
  plan.options.order = choose_order(network, bounds, query, options, search::stores_all(plan.options));
  plan.options.shuffle = options.shuffle;
  const bool is_constant = query.guide.kind == model::Formula::Kind::Discrete && query.guide.integer.is_constant();
  plan.options.guide = is_constant ? nullptr : &query.guide;
  // What a hull reaches may be real; a trace that replays shows it.
  plan.options.wants_path = options.trace != "none" || options.hull;
  plan.options.is_shortest = options.trace == "shortest";
  plan.clears_dead = options.reduce == "auto" || options.reduce == "dead-variables";
  plan.options.limits = {options.memory_bytes, options.seconds, options.interrupt};
  std::string_view name = options.abstraction;
  if (name == "auto") name = bounds.has_diagonals ? "extra-m" : query.has_deadlock ? "extra-m-plus" : "alu";
  plan.abstraction = find_abstraction(name);
  if (options.abstraction == "auto" && query.has_deadlock && !bounds.has_diagonals)
    plan.first = find_abstraction("extra-lu-plus");
  const bool is_lu = name == "extra-lu" || name == "extra-lu-plus" || name == "alu";
  if (is_lu && query.has_deadlock)
    plan.refusal = fmt::format("--abstraction {} is not sound for 'deadlock'; use extra-m-plus", name);
  if (name != "extra-m" && name != "none" && bounds.has_diagonals)
    plan.refusal = fmt::format("--abstraction {} is not sound with clock differences; use extra-m", name);
  if (bounds.has_diagonals && bounds.has_urgent_guards)
    plan.refusal = "not supported: clock differences together with clock guards on urgent channels";
  if (!bounds.refusal.empty() && name != "none") {
    plan.refusal = bounds.refusal;
    plan.refusal_range = bounds.refusal_range;
  }
  plan.options.abstraction = plan.abstraction->kind;
  plan.options.use_alu = plan.abstraction->use_alu;
  return plan;
}

}  // namespace

std::string with_place(const std::string& reason, model::SourceRange range, const lang::Sources& sources) {
  return range.is_known() ? fmt::format("{} ({})", reason, sources.place(range)) : reason;
}

CheckStats stats_of(const search::Stats& s) {
  CheckStats result;
  result.visited = s.visited;
  result.stored = s.stored;
  result.peak_stored = s.peak_stored;
  result.covered = s.covered;
  result.mistakes = s.mistakes;
  result.touched = s.touched;
  result.transitions = s.transitions;
  result.discrete_states = s.discrete_states;
  result.zones = s.zones;
  result.zone_operations = s.zone_operations;
  result.zone_hits = s.zone_hits;
  result.store_bytes = s.store_bytes;
  result.omissions = s.omissions;
  result.peak_bytes = search::peak_resident_bytes();
  result.seconds = s.seconds;
  return result;
}

namespace {

// Narrow bounds where the constants leave room; the search notices when a zone outgrows them, and is run again with
// wide ones.
Outcome run_search(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                   const search::Options& options) {
  // Cutting zones up along differences and urgent guards takes more room.
  const std::int32_t narrow_constants = bounds.has_diagonals || bounds.has_urgent_guards ? 500 : 2000;
  const bool is_negated = query.kind == QueryKind::Invariantly;
  double spent = 0;
  if (bounds.largest <= narrow_constants) {
    Outcome outcome = search::reach<std::int16_t>(network, bounds, query.predicate, is_negated, options);
    if (outcome.kind != Outcome::Kind::TooNarrow) return outcome;
    spent = outcome.stats.seconds;
  }
  search::Options rest = options;
  if (rest.limits.seconds > 0) rest.limits.seconds = std::max(0.001, rest.limits.seconds - spent);
  return search::reach<std::int32_t>(network, bounds, query.predicate, is_negated, rest);
}

// Several runs that miss different states, because their hashes and orders are different. The first that finds
// something ends it.
Outcome run_swarm(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                  search::Options options, std::size_t runs) {
  Outcome all;
  for (std::size_t i = 0; i < runs; ++i) {
    if (i > 0) {
      options.order = "random";
      options.seed += 1;
      options.hash_seed = mix(options.seed, 0x9E3779B97F4A7C15ULL);
    }
    Outcome one = run_search(network, bounds, query, options);
    search::Stats& s = one.stats;
    if (i > 0) {
      s.visited += all.stats.visited;
      s.transitions += all.stats.transitions;
      s.covered += all.stats.covered;
      s.mistakes += all.stats.mistakes;
      s.stored = std::max(s.stored, all.stats.stored);
      s.peak_stored = std::max(s.peak_stored, all.stats.peak_stored);
      s.omissions = std::min(s.omissions, all.stats.omissions);
    }
    if (options.limits.seconds > 0) options.limits.seconds = std::max(0.001, options.limits.seconds - s.seconds);
    s.seconds += all.stats.seconds;
    all = std::move(one);
    if (all.kind != Outcome::Kind::NotReached) break;
  }
  return all;
}

// Lower/upper bounds do not keep deadlocks: an abstract zone may hold a valuation that is stuck although none of the
// real ones is. But with plain inclusion every real state lies in some abstract one, so what is not found there does
// not exist. Only what is found must be looked for again, with maximal constants, which keep everything.
Outcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                 Plan& plan) {
  if (plan.first == nullptr) return run_swarm(network, bounds, query, plan.options, plan.swarm);
  search::Options options = plan.options;
  options.abstraction = plan.first->kind;
  options.use_alu = plan.first->use_alu;
  options.wants_path = false;
  Outcome outcome = run_swarm(network, bounds, query, options, plan.swarm);
  if (outcome.kind != Outcome::Kind::Reached && outcome.kind != Outcome::Kind::Error) {
    plan.abstraction = plan.first;
    return outcome;
  }
  if (options.limits.seconds > 0)
    plan.options.limits.seconds = std::max(0.001, options.limits.seconds - outcome.stats.seconds);
  return run_swarm(network, bounds, query, plan.options, plan.swarm);
}

}  // namespace

trace::Watch watch_for(const search::Limits& limits) {
  const auto start = std::chrono::steady_clock::now();
  return [limits, start]() -> std::string {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (limits.interrupt != nullptr && limits.interrupt->load()) return "interrupted";
    if (limits.seconds > 0 && seconds > limits.seconds) return "time limit reached";
    if (limits.memory_bytes > 0 && search::resident_bytes() > limits.memory_bytes) return "memory limit reached";
    return {};
  };
}

namespace {

// The fastest trace: no goal is reached before it. What was found so far gives an upper bound for the time. Says why
// there is no certainty, if so.
std::string find_fastest(const model::Network& network, analysis::ClockBounds bounds, const model::Query& query,
                         const Plan& plan, double spent, trace::Made& made) {
  if (!made.trace->has_times) return "stopped clocks have no exact times";
  const std::int64_t least = made.trace->least_time;
  if (least > model::kLargestClockConstant) return fmt::format("it takes more than {}", model::kLargestClockConstant);
  search::Options options = plan.options;
  options.order = "earliest";
  options.sooner_than = {static_cast<std::int32_t>(least), !made.trace->is_least_reached};
  if (options.limits.seconds > 0) options.limits.seconds = std::max(0.001, options.limits.seconds - spent);
  analysis::add_time_clock(bounds, static_cast<std::int32_t>(least));
  const Outcome outcome = run_search(network, bounds, query, options);
  if (outcome.kind == Outcome::Kind::NotReached) return {};
  if (outcome.kind != Outcome::Kind::Reached) return outcome.reason;
  trace::Made sooner = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                         true, watch_for(options.limits));
  if (!sooner.obstacle.empty()) return sooner.obstacle;
  made = std::move(sooner);
  if (!made.trace) return {};
  const search::Duration took{static_cast<std::int32_t>(made.trace->least_time), !made.trace->is_least_reached};
  if (took != outcome.soonest) made = {{}, "its moves take longer than the search says", {}};
  return {};
}

void add_trace(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
               const Plan& plan, const Outcome& outcome, const std::string& kind, QueryResult& result) {
  const bool is_fastest = kind == "fastest";
  trace::Made made = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                       is_fastest, watch_for(plan.options.limits));
  bool is_as_asked = true;
  if (is_fastest && made.trace) {
    const std::string why_not = find_fastest(network, bounds, query, plan, outcome.stats.seconds, made);
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
  made.trace->kind = is_as_asked ? kind : "some";
  if (!made.trace->has_times)
    result.trace_note = "stopwatches are over-approximated: there may be no run that follows this trace";
  result.trace = std::make_shared<Trace>(std::move(*made.trace));
}

// In which directions a search may err; empty: it does not.
struct Approximations {
  std::string over;   // it may reach what the model does not
  std::string under;  // it may miss something
};

Approximations approximations(const model::Network& network, const CheckOptions& options, const Outcome& outcome) {
  Approximations result;
  if (network.has_stopwatches) result.over = "stopwatches are over-approximated";
  if (options.hull)
    result.over =
        result.over.empty() ? "zones are over-approximated by hulls" : "stopwatches and zones are over-approximated";
  // With several runs the best one is told.
  if (options.compact || options.bitstate_bytes > 0)
    result.under = fmt::format("states with equal hashes may have been missed, {:.2g} on average at most",
                               outcome.stats.omissions);
  return result;
}

void conclude(const model::Query& query, const Outcome& outcome, const Approximations& approximations,
              QueryResult& result) {
  const bool is_possibly = query.kind == QueryKind::Possibly;
  const bool is_approximate = !approximations.over.empty();
  switch (outcome.kind) {
    case Outcome::Kind::Reached:
      result.verdict = is_possibly ? Verdict::Satisfied : Verdict::NotSatisfied;
      if (!is_approximate) return;
      result.verdict = is_possibly ? Verdict::MaybeSatisfied : Verdict::MaybeNotSatisfied;
      result.reason = approximations.over;
      return;
    case Outcome::Kind::NotReached:
      result.verdict = is_possibly ? Verdict::NotSatisfied : Verdict::Satisfied;
      if (approximations.under.empty()) return;
      result.verdict = is_possibly ? Verdict::MaybeNotSatisfied : Verdict::MaybeSatisfied;
      result.reason = approximations.under;
      return;
    case Outcome::Kind::Unknown:
      result.verdict = Verdict::Unknown;
      result.reason = outcome.reason;
      return;
    case Outcome::Kind::Error:
    case Outcome::Kind::TooNarrow:
      result.verdict = is_approximate ? Verdict::Unknown : Verdict::Error;
      result.reason =
          is_approximate ? fmt::format("{}, and there {}", approximations.over, outcome.reason) : outcome.reason;
      return;
  }
}

}  // namespace

namespace {

// What was reached through hulls is real if a run leads there.
void confirm(const model::Network& network, const model::Query& query, const Plan& plan, const Outcome& outcome,
             const std::string& kind, QueryResult& result) {
  if (network.has_stopwatches || !outcome.path) return;
  trace::Made made = trace::make_trace(network, *outcome.path, query.predicate, query.kind == QueryKind::Invariantly,
                                       false, watch_for(plan.options.limits));
  if (!made.trace || !made.trace->has_times) return;
  result.verdict = query.kind == QueryKind::Possibly ? Verdict::Satisfied : Verdict::NotSatisfied;
  result.reason.clear();
  if (kind == "none") return;
  made.trace->kind = "some";
  result.trace = std::make_shared<Trace>(std::move(*made.trace));
}

}  // namespace

QueryResult check_query(const model::Network& network, std::size_t index, const CheckOptions& options,
                        const lang::Sources& sources) {
  const model::Query& query = network.queries[index];
  QueryResult result;
  result.index = index + 1;
  result.formula = query.text;
  result.position = sources.place(query.range);
  result.verdict = Verdict::Error;
  if (query.is_wrong) return result.reason = "the formula has an error", result;
  if (const std::string reason = model::why_refused(query); !reason.empty())
    return result.reason = "not supported: " + reason, result;
  const std::string refusal = step::Moves::refusal(network);
  if (!refusal.empty()) return result.reason = "not supported: " + refusal, result;

  if (is_liveness(query.kind)) {
    check_liveness(network, query, options, sources, result);
    return result;
  }
  if (is_value_query(query.kind)) {
    check_values(network, query, options, sources, result);
    return result;
  }
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, query);
  Plan plan = make_plan(network, bounds, query, options);
  if (!plan.refusal.empty()) {
    result.reason = with_place(plan.refusal, plan.refusal_range, sources);
    return result;
  }
  result.order = plan.options.order;
  result.keep = keep::text_of(plan.options.keep);
  plan.marks = move_marks(network, plan.options.keep, options.cover_edges, options.cover_edges_file, options.seed,
                          result.reason);
  if (!result.reason.empty()) return result;
  if (!plan.marks.empty()) plan.options.marks = &plan.marks;
  analysis::LiveVariables live;
  if (plan.clears_dead) {
    live = analysis::LiveVariables(network, query);
    plan.options.live = live.count() == 0 ? nullptr : &live;
  }
  result.reduce = plan.options.live == nullptr ? "none" : "dead-variables";
  if (options.progress)
    plan.options.progress = [&](const search::Stats& stats, std::size_t waiting) {
      options.progress({index + 1, stats_of(stats), waiting});
    };
  search::prepare_memory();
  Outcome outcome;
  try {
    outcome = run_plan(network, bounds, query, plan);
  } catch (const std::bad_alloc&) {
    outcome.reason = "there is no more memory";
  }
  result.abstraction = plan.abstraction->name;
  result.stats = stats_of(outcome.stats);
  conclude(query, outcome, approximations(network, options, outcome), result);
  result.reason = with_place(result.reason, outcome.range, sources);
  if (options.hull && outcome.kind == Outcome::Kind::Reached) {
    confirm(network, query, plan, outcome, options.trace, result);
  } else if (outcome.path) {
    add_trace(network, bounds, query, plan, outcome, options.trace, result);
  }
  return result;
}

}  // namespace zonda::check
