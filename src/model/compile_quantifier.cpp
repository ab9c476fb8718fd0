// forall, exists and sum over integers: unrolled when short, loops otherwise.
#include "model/arithmetic.hpp"
#include "model/compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

namespace {

// Unrolled bodies are folded and need no counter, but nested quantifiers multiply.
constexpr std::int64_t kUnrollUpTo = 8;
constexpr std::int64_t kMaxCopies = 64;
constexpr std::int64_t kMaxProcessCopies = 100'000;

bool mentions_process_set(const Expr& e) {
  if (e.kind == ExprKind::Call && e.type != nullptr && e.type->kind == TypeKind::Process) return true;
  return std::any_of(e.children.begin(), e.children.end(),
                     [](const Expr* child) { return child != nullptr && mentions_process_set(*child); });
}

}  // namespace

Operand Compiler::quantifier(const Expr& e, const Environment& env) {
  const Layout* range = layout(*e.binder->symbol->type, env);
  const std::int64_t count = std::max<std::int64_t>(std::int64_t{range->upper} - range->lower + 1, 0);
  // P(i).x needs to know i.
  const bool needs_values = processes_ != nullptr && mentions_process_set(e.child(0));
  if (needs_values && count > kMaxProcessCopies)
    throw BuildError{fmt::format("a quantifier over {} processes is too large", count), e.range};
  const bool is_short = count <= kUnrollUpTo && count * emission_->copies <= kMaxCopies;
  if (!needs_values && !is_short) return looped_quantifier(e, *range, env);
  const std::int64_t outer = emission_->copies;
  emission_->copies = std::min(outer * count, kMaxProcessCopies);
  const Operand result = unrolled_quantifier(e, *range, env);
  emission_->copies = outer;
  return result;
}

Operand Compiler::unrolled_quantifier(const Expr& e, const Layout& range, const Environment& env) {
  const bool is_sum = e.op == Operator::Sum;
  const bool is_forall = e.op == Operator::Forall;
  Operand total = Operand::constant(0);
  const Operand decided = Operand::constant(is_forall ? 0 : 1);
  const Address result = temporary();
  std::vector<std::uint32_t> exits;
  for (std::int64_t i = range.lower; i <= range.upper; ++i) {
    Environment inner(&env);
    inner.set(e.binder->symbol, Storage::constant(&range, keep(static_cast<std::int32_t>(i))));
    const Operand body = value(e.child(0), inner);
    if (is_sum) {
      total = arithmetic(Operator::Add, total, body, e.range);
      continue;
    }
    if (body.is_constant && (body.value != 0) == is_forall) continue;
    // The result is known, whatever the other values give.
    if (body.is_constant && exits.empty()) return decided;
    emit(Opcode::Bool, result, cell_of(body), 0, e.range);
    if (body.is_constant) break;
    exits.push_back(emit(is_forall ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, e.range));
  }
  if (is_sum) return total;
  if (exits.empty()) return Operand::constant(is_forall ? 1 : 0);
  patch(exits);
  return Operand::truth(result);
}

Operand Compiler::looped_quantifier(const Expr& e, const Layout& range, const Environment& env) {
  const bool is_sum = e.op == Operator::Sum;
  const bool is_forall = e.op == Operator::Forall;
  const Address counter = temporary();
  const Address result = temporary();
  const Address done = temporary();
  Environment inner(&env);
  inner.set(e.binder->symbol, Storage::cell(&range, counter));
  emit(Opcode::Move, counter, constant_cell(range.lower), 0, e.range);
  emit(Opcode::Move, result, constant_cell(is_forall ? 1 : 0), 0, e.range);
  const std::uint32_t loop = here();
  const Operand body = value(e.child(0), inner);
  std::vector<std::uint32_t> exits;
  if (is_sum) {
    emit(Opcode::Add, result, result, cell_of(body), e.range);
  } else {
    emit(Opcode::Bool, result, cell_of(body), 0, e.range);
    exits.push_back(emit(is_forall ? Opcode::JumpZero : Opcode::JumpNonZero, 0, result, 0, e.range));
  }
  emit(Opcode::Equal, done, counter, constant_cell(range.upper), e.range);
  exits.push_back(emit(Opcode::JumpNonZero, 0, done, 0, e.range));
  emit(Opcode::Add, counter, counter, constant_cell(1), e.range);
  emit(Opcode::JumpBack, loop, 0, 0, e.range);
  patch(exits);
  if (!is_sum) return Operand::truth(result);
  Operand total = Operand::in(result);
  const std::int64_t count = std::int64_t{range.upper} - range.lower + 1;
  const std::int64_t lower = std::min<std::int64_t>(count * body.lower, 0);
  const std::int64_t upper = std::max<std::int64_t>(count * body.upper, 0);
  if (!fits_in_32_bits(lower) || !fits_in_32_bits(upper)) {
    note_wrap(e.range, false);
    return total;
  }
  total.lower = static_cast<std::int32_t>(lower);
  total.upper = static_cast<std::int32_t>(upper);
  return total;
}

}  // namespace zonda::model
