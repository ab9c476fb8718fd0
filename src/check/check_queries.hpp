// Queries in, verdicts out: chooses sound methods for each query and runs the searches.
#pragma once

#include "check/request.hpp"
#include "lang/source.hpp"
#include "model/network.hpp"
#include "search/limits/checkpoint.hpp"
#include "search/path.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda::check {

// What is wrong with the options, or nothing.
[[nodiscard]] std::string option_error(const Request& options);

// Checks the queries with these numbers, which count from 0, and hands on each answer in their order. Several queries
// may share one exploration.
void check_queries(const model::Network& network, const std::vector<std::size_t>& indices, const Request& options,
                   const lang::Sources& sources, const std::function<void(QueryResult)>& emit,
                   search::Checkpoint* checkpoint = nullptr);

// The checkpoint that the options name; null if they name none.
[[nodiscard]] std::unique_ptr<search::Checkpoint> make_checkpoint(const CheckOptions& options, const std::string& model,
                                                                  const lang::Sources& sources);

// Checks one query. `path`: if given, E<> and A[] put the moves to the state that was found there instead of making a
// trace.
[[nodiscard]] QueryResult check_query(const model::Network& network, std::size_t index, const Request& options,
                                      const lang::Sources& sources, std::optional<search::Path>* path = nullptr);

// Compares the verdict with the one that the query's text expects.
void compare_with_expectation(const model::Query& query, QueryResult& result);

}  // namespace zonda::check
