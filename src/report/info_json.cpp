#include "lang/features.hpp"
#include "report/info.hpp"
#include "report/info_facts.hpp"
#include "report/model_text.hpp"
#include "zonda/version.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

Json variables(const model::Network& network) {
  Json result = Json::array();
  for (const model::Group& g : network.variable_groups) {
    Json one{{"name", g.name}, {"type", type_text(*g.layout)}, {"cells", g.count}};
    if (g.layout->is_integer()) {
      one["lower"] = g.layout->lower;
      one["upper"] = g.layout->upper;
      one["initial"] = network.cells[g.base].initial;
    }
    if (g.is_meta) one["meta"] = true;
    result.push_back(std::move(one));
  }
  return result;
}

Json processes(const model::Network& network, const ModelText& text) {
  Json result = Json::array();
  for (std::size_t i = 0; i < network.processes.size(); ++i) {
    const model::Process& p = network.processes[i];
    Json locations = Json::array();
    for (const model::Location& l : p.locations) locations.push_back(l.name);
    result.push_back({{"name", p.name},
                      {"template", text.template_name(i)},
                      {"locations", std::move(locations)},
                      {"initial", p.locations.empty() ? "" : p.locations[p.initial].name},
                      {"edges", p.edges.size()},
                      {"priority", p.priority}});
  }
  return result;
}

Json clocks(const model::Network& network) {
  Json result = Json::array();
  for (std::uint32_t i = 1; i < network.clocks.size(); ++i) {
    const model::Clock& c = network.clocks[i];
    Json one{{"name", network.clock_name(i)}, {"initial", c.initial}, {"tested", c.is_tested}};
    if (c.is_stopwatch) one["stopwatch"] = true;
    if (c.has_other_rate) one["other_rates"] = true;
    result.push_back(std::move(one));
  }
  return result;
}

Json channels(const model::Network& network) {
  Json result = Json::array();
  for (const model::Group& g : network.channel_groups) {
    const model::Channel& c = network.channels[g.base];
    result.push_back({{"name", g.name}, {"count", g.count}, {"urgent", c.is_urgent}, {"broadcast", c.is_broadcast}});
  }
  return result;
}

Json queries(const model::Network& network, const lang::Sources& sources) {
  Json result = Json::array();
  for (std::size_t i = 0; i < network.queries.size(); ++i) {
    const model::Query& q = network.queries[i];
    const std::string reason = model::why_refused(q);
    Json one{{"index", i + 1},
             {"formula", q.text},
             {"position", sources.place(q.range)},
             {"kind", query_word(q)},
             {"supported", reason.empty()}};
    if (!reason.empty()) one["reason"] = reason;
    if (!q.comment.empty()) one["comment"] = q.comment;
    for (const lang::Expectation& e : q.expectations)
      if (!e.outcome.empty() || !e.value.empty()) one["expected"] = e.outcome.empty() ? e.value : e.outcome;
    result.push_back(std::move(one));
  }
  return result;
}

Json messages(const lang::Diagnostics& diagnostics, const lang::Sources& sources) {
  Json result = Json::array();
  for (const lang::Diagnostic& d : diagnostics.items()) {
    Json one{{"severity", d.severity == lang::Severity::Error ? "error" : "warning"}, {"message", d.message}};
    if (!d.name.empty()) one["name"] = d.name;
    if (d.range.is_known()) {
      const lang::Position at = sources.position(d.range.begin);
      one["file"] = at.file;
      one["line"] = at.line;
      one["column"] = at.column;
      if (!at.xpath.empty()) one["xpath"] = at.xpath;
    }
    if (!d.hint.empty()) one["hint"] = d.hint;
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

Json info_json(const InfoInput& model, const lang::Diagnostics& diagnostics) {
  const model::Network& network = model.network;
  const lang::Sources& sources = model.sources;
  const ModelText text(model.tree, network, sources);
  const Totals sum = totals(network);
  Json result{{"tool", "zonda"}, {"version", kVersion}, {"model", model.path}, {"format", model.format}};
  if (model.tree != nullptr) result["dialect"] = model.tree->dialect == lang::Dialect::Old ? "3.4" : "4";
  result["totals"] = {{"templates", text.template_count()},  {"processes", network.processes.size()},
                      {"locations", sum.locations},          {"edges", sum.edges},
                      {"clocks", network.clocks.size() - 1}, {"variables", network.variables},
                      {"channels", network.channels.size()}, {"queries", network.queries.size()}};
  result["processes"] = processes(network, text);
  result["clocks"] = clocks(network);
  result["variables"] = variables(network);
  result["channels"] = channels(network);
  if (!network.events.empty()) {
    Json syncs = Json::array();
    for (const model::Joint& joint : network.joints) syncs.push_back(joint_text(network, joint));
    result["synchronisations"] = std::move(syncs);
    result["labels"] = label_names(network);
  }
  Json features = Json::array();
  for (const lang::Feature& f : model.tree == nullptr ? std::vector<lang::Feature>() : lang::features(*model.tree))
    features.push_back({{"name", f.name}, {"extension", f.is_extension}, {"position", sources.place(f.first)}});
  result["features"] = std::move(features);
  Json limitations = Json::array();
  for (const model::Limitation& l : network.limitations)
    limitations.push_back({{"feature", l.feature}, {"position", sources.place(l.range)}});
  result["limitations"] = std::move(limitations);
  result["queries"] = queries(network, sources);
  result["messages"] = messages(diagnostics, sources);
  return result;
}

}  // namespace zonda::report
