// Reads and checks the JSON of a trace.
#include "trace/saved.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace zonda::trace {

namespace {

using Json = nlohmann::json;

// Something in the document is wrong; the text says where, as in 'steps[3].edges[0].process'.
struct Wrong {
  std::string what;
};

const Json& member(const Json& object, const std::string& name, const std::string& at) {
  if (!object.is_object()) throw Wrong{fmt::format("{} should be an object", at)};
  const auto found = object.find(name);
  if (found == object.end()) throw Wrong{fmt::format("{} has no '{}'", at, name)};
  return *found;
}

std::string text(const Json& value, const std::string& at) {
  if (!value.is_string()) throw Wrong{fmt::format("{} should be a string", at)};
  return value.get<std::string>();
}

std::int32_t number(const Json& value, const std::string& at) {
  const bool is_small = !value.is_number_unsigned() || value.get<std::uint64_t>() <= INT32_MAX;
  const bool fits = value.is_number_integer() && is_small && value.get<std::int64_t>() >= INT32_MIN &&
                    value.get<std::int64_t>() <= INT32_MAX;
  if (!fits) throw Wrong{fmt::format("{} should be an integer", at)};
  return value.get<std::int32_t>();
}

const Json& array(const Json& object, const std::string& name, const std::string& at) {
  const Json& result = member(object, name, at);
  if (!result.is_array()) throw Wrong{fmt::format("{}.{} should be an array", at, name)};
  return result;
}

std::string delay(const Json& object, const std::string& name, const std::string& at) {
  const auto found = object.find(name);
  if (found == object.end()) return "0";
  std::string result = found->is_number() ? found->dump() : text(*found, at + "." + name);
  if (!parse_decimal(result, decimals(result)))
    throw Wrong{fmt::format("{}.{} is not a delay: '{}'", at, name, result)};
  return result;
}

std::map<std::string, std::int32_t> numbers(const Json& object, const std::string& at) {
  if (!object.is_object()) throw Wrong{fmt::format("{} should be an object", at)};
  std::map<std::string, std::int32_t> result;
  for (const auto& [name, value] : object.items()) result[name] = number(value, at + "." + name);
  return result;
}

std::map<std::string, std::string> texts(const Json& object, const std::string& at) {
  if (!object.is_object()) throw Wrong{fmt::format("{} should be an object", at)};
  std::map<std::string, std::string> result;
  for (const auto& [name, value] : object.items()) result[name] = text(value, at + "." + name);
  return result;
}

SavedState state(const Json& object, const std::string& at) {
  SavedState result;
  result.locations = texts(member(object, "locations", at), at + ".locations");
  result.variables = numbers(member(object, "variables", at), at + ".variables");
  if (object.contains("clocks")) result.clocks = texts(object["clocks"], at + ".clocks");
  return result;
}

SavedEdge edge(const Json& object, const std::string& at) {
  SavedEdge result;
  result.process = text(member(object, "process", at), at + ".process");
  result.from = text(member(object, "from", at), at + ".from");
  result.to = text(member(object, "to", at), at + ".to");
  if (object.contains("edge")) result.edge = static_cast<std::uint32_t>(number(object["edge"], at + ".edge"));
  if (object.contains("branch")) result.branch = number(object["branch"], at + ".branch");
  if (object.contains("select")) result.selects = numbers(object["select"], at + ".select");
  if (object.contains("sync")) result.sync = text(object["sync"], at + ".sync");
  return result;
}

SavedStep step(const Json& object, const std::string& at) {
  SavedStep result;
  const Json& edges = array(object, "edges", at);
  for (std::size_t k = 0; k < edges.size(); ++k)
    result.edges.push_back(edge(edges[k], fmt::format("{}.edges[{}]", at, k)));
  if (result.edges.empty()) throw Wrong{at + ".edges is empty"};
  result.delay = delay(object, "delay", at);
  result.state = state(member(object, "state", at), at + ".state");
  return result;
}

// Reads what a maximal run has: its cycle, how it ends, and the moment that a leads-to query is about.
void read_end(const Json& object, Saved& result) {
  if (object.contains("cycle") && object.value("repeats", false)) {
    const std::int32_t from = number(object["cycle"], "cycle");
    if (from < 0 || static_cast<std::size_t>(from) >= result.steps.size())
      throw Wrong{fmt::format("cycle is {}, and there are {} steps", from, result.steps.size())};
    result.cycle = static_cast<std::size_t>(from);
  }
  if (object.contains("end")) result.end = text(object["end"], "end");
  if (object.contains("moment")) {
    const Json& moment = object["moment"];
    const std::int32_t step = number(member(moment, "step", "moment"), "moment.step");
    if (step < 0 || static_cast<std::size_t>(step) > result.steps.size())
      throw Wrong{fmt::format("moment.step is {}, and there are {} steps", step, result.steps.size())};
    result.moment = Saved::Moment{static_cast<std::size_t>(step), delay(moment, "delay", "moment")};
  }
}

Saved saved(const Json& object) {
  Saved result;
  const std::string format = text(member(object, "format", "the trace"), "format");
  if (format != "zonda-trace") throw Wrong{fmt::format("unknown format '{}'; it should be 'zonda-trace'", format)};
  const std::int32_t version = number(member(object, "version", "the trace"), "version");
  if (version != 1) throw Wrong{fmt::format("version {} is not known; this zonda reads version 1", version)};
  if (object.contains("times") && object["times"] == false)
    throw Wrong{"this trace has no times: it comes from an over-approximation"};
  if (object.contains("formula")) result.formula = text(object["formula"], "formula");
  result.initial = state(member(object, "initial", "the trace"), "initial");
  const Json& steps = array(object, "steps", "the trace");
  for (std::size_t i = 0; i < steps.size(); ++i) result.steps.push_back(step(steps[i], fmt::format("steps[{}]", i)));
  result.last_delay = delay(object, "last_delay", "the trace");
  read_end(object, result);
  return result;
}

// The trace of a query in the output of `check --json`.
const Json& trace_of(const Json& document, std::size_t query) {
  if (!document.is_object() || !document.contains("queries")) {
    if (query != 0) throw Wrong{"this is one trace, not the JSON output of a check: there is no query to choose"};
    return document;
  }
  const Json& queries = array(document, "queries", "the document");
  for (const Json& one : queries) {
    if (!one.is_object() || !one.contains("trace")) continue;
    if (query == 0 || (one.contains("index") && one["index"] == query)) return one["trace"];
  }
  throw Wrong{query == 0 ? "no query has a trace" : fmt::format("query {} has no trace", query)};
}

}  // namespace

std::uint32_t decimals(std::string_view text) {
  const std::size_t dot = text.find('.');
  return dot == std::string_view::npos ? 0 : static_cast<std::uint32_t>(text.size() - dot - 1);
}

std::optional<Units> parse_decimal(std::string_view text, std::uint32_t digits) {
  constexpr std::size_t kMostDigits = 17;
  const std::size_t dot = text.find('.');
  std::string all(text.substr(0, dot));
  if (all.empty()) return std::nullopt;
  std::string_view fraction;
  if (dot != std::string_view::npos) fraction = text.substr(dot + 1);
  if ((dot != std::string_view::npos && fraction.empty()) || fraction.size() > digits) return std::nullopt;
  all += fraction;
  all.append(digits - fraction.size(), '0');
  if (all.size() > kMostDigits || !std::all_of(all.begin(), all.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return std::nullopt;
  Units result = 0;
  std::from_chars(all.data(), all.data() + all.size(), result);
  return result;
}

ReadTrace read_trace(std::string_view text, std::size_t query) {
  try {
    const Json document = Json::parse(text);
    return {saved(trace_of(document, query)), {}};
  } catch (const Json::parse_error& e) {
    const std::string_view before = text.substr(0, e.byte == 0 ? 0 : e.byte - 1);
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n');
    const std::size_t column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
    return {{}, fmt::format("{}:{}: this is not JSON", line, column)};
  } catch (const Wrong& wrong) {
    return {{}, wrong.what};
  }
}

}  // namespace zonda::trace
