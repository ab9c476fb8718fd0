// The p-points of a model: given, marked, or chosen.
#pragma once

#include "api/model_parts.hpp"
#include "report/partition.hpp"

#include <cstdint>
#include <string>

namespace zonda {

// `text`: as users write them; 'auto'; empty: those marked in the model, or auto.
[[nodiscard]] report::PointsReport points_of(const Model::Parts& parts, const std::string& text, std::uint64_t seed);

}  // namespace zonda
