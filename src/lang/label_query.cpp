#include "lang/label_query.hpp"

#include "lang/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

namespace {

// Built as a tree, not as text: names of this format need not be words of the query language.
class LabelFormula {
 public:
  explicit LabelFormula(Document& document) : document_(document) {}

  // Some process is in a location with this label; null when no location has it.
  Expr* carries(std::string_view label) {
    std::vector<Expr*> places;
    for (const auto& t : document_.templates)
      for (const LocationSyntax& l : t->locations)
        if (std::find(l.marks.begin(), l.marks.end(), label) != l.marks.end()) places.push_back(place(*t, l));
    return places.empty() ? nullptr : chain(Operator::Or, places);
  }

  // Balanced, so that long lists make no deep trees.
  Expr* chain(Operator op, std::span<Expr*> parts) {
    if (parts.size() == 1) return parts[0];
    Expr* left = chain(op, parts.first(parts.size() / 2));
    Expr* right = chain(op, parts.subspan(parts.size() / 2));
    Expr* result = make(ExprKind::Binary, {left, right});
    result->op = op;
    result->height = static_cast<std::uint16_t>(std::max(left->height, right->height) + 1);
    return result;
  }

 private:
  Expr* make(ExprKind kind, const std::vector<Expr*>& children) {
    Expr* result = document_.arena.make<Expr>();
    result->kind = kind;
    result->children = document_.arena.copy(children);
    return result;
  }
  Expr* place(const Template& t, const LocationSyntax& l) {
    Expr* process = make(ExprKind::Name, {});
    process->text = t.name;
    Expr* result = make(ExprKind::Member, {process});
    result->text = l.name;
    result->height = 2;
    return result;
  }

  Document& document_;
};

std::string nearest_label(std::string_view label, const Document& document) {
  Nearest nearest(label);
  for (const auto& t : document.templates)
    for (const LocationSyntax& l : t->locations)
      for (const std::string_view mark : l.marks) nearest.offer(mark);
  return nearest.hint();
}

}  // namespace

void add_label_query(std::span<const std::string> labels, Document& document, Diagnostics& diagnostics) {
  LabelFormula formula(document);
  std::vector<Expr*> parts;
  for (const std::string& label : labels) {
    Expr* part = formula.carries(label);
    if (part == nullptr) {
      diagnostics.error({}, fmt::format("no location has the label '{}'", label), nearest_label(label, document));
      return;
    }
    parts.push_back(part);
  }
  if (parts.empty()) return;
  Query query;
  query.kind = QueryKind::Possibly;
  query.text.text = document.arena.copy(std::string_view(fmt::format("E<> labels {}", fmt::join(labels, ", "))));
  query.predicate = formula.chain(Operator::And, parts);
  document.queries.push_back(std::move(query));
}

}  // namespace zonda::lang
