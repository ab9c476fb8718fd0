// The names of a blueprint as a document: only the names that a query can refer to.
#include "model/blueprint.hpp"

#include <vector>

namespace zonda::model {

namespace {

using lang::Declaration;
using lang::Expr;

class Outline {
 public:
  explicit Outline(const Blueprint& blueprint)
      : blueprint_(blueprint), document_(std::make_unique<lang::Document>()), arena_(document_->arena) {}

  std::unique_ptr<lang::Document> run() {
    for (std::size_t i = 0; i < blueprint_.processes().size(); ++i) process(blueprint_.processes()[i]);
    for (const Blueprint::Variable& v : blueprint_.variables()) {
      auto* type = arena_.make<lang::TypeSyntax>();
      type->lower = literal(v.values.lower, v.range);
      type->upper = literal(v.values.upper, v.range);
      type->is_meta = v.is_meta;
      declare(v.name, v.owner, type, v.elements, v.range);
    }
    for (const Blueprint::Clock& c : blueprint_.clocks()) {
      auto* type = arena_.make<lang::TypeSyntax>();
      type->word = lang::TypeWord::Clock;
      declare(c.name, c.owner, type, std::nullopt, c.range);
    }
    for (std::size_t i = 0; i < document_->templates.size(); ++i) {
      const lang::Template& t = *document_->templates[i];
      document_->items.push_back({lang::Section::Declaration, nullptr, i});
      document_->system.push_back({t.name, t.name_range, 0, nullptr});
    }
    return std::move(document_);
  }

 private:
  void process(const Blueprint::Process& p) {
    auto t = std::make_unique<lang::Template>();
    t->name = arena_.copy(std::string_view(p.name));
    t->name_range = p.range;
    t->range = p.range;
    t->initial = static_cast<std::size_t>(p.initial);
    for (const Blueprint::Location& l : p.locations) {
      lang::LocationSyntax& syntax = t->locations.emplace_back();
      syntax.name = arena_.copy(std::string_view(l.name));
      syntax.range = l.range;
      for (const std::string& label : l.labels) syntax.marks.push_back(arena_.copy(std::string_view(label)));
    }
    document_->templates.push_back(std::move(t));
  }

  void declare(const std::string& name, std::optional<ProcessId> owner, lang::TypeSyntax* type,
               std::optional<std::uint32_t> elements, SourceRange range) {
    type->range = range;
    lang::Declarator declarator;
    declarator.name = arena_.copy(std::string_view(name));
    declarator.range = range;
    if (elements) {
      lang::ArrayDim dim;
      dim.range = range;
      dim.size = literal(static_cast<std::int32_t>(*elements), range);
      declarator.dims = arena_.copy(std::vector<lang::ArrayDim>{dim});
    }
    auto* d = arena_.make<Declaration>();
    d->kind = lang::DeclKind::Variable;
    d->range = range;
    d->type = type;
    d->declarators = arena_.copy(std::vector<lang::Declarator>{declarator});
    if (owner)
      document_->templates[static_cast<std::size_t>(*owner)]->declarations.push_back(d);
    else
      document_->items.push_back({lang::Section::Declaration, d, 0});
  }

  Expr* literal(std::int32_t value, SourceRange range) {
    Expr* e = arena_.make<Expr>();
    e->kind = lang::ExprKind::Integer;
    e->value = value;
    e->range = range;
    return e;
  }

  const Blueprint& blueprint_;
  std::unique_ptr<lang::Document> document_;
  Arena& arena_;
};

}  // namespace

std::unique_ptr<lang::Document> outline(const Blueprint& blueprint) { return Outline(blueprint).run(); }

}  // namespace zonda::model
