// Makes a model smaller as long as something stays true of it.
#pragma once

#include "hunt/draft.hpp"

#include <functional>

namespace zonda::hunt {

// `still_fails` is true of `draft` and of what comes back.
[[nodiscard]] Draft shrink(Draft draft, const std::function<bool(const Draft&)>& still_fails);

}  // namespace zonda::hunt
