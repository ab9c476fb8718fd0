#include "report/check_json.hpp"

#include "check/option_table.hpp"
#include "report/statistics.hpp"
#include "report/trace.hpp"
#include "zonda/version.hpp"

#include <variant>

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

// An end that is missing is infinite.
Json values_json(const std::vector<QueryValue>& values) {
  Json result = Json::array();
  for (const QueryValue& value : values) {
    Json intervals = Json::array();
    for (const ValueInterval& i : value.intervals) {
      Json one{{"low", i.low}, {"low_attained", !i.is_low_open}};
      if (i.has_high) {
        one["high"] = i.high;
        one["high_attained"] = !i.is_high_open;
      }
      intervals.push_back(std::move(one));
    }
    result.push_back({{"expression", value.expression},
                      {"kind", value.is_clock ? "clock" : "integer"},
                      {"intervals", std::move(intervals)},
                      {"goes_on", value.goes_on}});
  }
  return result;
}

}  // namespace

Json options_json(const CheckOptions& options) {
  Json result = Json::object();
  for (const OptionInfo& option : option_table()) {
    if (option.json.empty() || !check::is_echoed(options, option)) continue;
    std::visit([&](const auto& value) { result[std::string(option.json)] = value; }, option_setting(options, option));
  }
  return result;
}

Json check_json(const std::string& path, const CheckOptions& options, const std::vector<QueryResult>& results) {
  Json result{{"tool", "zonda"}, {"version", kVersion}, {"model", path}};
  result["options"] = options_json(options);
  Json queries = Json::array();
  for (const QueryResult& r : results) {
    Json one{{"index", r.index}, {"formula", r.formula}, {"position", r.position}, {"verdict", to_string(r.verdict)}};
    if (!r.reason.empty()) one["reason"] = r.reason;
    if (!r.expected.empty()) {
      one["expected"] = r.expected;
      one["as_expected"] = r.is_as_expected;
    }
    if (!r.note.empty()) one["note"] = r.note;
    if (!r.value.empty()) one["value"] = r.value;
    if (!r.values.empty()) one["values"] = values_json(r.values);
    // What was used has the names of the options.
    const auto add_used = [&](std::string_view name, const std::string& used) {
      if (!used.empty()) one[std::string(name)] = used;
    };
    add_used(json_name(&CheckOptions::abstraction), r.abstraction);
    add_used(json_name(&CheckOptions::order), r.order);
    add_used(json_name(&CheckOptions::keep), r.keep);
    add_used(json_name(&CheckOptions::reduce), r.reduce);
    if (!r.shared_with.empty()) one["shared_with"] = r.shared_with;
    one["stats"] = statistics_json(r.stats);
    if (r.trace != nullptr) one["trace"] = trace_json(*r.trace);
    if (!r.trace_note.empty()) one["trace_note"] = r.trace_note;
    queries.push_back(std::move(one));
  }
  result["queries"] = std::move(queries);
  return result;
}

}  // namespace zonda::report
