#include "report/dot.hpp"

#include "lang/comments.hpp"
#include "lang/label_text.hpp"
#include "report/text.hpp"

#include <fmt/format.h>

namespace zonda::report {

namespace {

// Would Graphviz read an entity ('&lt;') here?
bool starts_entity(std::string_view text) {
  const std::size_t end = text.find_first_not_of("#0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", 1);
  return text.starts_with('&') && end != std::string_view::npos && end > 1 && text[end] == ';';
}

// The inside of a quoted string. Backslashes are doubled, because Graphviz reads its own escapes in labels; `line_end`
// is \n for centred lines, \l for lines set flush left.
std::string escaped(std::string_view text, std::string_view line_end) {
  const std::string valid = valid_utf8(text);
  std::string result;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const char c = valid[i];
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n')
      result += line_end;
    else
      result += c;
    if (starts_entity(std::string_view(valid).substr(i))) result += "amp;";
  }
  return result;
}

void add_line(std::string& lines, std::string_view text) {
  if (text.empty()) return;
  if (!lines.empty()) lines += '\n';
  lines += text;
}

std::string centered_label(const std::string& lines) { return fmt::format("label=\"{}\"", escaped(lines, "\\n")); }

std::string left_label(const std::string& lines) {
  const bool has_lines = lines.find('\n') != std::string::npos;
  return fmt::format("label=\"{}{}\"", escaped(lines, "\\l"), has_lines ? "\\l" : "");
}

bool is_color(std::string_view color) {
  return color.size() == 7 && color[0] == '#' &&
         color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string_view::npos;
}

std::string node(const lang::Template& from, std::size_t index) {
  const lang::LocationSyntax& location = from.locations[index];
  if (location.is_branchpoint) return "shape=point, width=0.1";
  std::string lines;
  if (location.is_named) lines = location.name;
  if (location.is_committed || location.is_urgent) {
    if (!lines.empty()) lines += ' ';
    lines += location.is_committed ? "(C)" : "(U)";
  }
  add_line(lines, lang::invariant_text(location));
  const std::string rate = lang::rate_text(location);
  if (!rate.empty()) add_line(lines, "rate " + rate);
  std::string result = centered_label(lines);
  if (from.initial == index) result += ", peripheries=2";
  if (is_color(location.color)) result += fmt::format(", fillcolor=\"{}\"", location.color);
  return result;
}

std::string edge_attributes(const lang::Template& from, const lang::EdgeSyntax& edge) {
  const lang::EdgeText text = lang::edge_text(edge);
  std::string lines;
  for (const std::string& each : {text.select, text.guard, text.sync, text.update, text.probability})
    add_line(lines, each);
  std::vector<std::string> attributes;
  if (!lines.empty()) attributes.push_back(left_label(lines));
  if (!edge.is_controllable || from.locations[edge.source].is_branchpoint) attributes.emplace_back("style=dashed");
  if (is_color(edge.color)) attributes.push_back(fmt::format("color=\"{}\"", edge.color));
  return attributes.empty() ? "" : fmt::format(" [{}]", fmt::join(attributes, ", "));
}

std::string cluster(const lang::Template& from, std::size_t number) {
  const std::string parameters = lang::without_comments(lang::parameter_text(from));
  std::string title(from.name);
  if (!parameters.empty()) title += "(" + parameters + ")";
  std::string out = fmt::format("  subgraph cluster_{} {{\n    {};\n", number, centered_label(title));
  for (std::size_t i = 0; i < from.locations.size(); ++i)
    out += fmt::format("    t{}_{} [{}];\n", number, i, node(from, i));
  for (const lang::EdgeSyntax& edge : from.edges)
    out += fmt::format("    t{0}_{1} -> t{0}_{2}{3};\n", number, edge.source, edge.target, edge_attributes(from, edge));
  return out + "  }\n";
}

}  // namespace

std::string write_dot(const lang::Document& document, const DotOptions& options) {
  std::string out =
      "digraph model {\n"
      "  graph [fontname=\"Helvetica\", style=rounded, color=gray70];\n"
      "  node [fontname=\"Helvetica\", fontsize=11, shape=ellipse, style=filled, fillcolor=\"#dce9f7\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10];\n";
  for (std::size_t i = 0; i < document.templates.size(); ++i)
    if (options.template_name.empty() || document.templates[i]->name == options.template_name)
      out += cluster(*document.templates[i], i);
  return out + "}\n";
}

}  // namespace zonda::report
