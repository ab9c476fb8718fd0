// Making state formulas.
#pragma once

#include "model/network.hpp"

#include <vector>

namespace zonda::model {

// True for anything but 0.
[[nodiscard]] Formula truth(std::int32_t value);
// The conjunction or disjunction, with what is known left out and nested ones of the same kind taken in.
[[nodiscard]] Formula join_formulas(bool is_and, std::vector<Formula> parts);
[[nodiscard]] bool mentions_deadlock(const Formula& formula);

}  // namespace zonda::model
