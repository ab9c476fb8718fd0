#include "lang/features.hpp"

#include "lang/symbol.hpp"

#include <algorithm>

namespace zonda::lang {

namespace {

using Visit = std::function<void(const Expr&)>;

class Walker {
 public:
  Walker(const Visit& on_expr, const std::function<void(const TypeSyntax&)>& on_type)
      : on_expr_(on_expr), on_type_(on_type) {}

  void expression(const Expr* e) {
    if (e == nullptr) return;
    on_expr_(*e);
    for (const Expr* child : e->children) expression(child);
    if (e->binder != nullptr) type(e->binder->type);
    type(e->type_syntax);
  }

  void type(const TypeSyntax* t) {
    if (t == nullptr) return;
    on_type_(*t);
    expression(t->lower);
    expression(t->upper);
    for (const Field& field : t->fields) {
      type(field.type);
      dims(field.dims);
    }
  }

  void dims(std::span<const ArrayDim> list) {
    for (const ArrayDim& dim : list) {
      expression(dim.size);
      type(dim.type);
    }
  }

  void initializer(const Initializer* init) {
    if (init == nullptr) return;
    expression(init->expr);
    for (const FieldInit& item : init->list) initializer(item.value);
  }

  void declaration(const Declaration& d) {
    type(d.type);
    for (const Declarator& declarator : d.declarators) {
      dims(declarator.dims);
      initializer(declarator.init);
    }
    parameters(d.parameters);
    for (const Expr* e : d.arguments) expression(e);
    for (const ChanPriorityItem& item : d.priorities) expression(item.channel);
    if (d.body != nullptr) statement(*d.body);
  }

  void parameters(std::span<const Parameter> list) {
    for (const Parameter& parameter : list) {
      type(parameter.type);
      dims(parameter.dims);
    }
  }

  void statement(const Statement& s) {
    for (const Declaration* d : s.declarations) declaration(*d);
    for (const auto list : {s.init, s.conditions, s.step})
      for (const Expr* e : list) expression(e);
    if (s.binder != nullptr) type(s.binder->type);
    for (const Statement* child : s.body) statement(*child);
  }

  void document(const Document& document) {
    for (const Item& item : document.items) {
      if (!item.is_template()) {
        declaration(*item.declaration);
        continue;
      }
      const Template& t = *document.templates[item.template_index];
      parameters(t.parameters);
      for (const Declaration* d : t.declarations) declaration(*d);
      for (const LocationSyntax& l : t.locations) {
        expression(l.invariant);
        expression(l.rate);
        expression(l.rate_divisor);
      }
      for (const EdgeSyntax& e : t.edges) {
        for (const Binder& binder : e.selects) type(binder.type);
        expression(e.guard);
        expression(e.channel);
        for (const Expr* u : e.updates) expression(u);
        expression(e.probability);
      }
    }
  }

 private:
  const Visit& on_expr_;
  const std::function<void(const TypeSyntax&)>& on_type_;
};

class Collector {
 public:
  void note(std::string_view name, SourceRange range, bool is_extension = false) {
    for (const Feature& f : found_)
      if (f.name == name) return;
    found_.push_back({name, range, is_extension});
  }

  void type(const TypeSyntax& t) {
    if (t.is_urgent) note("urgent channels", t.range);
    if (t.is_broadcast) note("broadcast channels", t.range);
    if (t.is_meta) note("meta variables", t.range);
    if (t.word == TypeWord::Struct) note("structs", t.range);
    if (t.word == TypeWord::Scalar) note("scalar sets", t.range);
    if (t.word == TypeWord::HybridClock) note("hybrid clocks", t.range, true);
    if (t.type == nullptr || t.word != TypeWord::Named) return;
    if (t.type->kind == TypeKind::Double) note("doubles", t.range, true);
    if (t.type->kind == TypeKind::String) note("strings", t.range, true);
  }

  void expression(const Expr& e) {
    if (e.kind == ExprKind::Quantifier) note("quantifiers", e.range);
    if (e.kind == ExprKind::Rate) note("clock rates", e.range);
    if (e.kind == ExprKind::Real) note("doubles", e.range, true);
    if (e.kind == ExprKind::Spawn) note("dynamic templates", e.range, true);
    if (e.kind == ExprKind::Binary && e.op == Operator::Subtract && e.type != nullptr &&
        e.type->kind == TypeKind::ClockTerm && is_clock(*e.child(1).type))
      note("clock differences", e.range);
    if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr) {
      const Symbol& callee = *e.child(0).symbol;
      if (callee.kind == SymbolKind::External) note("external functions", e.range, true);
      if (callee.kind == SymbolKind::Builtin && callee.name.starts_with("random"))
        note("random functions", e.range, true);
    }
    if (e.kind == ExprKind::Assign && e.type != nullptr && e.type->kind == TypeKind::Clock) {
      const Type& right = *e.child(1).type;
      if (is_clock(right) || right.kind == TypeKind::ClockTerm) note("clock-to-clock assignments", e.range);
    }
  }

  void declaration(const Declaration& d) {
    switch (d.kind) {
      case DeclKind::Function:
        note("functions", d.name_range);
        break;
      case DeclKind::ChanPriority:
        note("channel priorities", d.range);
        break;
      case DeclKind::BeforeUpdate:
      case DeclKind::AfterUpdate:
        note("update hooks", d.range);
        break;
      case DeclKind::Dynamic:
        note("dynamic templates", d.range, true);
        break;
      case DeclKind::Import:
        note("external functions", d.range, true);
        break;
      case DeclKind::Instantiation:
        if (!d.parameters.empty()) note("partial instantiation", d.range);
        break;
      default:
        break;
    }
  }

  void templates(const Document& document) {
    for (const auto& t : document.templates) {
      for (const Declaration* d : t->declarations) declaration(*d);
      for (const LocationSyntax& l : t->locations) {
        if (l.is_urgent) note("urgent locations", l.range);
        if (l.is_committed) note("committed locations", l.range);
        if (l.is_branchpoint) note("branchpoints", l.range, true);
        if (l.rate != nullptr) note("exponential rates", l.rate->range, true);
      }
      for (const EdgeSyntax& e : t->edges) {
        if (!e.selects.empty()) note("select", e.range);
        if (!e.is_controllable) note("uncontrollable edges", e.range, true);
        if (e.sync == SyncMark::Csp) note("CSP synchronisation", e.sync_range, true);
        if (e.probability != nullptr) note("probabilities", e.probability->range, true);
      }
    }
  }

  void system(const Document& document) {
    for (const SystemItem& item : document.system) {
      if (item.priority > 0) note("process priorities", item.range);
      if (item.symbol != nullptr && item.symbol->instance != nullptr && !item.symbol->instance->parameters.empty())
        note("process sets", item.range);
    }
    if (!document.progress.empty()) note("progress measures", document.system_range);
    if (!document.gantt.empty()) note("gantt charts", document.system_range);
    if (document.has_lsc) note("live sequence charts", document.lsc_range, true);
  }

  std::vector<Feature> result() {
    std::stable_sort(found_.begin(), found_.end(), [](const Feature& a, const Feature& b) { return a.name < b.name; });
    return std::move(found_);
  }

 private:
  std::vector<Feature> found_;
};

}  // namespace

void for_each_expression(const Document& document, const Visit& visit) {
  Walker(visit, [](const TypeSyntax&) {}).document(document);
}

void for_each_expression(const Expr& root, const Visit& visit) {
  Walker(visit, [](const TypeSyntax&) {}).expression(&root);
}

std::vector<Feature> features(const Document& document) {
  Collector collector;
  const Visit on_expr = [&](const Expr& e) { collector.expression(e); };
  const std::function<void(const TypeSyntax&)> on_type = [&](const TypeSyntax& t) { collector.type(t); };
  Walker(on_expr, on_type).document(document);
  for (const Item& item : document.items)
    if (!item.is_template()) collector.declaration(*item.declaration);
  collector.templates(document);
  collector.system(document);
  return collector.result();
}

}  // namespace zonda::lang
