// Makes a model smaller as long as it still fails.
#pragma once

#include "hunt/draft.hpp"

#include <functional>

namespace zonda::hunt {

// `still_fails` must be true of the draft; it is true of the result.
[[nodiscard]] Draft shrink(Draft draft, const std::function<bool(const Draft&)>& still_fails);

}  // namespace zonda::hunt
