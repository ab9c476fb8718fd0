// What a search looks for.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <functional>
#include <span>

namespace zonda::search {

struct Sought {
  const model::Formula* formula = nullptr;
  bool is_negated = false;   // a state that violates the formula
  bool is_likely = false;    // when it is not found soon, and others are sought too, it is left to a search of its own
  bool asks_for_all = true;  // it could not do with a smaller exploration; others are left when all of these are known
  // Is shown locations and variables of every state that is stored, once at least for each that are different. The
  // formula must say nothing of clocks.
  std::function<void(std::span<const std::int32_t>)> show{};
};

}  // namespace zonda::search
