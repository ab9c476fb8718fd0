// The whole model: items in order of visibility, instantiations, the system line.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

std::unique_ptr<Semantics> check(Document& document, Diagnostics& diagnostics) {
  auto semantics = std::make_unique<Semantics>();
  Checker(document, *semantics, diagnostics).model();
  return semantics;
}

void check_query(Query& query, Document& document, Semantics& semantics, Diagnostics& diagnostics) {
  Checker(document, semantics, diagnostics).query(query);
}

void Checker::model() {
  predefine();
  semantics_.globals = new_scope(semantics_.predefined);
  scope_ = semantics_.globals;
  for (const Item& item : document_.items) {
    if (item.is_template())
      process(item.template_index);
    else
      declaration(*item.declaration);
  }
  for (const SourceRange range : unmarked_syncs_) {
    if (has_marked_sync_)
      diagnostics_.error(range, "a synchronisation needs '!' or '?'", "c! sends, c? receives");
    else
      diagnostics_.warning("extension", range, "without '!' or '?' this synchronises as in CSP",
                           "c! sends, c? receives");
  }
  system_line();
  progress_and_gantt();
  for (Query& q : document_.queries) query(q);
  scope_ = semantics_.globals;
  // After an error, 'unused' would often be its consequence.
  if (diagnostics_.has_errors()) return;
  warn_unused(*semantics_.globals);
  for (const auto& t : document_.templates)
    if (t->symbol != nullptr && t->symbol->is_used) warn_unused(*t->symbol->instance->scope);
}

void Checker::instantiation(Declaration& d) {
  auto* info = arena_.make<TemplateInfo>();
  Scope* parameters = new_scope(scope_);
  {
    const ScopeGuard guard(*this, parameters);
    info->parameters = arena_.copy(parameter_symbols(d.parameters, SymbolKind::Parameter));
    for (Expr* argument : d.arguments) expression(*argument);
  }
  Symbol* base = scope_->find(d.callee->text);
  const auto declare_instance = [&] {
    Symbol* symbol = declare(SymbolKind::Template, d.name, d.name_range, simple(TypeKind::Template));
    d.symbol = symbol;
    return symbol;
  };
  if (base == nullptr && document_.has_lsc) {
    declare_instance();  // of a live sequence chart, which no symbolic query can use
    return;
  }
  if (base == nullptr || base->kind != SymbolKind::Template || base->instance == nullptr) {
    diagnostics_.error(d.callee->range,
                       base == nullptr ? fmt::format("unknown template '{}'", d.callee->text)
                                       : fmt::format("'{}' is not a template", d.callee->text),
                       base == nullptr ? suggestion(d.callee->text) : "");
    declare_instance();  // without an instance: uses of it stay quiet
    return;
  }
  base->is_used = true;
  d.callee->symbol = base;
  info->template_index = base->instance->template_index;
  info->parent = base->instance;
  info->scope = base->instance->scope;
  info->arguments = d.arguments;
  declare_instance()->instance = info;
  const std::span<Symbol*> wanted = base->instance->parameters;
  if (wanted.size() != d.arguments.size()) {
    diagnostics_.error(d.range, wrong_count(base->name, wanted.size(), d.arguments.size()));
    return;
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Expr& given = *d.arguments[i];
    if (given.type->kind == TypeKind::Invalid) continue;
    argument(given, *wanted[i]);
    require_no_effects(given, "an argument");
    if (wanted[i]->is_size) mark_size(given);
    if (!wanted[i]->is_reference || wanted[i]->is_const)
      (void)require_computable(given, "an argument");
    else
      require_one_place(given);
  }
}

// A reference names one place for the whole run: its indices are constants.
void Checker::require_one_place(const Expr& given) {
  const Expr* e = &given;
  for (; e->kind == ExprKind::Index || e->kind == ExprKind::Member; e = e->children[0])
    if (e->kind == ExprKind::Index) (void)require_computable(e->child(1), "the index of a reference argument");
  if (e->kind != ExprKind::Name) diagnostics_.error(given.range, "a reference argument must name one variable");
}

void Checker::system_line() {
  for (SystemItem& item : document_.system) {
    Symbol* symbol = scope_->find(item.name);
    if (duplicates_.contains(item.name)) {
      if (symbol != nullptr) symbol->is_used = true;
      continue;  // who knows which of them is meant
    }
    if (symbol == nullptr || (symbol->kind != SymbolKind::Template && symbol->kind != SymbolKind::Dynamic)) {
      diagnostics_.error(item.range,
                         symbol == nullptr ? fmt::format("unknown process '{}'", item.name)
                                           : fmt::format("'{}' is not a template or process", item.name),
                         symbol == nullptr ? suggestion(item.name) : "");
      continue;
    }
    symbol->is_used = true;
    item.symbol = symbol;
    if (item.priority > 0) semantics_.has_priorities = true;
    if (symbol->is_in_system) {
      diagnostics_.error(item.range, fmt::format("'{}' is in the system line twice", item.name));
      continue;
    }
    symbol->is_in_system = true;
    semantics_.processes.push_back(symbol);
    if (symbol->instance != nullptr) free_parameters(item, *symbol->instance);
  }
}

// Every combination of their values is a process.
void Checker::free_parameters(const SystemItem& item, const TemplateInfo& instance) {
  constexpr std::int64_t kMany = 1000;
  std::int64_t count = 1;
  for (const Symbol* parameter : instance.parameters) {
    const Type& type = *parameter->type;
    const bool is_bounded = (type.kind == TypeKind::Int && type.lower != nullptr) || type.kind == TypeKind::Scalar ||
                            type.kind == TypeKind::Invalid;
    std::string problem;
    if (!is_bounded || parameter->is_reference)
      problem = "is free but not a bounded integer or scalar";
    else if (parameter->is_size)
      problem = "is free but decides the size of an array";
    if (!problem.empty()) {
      diagnostics_.error(item.range, fmt::format("parameter '{}' of '{}' {}", parameter->name, item.name, problem),
                         fmt::format("instantiate it: 'P = {}(…);'", item.name));
      return;
    }
    std::int64_t lower = 0;
    std::int64_t upper = 0;
    if (type.lower != nullptr && fold(*type.lower, lower) && fold(*type.upper, upper) && count <= kMany)
      count *= upper - lower + 1;
    else if (type.size != nullptr && fold(*type.size, upper) && count <= kMany)
      count *= upper;
  }
  if (count > kMany)
    diagnostics_.warning("unbounded-set", item.range,
                         fmt::format("'{}' stands for {} processes or more", item.name, count),
                         "give its parameters smaller ranges");
}

void Checker::progress_and_gantt() {
  in_query_ = true;
  for (ProgressItem& item : document_.progress) {
    for (Expr* e : {item.guard, item.value}) {
      if (e == nullptr) continue;
      if (!is_integral(*expression(*e)))
        diagnostics_.error(e->range,
                           fmt::format("integer expected as a progress measure, found {}", describe(*e->type)));
      require_no_effects(*e, "a progress measure");
    }
  }
  for (GanttRow& row : document_.gantt) {
    const ScopeGuard row_guard(*this, new_scope(scope_));
    for (Binder& binder : row.binders) bind(binder);
    for (GanttEntry& entry : row.entries) {
      const ScopeGuard entry_guard(*this, new_scope(scope_));
      for (Binder& binder : entry.binders) bind(binder);
      if (!is_condition(*expression(*entry.condition)))
        diagnostics_.error(entry.condition->range,
                           fmt::format("boolean expected, found {}", describe(*entry.condition->type)));
      if (!is_integral(*expression(*entry.value)))
        diagnostics_.error(entry.value->range, fmt::format("integer expected, found {}", describe(*entry.value->type)));
    }
  }
  in_query_ = false;
}

}  // namespace zonda::lang
