// Making state formulas.
#pragma once

#include "model/network.hpp"

#include <vector>

namespace zonda::model {

// The constant true, or false if the value is 0.
[[nodiscard]] Formula truth(std::int32_t value);
// The conjunction or disjunction; constants are left out, and nested formulas of the same kind are merged.
[[nodiscard]] Formula join_formulas(bool is_and, std::vector<Formula> parts);
[[nodiscard]] bool mentions_deadlock(const Formula& formula);

}  // namespace zonda::model
