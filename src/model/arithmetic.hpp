// What an operation on two 32-bit integers gives, or why it gives nothing. The evaluator and the constant folder share
// it, so that an expression has one value whenever it is computed.
//
// Sums, differences, products and powers that leave 32 bits are errors, not wrapped: a verdict that rests on a wrapped
// number is worth nothing. Shifts work on the bits and drop what they push out.
#pragma once

#include "model/code.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace zonda::model {

enum class EvalErrorKind : std::uint8_t {
  None,
  OutOfRange,
  IndexOutOfRange,
  DivisionByZero,
  ShiftCount,
  Overflow,
  NegativeExponent,
  NegativeClock,
  AssertionFailed,
  NoSuchProcess,
  Endless,
};

[[nodiscard]] inline bool fits_in_32_bits(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
}

namespace detail {

[[nodiscard]] inline EvalErrorKind power(std::int64_t x, std::int64_t y, std::int64_t& result) {
  if (y < 0) return EvalErrorKind::NegativeExponent;
  result = 1;
  // Bases 0, 1 and -1 never leave the range; any other one does within 32 rounds.
  const std::int64_t rounds = x >= -1 && x <= 1 ? (y == 0 ? 0 : 2 - y % 2) : y;
  for (std::int64_t k = 0; k < rounds; ++k) {
    result *= x;
    if (!fits_in_32_bits(result)) return EvalErrorKind::Overflow;
  }
  return EvalErrorKind::None;
}

}  // namespace detail

// x op y for the operations from Negate to BitXor; those with one operand take x.
[[nodiscard]] inline EvalErrorKind compute(Opcode op, std::int64_t x, std::int64_t y, std::int32_t& out) {
  std::int64_t result = 0;
  switch (op) {
    case Opcode::Negate:
      result = -x;
      break;
    case Opcode::Abs:
      result = x < 0 ? -x : x;
      break;
    case Opcode::Add:
      result = x + y;
      break;
    case Opcode::Subtract:
      result = x - y;
      break;
    case Opcode::Multiply:
      result = x * y;
      break;
    case Opcode::Divide:
    case Opcode::Modulo:
      if (y == 0) return EvalErrorKind::DivisionByZero;
      result = op == Opcode::Divide ? x / y : x % y;
      break;
    case Opcode::Power:
      if (const EvalErrorKind error = detail::power(x, y, result); error != EvalErrorKind::None) return error;
      break;
    case Opcode::ShiftLeft:
    case Opcode::ShiftRight:
      if (y < 0 || y > 31) return EvalErrorKind::ShiftCount;
      result = op == Opcode::ShiftLeft ? static_cast<std::int32_t>(static_cast<std::uint32_t>(x) << y) : x >> y;
      break;
    case Opcode::Minimum:
      result = std::min(x, y);
      break;
    case Opcode::Maximum:
      result = std::max(x, y);
      break;
    case Opcode::Less:
      result = x < y ? 1 : 0;
      break;
    case Opcode::LessEqual:
      result = x <= y ? 1 : 0;
      break;
    case Opcode::Equal:
      result = x == y ? 1 : 0;
      break;
    case Opcode::NotEqual:
      result = x != y ? 1 : 0;
      break;
    case Opcode::BitAnd:
      result = x & y;
      break;
    case Opcode::BitOr:
      result = x | y;
      break;
    case Opcode::BitXor:
      result = x ^ y;
      break;
    default:
      break;
  }
  if (!fits_in_32_bits(result)) return EvalErrorKind::Overflow;
  out = static_cast<std::int32_t>(result);
  return EvalErrorKind::None;
}

}  // namespace zonda::model
