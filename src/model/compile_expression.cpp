// Expressions to code, with constants folded on the way.
#include "model/compiler.hpp"
#include "util/invariant.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::SourceRange;
using lang::TypeKind;

namespace {

bool mentions_clock(const Expr& e) {
  if (e.type != nullptr && e.type->kind == TypeKind::Clock) return true;
  return std::any_of(e.children.begin(), e.children.end(),
                     [](const Expr* child) { return child != nullptr && mentions_clock(*child); });
}

void require_integer(const Expr& e) {
  if (e.type == nullptr) return;
  switch (e.type->kind) {
    case TypeKind::Double:
      throw Unsupported{mentions_clock(e) ? "arithmetic on clocks other than differences" : "a value of type double",
                        e.range};
    case TypeKind::String:
      throw Unsupported{"a string", e.range};
    case TypeKind::HybridClock:
      throw Unsupported{"a hybrid clock", e.range};
    case TypeKind::Clock:
    case TypeKind::ClockTerm:
      throw Unsupported{"the value of a clock in an expression", e.range};
    case TypeKind::Constraint:
      throw Unsupported{"a clock condition inside an expression or function", e.range};
    case TypeKind::Rate:
      throw Unsupported{"the rate of a clock in an expression", e.range};
    default:
      return;
  }
}

}  // namespace

bool Compiler::has_effects(const Expr& e) {
  if (e.kind == ExprKind::Assign || e.kind == ExprKind::Step || e.kind == ExprKind::Spawn) return true;
  if (e.kind == ExprKind::Call && e.child(0).symbol != nullptr) {
    const lang::Symbol& callee = *e.child(0).symbol;
    if (callee.kind == lang::SymbolKind::External) return true;
    if (callee.function != nullptr &&
        (callee.function->writes_state ||
         std::any_of(callee.function->writes_parameter.begin(), callee.function->writes_parameter.end(),
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
    case ExprKind::Boolean:
      return Operand::constant(e.value);
    case ExprKind::Name:
      if (e.symbol != nullptr && e.symbol->is_predefined) return Operand::constant(e.symbol->builtin_value);
      return load(place(e, env), e.range);
    case ExprKind::Member:
      if (e.child(0).type != nullptr && e.child(0).type->kind == TypeKind::Process) return process_member(e, env);
      return load(place(e, env), e.range);
    case ExprKind::Index:
      return load(place(e, env), e.range);
    case ExprKind::Call:
      return call(e, env);
    case ExprKind::Unary:
      return unary(e, env);
    case ExprKind::Binary:
      return binary(e, env);
    case ExprKind::Assign:
      return assign(e, env);
    case ExprKind::Step:
      return step(place(e.child(0), env), e);
    case ExprKind::Conditional:
      return conditional(e, env);
    case ExprKind::Quantifier:
      return quantifier(e, env);
    case ExprKind::Spawn:
      throw Unsupported{"dynamic templates (spawn)", e.range};
    default:
      throw BuildError{"this has no integer value", e.range};
  }
}

// The value, if it is known without running anything.
std::optional<std::int32_t> Compiler::known(const Expr& e, const Environment& env) {
  const Mark start = mark();
  const Operand found = value(e, env);
  const bool is_known = found.is_constant && here() == start.size;
  roll_back(start);
  return is_known ? std::optional(found.value) : std::nullopt;
}

Operand Compiler::truth_of(const Expr& e, bool is_negative, const Environment& env) {
  const Operand found = value(e, env);
  if (is_negative) return negation_of(found, e.range);
  return found.is_constant ? as_truth(found, e.range) : found;
}

// ---------------------------------------------------------------------------------------------------------
// Operators

Operand Compiler::unary(const Expr& e, const Environment& env) {
  if (e.op == Operator::Not) return truth_of(e.child(0), true, env);
  const Operand operand = value(e.child(0), env);
  if (e.op == Operator::Plus) return operand;
  return negative_of(operand, e.range);
}

namespace {

Opcode opcode_of(Operator op) {
  switch (op) {
    case Operator::Add:
      return Opcode::Add;
    case Operator::Subtract:
      return Opcode::Subtract;
    case Operator::Multiply:
      return Opcode::Multiply;
    case Operator::Divide:
      return Opcode::Divide;
    case Operator::Modulo:
      return Opcode::Modulo;
    case Operator::Power:
      return Opcode::Power;
    case Operator::ShiftLeft:
      return Opcode::ShiftLeft;
    case Operator::ShiftRight:
      return Opcode::ShiftRight;
    case Operator::Minimum:
      return Opcode::Minimum;
    case Operator::Maximum:
      return Opcode::Maximum;
    case Operator::Less:
    case Operator::Greater:
      return Opcode::Less;
    case Operator::LessEqual:
    case Operator::GreaterEqual:
      return Opcode::LessEqual;
    case Operator::Equal:
      return Opcode::Equal;
    case Operator::NotEqual:
      return Opcode::NotEqual;
    case Operator::BitAnd:
      return Opcode::BitAnd;
    case Operator::BitOr:
      return Opcode::BitOr;
    case Operator::BitXor:
      return Opcode::BitXor;
    default:
      break;
  }
  ZONDA_CHECK(false, "no such operation");
  return Opcode::Halt;
}

}  // namespace

Operand Compiler::arithmetic(Operator op, const Operand& a, const Operand& b, SourceRange range) {
  const bool is_swapped = op == Operator::Greater || op == Operator::GreaterEqual;
  return written(opcode_of(op), is_swapped ? b : a, is_swapped ? a : b, range);
}

Operand Compiler::binary(const Expr& e, const Environment& env) {
  switch (e.op) {
    case Operator::And:
    case Operator::Or:
    case Operator::Imply:
    case Operator::Xor:
      return logical(e, env);
    default:
      break;
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
    Operand truth = as_truth(left, e.range);
    if (has_effects(e.child(1))) truth = to_temporary(truth, e.range);
    return arithmetic(Operator::NotEqual, truth, as_truth(value(e.child(1), env), e.range), e.range);
  }
  const bool is_and = e.op == Operator::And;
  const bool is_imply = e.op == Operator::Imply;
  if (left.is_constant) {
    const bool is_decided = (left.value != 0) == (e.op == Operator::Or);
    if (is_decided) return Operand::constant(is_and ? 0 : 1);
    return as_truth(value(e.child(1), env), e.range);
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
  Operand result = Operand::in(temporary());
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
  const Layout& layout = *left.layout;
  if (layout.size.clocks > 0) throw Unsupported{"a comparison of clocks in arrays or structs", e.range};
  if (layout.has_ghost) throw Unsupported{"a comparison of doubles in arrays or structs", e.range};
  const Address a = temporary();
  if (has_effects(e.child(1))) {
    const Storage copy = frame_storage(layout, e.range);
    copy_cells(constant_cell(static_cast<std::int32_t>(copy.base.cells)), layout,
               address_of(left, Space::Cells, e.range), layout, e.range);
    emit(Opcode::Move, a, constant_cell(static_cast<std::int32_t>(copy.base.cells)), 0, e.range);
  } else {
    emit(Opcode::Move, a, address_of(left, Space::Cells, e.range), 0, e.range);
  }
  const Place right = place(e.child(1), env);
  if (!has_same_shape(layout, *right.layout)) throw BuildError{"the two sides differ in size or type", e.range};
  emit(Opcode::EqualBlock, a, address_of(right, Space::Cells, e.range), layout.size.cells, e.range);
  if (e.op == Operator::Equal) return Operand::truth(a);
  const Address negated = temporary();
  emit(Opcode::Not, negated, a, 0, e.range);
  return Operand::truth(negated);
}

}  // namespace zonda::model
