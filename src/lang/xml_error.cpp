#include "lang/xml_error.hpp"

#include <expat.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace zonda::lang {

namespace {

constexpr std::string_view kEscapeLess = "write '<' as &lt; in the text of an XML file";
constexpr std::string_view kEscapeAmpersand = "write '&' as &amp; in the text of an XML file, '&&' as &amp;&amp;";

// A tag of another name is more likely a '<' that was meant as 'less than'.
bool is_uppaal_element(std::string_view name) {
  static constexpr std::array<std::string_view, 37> kNames = {
      "nta",    "project",       "imports",   "declaration", "template",   "name",     "parameter", "location",
      "init",   "urgent",        "committed", "branchpoint", "transition", "source",   "target",    "label",
      "nail",   "instantiation", "system",    "queries",     "query",      "formula",  "comment",   "option",
      "expect", "resource",      "result",    "details",     "lsc",        "instance", "message",   "condition",
      "update", "anchor",        "prechart",  "simulator",   "yloccoord"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '.' || c == '-' || c == '#' || static_cast<unsigned char>(c) >= 0x80;
}

class Explanation {
 public:
  Explanation(const XmlFailure& failure, const Sources& sources, Sources::FileId file, Diagnostics& diagnostics)
      : failure_(failure),
        sources_(sources),
        text_(sources.text(file)),
        base_(sources.base(file)),
        at_(failure.offset),
        diagnostics_(diagnostics) {}

  void report() {
    switch (failure_.code) {
      case XML_ERROR_SYNTAX:
      case XML_ERROR_INVALID_TOKEN:
        return bad_token();
      case XML_ERROR_NO_ELEMENTS:
        return ends_early();
      case XML_ERROR_UNCLOSED_TOKEN:
        return unclosed_token();
      case XML_ERROR_TAG_MISMATCH:
        return mismatch();
      case XML_ERROR_DUPLICATE_ATTRIBUTE:
        return say(at_, name_end(at_), "this attribute is given twice");
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        return say(at_, at_ + 1, "the root element is closed, nothing may follow it");
      case XML_ERROR_UNDEFINED_ENTITY:
        return undefined_entity();
      case XML_ERROR_RECURSIVE_ENTITY_REF:
        return say(at_, reference_end(at_), "this entity contains itself");
      case XML_ERROR_EXTERNAL_ENTITY_HANDLING:
        return say(at_, reference_end(at_), "this entity refers to another file, which is not read");
      case XML_ERROR_BAD_CHAR_REF:
        return say(at_, reference_end(at_), "no such character may stand in XML");
      case XML_ERROR_UNCLOSED_CDATA_SECTION:
        return unclosed_cdata();
      case XML_ERROR_MISPLACED_XML_PI:
        return say(at_, at_ + 5, "'<?xml' is not at the very start of the file",
                   "remove everything before it, blank lines too");
      case XML_ERROR_XML_DECL:
        return say(at_, at_ + 1, "the line '<?xml …?>' is malformed");
      case XML_ERROR_PARTIAL_CHAR:
        return say(at_, at_ + 1, "the file ends inside a character");
      case XML_ERROR_AMPLIFICATION_LIMIT_BREACH:
        return say(at_, at_ + 1, "the entities of this file expand to far more text than a model needs");
      default:
        return say(at_, at_ + 1,
                   fmt::format("not well-formed XML: {}", XML_ErrorString(static_cast<XML_Error>(failure_.code))));
    }
  }

  void undefined_entity() {
    const std::size_t end = reference_end(at_);
    say(at_, end, fmt::format("unknown entity {}", text_.substr(at_, std::min<std::size_t>(end - at_, 60))),
        std::string(kEscapeAmpersand));
  }

 private:
  void say(std::size_t begin, std::size_t end, std::string message, std::string_view hint = {}) {
    begin = std::min(begin, text_.size());
    end = std::clamp(end, begin + 1, std::max(text_.size(), begin + 1));
    diagnostics_.error({base_ + static_cast<std::uint32_t>(begin), base_ + static_cast<std::uint32_t>(end)},
                       std::move(message), std::string(hint));
  }

  [[nodiscard]] std::size_t name_end(std::size_t begin) const {
    while (begin < text_.size() && is_name_char(text_[begin])) ++begin;
    return begin;
  }
  [[nodiscard]] std::size_t reference_end(std::size_t ampersand) const {
    const std::size_t end = name_end(ampersand + 1);
    return end < text_.size() && text_[end] == ';' ? end + 1 : end;
  }
  [[nodiscard]] std::string line_of(const XmlElement& element) const {
    return std::to_string(sources_.position(element.tag.begin).line);
  }

  // Looks back from where expat gave up for what the user most likely wrote there.
  void bad_token() {
    if (failure_.open == nullptr && text_.find_first_not_of(" \t\r\n") == at_ && text_.substr(at_, 1) != "<")
      return say(at_, at_ + 1, "this is not an XML file", "an XML model starts with '<?xml' or '<nta>'");
    if (in_comment()) return say(at_, at_ + 1, "'--' may not stand inside an XML comment");
    if (at_ >= 2 && text_.substr(at_ - 2, 3) == "]]>")
      return say(at_ - 2, at_ + 1, "']]>' may not stand in text", "write ]]&gt;");
    if (bad_character()) return;
    if (at_ > 0 && text_[at_ - 1] == '<')
      return say(at_ - 1, at_, "'<' starts a tag here, but no name follows", kEscapeLess);
    if (unescaped_ampersand()) return;
    bad_tag();
  }

  [[nodiscard]] bool in_comment() const {
    const std::string_view before = text_.substr(0, at_);
    const std::size_t open = before.rfind("<!--");
    return open != std::string_view::npos && text_.find("-->", open) >= at_;
  }

  bool bad_character() {
    if (at_ >= text_.size()) return false;
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c >= 0x20 && c < 0x80) return false;
    if (c == '\t' || c == '\n' || c == '\r') return false;
    if (c < 0x20)
      say(at_, at_ + 1, fmt::format("the control character 0x{:02x} may not stand in XML", c));
    else
      say(at_, at_ + 1, fmt::format("byte 0x{:02x} is not allowed here", c));
    return true;
  }

  bool unescaped_ampersand() {
    std::size_t begin = at_;
    while (begin > 0 && is_name_char(text_[begin - 1])) --begin;
    if (begin == 0 || text_[begin - 1] != '&') return false;
    if (begin == at_)
      say(begin - 1, begin, "'&' starts an entity here, but no name follows", kEscapeAmpersand);
    else
      say(begin - 1, at_, fmt::format("'{}' is not closed with ';'", text_.substr(begin - 1, at_ - begin + 1)),
          kEscapeAmpersand);
    return true;
  }

  void bad_tag() {
    const std::size_t open = at_ == 0 ? std::string_view::npos : text_.rfind('<', at_ - 1);
    const std::size_t close = at_ == 0 ? std::string_view::npos : text_.rfind('>', at_ - 1);
    const bool is_in_tag = open != std::string_view::npos && (close == std::string_view::npos || close < open);
    if (!is_in_tag) return say(at_, at_ + 1, "not well-formed XML");
    const std::size_t name = text_[open + 1] == '/' ? open + 2 : open + 1;
    const std::string_view word = text_.substr(name, name_end(name) - name);
    if (failure_.open != nullptr && !is_uppaal_element(word))
      return say(open, name + word.size(), fmt::format("'<{}' reads as the start of a tag", word), kEscapeLess);
    if (at_ < text_.size() && text_[at_] == '<')
      return say(at_, at_ + 1, fmt::format("'<' inside the tag <{}", word),
                 "close the tag with '>'; inside an attribute write &lt;");
    say(at_, at_ + 1, fmt::format("the tag <{} is malformed here", word), "attributes are written name=\"value\"");
  }

  void unclosed_token() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("<!--")) return say(at_, at_ + 4, "this comment is not closed", "add '-->'");
    if (rest.starts_with("&")) return say(at_, at_ + 1, "the file ends inside an entity", kEscapeAmpersand);
    say(at_, at_ + 1, "this tag is not closed: the file ends inside it", "is the file complete?");
  }

  void unclosed_cdata() {
    constexpr std::string_view kStart = "<![CDATA[";
    const std::size_t begin = std::min(text_.rfind(kStart), text_.size());
    say(begin, begin + kStart.size(), "this CDATA section is not closed", "add ']]>'");
  }

  void ends_early() {
    if (failure_.open == nullptr) return say(text_.size(), text_.size() + 1, "the file holds no XML element");
    const XmlElement& open = *failure_.open;
    if (!is_uppaal_element(open.name)) return false_tag(open);
    say(text_.size(), text_.size() + 1,
        fmt::format("the file ends before </{}>; the element starts in line {}", open.name, line_of(open)),
        "is the file complete?");
  }

  // expat points at the name in the end tag.
  void mismatch() {
    const std::size_t tag = at_ >= 2 ? at_ - 2 : 0;
    const std::string_view name = text_.substr(at_, name_end(at_) - at_);
    if (failure_.open == nullptr) return say(tag, at_ + name.size(), fmt::format("</{}> closes nothing", name));
    if (!is_uppaal_element(failure_.open->name)) return false_tag(*failure_.open);
    say(tag, at_ + name.size() + 1, fmt::format("</{}> is found where </{}> is expected", name, failure_.open->name),
        fmt::format("<{}> is opened in line {}", failure_.open->name, line_of(*failure_.open)));
  }

  void false_tag(const XmlElement& element) {
    const std::size_t begin = element.tag.begin - base_;
    say(begin, begin + 1 + element.name.size(),
        fmt::format("'<{}' reads as the start of a tag, and no </{}> follows", element.name, element.name),
        kEscapeLess);
  }

  XmlFailure failure_;
  const Sources& sources_;
  std::string_view text_;
  std::uint32_t base_;
  std::size_t at_;
  Diagnostics& diagnostics_;
};

}  // namespace

void report_xml_failure(const XmlFailure& failure, const Sources& sources, Sources::FileId file,
                        Diagnostics& diagnostics) {
  Explanation(failure, sources, file, diagnostics).report();
}

void report_unknown_entity(std::uint32_t offset, const Sources& sources, Sources::FileId file,
                           Diagnostics& diagnostics) {
  Explanation({XML_ERROR_UNDEFINED_ENTITY, offset, nullptr}, sources, file, diagnostics).report();
}

}  // namespace zonda::lang
