#include "check/choose_order.hpp"

#include <algorithm>

namespace zonda::check {

namespace {

using lang::QueryKind;
using model::Formula;

// Whether something in it has to do with locations or variables.
bool can_guide(const Formula& f) {
  if (f.kind == Formula::Kind::Discrete) return !f.integer.is_constant();
  return std::any_of(f.children.begin(), f.children.end(), can_guide);
}

bool is_said(const model::Query& query, std::string_view outcome) {
  return std::any_of(query.expectations.begin(), query.expectations.end(),
                     [&](const lang::Expectation& e) { return e.outcome == outcome; });
}

bool is_goal_likely(const model::Query& query) {
  if (!can_guide(query.guide)) return false;
  return query.kind == QueryKind::Possibly ? !is_said(query, "failure") : is_said(query, "failure");
}

}  // namespace

std::string choose_order(const analysis::ClockBounds& bounds, const model::Query& query, const CheckOptions& options,
                         bool stores_all) {
  if (options.order != "auto") return options.order;
  if (options.trace == "shortest" || !stores_all) return "bfs";
  if (is_goal_likely(query)) return "race";
  const bool has_clocks = bounds.everywhere.size() > 1;
  return has_clocks ? "tw-bfs" : "bfs";
}

}  // namespace zonda::check
