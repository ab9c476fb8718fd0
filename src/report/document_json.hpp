// A model as JSON, for programs that want its structure without parsing UPPAAL's formats. Expressions are text.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <nlohmann/json.hpp>

namespace zonda::report {

[[nodiscard]] nlohmann::ordered_json document_to_json(const lang::Document& document, const lang::Sources& sources);

}  // namespace zonda::report
