// Runs the searches of a plan.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "check/plan.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "search/reach/sought.hpp"

#include <span>
#include <vector>

namespace zonda::check {

// The goal that shows that E<> holds, or that A[] does not.
[[nodiscard]] search::Sought sought_by(const model::Query& query);

// Runs one search for all these goals.
[[nodiscard]] std::vector<search::Outcome> run_search(const model::Network& network,
                                                      const analysis::ClockBounds& bounds,
                                                      std::span<const search::Sought> goals,
                                                      const search::Options& options);
// Runs one search for this query, as the options say.
[[nodiscard]] search::Outcome run_one(const model::Network& network, const analysis::ClockBounds& bounds,
                                      const model::Query& query, const search::Options& options);
// Runs all searches of the plan. The plan says afterwards which abstraction decided.
[[nodiscard]] search::Outcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds,
                                       const model::Query& query, Plan& plan);

}  // namespace zonda::check
