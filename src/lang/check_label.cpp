// Labels: invariants, guards, synchronisations and updates.
//
// Invariants and guards must stay convex in every discrete state (see check_operator.cpp). When one is not, the message
// points at the smallest part that is to blame, not at the whole label.
#include "lang/checker.hpp"

#include <fmt/format.h>

namespace zonda::lang {

namespace {

enum class Use : std::uint8_t { Guard, Invariant };

bool fits(const Type& type, Use use) {
  if (type.kind != TypeKind::Constraint) return is_integral(type);
  return use == Use::Guard ? type.as_guard : type.as_invariant;
}

// The innermost part that does not fit although all of its own parts do.
const Expr& culprit(const Expr& e, Use use) {
  for (const Expr* child : e.children)
    if (child->type != nullptr && child->type->kind == TypeKind::Constraint && !fits(*child->type, use))
      return culprit(*child, use);
  return e;
}

struct Complaint {
  std::string message;
  std::string hint;
};

Complaint complaint(const Expr& e, Use use) {
  const std::string_view label = use == Use::Guard ? "a guard" : "an invariant";
  const Type& type = *e.type;
  if (type.kind != TypeKind::Constraint)
    return {fmt::format("{} cannot be used as {}", describe(type), label), is_clock(type) ? "compare it: x <= 5" : ""};
  if (type.has_rate) return {fmt::format("a clock rate cannot stand in {}", label), "rates belong to invariants"};
  switch (e.op) {
    case Operator::Equal:
      return {fmt::format("'==' on clocks cannot stand in {}", label), "write x <= 5 && x >= 5"};
    case Operator::NotEqual:
      return {fmt::format("'!=' on clocks cannot stand in {}", label),
              use == Use::Guard ? "use two edges, one for '<' and one for '>'" : ""};
    case Operator::Not:
      return {fmt::format("a clock constraint cannot be negated in {}", label), "write the opposite comparison"};
    case Operator::Or:
      return {fmt::format("two clock constraints cannot be joined with '||' in {}", label),
              use == Use::Guard ? "use one edge for each of them" : "only one side may speak of clocks"};
    case Operator::Imply:
      return {fmt::format("a clock constraint cannot stand left of 'imply' in {}", label), ""};
    case Operator::Exists:
      return {fmt::format("'exists' over clock constraints cannot stand in {}", label),
              use == Use::Guard ? "let a select choose the value" : ""};
    default:
      return {fmt::format("this clock constraint cannot stand in {}", label), ""};
  }
}

}  // namespace

void Checker::location(LocationSyntax& l) {
  for (Expr* rate : {l.rate, l.rate_divisor}) {
    if (rate == nullptr) continue;
    if (!is_number(*expression(*rate)))
      diagnostics_.error(rate->range, fmt::format("number expected as a rate, found {}", describe(*rate->type)));
    require_no_effects(*rate, "an exponential rate");
  }
  if (l.invariant == nullptr) return;
  const Type& type = *expression(*l.invariant);
  require_no_effects(*l.invariant, "an invariant");
  if (type.kind == TypeKind::Invalid) return;
  if (!fits(type, Use::Invariant)) {
    const Expr& wrong = culprit(*l.invariant, Use::Invariant);
    Complaint found = complaint(wrong, Use::Invariant);
    diagnostics_.error(wrong.range, std::move(found.message), std::move(found.hint));
    return;
  }
  if (type.is_strict_upper)
    diagnostics_.warning("strict-invariant", l.invariant->range, "strict invariant",
                         "time may come as close to the bound as it likes without a last moment");
  if (type.is_lower)
    diagnostics_.warning("lower-bound-invariant", l.invariant->range, "the invariant has a lower bound on a clock",
                         "it blocks entering the location; it does not force a delay");
}

void Checker::guard(EdgeSyntax& e) {
  const Type& type = *expression(*e.guard);
  require_no_effects(*e.guard, "a guard");
  if (type.kind == TypeKind::Invalid) return;
  std::int64_t value = 0;
  if (is_integral(type) && fold(*e.guard, value) && value == 0)
    diagnostics_.warning("constant-condition", e.guard->range, "this guard is always false");
  if (fits(type, Use::Guard)) return;
  const Expr& wrong = culprit(*e.guard, Use::Guard);
  Complaint found = complaint(wrong, Use::Guard);
  diagnostics_.error(wrong.range, std::move(found.message), std::move(found.hint));
}

void Checker::synchronisation(EdgeSyntax& e) {
  const Type& type = *expression(*e.channel);
  require_no_effects(*e.channel, "a synchronisation");
  if (e.sync == SyncMark::Csp)
    unmarked_syncs_.push_back(e.sync_range);
  else
    has_marked_sync_ = true;
  if (type.kind != TypeKind::Chan && type.kind != TypeKind::Invalid)
    diagnostics_.error(e.channel->range, fmt::format("channel expected, found {}", describe(type)));
  if (type.kind == TypeKind::Chan && type.is_broadcast && e.sync == SyncMark::Receive && e.guard != nullptr &&
      e.guard->type != nullptr && e.guard->type->kind == TypeKind::Constraint)
    semantics_.has_clock_guarded_receivers = true;
}

void Checker::check_urgent_guard(const EdgeSyntax& e) {
  if (e.channel == nullptr || e.guard == nullptr || e.channel->type == nullptr || e.guard->type == nullptr) return;
  if (!e.channel->type->is_urgent || e.guard->type->kind != TypeKind::Constraint) return;
  diagnostics_.warning("urgent-clock-guard", e.guard->range, "a clock guard on an urgent synchronisation",
                       "releases up to 4.0 refuse it");
}

// An expression whose value is thrown away. Conditions on clocks and channels are always a mistake there.
const Type* Checker::evaluate(Expr& e) {
  const Type* type = expression(e);
  if (type->kind != TypeKind::Constraint && type->kind != TypeKind::Rate && !type->is_difference &&
      type->kind != TypeKind::Process && !contains(*type, TypeKind::Chan))
    return type;
  return e.type =
             fail(e, fmt::format("a {} is not {}", describe(*type), function_ == nullptr ? "an update" : "a statement"),
                  e.kind == ExprKind::Binary && e.op == Operator::Equal ? kAssignHint : "");
}

void Checker::update(Expr& e) {
  const Type& type = *evaluate(e);
  if (type.kind == TypeKind::Invalid) return;
  const Effects found = effects(e);
  const bool is_constant = e.kind == ExprKind::Integer || e.kind == ExprKind::Boolean;
  const bool is_external = e.kind == ExprKind::Spawn || (e.kind == ExprKind::Call && e.child(0).symbol != nullptr &&
                                                         e.child(0).symbol->kind != SymbolKind::Function);
  if (found.writes_state || is_constant || is_external) return;
  diagnostics_.warning("no-effect", e.range, "this expression has no effect",
                       e.kind == ExprKind::Binary && e.op == Operator::Equal ? kAssignHint : "");
}

}  // namespace zonda::lang
