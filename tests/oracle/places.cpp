// Variables: their shapes, their places in memory, and their initial values.
#include "oracle/fault.hpp"
#include "oracle/interpreter.hpp"

#include <algorithm>
#include <limits>

namespace zonda::truth {

using lang::Expr;
using lang::ExprKind;
using lang::Type;
using lang::TypeKind;

const Shape* Interpreter::shape(const Type& type, const Scope& scope, bool is_constant) {
  is_constant = is_constant || type.is_const;
  Shape result;
  result.kind = type.kind;
  switch (type.kind) {
    case TypeKind::Int:
      result.lower = type.lower != nullptr ? number(*type.lower, scope) : -32768;
      result.upper = type.upper != nullptr ? number(*type.upper, scope) : 32767;
      if (type.lower == nullptr && is_constant) {
        result.lower = std::numeric_limits<std::int32_t>::min();
        result.upper = std::numeric_limits<std::int32_t>::max();
      }
      break;
    case TypeKind::Bool:
      result.upper = 1;
      break;
    case TypeKind::Scalar:
      result.upper = number(*type.size, scope) - 1;
      break;
    case TypeKind::Clock:
      break;
    case TypeKind::Chan:
      result.is_urgent = type.is_urgent;
      result.is_broadcast = type.is_broadcast;
      break;
    case TypeKind::Array: {
      result.upper = type.index == nullptr ? number(*type.size, scope) - 1 : 0;
      if (type.index != nullptr) {
        const Shape* index = shape(*type.index, scope);
        result.lower = index->lower;
        result.upper = index->upper;
      }
      result.element = shape(*type.element, scope, is_constant);
      const std::int64_t count = std::max<std::int64_t>(0, result.upper - result.lower + 1);
      result.cells = static_cast<std::size_t>(count) * result.element->cells;
      break;
    }
    case TypeKind::Struct:
      result.cells = 0;
      for (const lang::StructField& field : type.fields) {
        result.fields.push_back(shape(*field.type, scope, is_constant));
        result.names.push_back(field.name);
        result.cells += result.fields.back()->cells;
      }
      break;
    default:
      throw Refused("variables of type " + lang::describe(type));
  }
  return shapes_.keep(result);
}

Place Interpreter::allocate(const Shape* shape) {
  constexpr std::size_t kMost = 1'000'000;
  if (cells_.size() + shape->cells > kMost) throw Refused("so many variables");
  const Place result{shape, cells_.size()};
  if (shape->is_leaf()) {
    cells_.push_back(shape->lower <= 0 && shape->upper >= 0 ? 0 : shape->lower);
    return result;
  }
  for (const Shape* field : shape->fields) (void)allocate(field);
  if (shape->element != nullptr)
    for (std::int64_t i = shape->lower; i <= shape->upper; ++i) (void)allocate(shape->element);
  return result;
}

namespace {

constexpr std::size_t kSelects = 16;

}  // namespace

void Interpreter::end_of_declarations() {
  cells_.resize(cells_.size() + kSelects);
  permanent_ = cells_.size();
}

Place Interpreter::hold(const Shape* shape, std::size_t slot, std::int64_t value) {
  if (slot >= kSelects) throw Refused("so many selects on one edge");
  const Place result{shape, permanent_ - kSelects + slot};
  cells_[result.address] = value;
  return result;
}

Place Interpreter::declare(const Type& type, const lang::Initializer* init, const Scope& scope, bool is_constant) {
  const Place result = allocate(shape(type, scope, is_constant));
  if (init != nullptr) initialise(result, *init, scope);
  return result;
}

void Interpreter::initialise(Place to, const lang::Initializer& init, const Scope& scope) {
  if (!init.is_list) {
    // Until clocks are numbered, the cell of a clock holds its initial value.
    if (to.shape->kind == TypeKind::Clock)
      cells_[to.address] = number(*init.expr, scope);
    else if (to.shape->is_leaf())
      store(to, number(*init.expr, scope));
    else
      copy(to, place(*init.expr, scope));
    return;
  }
  std::size_t address = to.address;
  if (to.shape->kind == TypeKind::Array) {
    for (const lang::FieldInit& item : init.list) {
      initialise({to.shape->element, address}, *item.value, scope);
      address += to.shape->element->cells;
    }
    return;
  }
  // The values are for the fields in order; a value with a name is for that field, and the next ones for those after
  // it.
  std::size_t next = 0;
  std::vector<const lang::Initializer*> values(to.shape->fields.size(), nullptr);
  for (const lang::FieldInit& item : init.list) {
    const auto named = std::find(to.shape->names.begin(), to.shape->names.end(), item.name);
    if (!item.name.empty()) next = static_cast<std::size_t>(named - to.shape->names.begin());
    values.at(next++) = item.value;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] != nullptr) initialise({to.shape->fields[i], address}, *values[i], scope);
    address += to.shape->fields[i]->cells;
  }
}

std::int64_t Interpreter::read(Place from) const {
  if (cells_[from.address] == kUnset) throw Refused("a meta variable that is read before it is written");
  return cells_[from.address];
}

void Interpreter::store(Place to, std::int64_t number) {
  if (to.shape->kind == TypeKind::Bool) number = number != 0 ? 1 : 0;
  if (number < to.shape->lower || number > to.shape->upper)
    throw Fault(std::to_string(number) + " is outside " + std::to_string(to.shape->lower) + ".." +
                std::to_string(to.shape->upper));
  cells_[to.address] = number;
  if (on_store) on_store(to.address, number);
}

// Copies part by part, because each part has a range of its own.
void Interpreter::copy(Place to, Place from) {
  if (to.shape->kind == TypeKind::Clock) throw Refused("whole records or arrays with clocks that are assigned");
  if (to.shape->is_leaf()) return store(to, read(from));
  std::vector<const Shape*> to_parts = to.shape->fields;
  std::vector<const Shape*> from_parts = from.shape->fields;
  if (to.shape->element != nullptr && to.shape->element->cells > 0) {
    to_parts.assign(to.shape->cells / to.shape->element->cells, to.shape->element);
    from_parts.assign(to_parts.size(), from.shape->element);
  }
  std::size_t offset = 0;
  for (std::size_t i = 0; i < to_parts.size(); ++i) {
    copy({to_parts[i], to.address + offset}, {from_parts[i], from.address + offset});
    offset += to_parts[i]->cells;
  }
}

Place Interpreter::place_of(const Expr& e, const Scope& scope) {
  begin();
  return place(e, scope);
}

Place Interpreter::place(const Expr& e, const Scope& scope) {
  switch (e.kind) {
    case ExprKind::Name:
      return scope.find(*e.symbol);
    case ExprKind::Member:
      return member(e, scope);
    case ExprKind::Index: {
      const Place base = place(e.child(0), scope);
      const std::int64_t index = number(e.child(1), scope);
      if (index < base.shape->lower || index > base.shape->upper)
        throw Fault("the index " + std::to_string(index) + " is outside " + std::to_string(base.shape->lower) + ".." +
                    std::to_string(base.shape->upper));
      const auto before = static_cast<std::size_t>(index - base.shape->lower);
      return {base.shape->element, base.address + before * base.shape->element->cells};
    }
    case ExprKind::Conditional:
      return place(e.child(number(e.child(0), scope) != 0 ? 1 : 2), scope);
    case ExprKind::Assign:
      return assign(e, scope);
    case ExprKind::Step: {
      std::int64_t before = 0;
      return step(e, scope, before);
    }
    case ExprKind::Call:
      return call(e, scope);
    default:
      throw Refused("an expression of this kind where a variable is expected");
  }
}

Place Interpreter::member(const Expr& e, const Scope& scope) {
  if (e.child(0).type->kind == TypeKind::Process) return process_of(e.child(0), scope).find(*e.symbol);
  const Place base = place(e.child(0), scope);
  std::size_t address = base.address;
  for (std::size_t i = 0; i < base.shape->fields.size(); ++i) {
    if (base.shape->names[i] == e.text) return {base.shape->fields[i], address};
    address += base.shape->fields[i]->cells;
  }
  throw Refused("the field " + std::string(e.text));
}

// The scope of the process that 'P' or 'P(1)' means.
const Scope& Interpreter::process_of(const Expr& e, const Scope& scope) {
  if (!process_scope) throw Refused("processes in this place");
  if (e.kind != ExprKind::Call) return process_scope(*e.symbol, {});
  std::vector<std::int64_t> arguments;
  for (std::size_t i = 1; i < e.children.size(); ++i) arguments.push_back(number(e.child(i), scope));
  return process_scope(*e.child(0).symbol, arguments);
}

}  // namespace zonda::truth
