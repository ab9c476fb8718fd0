// Processes in queries: P.x, P(i).x, P.f(…). If i is known, P(i) is one process; if it is computed, there is one case
// for each process of the set.
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

// The process that is named, or null when no process of the set has these arguments.
const ProcessEntry* Compiler::find_process(const Expr& e, const Environment& env) {
  // The innermost choice counts.
  const auto pin = std::find_if(pinned_.rbegin(), pinned_.rend(), [&](const auto& each) { return each.first == &e; });
  if (pin != pinned_.rend()) return pin->second;
  const lang::Symbol* symbol = e.kind == ExprKind::Call ? e.child(0).symbol : e.symbol;
  const std::vector<ProcessEntry>* set = nullptr;
  if (processes_ != nullptr)
    if (const auto found = processes_->find(symbol); found != processes_->end()) set = &found->second;
  if (set == nullptr) throw BuildError{"there is no such process", e.range};
  std::vector<std::int32_t> arguments;
  if (e.kind == ExprKind::Call) {
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const auto value = known(e.child(i), env);
      if (!value) throw Unsupported{"a process chosen by a computed value in this place", e.range};
      arguments.push_back(*value);
    }
  }
  const auto at = std::lower_bound(
      set->begin(), set->end(), arguments,
      [](const ProcessEntry& entry, const std::vector<std::int32_t>& wanted) { return entry.arguments < wanted; });
  return at != set->end() && at->arguments == arguments ? &*at : nullptr;
}

const Expr* Compiler::dynamic_process(const Expr& e, const Environment& env) {
  const Expr* at = &e;
  while (at->kind == ExprKind::Member || at->kind == ExprKind::Index || at->kind == ExprKind::Call) {
    const bool is_process = at->kind == ExprKind::Call && at->type != nullptr && at->type->kind == TypeKind::Process;
    if (!is_process) {
      at = at->children[0];
      continue;
    }
    for (const auto& [call, entry] : pinned_)
      if (call == at) return nullptr;
    for (std::size_t i = 1; i < at->children.size(); ++i)
      if (!known(at->child(i), env)) return at;
    return nullptr;
  }
  return nullptr;
}

// Emits a case for each process of the set, of which one runs.
template <typename F>
void Compiler::each_process(const Expr& dynamic_call, const Environment& env, F&& emit_case) {
  const auto found = processes_->find(dynamic_call.child(0).symbol);
  if (found == processes_->end()) throw BuildError{"there is no such process", dynamic_call.range};
  std::vector<Operand> arguments;  // queries change nothing, so these keep their values
  for (std::size_t i = 1; i < dynamic_call.children.size(); ++i) arguments.push_back(value(dynamic_call.child(i), env));
  std::vector<std::uint32_t> ends;
  for (const ProcessEntry& entry : found->second) {
    std::vector<std::uint32_t> misses;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Operand is_same =
          arithmetic(Operator::Equal, arguments[i], Operand::constant(entry.arguments[i]), dynamic_call.range);
      misses.push_back(emit(Opcode::JumpZero, 0, cell_of(is_same), 0, dynamic_call.range));
    }
    pinned_.emplace_back(&dynamic_call, &entry);
    try {
      emit_case();
    } catch (...) {
      pinned_.pop_back();
      throw;
    }
    pinned_.pop_back();
    ends.push_back(emit(Opcode::Jump, 0, 0, 0, dynamic_call.range));
    patch(misses);
  }
  emit(Opcode::NoProcess, 0, 0, 0, dynamic_call.range);
  patch(ends);
}

Operand Compiler::over_processes(const Expr& e, const Expr& dynamic_call, const Environment& env) {
  Operand result = Operand::in(temporary());
  result.lower = std::numeric_limits<std::int32_t>::max();
  result.upper = std::numeric_limits<std::int32_t>::min();
  each_process(dynamic_call, env, [&] {
    const Operand one = value(e, env);
    emit(Opcode::Move, result.cell, cell_of(one), 0, e.range);
    result.lower = std::min(result.lower, one.lower);
    result.upper = std::max(result.upper, one.upper);
  });
  return result;
}

Operand Compiler::process_member(const Expr& e, const Environment& env) {
  const ProcessEntry* entry = find_process(e.child(0), env);
  if (entry == nullptr) {
    emit(Opcode::NoProcess, 0, 0, 0, e.range);
    return Operand::constant(0);
  }
  const Operand location = Operand::in(entry->process);
  if (e.symbol == nullptr) return location;  // P.location
  if (e.symbol->kind == lang::SymbolKind::Location)
    return arithmetic(Operator::Equal, location, Operand::constant(static_cast<std::int32_t>(e.symbol->location)),
                      e.range);
  return load(process_place(e, env), e.range);
}

Place Compiler::process_place(const Expr& e, const Environment& env) {
  const Expr* dynamic_call = dynamic_process(e.child(0), env);
  if (dynamic_call == nullptr) {
    const ProcessEntry* entry = find_process(e.child(0), env);
    if (entry == nullptr) throw BuildError{"there is no such process", e.child(0).range};
    const Storage* storage = entry->environment->find_here(e.symbol);
    if (storage == nullptr) throw BuildError{"this process has no such variable", e.range};
    return place_of(*storage);
  }
  Place result;
  result.kind = Storage::Kind::Reference;
  const Size address{temporary(), temporary(), temporary()};
  result.reference = address;
  each_process(*dynamic_call, env, [&] {
    const Place one = process_place(e, env);
    if (result.layout != nullptr && result.layout != one.layout)
      throw Unsupported{"a variable whose type differs from process to process", e.range};
    result.layout = one.layout;
    for (const Space space : {Space::Cells, Space::Clocks, Space::Channels})
      if (extent(one.layout->size, space) > 0)
        emit(Opcode::Move, extent(address, space), address_of(one, space, e.range), 0, e.range);
  });
  return result;
}

}  // namespace zonda::model
