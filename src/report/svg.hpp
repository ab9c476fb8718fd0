// Pictures of templates as SVG, in the look of UPPAAL's editor.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace zonda::report {

struct SvgOptions {
  std::string template_name;  // only this template; empty: all of them
  double row_width = 1600;    // templates stand side by side until a row is this wide
};

struct SvgResult {
  std::string svg;
  std::string error;  // empty when it worked
};

// Uses the coordinates of the model. A template without them is laid out by Graphviz, which must be installed
// then.
[[nodiscard]] SvgResult write_svg(const lang::Document& document, const SvgOptions& options = {});

}  // namespace zonda::report
