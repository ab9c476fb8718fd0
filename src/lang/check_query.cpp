// Queries. A wrong query is an error of its own: the model and the other queries stay usable.
#include "lang/checker.hpp"

#include <fmt/format.h>

namespace zonda::lang {

void Checker::query(Query& q) {
  if (q.kind == QueryKind::Unsupported || q.kind == QueryKind::Malformed || q.kind == QueryKind::Empty) {
    q.has_error = q.kind == QueryKind::Malformed;
    return;
  }
  const Diagnostics::QueryContext context(diagnostics_);
  const std::size_t errors_before = diagnostics_.error_count();
  scope_ = semantics_.globals;
  in_query_ = true;
  const bool is_safety = q.kind == QueryKind::Possibly || q.kind == QueryKind::Invariantly;
  for (Expr* e : {q.predicate, q.conclusion}) {
    if (e == nullptr) continue;
    const Type& type = *expression(*e);
    require_no_effects(*e, "a query");
    if (type.kind == TypeKind::Invalid) continue;
    if (!is_condition(type)) {
      diagnostics_.error(e->range, fmt::format("a query needs a condition, found {}", describe(type)),
                         type.kind == TypeKind::Process ? "name one of its locations, as in P.idle" : "");
      continue;
    }
    if (type.has_rate) diagnostics_.error(e->range, "a rate cannot stand in a query");
    if (type.has_deadlock && !is_safety)
      diagnostics_.error(e->range, "'deadlock' can only be used in E<> and A[] queries");
  }
  if (q.bound != nullptr) {
    const Type& type = *expression(*q.bound);
    require_no_effects(*q.bound, "a query");
    if (type.kind != TypeKind::Invalid && !is_integral(type))
      diagnostics_.error(q.bound->range, fmt::format("a bound is an integer, found {}", describe(type)));
  }
  if (q.kind == QueryKind::AtLeast && q.predicate->type != nullptr && q.predicate->type->kind == TypeKind::Constraint)
    diagnostics_.error(q.predicate->range, "'for at least' needs a condition without clocks");
  for (Expr* e : q.values) {
    const Type& type = *expression(*e);
    require_no_effects(*e, "a query");
    if (!is_integral(type) && !is_clock_value(type))
      diagnostics_.error(e->range, fmt::format("integer or clock expected, found {}", describe(type)));
  }
  in_query_ = false;
  q.has_error = diagnostics_.error_count() > errors_before;
}

}  // namespace zonda::lang
