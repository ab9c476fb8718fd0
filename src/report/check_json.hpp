// Verdicts as one JSON object; the names are a contract with scripts.
#pragma once

#include "zonda/check.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

// Options in force.
[[nodiscard]] nlohmann::ordered_json options_json(const CheckOptions& options);

[[nodiscard]] nlohmann::ordered_json check_json(const std::string& path, const CheckOptions& options,
                                                const std::vector<QueryResult>& results);

}  // namespace zonda::report
