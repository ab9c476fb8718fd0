// Puts XML into a string: escapes, indents, closes.
#pragma once

#include "lang/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::lang {

// Text that may stand between tags or in a quoted attribute, and reads back as the same text. What XML cannot hold is
// replaced: control characters by '?', bytes that are not UTF-8 by the Latin-1 character they probably were.
[[nodiscard]] std::string xml_escaped(std::string_view text);

struct XmlOutAttribute {
  std::string_view name;
  std::string value;
};
using XmlOutAttributes = std::vector<XmlOutAttribute>;

class XmlOut {
 public:
  // <name …> on a line of its own, what follows one level deeper.
  void open(std::string_view name, const XmlOutAttributes& attributes = {});
  void close(std::string_view name);
  // <name …/>
  void empty(std::string_view name, const XmlOutAttributes& attributes = {});
  // <name …>text</name>
  void text(std::string_view name, std::string_view content, const XmlOutAttributes& attributes = {});
  void raw(std::string_view text) { out_ += text; }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void start(std::string_view name, const XmlOutAttributes& attributes);

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace zonda::lang
