// Where a walk stands, as one JSON object: a trace with the present state and its moves beside it.
#pragma once

#include "zonda/walk.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace zonda::report {

[[nodiscard]] nlohmann::ordered_json walk_json(const std::string& path, bool is_symbolic, const Trace& trace,
                                               const TraceState& state, const std::vector<WalkMove>& moves);

}  // namespace zonda::report
