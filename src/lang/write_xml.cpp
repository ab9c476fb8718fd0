#include "lang/write_xml.hpp"

#include "lang/charts.hpp"
#include "lang/comments.hpp"
#include "lang/label_text.hpp"
#include "lang/new_names.hpp"
#include "lang/xml_layout.hpp"
#include "lang/xml_out.hpp"

#include <algorithm>
#include <set>

namespace zonda::lang {

namespace {

constexpr std::string_view kHead =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
    "<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' "
    "'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>\n";

// Where the editor puts the name and the labels of a location.
constexpr Point kNameOffset{-10, -34};
constexpr Point kLabelOffset{-10, 17};

Point shifted(Point at, Point by) { return {at.x + by.x, at.y + by.y}; }

void add_point(XmlOutAttributes& attributes, const std::optional<Point>& at) {
  if (!at) return;
  attributes.push_back({"x", std::to_string(at->x)});
  attributes.push_back({"y", std::to_string(at->y)});
}

void add_if_given(XmlOutAttributes& attributes, std::string_view name, std::string_view value) {
  if (!value.empty()) attributes.push_back({name, std::string(value)});
}

struct LabelOut {
  std::string kind;
  std::string text;
  std::optional<Point> at;
};

class XmlWriter {
 public:
  explicit XmlWriter(const Document& document)
      : document_(document), is_copied_(document.is_all_in_texts && document.dialect == Dialect::New) {
    if (!is_copied_) {
      names_.emplace(document);
      options_ = {.as_written = false, .renaming = &names_->renaming()};
    }
    for (const auto& each : document.templates)
      for (const LocationSyntax& location : each->locations) all_ids_.emplace(location.xml_id);
  }

  std::string run() {
    out_.raw(kHead);
    out_.open("nta");
    text("declaration",
         is_copied_ ? std::string(document_.declaration_text.text) : declaration_text(document_, options_));
    for (const auto& each : document_.templates) write(*each);
    if (is_copied_ && chart_instances(document_).empty()) {
      text("instantiation", document_.instantiation_text.text);
      text("system", document_.system_text.text);
    } else {
      text("system", system_text(document_, options_));
    }
    write_queries();
    out_.close("nta");
    return out_.take();
  }

 private:
  // Blank texts are left out.
  void text(std::string_view name, std::string_view content, const XmlOutAttributes& attributes = {}) {
    if (!trimmed(content).empty()) out_.text(name, content, attributes);
  }

  void write(const Template& from) {
    const auto has_point = [](const LocationSyntax& location) { return location.at.has_value(); };
    layout_.reset();
    if (std::none_of(from.locations.begin(), from.locations.end(), has_point)) layout_ = lay_out(from);
    find_ids(from);
    out_.open("template");
    XmlOutAttributes at;
    add_point(at, from.name_at);
    out_.text("name", is_copied_ ? std::string(from.name) : (*names_)(from.name), at);
    text("parameter", is_copied_ ? std::string(from.parameter_text.text) : parameter_text(from, options_));
    text("declaration", is_copied_ ? std::string(from.declaration_text.text) : declaration_text(from, options_));
    std::vector<std::string> names;
    if (names_) names = names_->locations(from);
    for (std::size_t i = 0; i < from.locations.size(); ++i) {
      const LocationSyntax& location = from.locations[i];
      write(location, names_ ? names[i] : std::string(location.name), i);
    }
    if (from.initial) out_.empty("init", {{"ref", ids_[*from.initial]}});
    for (std::size_t i = 0; i < from.edges.size(); ++i) write(from.edges[i], i);
    out_.close("template");
  }

  // Ids stay, because '_id3' is the name of the unnamed location with id 'id3'. A reference goes to the last element
  // with its id, so of several with one id all but the last need another.
  void find_ids(const Template& from) {
    std::set<std::string_view> taken;
    ids_.assign(from.locations.size(), {});
    for (std::size_t i = from.locations.size(); i-- > 0;) {
      const std::string_view id = from.locations[i].xml_id;
      if (!id.empty() && taken.insert(id).second) ids_[i] = id;
    }
    for (std::string& id : ids_)
      if (id.empty()) id = fresh_id();
  }

  std::string fresh_id() {
    std::string id;
    do {
      id = "id" + std::to_string(next_id_++);
    } while (all_ids_.contains(id));
    return id;
  }

  void write(const LocationSyntax& location, const std::string& name, std::size_t index) {
    const std::optional<Point> at = layout_ ? layout_->locations[index] : location.at;
    XmlOutAttributes attributes{{"id", ids_[index]}};
    add_point(attributes, at);
    add_if_given(attributes, "color", location.color);
    if (location.is_branchpoint) return out_.empty("branchpoint", attributes);
    out_.open("location", attributes);
    if (location.is_named) {
      XmlOutAttributes name_at;
      add_point(name_at, layout_ ? shifted(*at, kNameOffset) : location.name_at);
      out_.text("name", name, name_at);
    }
    std::vector<LabelOut> labels = is_copied_ ? copied(location.labels) : printed(location);
    write(labels, layout_ ? std::optional(shifted(*at, kLabelOffset)) : std::nullopt);
    if (location.is_urgent) out_.empty("urgent");
    if (location.is_committed) out_.empty("committed");
    out_.close("location");
  }

  void write(const EdgeSyntax& edge, std::size_t index) {
    XmlOutAttributes attributes;
    add_if_given(attributes, "id", edge.xml_id);
    if (!edge.is_controllable) attributes.push_back({"controllable", "false"});
    add_if_given(attributes, "color", edge.color);
    out_.open("transition", attributes);
    out_.empty("source", {{"ref", ids_[edge.source]}});
    out_.empty("target", {{"ref", ids_[edge.target]}});
    std::vector<LabelOut> labels = is_copied_ ? copied(edge.labels) : printed(edge);
    write(labels, layout_ ? std::optional(first_label(layout_->edges[index], labels)) : std::nullopt);
    for (const Point& nail : layout_ ? layout_->edges[index].nails : edge.nails) {
      XmlOutAttributes at;
      add_point(at, nail);
      out_.empty("nail", at);
    }
    out_.close("transition");
  }

  static std::int32_t height(const LabelOut& label) {
    const auto breaks = std::count(label.text.begin(), label.text.end(), '\n');
    return kLabelStep * (1 + static_cast<std::int32_t>(breaks));
  }

  static Point first_label(const EdgeLayout& layout, const std::vector<LabelOut>& labels) {
    Point at = layout.labels;
    if (layout.are_labels_above)
      for (const LabelOut& label : labels) at.y -= height(label);
    return at;
  }

  // Labels go below one another from `first` on, if it is given.
  void write(std::vector<LabelOut>& labels, std::optional<Point> first) {
    for (LabelOut& label : labels) {
      if (first) {
        label.at = first;
        first->y += height(label);
      }
      XmlOutAttributes attributes{{"kind", label.kind}};
      add_point(attributes, label.at);
      out_.text("label", label.text, attributes);
    }
  }

  static std::vector<LabelOut> copied(const std::vector<Label>& labels) {
    std::vector<LabelOut> result;
    result.reserve(labels.size());
    for (const Label& label : labels) result.push_back({label.kind, std::string(label.text.text), label.at});
    return result;
  }

  [[nodiscard]] std::vector<LabelOut> printed(const LocationSyntax& location) const {
    return completed(
        {{"invariant", invariant_text(location, options_), {}}, {"exponentialrate", rate_text(location, options_), {}}},
        location.labels);
  }
  [[nodiscard]] std::vector<LabelOut> printed(const EdgeSyntax& edge) const {
    EdgeText text = edge_text(edge, options_);
    return completed({{"select", std::move(text.select), {}},
                      {"guard", std::move(text.guard), {}},
                      {"synchronisation", std::move(text.sync), {}},
                      {"assignment", std::move(text.update), {}},
                      {"probability", std::move(text.probability), {}}},
                     edge.labels);
  }

  // Printed labels take the place of those that were read; labels of other kinds are copied behind them.
  static std::vector<LabelOut> completed(std::vector<LabelOut> labels, const std::vector<Label>& read) {
    const std::size_t printed_count = labels.size();
    for (const Label& label : read) {
      const auto end = labels.begin() + static_cast<std::ptrdiff_t>(printed_count);
      const auto same = std::find_if(labels.begin(), end, [&](const LabelOut& l) { return l.kind == label.kind; });
      if (same != end)
        same->at = label.at;
      else
        labels.push_back({label.kind, std::string(label.text.text), label.at});
    }
    std::erase_if(labels, [](const LabelOut& label) { return label.text.empty(); });
    return labels;
  }

  void write_queries() {
    if (document_.queries.empty() && document_.options.empty()) return;
    out_.open("queries");
    write(document_.options);
    for (const Query& query : document_.queries) write(query);
    out_.close("queries");
  }

  void write(const Query& query) {
    out_.open("query");
    out_.text("formula", formula(query));
    out_.text("comment", query.comment);
    write(query.options);
    for (const Expectation& expectation : query.expectations) write(expectation);
    out_.close("query");
  }

  [[nodiscard]] std::string formula(const Query& query) const {
    const bool has_tree =
        query.kind != QueryKind::Unsupported && query.kind != QueryKind::Malformed && query.kind != QueryKind::Empty;
    if (has_tree && names_ && names_->changes_names()) return print_query(query, {.renaming = &names_->renaming()});
    return std::string(trimmed(query.text.text));
  }

  void write(const std::vector<QueryOption>& options) {
    for (const QueryOption& option : options) out_.empty("option", {{"key", option.key}, {"value", option.value}});
  }

  void write(const Expectation& expectation) {
    XmlOutAttributes attributes;
    add_if_given(attributes, "outcome", expectation.outcome);
    add_if_given(attributes, "type", expectation.type);
    add_if_given(attributes, "value", expectation.value);
    out_.open("expect", attributes);
    for (const Expectation::Resource& resource : expectation.resources) {
      XmlOutAttributes of_resource{{"type", resource.type}, {"value", resource.value}};
      add_if_given(of_resource, "unit", resource.unit);
      out_.empty("resource", of_resource);
    }
    out_.close("expect");
  }

  const Document& document_;
  bool is_copied_;                 // only text in the new syntax can be copied
  std::optional<NewNames> names_;  // for text that is printed
  TextOptions options_;
  XmlOut out_;
  std::set<std::string, std::less<>> all_ids_;
  std::size_t next_id_ = 0;
  // of the template being written
  std::vector<std::string> ids_;
  std::optional<TemplateLayout> layout_;
};

}  // namespace

std::string write_xml(const Document& document) { return XmlWriter(document).run(); }

}  // namespace zonda::lang
