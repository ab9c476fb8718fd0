// Queries and messages of a model, as values.
#include "api/model_parts.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace zonda {

namespace {

TextPlace place_of(const lang::Sources& sources, lang::SourceRange range) {
  TextPlace result;
  if (!range.is_known()) return result;
  const lang::Position begin = sources.position(range.begin);
  const lang::Position end = sources.position(std::max(range.begin, range.end));
  result.file = begin.file;
  result.line = begin.line;
  result.column = begin.column;
  result.end_line = end.line;
  result.end_column = end.column;
  result.xpath = begin.xpath;
  result.xpath_line = begin.xpath_line;
  return result;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin));
}

struct Unit {
  std::string_view name;
  double factor;
};
constexpr Unit kUnits[] = {{"B", 1},     {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
                           {"MS", 1e-3}, {"S", 1},    {"M", 60},   {"H", 3600}, {"D", 86400}};

double amount(const lang::Expectation::Resource& r) {
  double number = 0;
  (void)std::from_chars(r.value.data(), r.value.data() + r.value.size(), number);
  for (const Unit& u : kUnits) {
    const bool is_same = std::equal(u.name.begin(), u.name.end(), r.unit.begin(), r.unit.end(), [](char a, char b) {
      return a == (b >= 'a' && b <= 'z' ? static_cast<char>(b - 'a' + 'A') : b);
    });
    if (is_same) return number * u.factor;
  }
  return r.type == "time" ? number : number * 1e6;
}

Expectation expectation_of(const lang::Expectation& e) {
  Expectation result;
  result.outcome = e.outcome;
  result.value = e.value;
  for (const auto& r : e.resources) {
    if (r.type == "time") result.seconds = amount(r);
    if (r.type == "memory") result.bytes = static_cast<std::uint64_t>(amount(r));
  }
  return result;
}

}  // namespace

std::vector<Message> Model::diagnostics() const {
  std::vector<Message> result;
  for (const lang::Diagnostic& d : parts_->diagnostics.items())
    result.push_back({d.severity == lang::Severity::Error, d.is_query, d.name, d.message, d.hint,
                      place_of(parts_->sources, d.range)});
  return result;
}

std::vector<QueryInfo> Model::queries() const {
  std::vector<QueryInfo> result;
  if (parts_->queries() == nullptr) {
    if (parts_->network == nullptr) return result;
    for (const model::Query& q : parts_->network->queries) {
      QueryInfo& info = result.emplace_back();
      info.index = result.size();
      info.formula = q.text;
      info.kind = lang::spelling(q.kind);
      info.comment = q.comment;
      info.place = place_of(parts_->sources, q.range);
      for (const lang::Expectation& e : q.expectations) info.expectations.push_back(expectation_of(e));
      info.refusal = model::why_refused(q);
    }
    return result;
  }
  for (const lang::Query& q : parts_->queries()->queries) {
    if (q.kind == lang::QueryKind::Empty) continue;
    QueryInfo& info = result.emplace_back();
    info.index = result.size();
    info.formula = trimmed(q.text.text);
    info.kind = lang::spelling(q.kind);
    info.is_pattern = lang::is_pattern(q);
    info.comment = q.comment;
    info.place = place_of(parts_->sources, q.range);
    for (const lang::Expectation& e : q.expectations) info.expectations.push_back(expectation_of(e));
    if (parts_->network != nullptr) info.refusal = model::why_refused(parts_->network->queries[info.index - 1]);
  }
  return result;
}

}  // namespace zonda
