// Arithmetic on evenly spaced sets of integers.
#include "analysis/numbers.hpp"

#include "model/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <optional>

namespace zonda::analysis {

using model::Opcode;

namespace {

// The result of an operation that is exact as long as it fits in 32 bits.
Numbers fitted(std::int64_t lower, std::int64_t upper, std::int64_t stride) {
  if (!model::fits_in_32_bits(lower) || !model::fits_in_32_bits(upper)) return Numbers::all();
  return Numbers::spaced(lower, upper, stride);
}

Numbers hull_of(std::initializer_list<std::int64_t> values) {
  const auto [lower, upper] = std::minmax(values);
  return fitted(lower, upper, 1);
}

Numbers product(const Numbers& a, const Numbers& b) {
  if (a.is_one() || b.is_one()) {
    const std::int64_t factor = a.is_one() ? a.lower : b.lower;
    const Numbers& other = a.is_one() ? b : a;
    const std::int64_t x = factor * other.lower;
    const std::int64_t y = factor * other.upper;
    return fitted(std::min(x, y), std::max(x, y), std::abs(factor) * other.stride);
  }
  return hull_of({a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper});
}

// Division cuts the fraction off. Among divisors of one sign the extreme quotients belong to extreme operands.
Numbers quotient(const Numbers& a, const Numbers& b) {
  const auto part = [&](const Numbers& d) {
    if (d.is_none()) return Numbers::none();
    return hull_of({a.lower / d.lower, a.lower / d.upper, a.upper / d.lower, a.upper / d.upper});
  };
  return join(part(clamped(b, Numbers::kLowest, -1)), part(clamped(b, 1, Numbers::kHighest)));
}

// A remainder has the sign of the dividend.
Numbers remainder(const Numbers& a, const Numbers& b) {
  if (b.is_one(0)) return Numbers::none();
  const std::int64_t most = std::max(std::abs(b.lower), std::abs(b.upper)) - 1;
  if (b.is_one() && a.lower >= 0 && a.lower / (most + 1) == a.upper / (most + 1))
    return Numbers::spaced(a.lower % (most + 1), a.upper % (most + 1), a.stride);
  return Numbers::between(a.lower < 0 ? -std::min(most, -a.lower) : 0, a.upper > 0 ? std::min(most, a.upper) : 0);
}

Numbers absolute(const Numbers& a) {
  if (a.lower >= 0) return a;
  if (a.upper <= 0) return negated(a);
  return fitted(0, std::max(-a.lower, a.upper), 1);
}

// x to the power of y, or nothing where that does not fit in 32 bits.
std::optional<std::int64_t> exact_power(std::int64_t x, std::int64_t y) {
  if (x == 0 || x == 1) return y == 0 ? 1 : x;
  std::int64_t result = 1;
  for (; y > 0; --y) {
    result *= x;
    if (!model::fits_in_32_bits(result)) return std::nullopt;
  }
  return result;
}

Numbers power(const Numbers& a, const Numbers& b) {
  const Numbers exponent = clamped(b, 0, Numbers::kHighest);
  if (exponent.is_none()) return exponent;
  if (a.lower < 0) return Numbers::all();
  const auto least = exact_power(a.lower, exponent.lower);
  const auto most = exact_power(a.upper, exponent.upper);
  if (!least || !most) return Numbers::all();
  // 0 to the power of 0 is 1, and to any other it is 0.
  if (a.lower == 0) return Numbers::between(exponent.is_one(0) ? 1 : 0, std::max<std::int64_t>(1, *most));
  return Numbers::between(*least, *most);
}

Numbers shifted_left(const Numbers& a, const Numbers& b) {
  const Numbers by = clamped(b, 0, 31);
  if (by.is_none()) return by;
  if (a.lower < 0 || !model::fits_in_32_bits(a.upper << by.upper)) return Numbers::all();
  return Numbers::between(a.lower << by.lower, a.upper << by.upper);
}

Numbers shifted_right(const Numbers& a, const Numbers& b) {
  const Numbers by = clamped(b, 0, 31);
  if (by.is_none()) return by;
  return hull_of({a.lower >> by.lower, a.lower >> by.upper, a.upper >> by.lower, a.upper >> by.upper});
}

Numbers bits(Opcode op, const Numbers& a, const Numbers& b) {
  if (op == Opcode::BitAnd && (a.lower >= 0 || b.lower >= 0)) {
    const std::int64_t x = a.lower >= 0 ? a.upper : Numbers::kHighest;
    const std::int64_t y = b.lower >= 0 ? b.upper : Numbers::kHighest;
    return Numbers::between(0, std::min(x, y));
  }
  if (op == Opcode::BitAnd || a.lower < 0 || b.lower < 0) return Numbers::all();
  const auto widest = static_cast<std::uint64_t>(std::max(a.upper, b.upper));
  const auto most = static_cast<std::int64_t>((std::uint64_t{1} << std::bit_width(widest)) - 1);
  return Numbers::between(op == Opcode::BitOr ? std::max(a.lower, b.lower) : 0, most);
}

Numbers truth(bool may_be_false, bool may_be_true) {
  return Numbers::between(may_be_false ? 0 : 1, may_be_true ? 1 : 0);
}

}  // namespace

Numbers Numbers::spaced(std::int64_t lower, std::int64_t upper, std::int64_t stride) {
  if (lower > upper) return none();
  if (stride == 0 || upper - lower < stride) return one(lower);
  return {lower, upper - (upper - lower) % stride, stride};
}

bool Numbers::contains(const Numbers& other) const {
  if (other.is_none()) return true;
  if (!has(other.lower) || !has(other.upper)) return false;
  return stride <= 1 || other.stride % stride == 0;
}

Numbers join(const Numbers& a, const Numbers& b) {
  if (a.is_none()) return b;
  if (b.is_none()) return a;
  const std::int64_t stride = std::gcd(std::gcd(a.stride, b.stride), std::abs(a.lower - b.lower));
  return Numbers::spaced(std::min(a.lower, b.lower), std::max(a.upper, b.upper), stride);
}

Numbers clamped(const Numbers& a, std::int64_t lower, std::int64_t upper) {
  if (a.is_none() || lower > a.upper || upper < a.lower) return Numbers::none();
  std::int64_t first = a.lower;
  if (lower > a.lower && a.stride > 0) first += (lower - a.lower + a.stride - 1) / a.stride * a.stride;
  return Numbers::spaced(first, std::min(a.upper, upper), a.stride);
}

Numbers meet(const Numbers& a, const Numbers& b) {
  if (b.is_none()) return b;
  if (b.is_one()) return a.has(b.lower) ? b : Numbers::none();
  return clamped(a, b.lower, b.upper);
}

Numbers without(const Numbers& a, std::int64_t value) {
  if (a.is_one(value)) return Numbers::none();
  if (a.lower == value) return Numbers::spaced(a.lower + a.stride, a.upper, a.stride);
  if (a.upper == value) return Numbers::spaced(a.lower, a.upper - a.stride, a.stride);
  return a;
}

Numbers plus(const Numbers& a, const Numbers& b) {
  if (a.is_none() || b.is_none()) return Numbers::none();
  return fitted(a.lower + b.lower, a.upper + b.upper, std::gcd(a.stride, b.stride));
}

Numbers minus(const Numbers& a, const Numbers& b) {
  if (a.is_none() || b.is_none()) return Numbers::none();
  return fitted(a.lower - b.upper, a.upper - b.lower, std::gcd(a.stride, b.stride));
}

Numbers negated(const Numbers& a) { return a.is_none() ? a : fitted(-a.upper, -a.lower, a.stride); }

Numbers computed(Opcode op, const Numbers& a, const Numbers& b) {
  const bool has_one_operand = op == Opcode::Negate || op == Opcode::Abs;
  if (a.is_none() || (!has_one_operand && b.is_none())) return Numbers::none();
  switch (op) {
    case Opcode::Negate:
      return negated(a);
    case Opcode::Abs:
      return absolute(a);
    case Opcode::Add:
      return plus(a, b);
    case Opcode::Subtract:
      return minus(a, b);
    case Opcode::Multiply:
      return product(a, b);
    case Opcode::Divide:
      return quotient(a, b);
    case Opcode::Modulo:
      return remainder(a, b);
    case Opcode::Power:
      return power(a, b);
    case Opcode::Minimum:
    case Opcode::Maximum: {
      const std::int64_t stride = std::gcd(std::gcd(a.stride, b.stride), std::abs(a.lower - b.lower));
      if (op == Opcode::Minimum) return Numbers::spaced(std::min(a.lower, b.lower), std::min(a.upper, b.upper), stride);
      return Numbers::spaced(std::max(a.lower, b.lower), std::max(a.upper, b.upper), stride);
    }
    case Opcode::Less:
      return truth(a.upper >= b.lower, a.lower < b.upper);
    case Opcode::LessEqual:
      return truth(a.upper > b.lower, a.lower <= b.upper);
    case Opcode::Equal:
    case Opcode::NotEqual: {
      const bool may_be_equal = !meet(a, b).is_none() && !meet(b, a).is_none();
      const bool may_differ = !a.is_one() || !b.is_one() || a.lower != b.lower;
      return op == Opcode::Equal ? truth(may_differ, may_be_equal) : truth(may_be_equal, may_differ);
    }
    default:
      break;
  }
  if (a.is_one() && b.is_one()) {
    std::int32_t value = 0;
    const bool works = model::compute(op, a.lower, b.lower, value) == model::EvalErrorKind::None;
    return works ? Numbers::one(value) : Numbers::none();
  }
  switch (op) {
    case Opcode::ShiftLeft:
      return shifted_left(a, b);
    case Opcode::ShiftRight:
      return shifted_right(a, b);
    case Opcode::BitAnd:
    case Opcode::BitOr:
    case Opcode::BitXor:
      return bits(op, a, b);
    default:
      return Numbers::all();
  }
}

}  // namespace zonda::analysis
