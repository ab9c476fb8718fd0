// Computes an operation on two 32-bit integers, or says why it has no result. The evaluator and the constant folder
// share this code, so that an expression has the same value whenever it is computed.
//
// Sums, differences, products, powers and negations that leave 32 bits wrap around, as in UPPAAL: the result is the
// number of 32 bits that differs from the exact one by a multiple of 2^32. Shifts work on the bits and drop what they
// push out. The one quotient that leaves 32 bits, -2147483648 / -1, is an error like a division by zero: processors
// trap on both, so no tool has an answer that could be agreed with.
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

[[nodiscard]] inline std::int32_t wrapped(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

namespace detail {

// The power modulo 2^32, by squaring: the exponent may be large.
[[nodiscard]] inline EvalErrorKind power(std::int64_t x, std::int64_t y, std::int64_t& result) {
  if (y < 0) return EvalErrorKind::NegativeExponent;
  std::uint32_t product = 1;
  auto square = static_cast<std::uint32_t>(x);
  for (; y > 0; y /= 2, square *= square)
    if (y % 2 != 0) product *= square;
  result = product;
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
      if (!fits_in_32_bits(result)) return EvalErrorKind::Overflow;
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
  out = wrapped(result);
  return EvalErrorKind::None;
}

}  // namespace zonda::model
