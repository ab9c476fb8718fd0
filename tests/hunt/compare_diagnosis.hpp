// What `zonda diagnose` says of a model, against the oracle.
#pragma once

#include "hunt/compare.hpp"
#include "zonda/model.hpp"

#include <optional>
#include <string>
#include <utility>

namespace zonda::hunt {

// What is wrong with it, if anything: what zonda says, and what is right.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> diagnosis_complaint(const Model& model,
                                                                                     const truth::Input& input,
                                                                                     Tally& tally);

}  // namespace zonda::hunt
