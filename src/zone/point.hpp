// One valuation out of a zone, exact.
#pragma once

#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::zone {

// Values of all clocks over a common denominator; entry 0 is 0.
struct Point {
  std::vector<std::int64_t> numerators;
  std::int64_t denominator = 1;
};

// The lowest point of the zone, or one close to it where lower bounds are strict. Integers if the zone has any.
template <typename B>
[[nodiscard]] Point point_of(const Dbm<B>& z);

template <typename B>
[[nodiscard]] bool contains(const Dbm<B>& z, const Point& point);

}  // namespace zonda::zone
