// Cuts a zone down to where conditions hold.
#pragma once

#include "search/limits/control.hpp"
#include "step/zone_step.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <cstdlib>
#include <span>

namespace zonda::search {

// Cuts the zone down to where the conditions hold, whose clocks must be active. False: they hold nowhere in it, or the
// search has ended.
template <typename B>
bool narrow(zone::Dbm<B>& zone, std::span<const step::ClockCondition> conditions,
            const step::ZoneOperations& operations, step::ShapeId shape, Control& control) {
  for (const step::ClockCondition& c : conditions) {
    if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return control.end_too_narrow(), false;
    const auto left = static_cast<std::uint32_t>(operations.position(shape, c.left));
    const auto right = static_cast<std::uint32_t>(operations.position(shape, c.right));
    if (!constrain(zone, zone::Constraint<B>{left, right, zone::make_bound<B>(c.value, c.is_strict)})) return false;
    if (!is_within_limit(zone)) return control.end_too_narrow(), false;
  }
  return true;
}

}  // namespace zonda::search
