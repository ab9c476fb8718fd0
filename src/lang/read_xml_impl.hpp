// What the read_xml*.cpp files share; nobody else includes it.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "lang/syntax.hpp"
#include "lang/xml_tree.hpp"

#include <optional>
#include <string_view>

namespace zonda::lang {

struct XmlContext {
  const Sources& sources;
  Sources::FileId file;
  Document& document;
  Diagnostics& diagnostics;

  // The text of an element for use in the document: what the tree had to decode is copied, because the document
  // outlives the tree.
  [[nodiscard]] TextBlock keep(const TextBlock& text) const;
  [[nodiscard]] std::string_view keep(std::string_view text) const { return document.arena.copy(text); }
  // The only child of this name that has text. A second one is an error: which one counts?
  [[nodiscard]] const XmlElement* text_child(const XmlElement& parent, std::string_view name) const;
  // x and y, if both are numbers.
  [[nodiscard]] static std::optional<Point> point(const XmlElement& element);
};

void read_xml_template(const XmlElement& element, const XmlContext& context);
void read_xml_queries(const XmlElement& element, const XmlContext& context);

}  // namespace zonda::lang
