// Queries: state formulas in negation normal form, and reasons why a query cannot be answered.
#include "lang/print.hpp"
#include "model/document_builder.hpp"
#include "model/formulas.hpp"

#include <fmt/format.h>

namespace zonda::model {

using lang::Expr;
using lang::ExprKind;
using lang::Operator;
using lang::QueryKind;
using lang::TypeKind;

namespace {

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

Operator negation(Operator op) {
  switch (op) {
    case Operator::Less:
      return Operator::GreaterEqual;
    case Operator::LessEqual:
      return Operator::Greater;
    case Operator::Greater:
      return Operator::LessEqual;
    case Operator::GreaterEqual:
      return Operator::Less;
    case Operator::Equal:
      return Operator::NotEqual;
    case Operator::NotEqual:
      return Operator::Equal;
    default:
      return op;
  }
}

// The operands of a chain of 'xor'; parts without clocks stay whole.
void collect_xor(const Expr& e, std::vector<const Expr*>& out) {
  const bool is_xor =
      e.kind == ExprKind::Binary && e.op == Operator::Xor && e.type != nullptr && e.type->kind == TypeKind::Constraint;
  if (!is_xor) {
    out.push_back(&e);
    return;
  }
  collect_xor(e.child(0), out);
  collect_xor(e.child(1), out);
}

}  // namespace

void DocumentBuilder::queries() {
  // Queries are numbered by their formulas; one that is only a comment does not count.
  for (const lang::Query& source : document_.queries)
    if (source.kind != QueryKind::Empty) network_->queries.push_back(query(source));
}

Query DocumentBuilder::query(const lang::Query& source) {
  Query result;
  result.kind = source.kind;
  result.text = trimmed(source.text.text);
  result.range = source.range;
  result.expectations = source.expectations;
  result.comment = source.comment;
  result.is_wrong = source.has_error || source.kind == QueryKind::Malformed;
  result.predicate = truth(1);
  result.conclusion = truth(1);
  if (result.is_wrong || source.kind == QueryKind::Empty) return result;
  if (source.kind == QueryKind::Unsupported) {
    result.refusal = source.feature;
    return result;
  }
  const lang::Diagnostics::QueryContext context(diagnostics_);
  formula_parts_ = 0;
  try {
    query_formulas(source, result);
    warn_of_wraps(*compiler_);
    result.refusal = base_.refusal();
  } catch (const Unsupported& reason) {
    result.refusal = reason.feature;
  } catch (const BuildError& error) {
    diagnostics_.error(error.range, error.message);
    result.is_wrong = true;
  }
  return result;
}

void DocumentBuilder::query_formulas(const lang::Query& source, Query& result) {
  if (source.predicate != nullptr) result.predicate = formula(*source.predicate, false, globals_);
  if (source.conclusion != nullptr) result.conclusion = formula(*source.conclusion, false, globals_);
  if (source.bound != nullptr) {
    const IntExpr bound = compiler_->integer(*source.bound, globals_);
    if (!bound.is_constant()) throw BuildError{"the bound is not a constant", source.bound->range};
    if (bound.value < 0 || bound.value > kLargestClockConstant)
      throw BuildError{fmt::format("the bound {} is not between 0 and {}", bound.value, kLargestClockConstant),
                       source.bound->range};
    if (source.is_bound_strict && bound.value == 0)
      throw BuildError{"no time is less than 0; write -->[<=0]", source.bound->range};
    result.has_bound = true;
    result.is_bound_strict = source.is_bound_strict;
    result.bound = bound.value;
  }
  if (source.bound != nullptr || source.kind == QueryKind::Precedes) {
    result.predicate_text = lang::print(*source.predicate);
    if (source.conclusion != nullptr) result.conclusion_text = lang::print(*source.conclusion);
  }
  for (const Expr* e : source.values) result.values.push_back(value_expression(*e));
  result.has_deadlock = mentions_deadlock(result.predicate);
  if (source.kind != QueryKind::Possibly && source.kind != QueryKind::Invariantly) return;
  formula_parts_ = 0;
  // A formula that cannot be split gives no guide.
  try {
    result.guide = guide(*source.predicate, source.kind == QueryKind::Invariantly, globals_);
  } catch (const Unsupported&) {
    result.guide = truth(1);
  } catch (const BuildError&) {
    result.guide = truth(1);
  }
}

// As formula(), but parts without clocks are split as well, for orders that look for the goal. A part that is too large
// stays whole.
Formula DocumentBuilder::guide(const Expr& e, bool is_negative, const Environment& env) {
  constexpr std::size_t kMaxParts = 1000;
  if (++formula_parts_ > kMaxParts) return formula(e, is_negative, env);
  if (e.kind == ExprKind::Unary && e.op == Operator::Not) return guide(e.child(0), !is_negative, env);
  std::vector<Formula> parts;
  if (e.kind == ExprKind::Quantifier && (e.op == Operator::Forall || e.op == Operator::Exists)) {
    const Layout& range = expansion_range(e, env);
    if (range.upper - range.lower >= static_cast<std::int64_t>(kMaxParts - formula_parts_))
      return formula(e, is_negative, env);
    for (std::int64_t i = range.lower; i <= range.upper; ++i) {
      Environment inner(&env);
      inner.set(e.binder->symbol, Storage::constant(&range, keep({static_cast<std::int32_t>(i)})));
      parts.push_back(guide(e.child(0), is_negative, inner));
    }
    return join_formulas((e.op == Operator::Forall) != is_negative, std::move(parts));
  }
  const bool is_and = e.op == Operator::And;
  const bool is_split = e.kind == ExprKind::Binary && (is_and || e.op == Operator::Or || e.op == Operator::Imply);
  if (!is_split) return formula(e, is_negative, env);
  parts.push_back(guide(e.child(0), is_negative != (e.op == Operator::Imply), env));
  // If the first part decides the result, the second one does not matter.
  const Formula& first = parts.front();
  const bool is_decided = first.kind == Formula::Kind::Discrete && first.integer.is_constant() &&
                          (first.integer.value != 0) != (is_and != is_negative);
  if (is_decided) return first;
  parts.push_back(guide(e.child(1), is_negative, env));
  return join_formulas(is_and != is_negative, std::move(parts));
}

Formula DocumentBuilder::formula(const Expr& e, bool is_negative, const Environment& env) {
  // 'xor' over clocks is written out with both sides twice, and quantifiers over clocks with their bodies for each
  // value.
  constexpr std::size_t kMaxParts = 1'000'000;
  if (++formula_parts_ > kMaxParts)
    throw BuildError{fmt::format("the clock conditions of the query, with 'xor' and quantifiers written out, have more "
                                 "than {} parts",
                                 kMaxParts),
                     e.range};
  if (e.type == nullptr || e.type->kind != TypeKind::Constraint) {
    Formula result;
    const Signed literal{&e, is_negative};
    result.integer = is_negative ? compiler_->all_of({&literal, 1}, env) : compiler_->integer(e, env);
    return result;
  }
  return clock_formula(e, is_negative, env);
}

// 'a xor b' becomes '(a && !b) || (!a && b)', which has each side twice. With a balanced tree, a chain of n operands
// has about n * n parts rather than 2 to the power of n.
Formula DocumentBuilder::xor_formula(std::span<const Expr* const> operands, bool is_negative, const Environment& env) {
  if (operands.size() == 1) return formula(*operands[0], is_negative, env);
  const auto left = operands.first(operands.size() / 2);
  const auto right = operands.subspan(operands.size() / 2);
  Formula if_left = xor_formula(left, false, env);
  if (if_left.kind == Formula::Kind::Discrete && if_left.integer.is_constant())
    return xor_formula(right, is_negative != (if_left.integer.value != 0), env);
  const auto both = [&](Formula a, Formula b) {
    std::vector<Formula> two;
    two.push_back(std::move(a));
    two.push_back(std::move(b));
    return join_formulas(true, std::move(two));
  };
  std::vector<Formula> cases;
  cases.push_back(both(std::move(if_left), xor_formula(right, !is_negative, env)));
  cases.push_back(both(xor_formula(left, true, env), xor_formula(right, is_negative, env)));
  return join_formulas(false, std::move(cases));
}

Formula DocumentBuilder::clock_formula(const Expr& e, bool is_negative, const Environment& env) {
  if (e.kind == ExprKind::Deadlock) {
    Formula result;
    result.kind = is_negative ? Formula::Kind::NoDeadlock : Formula::Kind::Deadlock;
    return result;
  }
  if (e.kind == ExprKind::Unary && e.op == Operator::Not) return formula(e.child(0), !is_negative, env);
  std::vector<Formula> parts;
  if (e.kind == ExprKind::Quantifier) {
    const Layout& range = expansion_range(e, env);
    for (std::int64_t i = range.lower; i <= range.upper; ++i) {
      Environment inner(&env);
      inner.set(e.binder->symbol, Storage::constant(&range, keep({static_cast<std::int32_t>(i)})));
      parts.push_back(formula(e.child(0), is_negative, inner));
    }
    return join_formulas((e.op == Operator::Forall) != is_negative, std::move(parts));
  }
  if (e.kind != ExprKind::Binary) throw Unsupported{"this clock condition", e.range};
  // As in an expression, the right side is evaluated only if the left one does not decide: i < N && P(i).x > 3.
  const auto join_sides = [&](bool is_and, bool left_negative, bool right_negative) {
    std::vector<Formula> two;
    two.push_back(formula(e.child(0), left_negative, env));
    const bool is_known = two[0].kind == Formula::Kind::Discrete && two[0].integer.is_constant();
    const bool is_decided = is_known && (two[0].integer.value != 0) != is_and;
    if (!is_decided) two.push_back(formula(e.child(1), right_negative, env));
    return join_formulas(is_and, std::move(two));
  };
  const auto join_two = [&](bool is_and, Formula a, Formula b) {
    std::vector<Formula> two;
    two.push_back(std::move(a));
    two.push_back(std::move(b));
    return join_formulas(is_and, std::move(two));
  };
  switch (e.op) {
    case Operator::And:
      return join_sides(!is_negative, is_negative, is_negative);
    case Operator::Or:
      return join_sides(is_negative, is_negative, is_negative);
    case Operator::Imply:
      return join_sides(is_negative, !is_negative, is_negative);
    case Operator::Xor: {
      std::vector<const Expr*> operands;
      collect_xor(e, operands);
      return xor_formula(operands, is_negative, env);
    }
    default:
      break;
  }
  const Operator op = is_negative ? negation(e.op) : e.op;
  if (const ClockTerm term = compared_term(e, env); term.left == term.right) {
    Formula f;
    f.integer = compiler_->zero_compared({}, op, term.offsets, false, env);
    return f;
  }
  const auto atom = [&](Operator one) {
    std::vector<Formula> both;
    for (ClockConstraint& constraint : atoms(e, one, env)) {
      for (const IntExpr& clock : {constraint.left, constraint.right}) {
        const std::string refusal = clock_refusal(clock);
        if (!refusal.empty()) throw Unsupported{refusal, e.range};
      }
      Formula f;
      f.kind = Formula::Kind::Clock;
      f.clock = constraint;
      both.push_back(std::move(f));
    }
    return join_formulas(true, std::move(both));
  };
  if (op == Operator::NotEqual) return join_two(false, atom(Operator::Less), atom(Operator::Greater));
  return atom(op);
}

ValueExpr DocumentBuilder::value_expression(const Expr& e) {
  ValueExpr result;
  result.text = lang::print(e);
  result.is_clock = e.type->kind == TypeKind::Clock || e.type->kind == TypeKind::ClockTerm;
  if (!result.is_clock) {
    result.integer = compiler_->integer(e, globals_);
    return result;
  }
  const ClockTerm term = compiler_->clock_term(e, globals_);
  for (const IntExpr& clock : {term.left, term.right}) {
    const std::string refusal = clock_refusal(clock);
    if (!refusal.empty()) throw Unsupported{refusal, e.range};
  }
  result.left = term.left;
  result.right = term.right;
  result.integer = compiler_->sum(term.offsets, globals_);
  return result;
}

}  // namespace zonda::model
