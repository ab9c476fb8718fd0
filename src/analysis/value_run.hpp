// Runs compiled code on sets of numbers (analysis/numbers.hpp) instead of numbers: the interpreter of the value
// analysis.
//
// All paths are followed at once. Points of the code are visited in the order in which they are written, so that paths
// that meet are joined before they go on; a few that differ in the outcome of a condition are kept apart. A point is a
// place in the code together with the calls that led there and the rounds of the loops around it: loops are unrolled.
// Where that takes too long, code is run again with loops that are not unrolled but widened until nothing changes;
// where that takes too long as well, the code is given up, and its effects may be any.
//
// A branch refines what is known of the operands of its condition, as far as they still have the same values.
#pragma once

#include "analysis/numbers.hpp"
#include "analysis/value_memory.hpp"
#include "model/network.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <unordered_map>
#include <vector>

namespace zonda::analysis {

// What code did to clocks.
struct ClockWrites {
  Numbers numbers;                           // that clocks were set to
  std::map<std::uint32_t, Numbers> offsets;  // by instruction that copies a clock: what it adds
};

class ValueRun {
 public:
  explicit ValueRun(const model::Network& network);

  // What each cell of the network may hold before a run. The caller keeps it, and may change it between runs.
  void set_base(std::span<const Numbers> base) { base_ = base; }
  // Numbers at which widening stops on its way, ascending.
  void set_thresholds(std::span<const std::int64_t> thresholds) { thresholds_ = thresholds; }
  // From now on, notes the state cells that are read, and what is done to clocks; null: no longer.
  void note_reads(std::vector<model::Address>* reads);
  void note_clocks(ClockWrites* clocks) { clocks_ = clocks; }
  // Marks the variables that were given numbers which only a declared range keeps from being more.
  void note_cuts(std::vector<bool>* cuts) { cuts_ = cuts; }

  // Runs the expression from each of the memories and replaces them by those in which it ends, none if it always fails.
  // False: the code is given up, and the memories are as they were.
  [[nodiscard]] bool run(const model::IntExpr& e, std::vector<ValueMemory>& memories);
  // Keeps of the memories what is possible when the expression, which must have no effects, is not 0.
  void assume(const model::IntExpr& e, std::vector<ValueMemory>& memories);
  // What the expression, which must have no effects, may be. Correlations between its parts through variables with few
  // values are taken into account.
  [[nodiscard]] Numbers range(const model::IntExpr& e, const std::vector<ValueMemory>& memories);

  [[nodiscard]] Numbers value(const ValueMemory& memory, model::Address cell) const;
  // Sets a cell before a run, such as that of a select.
  void set(ValueMemory& memory, model::Address cell, const Numbers& value) { (void)write(memory, cell, value, {}); }
  [[nodiscard]] Numbers widened(const Numbers& old, const Numbers& grown) const;

  // How many instructions were followed since the start.
  [[nodiscard]] std::uint64_t steps() const { return all_steps_; }

 private:
  // A part of the way to a point: a round of a loop, a call, or at the end the instruction itself.
  struct Spot {
    enum class Kind : std::uint8_t { At, Call, Loop };
    std::uint32_t position = 0;  // of the instruction, of the call, of the loop's first instruction
    std::uint32_t end = 0;       // of a loop: where it jumps back
    Kind kind = Kind::At;
    std::uint32_t round = 0;
    // Loops with one beginning lie in one another; the one that ends last is the outer one.
    friend std::strong_ordering operator<=>(const Spot& x, const Spot& y) {
      if (const auto order = x.position <=> y.position; order != 0) return order;
      if (const auto order = y.end <=> x.end; order != 0) return order;
      if (const auto order = x.kind <=> y.kind; order != 0) return order;
      return x.round <=> y.round;
    }
    friend bool operator==(const Spot&, const Spot&) = default;
  };
  using Where = std::vector<Spot>;
  // After an instruction a path goes on with the next one, or elsewhere, or has come to its end, or is impossible.
  enum class Next : std::uint8_t { GoOn, Left, Done, Fails };

  void extend();
  bool explore(std::uint32_t start, const std::vector<ValueMemory>& in, std::vector<ValueMemory>& out);
  void follow(Where where, ValueMemory memory, std::vector<ValueMemory>& out);
  Next step(Where& where, ValueMemory& memory, std::uint32_t& at);
  void arrive(Where& where, std::uint32_t at, std::uint32_t jump_from) const;
  void enqueue(const Where& where, ValueMemory memory);
  bool enter_saturated_loop(const Where& where, std::vector<ValueMemory>& memories);
  void add(std::vector<ValueMemory>& list, ValueMemory memory, std::size_t most);
  [[nodiscard]] ValueMemory joined(const ValueMemory& a, const ValueMemory& b);
  [[nodiscard]] bool is_inside(const ValueMemory& a, const ValueMemory& b) const;

  Numbers read(const ValueMemory& memory, model::Address cell);
  [[nodiscard]] std::uint32_t version(const ValueMemory& memory, model::Address cell) const;
  bool write(ValueMemory& memory, model::Address cell, const Numbers& value, const Origin& origin);
  // The latest write to the cell gave it a value from another cell.
  void mark_cut(ValueMemory& memory, model::Address cell, model::Address from);
  void write_perhaps(ValueMemory& memory, model::Address cell, const Numbers& value);
  bool compute(ValueMemory& memory, const model::Instruction& i);
  bool load(ValueMemory& memory, const model::Instruction& i);
  bool store(ValueMemory& memory, const model::Instruction& i);
  bool copy(ValueMemory& memory, const model::Instruction& i);
  bool equal_blocks(ValueMemory& memory, const model::Instruction& i);
  void note_clock(const ValueMemory& memory, const model::Instruction& i, std::uint32_t at);
  // The addresses that the numbers are, within the memory; none if there are too many to look at.
  [[nodiscard]] Numbers addresses(const Numbers& numbers, std::uint32_t cells) const;

  // Learns that the cell holds one of the numbers. False: it cannot.
  bool refine(ValueMemory& memory, model::Address cell, const Numbers& in);
  bool refine_truth(ValueMemory& memory, model::Address cell, bool is_true);
  bool refine_operands(ValueMemory& memory, const Origin& origin, const Numbers& result);
  bool refine_comparison(ValueMemory& memory, const Origin& origin, bool is_true);
  bool refine_index(ValueMemory& memory, const Origin& origin, const Numbers& result);
  [[nodiscard]] bool has_operand(const ValueMemory& memory, model::Address cell, std::uint32_t was) const {
    return version(memory, cell) == was;
  }
  void split_over_few_values(const model::IntExpr& e, const ValueMemory& memory, Numbers& result);

  [[nodiscard]] bool is_state(model::Address cell) const { return cell < network_.cells.size(); }

  const model::Network& network_;
  std::span<const Numbers> base_;
  std::span<const std::int64_t> thresholds_;
  // Of the code: where jumps lead, and by first instruction where loops jump back from, the last one first.
  std::vector<bool> is_target_;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> loops_;
  std::size_t known_code_ = 0;

  std::map<Where, std::vector<ValueMemory>> queue_;
  struct Head {
    ValueMemory memory;
    std::uint32_t times = 0;
  };
  std::map<Where, Head> heads_;
  std::uint32_t most_rounds_ = 0;
  std::size_t most_memories_ = 0;
  std::uint64_t steps_left_ = 0;
  std::uint64_t all_steps_ = 0;
  bool is_lost_ = false;
  std::uint32_t next_version_ = 1;
  int depth_ = 0;  // of refinement

  std::vector<model::Address>* reads_ = nullptr;
  std::vector<std::uint32_t> read_stamps_;
  std::uint32_t read_stamp_ = 0;
  ClockWrites* clocks_ = nullptr;
  std::vector<bool>* cuts_ = nullptr;
};

}  // namespace zonda::analysis
