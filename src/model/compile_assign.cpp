// Assignments and copies: every value that is stored is brought into the range of its target first.
#include "model/compiler.hpp"

#include <fmt/format.h>

namespace zonda::model {

using lang::Expr;
using lang::Operator;
using lang::SourceRange;

namespace {

// A stretch of cells with one range.
struct Run {
  std::uint32_t offset = 0;
  std::uint32_t count = 0;
  ValueRange range;
};

void add_runs(const Layout& layout, std::uint32_t offset, std::vector<Run>& out) {
  const auto add = [&](const Layout& leaf, std::uint32_t count) {
    const ValueRange range{leaf.lower, leaf.upper};
    if (!out.empty() && out.back().range == range && out.back().offset + out.back().count == offset)
      out.back().count += count;
    else
      out.push_back({offset, count, range});
  };
  if (layout.size.cells == 0) return;
  if (layout.is_integer()) {
    add(layout, 1);
  } else if (layout.kind == LayoutKind::Array && layout.element->is_integer()) {
    add(*layout.element, layout.count);
  } else if (layout.kind == LayoutKind::Array) {
    for (std::uint32_t i = 0; i < layout.count; ++i)
      add_runs(*layout.element, offset + i * layout.element->size.cells, out);
  } else {
    for (const Layout::Field& field : layout.fields) add_runs(*field.layout, offset + field.offset.cells, out);
  }
}

}  // namespace

// The target is fixed before the right side is evaluated: a[i] = i++.
Operand Compiler::assign(const Expr& e, const Environment& env) {
  Place to = place(e.child(0), env);
  if (has_effects(e.child(1))) protect(to, e.range);
  return assign_to(to, e, env);
}

Operand Compiler::assign_to(const Place& to, const Expr& e, const Environment& env) {
  const Layout& layout = *to.layout;
  require_writable(to, e.child(0).range);
  if (layout.kind == LayoutKind::Ghost) throw Unsupported{"an assignment to a double", e.range};
  if (layout.kind == LayoutKind::Clock) {
    assign_clock(to, e, env);
    return Operand::constant(0);
  }
  if (!layout.is_integer()) {
    assign_block(to, e, env);
    return Operand::constant(0);
  }
  if (e.op == Operator::None) return store(to, value(e.child(1), env), e.range);
  Operand old = load(to, e.child(0).range);
  if (has_effects(e.child(1))) old = to_temporary(old, e.range);
  const Operand right = value(e.child(1), env);
  return store(to, arithmetic(e.op, old, right, e.range), e.range);
}

void Compiler::assign_block(const Place& to, const Expr& e, const Environment& env) {
  const Address target = temporary();
  emit(Opcode::Move, target, address_of(to, Space::Cells, e.range), 0, e.range);
  const Place from = place(e.child(1), env);
  if (to.layout->size.clocks > 0) copy_clocks(to, from, e.range);
  copy_cells(target, *to.layout, address_of(from, Space::Cells, e.range), *from.layout, e.range);
}

Operand Compiler::step(const Place& to, const Expr& e) {
  require_writable(to, e.child(0).range);
  const Operand old = load(to, e.range);
  const bool is_up = e.op == Operator::PreIncrement || e.op == Operator::PostIncrement;
  const bool is_post = e.op == Operator::PostIncrement || e.op == Operator::PostDecrement;
  const Operand before = is_post ? to_temporary(old, e.range) : old;
  const Operand after =
      store(to, arithmetic(is_up ? Operator::Add : Operator::Subtract, old, Operand::constant(1), e.range), e.range);
  return is_post ? before : after;
}

// The result is the value that was stored.
Operand Compiler::store(const Place& place, const Operand& value, SourceRange range) {
  const Operand fitted = converted(value, *place.layout, range);
  if (place.is_static()) {
    emit(Opcode::Move, place.base.cells, cell_of(fitted), 0, range);
  } else if (place.terms.size() == 1 && place.terms[0].stride.cells == 1 && !place.reference) {
    emit(Opcode::Store, cell_of(fitted), place.base.cells, place.terms[0].index, range);
  } else {
    const Address address = address_of(place, Space::Cells, range);
    emit(Opcode::Store, cell_of(fitted), 0, address, range);
  }
  return fitted;
}

// Copies a value; `to` and `from` are cells that hold addresses.
void Compiler::copy_cells(Address to, const Layout& to_layout, Address from, const Layout& from_layout,
                          SourceRange range) {
  constexpr std::size_t kMaxRuns = 4096;
  if (!has_same_shape(to_layout, from_layout)) throw BuildError{"the two sides differ in size or type", range};
  if (to_layout.size.cells == 0) return;
  if (!fits(from_layout, to_layout)) {
    std::vector<Run> runs;
    add_runs(to_layout, 0, runs);
    if (runs.size() > kMaxRuns) throw BuildError{"the ranges of the two sides differ in too many places", range};
    for (const Run& run : runs) {
      const Operand first =
          arithmetic(Opcode::Add, Operand::in(from), Operand::constant(static_cast<std::int32_t>(run.offset)), range);
      emit(Opcode::CheckBlock, first.cell, run.count, range_index(run.range.lower, run.range.upper), range);
    }
  }
  emit(Opcode::CopyBlock, to, from, to_layout.size.cells, range);
}

// Clock by clock; arrays of clocks are small.
void Compiler::copy_clocks(const Place& to, const Place& from, SourceRange range) {
  if (!has_same_shape(*to.layout, *from.layout)) throw BuildError{"the two sides differ in size or type", range};
  emission_->sets_clocks = true;
  const Operand target = Operand::in(address_of(to, Space::Clocks, range));
  const Operand source = Operand::in(address_of(from, Space::Clocks, range));
  note_copy(to, from, to.layout->size.clocks, {0, 0}, range);
  for (std::uint32_t i = 0; i < to.layout->size.clocks; ++i) {
    const Operand step = Operand::constant(static_cast<std::int32_t>(i));
    const Operand to_clock = arithmetic(Opcode::Add, target, step, range);
    const Operand from_clock = arithmetic(Opcode::Add, source, step, range);
    emit(Opcode::CopyClock, to_clock.cell, from_clock.cell, constant_cell(0), range);
  }
}

}  // namespace zonda::model
