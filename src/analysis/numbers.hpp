// The abstract domain of the value analysis: sets of 32-bit integers that are evenly spaced, {lower, lower + stride, …,
// upper}. The stride keeps addresses of fields apart: the field of every element of an array of structs is such a set.
//
// Operations give a set that contains every possible result. A sum, difference, product or negation that may leave 32
// bits may be anything, whether the model's arithmetic wraps around or fails there. Operands for which an operation
// fails (a division by zero) contribute nothing, so that the result may be empty.
#pragma once

#include "model/code.hpp"

#include <cstdint>
#include <limits>

namespace zonda::analysis {

struct Numbers {
  std::int64_t lower = 1;
  std::int64_t upper = 0;
  std::int64_t stride = 0;  // 0 for a single number; a divisor of upper - lower otherwise

  static constexpr std::int64_t kLowest = std::numeric_limits<std::int32_t>::min();
  static constexpr std::int64_t kHighest = std::numeric_limits<std::int32_t>::max();
  static constexpr Numbers none() { return {}; }
  static constexpr Numbers all() { return {kLowest, kHighest, 1}; }
  static constexpr Numbers one(std::int64_t value) { return {value, value, 0}; }
  static Numbers between(std::int64_t lower, std::int64_t upper) { return spaced(lower, upper, 1); }
  // The numbers from lower, in steps, that do not exceed upper.
  static Numbers spaced(std::int64_t lower, std::int64_t upper, std::int64_t stride);

  [[nodiscard]] bool is_none() const { return lower > upper; }
  [[nodiscard]] bool is_one() const { return lower == upper; }
  [[nodiscard]] bool is_one(std::int64_t value) const { return lower == value && upper == value; }
  [[nodiscard]] bool has(std::int64_t value) const {
    return lower <= value && value <= upper && (stride <= 1 || (value - lower) % stride == 0);
  }
  [[nodiscard]] bool contains(const Numbers& other) const;
  [[nodiscard]] std::int64_t count() const { return is_none() ? 0 : stride == 0 ? 1 : (upper - lower) / stride + 1; }

  friend bool operator==(const Numbers&, const Numbers&) = default;
};

[[nodiscard]] Numbers join(const Numbers& a, const Numbers& b);
// Those of a that lie between the bounds.
[[nodiscard]] Numbers clamped(const Numbers& a, std::int64_t lower, std::int64_t upper);
[[nodiscard]] Numbers meet(const Numbers& a, const Numbers& b);
// a without the value, where that leaves such a set.
[[nodiscard]] Numbers without(const Numbers& a, std::int64_t value);

[[nodiscard]] Numbers plus(const Numbers& a, const Numbers& b);
[[nodiscard]] Numbers minus(const Numbers& a, const Numbers& b);
[[nodiscard]] Numbers negated(const Numbers& a);

// a op b, for the operations from Negate to BitXor; those with one operand take a.
[[nodiscard]] Numbers computed(model::Opcode op, const Numbers& a, const Numbers& b);

}  // namespace zonda::analysis
