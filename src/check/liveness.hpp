// E[], A<>, --> and the patterns of monitors: chooses sound methods for them and runs the search.
#pragma once

#include "check/answering.hpp"
#include "check/request.hpp"
#include "lang/source.hpp"
#include "model/network.hpp"

namespace zonda::check {

[[nodiscard]] bool is_liveness(const model::Query& query);

// Fills in verdict, reason, statistics and trace.
void check_liveness(const model::Network& network, const model::Query& query, const Request& options,
                    const lang::Sources& sources, const Saving& saving, QueryResult& result);

}  // namespace zonda::check
