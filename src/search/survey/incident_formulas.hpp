// Formulas that say where something odd happens, so that a trace can be made that ends there.
#pragma once

#include "model/network.hpp"
#include "step/move.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

[[nodiscard]] inline model::Formula deadlock_formula() {
  model::Formula result;
  result.kind = model::Formula::Kind::Deadlock;
  return result;
}

// A formula that holds where all of the conditions do.
[[nodiscard]] inline model::Formula formula_of(std::span<const step::ClockCondition> conditions) {
  model::Formula result;
  result.kind = model::Formula::Kind::And;
  for (const step::ClockCondition& c : conditions) {
    model::Formula one;
    one.kind = model::Formula::Kind::Clock;
    one.clock.left = model::IntExpr::constant(static_cast<std::int32_t>(c.left));
    one.clock.right = model::IntExpr::constant(static_cast<std::int32_t>(c.right));
    one.clock.bound = model::IntExpr::constant(c.value);
    one.clock.is_strict = c.is_strict;
    result.children.push_back(std::move(one));
  }
  return result;
}

// A formula that holds inside one of the zones, which are over these clocks.
template <typename B, typename Clocks>
[[nodiscard]] model::Formula formula_of(const std::vector<zone::Dbm<B>>& zones, const Clocks& clocks) {
  const auto clock = [&](std::size_t i) { return i == 0 ? 0 : static_cast<std::uint32_t>(clocks[i - 1]); };
  model::Formula result;
  result.kind = model::Formula::Kind::Or;
  for (const zone::Dbm<B>& z : zones) {
    std::vector<step::ClockCondition> conditions;
    for (std::size_t i = 0; i < z.dim(); ++i)
      for (std::size_t j = 0; j < z.dim(); ++j)
        if (i != j && z.at(i, j) != zone::kInfinity<B>)
          conditions.push_back({clock(i), clock(j), zone::value_of(z.at(i, j)), zone::is_strict(z.at(i, j))});
    result.children.push_back(formula_of(conditions));
  }
  return result;
}

}  // namespace zonda::search
