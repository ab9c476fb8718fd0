// Which options go together.
#include "check/check.hpp"
#include "check/liveness.hpp"
#include "check/monitor.hpp"
#include "check/parts.hpp"
#include "keep/keep.hpp"
#include "order/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <variant>
#include <vector>

namespace zonda::check {

namespace {

bool order_needs_all(const CheckOptions& options) {
  const order::NamedOrder* order = order::find_order(options.order);
  return order != nullptr && order->needs_all;
}

std::string approximation_error(const CheckOptions& options) {
  const bool is_hashed = options.compact || options.bitstate_bytes > 0;
  if (options.swarm == 0 || options.swarm > 1000) return "--swarm takes a number from 1 to 1000";
  if (options.swarm > 1 && !is_hashed) return "--swarm is for --compact and --bitstate: other searches miss nothing";
  if (options.compact && options.bitstate_bytes > 0)
    return "--compact and --bitstate are two ways to do one thing; choose one";
  if (!options.hull && !is_hashed) return {};
  const std::string_view name = options.hull ? "--hull" : options.compact ? "--compact" : "--bitstate";
  if (is_hashed && options.keep != "auto" && options.keep != "all")
    return fmt::format("{} keeps no states, so it cannot go with --keep {}", name, options.keep);
  if (order_needs_all(options))
    return fmt::format("--order {} needs all states that were found, so it cannot go with {}", options.order, name);
  if (options.trace == "shortest" || options.trace == "fastest")
    return fmt::format("a {} trace needs all states that were found, so it cannot go with {}", options.trace, name);
  return {};
}

std::string keep_error(const CheckOptions& options) {
  const auto parsed = keep::parse_strategy(options.keep);
  if (std::holds_alternative<std::string>(parsed)) return "--keep: " + std::get<std::string>(parsed);
  const keep::Strategy strategy = std::get<keep::Strategy>(parsed);
  if (!options.cover_edges.empty() && strategy.marks() != keep::kCovering)
    return "--cover-edges is for --keep cover and --keep combination";
  if (strategy.stores_all()) return {};
  if (order_needs_all(options))
    return fmt::format("--order {} needs all states that were found, so it cannot go with --keep {}", options.order,
                       options.keep);
  if (options.trace == "shortest" || options.trace == "fastest")
    return fmt::format("a {} trace needs all states that were found, so it cannot go with --keep {}", options.trace,
                       options.keep);
  return {};
}

std::string zone_error(const CheckOptions& options) {
  if (find_zone_form(options.zones) == nullptr)
    return fmt::format("--zones: unknown form '{}'; there are auto, full, minimal and packed", options.zones);
  if (options.share_zones) return {};
  if (options.trace != "none")
    return fmt::format("--no-shared-zones cannot go with --trace {}: moves are found again by zones that are shared",
                       options.trace);
  if (options.hull) return "--no-shared-zones cannot go with --hull, which looks for a trace to be sure";
  return {};
}

std::string memory_error(const CheckOptions& options) {
  if (!options.spill.empty()) {
    std::error_code error;
    if (options.memory_bytes == 0 && options.rehearsal == 0)
      return "--spill is for --memory: without a limit nothing is moved to disk";
    if (!std::filesystem::is_directory(options.spill, error))
      return fmt::format("--spill: there is no folder {}", options.spill);
  }
  if (options.memory_bytes > 0 && options.bitstate_bytes >= options.memory_bytes)
    return fmt::format("--bitstate takes {} bytes, which is all that --memory allows ({}) or more",
                       options.bitstate_bytes, options.memory_bytes);
  if (options.checkpoint.empty()) return {};
  if (options.swarm > 1) return "--checkpoint cannot go with --swarm: each of its runs would have to be saved";
  if (options.trace == "fastest")
    return "--checkpoint cannot go with --trace fastest: the second search, for the time, is not saved";
  if (!(options.checkpoint_seconds > 0)) return "--checkpoint-interval takes a time above 0";
  return {};
}

}  // namespace

std::string kind_of(const model::Query& query) {
  if (query.kind == lang::QueryKind::LeadsTo && query.has_bound) return "-->[<=t]";
  return is_monitor(query) ? fmt::format("'{}'", lang::spelling(query.kind)) : std::string(lang::spelling(query.kind));
}

std::string options_without_effect(const CheckOptions& options, const model::Query& query) {
  std::vector<std::string> names;
  const bool is_reachability = query.kind == lang::QueryKind::Possibly || query.kind == lang::QueryKind::Invariantly;
  if (!is_reachability) {
    // Runs and values are looked for among all states, exactly.
    if (options.keep != "auto" && options.keep != "all") names.push_back("--keep " + options.keep);
    if (!options.share_zones) names.emplace_back("--no-shared-zones");
    if (!options.pack) names.emplace_back("--no-packing");
    if (options.hull) names.emplace_back("--hull");
    if (options.compact) names.emplace_back("--compact");
    if (options.bitstate_bytes > 0) names.emplace_back("--bitstate");
    if (options.swarm > 1) names.emplace_back("--swarm");
    if (options.shuffle) names.emplace_back("--shuffle");
    constexpr std::array kOrders = {"auto", "bfs", "dfs", "random"};
    if (std::find(kOrders.begin(), kOrders.end(), options.order) == kOrders.end())
      names.push_back("--order " + options.order);
  }
  if (options.nonzeno && !is_liveness(query)) names.emplace_back("--nonzeno");
  if (names.empty()) return {};
  std::string list = names[0];
  for (std::size_t i = 1; i < names.size(); ++i) list += (i + 1 < names.size() ? ", " : " and ") + names[i];
  return fmt::format("{} {} no effect on {} queries", list, names.size() == 1 ? "has" : "have", kind_of(query));
}

void add_note(const std::string& more, std::string& notes) {
  if (!more.empty()) notes += (notes.empty() ? "" : "; ") + more;
}

std::string option_error(const CheckOptions& options) {
  const order::NamedOrder* order = order::find_order(options.order);
  if (options.order != "auto" && (order == nullptr || !order->is_for_users))
    return fmt::format("unknown order '{}'; there are auto, {}", options.order, order::order_names());
  constexpr std::array kTraces = {"none", "some", "shortest", "fastest"};
  if (std::find(kTraces.begin(), kTraces.end(), options.trace) == kTraces.end())
    return fmt::format("unknown trace '{}'; there are none, some, shortest and fastest", options.trace);
  if (options.trace == "shortest" && options.order != "auto" && options.order != "bfs")
    return fmt::format("a shortest trace is found with --order bfs, not with {}", options.order);
  if (const std::string error = keep_error(options); !error.empty()) return error;
  if (const std::string error = approximation_error(options); !error.empty()) return error;
  if (const std::string error = memory_error(options); !error.empty()) return error;
  if (const std::string error = zone_error(options); !error.empty()) return error;
  if (options.reduce != "auto" && options.reduce != "none" && options.reduce != "dead-variables")
    return fmt::format("unknown reduction '{}'; there are auto, none and dead-variables", options.reduce);
  if (options.abstraction != "auto" && find_abstraction(options.abstraction) == nullptr)
    return fmt::format(
        "unknown abstraction '{}'; there are auto, none, extra-m, extra-m-plus, extra-lu, extra-lu-plus and alu",
        options.abstraction);
  return {};
}

}  // namespace zonda::check
