#include "report/diagnose_json.hpp"

#include "report/statistics.hpp"
#include "report/trace.hpp"
#include "zonda/version.hpp"

namespace zonda::report {

using Json = nlohmann::ordered_json;

Json diagnose_json(const std::string& path, const DiagnoseOptions& options, const Diagnosis& diagnosis) {
  Json result{{"tool", "zonda"}, {"version", kVersion}, {"model", path}};
  Json& in_force = result["options"];
  in_force = {{"ignore", options.ignored}, {"each_process", options.each_process}, {"most", options.most_of_a_kind}};
  in_force[std::string(json_name(&CheckOptions::trace))] = options.trace;
  in_force[std::string(json_name(&CheckOptions::memory_bytes))] = options.memory_bytes;
  in_force[std::string(json_name(&CheckOptions::seconds))] = options.seconds;
  result["complete"] = diagnosis.incomplete.empty();
  if (!diagnosis.incomplete.empty()) {
    result["reason"] = diagnosis.incomplete;
    result["explored"] = diagnosis.is_explored;
    result["not_looked_for"] = diagnosis.not_looked_for;
    result["maybe_more"] = diagnosis.maybe_more;
  }
  if (!diagnosis.note.empty()) result["note"] = diagnosis.note;
  Json findings = Json::array();
  for (const Finding& f : diagnosis.findings) {
    Json one{{"kind", f.kind}, {"text", f.text}, {"position", f.position}, {"details", f.details}};
    if (!f.edges.empty()) one["edges"] = f.edges;
    if (f.trace != nullptr) one["trace"] = trace_json(*f.trace);
    if (f.trace != nullptr && (f.kind == "zeno-loop" || f.kind == "committed-cycle"))
      one["loop_begins"] = f.loop_begins;
    if (!f.trace_note.empty()) one["trace_note"] = f.trace_note;
    findings.push_back(std::move(one));
  }
  result["findings"] = std::move(findings);
  result["more"] = diagnosis.more;
  result["not_listed"] = diagnosis.not_listed;
  Json ranges = Json::array();
  for (const VariableRange& r : diagnosis.ranges)
    ranges.push_back({{"name", r.name},
                      {"position", r.position},
                      {"declared", {r.declared_low, r.declared_high}},
                      {"sufficient", {r.low, r.high}}});
  result["ranges"] = std::move(ranges);
  result["stats"] = statistics_json(diagnosis.stats);
  return result;
}

}  // namespace zonda::report
