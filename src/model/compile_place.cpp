// Layouts of types, and places in memory: variables, elements, fields, references.
#include <fmt/format.h>

#include <algorithm>

#include "model/compiler.hpp"
#include "util/check.hpp"

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::SourceRange;
using lang::TypeKind;

namespace {

// More cells than this cannot be a state of anything that can be explored.
constexpr std::uint64_t kMaxCells = std::uint64_t{1} << 22U;

std::uint32_t checked_product(std::uint64_t a, std::uint64_t b, SourceRange range) {
  if (a != 0 && b > kMaxCells / a) throw BuildError{"the array is too large (more than 4194304 elements)", range};
  return static_cast<std::uint32_t>(a * b);
}

Layout plain(LayoutKind kind, std::int32_t lower, std::int32_t upper) {
  Layout layout;
  layout.kind = kind;
  layout.lower = lower;
  layout.upper = upper;
  if (layout.is_integer()) layout.size.cells = 1;
  if (kind == LayoutKind::Clock) layout.size.clocks = 1;
  if (kind == LayoutKind::Channel) layout.size.channels = 1;
  return layout;
}

Layout array_layout(const Layout* element, std::int32_t lower, std::int64_t count, SourceRange range) {
  if (count < 0) throw BuildError{fmt::format("the size of the array is negative: {}", count), range};
  Layout layout;
  layout.kind = LayoutKind::Array;
  layout.element = element;
  layout.lower = lower;
  layout.count = checked_product(1, static_cast<std::uint64_t>(count), range);
  layout.size = {checked_product(layout.count, element->size.cells, range),
                 checked_product(layout.count, element->size.clocks, range),
                 checked_product(layout.count, element->size.channels, range)};
  return layout;
}

}  // namespace

const Layout* Compiler::layout(const lang::Type& type, const Environment& environment) {
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  switch (type.kind) {
    case TypeKind::Int: {
      if (type.lower == nullptr)
        return layouts_.add(type.is_const ? plain(LayoutKind::Int, kMin, kMax)
                                          : plain(LayoutKind::Int, -32768, 32767));
      const std::int32_t lower = constant(*type.lower, environment);
      const std::int32_t upper = constant(*type.upper, environment);
      if (lower > upper) throw BuildError{fmt::format("the range int[{},{}] is empty", lower, upper), type.lower->range};
      return layouts_.add(plain(LayoutKind::Int, lower, upper));
    }
    case TypeKind::Bool: return layouts_.add(plain(LayoutKind::Bool, 0, 1));
    case TypeKind::Scalar: {
      const std::int32_t size = constant(*type.size, environment);
      if (size <= 0) throw BuildError{fmt::format("the scalar set has {} elements", size), type.size->range};
      return layouts_.add(plain(LayoutKind::Scalar, 0, size - 1));
    }
    case TypeKind::Clock: return layouts_.add(plain(LayoutKind::Clock, 0, 0));
    case TypeKind::Chan: {
      Layout layout = plain(LayoutKind::Channel, 0, 0);
      layout.is_urgent = type.is_urgent;
      layout.is_broadcast = type.is_broadcast;
      return layouts_.add(layout);
    }
    case TypeKind::Array: {
      const Layout* element = this->layout(*type.element, environment);
      if (type.index == nullptr)
        return layouts_.add(array_layout(element, 0, constant(*type.size, environment), type.size->range));
      const Layout* index = this->layout(*type.index, environment);
      const SourceRange range = type.index->lower != nullptr ? type.index->lower->range : SourceRange{};
      return layouts_.add(
          array_layout(element, index->lower, std::int64_t{index->upper} - index->lower + 1, range));
    }
    case TypeKind::Struct: {
      Layout layout;
      layout.kind = LayoutKind::Struct;
      for (const lang::StructField& field : type.fields) {
        const Layout* inner = this->layout(*field.type, environment);
        layout.fields.push_back({std::string(field.name), inner, layout.size});
        layout.size.cells = checked_product(1, std::uint64_t{layout.size.cells} + inner->size.cells, {});
        layout.size.clocks = checked_product(1, std::uint64_t{layout.size.clocks} + inner->size.clocks, {});
        layout.size.channels += inner->size.channels;
      }
      return layouts_.add(std::move(layout));
    }
    default: return layouts_.add(plain(LayoutKind::Ghost, 0, 0));
  }
}

Place Compiler::place_of(const Storage& storage) {
  Place result;
  result.kind = storage.kind;
  result.layout = storage.layout;
  result.values = storage.values;
  if (storage.kind == Storage::Kind::Reference)
    result.reference = storage.base;
  else
    result.base = storage.base;
  return result;
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
  const Layout& array = *base.layout;
  const Operand at = value(index, env);
  const std::int32_t upper = array.lower + static_cast<std::int32_t>(array.count) - 1;
  const Size stride = array.element->size;
  base.layout = array.element;
  if (at.is_constant && at.value >= array.lower && at.value <= upper) {
    const auto offset = static_cast<std::uint32_t>(at.value - array.lower);
    base.base.cells += offset * stride.cells;
    base.base.clocks += offset * stride.clocks;
    base.base.channels += offset * stride.channels;
    return base;
  }
  // A wrong constant index fails when it is evaluated, not before: the code may never run.
  Address cell = 0;
  if (!at.is_constant && array.lower == 0 && at.lower >= 0 && at.upper <= upper) {
    cell = at.cell;
  } else {
    cell = temporary();
    emit(Opcode::Index, cell, cell_of(at), range_index(array.lower, upper), index.range);
  }
  base.terms.push_back({cell, stride});
  return base;
}

Place Compiler::place(const Expr& e, const Environment& env) {
  switch (e.kind) {
    case ExprKind::Name: {
      const Storage* storage = env.find(e.symbol);
      if (storage == nullptr) {
        if (e.symbol != nullptr && e.symbol->is_predefined)
          throw Unsupported{fmt::format("the floating-point constant '{}'", e.text), e.range};
        throw BuildError{fmt::format("'{}' has no value here", e.text), e.range};
      }
      return place_of(*storage);
    }
    case ExprKind::Index: {
      const Place base = place(e.child(0), env);
      if (base.layout->kind == LayoutKind::Ghost) return base;
      return element(base, e.child(1), env);
    }
    case ExprKind::Member: {
      if (e.child(0).type != nullptr && e.child(0).type->kind == TypeKind::Process) {
        const ProcessEntry* entry = find_process(e.child(0), env);
        const Storage* storage = entry == nullptr ? nullptr : entry->environment->find(e.symbol);
        if (storage == nullptr) throw BuildError{"this process has no such variable", e.range};
        return place_of(*storage);
      }
      Place base = place(e.child(0), env);
      if (base.layout->kind == LayoutKind::Ghost) return base;
      for (std::size_t i = 0; i < base.layout->fields.size(); ++i)
        if (base.layout->fields[i].name == e.text) return field(std::move(base), i);
      throw BuildError{fmt::format("there is no field '{}'", e.text), e.range};
    }
    case ExprKind::Call: {
      Place result;
      call_value(e, env, &result);
      return result;
    }
    case ExprKind::Assign:
      assign(e, env);
      return place(e.child(0), env);
    case ExprKind::Step:
      step(e, env);
      return place(e.child(0), env);
    case ExprKind::Conditional: {
      // Both arms as addresses: (b ? i : j) = 3.
      const Operand condition = value(e.child(0), env);
      if (condition.is_constant) return place(e.child(condition.value != 0 ? 1 : 2), env);
      Place result;
      result.kind = Storage::Kind::Reference;
      const Address address = temporary();
      const std::uint32_t to_no = emit(Opcode::JumpZero, 0, condition.cell, 0, e.range);
      const Place yes = place(e.child(1), env);
      if (yes.layout->size.clocks > 0)
        throw Unsupported{"a choice between clocks", e.range};
      emit(Opcode::Move, address, address_of(yes, Space::Cells, e.range), 0, e.range);
      const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, e.range);
      patch(to_no);
      const Place no = place(e.child(2), env);
      emit(Opcode::Move, address, address_of(no, Space::Cells, e.range), 0, e.range);
      patch(to_end);
      result.layout = yes.layout;
      result.reference = Size{address, 0, 0};
      return result;
    }
    default: throw BuildError{"left hand side value expected", e.range};
  }
}

// A cell that holds the absolute address (or number) of the first cell, clock or channel of the place.
Address Compiler::address_of(const Place& place, Space space, SourceRange range) {
  std::uint32_t base = extent(place.base, space);
  if (place.kind == Storage::Kind::Constant) base += constant_block(place.values);
  Operand total = Operand::constant(static_cast<std::int32_t>(base));
  if (place.reference) {
    Operand reference;
    reference.cell = extent(*place.reference, space);
    total = base == 0 ? reference : arithmetic(lang::Operator::Add, total, reference, range);
  }
  for (const Place::Term& term : place.terms) {
    Operand part;
    part.cell = term.index;
    const std::uint32_t stride = extent(term.stride, space);
    if (stride != 1)
      part = arithmetic(lang::Operator::Multiply, part, Operand::constant(static_cast<std::int32_t>(stride)), range);
    total = total.is_constant && total.value == 0 ? part : arithmetic(lang::Operator::Add, total, part, range);
  }
  return cell_of(total);
}

IntExpr Compiler::number_of(const Place& place, Space space, SourceRange range) {
  if (place.terms.empty() && !place.reference)
    return IntExpr::constant(static_cast<std::int32_t>(extent(place.base, space)));
  return {IntExpr::Kind::Cell, static_cast<std::int32_t>(address_of(place, space, range))};
}

Operand Compiler::load(const Place& place, SourceRange range) {
  const Layout& layout = *place.layout;
  if (layout.kind == LayoutKind::Ghost) throw Unsupported{"a value of type double or string", range};
  if (!layout.is_integer()) throw BuildError{"integer expected", range};
  Operand result;
  result.lower = layout.lower;
  result.upper = layout.upper;
  if (place.terms.empty() && !place.reference) {
    if (place.kind == Storage::Kind::Constant) return Operand::constant(place.values[place.base.cells]);
    result.cell = place.base.cells;
    return result;
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

// The value as the type wants it: booleans normalised, ranges checked.
Operand Compiler::converted(const Operand& value, const Layout& layout, SourceRange range) {
  if (value.lower >= layout.lower && value.upper <= layout.upper) return value;
  Operand result = value;
  result.lower = layout.lower;
  result.upper = layout.upper;
  if (layout.kind == LayoutKind::Bool) {
    if (value.is_constant) return Operand::constant(value.value != 0 ? 1 : 0);
    result.cell = temporary();
    emit(Opcode::Bool, result.cell, value.cell, 0, range);
    return result;
  }
  emit(Opcode::CheckRange, cell_of(value), 0, range_index(layout.lower, layout.upper), range);
  return result;
}

void Compiler::store(const Place& place, const Operand& value, SourceRange range) {
  const Operand fitted = converted(value, *place.layout, range);
  if (place.terms.empty() && !place.reference) {
    emit(Opcode::Move, place.base.cells, cell_of(fitted), 0, range);
  } else if (place.terms.size() == 1 && place.terms[0].stride.cells == 1 && !place.reference) {
    emit(Opcode::Store, cell_of(fitted), place.base.cells, place.terms[0].index, range);
  } else {
    const Address address = address_of(place, Space::Cells, range);
    emit(Opcode::Store, cell_of(fitted), 0, address, range);
  }
}

Storage Compiler::static_storage(const Expr& e, const Environment& environment) {
  const std::uint32_t start = here();
  const Place found = place(e, environment);
  const bool is_static = found.terms.empty() && !found.reference && here() == start;
  roll_back(start);
  if (!is_static) throw BuildError{"a reference argument must name one variable", e.range};
  Storage storage;
  storage.kind = found.kind;
  storage.layout = found.layout;
  storage.base = found.base;
  storage.values = found.values;
  return storage;
}

// ---------------------------------------------------------------------------------------------------------
// Processes in queries

std::optional<std::int32_t> Compiler::known(const Expr& e, const Environment& env) {
  const std::uint32_t start = here();
  const Operand found = value(e, env);
  const bool is_known = found.is_constant && here() == start;
  roll_back(start);
  return is_known ? std::optional(found.value) : std::nullopt;
}

const ProcessEntry* Compiler::find_process(const Expr& e, const Environment& env) {
  for (auto pin = pinned_.rbegin(); pin != pinned_.rend(); ++pin)
    if (pin->first == &e) return pin->second;
  const lang::Symbol* symbol = e.kind == ExprKind::Call ? e.child(0).symbol : e.symbol;
  const auto found = processes_ == nullptr ? ProcessTable::const_iterator{} : processes_->find(symbol);
  if (processes_ == nullptr || found == processes_->end()) throw BuildError{"there is no such process", e.range};
  std::vector<std::int32_t> arguments;
  if (e.kind == ExprKind::Call) {
    for (std::size_t i = 1; i < e.children.size(); ++i) {
      const auto value = known(e.child(i), env);
      ZONDA_CHECK(value.has_value(), "a process with computed arguments was not pinned");
      arguments.push_back(*value);
    }
  }
  for (const ProcessEntry& entry : found->second)
    if (entry.arguments == arguments) return &entry;
  return nullptr;
}

const Expr* Compiler::dynamic_process(const Expr& e, const Environment& env) {
  if (e.kind == ExprKind::Call && e.type != nullptr && e.type->kind == TypeKind::Process) {
    for (const auto& [call, entry] : pinned_)
      if (call == &e) return nullptr;
    for (std::size_t i = 1; i < e.children.size(); ++i)
      if (!known(e.child(i), env)) return &e;
    return nullptr;
  }
  if (e.kind != ExprKind::Member && e.kind != ExprKind::Index && e.kind != ExprKind::Call) return nullptr;
  return dynamic_process(e.child(0), env);
}

}  // namespace zonda::model
