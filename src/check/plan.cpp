#include "check/plan.hpp"

#include "check/choose_order.hpp"
#include "check/covering.hpp"
#include "check/liveness.hpp"
#include "check/values.hpp"
#include "search/mergings.hpp"
#include "store/zone_forms.hpp"

#include <utility>
#include <variant>

namespace zonda::check {

namespace {

// The storing strategy; option_error() has checked the text.
keep::Strategy strategy_of(const CheckOptions& options) {
  keep::Strategy result =
      options.keep == kAuto ? keep::all_states() : std::get<keep::Strategy>(keep::parse_strategy(options.keep));
  result.seed = options.seed;
  return result;
}

// The properties that the query needs and that a reduction might not preserve.
reduce::Needs needs_of(const model::Query& query, const CheckOptions& options) {
  reduce::Needs result;
  result.reachability = true;
  result.deadlock = query.has_deadlock;
  result.liveness = is_liveness(query);
  result.values = is_value_query(query.kind);
  result.traces = options.trace != kNone || options.hull;
  return result;
}

}  // namespace

reduce::Choice choose_reductions(const model::Query& query, const Request& options) {
  return reduce::choose(options.reduce, needs_of(query, options), options.more_reductions);
}

search::Options search_options(const Request& options) {
  search::Options result;
  result.seed = options.seed;
  result.keep = strategy_of(options);
  result.hull = options.hull;
  result.compact = options.compact;
  result.bitstate_bytes = options.bitstate_bytes;
  result.shuffle = options.shuffle;
  result.hash_stats = options.hash_stats;
  result.merge_from = search::find_merging(options.merge)->least_zones;
  result.packs = options.pack;
  result.zones = {store::find_zone_form(options.zones)->form, options.share_zones};
  result.limits = {options.memory_bytes, options.seconds,      options.interrupt,  options.spill,
                   options.rehearsal,    options.most_visited, options.most_looks, 0,
                   options.relieves,     options.tables};
  return result;
}

std::string set_marks(const model::Network& network, const CheckOptions& options, MoveMarks& marks,
                      search::Options& search) {
  std::string error;
  marks = move_marks(network, search.keep, {options.cover_edges, options.cover_edges_file, options.seed, options.hull},
                     error);
  if (!marks.empty()) search.marks = &marks;
  // Few moves enter loops, and they are found quickly.
  if (options.keep == kAuto && search::stores_all(search))
    search.marks_when_short = [&network] {
      std::string nothing;
      return move_marks(network, keep::entry_states(), {}, nothing);
    };
  return error;
}

Plan make_plan(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
               const Request& options) {
  Plan plan;
  plan.options = search_options(options);
  plan.swarm = options.swarm;
  plan.options.order = choose_order(network, bounds, query, options, search::stores_all(plan.options));
  plan.options.proof_order = order_for_all(network, bounds);
  const bool is_constant = query.guide.kind == model::Formula::Kind::Discrete && query.guide.integer.is_constant();
  plan.options.guide = is_constant ? nullptr : &query.guide;
  // A state that is reached through hulls may be real; a trace that can be replayed shows it.
  plan.options.wants_path = options.trace != kNone || options.hull;
  plan.options.is_shortest = options.trace == kShortestTrace;
  reduce::Choice reductions = choose_reductions(query, options);
  plan.reductions = std::move(reductions.used);
  plan.left_out = std::move(reductions.left_out);
  ChosenAbstraction chosen =
      choose_abstraction(options.abstraction, abstraction_needs(query, bounds), bounds, "'deadlock'");
  plan.abstraction = chosen.abstraction;
  plan.refused = std::move(chosen.refused);
  if (plan.refused.kind == Refusal::None) plan.refused = refused_option(std::move(reductions.refusal));
  if (options.abstraction == kAuto && query.has_deadlock && !bounds.has_diagonals) plan.first = &widest_abstraction();
  if (options.abstraction == kAuto && bounds.has_diagonals && bounds.differences == analysis::Differences::Whole)
    plan.last = &best_abstraction(abstraction_needs(query, bounds), analysis::Differences::Split);
  plan.options.abstraction = plan.abstraction->kind;
  plan.options.use_alu = plan.abstraction->use_alu;
  return plan;
}

}  // namespace zonda::check
