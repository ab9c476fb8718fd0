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

// What shows that E<> holds or A[] does not.
[[nodiscard]] search::Sought sought_by(const model::Query& query);

// One search for all of these.
[[nodiscard]] std::vector<search::Outcome> run_search(const model::Network& network,
                                                      const analysis::ClockBounds& bounds,
                                                      std::span<const search::Sought> goals,
                                                      const search::Options& options);
// One for this query, as the options say, and no more.
[[nodiscard]] search::Outcome run_one(const model::Network& network, const analysis::ClockBounds& bounds,
                                      const model::Query& query, const search::Options& options);
// All that the plan asks for. Says in the plan which abstraction decided.
[[nodiscard]] search::Outcome run_plan(const model::Network& network, const analysis::ClockBounds& bounds,
                                       const model::Query& query, Plan& plan);

}  // namespace zonda::check
