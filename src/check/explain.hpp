// Makes traces of what a search found, and adjusts the verdict to what they show.
#pragma once

#include "check/job.hpp"
#include "check/plan.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "zonda/check.hpp"

#include <string>

namespace zonda::check {

// `network` and `query` are the original ones, which the trace is about, and `footing` is the one that the search used.
// `kind`: some, shortest or fastest.
void add_trace(const model::Network& network, const model::Query& query, const Footing& footing, const Plan& plan,
               const search::Outcome& outcome, const std::string& kind, QueryResult& result);

// A state that was reached through hulls is real if a run leads there.
void confirm(const model::Network& network, const model::Query& query, const Plan& plan, const search::Outcome& outcome,
             const std::string& kind, QueryResult& result);

}  // namespace zonda::check
