// The checker's class, shared by the check_*.cpp files; nobody else includes it.
#pragma once

#include "lang/semantics.hpp"

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zonda::lang {

// What evaluating an expression does besides giving a value.
struct Effects {
  bool writes_state = false;  // variables or clocks outside functions
  bool writes_local = false;  // variables of the function itself
  bool reads_state = false;   // anything that is not constant
};

inline constexpr const char* kAssignHint = "'==' compares; write '=' to assign";

class Checker {
 public:
  Checker(Document& document, Semantics& semantics, Diagnostics& diagnostics)
      : document_(document), semantics_(semantics), arena_(semantics.arena), diagnostics_(diagnostics) {}

  void model();              // check_system.cpp
  void query(Query& query);  // check_query.cpp

 private:
  // scopes and symbols (check_declaration.cpp)
  class ScopeGuard {
   public:
    ScopeGuard(Checker& checker, Scope* scope) : checker_(checker), previous_(checker.scope_) {
      checker_.scope_ = scope;
    }
    ~ScopeGuard() { checker_.scope_ = previous_; }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;

   private:
    Checker& checker_;
    Scope* previous_;
  };
  Scope* new_scope(Scope* parent);
  Symbol* declare(SymbolKind kind, std::string_view name, SourceRange range, const Type* type);
  void predefine();
  void warn_unused(const Scope& scope);

  // types (check_type.cpp)
  const Type* resolve(TypeSyntax& syntax);
  const Type* resolve_uncached(TypeSyntax& syntax);
  [[nodiscard]] std::string type_hint(std::string_view name) const;
  const Type* resolve_int(TypeSyntax& syntax);
  const Type* resolve_struct(TypeSyntax& syntax);
  void require_values(const Type& type, SourceRange range);
  const Type* with_dims(const Type* element, std::span<ArrayDim> dims);
  const Type* bounded(const Type* type, SourceRange range);
  const Type* array_of(const Type* element, ArrayDim& dim);
  void check_size(Expr& size, std::string_view what);
  static void mark_size(const Expr& size);
  Expr* literal(std::int32_t value);
  const Type* ranged(const Type* type);
  Symbol* bind(Binder& binder);
  const Type* simple(TypeKind kind);

  // declarations (check_declaration.cpp)
  void declaration(Declaration& declaration);
  void variables(Declaration& declaration);
  void variable(Declaration& declaration, Declarator& declarator, const Type* type);
  void type_definition(Declaration& declaration);
  void channel_priorities(Declaration& declaration);
  void initializer(Initializer& init, const Type& type);
  void struct_initializer(Initializer& init, const Type& type);
  std::vector<Symbol*> parameter_symbols(std::span<Parameter> parameters, SymbolKind kind);

  // functions (check_function.cpp)
  void function(Declaration& declaration);
  void external_function(Declaration& declaration);
  void statement(Statement& statement);
  void condition(std::span<Expr*> list);
  [[nodiscard]] static bool always_returns(const Statement& statement);
  void collect_effects(const Statement& statement, FunctionInfo& info);
  void collect_effects(const Expr& e, FunctionInfo& info);

  // effects (check_effects.cpp)
  [[nodiscard]] static Effects effects(const Expr& e);
  void require_no_effects(const Expr& e, std::string_view where);
  [[nodiscard]] static bool calls_external(const Expr& e);
  [[nodiscard]] bool require_computable(const Expr& e, std::string_view where);

  // expressions (check_expression.cpp, check_operator.cpp)
  const Type* expression(Expr& e);
  const Type* expression_unstored(Expr& e);
  const Type* name(Expr& e);
  const Type* member(Expr& e);
  const Type* process_member(Expr& e, Symbol& process);
  const Type* index(Expr& e);
  const Type* call(Expr& e);
  const Type* call_function(Expr& e, Symbol& function);
  const Type* call_process(Expr& e, Symbol& process);
  const Type* call_builtin(Expr& e, Symbol& function);
  const Type* unary(Expr& e);
  const Type* binary(Expr& e);
  const Type* arithmetic(Expr& e, const Type& a, const Type& b);
  const Type* clock_sum(Operator op, const Type& a, const Type& b);
  const Type* comparison(Expr& e, const Type& a, const Type& b);
  const Type* clock_comparison(Expr& e, const Type& a, const Type& b);
  const Type* logical(Expr& e, const Type& a, const Type& b);
  const Type* assignment(Expr& e);
  const Type* step(Expr& e);
  const Type* conditional(Expr& e);
  const Type* quantifier(Expr& e);
  const Type* rate(Expr& e);
  [[nodiscard]] static bool is_changeable(const Expr& e);  // a place in memory that may be assigned to
  bool require_place(const Expr& e);                       // the same, or an error that says why not
  [[nodiscard]] static std::string wrong_count(std::string_view name, std::size_t wanted, std::size_t given);
  const Type* merge_constraints(const Type& a, const Type& b, bool as_guard, bool as_invariant);
  const Type* fail(const Expr& e, std::string message, std::string hint = {});
  void argument(Expr& argument, const Symbol& parameter);
  // 'did you mean': names in scope, and these words.
  [[nodiscard]] std::string suggestion(std::string_view name, std::initializer_list<std::string_view> words = {}) const;
  [[nodiscard]] std::string name_hint(std::string_view name) const;
  [[nodiscard]] std::string member_hint(std::string_view name, const Symbol& process) const;

  // templates (check_template.cpp)
  void process(std::size_t template_index);
  void locations(Template& t);
  void location(LocationSyntax& location);
  void edge(const Template& t, EdgeSyntax& edge);
  void guard(EdgeSyntax& edge);
  void synchronisation(EdgeSyntax& edge);
  const Type* evaluate(Expr& e);
  void update(Expr& e);
  void check_urgent_guard(const EdgeSyntax& edge);
  void warn_unreachable(const Template& t);

  // system (check_system.cpp)
  void instantiation(Declaration& declaration);
  void system_line();
  void free_parameters(const SystemItem& item, const TemplateInfo& instance);
  void progress_and_gantt();
  void require_one_place(const Expr& given);

  [[nodiscard]] bool in_query() const { return in_query_; }

  Document& document_;
  Semantics& semantics_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  Scope* scope_ = nullptr;
  std::int32_t owner_ = -1;             // template being checked, -1 for globals
  FunctionInfo* function_ = nullptr;    // function being checked
  std::vector<const Symbol*> callees_;  // of that function
  bool in_query_ = false;               // queries, progress measures and gantt charts see processes
  std::set<std::pair<std::int32_t, std::string_view>> unknown_;  // names that were reported, with the owner
  std::set<std::string_view> duplicates_;                        // names with two definitions
  bool has_chan_priority_ = false;
  bool has_marked_sync_ = false;             // c! or c?
  std::vector<SourceRange> unmarked_syncs_;  // c alone
};

}  // namespace zonda::lang
