#include "lang/diagnostics.hpp"

#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

const std::vector<WarningName>& warning_names() {
  static const std::vector<WarningName> kNames = {
      {"strict-invariant", "an invariant with '<': time converges to a bound that is never reached"},
      {"lower-bound-invariant", "an invariant with '>' or '>=': it blocks entry, it does not force an exit"},
      {"unused", "a declaration that nothing uses"},
      {"shadowing", "a declaration that hides another of the same name"},
      {"precedence", "text that releases before 4.1.20 read with other precedences"},
      {"no-effect", "an expression whose value is thrown away"},
      {"duplicate-id", "two locations of an XML file with one id"},
      {"duplicate-label", "two labels of one kind on one edge or location"},
      {"urgent-clock-guard", "a clock guard on an edge that synchronises on an urgent channel"},
      {"self-assignment", "a variable that is assigned to itself"},
      {"constant-condition", "a guard or condition that is always false"},
      {"old-syntax", "the model was read in the syntax of UPPAAL 3.4"},
      {"extension", "a construct of the statistical, hybrid, game or dynamic extensions"},
      {"layout", "structure of an XML file that is unusual but harmless"},
      {"query", "something odd in a query or its expectation"},
      {"unreachable-location", "a location with no path of edges from the initial one"},
      {"renamed", "a name that had to be changed, because two things of a .tck file share it"},
      {"unbounded-set", "a template in the system line whose parameter range gives very many processes"},
      {"wrap-around", "an expression whose result may leave 32 bits, so that another number comes out"},
  };
  return kNames;
}

void Diagnostics::error(SourceRange range, std::string message, std::string hint) {
  // One error a place: what follows on the same character is nearly always a consequence of the first.
  for (const Diagnostic& item : items_)
    if (item.severity == Severity::Error && item.range.begin == range.begin && range.is_known()) return;
  ++error_count_;
  const bool is_query = query_depth_ > 0;
  if (is_query) ++query_error_count_;
  if (error_count_ <= kMaxErrors)
    items_.push_back({Severity::Error, {}, std::move(message), range, std::move(hint), is_query});
}

void Diagnostics::warning(std::string_view name, SourceRange range, std::string message, std::string hint) {
  const auto& names = warning_names();
  ZONDA_CHECK(std::any_of(names.begin(), names.end(), [&](const auto& w) { return w.name == name; }),
              "unknown warning name " + std::string(name));
  if (disabled_.count(name) != 0 || disabled_.count("all") != 0) return;
  for (const Diagnostic& item : items_)
    if (item.range == range && item.message == message) return;
  ++warning_count_;
  if (warning_count_ <= kMaxWarnings)
    items_.push_back(
        {Severity::Warning, std::string(name), std::move(message), range, std::move(hint), query_depth_ > 0});
}

bool Diagnostics::disable(std::string_view name) {
  const auto& names = warning_names();
  const bool known =
      name == "all" || std::any_of(names.begin(), names.end(), [&](const auto& w) { return w.name == name; });
  if (known) disabled_.emplace(name);
  return known;
}

void Diagnostics::sort() {
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.range.begin < b.range.begin; });
}

void Diagnostics::append(const Diagnostics& other) {
  for (const Diagnostic& item : other.items_) {
    query_depth_ += item.is_query ? 1 : 0;
    if (item.severity == Severity::Error)
      error(item.range, item.message, item.hint);
    else
      warning(item.name, item.range, item.message, item.hint);
    query_depth_ -= item.is_query ? 1 : 0;
  }
}

Diagnostics Diagnostics::fresh() const {
  Diagnostics result;
  result.disabled_ = disabled_;
  return result;
}

namespace {

constexpr std::size_t kMaxShownLine = 160;

// Makes any bytes safe to print: control characters and broken UTF-8 become '?', tabs become blanks.
std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      result += c == '\t' ? ' ' : (c < 0x20 || c == 0x7F ? '?' : static_cast<char>(c));
      ++i;
      continue;
    }
    const std::size_t length = c >= 0xF0 && c <= 0xF4 ? 4 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xC2 && c < 0xE0 ? 2 : 0;
    bool is_valid = length != 0 && i + length <= text.size();
    for (std::size_t k = 1; is_valid && k < length; ++k)
      is_valid = (static_cast<unsigned char>(text[i + k]) & 0xC0U) == 0x80U;
    if (is_valid) {
      result += text.substr(i, length);
      i += length;
    } else {
      result += '?';
      ++i;
    }
  }
  return result;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

// The source line with a caret under the range. Long lines are cut to a window around the caret.
std::string excerpt(SourceRange range, const Sources& sources) {
  std::string_view line = sources.line_at(range.begin);
  std::string_view prefix = sources.line_prefix(range.begin);
  std::string_view rest = line.substr(prefix.size());
  std::string lead;
  if (line.size() > kMaxShownLine && prefix.size() > kMaxShownLine / 2) {
    prefix.remove_prefix(prefix.size() - kMaxShownLine / 2);
    lead = "…";
  }
  std::string tail;
  if (prefix.size() + rest.size() > kMaxShownLine) {
    rest = rest.substr(0, kMaxShownLine - prefix.size());
    tail = "…";
  }
  const std::size_t marked = std::min<std::size_t>(range.end > range.begin ? range.end - range.begin : 1, rest.size());
  const std::string shown_prefix = lead + printable(prefix);
  const std::size_t width = std::max<std::size_t>(1, display_width(printable(rest.substr(0, marked))));
  return fmt::format("    {}{}{}\n    {}{}{}\n", shown_prefix, printable(rest), tail,
                     std::string(display_width(shown_prefix), ' '), '^', std::string(width - 1, '~'));
}

}  // namespace

std::string render(const Diagnostic& diagnostic, const Sources& sources) {
  std::string label = diagnostic.severity == Severity::Error ? "error" : "warning";
  std::string result;
  const bool is_placed = diagnostic.range.is_known();
  if (is_placed) result += sources.place(diagnostic.range) + ": ";
  result += label + ": " + printable(diagnostic.message);
  if (!diagnostic.name.empty()) result += " [" + diagnostic.name + "]";
  result += '\n';
  if (is_placed) {
    result += excerpt(diagnostic.range, sources);
    const std::string xpath = sources.position(diagnostic.range.begin).xpath;
    if (!xpath.empty()) result += "    at " + xpath + '\n';
  }
  if (!diagnostic.hint.empty()) result += "    hint: " + printable(diagnostic.hint) + '\n';
  return result;
}

std::string render(const Diagnostics& diagnostics, const Sources& sources) {
  std::string result;
  for (const Diagnostic& item : diagnostics.items()) result += render(item, sources);
  if (diagnostics.error_count() > Diagnostics::kMaxErrors)
    result += fmt::format("… and {} more errors\n", diagnostics.error_count() - Diagnostics::kMaxErrors);
  if (diagnostics.warning_count() > Diagnostics::kMaxWarnings)
    result += fmt::format("… and {} more warnings\n", diagnostics.warning_count() - Diagnostics::kMaxWarnings);
  return result;
}

}  // namespace zonda::lang
