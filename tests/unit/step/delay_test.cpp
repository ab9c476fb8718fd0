// Delay up to urgent guards, point by point: from v, time may pass by d when no v + d' with 0 <= d' < d satisfies a
// guard. Points lie on a grid of quarters, written as whole numbers of quarters.
#include "step/delay.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace zonda::step {
namespace {

using B = std::int32_t;
using zone::Constraint;
using zone::Dbm;
using Point = std::vector<int>;

constexpr int kGrid = 4;

bool holds(const Constraint<B>& c, const Point& p) {
  const int difference = p[c.left] - p[c.right];
  const int bound = kGrid * zone::value_of(c.bound);
  return zone::is_strict(c.bound) ? difference < bound : difference <= bound;
}

bool contains(const Dbm<B>& z, const Point& p) {
  for (std::uint32_t i = 0; i < z.dim(); ++i)
    for (std::uint32_t j = 0; j < z.dim(); ++j)
      if (i != j && z.at(i, j) != zone::kInfinity<B> && !holds({i, j, z.at(i, j)}, p)) return false;
  return true;
}

Point later(const Point& p, int d) {
  Point result = p;
  for (std::size_t i = 1; i < result.size(); ++i) result[i] += d;
  return result;
}

// The guard holds at p + d' for d' in an interval; this says whether that interval meets [0, d).
bool is_passed(const std::vector<Constraint<B>>& guard, const Point& p, int d) {
  int low = 0;
  bool is_low_open = false;
  int high = std::numeric_limits<int>::max();
  bool is_high_open = false;
  for (const Constraint<B>& c : guard) {
    if (c.left != 0 && c.right != 0) {
      if (!holds(c, p)) return false;
      continue;
    }
    const int bound = kGrid * zone::value_of(c.bound);
    const bool is_open = zone::is_strict(c.bound);
    if (c.left == 0) {
      const int at = -bound - p[c.right];
      if (at > low || (at == low && is_open)) {
        low = at;
        is_low_open = is_open;
      }
    } else {
      const int at = bound - p[c.left];
      if (at < high || (at == high && is_open)) {
        high = at;
        is_high_open = is_open;
      }
    }
  }
  const bool is_empty = low > high || (low == high && (is_low_open || is_high_open));
  return !is_empty && low < d;
}

Constraint<B> random_constraint(std::size_t dim) {
  const auto left = *rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(dim));
  const auto step = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(dim));
  const auto right = static_cast<std::uint32_t>((left + step) % dim);
  const int value = left == 0    ? *rc::gen::inRange(-4, 1)
                    : right == 0 ? *rc::gen::inRange(0, 5)
                                 : *rc::gen::inRange(-3, 4);
  return {left, right, zone::make_bound<B>(value, *rc::gen::arbitrary<bool>())};
}

RC_GTEST_PROP(DelayPieces, AllowExactlyTheDelaysThatPassNoGuard, ()) {
  const auto dim = *rc::gen::inRange<std::size_t>(2, 4);
  Dbm<B> start = Dbm<B>::universe(dim);
  const int tightenings = *rc::gen::inRange(0, 3);
  for (int n = 0; n < tightenings; ++n) {
    Dbm<B> tighter = start;
    if (constrain(tighter, random_constraint(dim))) start = tighter;
  }
  std::vector<std::vector<Constraint<B>>> guards(*rc::gen::inRange<std::size_t>(1, 4));
  for (auto& guard : guards) {
    const int parts = *rc::gen::inRange(1, 4);
    for (int n = 0; n < parts; ++n) guard.push_back(random_constraint(dim));
  }
  bool is_exact = true;
  const auto pieces = delay_pieces<B>(start, guards, is_exact);
  for (int n = 0; n < 60; ++n) {
    Point p(dim, 0);
    for (std::size_t i = 1; i < dim; ++i) p[i] = *rc::gen::inRange(0, 6 * kGrid);
    const int d = *rc::gen::weightedOneOf<int>({{1, rc::gen::just(0)}, {4, rc::gen::inRange(0, 5 * kGrid)}});
    const bool expected = contains(start, p) && std::none_of(guards.begin(), guards.end(),
                                                             [&](const auto& guard) { return is_passed(guard, p, d); });
    const bool found = std::any_of(pieces.begin(), pieces.end(), [&](const DelayPiece<B>& piece) {
      if (!contains(piece.start, p)) return false;
      if (!piece.may_delay) return d == 0;
      return std::all_of(piece.while_in.begin(), piece.while_in.end(),
                         [&](const Constraint<B>& c) { return holds(c, later(p, d)); });
    });
    RC_ASSERT(found == expected);
  }
}

}  // namespace
}  // namespace zonda::step
