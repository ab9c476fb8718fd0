#include "lang/comments.hpp"

#include "util/characters.hpp"

#include <algorithm>

namespace zonda::lang {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

// The end of the comment that starts at `at`, or npos when it is not closed; `at` itself when there is none.
std::size_t comment_end(std::string_view text, std::size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.find_first_of("\r\n", at), text.size());
  if (text.substr(at, 2) != "/*") return at;
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? end : end + 2;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

std::string without_comments(std::string_view text) {
  std::string result;
  bool is_gap = false;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = is_string ? i : comment_end(text, i);
    if (end != i || (!is_string && is_blank(text[i]))) {
      is_gap = true;
      i = end == i ? i + 1 : end;
      continue;  // an unclosed comment has end npos: the loop ends
    }
    if (text[i] == '"' || text[i] == '\n') is_string = text[i] == '"' && !is_string;
    if (is_gap && !result.empty()) result += ' ';
    is_gap = false;
    result += text[i++];
  }
  return result;
}

bool is_only_comments(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = comment_end(text, i);
    if (end == std::string_view::npos || (end == i && !is_blank(text[i]))) return false;
    i = end == i ? i + 1 : end;
  }
  return true;
}

bool may_end_in_line_comment(std::string_view text) {
  const std::size_t last_break = text.find_last_of("\r\n");
  const std::string_view last = last_break == std::string_view::npos ? text : text.substr(last_break + 1);
  return last.find("//") != std::string_view::npos;
}

}  // namespace zonda::lang
