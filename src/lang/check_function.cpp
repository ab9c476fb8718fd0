// Functions: bodies, returns, and what a call may change.
#include "lang/checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::lang {

namespace {

bool is_returnable(const Type& type) {
  switch (type.kind) {
    case TypeKind::Struct:
      return std::all_of(type.fields.begin(), type.fields.end(), [](const StructField& field) {
        return field.type->kind != TypeKind::Void && is_returnable(*field.type);
      });
    case TypeKind::Invalid:
    case TypeKind::Void:
    case TypeKind::Int:
    case TypeKind::Bool:
    case TypeKind::Scalar:
    case TypeKind::Double:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Checker::function(Declaration& declaration) {
  const Type* result = resolve(*declaration.type);
  if (!is_returnable(*result)) {
    diagnostics_.error(declaration.type->range, fmt::format("a function cannot return {}", describe(*result)));
    result = simple(TypeKind::Invalid);
  } else if (result->is_const || result->is_meta) {
    diagnostics_.error(declaration.type->range, "the type that a function returns has no prefix",
                       fmt::format("remove '{}'", result->is_const ? "const" : "meta"));
  }
  require_values(*result, declaration.type->range);
  auto* info = arena_.make<FunctionInfo>();
  info->result = result;
  info->declaration = &declaration;
  Symbol* symbol = declare(SymbolKind::Function, declaration.name, declaration.name_range, simple(TypeKind::Function));
  symbol->function = info;
  declaration.symbol = symbol;

  Scope* parameters = new_scope(scope_);
  const ScopeGuard guard(*this, parameters);
  FunctionInfo* outer = function_;
  function_ = info;
  callees_.clear();
  info->parameters = arena_.copy(parameter_symbols(declaration.parameters, SymbolKind::FunctionParameter));
  info->writes_parameter = arena_.copy(
      std::span<const bool>(std::make_unique<bool[]>(info->parameters.size()).get(), info->parameters.size()));
  // The outermost block shares the scope of the parameters: they may not be declared again.
  Statement& body = *declaration.body;
  for (Declaration* local : body.declarations) this->declaration(*local);
  for (Statement* inner : body.body) statement(*inner);
  function_ = outer;
  info->callees = arena_.copy(callees_);
  if (result->kind != TypeKind::Void && result->kind != TypeKind::Invalid && !always_returns(body))
    diagnostics_.error(declaration.name_range,
                       fmt::format("'{}' does not return a value on every path", declaration.name),
                       "end with a return statement");
  collect_effects(body, *info);
  info->is_complete = true;
  warn_unused(*parameters);
}

void Checker::external_function(Declaration& declaration) {
  auto* info = arena_.make<FunctionInfo>();
  info->declaration = &declaration;
  info->result = resolve(*declaration.type);
  {
    const ScopeGuard guard(*this, new_scope(scope_));
    info->parameters = arena_.copy(parameter_symbols(declaration.parameters, SymbolKind::FunctionParameter));
  }
  info->reads_state = true;
  info->is_complete = true;
  Symbol* symbol = declare(SymbolKind::External, declaration.name, declaration.name_range, simple(TypeKind::Function));
  symbol->function = info;
  symbol->is_used = true;
  declaration.symbol = symbol;
}

void Checker::condition(std::span<Expr*> list) {
  for (Expr* e : list) {
    const Type* type = expression(*e);
    if (!is_condition(*type) || type->has_rate)
      diagnostics_.error(e->range, fmt::format("boolean expected, found {}", describe(*type)));
    if (e->kind == ExprKind::Assign && e->op == Operator::None)
      diagnostics_.warning("no-effect", e->range, "an assignment is used as a condition", "write '==' to compare");
  }
}

void Checker::statement(Statement& s) {
  switch (s.kind) {
    case StatementKind::Block: {
      Scope* inner = new_scope(scope_);
      const ScopeGuard guard(*this, inner);
      for (Declaration* local : s.declarations) declaration(*local);
      for (Statement* child : s.body) statement(*child);
      warn_unused(*inner);
      return;
    }
    case StatementKind::Expression: {
      Expr& e = *s.conditions[0];
      evaluate(e);
      const Effects found = effects(e);
      if (!found.writes_state && !found.writes_local && e.type->kind != TypeKind::Invalid && e.kind != ExprKind::Call &&
          e.kind != ExprKind::Spawn)
        diagnostics_.warning("no-effect", e.range, "this expression has no effect",
                             e.kind == ExprKind::Binary && e.op == Operator::Equal ? kAssignHint : "");
      return;
    }
    case StatementKind::Empty:
      return;
    case StatementKind::Return: {
      const Type& wanted = *function_->result;
      if (s.conditions.empty()) {
        if (wanted.kind != TypeKind::Void && wanted.kind != TypeKind::Invalid)
          diagnostics_.error(s.range, fmt::format("a value of type {} must be returned", describe(wanted)));
        return;
      }
      const Type& found = *expression(*s.conditions[0]);
      if (wanted.kind == TypeKind::Void)
        diagnostics_.error(s.conditions[0]->range, "a void function cannot return a value");
      else if (!assignable(wanted, found))
        diagnostics_.error(s.conditions[0]->range,
                           fmt::format("{} is returned where {} is expected", describe(found), describe(wanted)));
      return;
    }
    case StatementKind::Iterate: {
      const ScopeGuard guard(*this, new_scope(scope_));
      bind(*s.binder);
      statement(*s.body[0]);
      return;
    }
    case StatementKind::For:
      for (Expr* e : s.init) evaluate(*e);
      condition(s.conditions);
      for (Expr* e : s.step) evaluate(*e);
      statement(*s.body[0]);
      return;
    case StatementKind::Assert:
      condition(s.conditions);
      require_no_effects(*s.conditions[0], "an assertion");
      return;
    case StatementKind::If:
    case StatementKind::While:
    case StatementKind::DoWhile:
      condition(s.conditions);
      for (Statement* child : s.body) statement(*child);
      return;
  }
}

bool Checker::always_returns(const Statement& s) {
  switch (s.kind) {
    case StatementKind::Return:
      return true;
    case StatementKind::Block:
      for (const Statement* child : s.body)
        if (always_returns(*child)) return true;
      return false;
    case StatementKind::If:
      return s.body.size() == 2 && always_returns(*s.body[0]) && always_returns(*s.body[1]);
    case StatementKind::DoWhile:
      return always_returns(*s.body[0]);
    default:
      return false;
  }
}

void Checker::collect_effects(const Expr& e, FunctionInfo& info) {
  const auto mark_place = [&](const Expr& place) {
    for (const Symbol* root : root_symbols(place)) {
      if (root->kind == SymbolKind::FunctionParameter && root->is_reference) {
        for (std::size_t i = 0; i < info.parameters.size(); ++i)
          if (info.parameters[i] == root) info.writes_parameter[i] = true;
      } else if (root->kind == SymbolKind::Variable || root->kind == SymbolKind::Parameter) {
        info.writes_state = true;
      }
    }
  };
  const auto reads = [](const Symbol* s) {
    return s != nullptr && ((s->kind == SymbolKind::Variable && !s->is_const) ||
                            (s->kind == SymbolKind::Parameter && (s->is_reference || !s->is_const)));
  };
  for (const Expr* child : e.children)
    if (child != nullptr) collect_effects(*child, info);
  if (e.kind == ExprKind::Assign || e.kind == ExprKind::Step) mark_place(e.child(0));
  if (e.kind == ExprKind::Name && reads(e.symbol)) info.reads_state = true;
  if (e.kind == ExprKind::Spawn) info.writes_state = true;
  if (e.kind != ExprKind::Call || e.child(0).symbol == nullptr) return;
  const Symbol& callee = *e.child(0).symbol;
  if (callee.kind == SymbolKind::External) info.reads_state = true;
  if (callee.function == nullptr || &info == callee.function) return;
  info.writes_state |= callee.function->writes_state;
  info.reads_state |= callee.function->reads_state;
  for (std::size_t i = 0; i < callee.function->writes_parameter.size() && i + 1 < e.children.size(); ++i)
    if (callee.function->writes_parameter[i]) mark_place(e.child(i + 1));
}

void Checker::collect_effects(const Statement& s, FunctionInfo& info) {
  const auto all = [&](std::span<Expr*> list) {
    for (const Expr* e : list) collect_effects(*e, info);
  };
  const auto initial = [&](const auto& self, const Initializer& init) -> void {
    if (init.expr != nullptr) collect_effects(*init.expr, info);
    for (const FieldInit& item : init.list) self(self, *item.value);
  };
  for (const Declaration* local : s.declarations)
    for (const Declarator& declarator : local->declarators)
      if (declarator.init != nullptr) initial(initial, *declarator.init);
  all(s.init);
  all(s.conditions);
  all(s.step);
  for (const Statement* child : s.body) collect_effects(*child, info);
}

}  // namespace zonda::lang
