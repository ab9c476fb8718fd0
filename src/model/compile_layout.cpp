// Layouts of types: bounds and sizes evaluated.
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::SourceRange;
using lang::TypeKind;

namespace {

// A state with more cells than this could not be explored.
constexpr std::uint64_t kMaxArrayCells = std::uint64_t{1} << 22U;

std::uint32_t checked_product(std::uint64_t a, std::uint64_t b, SourceRange range) {
  if (a != 0 && b > kMaxArrayCells / a) throw BuildError{"the array is too large (more than 4194304 elements)", range};
  return static_cast<std::uint32_t>(a * b);
}

Layout plain(LayoutKind kind, std::int32_t lower, std::int32_t upper) {
  Layout layout;
  layout.kind = kind;
  layout.lower = lower;
  layout.upper = upper;
  layout.has_ghost = kind == LayoutKind::Ghost;
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
  layout.has_ghost = element->has_ghost;
  layout.lower = lower;
  layout.count = checked_product(1, static_cast<std::uint64_t>(count), range);
  layout.size = {checked_product(layout.count, element->size.cells, range),
                 checked_product(layout.count, element->size.clocks, range),
                 checked_product(layout.count, element->size.channels, range)};
  return layout;
}

// The part of the layout that has no value; null if all parts have values.
const Layout* empty_part(const Layout& layout) {
  if (layout.kind == LayoutKind::Array) return empty_part(*layout.element);
  for (const Layout::Field& field : layout.fields)
    if (const Layout* empty = empty_part(*field.layout)) return empty;
  return layout.is_integer() && layout.lower > layout.upper ? &layout : nullptr;
}

}  // namespace

const Layout* Compiler::ghost_layout() { return layouts_.add(plain(LayoutKind::Ghost, 0, 0)); }

const Layout* Compiler::layout(const lang::Type& type, const Environment& environment) {
  return layout(type, environment, false);
}

// A constant 'int' has no range, and neither has one in a constant array or record.
const Layout* Compiler::layout(const lang::Type& type, const Environment& environment, bool is_in_constant) {
  const bool is_constant = is_in_constant || type.is_const;
  constexpr std::int32_t kMin = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t kMax = std::numeric_limits<std::int32_t>::max();
  switch (type.kind) {
    case TypeKind::Int: {
      if (type.lower == nullptr)
        return layouts_.add(is_constant ? plain(LayoutKind::Int, kMin, kMax) : plain(LayoutKind::Int, -32768, 32767));
      const std::int32_t lower = constant(*type.lower, environment);
      const std::int32_t upper = constant(*type.upper, environment);
      return layouts_.add(plain(LayoutKind::Int, lower, upper));
    }
    case TypeKind::Bool:
      return layouts_.add(plain(LayoutKind::Bool, 0, 1));
    case TypeKind::Scalar: {
      const std::int32_t size = constant(*type.size, environment);
      if (size <= 0) throw BuildError{fmt::format("the scalar set has {} elements", size), type.size->range};
      return layouts_.add(plain(LayoutKind::Scalar, 0, size - 1));
    }
    case TypeKind::Clock:
      return layouts_.add(plain(LayoutKind::Clock, 0, 0));
    case TypeKind::Chan: {
      Layout layout = plain(LayoutKind::Channel, 0, 0);
      layout.is_urgent = type.is_urgent;
      layout.is_broadcast = type.is_broadcast;
      return layouts_.add(layout);
    }
    case TypeKind::Array: {
      const Layout* element = this->layout(*type.element, environment, is_constant);
      if (type.index == nullptr)
        return layouts_.add(array_layout(element, 0, constant(*type.size, environment), type.size->range));
      const Layout* index = this->layout(*type.index, environment);
      const SourceRange range = type.index->lower != nullptr ? type.index->lower->range : SourceRange{};
      const std::int64_t count = std::max<std::int64_t>(std::int64_t{index->upper} - index->lower + 1, 0);
      return layouts_.add(array_layout(element, index->lower, count, range));
    }
    case TypeKind::Struct: {
      Layout layout;
      layout.kind = LayoutKind::Struct;
      for (const lang::StructField& field : type.fields) {
        const Layout* inner = this->layout(*field.type, environment, is_constant);
        layout.fields.push_back({std::string(field.name), inner, layout.size});
        layout.size.cells = checked_product(1, std::uint64_t{layout.size.cells} + inner->size.cells, {});
        layout.size.clocks = checked_product(1, std::uint64_t{layout.size.clocks} + inner->size.clocks, {});
        layout.size.channels += inner->size.channels;
        layout.has_ghost |= inner->has_ghost;
      }
      return layouts_.add(std::move(layout));
    }
    default:
      return ghost_layout();
  }
}

const Layout* Compiler::value_layout(const lang::Type& type, const Environment& environment, SourceRange range) {
  const Layout* result = layout(type, environment);
  if (const Layout* empty = empty_part(*result))
    throw BuildError{fmt::format("the range int[{},{}] is empty", empty->lower, empty->upper), range};
  return result;
}

}  // namespace zonda::model
