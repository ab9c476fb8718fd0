#include "report/pipeline.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <set>

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

// A path as a URI reference.
std::string uri(std::string_view path) {
  std::string result;
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    result += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

Json location(const std::string& path, const TextPlace& at) {
  // Queries of the command line are in no file.
  const TextPlace place = at.file.starts_with("query ") ? TextPlace{} : at;
  Json physical{{"artifactLocation", {{"uri", uri(place.file.empty() ? path : place.file)}}}};
  if (place.line > 0) {
    Json region{{"startLine", place.line}, {"startColumn", place.column}};
    const bool is_after =
        place.end_line > place.line || (place.end_line == place.line && place.end_column > place.column);
    if (is_after) {
      region["endLine"] = place.end_line;
      region["endColumn"] = place.end_column;
    }
    physical["region"] = std::move(region);
  }
  Json result{{"physicalLocation", std::move(physical)}};
  if (!place.xpath.empty()) result["logicalLocations"] = Json::array({{{"fullyQualifiedName", place.xpath}}});
  return result;
}

// 'file:line:column' taken apart.
TextPlace parse_place(const std::string& text) {
  TextPlace result;
  const std::size_t second = text.rfind(':');
  const std::size_t first =
      second == std::string::npos || second == 0 ? std::string::npos : text.rfind(':', second - 1);
  if (first == std::string::npos) return result;
  (void)std::from_chars(text.data() + first + 1, text.data() + second, result.line);
  (void)std::from_chars(text.data() + second + 1, text.data() + text.size(), result.column);
  result.file = text.substr(0, first);
  return result;
}

std::string edge_text(const Trace& trace, const TraceEdge& e) {
  const TraceProcess& p = trace.processes[e.process];
  std::string result = fmt::format("{}: {} -> {}", p.name, p.locations[e.source], p.locations[e.target]);
  if (!e.guard.empty()) result += "  when " + e.guard;
  if (!e.sync.empty()) result += "  " + e.sync;
  if (!e.update.empty()) result += "  do " + e.update;
  return result;
}

Json code_flow(const std::string& path, const Trace& trace) {
  Json locations = Json::array();
  for (const TraceStep& step : trace.steps)
    for (std::size_t i = 0; i < step.edges.size(); ++i) {
      const TraceEdge& e = step.edges[i];
      Json at = location(path, parse_place(e.position));
      const std::string delay =
          trace.has_times && i == 0 ? fmt::format("after {}: ", decimal(step.delay, trace.digits)) : "";
      at["message"] = {{"text", delay + edge_text(trace, e)}};
      locations.push_back({{"location", std::move(at)}});
    }
  return {{"threadFlows", Json::array({{{"locations", std::move(locations)}}})}};
}

struct SarifRule {
  const char* id;
  const char* meaning;
};
constexpr std::array kRules = {
    SarifRule{"query-failed", "a query has another outcome than it should"},
    SarifRule{"query-undecided", "a query could not be decided"},
    SarifRule{"query-error", "a query could not be answered"},
    SarifRule{"error", "the model or a query has an error"},
};

Json query_result(const std::string& path, const QueryInfo* info, const QueryResult& r) {
  const Judgement judgement = judge(r);
  const char* rule = judgement == Judgement::Fail        ? "query-failed"
                     : judgement == Judgement::Undecided ? "query-undecided"
                                                         : "query-error";
  std::string text = describe(r);
  if (info != nullptr && !info->comment.empty()) text += "\n" + info->comment;
  Json result{{"ruleId", rule},
              {"level", judgement == Judgement::Undecided ? "warning" : "error"},
              {"message", {{"text", text}}}};
  result["locations"] = Json::array({location(path, info == nullptr ? TextPlace{} : info->place)});
  if (r.trace != nullptr && !r.trace->steps.empty()) result["codeFlows"] = Json::array({code_flow(path, *r.trace)});
  return result;
}

}  // namespace

Json write_sarif(const std::string& path, const std::vector<Message>& messages, const std::vector<QueryInfo>& queries,
                 const std::vector<QueryResult>& results) {
  Json rules = Json::array();
  for (const SarifRule& r : kRules) rules.push_back({{"id", r.id}, {"shortDescription", {{"text", r.meaning}}}});
  std::set<std::string> named;
  Json found = Json::array();
  for (const Message& m : messages) {
    const std::string rule = m.is_error ? "error" : m.name;
    if (!m.is_error && named.insert(rule).second) rules.push_back({{"id", rule}});
    std::string text = m.text;
    if (!m.hint.empty()) text += "\nhint: " + m.hint;
    found.push_back({{"ruleId", rule},
                     {"level", m.is_error ? "error" : "warning"},
                     {"message", {{"text", text}}},
                     {"locations", Json::array({location(path, m.place)})}});
  }
  for (const QueryResult& r : results)
    if (judge(r) != Judgement::Pass)
      found.push_back(query_result(path, r.index <= queries.size() ? &queries[r.index - 1] : nullptr, r));
  Json driver{{"name", "zonda"}, {"version", kVersion}, {"rules", std::move(rules)}};
  Json run{
      {"tool", {{"driver", std::move(driver)}}}, {"columnKind", "unicodeCodePoints"}, {"results", std::move(found)}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({std::move(run)})}};
}

}  // namespace zonda::report
