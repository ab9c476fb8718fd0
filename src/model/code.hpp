// Compiled expressions. Everything that a model computes on integers (guards, bounds, indices, updates, functions)
// becomes three-address code over one flat memory of 32-bit cells:
//
//   [ locations | variables | meta variables | constants, temporaries, frames of functions … ]
//
// Functions cannot recurse, so every function has one fixed frame and every operand is an absolute address: there is
// no stack, no allocation, and no indirection but for arrays and references. The first cells are the discrete state
// in its unpacked form.
#pragma once

#include "lang/source.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace zonda::model {

using Address = std::uint32_t;

enum class Opcode : std::uint8_t {
  Halt,    // result is m[a]
  Move,    // m[a] = m[b]
  Bool,    // m[a] = m[b] != 0
  Not,     // m[a] = m[b] == 0
  Negate,  // m[a] = -m[b]
  Abs,     // m[a] = |m[b]|
  Add,     // m[a] = m[b] + m[c], and so on
  Subtract,
  Multiply,
  Divide,
  Modulo,
  Power,
  ShiftLeft,
  ShiftRight,
  Minimum,
  Maximum,
  Less,
  LessEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitOr,
  BitXor,
  Jump,         // to a
  JumpBack,     // to a, a loop: counted against the budget
  JumpZero,     // to a if m[b] == 0
  JumpNonZero,  // to a if m[b] != 0
  CheckRange,   // m[a] must lie in ranges[c]
  CheckBlock,   // each of the b cells from m[a] on must lie in ranges[c]
  Index,        // m[a] = m[b] - ranges[c].lower, which must lie in ranges[c]
  Load,         // m[a] = m[b + m[c]]
  Store,        // m[b + m[c]] = m[a]
  CopyBlock,    // m[m[a] …] = m[m[b] …], c cells
  EqualBlock,   // m[a] = c cells from m[a] on equal those from m[b] on
  Call,         // the code at a
  Return,
  SetClock,   // clock m[a] := m[b]
  CopyClock,  // clock m[a] := clock m[b] + m[c]; the caller checks that the sum is not negative
  Assert,     // m[a] must not be 0
  NoProcess,  // always fails: no process of the set has these arguments
};

// Whether the instruction puts its result into m[a]. Store and CopyBlock write elsewhere, the others write nothing.
[[nodiscard]] bool has_result(Opcode op);

struct Instruction {
  Opcode op = Opcode::Halt;
  Address a = 0;
  Address b = 0;
  Address c = 0;
};

struct ValueRange {
  std::int32_t lower = 0;
  std::int32_t upper = 0;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

// An integer that is known, or is in a cell, or must be computed. As a condition it holds if it is not 0.
struct IntExpr {
  enum class Kind : std::uint8_t { Constant, Cell, Program };
  Kind kind = Kind::Constant;
  std::int32_t value = 0;  // the constant, the address, or where the program starts
  // Every possible value lies in this range.
  std::int32_t lower = std::numeric_limits<std::int32_t>::min();
  std::int32_t upper = std::numeric_limits<std::int32_t>::max();

  static IntExpr constant(std::int32_t v) { return {Kind::Constant, v, v, v}; }
  [[nodiscard]] bool is_constant() const { return kind == Kind::Constant; }
  [[nodiscard]] bool is_constant(std::int32_t v) const { return kind == Kind::Constant && value == v; }
  friend bool operator==(const IntExpr&, const IntExpr&) = default;
};

// Says that some instruction may set a clock to another clock's value plus a number.
struct ClockCopy {
  std::uint32_t first_target = 0;
  std::uint32_t last_target = 0;
  std::uint32_t first_source = 0;
  std::uint32_t last_source = 0;
  std::int32_t lowest_offset = 0;
  std::int32_t highest_offset = 0;
  lang::SourceRange range;
  friend bool operator==(const ClockCopy&, const ClockCopy&) = default;
};

struct Code {
  std::vector<Instruction> instructions;
  std::vector<lang::SourceRange> places;  // of each instruction, for run-time errors
  std::vector<ValueRange> ranges;
  std::vector<std::int32_t> memory;  // initial contents; also says how many cells there are
  std::vector<bool> is_constant;     // by cell, may be shorter than memory: nothing ever writes to it
  std::uint32_t clocks = 0;          // clocks are numbered from 1; 0 is the reference clock
  std::uint32_t call_depth = 0;      // deepest chain of calls
  std::vector<ClockCopy> clock_copies;
  std::int32_t highest_clock_number = 0;  // the highest number that a clock may be set to
  lang::SourceRange highest_clock_range;

  void mark_constant(Address first, std::size_t cells) {
    if (is_constant.size() < first + cells) is_constant.resize(first + cells, false);
    for (std::size_t i = 0; i < cells; ++i) is_constant[first + i] = true;
  }
  [[nodiscard]] bool holds_constant(Address cell) const { return cell < is_constant.size() && is_constant[cell]; }
};

// Text of the instructions from `start` to the end of that program, for tests and debugging.
[[nodiscard]] std::string disassemble(const Code& code, std::uint32_t start);

}  // namespace zonda::model
