// Runs calls of functions and their statements.
#include "oracle/fault.hpp"
#include "oracle/interpreter.hpp"
#include "oracle/operators.hpp"

#include <cstdlib>

namespace zonda::truth {

using lang::Expr;
using lang::StatementKind;
using lang::Symbol;
using lang::SymbolKind;
using lang::TypeKind;

Place Interpreter::call(const Expr& e, const Scope& scope) {
  count_step();
  const Symbol& callee = *e.child(0).symbol;
  if (callee.kind == SymbolKind::Builtin && callee.name == "abs") {
    static const Shape kNumber{TypeKind::Int, INT32_MIN, INT32_MAX, nullptr, {}, {}};
    const std::int64_t value = in_32_bits(std::abs(number(e.child(1), scope)));
    const Place result = allocate(&kNumber);
    store(result, value);
    return result;
  }
  if (callee.kind != SymbolKind::Function) throw Refused("the function " + std::string(callee.name));
  const lang::FunctionInfo& info = *callee.function;

  // The body looks names up among the globals, or in the process that the function belongs to.
  static const Scope kNowhere(nullptr);
  const Scope* home = &kNowhere;
  if (e.child(0).kind == lang::ExprKind::Member)
    home = &process_of(e.child(0).child(0), scope);
  else
    home = callee.owner < 0 ? &scope.outermost() : scope.process();
  if (home == nullptr) throw Refused("a function of a process in this place");

  Scope frame(home);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) pass(*info.parameters[i], e.child(i + 1), scope, frame);
  Place result;
  if (info.result->kind != TypeKind::Void) result = allocate(shape(*info.result, frame));
  ++depth_;
  (void)run(*info.declaration->body, frame, result);
  --depth_;
  return result;
}

// Evaluates an argument in the scope of the caller, and adds the parameter to the frame of the call.
void Interpreter::pass(const Symbol& parameter, const Expr& given, const Scope& scope, Scope& frame) {
  const bool is_place = !lang::root_symbols(given).empty();
  if (parameter.is_reference && is_place) {
    frame.add(&parameter, place(given, scope));
    return;
  }
  const Shape* wanted = shape(*parameter.type, frame);
  if (wanted->is_leaf()) {
    const std::int64_t value = number(given, scope);
    const Place own = allocate(wanted);
    store(own, value);
    frame.add(&parameter, own);
  } else {
    const Place value = place(given, scope);
    const Place own = allocate(wanted);
    copy(own, value);
    frame.add(&parameter, own);
  }
}

// The value of the last expression of the list; the others are evaluated for their effects.
bool Interpreter::condition(std::span<Expr* const> list, const Scope& scope) {
  for (std::size_t i = 0; i + 1 < list.size(); ++i) effect(*list[i], scope);
  return list.empty() || number(*list.back(), scope) != 0;
}

// Runs a statement. Returns false once the function has returned.
bool Interpreter::run(const lang::Statement& s, const Scope& scope, Place result) {
  count_step();
  switch (s.kind) {
    case StatementKind::Empty:
      return true;
    case StatementKind::Block: {
      Scope inner(&scope);
      for (const lang::Declaration* d : s.declarations)
        if (d->kind == lang::DeclKind::Variable)
          for (const lang::Declarator& v : d->declarators)
            inner.add(v.symbol, declare(*v.symbol->type, v.init, inner, v.symbol->is_const));
      for (const lang::Statement* child : s.body)
        if (!run(*child, inner, result)) return false;
      return true;
    }
    case StatementKind::Expression:
      effect(*s.conditions[0], scope);
      return true;
    case StatementKind::Return:
      if (s.conditions.empty()) return false;
      if (result.shape->is_leaf())
        store(result, number(*s.conditions[0], scope));
      else
        copy(result, place(*s.conditions[0], scope));
      return false;
    case StatementKind::If:
      if (condition(s.conditions, scope)) return run(*s.body[0], scope, result);
      return s.body.size() < 2 || run(*s.body[1], scope, result);
    case StatementKind::While:
    case StatementKind::For:
      for (const Expr* e : s.init) effect(*e, scope);
      while (condition(s.conditions, scope)) {
        if (!run(*s.body[0], scope, result)) return false;
        for (const Expr* e : s.step) effect(*e, scope);
      }
      return true;
    case StatementKind::DoWhile:
      do {
        if (!run(*s.body[0], scope, result)) return false;
      } while (condition(s.conditions, scope));
      return true;
    case StatementKind::Iterate: {
      const Shape* range = shape(*s.binder->symbol->type, scope);
      for (std::int64_t i = range->lower; i <= range->upper; ++i) {
        Scope inner(&scope);
        const Place bound = allocate(range);
        cells_[bound.address] = i;
        inner.add(s.binder->symbol, bound);
        if (!run(*s.body[0], inner, result)) return false;
      }
      return true;
    }
    case StatementKind::Assert:
      if (!condition(s.conditions, scope)) throw Fault("an assertion fails");
      return true;
  }
  return true;
}

}  // namespace zonda::truth
