// Arithmetic on two numbers.
#pragma once

#include "lang/syntax.hpp"

#include <cstdint>

namespace zonda::truth {

[[nodiscard]] std::int64_t compute(lang::Operator op, std::int64_t a, std::int64_t b);
// The number itself; a fault if 32 bits do not hold it.
[[nodiscard]] std::int64_t in_32_bits(std::int64_t value);

}  // namespace zonda::truth
