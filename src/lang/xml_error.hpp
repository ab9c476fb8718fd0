// Says in plain words what is wrong with an XML file that expat refuses, and what to do about it.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/xml_tree.hpp"

#include <cstdint>

namespace zonda::lang {

struct XmlFailure {
  int code = 0;                      // expat's
  std::uint32_t offset = 0;          // within the file
  const XmlElement* open = nullptr;  // the innermost element that is not closed yet
};

void report_xml_failure(const XmlFailure& failure, const Sources& sources, Sources::FileId file,
                        Diagnostics& diagnostics);

// '&foo;' where nothing says what foo stands for.
void report_unknown_entity(std::uint32_t offset, const Sources& sources, Sources::FileId file,
                           Diagnostics& diagnostics);

}  // namespace zonda::lang
