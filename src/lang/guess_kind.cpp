// What a file is, by how its lines start. XML starts with '<', TChecker's lines with 'system:' and 'process:', models
// have processes and a system line, queries have path quantifiers. Only where the content says nothing (a file of
// declarations, a long preamble) the extension decides.
#include "lang/read.hpp"

#include <algorithm>
#include <array>

namespace zonda::lang {

namespace {

constexpr std::size_t kLookedAt = std::size_t{256} * 1024;

constexpr std::array<std::string_view, 15> kQueryStarts = {"E<>",  "A[]",      "E[]",      "A<>",       "sup{",
                                                           "sup:", "inf{",     "inf:",     "bounds{",   "bounds:",
                                                           "Pr[",  "simulate", "control:", "strategy ", "E["};
constexpr std::array<std::string_view, 7> kTckStarts = {
    "process:", "event:", "clock:", "int:", "edge:", "location:", "sync:"};

struct Extension {
  std::string_view ending;
  FileKind kind;
};
constexpr std::array<Extension, 5> kExtensions = {{{".xml", FileKind::Xml},
                                                   {".xta", FileKind::Xta},
                                                   {".ta", FileKind::Ta},
                                                   {".q", FileKind::Queries},
                                                   {".tck", FileKind::Tck}}};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }
bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

bool starts_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || !is_word(line[word.size()]));
}

template <typename Words>
bool starts_with_any(std::string_view line, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return line.starts_with(word); });
}

// Moves `at` to the next text that is neither white space nor comment; '#' is TChecker's comment.
void skip_blanks(std::string_view text, std::size_t& at) {
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    std::size_t length = 0;
    if (is_space(rest[0]))
      length = 1;
    else if (rest.starts_with("/*"))
      length = std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    else if (rest.starts_with("//") || rest.starts_with("#"))
      length = std::min(rest.find('\n'), rest.size());
    else
      return;
    at += length;
  }
}

// A process or a system line, at the start of the line or behind another declaration.
bool has_model_word(std::string_view line) {
  line = line.substr(0, std::min(line.find("//"), line.find("/*")));
  for (std::size_t at = 0;; ++at) {
    while (at < line.size() && is_space(line[at])) ++at;
    const std::string_view rest = line.substr(std::min(at, line.size()));
    if (starts_with_word(rest, "process") || starts_with_word(rest, "system")) return true;
    at = line.find_first_of(";}", at);
    if (at == std::string_view::npos) return false;
  }
}

FileKind kind_by_extension(std::string_view name) {
  for (const Extension& e : kExtensions)
    if (name.ends_with(e.ending)) return e.kind;
  return FileKind::Unknown;
}

FileKind kind_by_content(std::string_view content) {
  bool has_model = false;
  bool has_query = false;
  bool has_tck_system = false;
  bool has_tck_line = false;
  std::size_t at = 0;
  for (skip_blanks(content, at); at < content.size(); skip_blanks(content, at)) {
    const std::string_view line = content.substr(at, content.find('\n', at) - at);
    if (line[0] == '<') return has_model || has_query ? FileKind::Unknown : FileKind::Xml;
    if (starts_with_any(line, kTckStarts))
      has_tck_line = true;
    else if (line.starts_with("system:"))
      has_tck_system = true;
    else if (has_model_word(line))
      has_model = true;
    else if (starts_with_any(line, kQueryStarts) || line.find("-->") != std::string_view::npos)
      has_query = true;
    if (has_model || (has_tck_system && has_tck_line)) break;
    at += line.size();
  }
  if (has_tck_system && (has_tck_line || !has_model)) return FileKind::Tck;
  if (has_model) return FileKind::Xta;
  return has_query ? FileKind::Queries : FileKind::Unknown;
}

}  // namespace

FileKind guess_kind(std::string_view name, std::string_view content) {
  const FileKind by_name = kind_by_extension(name);
  const FileKind by_content = kind_by_content(content.substr(0, kLookedAt));
  if (by_content == FileKind::Unknown) return by_name;
  // The two textual dialects look alike.
  if (by_content == FileKind::Xta && by_name == FileKind::Ta) return FileKind::Ta;
  return by_content;
}

}  // namespace zonda::lang
