#include "report/document_json.hpp"

#include "lang/comments.hpp"
#include "lang/label_text.hpp"
#include "lang/print.hpp"
#include "report/text.hpp"

namespace zonda::report {

namespace {

using Json = nlohmann::ordered_json;

// Every text goes through here: JSON must be valid UTF-8, models need not be.
Json text(std::string_view value) { return valid_utf8(value); }

// Keys are always there; what the model does not say is null.
Json text_or_null(std::string_view value) { return value.empty() ? Json() : text(value); }

Json point_or_null(const std::optional<lang::Point>& point) {
  return point ? Json{{"x", point->x}, {"y", point->y}} : Json();
}

Json parameters_json(std::span<const lang::Parameter> parameters) {
  Json result = Json::array();
  for (const lang::Parameter& parameter : parameters)
    result.push_back({{"name", text(parameter.name)},
                      {"type", text(lang::print_type(*parameter.type) + lang::print_dims(parameter.dims))},
                      {"reference", parameter.is_reference}});
  return result;
}

Json location_json(const lang::Template& from, std::size_t index, const lang::Sources& sources) {
  const lang::LocationSyntax& location = from.locations[index];
  return {{"name", text(location.name)},
          {"named", location.is_named},
          {"id", text_or_null(location.xml_id)},
          {"initial", from.initial == index},
          {"urgent", location.is_urgent},
          {"committed", location.is_committed},
          {"branchpoint", location.is_branchpoint},
          {"invariant", text_or_null(lang::invariant_text(location))},
          {"rate", text_or_null(lang::rate_text(location))},
          {"comment", text_or_null(lang::comment_text(location.labels))},
          {"color", text_or_null(location.color)},
          {"at", point_or_null(location.at)},
          {"position", text_or_null(sources.place(location.range))}};
}

Json edge_json(const lang::Template& from, const lang::EdgeSyntax& edge, const lang::Sources& sources) {
  const lang::EdgeText labels = lang::edge_text(edge);
  Json nails = Json::array();
  for (const lang::Point& nail : edge.nails) nails.push_back({{"x", nail.x}, {"y", nail.y}});
  return {{"source", text(from.locations[edge.source].name)},
          {"target", text(from.locations[edge.target].name)},
          {"source_index", edge.source},
          {"target_index", edge.target},
          {"controllable", edge.is_controllable},
          {"select", text_or_null(labels.select)},
          {"guard", text_or_null(labels.guard)},
          {"sync", text_or_null(labels.sync)},
          {"update", text_or_null(labels.update)},
          {"probability", text_or_null(labels.probability)},
          {"comment", text_or_null(lang::comment_text(edge.labels))},
          {"color", text_or_null(edge.color)},
          {"nails", std::move(nails)},
          {"position", text_or_null(sources.place(edge.range))}};
}

Json template_json(const lang::Template& from, const lang::Sources& sources) {
  Json locations = Json::array();
  for (std::size_t i = 0; i < from.locations.size(); ++i) locations.push_back(location_json(from, i, sources));
  Json edges = Json::array();
  for (const lang::EdgeSyntax& edge : from.edges) edges.push_back(edge_json(from, edge, sources));
  return {{"name", text(from.name)},
          {"position", text_or_null(sources.place(from.name_range))},
          {"parameters", parameters_json(from.parameters)},
          {"declarations", text(lang::declaration_text(from))},
          {"locations", std::move(locations)},
          {"edges", std::move(edges)}};
}

Json options_json(const std::vector<lang::QueryOption>& options) {
  Json result = Json::array();
  for (const lang::QueryOption& option : options)
    result.push_back({{"key", text(option.key)}, {"value", text(option.value)}});
  return result;
}

Json expectation_json(const lang::Expectation& expectation) {
  Json resources = Json::array();
  for (const auto& resource : expectation.resources)
    resources.push_back(
        {{"type", text(resource.type)}, {"value", text(resource.value)}, {"unit", text(resource.unit)}});
  return {{"outcome", text_or_null(expectation.outcome)},
          {"type", text_or_null(expectation.type)},
          {"value", text_or_null(expectation.value)},
          {"resources", std::move(resources)}};
}

Json query_json(const lang::Query& query, const lang::Sources& sources) {
  Json expectations = Json::array();
  for (const lang::Expectation& each : query.expectations) expectations.push_back(expectation_json(each));
  const std::string written = lang::without_comments(query.text.text);
  return {{"formula", text(written.empty() ? lang::print_query(query) : written)},
          {"kind", spelling(query.kind)},
          {"needs", text_or_null(query.feature)},
          {"comment", text_or_null(lang::trimmed(query.comment))},
          {"options", options_json(query.options)},
          {"expect", std::move(expectations)},
          {"position", text_or_null(sources.place(query.range))}};
}

}  // namespace

Json document_to_json(const lang::Document& document, std::string_view format, const lang::Sources& sources) {
  Json templates = Json::array();
  for (const auto& each : document.templates) templates.push_back(template_json(*each, sources));
  Json processes = Json::array();
  for (const lang::SystemItem& item : document.system)
    processes.push_back({{"name", text(item.name)}, {"priority", item.priority}});
  Json queries = Json::array();
  for (const lang::Query& query : document.queries) queries.push_back(query_json(query, sources));
  return {{"format", format},
          {"syntax", document.dialect == lang::Dialect::New ? "new" : "old"},
          {"declarations", text(lang::declaration_text(document))},
          {"templates", std::move(templates)},
          {"system", text(lang::system_text(document))},
          {"processes", std::move(processes)},
          {"options", options_json(document.options)},
          {"queries", std::move(queries)}};
}

}  // namespace zonda::report
