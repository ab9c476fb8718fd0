// Evaluates expressions, updates and functions by walking the syntax tree (U1).
// Nothing is compiled and nothing is shared with src/model.
//
// The reference leaves some choices, which are made as follows. Operands, arguments and parts of lists are evaluated
// from left to right; '&&', '||', 'imply' and '?:' evaluate their right sides only when they must; the place on the
// left of an assignment is found before the value on its right; results beyond 32 bits wrap
// around, but for a quotient, which is a fault.
#pragma once

#include "lang/semantics.hpp"
#include "oracle/region.hpp"
#include "oracle/shape.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace zonda::truth {

// The truth of a condition if nothing is known about the clocks.
enum class Doubt : std::uint8_t { No, Yes, Unknown };

class Interpreter {
 public:
  // --- what the surroundings provide ---
  // The clocks now, and the caps in which tests and settings of clocks are noted; null where clocks cannot be read.
  const Region* region = nullptr;
  Caps* caps = nullptr;
  // For 'P(1).x' and 'P.L' in queries: the scope of a process, and the location that it is in.
  std::function<const Scope&(const lang::Symbol& process, std::span<const std::int64_t> arguments)> process_scope;
  std::function<std::int64_t(const Scope& process)> process_location;
  // The value of 'deadlock' in the current state.
  std::function<bool()> deadlock;
  // Is called for every value that is stored in a cell.
  std::function<void(std::size_t cell, std::int64_t value)> on_store;

  // --- memory ---
  [[nodiscard]] const Shape* shape(const lang::Type& type, const Scope& scope, bool is_constant = false);
  // Declares a variable at the end of memory, with its initial value.
  Place declare(const lang::Type& type, const lang::Initializer* init, const Scope& scope, bool is_constant);
  [[nodiscard]] std::vector<std::int64_t>& cells() { return cells_; }
  // What is declared after this call is temporary: it ends with the evaluation that made it.
  void end_of_declarations();
  // Stores a select value in the cell for the select with this number.
  Place hold(const Shape* shape, std::size_t slot, std::int64_t value);
  // The value of a cell that must not be read.
  static constexpr std::int64_t kUnset = INT64_MIN;

  // --- evaluation; each call stands for itself ---
  std::int64_t evaluate(const lang::Expr& e, const Scope& scope);
  bool holds(const lang::Expr& e, const Scope& scope) { return evaluate(e, scope) != 0; }
  // The same if nothing is known about the clocks. It throws a Fault if that happens for some values of the clocks.
  Doubt holds_for_some_clocks(const lang::Expr& e, const Scope& scope);
  // The clock and the number in a value of the form 'x + 1'.
  struct ClockAndNumber {
    std::size_t clock = 0;
    std::int64_t number = 0;
  };
  ClockAndNumber clock_value(const lang::Expr& e, const Scope& scope);
  // The rates of clocks that an invariant gives, by clock.
  std::map<std::size_t, std::int64_t> rates(const lang::Expr& invariant, const Scope& scope);
  void execute(const lang::Expr& update, const Scope& scope);
  Place place_of(const lang::Expr& e, const Scope& scope);
  // Must be called before the first update of a move.
  void begin_move();
  [[nodiscard]] const Settings& settings() const { return settings_; }

  void store(Place to, std::int64_t number);
  void copy(Place to, Place from);
  [[nodiscard]] std::int64_t read(Place from) const;

 private:
  // The value 'plus - minus + offset', where each clock may be 0 for none.
  struct ClockTerm {
    std::size_t plus = 0;
    std::size_t minus = 0;
    std::int64_t offset = 0;
  };

  // expressions.cpp
  void begin();
  std::int64_t number(const lang::Expr& e, const Scope& scope);
  std::int64_t unary(const lang::Expr& e, const Scope& scope);
  std::int64_t binary(const lang::Expr& e, const Scope& scope);
  std::int64_t quantifier(const lang::Expr& e, const Scope& scope);
  void count_step();
  // places.cpp
  Place place(const lang::Expr& e, const Scope& scope);
  Place member(const lang::Expr& e, const Scope& scope);
  const Scope& process_of(const lang::Expr& e, const Scope& scope);
  Place allocate(const Shape* shape);
  void initialise(Place to, const lang::Initializer& init, const Scope& scope);
  // assignments.cpp
  Place assign(const lang::Expr& e, const Scope& scope);
  Place step(const lang::Expr& e, const Scope& scope, std::int64_t& before);
  void assign_clock(Place to, const lang::Expr& right, const Scope& scope);
  void effect(const lang::Expr& e, const Scope& scope);
  // clocks.cpp
  ClockTerm term(const lang::Expr& e, const Scope& scope);
  bool compare_clocks(const lang::Expr& e, const Scope& scope);
  void add_rates(const lang::Expr& e, const Scope& scope, std::map<std::size_t, std::int64_t>& out);
  Doubt doubt(const lang::Expr& e, const Scope& scope);
  // functions.cpp
  Place call(const lang::Expr& e, const Scope& scope);
  void pass(const lang::Symbol& parameter, const lang::Expr& given, const Scope& scope, Scope& frame);
  bool run(const lang::Statement& s, const Scope& scope, Place result);
  bool condition(std::span<lang::Expr* const> list, const Scope& scope);

  Shapes shapes_;
  std::vector<std::int64_t> cells_;
  std::size_t permanent_ = SIZE_MAX;
  Settings settings_;
  std::uint64_t steps_ = 0;
  std::size_t depth_ = 0;  // how many calls are being run
};

}  // namespace zonda::truth
