#include "unit/zone/setup.hpp"

#include "zone/extrapolate.hpp"

namespace zonda::zone {

namespace {

std::int64_t floor_of(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t quotient = numerator / denominator;
  return quotient * denominator > numerator ? quotient - 1 : quotient;
}

// Evenly, unlike RapidCheck's own ranges, which start small.
template <typename T>
rc::Gen<T> between(T lowest, T highest) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(lowest, highest + 1));
}

// The tightest limit that admits the difference numerator / denominator.
naive::Limit tightest(std::int64_t numerator, std::int64_t denominator, bool is_strict) {
  const std::int64_t below = floor_of(numerator, denominator);
  if (is_strict) return naive::below(below + 1);
  return naive::at_most(below * denominator == numerator ? below : below + 1);
}

struct Draft {
  std::size_t left = 0;
  std::size_t right = 0;
  std::int64_t slack = 0;
  bool is_strict = false;
  bool is_both_ways = false;
};

rc::Gen<Draft> drafts(std::size_t dim, const Scale& scale) {
  const auto clock = between<std::size_t>(0, dim - 1);
  const auto slack = rc::gen::weightedOneOf<std::int64_t>(
      {{2, rc::gen::just<std::int64_t>(0)}, {1, between<std::int64_t>(0, scale.slack)}});
  const auto rarely = rc::gen::weightedElement<bool>({{5, false}, {1, true}});
  return rc::gen::build<Draft>(rc::gen::set(&Draft::left, clock), rc::gen::set(&Draft::right, clock),
                               rc::gen::set(&Draft::slack, slack), rc::gen::set(&Draft::is_strict),
                               rc::gen::set(&Draft::is_both_ways, rarely));
}

}  // namespace

bool fits(const naive::Zone& zone, std::int64_t largest_raw) {
  for (std::size_t i = 0; i < zone.size(); ++i)
    for (std::size_t j = 0; j < zone.size(); ++j) {
      const naive::Limit& limit = zone.at(i, j);
      const std::int64_t raw = 2 * limit.value + (limit.is_strict ? 0 : 1);
      if (!limit.is_infinite && (raw > largest_raw || raw < -largest_raw)) return false;
    }
  return true;
}

rc::Gen<std::size_t> dims(std::size_t most_clocks) { return between<std::size_t>(1, most_clocks + 1); }

// A point first, then constraints that it satisfies, so the zone is never empty. The fractions of the point are fine
// enough to have any order, so every kind of zone can come up; whole points make fixed differences likely.
rc::Gen<naive::Zone> zones(std::size_t dim, const Scale& scale) {
  return rc::gen::exec([=] {
    const auto unit = static_cast<std::int64_t>(dim);
    const bool is_whole = *rc::gen::arbitrary<bool>();
    std::vector<std::int64_t> point(dim, 0);
    for (std::size_t i = 1; i < dim; ++i)
      point[i] = is_whole ? *between<std::int64_t>(0, scale.span) * unit : *between<std::int64_t>(0, scale.span * unit);
    const bool is_dense = *rc::gen::arbitrary<bool>();
    const auto count = *between<std::size_t>(0, is_dense ? dim * dim : 2 * dim);
    naive::Zone result = naive::universe(dim);
    for (const Draft& draft : *rc::gen::container<std::vector<Draft>>(count, drafts(dim, scale))) {
      if (draft.left == draft.right) continue;
      const std::int64_t apart = point[draft.left] - point[draft.right];
      naive::Limit limit = tightest(apart, unit, draft.is_strict && !draft.is_both_ways);
      if (!draft.is_both_ways) limit.value += draft.slack;
      naive::tighten(result, draft.left, draft.right, limit);
      if (draft.is_both_ways) naive::tighten(result, draft.right, draft.left, tightest(-apart, unit, false));
    }
    naive::close(result);
    return result;
  });
}

rc::Gen<naive::Limit> limits(const Scale& scale) {
  return rc::gen::exec([=] {
    const std::int64_t value = *between<std::int64_t>(-scale.span - scale.slack, scale.span + scale.slack);
    return *rc::gen::arbitrary<bool>() ? naive::below(value) : naive::at_most(value);
  });
}

// Clock after clock within what the zone allows given the clocks before it; in units so fine that, with strict limits
// made tighter by one unit each, no cycle of limits becomes contradictory.
rc::Gen<naive::Spot> spots(const naive::Zone& zone, const Scale& scale) {
  return rc::gen::exec([=] {
    const std::size_t n = zone.size();
    naive::Spot spot{std::vector<std::int64_t>(n, 0), 2 * static_cast<std::int64_t>(n)};
    naive::Zone fine(n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        if (const naive::Limit& limit = zone.at(i, j); !limit.is_infinite)
          naive::tighten(fine, i, j, naive::at_most(limit.value * spot.denominator - (limit.is_strict ? 1 : 0)));
    naive::close(fine);
    for (std::size_t i = 1; i < n; ++i) {
      const std::int64_t lowest = -fine.at(0, i).value;
      const naive::Limit& upper = fine.at(i, 0);
      const std::int64_t highest = upper.is_infinite ? lowest + scale.span * spot.denominator : upper.value;
      const std::int64_t value = *rc::gen::element(lowest, highest, *between<std::int64_t>(lowest, highest));
      naive::equate(fine, i, 0, value);
      naive::close(fine);
      spot.numerators[i] = value;
    }
    return spot;
  });
}

rc::Gen<naive::Constants> constants(std::size_t dim, const Scale& scale) {
  return rc::gen::exec([=] {
    naive::Constants result(dim, 0);
    for (std::size_t i = 1; i < dim; ++i) {
      const bool is_none = *between(0, 5) == 5;
      result[i] = is_none ? std::nullopt : std::optional(*between<std::int64_t>(0, scale.span + scale.slack));
    }
    return result;
  });
}

std::vector<std::int32_t> as_clock_bounds(const naive::Constants& constants) {
  std::vector<std::int32_t> result;
  for (const auto& constant : constants) result.push_back(constant ? static_cast<std::int32_t>(*constant) : kNone);
  return result;
}

}  // namespace zonda::zone
