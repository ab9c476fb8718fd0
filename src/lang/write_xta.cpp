#include "lang/write_xta.hpp"

#include "lang/charts.hpp"
#include "lang/comments.hpp"
#include "lang/label_text.hpp"
#include "lang/new_names.hpp"
#include "lang/print.hpp"

#include <algorithm>

namespace zonda::lang {

namespace {

// An edge is written on one line up to this width.
constexpr std::size_t kLineWidth = 100;
constexpr std::string_view kIndent = "    ";

// Text after which something else may follow on the same line.
std::string closed(std::string text) {
  if (may_end_in_line_comment(text)) text += '\n';
  return text;
}

// A comment with this text; what would end it early is broken up.
std::string as_comment(std::string_view text) {
  std::string result = "/* ";
  for (const char c : text) {
    if (c == '/' && result.back() == '*') result += ' ';
    result += c;
  }
  return result + " */";
}

class XtaWriter {
 public:
  XtaWriter(const Document& document, const WriteXtaOptions& options)
      : document_(document),
        names_(document),
        // Only text in the new syntax can be copied into a file in the new syntax.
        is_copied_(options.as_written && document.is_all_in_texts && document.dialect == Dialect::New),
        text_{is_copied_, &names_.renaming()} {}

  std::string run() {
    if (is_copied_) {
      paragraph(declaration_text(document_, text_));
      for (const auto& each : document_.templates) process(*each);
      paragraph(system_text(document_, text_));
    } else {
      const std::set<std::string_view> charts = chart_instances(document_);
      for (const Item& item : document_.items) {
        if (is_one_of(charts, item)) continue;
        if (item.is_template())
          process(*document_.templates[item.template_index]);
        else
          declaration(*item.declaration);
      }
      paragraph(print_system(document_, print_options()));
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] PrintOptions print_options(int indent = 0) const { return {text_.renaming, indent}; }

  // A blank line before it, a line break behind it.
  void paragraph(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return;
    if (!out_.empty()) out_ += '\n';
    out_.append(text).append("\n");
    last_kind_.reset();
  }

  void declaration(const Declaration& declaration) {
    const bool is_function = declaration.kind == DeclKind::Function;
    if (!out_.empty() && (last_kind_ != declaration.kind || is_function)) out_ += '\n';
    out_ += print_declaration(declaration, print_options());
    last_kind_ = declaration.kind;
  }

  void process(const Template& from) {
    if (!out_.empty()) out_ += '\n';
    last_kind_.reset();
    out_.append("process ").append(names_(from.name)).append("(");
    out_.append(closed(parameter_text(from, text_))).append(") {\n");
    local_declarations(from);
    const std::vector<std::string> names = names_.locations(from);
    states(from, names);
    flags("commit", from, names, &LocationSyntax::is_committed);
    flags("urgent", from, names, &LocationSyntax::is_urgent);
    if (from.initial) out_.append("init ").append(names[*from.initial]).append(";\n");
    for (std::size_t i = 0; i < from.edges.size(); ++i) {
      out_ += i == 0 ? "trans\n" : ",\n";
      edge(from.edges[i], names);
    }
    out_ += from.edges.empty() ? "}\n" : ";\n}\n";
  }

  void local_declarations(const Template& from) {
    if (!is_copied_) {
      for (const Declaration* each : from.declarations) out_ += print_declaration(*each, print_options(1));
      return;
    }
    const std::string text = declaration_text(from, text_);
    if (!text.empty()) out_.append(text).append("\n");
  }

  void states(const Template& from, const std::vector<std::string>& names) {
    const auto is_point = [](const LocationSyntax& location) { return location.is_branchpoint; };
    // The reader keeps branchpoints behind the locations; a document made otherwise must not lose the order.
    const auto first_point = std::find_if(from.locations.begin(), from.locations.end(), is_point);
    const auto point_index = static_cast<std::size_t>(first_point - from.locations.begin());
    for (std::size_t i = 0; i < point_index; ++i) {
      out_ += i == 0 ? "state\n" : ",\n";
      state(from.locations[i], names[i]);
    }
    if (point_index > 0) out_ += ";\n";
    for (std::size_t i = point_index; i < names.size(); ++i) {
      out_ += i == point_index ? "branchpoint " : ", ";
      out_ += names[i];
    }
    if (point_index < names.size()) out_ += ";\n";
  }

  void state(const LocationSyntax& location, const std::string& name) {
    comments(location.labels, {"invariant", "exponentialrate"});
    out_.append(kIndent).append(name);
    const std::string invariant = closed(invariant_text(location, text_));
    const std::string rate = closed(rate_text(location, text_));
    if (invariant.empty() && rate.empty()) return;
    out_.append(" {").append(invariant);
    if (!rate.empty()) out_.append("; ").append(rate);
    out_ += "}";
  }

  void flags(std::string_view word, const Template& from, const std::vector<std::string>& names,
             bool LocationSyntax::*flag) {
    bool is_first = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!(from.locations[i].*flag)) continue;
      out_.append(is_first ? word : ",").append(" ").append(names[i]);
      is_first = false;
    }
    if (!is_first) out_ += ";\n";
  }

  void edge(const EdgeSyntax& edge, const std::vector<std::string>& names) {
    comments(edge.labels, {"select", "guard", "synchronisation", "assignment", "probability"});
    out_.append(kIndent).append(names[edge.source]).append(edge.is_controllable ? " -> " : " -u-> ");
    out_.append(names[edge.target]).append(" {");
    const EdgeText text = edge_text(edge, text_);
    std::vector<std::string> parts;
    std::size_t width = names[edge.source].size() + names[edge.target].size() + 12;
    bool has_break = false;
    const auto part = [&](std::string_view word, const std::string& label) {
      if (label.empty()) return;
      parts.push_back(std::string(word) + " " + closed(label) + ";");
      width += parts.back().size() + 1;
      has_break = has_break || parts.back().find('\n') != std::string::npos;
    };
    part("select", text.select);
    part("guard", text.guard);
    part("sync", text.sync);
    part("assign", text.update);
    part("probability", text.probability);
    const bool is_one_line = width <= kLineWidth && !has_break;
    for (const std::string& each : parts) out_.append(is_one_line ? " " : "\n        ").append(each);
    out_ += is_one_line ? " }" : "\n    }";
  }

  // Labels of kind 'comments', and labels that hold nothing but a comment, before what they belong to.
  void comments(const std::vector<Label>& labels, std::initializer_list<std::string_view> kinds) {
    const std::string text = comment_text(labels);
    if (!text.empty()) out_.append(kIndent).append(as_comment(text)).append("\n");
    if (!is_copied_) return;
    for (const Label& label : labels) {
      const std::string_view written = trimmed(label.text.text);
      if (written.empty() || !is_only_comments(written)) continue;
      if (std::find(kinds.begin(), kinds.end(), label.kind) == kinds.end()) continue;
      out_.append(kIndent).append(written).append("\n");
    }
  }

  const Document& document_;
  NewNames names_;
  bool is_copied_;
  TextOptions text_;
  std::string out_;
  std::optional<DeclKind> last_kind_;  // of the declaration that was written last, if one was
};

}  // namespace

std::string write_xta(const Document& document, const WriteXtaOptions& options) {
  return XtaWriter(document, options).run();
}

}  // namespace zonda::lang
