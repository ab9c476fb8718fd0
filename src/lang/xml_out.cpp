#include "lang/xml_out.hpp"

#include "lang/encoding.hpp"

namespace zonda::lang {

namespace {

std::string repaired_utf8(std::string_view text) {
  std::string result;
  while (const auto bad = find_invalid_utf8(text)) {
    result += text.substr(0, *bad);
    append_utf8(static_cast<unsigned char>(text[*bad]), result);
    text.remove_prefix(*bad + 1);
  }
  return result.append(text);
}

}  // namespace

std::string xml_escaped(std::string_view text) {
  const std::string repaired = repaired_utf8(text);
  std::string result;
  result.reserve(repaired.size() + repaired.size() / 8);
  for (const char c : repaired) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\r':
        result += "&#13;";
        break;  // a reader would make a line feed of it
      case '\t':
      case '\n':
        result += c;
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
    // U+FFFE and U+FFFF are no characters.
    if (result.ends_with("\xEF\xBF\xBE") || result.ends_with("\xEF\xBF\xBF")) result.replace(result.size() - 3, 3, "?");
  }
  return result;
}

void XmlOut::start(std::string_view name, const XmlOutAttributes& attributes) {
  out_.append(depth_, '\t').append("<").append(name);
  for (const XmlOutAttribute& a : attributes) {
    out_.append(" ").append(a.name).append("=\"");
    // White space in an attribute is normalised by readers, unless it is written as a reference.
    for (const char c : xml_escaped(a.value)) {
      if (c == '\n')
        out_ += "&#10;";
      else if (c == '\t')
        out_ += "&#9;";
      else
        out_ += c;
    }
    out_ += '"';
  }
}

void XmlOut::open(std::string_view name, const XmlOutAttributes& attributes) {
  start(name, attributes);
  out_ += ">\n";
  ++depth_;
}

void XmlOut::close(std::string_view name) {
  --depth_;
  out_.append(depth_, '\t').append("</").append(name).append(">\n");
}

void XmlOut::empty(std::string_view name, const XmlOutAttributes& attributes) {
  start(name, attributes);
  out_ += "/>\n";
}

void XmlOut::text(std::string_view name, std::string_view content, const XmlOutAttributes& attributes) {
  start(name, attributes);
  out_.append(">").append(xml_escaped(content)).append("</").append(name).append(">\n");
}

}  // namespace zonda::lang
