// --query: chooses among a model's queries.
#pragma once

#include "zonda/query.hpp"

#include <optional>
#include <string>
#include <vector>

namespace zonda::cli {

// Each selector is a number from 1, a range (2-4), a list of these (1,3-5), a regular expression between slashes, or a
// piece of a formula or comment. Returns the numbers of the queries that match any of them, ascending; on failure
// nothing, and `error` says why.
[[nodiscard]] std::optional<std::vector<std::size_t>> select_queries(const std::vector<QueryInfo>& queries,
                                                                     const std::vector<std::string>& selectors,
                                                                     std::string& error);

}  // namespace zonda::cli
