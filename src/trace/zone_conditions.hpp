// Conditions on clocks and exact zones over all clocks, for code that follows a path again.
#pragma once

#include "step/move.hpp"
#include "zone/dbm.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::trace {

using Zone = zone::Dbm<std::int32_t>;
using ZoneConstraint = zone::Constraint<std::int32_t>;

// What to tell the user when a zone is not within the limit.
inline constexpr const char* kTooFar = "clocks grow beyond what zones can hold";

[[nodiscard]] ZoneConstraint constraint_of(const step::ClockCondition& condition);
[[nodiscard]] step::ClockCondition condition_of(const ZoneConstraint& constraint);
[[nodiscard]] std::vector<std::vector<ZoneConstraint>> constraints_of(
    const std::vector<std::vector<step::ClockCondition>>& guards);
// All finite bounds of the zone.
[[nodiscard]] std::vector<step::ClockCondition> conditions_of(const Zone& z);

// Intersects the zone with all conditions. Returns false when nothing is left.
[[nodiscard]] bool constrain_all(Zone& z, std::span<const step::ClockCondition> conditions);

// The zone over the clocks below `dim` only.
[[nodiscard]] Zone first_clocks(const Zone& z, std::size_t dim);

}  // namespace zonda::trace
