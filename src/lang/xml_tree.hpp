// An XML file as a tree of elements, built with expat. Every element knows where it stands in the file, and its
// text is a TextBlock whose map back to the file is exact through entities, character references, CDATA sections
// and line breaks. The DTD is never fetched.
//
// Hostile input is expected: nesting, the number of elements and the growth of entities are limited, and nothing
// here is recursive.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/source.hpp"
#include "util/arena.hpp"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace zonda::lang {

// No UPPAAL file nests deeper than ten elements.
inline constexpr std::size_t kMaxXmlDepth = 256;
inline constexpr std::size_t kMaxXmlElements = std::size_t{8} * 1000 * 1000;

struct XmlAttribute {
  std::string_view name;
  std::string_view value;
};

struct XmlElement {
  std::string_view name;
  SourceRange range;  // from the '<' of the start tag to the '>' of the end tag
  SourceRange tag;    // the start tag
  const XmlElement* parent = nullptr;
  const XmlElement* first_child = nullptr;
  const XmlElement* next = nullptr;  // the following sibling
  std::span<XmlAttribute> attributes;
  const TextBlock* text = nullptr;  // nullptr when there is nothing but white space
  std::uint32_t ordinal = 0;        // 1, 2, … among siblings of this name, where an XPath counts them

  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view attribute_name) const;
  // The first child of this name, or nullptr.
  [[nodiscard]] const XmlElement* child(std::string_view child_name) const;
  // '/nta/template[2]/transition[1]/label[1]'
  [[nodiscard]] std::string xpath() const;
};

class XmlTree {
 public:
  // Reports what is wrong and returns nothing when the file is not well-formed XML. The sources must outlive the
  // tree: text without entities is a view of the file.
  [[nodiscard]] static std::unique_ptr<XmlTree> parse(const Sources& sources, Sources::FileId file,
                                                      Diagnostics& diagnostics);

  [[nodiscard]] const XmlElement& root() const { return *root_; }
  // As in '<?xml version="1.0" encoding="…"?>'; empty if not given.
  [[nodiscard]] const std::string& encoding() const { return encoding_; }
  // The element that follows in the order of the file, or nullptr.
  [[nodiscard]] static const XmlElement* following(const XmlElement& element);

 private:
  friend class XmlTreeBuilder;

  Arena arena_;
  std::deque<TextBlock> texts_;
  const XmlElement* root_ = nullptr;
  std::string encoding_;
};

// Where the value of an attribute stands in the file, without its quotes; the whole start tag if it is not there
// (the DTD may give a value that the tag does not).
[[nodiscard]] SourceRange attribute_range(const XmlElement& element, std::string_view attribute_name,
                                          const Sources& sources);

}  // namespace zonda::lang
