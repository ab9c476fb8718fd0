#include "check/reach.hpp"

#include "check/widths.hpp"
#include "order/names.hpp"
#include "search/reach/reachability.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace zonda::check {

using search::Outcome;

search::Sought sought_by(const model::Query& query) {
  return {&query.predicate, query.kind == lang::QueryKind::Invariantly, false};
}

std::vector<Outcome> run_search(const model::Network& network, const analysis::ClockBounds& bounds,
                                std::span<const search::Sought> goals, const search::Options& options) {
  // Zones that are split along differences and urgent guards need more room; zones that are not split need less.
  constexpr std::int32_t kNarrowConstantsUncut = 2000;
  const bool is_cut = bounds.has_diagonals || bounds.has_urgent_guards;
  return search_in_width(bounds.largest <= (is_cut ? kNarrowConstants : kNarrowConstantsUncut), options,
                         [&](auto width, const search::Options& how) {
                           return search::reach<decltype(width)>(network, bounds, goals, how);
                         });
}

Outcome run_one(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                const search::Options& options) {
  return std::move(run_search(network, bounds, std::array{sought_by(query)}, options)[0]);
}

namespace {

// Makes several runs that miss different states, because their hashes and orders are different. The first run that
// finds something ends it.
Outcome run_swarm(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                  search::Options options, std::size_t runs) {
  Outcome all;
  for (std::size_t i = 0; i < runs; ++i) {
    if (i > 0) {
      options.order = order::kRandom;
      options.seed += 1;
      options.hash_seed = mix(options.seed, 0x9E3779B97F4A7C15ULL);
    }
    Outcome one = run_one(network, bounds, query, options);
    search::Stats& s = one.stats;
    spend(one.seconds_here, options.limits);
    if (i > 0) {
      search::add_earlier(s, all.stats);
      // The estimate of the run that found most: a run that missed an early state counts few omissions but missed
      // everything behind it.
      if (s.stored < all.stats.stored || (s.stored == all.stats.stored && s.omissions > all.stats.omissions)) {
        s.omissions = all.stats.omissions;
        s.bits_set = all.stats.bits_set;
      }
      s.stored = std::max(s.stored, all.stats.stored);
    }
    // An error that another run met counts, unless this one found the goal.
    if (all.is_complete && one.kind == Outcome::Kind::NotReached) {
      one.kind = Outcome::Kind::Error;
      one.reason = all.reason;
      one.range = all.range;
      one.is_complete = true;
    }
    all = std::move(one);
    if (all.kind != Outcome::Kind::NotReached && !all.is_complete) break;
  }
  return all;
}

// Bounds of zones that are not split along differences of clocks may grow from state to state for long. If they leave
// the widest format, the search is made again with zones that are split, whose bounds do not grow.
Outcome run_split(const model::Network& network, const model::Query& query, Plan& plan, Outcome too_narrow) {
  const analysis::ClockBounds bounds = analysis::clock_bounds(network, query);
  if (!bounds.refusal.empty()) return too_narrow;
  spend(too_narrow.seconds_here, plan.options.limits);
  plan.abstraction = plan.last;
  search::Options options = plan.options;
  options.abstraction = plan.last->kind;
  options.use_alu = plan.last->use_alu;
  return run_swarm(network, bounds, query, options, plan.swarm);
}

}  // namespace

// Lower/upper bounds do not preserve deadlocks: an abstract zone may hold a valuation that is stuck although none of
// the real ones is. But with plain inclusion every real state lies in some abstract one, so a deadlock that is not
// found there does not exist. Only one that is found must be looked for again, with maximal constants, which preserve
// everything.
Outcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                 Plan& plan) {
  if (plan.first == nullptr) {
    Outcome outcome = run_swarm(network, bounds, query, plan.options, plan.swarm);
    if (outcome.kind != Outcome::Kind::TooNarrow || plan.last == nullptr) return outcome;
    return run_split(network, query, plan, std::move(outcome));
  }
  search::Options options = plan.options;
  options.abstraction = plan.first->kind;
  options.use_alu = plan.first->use_alu;
  options.wants_path = false;
  Outcome outcome = run_swarm(network, bounds, query, options, plan.swarm);
  if (outcome.kind != Outcome::Kind::Reached && outcome.kind != Outcome::Kind::Error) {
    plan.abstraction = plan.first;
    return outcome;
  }
  spend(outcome.seconds_here, plan.options.limits);
  return run_swarm(network, bounds, query, plan.options, plan.swarm);
}

}  // namespace zonda::check
