// Places in memory: variables, elements, fields, references.
#include "model/compiler.hpp"

#include <fmt/format.h>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::SourceRange;
using lang::TypeKind;

Place Compiler::place_of(const Storage& storage) {
  Place result;
  result.kind = storage.kind;
  result.layout = storage.layout;
  result.values = storage.values;
  result.is_meta = storage.is_meta;
  if (storage.kind == Storage::Kind::Reference)
    result.reference = storage.base;
  else
    result.base = storage.base;
  return result;
}

const Storage& Compiler::find(const Expr& name, const Environment& env) {
  bool must_be_known = false;
  for (const Environment* at = &env; at != nullptr; at = at->parent()) {
    must_be_known = must_be_known || at == known_only_;
    const Storage* found = at->find_here(name.symbol);
    if (found == nullptr) continue;
    const bool is_variable = found->kind == Storage::Kind::Memory || found->kind == Storage::Kind::Reference;
    if (must_be_known && is_variable && found->layout->size.cells > 0)
      throw BuildError{fmt::format("'{}' is not known at compile time", name.text), name.range};
    return *found;
  }
  if (name.symbol != nullptr && name.symbol->is_predefined)
    throw Unsupported{fmt::format("the floating-point constant '{}'", name.text), name.range};
  throw BuildError{fmt::format("'{}' has no value here", name.text), name.range};
}

Place Compiler::field(Place base, std::size_t index) {
  const Layout::Field& field = base.layout->fields[index];
  base.base.cells += field.offset.cells;
  base.base.clocks += field.offset.clocks;
  base.base.channels += field.offset.channels;
  base.layout = field.layout;
  return base;
}

Place Compiler::element(Place base, const Expr& index, const Environment& env) {
  if (has_effects(index)) protect(base, index.range);  // a[i][i++]
  const Layout& array = *base.layout;
  const Operand at = value(index, env);
  const std::int64_t upper = std::int64_t{array.lower} + array.count - 1;
  const Size stride = array.element->size;
  base.layout = array.element;
  if (at.is_constant && at.value >= array.lower && at.value <= upper) {
    const auto offset = static_cast<std::uint32_t>(std::int64_t{at.value} - array.lower);
    base.base.cells += offset * stride.cells;
    base.base.clocks += offset * stride.clocks;
    base.base.channels += offset * stride.channels;
    return base;
  }
  // A wrong constant index fails when it is evaluated, not earlier: the code may never run.
  if (!at.is_constant && array.lower == 0 && at.lower >= 0 && at.upper <= upper) {
    base.terms.push_back({at.cell, stride, array.count});
    return base;
  }
  const Address cell = temporary();
  // An array without elements has no valid index, and no value lies in [1,0].
  const bool is_empty = array.count == 0;
  emit(Opcode::Index, cell, cell_of(at),
       is_empty ? range_index(1, 0) : range_index(array.lower, static_cast<std::int32_t>(upper)), index.range);
  base.terms.push_back({cell, stride, array.count});
  return base;
}

// Copies the indices, which may be cells of variables that are about to change.
void Compiler::protect(Place& place, SourceRange range) {
  for (Place::Term& term : place.terms) term.index = to_temporary(Operand::in(term.index), range).cell;
}

Place Compiler::place(const Expr& e, const Environment& env) {
  switch (e.kind) {
    case ExprKind::Name:
      return place_of(find(e, env));
    case ExprKind::Index: {
      Place base = place(e.child(0), env);
      if (base.layout->kind == LayoutKind::Ghost) return base;
      return element(std::move(base), e.child(1), env);
    }
    case ExprKind::Member: {
      if (e.child(0).type != nullptr && e.child(0).type->kind == TypeKind::Process) return process_place(e, env);
      Place base = place(e.child(0), env);
      if (base.layout->kind == LayoutKind::Ghost) return base;
      for (std::size_t i = 0; i < base.layout->fields.size(); ++i)
        if (base.layout->fields[i].name == e.text) return field(std::move(base), i);
      throw BuildError{fmt::format("there is no field '{}'", e.text), e.range};
    }
    case ExprKind::Call:
      return call_place(e, env);
    case ExprKind::Assign:
    case ExprKind::Step: {
      Place to = place(e.child(0), env);
      protect(to, e.range);
      if (e.kind == ExprKind::Assign)
        assign_to(to, e, env);
      else
        step(to, e);
      return to;
    }
    case ExprKind::Conditional:
      return chosen_place(e, env);
    default:
      throw BuildError{"left hand side value expected", e.range};
  }
}

// One of two places, by address: (b ? i : j) = 3.
Place Compiler::chosen_place(const Expr& e, const Environment& env) {
  const Operand condition = value(e.child(0), env);
  if (condition.is_constant) return place(e.child(condition.value != 0 ? 1 : 2), env);
  Place result;
  result.kind = Storage::Kind::Reference;
  const Size address{temporary(), temporary(), temporary()};
  result.reference = address;
  const auto take = [&](const Place& arm) {
    for (const Space space : {Space::Cells, Space::Clocks, Space::Channels})
      if (extent(arm.layout->size, space) > 0)
        emit(Opcode::Move, extent(address, space), address_of(arm, space, e.range), 0, e.range);
  };
  const std::uint32_t to_no = emit(Opcode::JumpZero, 0, condition.cell, 0, e.range);
  const Place yes = place(e.child(1), env);
  take(yes);
  const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, e.range);
  patch(to_no);
  const Place no = place(e.child(2), env);
  take(no);
  patch(to_end);
  // If two arms differ in their ranges, the result may be read with the wider range, but not written. Integers that are
  // only read never get here.
  const bool is_wider = !yes.layout->is_integer() && fits(*yes.layout, *no.layout);
  const bool is_narrower = !yes.layout->is_integer() && fits(*no.layout, *yes.layout);
  if (yes.layout != no.layout && !is_wider && !is_narrower)
    throw BuildError{"the two sides of ':' are variables of different types", e.range};
  result.layout = is_wider ? no.layout : yes.layout;
  const auto is_read_only = [](const Place& arm) { return arm.is_read_only || arm.kind == Storage::Kind::Constant; };
  result.is_read_only = yes.layout != no.layout || is_read_only(yes) || is_read_only(no);
  return result;
}

// The checker has rejected most wrong cases; ranges are known only now.
void Compiler::require_writable(const Place& place, SourceRange range) {
  if (place.is_read_only || place.kind == Storage::Kind::Constant)
    throw BuildError{"left hand side value expected: the two sides of ':' are variables of different types", range};
}

// A cell that holds the absolute address (or number) of the first cell, clock or channel of the place.
Address Compiler::address_of(const Place& place, Space space, SourceRange range) {
  std::uint32_t base = extent(place.base, space);
  if (place.kind == Storage::Kind::Constant) base += constant_block(place.values);
  Operand total = Operand::constant(static_cast<std::int32_t>(base));
  if (place.reference) total = arithmetic(Opcode::Add, total, Operand::in(extent(*place.reference, space)), range);
  for (const Place::Term& term : place.terms) {
    const auto stride = static_cast<std::int32_t>(extent(term.stride, space));
    const Operand part = arithmetic(Opcode::Multiply, Operand::in(term.index), Operand::constant(stride), range);
    total = arithmetic(Opcode::Add, total, part, range);
  }
  return cell_of(total);
}

// An element of a constant array has the range of all its values, unless there are too many to look at.
Operand Compiler::load(const Place& place, SourceRange range) {
  const Layout& layout = *place.layout;
  if (layout.kind == LayoutKind::Ghost) throw Unsupported{"a value of type double or string", range};
  if (!layout.is_integer()) throw BuildError{"integer expected", range};
  constexpr std::size_t kMostLookedAt = 4096;
  Operand result;
  result.lower = layout.lower;
  result.upper = layout.upper;
  if (place.is_static()) {
    if (place.kind == Storage::Kind::Constant) return Operand::constant(place.values[place.base.cells]);
    result.cell = place.base.cells;
    return result;
  }
  if (place.kind == Storage::Kind::Constant && place.values.size() <= kMostLookedAt) {
    const auto [least, most] = std::ranges::minmax(place.values);
    result.lower = least;
    result.upper = most;
  }
  result.cell = temporary();
  if (place.terms.size() == 1 && place.terms[0].stride.cells == 1 && !place.reference) {
    const std::uint32_t base =
        place.base.cells + (place.kind == Storage::Kind::Constant ? constant_block(place.values) : 0);
    emit(Opcode::Load, result.cell, base, place.terms[0].index, range);
  } else {
    emit(Opcode::Load, result.cell, 0, address_of(place, Space::Cells, range), range);
  }
  return result;
}

Storage Compiler::static_storage(const Expr& e, const Environment& environment) {
  const Scope scope(*this, nullptr);
  const Place found = place(e, environment);
  if (!emission_->instructions.empty()) {  // most likely a wrong index; running the code gives the message
    emit(Opcode::Halt, constant_cell(0), 0, 0, e.range);
    (void)run_now(e.range);
  }
  if (!found.is_static()) throw BuildError{"a reference argument must name one variable", e.range};
  return {found.kind, found.layout, found.base, found.values, found.is_meta};
}

}  // namespace zonda::model
