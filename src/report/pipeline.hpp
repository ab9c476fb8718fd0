// Results for the programs that run checks in a pipeline and show what failed.
#pragma once

#include "zonda/check.hpp"
#include "zonda/query.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

// How a query counts: by what its text says should come out, or else by whether it is satisfied.
enum class Judgement { Pass, Fail, Undecided, Error };
[[nodiscard]] Judgement judge(const QueryResult& result);
// 'A[] …: not satisfied, expected satisfied'
[[nodiscard]] std::string describe(const QueryResult& result);

// JUnit's XML: the model is a test suite, a query a test case. Errors in the model are a test case of their own.
[[nodiscard]] std::string write_junit(const std::string& path, const std::vector<Message>& messages,
                                      const std::vector<QueryInfo>& queries, const std::vector<QueryResult>& results);
// SARIF 2.1.0: queries that do not pass, with traces as code flows, and all errors and warnings.
[[nodiscard]] nlohmann::ordered_json write_sarif(const std::string& path, const std::vector<Message>& messages,
                                                 const std::vector<QueryInfo>& queries,
                                                 const std::vector<QueryResult>& results);

}  // namespace zonda::report
