#include "unit/model/interpreter.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace zonda::oracle {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::SourceRange;
using lang::Symbol;
using lang::SymbolKind;
using lang::Type;
using lang::TypeKind;

Value& Names::add(const Symbol* symbol, Value value) {
  owned_.push_back(std::move(value));
  names_[symbol] = &owned_.back();
  return owned_.back();
}

Value& Names::find(const Symbol* symbol) {
  for (Names* at = this; at != nullptr; at = at->parent_)
    if (const auto found = at->names_.find(symbol); found != at->names_.end()) return *found->second;
  throw std::logic_error("no value for " + std::string(symbol->name));
}

// ---------------------------------------------------------------------------------------------------------
// Declarations

Interpreter::Interpreter(const lang::Document& document, const lang::Semantics& semantics) : document_(document) {
  for (const lang::Item& item : document.items)
    if (!item.is_template()) declare(*item.declaration, globals_);
  for (const Symbol* process : semantics.processes) {
    Names& arguments = scopes_.emplace_back(&globals_);
    instantiate(*process, arguments);
  }
}

Value Interpreter::make(const Type& type, Names& names, bool is_in_constant) {
  const bool is_constant = is_in_constant || type.is_const;
  Value result;
  result.kind = type.kind;
  switch (type.kind) {
    case TypeKind::Int:
      result.lower = type.lower != nullptr ? number(*type.lower, names) : -32768;
      result.upper = type.upper != nullptr ? number(*type.upper, names) : 32767;
      if (type.lower == nullptr && is_constant) {
        result.lower = std::numeric_limits<std::int32_t>::min();
        result.upper = std::numeric_limits<std::int32_t>::max();
      }
      break;
    case TypeKind::Bool:
      result.upper = 1;
      break;
    case TypeKind::Scalar:
      result.upper = number(*type.size, names) - 1;
      break;
    case TypeKind::Array: {
      std::int64_t first = 0;
      std::int64_t last = 0;
      if (type.index != nullptr) {
        const Value index = make(*type.index, names);
        first = index.lower;
        last = index.upper;
      } else {
        last = number(*type.size, names) - 1;
      }
      for (std::int64_t i = first; i <= last; ++i) result.parts.emplace(i, make(*type.element, names, is_constant));
      break;
    }
    case TypeKind::Struct:
      for (std::size_t i = 0; i < type.fields.size(); ++i) {
        result.parts.emplace(static_cast<std::int64_t>(i), make(*type.fields[i].type, names, is_constant));
        result.fields.emplace_back(type.fields[i].name);
      }
      break;
    default:
      break;
  }
  result.number = result.lower <= 0 && result.upper >= 0 ? 0 : result.lower;
  return result;
}

void Interpreter::initialise(Value& to, const lang::Initializer* init, Names& names) {
  if (init == nullptr) return;
  if (!init->is_list) {
    if (to.kind == TypeKind::Clock)
      to.number = number(*init->expr, names);
    else
      copy(to, value(*init->expr, names), init->range);
    return;
  }
  // Fields in the order of the type.
  std::map<std::int64_t, const lang::Initializer*> values;
  auto next = to.parts.begin();
  for (const lang::FieldInit& item : init->list) {
    if (!item.name.empty())
      for (std::size_t i = 0; i < to.fields.size(); ++i)
        if (to.fields[i] == item.name) next = to.parts.find(static_cast<std::int64_t>(i));
    values[next->first] = item.value;
    ++next;
  }
  for (auto& [index, part] : to.parts) initialise(part, values.at(index), names);
}

void Interpreter::declare(const lang::Declaration& d, Names& names) {
  if (d.kind != lang::DeclKind::Variable) return;
  for (const lang::Declarator& declarator : d.declarators) {
    Value value = make(*declarator.symbol->type, names);
    initialise(value, declarator.init, names);
    Value& kept = names.add(declarator.symbol, std::move(value));
    if (&names == &globals_ && !declarator.symbol->is_const)
      shown_.emplace_back(std::string(declarator.symbol->name), &kept);
  }
}

// One process for each value of the free parameters.
void Interpreter::instantiate(const Symbol& symbol, Names& names) {
  const lang::TemplateInfo& info = *symbol.instance;
  std::vector<std::vector<std::int64_t>> combinations{{}};
  for (const Symbol* parameter : info.parameters) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& known : combinations) {
      Names& before = scopes_.emplace_back(&names);
      for (std::size_t i = 0; i < known.size(); ++i) {
        Value& v = before.add(info.parameters[i], make(*info.parameters[i]->type, before));
        v.number = known[i];
      }
      const Value range = make(*parameter->type, before);
      for (std::int64_t i = range.lower; i <= range.upper; ++i) {
        longer.push_back(known);
        longer.back().push_back(i);
      }
    }
    combinations = std::move(longer);
  }
  for (const auto& arguments : combinations) {
    Names& own = scopes_.emplace_back(&globals_);
    std::string name(symbol.name);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      own.add(info.parameters[i], make(*info.parameters[i]->type, own)).number = arguments[i];
      name += (i == 0 ? "(" : ",") + std::to_string(arguments[i]);
    }
    if (!arguments.empty()) name += ")";
    bind(info, own);
    const lang::Template& t = *document_.templates[info.template_index];
    for (const lang::TemplateInfo* at = &info; at != nullptr; at = at->parent)
      for (const Symbol* parameter : at->parameters)
        if (!parameter->is_reference && parameter->is_assigned)
          shown_.emplace_back(name + "." + std::string(parameter->name), &own.find(parameter));
    for (const lang::Declaration* d : t.declarations) {
      declare(*d, own);
      if (d->kind != lang::DeclKind::Variable) continue;
      for (const lang::Declarator& declarator : d->declarators)
        if (!declarator.symbol->is_const)
          shown_.emplace_back(name + "." + std::string(declarator.name), &own.find(declarator.symbol));
    }
    processes_.push_back({name, &t, &own});
  }
}

void Interpreter::bind(const lang::TemplateInfo& info, Names& names) {
  for (const lang::TemplateInfo* at = &info; at->parent != nullptr; at = at->parent) {
    for (std::size_t i = 0; i < at->arguments.size(); ++i) {
      const Symbol& parameter = *at->parent->parameters[i];
      const Expr& argument = *at->arguments[i];
      if (parameter.is_reference && !lang::root_symbols(argument).empty()) {
        names.alias(&parameter, place(argument, names));
        continue;
      }
      Value v = make(*parameter.type, names);
      copy(v, value(argument, names), argument.range);
      names.add(&parameter, std::move(v));
    }
  }
}

void Interpreter::collect(const std::string& name, Value& value, bool clocks, std::map<std::string, Value*>& out) {
  if (value.kind == TypeKind::Array || value.kind == TypeKind::Struct) {
    for (auto& [index, part] : value.parts)
      collect(value.kind == TypeKind::Array ? name + "[" + std::to_string(index) + "]"
                                            : name + "." + value.fields[static_cast<std::size_t>(index)],
              part, clocks, out);
    return;
  }
  if (value.kind != TypeKind::Chan && (value.kind == TypeKind::Clock) == clocks) out[name] = &value;
}

std::map<std::string, Value*> Interpreter::variables() {
  std::map<std::string, Value*> result;
  for (auto& [name, value] : shown_) collect(name, *value, false, result);
  return result;
}

std::map<std::string, Value*> Interpreter::clocks() {
  std::map<std::string, Value*> result;
  for (auto& [name, value] : shown_) collect(name, *value, true, result);
  return result;
}

// ---------------------------------------------------------------------------------------------------------
// Storing

void Interpreter::store(Value& to, std::int64_t number, SourceRange range) {
  if (to.kind == TypeKind::Bool) number = number != 0 ? 1 : 0;
  if (number < to.lower || number > to.upper) throw Failure{Fault::OutOfRange, range};
  to.number = number;
}

void Interpreter::copy(Value& to, const Value& from, SourceRange range) {
  if (to.parts.empty()) {
    store(to, from.number, range);
    return;
  }
  for (auto& [index, part] : to.parts) copy(part, from.parts.at(index), range);
}

void Interpreter::count_step(SourceRange range) {
  if (++steps_ > 100'000) throw Failure{Fault::TooLong, range};
}

// ---------------------------------------------------------------------------------------------------------
// Places and values

Value& Interpreter::place(const Expr& e, Names& names) {
  switch (e.kind) {
    case ExprKind::Name:
      return names.find(e.symbol);
    case ExprKind::Index: {
      Value& base = place(e.child(0), names);
      const auto found = base.parts.find(number(e.child(1), names));
      if (found == base.parts.end()) throw Failure{Fault::IndexOutOfRange, e.child(1).range};
      return found->second;
    }
    case ExprKind::Member: {
      if (e.child(0).type->kind == TypeKind::Process) {
        std::string wanted(e.child(0).kind == ExprKind::Call ? e.child(0).child(0).text : e.child(0).text);
        for (std::size_t i = 1; i < e.child(0).children.size(); ++i)
          wanted += (i == 1 ? "(" : ",") + std::to_string(number(e.child(0).child(i), names));
        if (e.child(0).children.size() > 1) wanted += ")";
        for (Process& p : processes_)
          if (p.name == wanted) return p.names->find(e.symbol);
        throw std::logic_error("no process " + wanted);
      }
      Value& base = place(e.child(0), names);
      const auto at = std::find(base.fields.begin(), base.fields.end(), e.text) - base.fields.begin();
      return base.parts.at(at);
    }
    case ExprKind::Conditional:
      return place(e.child(truth(e.child(0), names) ? 1 : 2), names);
    case ExprKind::Assign:
      return assign(e, names);
    case ExprKind::Step: {
      std::int64_t before = 0;
      return step(e, names, before);
    }
    case ExprKind::Call: {
      temporaries_.push_back(call(e, names));
      return temporaries_.back();
    }
    default:
      throw std::logic_error("not a place");
  }
}

// A value of any type; for an integer that is no variable only `number` is set.
Value Interpreter::value(const Expr& e, Names& names) {
  if (e.type->kind == TypeKind::Array || e.type->kind == TypeKind::Struct) return place(e, names);
  Value result;
  result.number = number(e, names);
  return result;
}

std::int64_t Interpreter::number(const Expr& e, Names& names) {
  switch (e.kind) {
    case ExprKind::Integer:
    case ExprKind::Boolean:
      return e.value;
    case ExprKind::Name:
      if (e.symbol->is_predefined) return e.symbol->builtin_value;
      return place(e, names).number;
    case ExprKind::Member:
    case ExprKind::Index:
      return place(e, names).number;
    case ExprKind::Call:
      return call(e, names).number;
    case ExprKind::Unary:
      return unary(e, names);
    case ExprKind::Binary:
      return binary(e, names);
    case ExprKind::Assign:
      return assign(e, names).number;
    case ExprKind::Step: {
      std::int64_t before = 0;
      const Value& after = step(e, names, before);
      const bool is_post = e.op == Operator::PostIncrement || e.op == Operator::PostDecrement;
      return is_post ? before : after.number;
    }
    case ExprKind::Conditional:
      return number(e.child(truth(e.child(0), names) ? 1 : 2), names);
    case ExprKind::Quantifier:
      return quantifier(e, names);
    default:
      throw std::logic_error("not a number");
  }
}

bool Interpreter::truth(const Expr& e, Names& names) { return number(e, names) != 0; }

namespace {

// What must not leave 32 bits: quotients, and offsets of clocks.
std::int64_t checked(std::int64_t value, SourceRange range) {
  if (value < std::numeric_limits<std::int32_t>::min() || value > std::numeric_limits<std::int32_t>::max())
    throw Failure{Fault::Overflow, range};
  return value;
}

std::int64_t wrapped(std::int64_t value) {
  std::int64_t result = value & 0xFFFFFFFF;
  if (result >= std::int64_t{1} << 31) result -= std::int64_t{1} << 32;
  return result;
}

std::int64_t power(std::int64_t base, std::int64_t exponent, SourceRange range) {
  if (exponent < 0) throw Failure{Fault::NegativeExponent, range};
  if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
  if (base == -1) return exponent % 2 == 0 ? 1 : -1;
  std::int64_t result = 1;
  // From the 32nd power of an even number on, all bits are pushed out.
  for (std::int64_t i = 0; i < exponent && result != 0; ++i) result = wrapped(result * base);
  return result;
}

std::int64_t shift(Operator op, std::int64_t a, std::int64_t b, SourceRange range) {
  if (b < 0 || b > 31) throw Failure{Fault::ShiftCount, range};
  std::int64_t result = a;
  for (std::int64_t i = 0; i < b; ++i) {
    if (op == Operator::ShiftLeft) {
      result *= 2;
      // Into 32 bits again, as two's complement has it.
      result &= 0xFFFFFFFF;
      if (result >= std::int64_t{1} << 31) result -= std::int64_t{1} << 32;
    } else {
      result = result >= 0 ? result / 2 : (result - 1) / 2;
    }
  }
  return result;
}

std::int64_t compute(Operator op, std::int64_t a, std::int64_t b, SourceRange range) {
  switch (op) {
    case Operator::Add:
      return wrapped(a + b);
    case Operator::Subtract:
      return wrapped(a - b);
    case Operator::Multiply:
      return wrapped(a * b);
    case Operator::Divide:
    case Operator::Modulo: {
      if (b == 0) throw Failure{Fault::DivisionByZero, range};
      const std::int64_t quotient = std::abs(a) / std::abs(b) * ((a < 0) == (b < 0) ? 1 : -1);
      if (op == Operator::Modulo) return a - quotient * b;
      return checked(quotient, range);
    }
    case Operator::Power:
      return power(a, b, range);
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      return shift(op, a, b, range);
    case Operator::Minimum:
      return a < b ? a : b;
    case Operator::Maximum:
      return a > b ? a : b;
    case Operator::Less:
      return a < b;
    case Operator::LessEqual:
      return a <= b;
    case Operator::Greater:
      return a > b;
    case Operator::GreaterEqual:
      return a >= b;
    case Operator::Equal:
      return a == b;
    case Operator::NotEqual:
      return a != b;
    case Operator::BitAnd:
      return static_cast<std::int32_t>(a) & static_cast<std::int32_t>(b);
    case Operator::BitOr:
      return static_cast<std::int32_t>(a) | static_cast<std::int32_t>(b);
    case Operator::BitXor:
      return static_cast<std::int32_t>(a) ^ static_cast<std::int32_t>(b);
    default:
      throw std::logic_error("no such operator");
  }
}

bool is_same(const Value& a, const Value& b) {
  if (a.number != b.number || a.parts.size() != b.parts.size()) return false;
  return std::all_of(a.parts.begin(), a.parts.end(),
                     [&](const auto& part) { return is_same(part.second, b.parts.at(part.first)); });
}

}  // namespace

std::int64_t Interpreter::unary(const Expr& e, Names& names) {
  const std::int64_t operand = number(e.child(0), names);
  switch (e.op) {
    case Operator::Not:
      return operand == 0 ? 1 : 0;
    case Operator::Negate:
      return wrapped(-operand);
    default:
      return operand;
  }
}

std::int64_t Interpreter::binary(const Expr& e, Names& names) {
  switch (e.op) {
    case Operator::And:
      return truth(e.child(0), names) && truth(e.child(1), names);
    case Operator::Or:
      return truth(e.child(0), names) || truth(e.child(1), names);
    case Operator::Imply:
      return !truth(e.child(0), names) || truth(e.child(1), names);
    case Operator::Xor: {
      const bool left = truth(e.child(0), names);
      return left != truth(e.child(1), names);
    }
    default:
      break;
  }
  const TypeKind kind = e.child(0).type->kind;
  if (kind == TypeKind::Array || kind == TypeKind::Struct) {
    const Value left = value(e.child(0), names);
    return is_same(left, value(e.child(1), names)) == (e.op == Operator::Equal);
  }
  if (e.type->kind == TypeKind::Constraint) {
    const std::int64_t left = clock_value(e.child(0), names);
    return compute(e.op, left, clock_value(e.child(1), names), e.range);
  }
  const std::int64_t left = number(e.child(0), names);
  return compute(e.op, left, number(e.child(1), names), e.range);
}

// A side of a clock constraint.
std::int64_t Interpreter::clock_value(const Expr& e, Names& names) {
  if (e.type->kind == TypeKind::Clock) return place(e, names).now;
  if (e.type->kind != TypeKind::ClockTerm) return number(e, names);
  const std::int64_t left = clock_value(e.child(0), names);
  const std::int64_t right = clock_value(e.child(1), names);
  return e.op == Operator::Add ? left + right : left - right;
}

std::int64_t Interpreter::quantifier(const Expr& e, Names& names) {
  const Value range = make(*e.binder->symbol->type, names);
  std::int64_t sum = 0;
  for (std::int64_t i = range.lower; i <= range.upper; ++i) {
    count_step(e.range);
    Names inner(&names);
    inner.add(e.binder->symbol, range).number = i;
    const std::int64_t one = number(e.child(0), inner);
    if (e.op == Operator::Sum)
      sum = wrapped(sum + one);
    else if ((one != 0) == (e.op == Operator::Exists))
      return e.op == Operator::Exists ? 1 : 0;
  }
  if (e.op == Operator::Sum) return sum;
  return e.op == Operator::Forall ? 1 : 0;
}

// ---------------------------------------------------------------------------------------------------------
// Effects

void Interpreter::effect(const Expr& e, Names& names) {
  switch (e.kind) {
    case ExprKind::Assign:
      assign(e, names);
      return;
    case ExprKind::Call:
      call(e, names);
      return;
    default:
      number(e, names);
  }
}

Value& Interpreter::assign(const Expr& e, Names& names) {
  Value& to = place(e.child(0), names);
  if (to.kind == TypeKind::Clock) {
    assign_clock(to, e.child(1), names, e.range);
  } else if (e.op == Operator::None) {
    const Value from = value(e.child(1), names);
    copy(to, from, e.range);
  } else {
    const std::int64_t old = to.number;
    const std::int64_t right = number(e.child(1), names);
    store(to, compute(e.op, old, right, e.range), e.range);
  }
  return to;
}

void Interpreter::assign_clock(Value& to, const Expr& right, Names& names, SourceRange range) {
  const Value* from = nullptr;
  std::int64_t offset = 0;
  if (right.type->kind == TypeKind::Clock || right.type->kind == TypeKind::ClockTerm)
    clock_source(right, names, from, offset);
  else
    offset = number(right, names);
  const std::int64_t total = checked(offset + (from == nullptr ? 0 : from->number), range);
  const Value* origin = from == nullptr ? nullptr : from->origin;
  if (origin == nullptr && total < 0) throw Failure{Fault::NegativeClock, range};
  to.origin = origin;
  to.number = total;
}

void Interpreter::clock_source(const Expr& e, Names& names, const Value*& from, std::int64_t& offset) {
  if (e.type->kind == TypeKind::Clock) {
    from = &place(e, names);
    return;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const bool is_number = e.child(i).type->kind == TypeKind::Int || e.child(i).type->kind == TypeKind::Bool;
    if (!is_number) {
      clock_source(e.child(i), names, from, offset);
      continue;
    }
    const std::int64_t part = number(e.child(i), names);
    offset = checked(offset + (i == 1 && e.op == Operator::Subtract ? -part : part), e.range);
  }
}

Value& Interpreter::step(const Expr& e, Names& names, std::int64_t& before) {
  Value& to = place(e.child(0), names);
  before = to.number;
  const bool is_up = e.op == Operator::PreIncrement || e.op == Operator::PostIncrement;
  store(to, wrapped(before + (is_up ? 1 : -1)), e.range);
  return to;
}

// ---------------------------------------------------------------------------------------------------------
// Functions

Names& Interpreter::home_of(const Symbol& function, Names& names) {
  if (function.owner < 0) return globals_;
  Names* at = &names;
  while (at->parent() != &globals_) at = at->parent();
  return *at;
}

Value Interpreter::call(const Expr& e, Names& names) {
  count_step(e.range);
  const Symbol& callee = *e.child(0).symbol;
  if (callee.kind == SymbolKind::Builtin) {
    Value result;
    result.number = wrapped(std::abs(number(e.child(1), names)));
    return result;
  }
  const lang::FunctionInfo& info = *callee.function;
  Names* home = nullptr;
  if (e.child(0).kind == ExprKind::Member) {
    for (Process& p : processes_)
      if (p.name == e.child(0).child(0).text) home = p.names;
  } else {
    home = &home_of(callee, names);
  }
  Names frame(home);
  // All are evaluated first; what is passed by value is a copy of its own from then on.
  std::vector<Value> values(info.parameters.size());
  std::vector<Value*> places(info.parameters.size(), nullptr);
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    const Symbol& parameter = *info.parameters[i];
    const Expr& given = e.child(i + 1);
    if (!parameter.is_reference) {
      values[i] = value(given, names);
      continue;
    }
    const bool is_post =
        given.kind == ExprKind::Step && (given.op == Operator::PostIncrement || given.op == Operator::PostDecrement);
    const bool is_number = parameter.type->kind == TypeKind::Int || parameter.type->kind == TypeKind::Bool;
    const bool is_temporary = parameter.is_const && is_number &&
                              (lang::root_symbols(given).empty() || is_post || given.kind == ExprKind::Conditional);
    Value own = is_number ? make(*parameter.type, frame) : Value();
    if (is_temporary) {
      store(own, number(given, names), given.range);
      temporaries_.push_back(std::move(own));
      places[i] = &temporaries_.back();
      continue;
    }
    places[i] = &place(given, names);
    if (is_number && (places[i]->lower < own.lower || places[i]->upper > own.upper)) {
      store(own, places[i]->number, given.range);
      temporaries_.push_back(std::move(own));
      places[i] = &temporaries_.back();
    }
  }
  for (std::size_t i = 0; i < info.parameters.size(); ++i) {
    const Symbol& parameter = *info.parameters[i];
    if (places[i] != nullptr) {
      frame.alias(&parameter, *places[i]);
      continue;
    }
    Value own = make(*parameter.type, frame);
    copy(own, values[i], e.child(i + 1).range);
    frame.add(&parameter, std::move(own));
  }
  return run_body(info, frame);
}

Value Interpreter::run_body(const lang::FunctionInfo& info, Names& frame) {
  Value typed;
  if (info.result->kind != TypeKind::Void) typed = make(*info.result, frame);
  try {
    statement(*info.declaration->body, frame);
  } catch (const Return&) {
    if (info.result->kind != TypeKind::Void) copy(typed, result_, returned_at_);
  }
  return typed;
}

bool Interpreter::condition(std::span<Expr* const> list, Names& names) {
  bool last = true;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i + 1 == list.size())
      last = truth(*list[i], names);
    else
      effect(*list[i], names);
  }
  return last;
}

void Interpreter::statement(const lang::Statement& s, Names& names) {
  using lang::StatementKind;
  count_step(s.range);
  switch (s.kind) {
    case StatementKind::Empty:
      return;
    case StatementKind::Block: {
      Names inner(&names);
      for (const lang::Declaration* d : s.declarations) declare(*d, inner);
      for (const lang::Statement* child : s.body) statement(*child, inner);
      return;
    }
    case StatementKind::Expression:
      effect(*s.conditions[0], names);
      return;
    case StatementKind::Return:
      if (!s.conditions.empty()) {
        Value returned = value(*s.conditions[0], names);
        result_ = std::move(returned);
        returned_at_ = s.conditions[0]->range;
      }
      throw Return{};
    case StatementKind::If:
      if (condition(s.conditions, names))
        statement(*s.body[0], names);
      else if (s.body.size() > 1)
        statement(*s.body[1], names);
      return;
    case StatementKind::While:
    case StatementKind::For:
      for (const Expr* e : s.init) effect(*e, names);
      while (condition(s.conditions, names)) {
        count_step(s.range);
        statement(*s.body[0], names);
        for (const Expr* e : s.step) effect(*e, names);
      }
      return;
    case StatementKind::DoWhile:
      do {
        count_step(s.range);
        statement(*s.body[0], names);
      } while (condition(s.conditions, names));
      return;
    case StatementKind::Iterate: {
      const Value range = make(*s.binder->symbol->type, names);
      for (std::int64_t i = range.lower; i <= range.upper; ++i) {
        count_step(s.range);
        Names inner(&names);
        inner.add(s.binder->symbol, range).number = i;
        statement(*s.body[0], inner);
      }
      return;
    }
    case StatementKind::Assert:
      if (!condition(s.conditions, names)) throw Failure{Fault::AssertionFailed, s.range};
      return;
  }
}

}  // namespace zonda::oracle
