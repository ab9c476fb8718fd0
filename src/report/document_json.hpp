// A model as JSON, for programs that want its structure without parsing UPPAAL's formats. Expressions are text.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <nlohmann/json.hpp>

#include <string_view>

namespace zonda::report {

// `format` is the name of the format that the document was read from.
[[nodiscard]] nlohmann::ordered_json document_to_json(const lang::Document& document, std::string_view format,
                                                      const lang::Sources& sources);

}  // namespace zonda::report
