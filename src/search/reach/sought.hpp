// A goal of a search.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace zonda::search {

struct Sought {
  const model::Formula* formula = nullptr;
  bool is_negated = false;   // look for a state that violates the formula
  bool is_likely = false;    // if it is not found early in a shared search, it is left to a search of its own
  bool asks_for_all = true;  // it needs the whole exploration; when all such goals are decided, the others are left
  // Called with the locations and variables of stored states, at least once for each combination of them. The formula
  // must not mention clocks.
  std::function<void(std::span<const std::int32_t>)> show{};
};

}  // namespace zonda::search
