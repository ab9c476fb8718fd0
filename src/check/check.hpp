// One query in, one verdict out: chooses what is sound for the query and runs the search.
#pragma once

#include "lang/source.hpp"
#include "model/network.hpp"
#include "zonda/check.hpp"

#include <string>

namespace zonda::check {

// What is wrong with the options, or nothing.
[[nodiscard]] std::string option_error(const CheckOptions& options);

[[nodiscard]] QueryResult check_query(const model::Network& network, std::size_t index, const CheckOptions& options,
                                      const lang::Sources& sources);

// Compares the verdict with what the query's text says should come out.
void compare_with_expectation(const model::Query& query, QueryResult& result);

}  // namespace zonda::check
