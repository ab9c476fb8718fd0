// Statistics as JSON; zonda/statistics.hpp has them as text. Both come from zonda/statistics.def.
#pragma once

#include "zonda/statistics.hpp"

#include <nlohmann/json.hpp>

namespace zonda::report {

[[nodiscard]] nlohmann::ordered_json statistics_json(const CheckStats& stats);

}  // namespace zonda::report
