// The query file beside an .xta: one formula a line, the comment of a query in a block before it, its expected
// outcome behind it, as UPPAAL's editor and its test driver write them.
#include "lang/comments.hpp"
#include "lang/new_names.hpp"
#include "lang/write_xta.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace zonda::lang {

namespace {

struct OutcomeToken {
  std::string_view outcome;
  std::string_view token;
};
constexpr std::array kOutcomeTokens = {
    OutcomeToken{"success", "T"},      OutcomeToken{"failure", "F"}, OutcomeToken{"maybe_true", "MT"},
    OutcomeToken{"maybe_false", "MF"}, OutcomeToken{"error", "E"},
};

// A figure as the list of expectations takes it: no blanks, units in capitals. Anything odd is left out.
std::string figure(std::string_view value, std::string_view unit) {
  std::string result(trimmed(value));
  for (const char c : trimmed(unit)) {
    const auto upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    if (c != 'i') result += upper;  // KiB is written KB
  }
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' || c == '+' || c == 'e';
  };
  return std::all_of(result.begin(), result.end(), is_plain) ? result : std::string();
}

std::string expectations(const Query& query) {
  std::string list;
  const auto add = [&](std::string_view token) {
    if (token.empty()) return;
    if (!list.empty()) list += ',';
    list += token;
  };
  for (const Expectation& expectation : query.expectations) {
    for (const OutcomeToken& each : kOutcomeTokens)
      if (each.outcome == expectation.outcome) add(each.token);
    add(figure(expectation.value, ""));
    for (const Expectation::Resource& resource : expectation.resources) add(figure(resource.value, resource.unit));
  }
  // In a line of its own: UPPAAL's parser credits one in the same line to the formula before.
  return list.empty() ? list : "\n/* EXPECT:" + list + " */";
}

// A slash in a comment is written '\/', so that no comment ends early.
std::string escaped_comment(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '/') result += '\\';
    if (c != '\r') result += c;
  }
  return result;
}

std::string formula(const Query& query, const NewNames& names) {
  const bool has_tree = query.kind != QueryKind::Unsupported && query.kind != QueryKind::Malformed;
  if (has_tree && (names.changes_names() || query.text.is_blank()))
    return print_query(query, {.renaming = &names.renaming()});
  return without_comments(query.text.text);
}

}  // namespace

std::string write_queries(const Document& document) {
  const NewNames names(document);
  std::string out;
  for (const Query& query : document.queries) {
    if (!out.empty()) out += '\n';
    const std::string comment(trimmed(query.comment));
    if (!comment.empty()) out += "/*\n" + escaped_comment(comment) + "\n*/\n";
    const std::string text = formula(query, names);
    out += text.empty() ? "//NO_QUERY" : text + expectations(query);
    out += '\n';
  }
  return out;
}

}  // namespace zonda::lang
