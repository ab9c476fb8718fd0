#include "lang/label_text.hpp"

#include "lang/charts.hpp"
#include "lang/comments.hpp"

namespace zonda::lang {

namespace {

PrintOptions print_options(const TextOptions& options) { return {.renaming = options.renaming}; }

// The label as written, or what `printed` gives where there is none to copy.
template <typename Print>
std::string text_of(const std::vector<Label>& labels, std::string_view kind, const TextOptions& options,
                    Print&& printed) {
  const Label* label = options.as_written ? find_label(labels, kind) : nullptr;
  if (label == nullptr) return printed();
  return is_only_comments(label->text.text) ? std::string() : std::string(trimmed(label->text.text));
}

std::string printed_or_empty(const Expr* expr, const TextOptions& options) {
  return expr == nullptr ? std::string() : print(*expr, print_options(options));
}

std::string printed_sync(const EdgeSyntax& edge, const TextOptions& options) {
  if (edge.channel == nullptr) return std::string(edge.event);
  std::string text = print(*edge.channel, print_options(options));
  const ExprKind kind = edge.channel->kind;
  // '(b ? c : d)?': the mark must not be taken for a part of the expression.
  if (kind == ExprKind::Conditional || kind == ExprKind::Binary || kind == ExprKind::Quantifier)
    text = "(" + text + ")";
  switch (edge.sync) {
    case SyncMark::Send:
      return text + "!";
    case SyncMark::Receive:
      return text + "?";
    case SyncMark::None:
    case SyncMark::Csp:
      break;
  }
  return text;
}

// In a text file everything is in one section; instantiations belong to the system there.
bool is_system_part(const Item& item) {
  return !item.is_template() &&
         (item.section != Section::Declaration || item.declaration->kind == DeclKind::Instantiation);
}

std::string print_items(const Document& document, bool is_system, const TextOptions& options) {
  std::string result;
  const std::set<std::string_view> charts = chart_instances(document);
  for (const Item& item : document.items)
    if (!item.is_template() && is_system_part(item) == is_system && !is_one_of(charts, item))
      result += print_declaration(*item.declaration, print_options(options));
  return result;
}

}  // namespace

const Label* find_label(const std::vector<Label>& labels, std::string_view kind) {
  const Label* found = nullptr;
  for (const Label& label : labels) {
    if (label.kind != kind || trimmed(label.text.text).empty()) continue;
    if (found != nullptr) return nullptr;
    found = &label;
  }
  return found;
}

std::string invariant_text(const LocationSyntax& location, const TextOptions& options) {
  return text_of(location.labels, "invariant", options, [&] { return printed_or_empty(location.invariant, options); });
}

std::string rate_text(const LocationSyntax& location, const TextOptions& options) {
  return text_of(location.labels, "exponentialrate", options, [&] {
    std::string text = printed_or_empty(location.rate, options);
    if (location.rate_divisor != nullptr) text += " : " + printed_or_empty(location.rate_divisor, options);
    return text;
  });
}

EdgeText edge_text(const EdgeSyntax& edge, const TextOptions& options) {
  const auto part = [&](std::string_view kind, auto&& printed) { return text_of(edge.labels, kind, options, printed); };
  EdgeText text;
  text.select = part("select", [&] { return print_binders(edge.selects, print_options(options)); });
  text.guard = part("guard", [&] { return printed_or_empty(edge.guard, options); });
  text.sync = part("synchronisation", [&] { return printed_sync(edge, options); });
  text.update = part("assignment", [&] { return print_list(edge.updates, print_options(options)); });
  text.probability = part("probability", [&] { return printed_or_empty(edge.probability, options); });
  return text;
}

std::string comment_text(const std::vector<Label>& labels) {
  std::string result;
  for (const Label& label : labels) {
    const std::string_view text = trimmed(label.text.text);
    if (label.kind != "comments" || text.empty()) continue;
    if (!result.empty()) result += '\n';
    result += text;
  }
  return result;
}

std::string parameter_text(const Template& from, const TextOptions& options) {
  if (options.as_written && !from.parameter_text.is_blank()) return std::string(trimmed(from.parameter_text.text));
  return print_parameters(from.parameters, print_options(options));
}

std::string declaration_text(const Template& from, const TextOptions& options) {
  if (options.as_written && !from.declaration_text.is_blank()) return std::string(trimmed(from.declaration_text.text));
  std::string result;
  for (const Declaration* declaration : from.declarations)
    result += print_declaration(*declaration, print_options(options));
  return std::string(trimmed(result));
}

std::string declaration_text(const Document& document, const TextOptions& options) {
  if (options.as_written && !document.declaration_text.is_blank())
    return std::string(trimmed(document.declaration_text.text));
  return std::string(trimmed(print_items(document, false, options)));
}

std::string system_text(const Document& document, const TextOptions& options) {
  if (options.as_written && !document.system_text.is_blank() && chart_instances(document).empty()) {
    std::string result(trimmed(document.instantiation_text.text));
    if (!result.empty()) result += '\n';
    return result.append(trimmed(document.system_text.text));
  }
  return std::string(trimmed(print_items(document, true, options) + print_system(document, print_options(options))));
}

}  // namespace zonda::lang
