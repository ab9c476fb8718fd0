// Picks one valuation out of a zone, with exact fractions.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::zone {

// The values of all clocks, over a common denominator; entry 0 is 0.
struct Point {
  std::vector<std::int64_t> numerators;
  std::int64_t denominator = 1;
};

// The lowest point of the zone, or one close to it where lower bounds are strict. It is an integer point if the zone
// has one.
template <typename B>
[[nodiscard]] Point point_of(const Dbm<B>& z);

template <typename B>
[[nodiscard]] bool contains(const Dbm<B>& z, const Point& point);

}  // namespace zonda::zone
