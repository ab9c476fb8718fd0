// Which options can be combined, and which have no effect on a query.
#include "check/answering.hpp"
#include "check/check_queries.hpp"
#include "check/liveness.hpp"
#include "check/monitor.hpp"
#include "check/option_table.hpp"
#include "check/values.hpp"
#include "keep/keep.hpp"
#include "order/orders.hpp"
#include "reduce/reductions.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

namespace zonda::check {

namespace {

constexpr auto kOrder = flag_of(&CheckOptions::order);
constexpr auto kKeep = flag_of(&CheckOptions::keep);
constexpr auto kTrace = flag_of(&CheckOptions::trace);
constexpr auto kHull = flag_of(&CheckOptions::hull);
constexpr auto kCompact = flag_of(&CheckOptions::compact);
constexpr auto kBitstate = flag_of(&CheckOptions::bitstate_bytes);
constexpr auto kSwarm = flag_of(&CheckOptions::swarm);
constexpr auto kMemory = flag_of(&CheckOptions::memory_bytes);
constexpr auto kSpill = flag_of(&CheckOptions::spill);
constexpr auto kCheckpoint = flag_of(&CheckOptions::checkpoint);
constexpr auto kNoSharedZones = flag_of(&CheckOptions::share_zones);

// Why an option that needs all states cannot be combined with `other`, which does not keep them; empty if none is
// given.
std::string missing_states_error(const CheckOptions& options, const std::string& other) {
  constexpr std::string_view kNeedsAll = "needs all states that were found, so it cannot be combined with";
  const order::NamedOrder* order = order::find_order(options.order);
  if (order != nullptr && order->needs_all) return fmt::format("{} {} {} {}", kOrder, options.order, kNeedsAll, other);
  if (options.trace == kShortestTrace || options.trace == kFastestTrace)
    return fmt::format("a {} trace {} {}", options.trace, kNeedsAll, other);
  return {};
}

std::string approximation_error(const CheckOptions& options) {
  const bool is_hashed = options.compact || options.bitstate_bytes > 0;
  if (options.swarm > 1 && !is_hashed)
    return fmt::format("{} is for {} and {}: other searches miss nothing", kSwarm, kCompact, kBitstate);
  if (options.compact && options.bitstate_bytes > 0)
    return fmt::format("{} and {} are alternatives; choose one", kCompact, kBitstate);
  if (!options.hull && !is_hashed) return {};
  const std::string name(options.hull ? kHull : options.compact ? kCompact : kBitstate);
  if (is_hashed && options.keep != kAuto && !std::get<keep::Strategy>(keep::parse_strategy(options.keep)).stores_all())
    return fmt::format("{} keeps no states, so it cannot be combined with {} {}", name, kKeep, options.keep);
  return missing_states_error(options, name);
}

// Only some strategies use a covering set.
std::string cover_error() {
  std::vector<std::string> strategies;
  for (const keep::NamedStrategy& s : keep::strategies())
    if (s.marks == keep::kCovering) strategies.push_back(fmt::format("{} {}", kKeep, s.name));
  return fmt::format("{} is for {}", flag_of(&CheckOptions::cover_edges_file), list_text(strategies));
}

std::string keep_error(const CheckOptions& options) {
  const bool has_own_cover = !options.cover_edges.empty();
  if (options.keep == kAuto) return has_own_cover ? cover_error() : std::string();
  const auto parsed = keep::parse_strategy(options.keep);
  if (std::holds_alternative<std::string>(parsed)) return fmt::format("{}: {}", kKeep, std::get<std::string>(parsed));
  const keep::Strategy strategy = std::get<keep::Strategy>(parsed);
  if (has_own_cover && strategy.marks() != keep::kCovering) return cover_error();
  if (strategy.stores_all()) return {};
  return missing_states_error(options, fmt::format("{} {}", kKeep, options.keep));
}

std::string zone_error(const CheckOptions& options) {
  if (options.share_zones) return {};
  if (options.trace != kNone)
    return fmt::format("{} cannot be combined with {} {}: traces are reconstructed from shared zones", kNoSharedZones,
                       kTrace, options.trace);
  if (options.hull)
    return fmt::format("{} cannot be combined with {}, which needs a trace to confirm the answer", kNoSharedZones,
                       kHull);
  return {};
}

std::string memory_error(const Request& options) {
  if (!options.spill.empty()) {
    std::error_code error;
    if (options.memory_bytes == 0 && options.rehearsal == 0)
      return fmt::format("{} is for {}: without a limit nothing is moved to disk", kSpill, kMemory);
    if (!std::filesystem::is_directory(options.spill, error))
      return fmt::format("{}: there is no folder {}", kSpill, options.spill);
  }
  if (options.memory_bytes > 0 && options.bitstate_bytes >= options.memory_bytes)
    return fmt::format("{} takes {} bytes, but {} allows only {} for everything", kBitstate, options.bitstate_bytes,
                       kMemory, options.memory_bytes);
  if (options.checkpoint.empty()) return {};
  if (options.swarm > 1)
    return fmt::format("{} cannot be combined with {}: each of its runs would have to be saved", kCheckpoint, kSwarm);
  if (options.trace == kFastestTrace)
    return fmt::format("{} cannot be combined with {} fastest: the second search, for the least time, is not saved",
                       kCheckpoint, kTrace);
  if (!(options.checkpoint_seconds > 0))
    return fmt::format("{} takes a time above 0", flag_of(&CheckOptions::checkpoint_seconds));
  return {};
}

// Why zones are not merged although that was asked for; empty if they are.
std::string merge_obstacle(const CheckOptions& options) {
  if (options.merge == kNone) return {};
  std::string_view other;
  if (options.trace != kNone)
    other = kTrace;
  else if (options.keep != kAuto && !std::get<keep::Strategy>(keep::parse_strategy(options.keep)).stores_all())
    other = kKeep;
  else if (options.hull)
    other = kHull;
  else if (options.compact)
    other = kCompact;
  else if (options.bitstate_bytes > 0)
    other = kBitstate;
  if (other.empty()) return {};
  return fmt::format("{} has no effect with {}, because a merged zone is not the successor of one state",
                     flag_of(&CheckOptions::merge), other);
}

// The group that the query has in the table of options.
QueryGroups group_of(const model::Query& query, SearchKind search) {
  if (search == SearchKind::Reachability) return kReach;
  if (is_monitor(query)) return search == SearchKind::Runs ? kStartPatterns : kPatterns;
  if (is_value_query(query.kind)) return kValues;
  return search == SearchKind::Runs ? kRuns : kLeadsTo;
}

}  // namespace

std::string kind_of(const model::Query& query) {
  if (query.kind == lang::QueryKind::LeadsTo && query.has_bound) return "-->[<=t]";
  return is_monitor(query) ? fmt::format("'{}'", lang::spelling(query.kind)) : std::string(lang::spelling(query.kind));
}

std::string options_without_effect(const CheckOptions& options, const model::Query& query, SearchKind search) {
  std::vector<std::string> of_runs;  // options that only affect queries about runs
  std::vector<std::string> others;
  std::string spill;
  const QueryGroups group = group_of(query, search);
  for (const OptionInfo& option : option_table()) {
    // Most limits affect all queries, and options of traces have their own notes.
    const bool is_spill = option.flag == kSpill;
    if ((!is_about_search(option) && !is_spill) || !is_given(options, option)) continue;
    if (has_effect(options, option, group)) continue;
    if (is_spill) {
      spill = fmt::format(
          "{} has no effect on {} queries: the waiting states are the neighbours of the current run, which "
          "the search needs in memory",
          kSpill, kind_of(query));
      continue;
    }
    ((option.queries & kReach) == 0 ? of_runs : others)
        .push_back(option.kind == OptionKind::Word ? option_text(options, option) : std::string(option.flag));
  }
  std::string result;
  const auto add = [&](const std::vector<std::string>& names, std::string_view why) {
    if (names.empty()) return;
    add_note(fmt::format("{} {} no effect on {} queries, {}", list_text(names), names.size() == 1 ? "has" : "have",
                         kind_of(query), why),
             result);
  };
  // The states of an unfinished run are needed, so the search is depth-first. An approximation of the states would give
  // other values, and is of no use for runs.
  add(others,
      search == SearchKind::Runs ? "which look for runs exactly and depth-first" : "which are answered exactly");
  add(of_runs, "which are about states, not about runs");
  add_note(spill, result);
  if (group == kReach || group == kLeadsTo || group == kPatterns) add_note(merge_obstacle(options), result);
  return result;
}

void add_note(const std::string& more, std::string& notes) {
  if (!more.empty()) notes += (notes.empty() ? "" : "; ") + more;
}

std::string option_error(const Request& options) {
  if (std::string error = value_error(options); !error.empty()) return error;
  if (options.trace == kShortestTrace && options.order != kAuto && options.order != order::kBreadthFirst)
    return fmt::format("a shortest trace is found with {} {}, not with {}", kOrder, order::kBreadthFirst,
                       options.order);
  if (std::string error = reduce::choose(options.reduce, {}, options.more_reductions).error; !error.empty())
    return error;
  for (const auto rule : {keep_error, approximation_error, zone_error})
    if (std::string error = rule(options); !error.empty()) return error;
  return memory_error(options);
}

}  // namespace zonda::check

namespace zonda {

std::string option_error(const CheckOptions& options) { return check::option_error(options); }

}  // namespace zonda
