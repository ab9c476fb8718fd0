// sup, inf and bounds: raises the limit up to which values of a clock are told apart until the answer is exact.
#pragma once

#include "check/answering.hpp"
#include "check/request.hpp"
#include "lang/source.hpp"
#include "model/network.hpp"

namespace zonda::check {

[[nodiscard]] bool is_value_query(lang::QueryKind kind);

// Fills in verdict, reason, statistics and values.
void check_values(const model::Network& network, const model::Query& query, const Request& options,
                  const lang::Sources& sources, const Saving& saving, QueryResult& result);

}  // namespace zonda::check
