// Compiles expressions and functions of a checked model to Code. Used by the builder only.
//
// Names are looked up in an Environment: constants have values, variables have places. A construct outside symbolic
// verification throws Unsupported; the builder decides what that makes impossible.
#pragma once

#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "lang/check.hpp"
#include "lang/symbol.hpp"
#include "model/code.hpp"
#include "model/evaluator.hpp"
#include "model/layout.hpp"

namespace zonda::model {

// Thrown for a construct that symbolic verification cannot handle.
struct Unsupported {
  std::string feature;
  lang::SourceRange range;
};

// Thrown for an error of the user that only shows when sizes and constants are known.
struct BuildError {
  std::string message;
  lang::SourceRange range;
};

// What a name stands for.
struct Storage {
  enum class Kind : std::uint8_t {
    Constant,   // `values`
    Memory,     // cells, clocks and channels from `base` on
    Reference,  // the cells at `base` hold the addresses of what is meant (parameters of functions)
    Ghost,      // double, string, hybrid clock
  };
  Kind kind = Kind::Memory;
  const Layout* layout = nullptr;
  Size base;
  std::span<const std::int32_t> values;
  bool is_meta = false;
};

struct Environment {
  static constexpr std::int32_t kNested = -2;
  const Environment* parent = nullptr;
  std::int32_t owner = kNested;  // -1: the globals; a template's index: a process of it
  std::unordered_map<const lang::Symbol*, Storage> names;

  [[nodiscard]] const Storage* find(const lang::Symbol* symbol) const;
};

// Processes by template symbol, for P.x and P(i).x in queries.
struct ProcessEntry {
  std::uint32_t process = 0;
  std::vector<std::int32_t> arguments;
  const Environment* environment = nullptr;
};
using ProcessTable = std::unordered_map<const lang::Symbol*, std::vector<ProcessEntry>>;

// A value while it is compiled: known, or in a cell.
struct Operand {
  bool is_constant = false;
  std::int32_t value = 0;
  Address cell = 0;
  // What is known of the value; saves range checks.
  std::int32_t lower = std::numeric_limits<std::int32_t>::min();
  std::int32_t upper = std::numeric_limits<std::int32_t>::max();

  static Operand constant(std::int32_t v) { return {true, v, 0, v, v}; }
  static Operand truth(Address cell) { return {false, 0, cell, 0, 1}; }
};

// A place in memory while it is compiled: fixed parts and indices that are computed.
struct Place {
  struct Term {
    Address index = 0;  // counts from 0
    Size stride;
  };
  Storage::Kind kind = Storage::Kind::Memory;
  const Layout* layout = nullptr;
  Size base;
  std::span<const std::int32_t> values;  // Constant
  std::optional<Size> reference;         // Reference: the cells that hold the addresses
  std::vector<Term> terms;
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

// Types with their bounds evaluated, shared by all compilers of one build.
class LayoutTable {
 public:
  explicit LayoutTable(std::vector<std::unique_ptr<Layout>>& storage) : storage_(storage) {}
  const Layout* add(Layout layout);

 private:
  std::vector<std::unique_ptr<Layout>>& storage_;
};

class Compiler {
 public:
  // `state_cells` cells are reserved for the state at the start of the memory.
  Compiler(Code& code, LayoutTable& layouts, std::uint32_t state_cells);

  void set_processes(const ProcessTable* processes) { processes_ = processes; }

  // An expression for its value. Constant where it can be told now.
  IntExpr integer(const lang::Expr& e, const Environment& environment);
  // The conjunction of conditions, in order, with short circuit.
  IntExpr all_of(std::span<const Signed> list, const Environment& environment);
  IntExpr all_clauses(std::span<const Clause> clauses);
  // Expressions for their effects.
  IntExpr effects(std::span<lang::Expr* const> list, const Environment& environment);
  // A value that must be known now.
  std::int32_t constant(const lang::Expr& e, const Environment& environment);
  std::vector<std::int32_t> constant_values(const lang::Initializer* init, const Layout& layout,
                                            const Environment& environment);
  const Layout* layout(const lang::Type& type, const Environment& environment);
  // Where the expression is, with all indices known: arguments for reference parameters.
  Storage static_storage(const lang::Expr& e, const Environment& environment);
  // Number of the channel or clock that the expression names.
  IntExpr channel(const lang::Expr& e, const Environment& environment);
  ClockTerm clock_term(const lang::Expr& e, const Environment& environment);
  IntExpr sum(std::span<const Signed> addends, const Environment& environment);
  // A known assignment to a clock, if the expression is just that.
  struct StaticReset {
    std::uint32_t clock = 0;
    std::uint32_t source = 0;
    std::int32_t offset = 0;
  };
  std::optional<StaticReset> static_reset(const lang::Expr& e, const Environment& environment);
  [[nodiscard]] bool has_clock_code() const { return has_clock_code_; }
  void clear_clock_code() { has_clock_code_ = false; }
  [[nodiscard]] const std::vector<std::uint32_t>& copied_clocks() const { return copied_clocks_; }
  [[nodiscard]] bool has_dynamic_clock_copy() const { return has_dynamic_clock_copy_; }

  // A cell that lives as long as the code.
  Address new_cell(std::int32_t initial = 0);

  Evaluator& evaluator();

 private:
  struct Function {
    std::uint32_t start = 0;
    std::vector<Storage> parameters;
    Storage result;
    std::uint32_t depth = 0;
    std::unique_ptr<Environment> environment;
    bool is_unsupported = false;
    Unsupported unsupported;
  };
  struct FunctionContext {
    Function* function = nullptr;
    const lang::FunctionInfo* info = nullptr;
  };

  // emitting (compiler.cpp)
  std::uint32_t emit(Opcode op, Address a, Address b, Address c, lang::SourceRange range);
  void patch(std::uint32_t at) { code_.instructions[at].a = here(); }
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code_.instructions.size()); }
  Address cell_of(const Operand& operand);
  Address constant_cell(std::int32_t value);
  Address temporary();
  Operand to_temporary(const Operand& operand, lang::SourceRange range);
  std::uint32_t range_index(std::int32_t lower, std::int32_t upper);
  Address constant_block(std::span<const std::int32_t> values);
  template <typename F>
  IntExpr program(F&& emit_body);
  IntExpr finish(std::uint32_t start, const Operand& result);
  void roll_back(std::uint32_t start);
  Operand truth_of(const lang::Expr& e, bool is_negative, const Environment& env);

  // expressions (compile_expression.cpp)
  Operand value(const lang::Expr& e, const Environment& env);
  Operand unary(const lang::Expr& e, const Environment& env);
  Operand binary(const lang::Expr& e, const Environment& env);
  Operand arithmetic(lang::Operator op, const Operand& a, const Operand& b, lang::SourceRange range);
  Operand logical(const lang::Expr& e, const Environment& env);
  Operand conditional(const lang::Expr& e, const Environment& env);
  Operand quantifier(const lang::Expr& e, const Environment& env);
  Operand unrolled_quantifier(const lang::Expr& e, const Layout& range, const Environment& env);
  Operand looped_quantifier(const lang::Expr& e, const Layout& range, const Environment& env);
  Operand builtin(const lang::Expr& e, const Environment& env);
  Operand assign(const lang::Expr& e, const Environment& env);
  Operand assign_block(const lang::Expr& e, const Place& to, const Environment& env);
  Operand step(const lang::Expr& e, const Environment& env);
  Operand compare_blocks(const lang::Expr& e, const Environment& env);
  Operand over_processes(const lang::Expr& e, const lang::Expr& dynamic_call, const Environment& env);
  Operand process_member(const lang::Expr& e, const Environment& env);
  // The first P(…) in the expression whose arguments are not known, if any.
  const lang::Expr* dynamic_process(const lang::Expr& e, const Environment& env);
  void assign_clock(const lang::Expr& e, const Place& to, const Environment& env);

  // places (compile_place.cpp)
  Place place(const lang::Expr& e, const Environment& env);
  Place place_of(const Storage& storage);
  Place element(Place base, const lang::Expr& index, const Environment& env);
  Place field(Place base, std::size_t field);
  Operand load(const Place& place, lang::SourceRange range);
  void store(const Place& place, const Operand& value, lang::SourceRange range);
  Operand converted(const Operand& value, const Layout& layout, lang::SourceRange range);
  Address address_of(const Place& place, Space space, lang::SourceRange range);
  IntExpr number_of(const Place& place, Space space, lang::SourceRange range);
  bool is_ghost_write(const lang::Expr& e, const Environment& env);
  const ProcessEntry* find_process(const lang::Expr& e, const Environment& env);
  std::optional<std::int32_t> known(const lang::Expr& e, const Environment& env);

  // functions (compile_function.cpp)
  Operand call(const lang::Expr& e, const Environment& env);
  Operand call_value(const lang::Expr& e, const Environment& env, Place* result_place);
  Function& function(const lang::Symbol& symbol, const Environment& env);
  void compile_body(Function& f, const lang::FunctionInfo& info);
  void statement(const lang::Statement& s, Environment& env);
  void local_variables(const lang::Declaration& d, Environment& env);
  void initialise(const Place& to, const lang::Initializer* init, const Environment& env, lang::SourceRange range);
  Operand condition(std::span<lang::Expr* const> list, const Environment& env);
  void expression_statement(const lang::Expr& e, const Environment& env);
  Storage frame_storage(const Layout& layout);
  std::optional<Operand> folded_call(const lang::Expr& e, const lang::FunctionInfo& info, const Environment& env);
  struct Argument {
    Operand operand;       // scalar by value
    Address address = 0;   // block by value, or reference
    Address clock = 0;     // reference to clocks
  };
  Argument argument(const lang::Expr& e, const Storage& parameter, bool is_fixed, const Environment& env);
  void pass(const Argument& argument, const Storage& parameter, lang::SourceRange range);
  const Environment& owner_of(const lang::Symbol& symbol, const Environment& env) const;
  void flatten(const lang::Initializer* init, const Layout& layout, const Environment& env,
               std::vector<std::int32_t>& out);

  [[nodiscard]] static bool has_effects(const lang::Expr& e);

  Code& code_;
  LayoutTable& layouts_;
  const ProcessTable* processes_ = nullptr;
  std::unordered_map<std::int32_t, Address> constant_cells_;
  std::unordered_map<const std::int32_t*, Address> constant_blocks_;
  std::vector<Address> temporaries_;
  std::size_t next_temporary_ = 0;
  // Functions by symbol and the environment they see.
  std::unordered_map<const lang::Symbol*, std::unordered_map<const Environment*, std::unique_ptr<Function>>> functions_;
  FunctionContext context_;
  std::uint32_t depth_ = 0;  // of calls in what is being compiled
  std::vector<std::uint32_t> return_jumps_;
  bool has_clock_code_ = false;
  bool functions_made_ = false;  // a function was compiled in the middle of a program
  bool has_dynamic_clock_copy_ = false;
  std::vector<std::uint32_t> copied_clocks_;
  std::unique_ptr<Evaluator> evaluator_;
  std::vector<std::pair<const lang::Expr*, const ProcessEntry*>> pinned_;  // choices made for P(…) with computed i
  std::deque<std::vector<std::int32_t>> constants_;                        // values of local constants
};

// Functions that `emit_body` meets for the first time are compiled right away, in the middle of this program; a jump
// around them would cost time at every run, so the body is emitted twice in that (rare) case: the first time makes
// the functions, the second time finds them.
template <typename F>
IntExpr Compiler::program(F&& emit_body) {
  for (;;) {
    next_temporary_ = 0;
    depth_ = 0;
    const std::uint32_t start = here();
    const bool had_clock_code = has_clock_code_;
    functions_made_ = false;
    Operand result;
    try {
      result = emit_body();
    } catch (...) {
      roll_back(start);
      functions_made_ = false;
      throw;
    }
    if (!functions_made_) return finish(start, result);
    has_clock_code_ = had_clock_code;
  }
}

}  // namespace zonda::model
