#include "check/reach.hpp"

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

// Narrow bounds where the constants leave room; the search notices when a zone outgrows them, and is run again with
// wide ones.
std::vector<Outcome> run_search(const model::Network& network, const analysis::ClockBounds& bounds,
                                std::span<const search::Sought> goals, const search::Options& options) {
  // Cutting zones up along differences and urgent guards takes more room.
  const std::int32_t narrow_constants = bounds.has_diagonals || bounds.has_urgent_guards ? 500 : 2000;
  double spent = 0;
  if (bounds.largest <= narrow_constants) {
    std::vector<Outcome> outcomes = search::reach<std::int16_t>(network, bounds, goals, options);
    const auto narrow = std::ranges::find(outcomes, Outcome::Kind::TooNarrow, &Outcome::kind);
    if (narrow == outcomes.end()) return outcomes;
    spent = narrow->seconds_here;
  }
  search::Options rest = options;
  if (rest.limits.seconds > 0) rest.limits.seconds = std::max(0.001, rest.limits.seconds - spent);
  return search::reach<std::int32_t>(network, bounds, goals, rest);
}

Outcome run_one(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                const search::Options& options) {
  return std::move(run_search(network, bounds, std::array{sought_by(query)}, options)[0]);
}

namespace {

// Several runs that miss different states, because their hashes and orders are different. The first that finds
// something ends it.
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
    if (options.limits.seconds > 0) options.limits.seconds = std::max(0.001, options.limits.seconds - one.seconds_here);
    if (i > 0) {
      search::add_earlier(s, all.stats);
      // That of the run which found most: one that went astray early missed few states, but all behind them.
      if (s.stored < all.stats.stored || (s.stored == all.stats.stored && s.omissions > all.stats.omissions)) {
        s.omissions = all.stats.omissions;
        s.bits_set = all.stats.bits_set;
      }
      s.stored = std::max(s.stored, all.stats.stored);
    }
    all = std::move(one);
    if (all.kind != Outcome::Kind::NotReached) break;
  }
  return all;
}

}  // namespace

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
    plan.options.limits.seconds = std::max(0.001, options.limits.seconds - outcome.seconds_here);
  return run_swarm(network, bounds, query, plan.options, plan.swarm);
}

}  // namespace zonda::check
