// A document in TChecker's format as one that UPPAAL's formats can hold. Synchronisations of two processes become
// channels, those of one process with any number of weak ones become broadcast channels; an edge is copied for each
// synchronisation that names its event. What means something else there is refused.
#pragma once

#include "lang/syntax.hpp"

#include <memory>
#include <string>

namespace zonda::lang {

struct UppaalDocument {
  // Shares expressions with the document it was made from, which must outlive it. Null when refused.
  std::unique_ptr<Document> document;
  std::string refusal;
  SourceRange range;
  bool has_labels = false;  // they became comments
};

[[nodiscard]] UppaalDocument tck_to_uppaal(const Document& from);

}  // namespace zonda::lang
