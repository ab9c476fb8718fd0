// A picture of a template that has no coordinates: Graphviz places the locations and routes the edges.
#pragma once

#include "lang/syntax.hpp"
#include "report/picture.hpp"

#include <string>

namespace zonda::report {

struct LayoutResult {
  Picture picture;
  std::string error;  // empty when it worked
};

[[nodiscard]] LayoutResult picture_from_layout(const lang::Template& from, const char* program = "dot");

}  // namespace zonda::report
