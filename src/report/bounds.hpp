// `zonda info --bounds`: the largest numbers that each clock is compared with, by location, and where they come from,
// as text and as JSON.
#pragma once

#include "lang/source.hpp"
#include "model/network.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace zonda::report {

[[nodiscard]] std::string bounds_text(const model::Network& network, const lang::Sources& sources, bool lists_all);
[[nodiscard]] nlohmann::ordered_json bounds_json(const model::Network& network, const lang::Sources& sources);

}  // namespace zonda::report
