// Runs compiled code on intervals instead of numbers, along every path through it. Each path ends with what it learned
// about the values of variables before the run, what they are afterwards in terms of these, and which clocks it may
// have set. A value that is not understood may be anything; code with too many paths or steps is given up.
#pragma once

#include "analysis/interval.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace zonda::analysis {

// What is known of a cell when a test came out one way: it lies in `in`, and if has_hole it is not `hole`.
struct Finding {
  Interval in = Interval::all();
  bool has_hole = false;
  std::int64_t hole = 0;
};

// A value during the run. It is a number of an interval (Number); or the value of a variable before the run plus such a
// number (Sum); or the outcome of a test of the value of a variable before the run (Test).
struct AbstractValue {
  enum class Kind : std::uint8_t { Number, Sum, Test };
  Kind kind = Kind::Number;
  Interval number = Interval::all();
  model::Address cell = 0;
  Finding if_true;
  Finding if_false;

  static AbstractValue of(Interval i) { return {Kind::Number, i, 0, {}, {}}; }
  static AbstractValue sum(model::Address cell, Interval i) { return {Kind::Sum, i, cell, {}, {}}; }
};

struct AbstractPath {
  std::map<model::Address, AbstractValue> memory;  // the cells that were written
  std::map<model::Address, Interval> before;       // what variables must have been before the run
  std::vector<std::uint32_t> clocks;               // the clocks that may have been set
  bool sets_any_clock = false;
  AbstractValue result;

  std::uint32_t at = 0;                // the next instruction
  std::vector<std::uint32_t> returns;  // where calls return to
};

class AbstractRun {
 public:
  explicit AbstractRun(const model::Network& network) : network_(network) {}

  // Finds all paths through the expression. Returns false when the code is given up.
  bool run(const model::IntExpr& e, std::vector<AbstractPath>& out);
  // Adds to the path that the value is not 0, or if !is_true that it is 0. Returns false when that is impossible.
  bool assume(AbstractPath& path, const AbstractValue& value, bool is_true) const;
  // What the variable may have been before the run.
  [[nodiscard]] Interval before(const AbstractPath& path, model::Address cell) const;
  // The numbers that the value may be.
  [[nodiscard]] Interval numbers(const AbstractPath& path, const AbstractValue& value) const;

 private:
  // After an instruction a path goes on, or has reached its end; or it stops because the code cannot go this way; or
  // the code is given up.
  enum class Next : std::uint8_t { GoOn, Done, Fails, Lost };
  Next step(AbstractPath& path);
  Next branch(AbstractPath& path, const model::Instruction& i);
  Next load(AbstractPath& path, const model::Instruction& i) const;
  Next store(AbstractPath& path, const model::Instruction& i) const;
  Next copy(AbstractPath& path, const model::Instruction& i) const;
  void set_clock(AbstractPath& path, const model::Instruction& i) const;
  [[nodiscard]] AbstractValue read(const AbstractPath& path, model::Address cell) const;
  [[nodiscard]] AbstractValue sum(const AbstractPath& path, model::Address cell, Interval i) const;
  [[nodiscard]] AbstractValue computed(const AbstractPath& path, const model::Instruction& i) const;
  [[nodiscard]] AbstractValue compared(const AbstractPath& path, model::Opcode op, const AbstractValue& x,
                                       const AbstractValue& y) const;
  bool learn(AbstractPath& path, model::Address cell, const Finding& finding) const;
  [[nodiscard]] bool is_variable(model::Address cell) const {
    return cell >= network_.processes.size() && cell < network_.state_cells();
  }

  const model::Network& network_;
  std::vector<AbstractPath> work_;
  std::size_t steps_ = 0;
};

}  // namespace zonda::analysis
