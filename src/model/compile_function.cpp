// Calls and bodies of functions. Every function has one frame, compiled once for each environment that it sees: global
// functions once, functions of a template once a process.
#include <fmt/format.h>

#include <algorithm>

#include "model/compiler.hpp"
#include "util/check.hpp"

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::SourceRange;
using lang::Statement;
using lang::StatementKind;

const Environment& Compiler::owner_of(const lang::Symbol& symbol, const Environment& env) const {
  const Environment* at = &env;
  while (at->parent != nullptr && at->owner != symbol.owner) at = at->parent;
  return *at;
}

Storage Compiler::frame_storage(const Layout& layout) {
  Storage storage;
  storage.layout = &layout;
  if (layout.size.clocks > 0 || layout.size.channels > 0) throw BuildError{"a function cannot have clocks of its own", {}};
  if (layout.kind == LayoutKind::Ghost) storage.kind = Storage::Kind::Ghost;
  storage.base.cells = static_cast<Address>(code_.memory.size());
  code_.memory.resize(code_.memory.size() + layout.size.cells);
  return storage;
}

// ---------------------------------------------------------------------------------------------------------
// Calls

Operand Compiler::builtin(const Expr& e, const Environment& env) {
  const std::string_view name = e.child(0).symbol->name;
  if (name == "numOf" || name == "exit") throw Unsupported{fmt::format("dynamic templates ({})", name), e.range};
  if ((name == "abs" || name == "fint") && e.children.size() == 2) {
    const Operand operand = value(e.child(1), env);
    if (name == "fint") return operand;
    if (operand.is_constant && operand.value != std::numeric_limits<std::int32_t>::min())
      return Operand::constant(std::abs(operand.value));
    Operand result;
    result.cell = temporary();
    emit(Opcode::Abs, result.cell, cell_of(operand), 0, e.range);
    result.lower = 0;
    return result;
  }
  throw Unsupported{fmt::format("the floating-point function '{}'", name), e.range};
}

Operand Compiler::call(const Expr& e, const Environment& env) {
  const lang::Symbol& callee = *e.child(0).symbol;
  if (callee.kind == lang::SymbolKind::Builtin) return builtin(e, env);
  if (callee.kind == lang::SymbolKind::External)
    throw Unsupported{fmt::format("the external function '{}'", callee.name), e.range};
  if (callee.function == nullptr) throw BuildError{"this cannot be called", e.range};
  if (const auto folded = folded_call(e, *callee.function, env)) return *folded;
  return call_value(e, env, nullptr);
}

// A function of constants is a constant.
std::optional<Operand> Compiler::folded_call(const Expr& e, const lang::FunctionInfo& info, const Environment& env) {
  if (info.reads_state || info.writes_state || !is_integral(*info.result) || functions_made_) return std::nullopt;
  for (const lang::Symbol* parameter : info.parameters)
    if (parameter->is_reference || !is_integral(*parameter->type)) return std::nullopt;
  for (std::size_t i = 1; i < e.children.size(); ++i)
    if (!known(e.child(i), env)) return std::nullopt;
  const std::uint32_t start = here();
  const Operand result = call_value(e, env, nullptr);
  if (functions_made_) return std::nullopt;
  emit(Opcode::Halt, cell_of(result), 0, 0, e.range);
  code_.call_depth = std::max(code_.call_depth, depth_);
  constexpr std::uint64_t kFoldingBudget = 1'000'000;
  std::int32_t value = 0;
  Evaluator& machine = evaluator();
  machine.set_budget(kFoldingBudget);
  const bool is_known = machine.run({IntExpr::Kind::Program, static_cast<std::int32_t>(start), 0, 0}, value);
  machine.set_budget(Evaluator::kDefaultBudget);
  roll_back(start);
  if (!is_known) return std::nullopt;
  return Operand::constant(value);
}

Compiler::Argument Compiler::argument(const Expr& e, const Storage& parameter, bool is_fixed, const Environment& env) {
  Argument result;
  const Layout& layout = *parameter.layout;
  if (parameter.kind == Storage::Kind::Ghost) {
    if (has_effects(e)) throw Unsupported{"an argument of type double with side effects", e.range};
    return result;
  }
  if (parameter.kind == Storage::Kind::Memory && layout.is_integer()) {
    result.operand = value(e, env);
    if (!is_fixed) result.operand = to_temporary(result.operand, e.range);
    return result;
  }
  // A constant or computed value for a 'const T &' parameter needs a place to stand.
  const bool is_place = lang::root_symbol(e) != nullptr;
  if (parameter.kind == Storage::Kind::Reference && !is_place && layout.is_integer()) {
    const Storage copy = frame_storage(layout);
    store(place_of(copy), value(e, env), e.range);
    result.address = constant_cell(static_cast<std::int32_t>(copy.base.cells));
    return result;
  }
  const Place from = place(e, env);
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
    case Storage::Kind::Constant: return;
    case Storage::Kind::Reference:
      if (layout.size.cells > 0) emit(Opcode::Move, parameter.base.cells, argument.address, 0, range);
      if (layout.size.clocks > 0) emit(Opcode::Move, parameter.base.clocks, argument.clock, 0, range);
      return;
    case Storage::Kind::Memory:
      if (layout.is_integer()) {
        store(place_of(parameter), argument.operand, range);
      } else if (layout.size.cells > 0) {
        emit(Opcode::CopyBlock, constant_cell(static_cast<std::int32_t>(parameter.base.cells)), argument.address,
             layout.size.cells, range);
      }
      return;
  }
}

Operand Compiler::call_value(const Expr& e, const Environment& env, Place* result_place) {
  const Expr& callee = e.child(0);
  const lang::Symbol& symbol = *callee.symbol;
  if (symbol.kind == lang::SymbolKind::External)
    throw Unsupported{fmt::format("the external function '{}'", symbol.name), e.range};
  if (symbol.function == nullptr) throw BuildError{"this cannot be called", e.range};
  const Environment* owner = nullptr;
  if (callee.kind == ExprKind::Member) {
    const ProcessEntry* entry = find_process(callee.child(0), env);
    if (entry == nullptr) throw BuildError{"there is no such process", callee.range};
    owner = entry->environment;
  } else {
    owner = &owner_of(symbol, env);
  }
  Function& f = function(symbol, *owner);
  // All arguments are evaluated before any is passed: an inner call of the same function uses the same frame.
  std::vector<Argument> arguments;
  bool later_effects = false;
  for (std::size_t i = 1; i < e.children.size(); ++i) later_effects = later_effects || has_effects(e.child(i));
  for (std::size_t i = 0; i < f.parameters.size(); ++i)
    arguments.push_back(argument(e.child(i + 1), f.parameters[i], !later_effects, env));
  for (std::size_t i = 0; i < arguments.size(); ++i) pass(arguments[i], f.parameters[i], e.child(i + 1).range);
  emit(Opcode::Call, f.start, 0, 0, e.range);
  depth_ = std::max(depth_, f.depth);
  if (f.result.layout == nullptr) return Operand::constant(0);
  if (f.result.kind == Storage::Kind::Ghost) {
    if (result_place != nullptr) *result_place = place_of(f.result);
    return Operand::constant(0);
  }
  if (f.result.layout->is_integer() && result_place == nullptr) {
    const Operand result = load(place_of(f.result), e.range);
    return to_temporary(result, e.range);
  }
  // A record: copied out of the frame, because the next call writes there again.
  const Storage copy = frame_storage(*f.result.layout);
  emit(Opcode::CopyBlock, constant_cell(static_cast<std::int32_t>(copy.base.cells)),
       constant_cell(static_cast<std::int32_t>(f.result.base.cells)), f.result.layout->size.cells, e.range);
  if (result_place != nullptr) *result_place = place_of(copy);
  return Operand::constant(0);
}

// ---------------------------------------------------------------------------------------------------------
// Bodies

Compiler::Function& Compiler::function(const lang::Symbol& symbol, const Environment& env) {
  auto& place = functions_[&symbol][&env];
  if (place != nullptr) {
    if (place->is_unsupported) throw place->unsupported;
    return *place;
  }
  place = std::make_unique<Function>();
  Function& f = *place;
  f.environment = std::make_unique<Environment>();
  f.environment->parent = &env;
  const lang::FunctionInfo& info = *symbol.function;
  for (const lang::Symbol* parameter : info.parameters) {
    Storage storage;
    const Layout* layout = this->layout(*parameter->type, *f.environment);
    if (parameter->is_reference && layout->kind != LayoutKind::Ghost) {
      storage.kind = Storage::Kind::Reference;
      storage.layout = layout;
      storage.base.cells = new_cell();
      storage.base.clocks = new_cell();
    } else {
      storage = frame_storage(*layout);
    }
    f.environment->names[parameter] = storage;
    f.parameters.push_back(storage);
  }
  if (info.result->kind != lang::TypeKind::Void) f.result = frame_storage(*layout(*info.result, *f.environment));
  try {
    compile_body(f, info);
  } catch (const Unsupported& reason) {
    f.is_unsupported = true;
    f.unsupported = reason;
    functions_made_ = true;
    throw;
  }
  return f;
}

void Compiler::compile_body(Function& f, const lang::FunctionInfo& info) {
  const FunctionContext outer = context_;
  const std::uint32_t outer_depth = depth_;
  context_ = {&f, &info};
  const auto restore = [&] {
    context_ = outer;
    depth_ = outer_depth;
  };
  try {
    do {
      functions_made_ = false;
      depth_ = 0;
      Environment locals;
      locals.parent = f.environment.get();
      f.start = here();
      const Statement& body = *info.declaration->body;
      for (const lang::Declaration* d : body.declarations) local_variables(*d, locals);
      for (const Statement* s : body.body) statement(*s, locals);
      emit(Opcode::Return, 0, 0, 0, body.range);
    } while (functions_made_);
    f.depth = depth_ + 1;
  } catch (...) {
    restore();
    throw;
  }
  restore();
  functions_made_ = true;
}

Operand Compiler::condition(std::span<Expr* const> list, const Environment& env) {
  Operand last = Operand::constant(1);
  for (const Expr* e : list) last = value(*e, env);
  return last;
}

void Compiler::statement(const Statement& s, Environment& env) {
  switch (s.kind) {
    case StatementKind::Empty: return;
    case StatementKind::Block: {
      Environment inner;
      inner.parent = &env;
      for (const lang::Declaration* d : s.declarations) local_variables(*d, inner);
      for (const Statement* child : s.body) statement(*child, inner);
      return;
    }
    case StatementKind::Expression: expression_statement(*s.conditions[0], env); return;
    case StatementKind::Return: {
      const Storage& result = context_.function->result;
      if (!s.conditions.empty() && result.layout != nullptr && result.kind != Storage::Kind::Ghost) {
        const Expr& e = *s.conditions[0];
        if (result.layout->is_integer()) {
          store(place_of(result), value(e, env), e.range);
        } else {
          const Address from = address_of(place(e, env), Space::Cells, e.range);
          emit(Opcode::CopyBlock, constant_cell(static_cast<std::int32_t>(result.base.cells)), from,
               result.layout->size.cells, e.range);
        }
      }
      emit(Opcode::Return, 0, 0, 0, s.range);
      return;
    }
    case StatementKind::If: {
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
      return;
    }
    case StatementKind::For:
    case StatementKind::While: {
      for (const Expr* e : s.init) expression_statement(*e, env);
      const std::uint32_t loop = here();
      const Operand truth = condition(s.conditions, env);
      const std::uint32_t to_end = emit(Opcode::JumpZero, 0, cell_of(truth), 0, s.range);
      statement(*s.body[0], env);
      for (const Expr* e : s.step) expression_statement(*e, env);
      emit(Opcode::JumpBack, loop, 0, 0, s.range);
      patch(to_end);
      return;
    }
    case StatementKind::DoWhile: {
      const std::uint32_t loop = here();
      statement(*s.body[0], env);
      const Operand truth = condition(s.conditions, env);
      const std::uint32_t to_end = emit(Opcode::JumpZero, 0, cell_of(truth), 0, s.range);
      emit(Opcode::JumpBack, loop, 0, 0, s.range);
      patch(to_end);
      return;
    }
    case StatementKind::Iterate: {
      const Layout* range = layout(*s.binder->symbol->type, env);
      const Address counter = new_cell();
      const Address done = new_cell();
      Environment inner;
      inner.parent = &env;
      inner.names[s.binder->symbol] = {Storage::Kind::Memory, range, {counter, 0, 0}, {}};
      emit(Opcode::Move, counter, constant_cell(range->lower), 0, s.range);
      const std::uint32_t loop = here();
      statement(*s.body[0], inner);
      emit(Opcode::Equal, done, counter, constant_cell(range->upper), s.range);
      const std::uint32_t to_end = emit(Opcode::JumpNonZero, 0, done, 0, s.range);
      emit(Opcode::Add, counter, counter, constant_cell(1), s.range);
      emit(Opcode::JumpBack, loop, 0, 0, s.range);
      patch(to_end);
      return;
    }
    case StatementKind::Assert: {
      const Operand truth = condition(s.conditions, env);
      emit(Opcode::Assert, cell_of(truth), 0, 0, s.range);
      return;
    }
  }
}

// An expression for its effects. What only changes doubles and hybrid clocks is left out: nothing symbolic reads them.
void Compiler::expression_statement(const Expr& e, const Environment& env) {
  if (is_ghost_write(e, env)) return;
  if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr &&
      e.child(0).symbol->kind == lang::SymbolKind::Function) {
    const lang::Type& type = *e.child(0).symbol->function->result;
    if (type.kind == lang::TypeKind::Void || !is_integral(type)) {
      call_value(e, env, nullptr);
      return;
    }
  }
  if (!has_effects(e) && e.kind != ExprKind::Call) return;
  if (e.kind == ExprKind::Assign)
    assign(e, env);  // may be a clock, an array or a record: no integer value
  else
    value(e, env);
}

bool Compiler::is_ghost_write(const Expr& e, const Environment& env) {
  if (e.kind != ExprKind::Assign && e.kind != ExprKind::Step) {
    // random_normal(…) as a statement, fabs(x): no effect at all.
    return e.kind == ExprKind::Call && e.type != nullptr && e.type->kind == lang::TypeKind::Double && !has_effects(e);
  }
  const lang::TypeKind kind = e.child(0).type->kind;
  const bool is_ghost = kind == lang::TypeKind::Double || kind == lang::TypeKind::HybridClock ||
                        kind == lang::TypeKind::String;
  if (!is_ghost) return false;
  (void)env;
  for (const Expr* child : e.children)
    if (has_effects(*child)) throw Unsupported{"an assignment to a double with side effects", e.range};
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Variables of functions and initial values

void Compiler::local_variables(const lang::Declaration& d, Environment& env) {
  if (d.kind != lang::DeclKind::Variable) return;
  for (const lang::Declarator& declarator : d.declarators) {
    const lang::Symbol* symbol = declarator.symbol;
    const Layout* layout = this->layout(*symbol->type, env);
    if (symbol->is_const && layout->is_integer() && declarator.init != nullptr) {
      // May be the size of an array further down.
      if (const auto value = known(*declarator.init->expr, env)) {
        constants_.push_back({*value});
        env.names[symbol] = {Storage::Kind::Constant, layout, {}, constants_.back()};
        continue;
      }
    }
    const Storage storage = frame_storage(*layout);
    if (storage.kind != Storage::Kind::Ghost) initialise(place_of(storage), declarator.init, env, declarator.range);
    env.names[symbol] = storage;
  }
}

void Compiler::initialise(const Place& to, const lang::Initializer* init, const Environment& env, SourceRange range) {
  const Layout& layout = *to.layout;
  if (layout.kind == LayoutKind::Ghost) return;
  if (init == nullptr) {
    constants_.emplace_back();
    flatten(nullptr, layout, env, constants_.back());
    const Address from = constant_cell(static_cast<std::int32_t>(constant_block(constants_.back())));
    if (layout.size.cells > 0)
      emit(Opcode::CopyBlock, address_of(to, Space::Cells, range), from, layout.size.cells, range);
    return;
  }
  if (!init->is_list) {
    if (layout.is_integer()) {
      store(to, value(*init->expr, env), init->range);
    } else {
      const Place from = place(*init->expr, env);
      const Address source = address_of(from, Space::Cells, init->range);
      emit(Opcode::CopyBlock, address_of(to, Space::Cells, range), source, layout.size.cells, init->range);
    }
    return;
  }
  if (layout.kind == LayoutKind::Array && init->list.size() != layout.count)
    throw BuildError{fmt::format("an array of {} elements is initialised with {}", layout.count, init->list.size()),
                     init->range};
  std::size_t next = 0;
  for (const lang::FieldInit& item : init->list) {
    Place part = to;
    if (layout.kind == LayoutKind::Array) {
      part.layout = layout.element;
      part.base.cells += static_cast<std::uint32_t>(next) * layout.element->size.cells;
    } else {
      if (!item.name.empty())
        for (std::size_t i = 0; i < layout.fields.size(); ++i)
          if (layout.fields[i].name == item.name) next = i;
      part = field(to, next);
    }
    initialise(part, item.value, env, item.range);
    ++next;
  }
}

std::vector<std::int32_t> Compiler::constant_values(const lang::Initializer* init, const Layout& layout,
                                                    const Environment& environment) {
  std::vector<std::int32_t> result;
  result.reserve(layout.size.cells);
  flatten(init, layout, environment, result);
  return result;
}

void Compiler::flatten(const lang::Initializer* init, const Layout& layout, const Environment& env,
                       std::vector<std::int32_t>& out) {
  if (layout.size.cells == 0) return;
  if (init != nullptr && !init->is_list && !layout.is_integer()) {
    // A whole array or record: another constant, or the result of a function.
    const IntExpr address = program([&] {
      Operand result;
      result.cell = temporary();
      emit(Opcode::Move, result.cell, address_of(place(*init->expr, env), Space::Cells, init->range), 0, init->range);
      return result;
    });
    std::int32_t at = 0;
    if (!evaluator().run(address, at)) throw BuildError{describe(evaluator_->error()), init->range};
    const auto memory = evaluator_->memory();
    out.insert(out.end(), memory.begin() + at, memory.begin() + at + layout.size.cells);
    return;
  }
  if (layout.is_integer()) {
    if (init == nullptr) {
      out.push_back(layout.lower > 0 ? layout.lower : std::min(0, layout.upper));
      return;
    }
    std::int32_t value = constant(*init->expr, env);
    if (layout.kind == LayoutKind::Bool) value = value != 0 ? 1 : 0;
    if (value < layout.lower || value > layout.upper)
      throw BuildError{fmt::format("initial value {} is outside [{},{}]", value, layout.lower, layout.upper), init->range};
    out.push_back(value);
    return;
  }
  if (layout.kind == LayoutKind::Array) {
    if (init != nullptr && init->list.size() != layout.count)
      throw BuildError{fmt::format("an array of {} elements is initialised with {}", layout.count, init->list.size()),
                       init->range};
    if (init == nullptr && layout.element->is_integer()) {
      std::vector<std::int32_t> one;
      flatten(nullptr, *layout.element, env, one);
      out.insert(out.end(), layout.count, one[0]);
      return;
    }
    for (std::uint32_t i = 0; i < layout.count; ++i)
      flatten(init == nullptr ? nullptr : init->list[i].value, *layout.element, env, out);
    return;
  }
  std::vector<const lang::Initializer*> values(layout.fields.size(), nullptr);
  std::size_t next = 0;
  if (init != nullptr) {
    for (const lang::FieldInit& item : init->list) {
      if (!item.name.empty())
        for (std::size_t i = 0; i < layout.fields.size(); ++i)
          if (layout.fields[i].name == item.name) next = i;
      if (next < values.size()) values[next++] = item.value;
    }
  }
  for (std::size_t i = 0; i < layout.fields.size(); ++i) flatten(values[i], *layout.fields[i].layout, env, out);
}

}  // namespace zonda::model
