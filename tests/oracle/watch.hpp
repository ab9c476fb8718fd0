// Answers bounded leads-to queries and the patterns of monitors (docs/manual/monitor.md) in the graph of regions.
#pragma once

#include "oracle/oracle.hpp"

namespace zonda::truth {

// The answer to a query that needs an observer. It is reached if a run violates the query.
[[nodiscard]] Answer watch(const Input& input, std::size_t query, const Limits& limits);

}  // namespace zonda::truth
