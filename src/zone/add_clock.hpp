// A zone over one clock more than another.
#pragma once

#include "zone/dbm.hpp"

#include <cstddef>

namespace zonda::zone {

// The same zone with one more clock, behind the others, that is 0.
template <typename B>
[[nodiscard]] Dbm<B> with_clock_at_zero(const Dbm<B>& zone) {
  Dbm<B> result(zone.dim() + 1);
  const std::size_t last = zone.dim();
  // The new clock equals the reference clock, so that its bounds are copies of that one's.
  for (std::size_t i = 0; i <= last; ++i)
    for (std::size_t j = 0; j <= last; ++j)
      if (i != j) result.at(i, j) = zone.at(i == last ? 0 : i, j == last ? 0 : j);
  return result;
}

}  // namespace zonda::zone
