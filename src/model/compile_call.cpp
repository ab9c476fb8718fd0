// Calls: arguments, references, results. Functions do not recurse, so each has one frame; but an argument of f may call
// f itself. So all arguments are evaluated before any is passed, and results leave the frame at once.
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::SourceRange;
using lang::SymbolKind;

namespace {

// Whether the expression is a variable or part of one; 'i++' is the old value, not the variable.
bool is_variable(const Expr& e) {
  if (e.kind == ExprKind::Conditional) return false;
  if (e.kind == ExprKind::Step && (e.op == Operator::PostIncrement || e.op == Operator::PostDecrement)) return false;
  return !lang::root_symbols(e).empty();
}

}  // namespace

Operand Compiler::builtin(const Expr& e, const Environment& env) {
  const std::string_view name = e.child(0).symbol->name;
  if (name == "numOf" || name == "exit") throw Unsupported{fmt::format("dynamic templates ({})", name), e.range};
  const bool is_abs = name == "abs";
  if ((!is_abs && name != "fint") || e.children.size() != 2)
    throw Unsupported{fmt::format("the floating-point function '{}'", name), e.range};
  const Operand operand = value(e.child(1), env);
  if (!is_abs) return operand;
  return absolute_of(operand, e.range);
}

Compiler::Function& Compiler::called_function(const Expr& e, const Environment& env) {
  const Expr& callee = e.child(0);
  const lang::Symbol& symbol = *callee.symbol;
  if (symbol.kind == SymbolKind::External)
    throw Unsupported{fmt::format("the external function '{}'", symbol.name), e.range};
  if (symbol.function == nullptr) throw BuildError{"this cannot be called", e.range};
  if (callee.kind != ExprKind::Member) return function(symbol, env.of_owner(symbol.owner));
  const ProcessEntry* entry = find_process(callee.child(0), env);
  if (entry == nullptr) throw BuildError{"there is no such process", callee.range};
  return function(symbol, *entry->environment);
}

// A call for its integer value.
Operand Compiler::call(const Expr& e, const Environment& env) {
  if (e.child(0).symbol->kind == SymbolKind::Builtin) return builtin(e, env);
  const Function& f = called_function(e, env);
  const std::uint32_t start = here();
  const std::vector<Argument> given = arguments(e, f, env);
  if (here() == start)
    if (const auto known = folded(f, given, e)) return Operand::constant(*known);
  invoke(f, given, e);
  if (f.result.layout == nullptr || !f.result.layout->is_integer()) throw BuildError{"integer expected", e.range};
  return to_temporary(load(place_of(f.result), e.range), e.range);
}

// A call for its result of any type, which is copied out of the frame because the next call writes there again.
Place Compiler::call_place(const Expr& e, const Environment& env) {
  if (e.child(0).symbol->kind == SymbolKind::Builtin) throw BuildError{"left hand side value expected", e.range};
  const Function& f = called_function(e, env);
  invoke(f, arguments(e, f, env), e);
  if (f.result.layout == nullptr) throw BuildError{"the function returns nothing", e.range};
  if (f.result.kind == Storage::Kind::Ghost) return place_of(f.result);
  const Storage copy = frame_storage(*f.result.layout, e.range);
  copy_cells(constant_cell(static_cast<std::int32_t>(copy.base.cells)), *copy.layout,
             constant_cell(static_cast<std::int32_t>(f.result.base.cells)), *f.result.layout, e.range);
  return place_of(copy);
}

void Compiler::call_effect(const Expr& e, const Environment& env) {
  const Function& f = called_function(e, env);
  invoke(f, arguments(e, f, env), e);
}

// ---------------------------------------------------------------------------------------------------------
// Arguments

std::vector<Compiler::Argument> Compiler::arguments(const Expr& e, const Function& f, const Environment& env) {
  std::vector<Argument> result;
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const Expr& given = e.child(i + 1);
    const Storage& parameter = f.parameters[i];
    const bool is_fixed = std::none_of(e.children.begin() + static_cast<std::ptrdiff_t>(i) + 2, e.children.end(),
                                       [](const Expr* later) { return has_effects(*later); });
    if (parameter.kind == Storage::Kind::Ghost) {
      if (has_effects(given)) throw Unsupported{"an argument of type double with side effects", given.range};
      result.emplace_back();
    } else if (parameter.kind == Storage::Kind::Reference) {
      result.push_back(reference_argument(given, parameter, f.info->parameters[i]->is_const, env));
    } else {
      result.push_back(value_argument(given, parameter, is_fixed, env));
    }
  }
  return result;
}

// `is_fixed`: nothing that is evaluated before the call can still change the value.
Compiler::Argument Compiler::value_argument(const Expr& e, const Storage& parameter, bool is_fixed,
                                            const Environment& env) {
  Argument result;
  if (parameter.layout->is_integer()) {
    result.operand = value(e, env);
    if (!is_fixed) result.operand = to_temporary(result.operand, e.range);
    return result;
  }
  const Place from = place(e, env);
  result.layout = from.layout;
  if (parameter.layout->size.cells == 0) return result;
  if (is_fixed) {
    result.address = temporary();
    emit(Opcode::Move, result.address, address_of(from, Space::Cells, e.range), 0, e.range);
    return result;
  }
  const Storage copy = frame_storage(*from.layout, e.range);
  result.address = constant_cell(static_cast<std::int32_t>(copy.base.cells));
  copy_cells(result.address, *from.layout, address_of(from, Space::Cells, e.range), *from.layout, e.range);
  return result;
}

Compiler::Argument Compiler::reference_argument(const Expr& e, const Storage& parameter, bool is_const,
                                                const Environment& env) {
  const Layout& layout = *parameter.layout;
  Argument result;
  // A value that is not in memory, or is in a variable of a wider type, gets a place of its own for a 'const T &'.
  const auto give_place = [&](const Operand& operand) {
    const Storage copy = frame_storage(layout, e.range);
    store(place_of(copy), operand, e.range);
    result.address = constant_cell(static_cast<std::int32_t>(copy.base.cells));
    return result;
  };
  if (is_const && layout.is_integer() && !is_variable(e)) return give_place(value(e, env));
  const Place from = place(e, env);
  if (from.layout->kind == LayoutKind::Ghost) throw Unsupported{"a value of type double or string", e.range};
  if (!is_const && layout.size.channels == 0) require_writable(from, e.range);
  const bool is_same = from.layout == &layout || (is_const && fits(*from.layout, layout));
  if (!is_same) {
    if (is_const && layout.is_integer()) return give_place(load(from, e.range));
    if (layout.size.channels == 0) throw BuildError{"the variable's type is not that of the reference", e.range};
  }
  if (layout.size.clocks > 0) {
    result.clock = temporary();
    emit(Opcode::Move, result.clock, address_of(from, Space::Clocks, e.range), 0, e.range);
  }
  if (layout.size.cells > 0) {
    result.address = temporary();
    emit(Opcode::Move, result.address, address_of(from, Space::Cells, e.range), 0, e.range);
  }
  return result;
}

void Compiler::pass(const Argument& argument, const Storage& parameter, SourceRange range) {
  const Layout& layout = *parameter.layout;
  switch (parameter.kind) {
    case Storage::Kind::Ghost:
    case Storage::Kind::Constant:
      return;
    case Storage::Kind::Reference:
      if (layout.size.cells > 0) emit(Opcode::Move, parameter.base.cells, argument.address, 0, range);
      if (layout.size.clocks > 0) emit(Opcode::Move, parameter.base.clocks, argument.clock, 0, range);
      return;
    case Storage::Kind::Memory:
      if (layout.is_integer())
        store(place_of(parameter), argument.operand, range);
      else
        copy_cells(constant_cell(static_cast<std::int32_t>(parameter.base.cells)), layout, argument.address,
                   *argument.layout, range);
      return;
  }
}

void Compiler::invoke(const Function& f, std::span<const Argument> arguments, const Expr& e) {
  for (std::size_t i = 0; i < arguments.size(); ++i) pass(arguments[i], f.parameters[i], e.child(i + 1).range);
  emit(Opcode::Call, f.start, 0, 0, e.range);
  emission_->depth = std::max(emission_->depth, f.depth);
  emission_->sets_clocks = emission_->sets_clocks || f.sets_clocks;
}

// A call with constant arguments is a constant, if it ends soon and without an error.
std::optional<std::int32_t> Compiler::folded(const Function& f, std::span<const Argument> arguments, const Expr& e) {
  constexpr std::uint64_t kBudgetOfOne = 1'000'000;
  if (f.info->reads_state || f.info->writes_state || f.result.layout == nullptr || !f.result.layout->is_integer())
    return std::nullopt;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (f.parameters[i].kind != Storage::Kind::Memory || !arguments[i].operand.is_constant) return std::nullopt;
  const Scope scope(*this, nullptr);
  invoke(f, arguments, e);
  emit(Opcode::Halt, f.result.base.cells, 0, 0, e.range);
  const std::uint32_t start = append();
  Evaluator& machine = evaluator();
  machine.set_budget(std::min(kBudgetOfOne, folding_budget_));
  std::int32_t result = 0;
  const bool is_right = machine.run({IntExpr::Kind::Program, static_cast<std::int32_t>(start), 0, 0}, result);
  folding_budget_ -= machine.iterations();
  code_.instructions.resize(start);
  code_.places.resize(start);
  return is_right ? std::optional(result) : std::nullopt;
}

}  // namespace zonda::model
