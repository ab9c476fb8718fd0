// What writers say about models that their format cannot hold as a whole.
#pragma once

#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <string>
#include <string_view>

namespace zonda::formats {

// That the live sequence charts of the model are left out, and what goes with them; empty where it has none.
[[nodiscard]] std::string left_out_charts(const lang::Document* tree);

// "model.xta:3:5: a stopwatch cannot be written in TChecker's format"
[[nodiscard]] std::string refusal_text(std::string_view feature, lang::SourceRange range, const lang::Sources& sources,
                                       std::string_view format_title);

}  // namespace zonda::formats
