// Bodies of functions, compiled once for each environment that they see: global functions once, functions of a
// template once a process.
#include "model/compiler.hpp"

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::SourceRange;
using lang::Statement;
using lang::StatementKind;
using lang::TypeKind;

Storage Compiler::frame_storage(const Layout& layout, SourceRange range) {
  if (layout.size.clocks > 0 || layout.size.channels > 0) throw Unsupported{"a clock of a function's own", range};
  if (layout.kind == LayoutKind::Ghost) return Storage::ghost(&layout);
  return Storage::cell(&layout, reserve(layout.size.cells, range));
}

// Functions that a body calls are compiled before the body, so that a long chain of calls needs no stack.
Compiler::Function& Compiler::function(const lang::Symbol& symbol, const Environment& env) {
  struct Pending {
    const lang::Symbol* symbol;
    const Environment* environment;
    std::size_t next = 0;  // of its callees
  };
  std::vector<Pending> pending;
  const auto demand = [&](const lang::Symbol& wanted, const Environment& seen) {
    if (functions_[&wanted][&seen] == nullptr) pending.push_back({&wanted, &seen});
  };
  demand(symbol, env);
  while (!pending.empty()) {
    Pending& last = pending.back();
    const std::span<const lang::Symbol*> callees = last.symbol->function->callees;
    if (last.next < callees.size()) {
      const lang::Symbol& callee = *callees[last.next++];
      demand(callee, last.environment->of_owner(callee.owner));
    } else {
      new_function(*last.symbol, *last.environment);
      pending.pop_back();
    }
  }
  Function& result = *functions_[&symbol][&env];
  if (result.failure) std::rethrow_exception(result.failure);
  return result;
}

void Compiler::new_function(const lang::Symbol& symbol, const Environment& env) {
  std::unique_ptr<Function>& place = functions_[&symbol][&env];
  if (place != nullptr) return;
  place = std::make_unique<Function>();
  Function& f = *place;
  f.info = symbol.function;
  f.environment = Environment(&env);
  try {
    compile_function(f);
  } catch (...) {
    f.failure = std::current_exception();
  }
}

void Compiler::compile_function(Function& f) {
  // Calls in types that were declared outside of functions are found only here, and may be deep inside expressions.
  constexpr std::size_t kMaxPending = 8;
  if (emission_depth_ > kMaxPending)
    throw BuildError{"calls in types nest too deeply", f.info->declaration->name_range};
  const Scope scope(*this, &f);
  for (const lang::Symbol* parameter : f.info->parameters) {
    const Layout* layout = value_layout(*parameter->type, f.environment, parameter->range);
    Storage storage;
    if (parameter->is_reference && layout->kind != LayoutKind::Ghost)
      storage = {Storage::Kind::Reference, layout, {new_cell(), new_cell(), new_cell()}, {}, false};
    else
      storage = frame_storage(*layout, parameter->range);
    f.environment.set(parameter, storage);
    f.parameters.push_back(storage);
  }
  const lang::Declaration& declaration = *f.info->declaration;
  if (f.info->result->kind != TypeKind::Void)
    f.result =
        frame_storage(*value_layout(*f.info->result, f.environment, declaration.name_range), declaration.name_range);
  block(*declaration.body, f.environment);
  emit(Opcode::Return, 0, 0, 0, declaration.body->range);
  f.start = append();
  f.depth = emission_->depth + 1;
  f.sets_clocks = emission_->sets_clocks;
}

// ---------------------------------------------------------------------------------------------------------
// Statements

void Compiler::statement(const Statement& s, const Environment& env) {
  switch (s.kind) {
    case StatementKind::Empty:
      return;
    case StatementKind::Block:
      block(s, env);
      return;
    case StatementKind::Expression:
      expression_statement(*s.conditions[0], env);
      return;
    case StatementKind::Return:
      return_statement(s, env);
      return;
    case StatementKind::If:
      if_statement(s, env);
      return;
    case StatementKind::For:
    case StatementKind::While:
    case StatementKind::DoWhile:
      loop_statement(s, env);
      return;
    case StatementKind::Iterate:
      iterate_statement(s, env);
      return;
    case StatementKind::Assert: {
      const Operand truth = condition(s.conditions, env);
      emit(Opcode::Assert, cell_of(truth), 0, 0, s.range);
      return;
    }
  }
}

// The variables of a block are initialised each time it is entered.
void Compiler::block(const Statement& s, const Environment& env) {
  Environment inner(&env);
  for (const lang::Declaration* d : s.declarations) local_variables(*d, inner);
  for (const Statement* child : s.body) statement(*child, inner);
}

void Compiler::return_statement(const Statement& s, const Environment& env) {
  const Storage& result = function_->result;
  if (!s.conditions.empty() && result.layout != nullptr) {
    const Expr& e = *s.conditions[0];
    if (result.kind == Storage::Kind::Ghost) {
      if (has_effects(e)) throw Unsupported{"a double returned with side effects", e.range};
    } else if (result.layout->is_integer()) {
      store(place_of(result), value(e, env), e.range);
    } else {
      const Place from = place(e, env);
      copy_cells(constant_cell(static_cast<std::int32_t>(result.base.cells)), *result.layout,
                 address_of(from, Space::Cells, e.range), *from.layout, e.range);
    }
  }
  emit(Opcode::Return, 0, 0, 0, s.range);
}

void Compiler::if_statement(const Statement& s, const Environment& env) {
  const Operand truth = condition(s.conditions, env);
  const std::uint32_t to_else = emit(Opcode::JumpZero, 0, cell_of(truth), 0, s.range);
  statement(*s.body[0], env);
  if (s.body.size() == 1) {
    patch(to_else);
    return;
  }
  const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, s.range);
  patch(to_else);
  statement(*s.body[1], env);
  patch(to_end);
}

void Compiler::loop_statement(const Statement& s, const Environment& env) {
  for (const Expr* e : s.init) expression_statement(*e, env);
  const std::uint32_t loop = here();
  const bool is_tested_last = s.kind == StatementKind::DoWhile;
  if (is_tested_last) statement(*s.body[0], env);
  const Operand truth = condition(s.conditions, env);
  const std::uint32_t to_end = emit(Opcode::JumpZero, 0, cell_of(truth), 0, s.range);
  if (!is_tested_last) statement(*s.body[0], env);
  for (const Expr* e : s.step) expression_statement(*e, env);
  emit(Opcode::JumpBack, loop, 0, 0, s.range);
  patch(to_end);
}

void Compiler::iterate_statement(const Statement& s, const Environment& env) {
  const Layout* range = layout(*s.binder->symbol->type, env);
  if (range->lower > range->upper) return;
  const Address counter = temporary();
  const Address done = temporary();
  Environment inner(&env);
  inner.set(s.binder->symbol, Storage::cell(range, counter));
  emit(Opcode::Move, counter, constant_cell(range->lower), 0, s.range);
  const std::uint32_t loop = here();
  statement(*s.body[0], inner);
  // The counter is tested before it is incremented, because the last value may be the largest integer.
  emit(Opcode::Equal, done, counter, constant_cell(range->upper), s.range);
  const std::uint32_t to_end = emit(Opcode::JumpNonZero, 0, done, 0, s.range);
  emit(Opcode::Add, counter, counter, constant_cell(1), s.range);
  emit(Opcode::JumpBack, loop, 0, 0, s.range);
  patch(to_end);
}

// All expressions are evaluated, and the last one decides.
Operand Compiler::condition(std::span<Expr* const> list, const Environment& env) {
  if (list.empty()) return Operand::constant(1);
  for (const Expr* e : list.first(list.size() - 1)) expression_statement(*e, env);
  return value(*list.back(), env);
}

namespace {

bool is_ghost(const lang::Type* type) {
  return type != nullptr &&
         (type->kind == TypeKind::Double || type->kind == TypeKind::HybridClock || type->kind == TypeKind::String);
}

}  // namespace

// Compiles an expression for its effects. Changes of doubles and hybrid clocks are left out: no symbolic code reads
// them.
void Compiler::expression_statement(const Expr& e, const Environment& env) {
  if (!has_effects(e) && is_ghost(e.type)) return;  // random_normal(…), fabs(x)
  const bool is_assignment = e.kind == ExprKind::Assign || e.kind == ExprKind::Step;
  if (is_assignment && is_ghost(e.child(0).type)) {
    for (const Expr* child : e.children)
      if (has_effects(*child)) throw Unsupported{"an assignment to a double with side effects", e.range};
    return;
  }
  if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr && e.child(0).symbol->function != nullptr) {
    call_effect(e, env);
  } else if (e.kind == ExprKind::Assign) {
    assign(e, env);  // may be a clock, an array or a record: no integer value
  } else if (e.kind == ExprKind::Call || has_effects(e)) {
    value(e, env);
  }
}

}  // namespace zonda::model
