#include "lang/recognise.hpp"

#include "util/characters.hpp"

#include <algorithm>
#include <array>

namespace zonda::lang {

namespace {

constexpr std::array<std::string_view, 15> kQueryStarts = {"E<>",  "A[]",      "E[]",      "A<>",       "sup{",
                                                           "sup:", "inf{",     "inf:",     "bounds{",   "bounds:",
                                                           "Pr[",  "simulate", "control:", "strategy ", "E["};
constexpr std::array<std::string_view, 7> kTckStarts = {
    "process:", "event:", "clock:", "int:", "edge:", "location:", "sync:"};
constexpr std::string_view kTckSystem = "system:";

bool is_word_character(char c) { return is_letter(c) || is_digit(c); }

bool starts_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || !is_word_character(line[word.size()]));
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
    if (is_blank(rest[0]))
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

// Calls `visit` with the place and the text of each line, up to the one for which it says true.
template <typename Visit>
void for_each_line(std::string_view text, Visit&& visit) {
  std::size_t at = 0;
  for (skip_blanks(text, at); at < text.size(); skip_blanks(text, at)) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (visit(at, line)) return;
    at += line.size();
  }
}

bool is_tck_line(std::string_view line) { return line.starts_with(kTckSystem) || starts_with_any(line, kTckStarts); }

// A process or a system line, at the start of the line or behind another declaration.
bool has_model_word(std::string_view line) {
  if (is_tck_line(line)) return false;
  line = line.substr(0, std::min(line.find("//"), line.find("/*")));
  for (std::size_t at = 0;; ++at) {
    while (at < line.size() && is_blank(line[at])) ++at;
    const std::string_view rest = line.substr(std::min(at, line.size()));
    if (starts_with_word(rest, "process") || starts_with_word(rest, "system")) return true;
    at = line.find_first_of(";}", at);
    if (at == std::string_view::npos) return false;
  }
}

bool has_query(std::string_view line) {
  return starts_with_any(line, kQueryStarts) || line.find("-->") != std::string_view::npos;
}

}  // namespace

std::optional<std::size_t> find_xml(std::string_view text) {
  std::optional<std::size_t> result;
  for_each_line(text, [&](std::size_t at, std::string_view line) {
    if (line[0] == '<') result = at;
    return result.has_value() || has_model_word(line) || has_query(line);
  });
  return result;
}

std::optional<std::size_t> find_text_model(std::string_view text) {
  std::optional<std::size_t> result;
  for_each_line(text, [&](std::size_t at, std::string_view line) {
    const bool is_xml = line[0] == '<';
    if (!is_xml && has_model_word(line)) result = at;
    return is_xml || result.has_value();
  });
  return result;
}

std::optional<std::size_t> find_query(std::string_view text) {
  std::optional<std::size_t> result;
  for_each_line(text, [&](std::size_t at, std::string_view line) {
    const bool is_xml = line[0] == '<';
    if (!is_xml && has_query(line)) result = at;
    return is_xml || result.has_value();
  });
  return result;
}

std::optional<TckBeginning> find_tck(std::string_view text) {
  std::optional<TckBeginning> system;
  bool has_other_line = false;
  for_each_line(text, [&](std::size_t at, std::string_view line) {
    if (line.starts_with(kTckSystem)) {
      if (!system) system = TckBeginning{at, false};
    } else {
      has_other_line = has_other_line || starts_with_any(line, kTckStarts);
    }
    return (system.has_value() && has_other_line) || line[0] == '<' || has_model_word(line);
  });
  if (system) system->has_other_line = has_other_line;
  return system;
}

}  // namespace zonda::lang
