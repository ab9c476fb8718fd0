// Verdicts as one JSON object; the names are a contract with scripts.
#pragma once

#include "zonda/check.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

[[nodiscard]] nlohmann::ordered_json stats_json(const CheckStats& stats);

[[nodiscard]] nlohmann::ordered_json check_json(const std::string& path, const CheckOptions& options,
                                                const std::vector<QueryResult>& results);

}  // namespace zonda::report
