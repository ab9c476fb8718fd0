// `zonda info`: what is in a model, as text for people and as JSON for programs.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "model/network.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace zonda::report {

struct InfoStyle {
  bool all = false;  // list everything, however long
};

struct InfoInput {
  std::string path;
  std::string_view format;               // its name
  const lang::Document* tree = nullptr;  // null where the model has no syntax tree
  const model::Network& network;
  const lang::Sources& sources;
};

[[nodiscard]] std::string info_text(const InfoInput& model, const InfoStyle& style = {});
[[nodiscard]] nlohmann::ordered_json info_json(const InfoInput& model, const lang::Diagnostics& diagnostics);

}  // namespace zonda::report
