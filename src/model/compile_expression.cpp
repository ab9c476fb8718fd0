// Expressions to code, with constants folded on the way.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/compiler.hpp"
#include "util/check.hpp"

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::SourceRange;
using lang::TypeKind;

namespace {

constexpr std::int64_t kUnrollUpTo = 8;
constexpr std::int64_t kMaxUnrolled = 100'000;

bool mentions_process_set(const Expr& e) {
  if (e.kind == ExprKind::Call && e.type != nullptr && e.type->kind == TypeKind::Process) return true;
  return std::any_of(e.children.begin(), e.children.end(),
                     [](const Expr* child) { return child != nullptr && mentions_process_set(*child); });
}

void require_integer(const Expr& e) {
  if (e.type == nullptr) return;
  switch (e.type->kind) {
    case TypeKind::Double: throw Unsupported{"a value of type double", e.range};
    case TypeKind::String: throw Unsupported{"a string", e.range};
    case TypeKind::HybridClock: throw Unsupported{"a hybrid clock", e.range};
    case TypeKind::Clock:
    case TypeKind::ClockTerm: throw Unsupported{"the value of a clock in an expression", e.range};
    case TypeKind::Constraint: throw Unsupported{"a clock condition inside an expression or function", e.range};
    case TypeKind::Rate: throw Unsupported{"the rate of a clock in an expression", e.range};
    default: return;
  }
}

}  // namespace

bool Compiler::has_effects(const Expr& e) {
  if (e.kind == ExprKind::Assign || e.kind == ExprKind::Step || e.kind == ExprKind::Spawn) return true;
  if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr) {
    const lang::Symbol& callee = *e.child(0).symbol;
    if (callee.kind == lang::SymbolKind::External) return true;
    if (callee.function != nullptr &&
        (callee.function->writes_state || std::any_of(callee.function->writes_parameter.begin(),
                                                      callee.function->writes_parameter.end(),
                                                      [](bool writes) { return writes; })))
      return true;
  }
  return std::any_of(e.children.begin(), e.children.end(),
                     [](const Expr* child) { return child != nullptr && has_effects(*child); });
}

Operand Compiler::value(const Expr& e, const Environment& env) {
  require_integer(e);
  if (e.kind == ExprKind::Member || e.kind == ExprKind::Index || e.kind == ExprKind::Call)
    if (const Expr* call = dynamic_process(e, env)) return over_processes(e, *call, env);
  switch (e.kind) {
    case ExprKind::Integer:
    case ExprKind::Boolean: return Operand::constant(e.value);
    case ExprKind::Name:
      if (e.symbol != nullptr && e.symbol->is_predefined) return Operand::constant(e.symbol->builtin_value);
      return load(place(e, env), e.range);
    case ExprKind::Member:
      if (e.child(0).type != nullptr && e.child(0).type->kind == TypeKind::Process) return process_member(e, env);
      return load(place(e, env), e.range);
    case ExprKind::Index: return load(place(e, env), e.range);
    case ExprKind::Call: return call(e, env);
    case ExprKind::Unary: return unary(e, env);
    case ExprKind::Binary: return binary(e, env);
    case ExprKind::Assign: return assign(e, env);
    case ExprKind::Step: return step(e, env);
    case ExprKind::Conditional: return conditional(e, env);
    case ExprKind::Quantifier: return quantifier(e, env);
    case ExprKind::Spawn: throw Unsupported{"dynamic templates (spawn)", e.range};
    default: throw BuildError{"this has no integer value", e.range};
  }
}

// ---------------------------------------------------------------------------------------------------------
// Operators

Operand Compiler::unary(const Expr& e, const Environment& env) {
  const Operand operand = value(e.child(0), env);
  if (e.op == Operator::Plus) return operand;
  if (e.op == Operator::Not) {
    if (operand.is_constant) return Operand::constant(operand.value == 0 ? 1 : 0);
    const Address cell = temporary();
    emit(Opcode::Not, cell, operand.cell, 0, e.range);
    return Operand::truth(cell);
  }
  if (operand.is_constant && operand.value != std::numeric_limits<std::int32_t>::min())
    return Operand::constant(-operand.value);
  Operand result;
  result.cell = temporary();
  emit(Opcode::Negate, result.cell, cell_of(operand), 0, e.range);
  return result;
}

namespace {

std::optional<Opcode> opcode_of(Operator op) {
  switch (op) {
    case Operator::Add: return Opcode::Add;
    case Operator::Subtract: return Opcode::Subtract;
    case Operator::Multiply: return Opcode::Multiply;
    case Operator::Divide: return Opcode::Divide;
    case Operator::Modulo: return Opcode::Modulo;
    case Operator::Power: return Opcode::Power;
    case Operator::ShiftLeft: return Opcode::ShiftLeft;
    case Operator::ShiftRight: return Opcode::ShiftRight;
    case Operator::Minimum: return Opcode::Minimum;
    case Operator::Maximum: return Opcode::Maximum;
    case Operator::Less:
    case Operator::Greater: return Opcode::Less;
    case Operator::LessEqual:
    case Operator::GreaterEqual: return Opcode::LessEqual;
    case Operator::Equal: return Opcode::Equal;
    case Operator::NotEqual: return Opcode::NotEqual;
    case Operator::BitAnd: return Opcode::BitAnd;
    case Operator::BitOr: return Opcode::BitOr;
    case Operator::BitXor: return Opcode::BitXor;
    default: return std::nullopt;
  }
}

bool is_comparison(Operator op) {
  return op == Operator::Less || op == Operator::LessEqual || op == Operator::Greater ||
         op == Operator::GreaterEqual || op == Operator::Equal || op == Operator::NotEqual;
}

// The interval of results of a sum, difference or product, if it fits in 32 bits.
void note_range(Operator op, const Operand& a, const Operand& b, Operand& result) {
  const std::int64_t al = a.lower;
  const std::int64_t au = a.upper;
  const std::int64_t bl = b.lower;
  const std::int64_t bu = b.upper;
  std::int64_t lower = std::numeric_limits<std::int32_t>::min();
  std::int64_t upper = std::numeric_limits<std::int32_t>::max();
  switch (op) {
    case Operator::Add: lower = al + bl, upper = au + bu; break;
    case Operator::Subtract: lower = al - bu, upper = au - bl; break;
    case Operator::Multiply: {
      const auto [low, high] = std::minmax({al * bl, al * bu, au * bl, au * bu});
      lower = low;
      upper = high;
      break;
    }
    case Operator::Minimum: lower = std::min(al, bl), upper = std::min(au, bu); break;
    case Operator::Maximum: lower = std::max(al, bl), upper = std::max(au, bu); break;
    case Operator::Modulo:
      if (al >= 0 && bl > 0) lower = 0, upper = std::min(au, bu - 1);
      break;
    default: break;
  }
  if (lower < std::numeric_limits<std::int32_t>::min() || upper > std::numeric_limits<std::int32_t>::max()) return;
  result.lower = static_cast<std::int32_t>(lower);
  result.upper = static_cast<std::int32_t>(upper);
}

}  // namespace

Operand Compiler::arithmetic(Operator op, const Operand& a, const Operand& b, SourceRange range) {
  const auto opcode = opcode_of(op);
  ZONDA_CHECK(opcode.has_value(), "no such operation");
  if (a.is_constant && b.is_constant) {
    // Folded by the same rules as in lang; what has no value is left to fail at run time.
    Expr left;
    left.kind = ExprKind::Integer;
    left.value = a.value;
    Expr right = left;
    right.value = b.value;
    std::array<Expr*, 2> children{&left, &right};
    Expr whole;
    whole.kind = ExprKind::Binary;
    whole.op = op;
    whole.children = children;
    std::int64_t result = 0;
    if (lang::fold(whole, result)) return Operand::constant(static_cast<std::int32_t>(result));
  }
  if (b.is_constant && b.value == 0 && (op == Operator::Add || op == Operator::Subtract)) return a;
  if (a.is_constant && a.value == 0 && op == Operator::Add) return b;
  if (b.is_constant && b.value == 1 && op == Operator::Multiply) return a;
  const bool is_swapped = op == Operator::Greater || op == Operator::GreaterEqual;
  Operand result;
  result.cell = temporary();
  emit(*opcode, result.cell, cell_of(is_swapped ? b : a), cell_of(is_swapped ? a : b), range);
  if (is_comparison(op)) return Operand::truth(result.cell);
  note_range(op, a, b, result);
  return result;
}

Operand Compiler::binary(const Expr& e, const Environment& env) {
  switch (e.op) {
    case Operator::And:
    case Operator::Or:
    case Operator::Imply:
    case Operator::Xor: return logical(e, env);
    default: break;
  }
  const lang::Type* type = e.child(0).type;
  if (type != nullptr && (type->kind == TypeKind::Array || type->kind == TypeKind::Struct))
    return compare_blocks(e, env);
  Operand left = value(e.child(0), env);
  if (has_effects(e.child(1))) left = to_temporary(left, e.range);
  const Operand right = value(e.child(1), env);
  return arithmetic(e.op, left, right, e.range);
}

Operand Compiler::logical(const Expr& e, const Environment& env) {
  const Operand left = value(e.child(0), env);
  if (e.op == Operator::Xor) {
    const auto truth = [&](const Operand& x) {
      if (x.is_constant) return Operand::constant(x.value != 0 ? 1 : 0);
      const Address cell = temporary();
      emit(Opcode::Bool, cell, x.cell, 0, e.range);
      return Operand::truth(cell);
    };
    const Operand a = truth(left);
    return arithmetic(Operator::NotEqual, a, truth(value(e.child(1), env)), e.range);
  }
  const bool is_and = e.op == Operator::And;
  const bool is_imply = e.op == Operator::Imply;
  if (left.is_constant) {
    const bool is_left = left.value != 0;
    const bool decides = is_and ? !is_left : is_imply ? !is_left : is_left;
    if (decides) return Operand::constant(is_and ? 0 : 1);
    const Operand right = value(e.child(1), env);
    if (right.is_constant) return Operand::constant(right.value != 0 ? 1 : 0);
    if (right.lower >= 0 && right.upper <= 1) return right;
    const Address cell = temporary();
    emit(Opcode::Bool, cell, right.cell, 0, e.range);
    return Operand::truth(cell);
  }
  const Address result = temporary();
  emit(is_imply ? Opcode::Not : Opcode::Bool, result, left.cell, 0, e.range);
  const std::uint32_t skip = emit(is_and ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, e.range);
  const Operand right = value(e.child(1), env);
  emit(Opcode::Bool, result, cell_of(right), 0, e.range);
  patch(skip);
  return Operand::truth(result);
}

Operand Compiler::conditional(const Expr& e, const Environment& env) {
  const Operand condition = value(e.child(0), env);
  if (condition.is_constant) return value(e.child(condition.value != 0 ? 1 : 2), env);
  Operand result;
  result.cell = temporary();
  const std::uint32_t to_no = emit(Opcode::JumpZero, 0, condition.cell, 0, e.range);
  const Operand yes = value(e.child(1), env);
  emit(Opcode::Move, result.cell, cell_of(yes), 0, e.range);
  const std::uint32_t to_end = emit(Opcode::Jump, 0, 0, 0, e.range);
  patch(to_no);
  const Operand no = value(e.child(2), env);
  emit(Opcode::Move, result.cell, cell_of(no), 0, e.range);
  patch(to_end);
  result.lower = std::min(yes.lower, no.lower);
  result.upper = std::max(yes.upper, no.upper);
  return result;
}

Operand Compiler::compare_blocks(const Expr& e, const Environment& env) {
  const Place left = place(e.child(0), env);
  const Address a = temporary();
  emit(Opcode::Move, a, address_of(left, Space::Cells, e.range), 0, e.range);
  const Place right = place(e.child(1), env);
  if (left.layout->size.clocks > 0) throw Unsupported{"a comparison of clocks in arrays or structs", e.range};
  const Address b = address_of(right, Space::Cells, e.range);
  emit(Opcode::EqualBlock, a, b, left.layout->size.cells, e.range);
  if (e.op == Operator::Equal) return Operand::truth(a);
  const Address negated = temporary();
  emit(Opcode::Not, negated, a, 0, e.range);
  return Operand::truth(negated);
}

// ---------------------------------------------------------------------------------------------------------
// Quantifiers

Operand Compiler::quantifier(const Expr& e, const Environment& env) {
  const Layout* range = layout(*e.binder->symbol->type, env);
  const std::int64_t count = std::int64_t{range->upper} - range->lower + 1;
  // P(i).x needs to know i.
  const bool needs_values = processes_ != nullptr && mentions_process_set(e.child(0));
  if (needs_values && count > kMaxUnrolled)
    throw BuildError{fmt::format("a quantifier over {} processes is too large", count), e.range};
  return needs_values || count <= kUnrollUpTo ? unrolled_quantifier(e, *range, env)
                                              : looped_quantifier(e, *range, env);
}

Operand Compiler::unrolled_quantifier(const Expr& e, const Layout& range, const Environment& env) {
  const bool is_sum = e.op == Operator::Sum;
  const bool is_forall = e.op == Operator::Forall;
  Operand total = Operand::constant(is_forall ? 1 : 0);
  const Address result = temporary();
  std::vector<std::uint32_t> exits;
  for (std::int64_t i = range.lower; i <= range.upper; ++i) {
    const std::int32_t binding[] = {static_cast<std::int32_t>(i)};
    constants_.emplace_back(binding, binding + 1);
    Environment inner;
    inner.parent = &env;
    inner.names[e.binder->symbol] = {Storage::Kind::Constant, &range, {}, constants_.back()};
    const Operand body = value(e.child(0), inner);
    if (is_sum) {
      total = arithmetic(Operator::Add, total, body, e.range);
      continue;
    }
    if (body.is_constant) {
      if ((body.value != 0) == is_forall) continue;
      // Decided here, whatever the rest says.
      if (exits.empty()) return Operand::constant(is_forall ? 0 : 1);
      emit(Opcode::Move, result, constant_cell(is_forall ? 0 : 1), 0, e.range);
      for (const std::uint32_t exit : exits) patch(exit);
      return Operand::truth(result);
    }
    emit(Opcode::Bool, result, body.cell, 0, e.range);
    exits.push_back(emit(is_forall ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, e.range));
  }
  if (is_sum || exits.empty()) return total;
  for (const std::uint32_t exit : exits) patch(exit);
  return Operand::truth(result);
}

Operand Compiler::looped_quantifier(const Expr& e, const Layout& range, const Environment& env) {
  const Address counter = new_cell();
  Environment inner;
  inner.parent = &env;
  inner.names[e.binder->symbol] = {Storage::Kind::Memory, &range, {counter, 0, 0}, {}};
  const bool is_sum = e.op == Operator::Sum;
  const bool is_forall = e.op == Operator::Forall;
  // A cell of its own: the body's temporaries must not be mixed with what lives across iterations.
  const Address result = new_cell();
  const Address done = temporary();
  emit(Opcode::Move, counter, constant_cell(range.lower), 0, e.range);
  emit(Opcode::Move, result, constant_cell(is_forall ? 1 : 0), 0, e.range);
  const std::uint32_t loop = here();
  const Operand body = value(e.child(0), inner);
  std::uint32_t exit = 0;
  if (is_sum) {
    emit(Opcode::Add, result, result, cell_of(body), e.range);
  } else {
    emit(Opcode::Bool, result, cell_of(body), 0, e.range);
    exit = emit(is_forall ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, e.range);
  }
  emit(Opcode::Equal, done, counter, constant_cell(range.upper), e.range);
  const std::uint32_t end = emit(Opcode::JumpNonZero, 0, done, 0, e.range);
  emit(Opcode::Add, counter, counter, constant_cell(1), e.range);
  emit(Opcode::JumpBack, loop, 0, 0, e.range);
  if (!is_sum) patch(exit);
  patch(end);
  if (!is_sum) return Operand::truth(result);
  Operand total;
  total.cell = result;
  return to_temporary(total, e.range);
}

// ---------------------------------------------------------------------------------------------------------
// Assignments

Operand Compiler::assign(const Expr& e, const Environment& env) {
  Place to = place(e.child(0), env);
  if (to.layout->kind == LayoutKind::Ghost) throw Unsupported{"an assignment to a double", e.range};
  if (to.layout->kind == LayoutKind::Clock) {
    assign_clock(e, to, env);
    return Operand::constant(0);
  }
  if (!to.layout->is_integer()) return assign_block(e, to, env);
  // The target is fixed before the right side is evaluated: a[i] = i++.
  if (has_effects(e.child(1)))
    for (Place::Term& term : to.terms) {
      Operand index;
      index.cell = term.index;
      term.index = to_temporary(index, e.range).cell;
    }
  Operand result;
  if (e.op == Operator::None) {
    result = value(e.child(1), env);
  } else {
    Operand old = load(to, e.child(0).range);
    if (has_effects(e.child(1))) old = to_temporary(old, e.range);
    const Operand right = value(e.child(1), env);
    result = arithmetic(e.op, old, right, e.range);
  }
  store(to, result, e.range);
  return load(to, e.range);
}

Operand Compiler::assign_block(const Expr& e, const Place& to, const Environment& env) {
  const Address target = temporary();
  emit(Opcode::Move, target, address_of(to, Space::Cells, e.range), 0, e.range);
  const Place from = place(e.child(1), env);
  const Size size = to.layout->size;
  if (size.clocks > 0) {
    // Clock by clock; arrays of clocks are small.
    if (!to.terms.empty() || to.reference || !from.terms.empty() || from.reference)
      throw Unsupported{"an assignment of clocks with a computed index", e.range};
    has_clock_code_ = true;
    for (std::uint32_t i = 0; i < size.clocks; ++i) {
      copied_clocks_.push_back(from.base.clocks + i);
      emit(Opcode::CopyClock, constant_cell(static_cast<std::int32_t>(to.base.clocks + i)),
           constant_cell(static_cast<std::int32_t>(from.base.clocks + i)), constant_cell(0), e.range);
    }
  }
  if (size.cells > 0) emit(Opcode::CopyBlock, target, address_of(from, Space::Cells, e.range), size.cells, e.range);
  return Operand::constant(0);
}

Operand Compiler::step(const Expr& e, const Environment& env) {
  const Place to = place(e.child(0), env);
  const Operand old = load(to, e.range);
  const bool is_up = e.op == Operator::PreIncrement || e.op == Operator::PostIncrement;
  const bool is_post = e.op == Operator::PostIncrement || e.op == Operator::PostDecrement;
  const Operand before = is_post ? to_temporary(old, e.range) : old;
  const Operand after = arithmetic(is_up ? Operator::Add : Operator::Subtract, old, Operand::constant(1), e.range);
  store(to, after, e.range);
  return is_post ? before : load(to, e.range);
}

// ---------------------------------------------------------------------------------------------------------
// Processes in queries

Operand Compiler::process_member(const Expr& e, const Environment& env) {
  const ProcessEntry* entry = find_process(e.child(0), env);
  if (entry == nullptr) {
    emit(Opcode::NoProcess, 0, 0, 0, e.range);
    return Operand::constant(0);
  }
  Operand location;
  location.cell = entry->process;
  if (e.symbol == nullptr) return location;  // P.location
  if (e.symbol->kind == lang::SymbolKind::Location)
    return arithmetic(Operator::Equal, location, Operand::constant(static_cast<std::int32_t>(e.symbol->location)),
                      e.range);
  return load(place(e, env), e.range);
}

// P(n).x where n is computed: one case for each process of the set.
Operand Compiler::over_processes(const Expr& e, const Expr& dynamic_call, const Environment& env) {
  const auto found = processes_->find(dynamic_call.child(0).symbol);
  if (found == processes_->end()) throw BuildError{"there is no such process", e.range};
  std::vector<Operand> arguments;
  for (std::size_t i = 1; i < dynamic_call.children.size(); ++i)
    arguments.push_back(value(dynamic_call.child(i), env));
  Operand result;
  result.cell = temporary();
  std::vector<std::uint32_t> ends;
  for (const ProcessEntry& entry : found->second) {
    std::vector<std::uint32_t> misses;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const Operand same =
          arithmetic(Operator::Equal, arguments[i], Operand::constant(entry.arguments[i]), dynamic_call.range);
      misses.push_back(emit(Opcode::JumpZero, 0, cell_of(same), 0, e.range));
    }
    pinned_.emplace_back(&dynamic_call, &entry);
    const Operand body = value(e, env);
    pinned_.pop_back();
    emit(Opcode::Move, result.cell, cell_of(body), 0, e.range);
    ends.push_back(emit(Opcode::Jump, 0, 0, 0, e.range));
    for (const std::uint32_t miss : misses) patch(miss);
  }
  emit(Opcode::NoProcess, 0, 0, 0, dynamic_call.range);
  for (const std::uint32_t end : ends) patch(end);
  return result;
}

}  // namespace zonda::model
