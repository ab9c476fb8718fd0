// One <template>: name, parameters, declarations, locations, branchpoints, the initial location, transitions.
#include "lang/comments.hpp"
#include "lang/parser.hpp"
#include "lang/query_lines.hpp"
#include "lang/read_xml_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

namespace zonda::lang {

namespace {

// Kinds of labels that UPPAAL's tools write and that mean nothing to a verifier.
constexpr std::array<std::string_view, 4> kSilentKinds = {"comments", "testcode", "testcodeEnter", "testcodeExit"};

struct Misspelling {
  std::string_view written;
  std::string_view meant;
};
constexpr std::array kMisspellings = {
    Misspelling{"synchronization", "synchronisation"},
    Misspelling{"sync", "synchronisation"},
    Misspelling{"update", "assignment"},
    Misspelling{"exponentialRate", "exponentialrate"},
};

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto is_inner = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '$' || c == '#'; };
  return !text.empty() && is_letter(text.front()) && std::all_of(text.begin(), text.end(), is_inner);
}

class TemplateReader {
 public:
  TemplateReader(const XmlElement& element, const XmlContext& context)
      : element_(element),
        context_(context),
        document_(context.document),
        diagnostics_(context.diagnostics),
        template_(std::make_unique<Template>()) {}

  void run() {
    template_->range = element_.tag;
    if (!read_name()) return;
    if (const XmlElement* e = context_.text_child(element_, "parameter")) {
      template_->parameter_text = context_.keep(*e->text);
      if (!is_only_comments(e->text->text))
        template_->parameters = parse_parameters(template_->parameter_text, document_, diagnostics_);
    }
    if (const XmlElement* e = context_.text_child(element_, "declaration")) {
      template_->declaration_text = context_.keep(*e->text);
      template_->declarations = parse_declarations(template_->declaration_text, document_, diagnostics_);
    }
    each("location", [&](const XmlElement& e) { read_location(e); });
    each("branchpoint", [&](const XmlElement& e) { read_branchpoint(e); });
    read_initial();
    each("transition", [&](const XmlElement& e) { read_transition(e); });
    document_.items.push_back({Section::Declaration, nullptr, document_.templates.size()});
    document_.templates.push_back(std::move(template_));
  }

 private:
  template <typename F>
  void each(std::string_view name, F&& read) {
    for (const XmlElement* e = element_.first_child; e != nullptr; e = e->next)
      if (e->name == name) read(*e);
  }

  // The name in a <name> element and its place; an error if it cannot be one.
  std::optional<std::string_view> name_of(const XmlElement& element, SourceRange& range) {
    const std::string_view all = element.text->text;
    const std::string_view name = trimmed(all);
    const auto begin = static_cast<std::size_t>(name.data() - all.data());
    range = part_of(*element.text, begin, begin + name.size()).range();
    if (!is_identifier(name)) {
      diagnostics_.error(range, fmt::format("'{}' is not an identifier", name.substr(0, 80)),
                         "names consist of letters, digits and '_' and do not start with a digit");
      return std::nullopt;
    }
    if (is_reserved_name(name)) {
      diagnostics_.error(range, fmt::format("'{}' is a reserved word and cannot be a name", name));
      return std::nullopt;
    }
    return context_.keep(name);
  }

  // False: there is nothing to read, or nothing could ever refer to it.
  bool read_name() {
    if (element_.first_child == nullptr) return false;
    const XmlElement* e = context_.text_child(element_, "name");
    if (e == nullptr) {
      diagnostics_.warning("layout", element_.tag, "a template without a name cannot be used and is left out");
      return false;
    }
    template_->name_at = XmlContext::point(*e);
    const auto name = name_of(*e, template_->name_range);
    template_->name = name ? *name : context_.keep(trimmed(e->text->text));
    return true;
  }

  // The id, after the location with this index has been given it.
  std::string_view read_id(const XmlElement& e) {
    const std::optional<std::string_view> id = e.attribute("id");
    if (!id || trimmed(*id).empty()) {
      diagnostics_.error(e.tag, fmt::format("a <{}> needs an id", e.name), "add id=\"…\"");
      return {};
    }
    const std::string_view kept = context_.keep(*id);
    const auto [entry, is_new] = ids_.insert_or_assign(kept, template_->locations.size());
    if (!is_new)
      diagnostics_.warning("duplicate-id", attribute_range(e, "id", context_.sources),
                           fmt::format("the id '{}' is given twice in this template", kept),
                           "references go to the last element with the id");
    return kept;
  }

  void read_location(const XmlElement& e) {
    LocationSyntax location;
    location.xml_id = read_id(e);
    location.range = e.tag;
    location.at = XmlContext::point(e);
    location.color = e.attribute("color").value_or("");
    const XmlElement* name_element = context_.text_child(e, "name");
    std::optional<std::string_view> name;
    if (name_element != nullptr) {
      name = name_of(*name_element, location.range);
      location.name_at = XmlContext::point(*name_element);
    }
    location.is_named = name.has_value();
    location.name = name ? *name : internal_name(location.xml_id);
    for (const XmlElement* c = e.first_child; c != nullptr; c = c->next) {
      if (c->name == "urgent") location.is_urgent = true;
      if (c->name == "committed") location.is_committed = true;
      if (c->name == "label") read_location_label(*c, location);
    }
    if (location.is_urgent && location.is_committed)
      diagnostics_.error(location.range, fmt::format("location '{}' is both urgent and committed", location.name),
                         "committed includes urgent: remove <urgent/>");
    template_->locations.push_back(std::move(location));
  }

  void read_branchpoint(const XmlElement& e) {
    LocationSyntax point;
    point.xml_id = read_id(e);
    point.name = internal_name(point.xml_id);
    point.is_named = false;
    point.is_branchpoint = true;
    point.range = e.tag;
    point.at = XmlContext::point(e);
    point.color = e.attribute("color").value_or("");
    template_->locations.push_back(std::move(point));
  }

  std::string_view internal_name(std::string_view id) { return context_.keep(std::string("_").append(id)); }

  // The index of the location that `ref` of this element names.
  std::optional<std::size_t> reference(const XmlElement& e) {
    const std::optional<std::string_view> ref = e.attribute("ref");
    if (!ref) {
      diagnostics_.error(e.tag, fmt::format("<{}> does not say which location it means", e.name),
                         "add ref=\"…\" with the id of a location");
      return std::nullopt;
    }
    const auto found = ids_.find(*ref);
    if (found != ids_.end()) return found->second;
    diagnostics_.error(attribute_range(e, "ref", context_.sources),
                       fmt::format("no location of template '{}' has the id '{}'", template_->name, *ref));
    return std::nullopt;
  }

  void read_initial() {
    const XmlElement* e = element_.child("init");
    if (e == nullptr || !e->attribute("ref")) {
      diagnostics_.error(e == nullptr ? template_->name_range : e->tag,
                         fmt::format("missing initial location in template '{}'", template_->name),
                         "add <init ref=\"…\"/> with the id of a location");
      return;
    }
    template_->initial = reference(*e);
    if (template_->initial && template_->locations[*template_->initial].is_branchpoint)
      diagnostics_.error(attribute_range(*e, "ref", context_.sources), "a branchpoint cannot be the initial location");
  }

  void read_transition(const XmlElement& e) {
    if (e.first_child == nullptr) return;
    EdgeSyntax edge;
    edge.range = e.tag;
    edge.is_controllable = e.attribute("controllable").value_or("true") == "true";
    edge.xml_id = context_.keep(e.attribute("id").value_or(""));
    edge.color = e.attribute("color").value_or("");
    const auto source = end_of_edge(e, "source");
    const auto target = end_of_edge(e, "target");
    for (const XmlElement* c = e.first_child; c != nullptr; c = c->next) {
      if (c->name == "label") read_edge_label(*c, edge);
      if (c->name != "nail") continue;
      if (const auto at = XmlContext::point(*c)) edge.nails.push_back(*at);
    }
    if (!source || !target) return;
    edge.source = *source;
    edge.target = *target;
    template_->edges.push_back(std::move(edge));
  }

  std::optional<std::size_t> end_of_edge(const XmlElement& transition, std::string_view name) {
    if (const XmlElement* e = transition.child(name)) return reference(*e);
    diagnostics_.error(transition.tag, fmt::format("this transition has no <{}>", name));
    return std::nullopt;
  }

  // Adds the label and says whether there is text in it to parse.
  bool keep_label(const XmlElement& e, std::vector<Label>& labels) {
    if (e.text == nullptr) return false;
    const std::optional<std::string_view> kind = e.attribute("kind");
    if (!kind) {
      diagnostics_.error(e.tag, "this label has no kind", "add kind=\"guard\" or another kind");
      return false;
    }
    labels.push_back({std::string(*kind), context_.keep(*e.text), XmlContext::point(e)});
    return !is_only_comments(e.text->text);
  }

  void ignore_kind(const XmlElement& e, std::string_view kind) {
    if (std::find(kSilentKinds.begin(), kSilentKinds.end(), kind) != kSilentKinds.end()) return;
    std::string hint;
    for (const Misspelling& m : kMisspellings)
      if (m.written == kind) hint = fmt::format("did you mean '{}'?", m.meant);
    diagnostics_.warning("layout", attribute_range(e, "kind", context_.sources),
                         fmt::format("a label of kind '{}' has no meaning here and is ignored", kind), hint);
  }

  void warn_if_second(bool is_second, const XmlElement& e, const Label& label) {
    if (is_second)
      diagnostics_.warning("duplicate-label", e.tag, fmt::format("a second label of kind '{}'", label.kind),
                           "only the last one counts");
  }

  void read_location_label(const XmlElement& e, LocationSyntax& location) {
    if (!keep_label(e, location.labels)) return;
    const Label& label = location.labels.back();
    if (label.kind == "invariant") {
      warn_if_second(location.invariant != nullptr, e, label);
      location.invariant = parse_invariant(label.text, document_, diagnostics_);
    } else if (label.kind == "exponentialrate") {
      warn_if_second(location.rate != nullptr, e, label);
      location.rate_divisor = nullptr;
      parse_exponential_rate(label.text, location, document_, diagnostics_);
    } else {
      ignore_kind(e, label.kind);
    }
  }

  void read_edge_label(const XmlElement& e, EdgeSyntax& edge) {
    if (!keep_label(e, edge.labels)) return;
    const Label& label = edge.labels.back();
    if (label.kind == "select") {
      read_select(label.text, edge);
    } else if (label.kind == "guard") {
      warn_if_second(edge.guard != nullptr, e, label);
      parse_guard(label.text, edge, document_, diagnostics_);
    } else if (label.kind == "synchronisation") {
      warn_if_second(edge.channel != nullptr, e, label);
      parse_synchronisation(label.text, edge, document_, diagnostics_);
    } else if (label.kind == "assignment") {
      warn_if_second(!edge.updates.empty(), e, label);
      parse_update(label.text, edge, document_, diagnostics_);
    } else if (label.kind == "probability") {
      warn_if_second(edge.probability != nullptr, e, label);
      parse_probability(label.text, edge, document_, diagnostics_);
    } else {
      ignore_kind(e, label.kind);
    }
  }

  // Several select labels add up, as in UPPAAL.
  void read_select(const TextBlock& text, EdgeSyntax& edge) {
    std::vector<Binder> all(edge.selects.begin(), edge.selects.end());
    edge.selects = {};
    parse_select(text, edge, document_, diagnostics_);
    if (all.empty()) return;
    all.insert(all.end(), edge.selects.begin(), edge.selects.end());
    edge.selects = document_.arena.copy(all);
  }

  const XmlElement& element_;
  const XmlContext& context_;
  Document& document_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Template> template_;
  std::unordered_map<std::string_view, std::size_t> ids_;
};

}  // namespace

void read_xml_template(const XmlElement& element, const XmlContext& context) { TemplateReader(element, context).run(); }

}  // namespace zonda::lang
