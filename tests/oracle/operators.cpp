// Every operator, written from the reference.
#include "oracle/operators.hpp"

#include "oracle/fault.hpp"

#include <cstdlib>
#include <string>

namespace zonda::truth {

using lang::Operator;

// By arithmetic alone: the remainder of a division by 2^32, and half of the remainders stand for negative numbers.
std::int64_t in_32_bits(std::int64_t value) {
  constexpr std::int64_t kRound = std::int64_t{1} << 32;
  std::int64_t rest = value % kRound;
  if (rest < 0) rest += kRound;
  return rest < kRound / 2 ? rest : rest - kRound;
}

namespace {

std::int64_t shift(Operator op, std::int64_t a, std::int64_t b) {
  if (b < 0 || b > 31) throw Fault("a shift by " + std::to_string(b));
  if (op == Operator::ShiftRight) return a >> b;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << static_cast<std::uint32_t>(b));
}

std::int64_t power(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0) throw Fault("a negative exponent");
  if (std::abs(base) <= 1 && exponent > 1) exponent = 2 - exponent % 2;
  // In 32 bits, an even number's powers from the 32nd on are 0.
  if (base % 2 == 0 && exponent > 32) exponent = 32;
  if (exponent > 1'000'000) throw Refused("a power with a large exponent");
  std::int64_t result = 1;
  for (std::int64_t i = 0; i < exponent; ++i) result = in_32_bits(result * base);
  return result;
}

}  // namespace

std::int64_t compute(Operator op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Operator::Add:
      return in_32_bits(a + b);
    case Operator::Subtract:
      return in_32_bits(a - b);
    case Operator::Multiply:
      return in_32_bits(a * b);
    case Operator::Divide:
      if (b == 0) throw Fault("division by zero");
      if (a / b != in_32_bits(a / b)) throw Fault("a quotient beyond 32 bits");
      return a / b;
    case Operator::Modulo:
      if (b == 0) throw Fault("division by zero");
      return a % b;
    case Operator::Power:
      return power(a, b);
    case Operator::ShiftLeft:
    case Operator::ShiftRight:
      return shift(op, a, b);
    case Operator::Minimum:
      return a < b ? a : b;
    case Operator::Maximum:
      return a > b ? a : b;
    case Operator::Less:
      return a < b ? 1 : 0;
    case Operator::LessEqual:
      return a <= b ? 1 : 0;
    case Operator::Greater:
      return a > b ? 1 : 0;
    case Operator::GreaterEqual:
      return a >= b ? 1 : 0;
    case Operator::Equal:
      return a == b ? 1 : 0;
    case Operator::NotEqual:
      return a != b ? 1 : 0;
    case Operator::BitAnd:
      return a & b;
    case Operator::BitOr:
      return a | b;
    case Operator::BitXor:
      return a ^ b;
    default:
      throw Refused("the operator " + std::string(lang::spelling(op)));
  }
}

}  // namespace zonda::truth
