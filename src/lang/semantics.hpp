// The checker: names, types, side effects. It annotates the syntax tree (Expr::symbol, Expr::type, …) and gives
// the symbol tables that the model layer needs. What UPPAAL refuses is refused here; constructs of the statistical,
// hybrid, game and dynamic extensions pass, because a model that merely contains them may still be verified: the
// model layer decides what they stand in the way of.
#pragma once

#include "lang/diagnostics.hpp"
#include "lang/symbol.hpp"
#include "lang/syntax.hpp"

#include <memory>
#include <vector>

namespace zonda::lang {

struct Semantics {
  Arena arena;
  std::vector<std::unique_ptr<Scope>> scopes;
  Scope* predefined = nullptr;
  Scope* globals = nullptr;
  std::vector<Symbol*> processes;            // of the system line, in its order; parallel to Document::system
  bool has_priorities = false;               // channel or process priorities
  bool has_clock_guarded_receivers = false;  // on broadcast channels

  Semantics() = default;
  Semantics(const Semantics&) = delete;
  Semantics& operator=(const Semantics&) = delete;
};

// Checks the model and all queries that the document holds.
[[nodiscard]] std::unique_ptr<Semantics> check(Document& document, Diagnostics& diagnostics);
// Checks one more query against a checked model; sets has_error when it is wrong.
void check_query(Query& query, Document& document, Semantics& semantics, Diagnostics& diagnostics);

// The variables that a place in memory may be part of: one for 'a[i].f', each arm's for '(b ? r : s).f'. Empty when the
// expression is no place in memory.
[[nodiscard]] std::vector<Symbol*> root_symbols(const Expr& e);

}  // namespace zonda::lang
