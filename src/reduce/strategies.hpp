// The functions that make the reductions; see reduce/reductions.cpp.
#pragma once

#include "reduce/reductions.hpp"

#include <memory>

namespace zonda::reduce {

[[nodiscard]] std::unique_ptr<Reduction> make_dead_variables(Source& source);

}  // namespace zonda::reduce
