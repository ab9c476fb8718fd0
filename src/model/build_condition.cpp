// Guards and invariants: split into an integer condition and clock constraints.
//
// The type checker has made sure that the clock part is convex in every discrete state: a conjunction of atoms, each
// perhaps under integer premises ('b || x < 3' is 'x < 3 unless b').
#include "model/document_builder.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::TypeKind;

namespace {

constexpr std::int64_t kMaxUnrolled = 100'000;
constexpr std::size_t kMaxCopied = 2'000'000;

bool is_clock_condition(const Expr& e) { return e.type != nullptr && e.type->kind == TypeKind::Constraint; }

std::size_t size_of(const Expr& e) {
  std::size_t size = 1;
  for (const Expr* child : e.children)
    if (child != nullptr) size += size_of(*child);
  return size;
}

}  // namespace

Condition DocumentBuilder::condition(const Expr* e, const Environment& env, std::vector<ClockRate>* rates) {
  Condition result;
  if (e == nullptr) return result;
  result.range = e->range;
  Splitter parts;
  split(*e, {}, env, parts);
  result.integer = compiler_->all_clauses(parts.clauses);
  result.clocks = std::move(parts.clocks);
  if (rates != nullptr) *rates = std::move(parts.rates);
  return result;
}

void DocumentBuilder::split(const Expr& e, std::vector<Signed> premises, const Environment& env, Splitter& out) {
  if (!is_clock_condition(e)) {
    const bool is_true = e.kind == ExprKind::Boolean && e.value != 0;
    if (!is_true) out.clauses.push_back({std::move(premises), &e, &env});
    return;
  }
  if (e.kind == ExprKind::Quantifier) {
    split_forall(e, premises, env, out);
    return;
  }
  if (e.kind != ExprKind::Binary) throw Unsupported{"this clock condition", e.range};
  switch (e.op) {
    case Operator::And:
      split(e.child(0), premises, env, out);
      split(e.child(1), std::move(premises), env, out);
      return;
    case Operator::Or: {
      const bool clock_left = is_clock_condition(e.child(0));
      premises.push_back({&e.child(clock_left ? 1 : 0), true});
      split(e.child(clock_left ? 0 : 1), std::move(premises), env, out);
      return;
    }
    case Operator::Imply:
      premises.push_back({&e.child(0), false});
      split(e.child(1), std::move(premises), env, out);
      return;
    default:
      break;
  }
  if (e.type->has_rate) {
    rate(e, env, out);
    return;
  }
  if (const ClockTerm term = compared_term(e, env); term.left == term.right) {
    // A clock compared with itself gives a condition on numbers only. If it is false, the constraint must never hold,
    // so it says that the clock is negative.
    ClockConstraint never;
    never.condition = compiler_->zero_compared(premises, e.op, term.offsets, true, env);
    if (never.condition.is_constant(0)) return;
    if (never.condition.is_constant()) never.condition = IntExpr::constant(1);
    never.left = term.left;
    never.right = IntExpr::constant(0);
    never.bound = IntExpr::constant(0);
    never.is_strict = true;
    never.range = e.range;
    out.clocks.push_back(never);
    return;
  }
  const IntExpr when = compiler_->all_of(premises, env);
  if (when.is_constant(0)) return;
  for (ClockConstraint& atom : atoms(e, e.op, env)) {
    atom.condition = when;
    out.clocks.push_back(atom);
  }
}

// The values for which the quantifier is written out. Nested quantifiers multiply, so the total number of copies is
// counted.
const Layout& DocumentBuilder::expansion_range(const Expr& quantifier, const Environment& env) {
  const Layout* range = constants_.layout(*quantifier.binder->symbol->type, env);
  const std::int64_t count = std::max<std::int64_t>(std::int64_t{range->upper} - range->lower + 1, 0);
  if (count > kMaxUnrolled) throw BuildError{"a quantifier over clocks has too many values", quantifier.range};
  copied_ += static_cast<std::size_t>(count) * size_of(quantifier.child(0));
  if (copied_ > kMaxCopied)
    throw BuildError{fmt::format("written out, the quantifiers over clocks have more than {} parts", kMaxCopied),
                     quantifier.range};
  return *range;
}

void DocumentBuilder::split_forall(const Expr& e, const std::vector<Signed>& premises, const Environment& env,
                                   Splitter& out) {
  const Layout& range = expansion_range(e, env);
  for (std::int64_t i = range.lower; i <= range.upper; ++i) {
    Environment& inner = out.environments.emplace_back(&env);
    inner.set(e.binder->symbol, Storage::constant(&range, keep({static_cast<std::int32_t>(i)})));
    split(e.child(0), premises, inner, out);
  }
}

void DocumentBuilder::rate(const Expr& e, const Environment& env, Splitter& out) {
  const bool is_left = e.child(0).kind == ExprKind::Rate;
  const Expr& clock_expr = e.child(is_left ? 0 : 1).child(0);
  const Expr& rate_expr = e.child(is_left ? 1 : 0);
  if (clock_expr.type->kind == TypeKind::HybridClock) return;  // symbolic verification does not depend on it
  const IntExpr clock = compiler_->clock_index(clock_expr, env);
  const auto mark_other = [&] {
    const bool is_one = clock.is_constant();
    for (std::size_t i = 1; i < network_->clocks.size(); ++i) {
      if (is_one && static_cast<std::size_t>(clock.value) != i) continue;
      network_->clocks[i].has_other_rate = true;
      network_->clocks[i].rate_range = e.range;
    }
  };
  if (!is_integral(*rate_expr.type)) {
    mark_other();
    return;
  }
  try {
    const IntExpr value = compiler_->integer(rate_expr, env);
    if (value.is_constant(1)) return;
    if (value.is_constant() && !value.is_constant(0)) {
      mark_other();
      return;
    }
    out.rates.push_back({clock, value, e.range});
  } catch (const Unsupported&) {
    mark_other();
  }
}

ClockTerm DocumentBuilder::compared_term(const Expr& e, const Environment& env) {
  const ClockTerm a = compiler_->clock_term(e.child(0), env);
  const ClockTerm b = compiler_->clock_term(e.child(1), env);
  // a ~ b is (a.left + b.right) - (a.right + b.left) ~ b.offsets - a.offsets
  const auto one_of = [&](const IntExpr& x, const IntExpr& y) {
    if (x.is_constant(0)) return y;
    if (y.is_constant(0)) return x;
    throw Unsupported{"arithmetic on clocks other than differences", e.range};
  };
  ClockTerm result;
  result.left = one_of(a.left, b.right);
  result.right = one_of(a.right, b.left);
  for (const Signed& part : b.offsets) result.offsets.push_back(part);
  for (const Signed& part : a.offsets) result.offsets.push_back({part.expr, !part.is_negative});
  return result;
}

// The constraints that a comparison stands for; 'x == 3' is two of them.
std::vector<ClockConstraint> DocumentBuilder::atoms(const Expr& e, Operator op, const Environment& env) {
  const ClockTerm term = compared_term(e, env);
  const IntExpr left = term.left;
  const IntExpr right = term.right;
  const auto offsets = [&](bool is_swapped) {
    std::vector<Signed> sum;
    for (const Signed& part : term.offsets) sum.push_back({part.expr, part.is_negative != is_swapped});
    return compiler_->sum(sum, env);
  };
  const auto upper = [&](bool is_strict) {
    ClockConstraint c;
    c.left = left;
    c.right = right;
    c.bound = offsets(false);
    c.is_strict = is_strict;
    c.range = e.range;
    return c;
  };
  const auto lower = [&](bool is_strict) {
    ClockConstraint c;
    c.left = right;
    c.right = left;
    c.bound = offsets(true);
    c.is_strict = is_strict;
    c.range = e.range;
    return c;
  };
  switch (op) {
    case Operator::Less:
      return {upper(true)};
    case Operator::LessEqual:
      return {upper(false)};
    case Operator::Greater:
      return {lower(true)};
    case Operator::GreaterEqual:
      return {lower(false)};
    case Operator::Equal:
      return {upper(false), lower(false)};
    default:
      throw Unsupported{"this clock condition", e.range};
  }
}

std::string DocumentBuilder::clock_refusal(const IntExpr& clock) const {
  const std::size_t first = clock.is_constant() ? static_cast<std::size_t>(clock.value) : 1;
  const std::size_t last = clock.is_constant() ? first : network_->clocks.size() - 1;
  for (std::size_t i = first; i <= last; ++i)
    if (network_->clocks[i].has_other_rate)
      return fmt::format("a rate other than 0 and 1 of clock '{}'",
                         network_->clock_name(static_cast<std::uint32_t>(i)));
  return {};
}

}  // namespace zonda::model
