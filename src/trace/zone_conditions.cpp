// Conversions between conditions of the model and constraints of zones.
#include "trace/zone_conditions.hpp"

namespace zonda::trace {

using step::ClockCondition;

ZoneConstraint constraint_of(const ClockCondition& condition) {
  return {condition.left, condition.right, zone::make_bound<std::int32_t>(condition.value, condition.is_strict)};
}

ClockCondition condition_of(const ZoneConstraint& constraint) {
  return {constraint.left, constraint.right, zone::value_of(constraint.bound), zone::is_strict(constraint.bound)};
}

std::vector<std::vector<ZoneConstraint>> constraints_of(const std::vector<std::vector<ClockCondition>>& guards) {
  std::vector<std::vector<ZoneConstraint>> result;
  for (const auto& guard : guards) {
    auto& list = result.emplace_back();
    for (const ClockCondition& c : guard) list.push_back(constraint_of(c));
  }
  return result;
}

std::vector<ClockCondition> conditions_of(const Zone& z) {
  std::vector<ClockCondition> result;
  for (std::uint32_t i = 0; i < z.dim(); ++i)
    for (std::uint32_t j = 0; j < z.dim(); ++j)
      if (i != j && z.at(i, j) < zone::kInfinity<std::int32_t>) result.push_back(condition_of({i, j, z.at(i, j)}));
  return result;
}

bool constrain_all(Zone& z, std::span<const ClockCondition> conditions) {
  for (const ClockCondition& c : conditions) {
    if (c.left == c.right) {
      if (c.is_strict ? c.value <= 0 : c.value < 0) return false;
      continue;
    }
    if (!constrain(z, constraint_of(c))) return false;
  }
  return true;
}

Zone first_clocks(const Zone& z, std::size_t dim) {
  std::vector<std::uint32_t> clocks;
  for (std::uint32_t x = 1; x < dim; ++x) clocks.push_back(x);
  Zone result(dim);
  restrict_to(z, std::span<const std::uint32_t>(clocks), result);
  return result;
}

}  // namespace zonda::trace
