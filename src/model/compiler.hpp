// Compiles expressions and functions of a checked model to Code. Used by the builder only.
//
// Operands are evaluated from left to right. An operand is often just the cell of a variable; it is copied if something
// that is evaluated later may change that variable. A construct that symbolic verification does not support throws
// Unsupported; the builder decides what that makes impossible.
#pragma once

#include "lang/semantics.hpp"
#include "lang/symbol.hpp"
#include "model/code.hpp"
#include "model/emitter.hpp"
#include "model/environment.hpp"
#include "model/evaluator.hpp"
#include "model/layout.hpp"

#include <deque>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace zonda::model {

// A place in memory while it is compiled: fixed parts and indices that are computed.
struct Place {
  struct Term {
    Address index = 0;  // counts from 0
    Size stride;
    std::uint32_t count = 1;  // number of values of the index
  };
  Storage::Kind kind = Storage::Kind::Memory;
  const Layout* layout = nullptr;
  Size base;
  std::span<const std::int32_t> values;  // Constant
  std::optional<Size> reference;         // Reference: the cells that hold the addresses
  std::vector<Term> terms;
  bool is_meta = false;
  bool is_read_only = false;  // one of two variables that differ in their ranges, or a constant

  [[nodiscard]] bool is_static() const { return terms.empty() && !reference; }
};

// An expression with a sign: an addend, or a condition that may be negated.
struct Signed {
  const lang::Expr* expr = nullptr;
  bool is_negative = false;
};

// left - right + offset, where left and right are clocks (0: none).
struct ClockTerm {
  IntExpr left = IntExpr::constant(0);
  IntExpr right = IntExpr::constant(0);
  std::vector<Signed> offsets;  // integer parts
};

// `premises` imply `conclusion`.
struct Clause {
  std::vector<Signed> premises;  // negative: the negation of the expression
  const lang::Expr* conclusion = nullptr;
  const Environment* environment = nullptr;
};

class Compiler : public Emitter {
 public:
  Compiler(Code& code, LayoutTable& layouts, std::uint32_t state_cells);

  void set_processes(const ProcessTable* processes) { processes_ = processes; }

  // Compiles an expression for its value, which is a constant if it is known now.
  IntExpr integer(const lang::Expr& e, const Environment& environment);
  // The conjunction of conditions, in order, with short circuit.
  IntExpr all_of(std::span<const Signed> list, const Environment& environment);
  IntExpr all_clauses(std::span<const Clause> clauses);
  IntExpr sum(std::span<const Signed> addends, const Environment& environment);
  // Whether the premises hold and the comparison of 0 with the sum does, or does not if is_negative.
  IntExpr zero_compared(std::span<const Signed> premises, lang::Operator op, std::span<const Signed> addends,
                        bool is_negative, const Environment& environment);
  // Compiles expressions for their effects.
  struct Effects {
    IntExpr code = IntExpr::constant(0);
    bool sets_clocks = false;  // while it runs
  };
  Effects effects(std::span<lang::Expr* const> list, const Environment& environment);
  // Number of the channel that the expression names.
  IntExpr channel(const lang::Expr& e, const Environment& environment);
  // Number of the clock that the expression names.
  IntExpr clock_index(const lang::Expr& e, const Environment& environment);
  ClockTerm clock_term(const lang::Expr& e, const Environment& environment);
  // A known assignment to a clock, if the expression is just that.
  struct StaticReset {
    std::uint32_t clock = 0;
    std::uint32_t source = 0;
    std::int32_t offset = 0;
  };
  std::optional<StaticReset> static_reset(const lang::Expr& e, const Environment& environment);

  // The value of an expression that must be known now.
  std::int32_t constant(const lang::Expr& e, const Environment& environment);
  struct InitialValues {
    std::vector<std::int32_t> cells;
    std::vector<std::int32_t> clocks;
  };
  InitialValues initial_values(const lang::Initializer* init, const Layout& layout, const Environment& environment);
  // A quantifier's range may be empty, a stored value's may not (value_layout).
  const Layout* layout(const lang::Type& type, const Environment& environment);
  const Layout* value_layout(const lang::Type& type, const Environment& environment, lang::SourceRange range);
  const Layout* ghost_layout();
  // Where the expression is, with all indices known: arguments for reference parameters.
  Storage static_storage(const lang::Expr& e, const Environment& environment);

 private:
  struct Function {
    std::uint32_t start = 0;
    const lang::FunctionInfo* info = nullptr;
    std::vector<Storage> parameters;
    Storage result;
    std::uint32_t depth = 0;   // of calls, including this one
    bool sets_clocks = false;  // the function, or one that it calls, sets clocks
    Environment environment;
    std::exception_ptr failure;  // what its compilation threw
  };
  class Scope;

  // constants (compiler.cpp)
  std::int32_t run_now(lang::SourceRange range);
  Evaluator& evaluator();
  std::span<const std::int32_t> keep(std::int32_t value);

  // expressions (compile_expression.cpp)
  Operand value(const lang::Expr& e, const Environment& env);
  Operand total(std::span<const Signed> addends, const Environment& env);
  Operand truth_of(const lang::Expr& e, bool is_negative, const Environment& env);
  Operand unary(const lang::Expr& e, const Environment& env);
  Operand binary(const lang::Expr& e, const Environment& env);
  using Emitter::arithmetic;
  Operand arithmetic(lang::Operator op, const Operand& a, const Operand& b, lang::SourceRange range);
  Operand logical(const lang::Expr& e, const Environment& env);
  Operand conditional(const lang::Expr& e, const Environment& env);
  Operand compare_blocks(const lang::Expr& e, const Environment& env);
  // Whether evaluating the expression may change a variable or a clock.
  [[nodiscard]] static bool has_effects(const lang::Expr& e);
  std::optional<std::int32_t> known(const lang::Expr& e, const Environment& env);

  // quantifiers (compile_quantifier.cpp)
  Operand quantifier(const lang::Expr& e, const Environment& env);
  Operand unrolled_quantifier(const lang::Expr& e, const Layout& range, const Environment& env);
  Operand looped_quantifier(const lang::Expr& e, const Layout& range, const Environment& env);

  // assignments (compile_assign.cpp)
  Operand assign(const lang::Expr& e, const Environment& env);
  Operand assign_to(const Place& to, const lang::Expr& e, const Environment& env);
  void assign_block(const Place& to, const lang::Expr& e, const Environment& env);
  Operand step(const Place& to, const lang::Expr& e);
  Operand store(const Place& place, const Operand& value, lang::SourceRange range);
  void copy_cells(Address to, const Layout& to_layout, Address from, const Layout& from_layout,
                  lang::SourceRange range);
  void copy_clocks(const Place& to, const Place& from, lang::SourceRange range);

  // processes in queries (compile_process.cpp)
  Operand process_member(const lang::Expr& e, const Environment& env);
  Place process_place(const lang::Expr& e, const Environment& env);
  Operand over_processes(const lang::Expr& e, const lang::Expr& dynamic_call, const Environment& env);
  template <typename F>
  void each_process(const lang::Expr& dynamic_call, const Environment& env, F&& emit_case);
  const ProcessEntry* find_process(const lang::Expr& e, const Environment& env);
  // The P(…) whose member the expression is, if its arguments are not known.
  const lang::Expr* dynamic_process(const lang::Expr& e, const Environment& env);

  // places (compile_place.cpp)
  Place place(const lang::Expr& e, const Environment& env);
  Place chosen_place(const lang::Expr& e, const Environment& env);
  const Storage& find(const lang::Expr& name, const Environment& env);
  static Place place_of(const Storage& storage);
  Place element(Place base, const lang::Expr& index, const Environment& env);
  static Place field(Place base, std::size_t field);
  void protect(Place& place, lang::SourceRange range);
  static void require_writable(const Place& place, lang::SourceRange range);
  Operand load(const Place& place, lang::SourceRange range);
  Address address_of(const Place& place, Space space, lang::SourceRange range);

  // clocks (compile_clock.cpp)
  void assign_clock(const Place& to, const lang::Expr& e, const Environment& env);
  void clock_source(const lang::Expr& e, const Environment& env, Place& clock, Operand& offset);
  void note_copy(const Place& to, const Place& from, std::uint32_t count, ValueRange offset, lang::SourceRange range);
  std::optional<StaticReset> static_copy(std::uint32_t target, const lang::Expr& e, const Environment& env);
  Operand clock_number(const lang::Expr& e, const Environment& env);

  // calls (compile_call.cpp)
  struct Argument {
    Operand operand;                 // scalar by value
    const Layout* layout = nullptr;  // block by value: of what stands at `address`
    Address address = 0;             // block by value, or reference
    Address clock = 0;               // reference to clocks
  };
  Operand call(const lang::Expr& e, const Environment& env);
  Place call_place(const lang::Expr& e, const Environment& env);
  void call_effect(const lang::Expr& e, const Environment& env);
  Operand builtin(const lang::Expr& e, const Environment& env);
  Function& called_function(const lang::Expr& e, const Environment& env);
  std::vector<Argument> arguments(const lang::Expr& e, const Function& f, const Environment& env);
  Argument value_argument(const lang::Expr& e, const Storage& parameter, bool is_fixed, const Environment& env);
  Argument reference_argument(const lang::Expr& e, const Storage& parameter, bool is_const, const Environment& env);
  void invoke(const Function& f, std::span<const Argument> arguments, const lang::Expr& e);
  void pass(const Argument& argument, const Storage& parameter, lang::SourceRange range);
  std::optional<std::int32_t> folded(const Function& f, std::span<const Argument> arguments, const lang::Expr& e);

  // functions (compile_function.cpp)
  Function& function(const lang::Symbol& symbol, const Environment& env);
  void new_function(const lang::Symbol& symbol, const Environment& env);
  void compile_function(Function& f);
  void statement(const lang::Statement& s, const Environment& env);
  void block(const lang::Statement& s, const Environment& env);
  void return_statement(const lang::Statement& s, const Environment& env);
  void if_statement(const lang::Statement& s, const Environment& env);
  void loop_statement(const lang::Statement& s, const Environment& env);
  void iterate_statement(const lang::Statement& s, const Environment& env);
  Operand condition(std::span<lang::Expr* const> list, const Environment& env);
  void expression_statement(const lang::Expr& e, const Environment& env);
  Storage frame_storage(const Layout& layout, lang::SourceRange range);

  // layouts (compile_layout.cpp)
  const Layout* layout(const lang::Type& type, const Environment& environment, bool is_in_constant);

  // initial values (compile_initial.cpp)
  void local_variables(const lang::Declaration& d, Environment& env);
  void initialise(const Place& to, const lang::Initializer* init, const Environment& env, lang::SourceRange range);
  void flatten(const lang::Initializer* init, const Layout& layout, const Environment& env, InitialValues& out);
  void flatten_leaf(const lang::Initializer* init, const Layout& layout, const Environment& env, InitialValues& out);
  void flatten_whole(const lang::Initializer& init, const Layout& layout, const Environment& env, InitialValues& out);

  LayoutTable& layouts_;
  const ProcessTable* processes_ = nullptr;
  Function* function_ = nullptr;             // the function whose body is compiled; null: a program
  const Environment* known_only_ = nullptr;  // names in this environment and those around it must be constants
  // Functions by symbol and the environment they see.
  std::unordered_map<const lang::Symbol*, std::unordered_map<const Environment*, std::unique_ptr<Function>>> functions_;
  std::unique_ptr<Evaluator> evaluator_;
  std::uint64_t constant_budget_;
  std::uint64_t folding_budget_;
  std::vector<std::pair<const lang::Expr*, const ProcessEntry*>> pinned_;  // choices made for P(…) with computed i
  std::deque<std::vector<std::int32_t>> constants_;                        // values of local constants
};

// While a Scope lives, code goes to an emission of its own.
class Compiler::Scope {
 public:
  Scope(Compiler& compiler, Function* function, const Environment* known_only = nullptr)
      : compiler_(compiler),
        emission_(compiler, function != nullptr),
        outer_function_(compiler.function_),
        outer_known_only_(compiler.known_only_) {
    compiler.function_ = function;
    compiler.known_only_ = known_only;
  }
  ~Scope() {
    compiler_.function_ = outer_function_;
    compiler_.known_only_ = outer_known_only_;
  }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Compiler& compiler_;
  EmissionScope emission_;
  Function* outer_function_;
  const Environment* outer_known_only_;
};

}  // namespace zonda::model
