// Runs compiled expressions. Each thread has its own evaluator, which owns the memory. Running allocates nothing.
#pragma once

#include "model/arithmetic.hpp"
#include "model/code.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace zonda::model {

struct EvalError {
  EvalErrorKind kind = EvalErrorKind::None;
  lang::SourceRange range;  // the subexpression
  std::int32_t value = 0;   // the offending value; Endless: the budget
  ValueRange allowed;       // OutOfRange, IndexOutOfRange
};

// 'value 4 is outside [0,3]', …
[[nodiscard]] std::string describe(const EvalError& error);

// The value of a clock after an update: a number, or the earlier value of some clock plus a number. A number alone is
// never negative; whether a clock plus a number is negative depends on the clocks' values.
struct ClockValue {
  static constexpr std::uint32_t kNumber = 0;  // the reference clock: its value is always 0
  std::uint32_t source = kNumber;
  std::int32_t offset = 0;
  friend bool operator==(const ClockValue&, const ClockValue&) = default;
};

class Evaluator {
 public:
  // Loop iterations and calls one run may take (large copies count too): a function that does not end is an error, not
  // a hang.
  static constexpr std::uint64_t kDefaultBudget = 50'000'000;

  explicit Evaluator(const Code& code);

  // Adopts code and constants that were added since the last call.
  void extend();

  [[nodiscard]] std::span<std::int32_t> memory() { return memory_; }
  [[nodiscard]] std::span<const std::int32_t> memory() const { return memory_; }
  void set_budget(std::uint64_t iterations) { budget_ = iterations; }

  // Runs an expression. False on a run-time error, which error() describes; cells written before it keep their values.
  bool run(IntExpr e, std::int32_t& result) {
    switch (e.kind) {
      case IntExpr::Kind::Constant:
        result = e.value;
        return true;
      case IntExpr::Kind::Cell:
        result = memory_[static_cast<Address>(e.value)];
        return true;
      case IntExpr::Kind::Program:
        return seen_.empty() ? run_program<false>(static_cast<std::uint32_t>(e.value), result)
                             : run_program<true>(static_cast<std::uint32_t>(e.value), result);
    }
    return false;
  }
  [[nodiscard]] const EvalError& error() const { return error_; }
  // From now on, every value that a program writes to one of the first cells widens its range here. The ranges must
  // outlive the evaluator.
  void observe(std::span<ValueRange> seen) { seen_ = seen; }
  // How much of the budget the last program took.
  [[nodiscard]] std::uint64_t iterations() const { return budget_ - left_; }

  // Clock assignments of the programs run since the last clear: composed in order, so that each value refers to
  // clocks as they were before.
  void clear_clocks();
  [[nodiscard]] std::span<const std::uint32_t> changed_clocks() const { return changed_; }
  [[nodiscard]] const ClockValue& clock_value(std::uint32_t clock) const { return clock_values_[clock]; }
  // Values 'clock minus a number' that some clock was given during the run, perhaps overwritten later.
  [[nodiscard]] std::span<const ClockValue> risky_copies() const { return risky_; }

 private:
  template <bool kObserves>
  bool run_program(std::uint32_t start, std::int32_t& result);
  void note_result(const Instruction& i);
  bool fail(EvalErrorKind kind, std::uint32_t at, std::int32_t value, ValueRange allowed = {});
  bool fail_arithmetic(EvalErrorKind kind, const Instruction& i, std::uint32_t at);
  bool check_block(const Instruction& i, std::uint32_t at);
  bool copy_clock(const Instruction& i, std::uint32_t at);
  // Takes from the budget; false when there is not enough left.
  bool spend(std::uint64_t amount) {
    const bool is_enough = left_ >= amount;
    left_ = is_enough ? left_ - amount : 0;
    return is_enough;
  }
  [[nodiscard]] std::int32_t budget_value() const {
    return static_cast<std::int32_t>(std::min<std::uint64_t>(budget_, std::numeric_limits<std::int32_t>::max()));
  }
  bool set_clock(std::uint32_t clock, ClockValue value, std::uint32_t at);

  const Code& code_;
  std::vector<std::int32_t> memory_;
  std::vector<std::uint32_t> returns_;
  std::vector<ClockValue> clock_values_;
  std::vector<std::uint32_t> changed_;
  std::vector<bool> is_changed_;
  std::vector<ClockValue> risky_;
  EvalError error_;
  std::span<ValueRange> seen_;
  std::uint64_t budget_ = kDefaultBudget;
  std::uint64_t left_ = kDefaultBudget;
};

}  // namespace zonda::model
