// Templates as a graph in the language of Graphviz, one cluster a template, for `dot -Tpdf` and the like.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace zonda::report {

struct DotOptions {
  std::string template_name;  // only this template; empty: all of them
};

[[nodiscard]] std::string write_dot(const lang::Document& document, const DotOptions& options = {});

}  // namespace zonda::report
