// The result of diagnose for machines.
#pragma once

#include "zonda/diagnose.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace zonda::report {

[[nodiscard]] nlohmann::ordered_json diagnose_json(const std::string& path, const DiagnoseOptions& options,
                                                   const Diagnosis& diagnosis);

}  // namespace zonda::report
