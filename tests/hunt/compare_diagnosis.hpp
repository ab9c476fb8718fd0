// Compares what `zonda diagnose` says of a model with what the oracle says.
#pragma once

#include "hunt/compare.hpp"
#include "zonda/model.hpp"

#include <optional>
#include <string>
#include <utility>

namespace zonda::hunt {

// What zonda says and what is right, if they differ.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> diagnosis_complaint(const Model& model,
                                                                                     const truth::Input& input,
                                                                                     bool has_rates, Tally& tally);

}  // namespace zonda::hunt
