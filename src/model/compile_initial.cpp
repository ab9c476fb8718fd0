// Initial values: variables of functions are set by code, all others have known values.
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Initializer;
using lang::SourceRange;

namespace {

// 0, or the lower bound if 0 is not a value of the type.
std::int32_t default_value(const Layout& layout) { return layout.lower <= 0 && layout.upper >= 0 ? 0 : layout.lower; }

void require_count(const Initializer& init, const Layout& array) {
  if (init.list.size() != array.count)
    throw BuildError{fmt::format("an array of {} elements is initialised with {}", array.count, init.list.size()),
                     init.range};
}

// The initialiser of each field, in the order of the type; null where there is none.
std::vector<const Initializer*> field_values(const Initializer& init, const Layout& layout) {
  std::vector<const Initializer*> values(layout.fields.size(), nullptr);
  std::size_t next = 0;
  for (const lang::FieldInit& item : init.list) {
    if (!item.name.empty())
      for (std::size_t i = 0; i < layout.fields.size(); ++i)
        if (layout.fields[i].name == item.name) next = i;
    if (next < values.size()) values[next++] = item.value;
  }
  return values;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------
// Variables of functions

void Compiler::local_variables(const lang::Declaration& d, Environment& env) {
  if (d.kind != lang::DeclKind::Variable) return;
  for (const lang::Declarator& declarator : d.declarators) {
    const lang::Symbol* symbol = declarator.symbol;
    const Layout* layout = value_layout(*symbol->type, env, declarator.range);
    if (symbol->is_const && layout->is_integer() && declarator.init != nullptr) {
      const auto value = known(*declarator.init->expr, env);
      const std::int32_t stored = value && layout->kind == LayoutKind::Bool && *value != 0 ? 1 : value.value_or(0);
      if (value && stored >= layout->lower && stored <= layout->upper) {
        env.set(symbol, Storage::constant(layout, keep(stored)));
        continue;
      }
    }
    const Storage storage = frame_storage(*layout, declarator.range);
    if (storage.kind != Storage::Kind::Ghost) initialise(place_of(storage), declarator.init, env, declarator.range);
    env.set(symbol, storage);
  }
}

void Compiler::initialise(const Place& to, const Initializer* init, const Environment& env, SourceRange range) {
  const Layout& layout = *to.layout;
  if (layout.size.cells == 0) return;
  const auto target = [&] { return address_of(to, Space::Cells, range); };
  if (init == nullptr && layout.is_integer()) {
    store(to, Operand::constant(default_value(layout)), range);
  } else if (init == nullptr) {
    InitialValues values;
    flatten(nullptr, layout, env, values);
    constants_.push_back(std::move(values.cells));
    const Address from = constant_cell(static_cast<std::int32_t>(constant_block(constants_.back())));
    emit(Opcode::CopyBlock, target(), from, layout.size.cells, range);
  } else if (!init->is_list && layout.is_integer()) {
    store(to, value(*init->expr, env), init->range);
  } else if (!init->is_list) {
    const Place from = place(*init->expr, env);
    copy_cells(target(), layout, address_of(from, Space::Cells, init->range), *from.layout, init->range);
  } else if (layout.kind == LayoutKind::Array) {
    require_count(*init, layout);
    for (std::size_t i = 0; i < init->list.size(); ++i) {
      Place part = to;
      part.layout = layout.element;
      part.base.cells += static_cast<std::uint32_t>(i) * layout.element->size.cells;
      initialise(part, init->list[i].value, env, init->list[i].range);
    }
  } else {
    const std::vector<const Initializer*> values = field_values(*init, layout);
    for (std::size_t i = 0; i < values.size(); ++i) initialise(field(to, i), values[i], env, init->range);
  }
}

// ---------------------------------------------------------------------------------------------------------
// All others

Compiler::InitialValues Compiler::initial_values(const Initializer* init, const Layout& layout,
                                                 const Environment& environment) {
  InitialValues result;
  result.cells.reserve(layout.size.cells);
  flatten(init, layout, environment, result);
  return result;
}

void Compiler::flatten(const Initializer* init, const Layout& layout, const Environment& env, InitialValues& out) {
  if (layout.size.cells == 0 && layout.size.clocks == 0) return;
  if (layout.is_integer() || layout.kind == LayoutKind::Clock) {
    flatten_leaf(init, layout, env, out);
  } else if (init != nullptr && !init->is_list) {
    flatten_whole(*init, layout, env, out);
  } else if (layout.kind == LayoutKind::Array) {
    if (init != nullptr) require_count(*init, layout);
    if (init == nullptr && layout.element->is_integer()) {
      out.cells.insert(out.cells.end(), layout.count, default_value(*layout.element));
      return;
    }
    for (std::uint32_t i = 0; i < layout.count; ++i)
      flatten(init == nullptr ? nullptr : init->list[i].value, *layout.element, env, out);
  } else {
    const auto values =
        init == nullptr ? std::vector<const Initializer*>(layout.fields.size(), nullptr) : field_values(*init, layout);
    for (std::size_t i = 0; i < values.size(); ++i) flatten(values[i], *layout.fields[i].layout, env, out);
  }
}

void Compiler::flatten_leaf(const Initializer* init, const Layout& layout, const Environment& env, InitialValues& out) {
  std::vector<std::int32_t>& values = layout.kind == LayoutKind::Clock ? out.clocks : out.cells;
  if (init == nullptr) {
    values.push_back(default_value(layout));
    return;
  }
  std::int32_t value = constant(*init->expr, env);
  if (layout.kind == LayoutKind::Clock && value < 0)
    throw BuildError{fmt::format("a clock starts at {}", value), init->range};
  if (layout.kind == LayoutKind::Bool) value = value != 0 ? 1 : 0;
  if (layout.kind != LayoutKind::Clock && (value < layout.lower || value > layout.upper))
    throw BuildError{fmt::format("initial value {} is outside [{},{}]", value, layout.lower, layout.upper),
                     init->range};
  values.push_back(value);
}

// A whole array or record: another constant, or the result of a function.
void Compiler::flatten_whole(const Initializer& init, const Layout& layout, const Environment& env,
                             InitialValues& out) {
  if (layout.size.clocks > 0) throw Unsupported{"clocks initialised with other clocks", init.range};
  const Scope scope(*this, nullptr, &env);
  const Place from = place(*init.expr, env);
  if (!has_same_shape(*from.layout, layout)) throw BuildError{"the two sides differ in size or type", init.range};
  emit(Opcode::Halt, address_of(from, Space::Cells, init.range), 0, 0, init.range);
  const auto at = static_cast<std::size_t>(run_now(init.range));
  for (std::uint32_t i = 0; i < layout.size.cells; ++i) {
    const std::int32_t value = evaluator_->memory()[at + i];
    const Layout& one = leaf(layout, Space::Cells, i);
    if (value < one.lower || value > one.upper)
      throw BuildError{fmt::format("initial value {} is outside [{},{}]", value, one.lower, one.upper), init.range};
    out.cells.push_back(value);
  }
}

}  // namespace zonda::model
