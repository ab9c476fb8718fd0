// Arithmetic on two numbers, as the language reference has it.
#pragma once

#include "lang/syntax.hpp"

#include <cstdint>

namespace zonda::truth {

[[nodiscard]] std::int64_t compute(lang::Operator op, std::int64_t a, std::int64_t b);
// Returns the number as 32 bits hold it: results that leave them wrap around.
[[nodiscard]] std::int64_t in_32_bits(std::int64_t value);

}  // namespace zonda::truth
