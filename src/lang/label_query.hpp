// Searching for labels, as TChecker's tck-reach does: a state is found when its locations together carry all of them.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/syntax.hpp"

#include <span>
#include <string>

namespace zonda::lang {

// Appends 'E<> …' to the document's queries. A label that no location has is an error.
void add_label_query(std::span<const std::string> labels, Document& document, Diagnostics& diagnostics);

}  // namespace zonda::lang
