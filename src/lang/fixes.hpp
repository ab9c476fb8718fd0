// Repairs for warnings, where the repair is certain: the model does the same afterwards, for every query.
//   precedence        parentheses around what today's grammar takes together
//   self-assignment   'x = x' goes
//   unused            a variable of a function that nothing uses goes
// Everything else needs a person: an unused global may be there for a query that is asked elsewhere.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"

#include <string>
#include <vector>

namespace zonda::lang {

struct TextEdit {
  SourceRange range;  // what goes; empty: only an insertion
  std::string replacement;
};

struct TextFix {
  SourceRange place;  // of the warning
  std::string note;
  std::vector<TextEdit> edits;
};

[[nodiscard]] std::vector<TextFix> find_fixes(const Document& document, const Sources& sources,
                                              const Diagnostics& diagnostics);

}  // namespace zonda::lang
