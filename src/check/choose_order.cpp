#include "check/choose_order.hpp"

#include "order/names.hpp"

#include <algorithm>

namespace zonda::check {

namespace {

using lang::QueryKind;
using model::Formula;

// Whether part of the formula concerns locations or variables.
bool can_guide(const Formula& f) {
  if (f.kind == Formula::Kind::Discrete) return !f.integer.is_constant();
  return std::any_of(f.children.begin(), f.children.end(), can_guide);
}

bool is_said(const model::Query& query, std::string_view outcome) {
  return std::any_of(query.expectations.begin(), query.expectations.end(),
                     [&](const lang::Expectation& e) { return e.outcome == outcome; });
}

// Whether there may be something to be found: the goal is not 'false'.
bool may_find(const model::Query& query) {
  return query.guide.kind != Formula::Kind::Discrete || !query.guide.integer.is_constant();
}

// Whether at least half of the edges that change variables are loops at one location.
bool is_progress_in_variables(const model::Process& process) {
  std::size_t changes = 0;
  std::size_t loops = 0;
  for (const model::Edge& edge : process.edges) {
    if (edge.update.is_constant()) continue;
    ++changes;
    if (edge.source == edge.target) ++loops;
  }
  return changes > 0 && 2 * loops >= changes;
}

// Whether in most processes at least half of the edges that change variables are loops at one location.
bool is_progress_in_variables(const model::Network& network) {
  const auto count = std::count_if(network.processes.begin(), network.processes.end(),
                                   [](const model::Process& p) { return is_progress_in_variables(p); });
  return 2 * static_cast<std::size_t>(count) > network.processes.size();
}

}  // namespace

bool is_goal_likely(const model::Query& query) {
  if (!can_guide(query.guide)) return false;
  return query.kind == QueryKind::Possibly ? !is_said(query, "failure") : is_said(query, "failure");
}

std::string order_for_all(const model::Network& network, const analysis::ClockBounds& bounds) {
  const bool has_clocks = bounds.everywhere.size() > 1;
  if (!has_clocks) return std::string(order::kBreadthFirst);
  return std::string(is_progress_in_variables(network) ? order::kTrueFirst : order::kPatient);
}

std::string choose_order(const model::Network& network, const analysis::ClockBounds& bounds, const model::Query& query,
                         const CheckOptions& options, bool stores_all) {
  if (options.order != kAuto) return options.order;
  if (options.trace == kShortestTrace || !stores_all) return std::string(order::kBreadthFirst);
  if (may_find(query)) return std::string(order::kMixed);
  return order_for_all(network, bounds);
}

}  // namespace zonda::check
