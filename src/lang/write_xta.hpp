// Writes a model as text (.xta, the syntax of UPPAAL 4 and later) and its queries as a query file (.q).
//
// Reading the text back gives the same model: the same locations and edges in the same order with the same
// expressions. Layout and colours have no place in the format and are lost. Comments survive in two ways: what an
// XML file in the new syntax has as text is copied, and labels of kind 'comments' become comments.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace zonda::lang {

struct WriteXtaOptions {
  bool as_written = true;  // copy the text of an XML file where possible; false: print everything from the tree
};

[[nodiscard]] std::string write_xta(const Document& document, const WriteXtaOptions& options = {});
[[nodiscard]] std::string write_queries(const Document& document);

}  // namespace zonda::lang
