#include "lang/fixes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

namespace {

// Every expression of the document, and every place that holds a list of them.
class Finder {
 public:
  Finder(const Sources& sources, const Diagnostic& warning) : sources_(sources), warning_(warning) {}

  std::vector<TextEdit> run(const Document& document) {
    for (const Item& item : document.items)
      if (item.declaration != nullptr) declaration(*item.declaration);
    for (const auto& t : document.templates) {
      for (const Declaration* d : t->declarations) declaration(*d);
      for (const LocationSyntax& l : t->locations) expression(l.invariant);
      for (const EdgeSyntax& e : t->edges) {
        expression(e.guard);
        expression(e.channel);
        for (const Expr* u : e.updates) expression(u);
        list(e.updates);
      }
    }
    for (const Query& q : document.queries) {
      expression(q.predicate);
      expression(q.conclusion);
      expression(q.bound);
    }
    return std::move(edits_);
  }

 private:
  void wrap(const Expr& e) {
    edits_.push_back({{e.range.begin, e.range.begin}, "("});
    edits_.push_back({{e.range.end, e.range.end}, ")"});
  }

  static bool is_open_word(const Expr& e) {
    const bool has_operator = e.kind == ExprKind::Binary || e.kind == ExprKind::Unary;
    return has_operator && e.is_word && !e.is_parenthesised;
  }

  void expression(const Expr* e) {
    if (e == nullptr) return;
    for (const Expr* child : e->children) expression(child);
    if (warning_.name != "precedence") return;
    if (e->kind == ExprKind::Conditional && e->child(0).range == warning_.range && is_open_word(e->child(0)))
      wrap(e->child(0));
    if (e->kind != ExprKind::Binary || e->range != warning_.range || !edits_.empty()) return;
    if (is_open_word(e->child(0))) wrap(e->child(0));
    if (is_open_word(e->child(1)) && e->child(1).op == Operator::And) wrap(e->child(1));
  }

  // Takes 'x = x' out of an update, with the comma beside it.
  void list(std::span<Expr* const> updates) {
    if (warning_.name != "self-assignment" || updates.size() < 2) return;
    for (std::size_t i = 0; i < updates.size(); ++i) {
      if (updates[i]->range != warning_.range) continue;
      const bool is_last = i + 1 == updates.size();
      edits_.push_back({is_last ? SourceRange{updates[i - 1]->range.end, updates[i]->range.end}
                                : SourceRange{updates[i]->range.begin, updates[i + 1]->range.begin},
                        ""});
      return;
    }
  }

  void declaration(const Declaration& d) {
    if (d.body != nullptr) statement(*d.body);
  }

  void statement(const Statement& s) {
    for (const Declaration* d : s.declarations) local(*d);
    for (const Expr* e : s.init) expression(e);
    for (const Expr* e : s.conditions) expression(e);
    for (const Expr* e : s.step) expression(e);
    for (const Statement* each : s.body) {
      statement(*each);
      const bool is_it = each->kind == StatementKind::Expression && warning_.name == "self-assignment" &&
                         each->conditions[0]->range == warning_.range;
      // Only where it is one of several; a loop or condition needs a statement.
      if (is_it && s.kind == StatementKind::Block) remove_up_to_semicolon(warning_.range);
    }
  }

  // With its line, where nothing else is on it.
  void remove_up_to_semicolon(SourceRange range) {
    if (!sources_.slice(range).ends_with(";")) {
      while (sources_.slice({range.end, range.end + 1}) == " ") ++range.end;
      if (sources_.slice({range.end, range.end + 1}) != ";") return;
      ++range.end;
    }
    const std::string_view lead = sources_.line_prefix(range.begin);
    if (lead.find_first_not_of(" \t") == std::string_view::npos && sources_.slice({range.end, range.end + 1}) == "\n")
      range = {range.begin - static_cast<std::uint32_t>(lead.size()), range.end + 1};
    edits_.push_back({range, ""});
  }

  // A variable of a function, declared alone.
  void local(const Declaration& d) {
    if (warning_.name != "unused" || d.kind != DeclKind::Variable || d.declarators.size() != 1 ||
        d.declarators[0].range != warning_.range)
      return;
    remove_up_to_semicolon(d.range);
  }

  const Sources& sources_;
  const Diagnostic& warning_;
  std::vector<TextEdit> edits_;
};

}  // namespace

std::vector<TextFix> find_fixes(const Document& document, const Sources& sources, const Diagnostics& diagnostics) {
  std::vector<TextFix> result;
  for (const Diagnostic& d : diagnostics.items()) {
    if (d.severity != Severity::Warning || !d.range.is_known()) continue;
    std::vector<TextEdit> edits = Finder(sources, d).run(document);
    if (!edits.empty()) result.push_back({d.range, fmt::format("{} [{}]", d.message, d.name), std::move(edits)});
  }
  return result;
}

}  // namespace zonda::lang
