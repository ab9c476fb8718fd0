// Writes a model as a UPPAAL XML file (DTD 1.6).
//
// A file that was read as XML keeps all its texts as they were written, ids, coordinates, nails, colours, comments and
// queries with options and expectations; stored results and live sequence charts are left out. A model in another
// format, or in the syntax of UPPAAL 3.4, is printed in the new syntax. Templates without coordinates get some.
#pragma once

#include "lang/syntax.hpp"

#include <string>

namespace zonda::lang {

[[nodiscard]] std::string write_xml(const Document& document);

}  // namespace zonda::lang
