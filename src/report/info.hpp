// `zonda info`: what is in a model, as text for people and as JSON for programs.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace zonda::report {

struct InfoStyle {
  bool all = false;  // list everything, however long
};

[[nodiscard]] std::string info_text(const std::string& path, const lang::Document& document,
                                    const model::Network& network, const lang::Sources& sources,
                                    const InfoStyle& style = {});

[[nodiscard]] nlohmann::ordered_json info_json(const std::string& path, const lang::Document& document,
                                               const model::Network& network, const lang::Sources& sources,
                                               const lang::Diagnostics& diagnostics);

}  // namespace zonda::report
