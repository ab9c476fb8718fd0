// Running compiled code on intervals instead of numbers, along every path through it. Each path ends with what it
// learned of the variables' values before the run, what they are afterwards in terms of these, and which clocks it may
// have set. Whatever is not understood may be anything; code with too many paths or steps is not understood at all.
#pragma once

#include "analysis/interval.hpp"
#include "model/network.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace zonda::analysis {

// What is known of a cell if a test came out one way: it lies in `in`, and is not `hole` if there is one.
struct Finding {
  Interval in = Interval::all();
  bool has_hole = false;
  std::int64_t hole = 0;
};

// A value: a number of an interval; such a number more than a variable was before the run; or the outcome of a test of
// what a variable was before the run.
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
  std::map<model::Address, AbstractValue> memory;  // cells that were written
  std::map<model::Address, Interval> before;       // what the variables must have been
  std::vector<std::uint32_t> clocks;               // that may have been set
  bool sets_any_clock = false;
  AbstractValue result;

  std::uint32_t at = 0;
  std::vector<std::uint32_t> returns;
};

class AbstractRun {
 public:
  explicit AbstractRun(const model::Network& network) : network_(network) {}

  // All paths through the expression; false when it is not understood.
  bool run(const model::IntExpr& e, std::vector<AbstractPath>& out);
  // The path goes on only if its result is (not) 0; false when it cannot.
  bool assume(AbstractPath& path, const AbstractValue& value, bool is_true) const;
  // What the variable may have been before.
  [[nodiscard]] Interval before(const AbstractPath& path, model::Address cell) const;
  [[nodiscard]] Interval numbers(const AbstractPath& path, const AbstractValue& value) const;

 private:
  enum class Next : std::uint8_t { GoOn, Done, Fails, Lost };
  Next step(AbstractPath& path);
  Next branch(AbstractPath& path, const model::Instruction& i);
  Next load(AbstractPath& path, const model::Instruction& i) const;
  Next store(AbstractPath& path, const model::Instruction& i) const;
  Next copy(AbstractPath& path, const model::Instruction& i) const;
  void set_clock(AbstractPath& path, const model::Instruction& i) const;
  [[nodiscard]] AbstractValue read(const AbstractPath& path, model::Address cell) const;
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
