// The cover test with a_LU, against its definition: v is in a_LU(z) when some v' of z has, for each clock,
// v' = v, or L < v' < v, or U < v < v'.
#include "store/signature.hpp"
#include "unit/zone/setup.hpp"
#include "zone/extrapolate.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Alu : public ZoneTest<S> {};
TYPED_TEST_SUITE(Alu, Setups, SetupNames);

struct Case {
  naive::Zone inner{1};
  naive::Zone outer{1};
  naive::Constants l;
  naive::Constants u;
};

// The first zone is often the second, loosened or tightened a little, so that both answers are common.
Case random_case(std::size_t most_clocks, const Scale& scale) {
  Case c;
  const auto dim = *dims(most_clocks);
  c.outer = *zones(dim, scale);
  c.inner = *zones(dim, scale);
  c.l = *constants(dim, scale);
  c.u = *constants(dim, scale);
  const int kind = *rc::gen::inRange(0, 3);
  if (kind == 0) return c;
  naive::Zone varied = kind == 1 ? c.outer : naive::extra_lu_plus(c.outer, c.l, c.u);
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 1; j < dim; ++j)
      if (i != j && *rc::gen::inRange(0, 4) == 0) varied.at(i, j).value += *rc::gen::inRange(-1, 2);
  varied = naive::intersection(varied, naive::universe(dim));
  if (naive::close(varied)) c.inner = varied;
  return c;
}

template <typename B>
bool is_covered(const Case& c) {
  const auto l = as_clock_bounds(c.l);
  const auto u = as_clock_bounds(c.u);
  return is_covered_alu(dbm_of<B>(c.inner), dbm_of<B>(c.outer), ClockBounds(l), ClockBounds(u));
}

// Exact: the definition is a union of zones (naive.hpp), and being inside a union is decided by subtraction.
TYPED_TEST(Alu, CoversWhatTheDefinitionHolds) {
  using B = typename TypeParam::Bound;
  int yes = 0;
  int no = 0;
  for_all(
      [&] {
        const Case c = random_case(3, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {4, 2}}));
        const bool expected = naive::is_covered(c.inner, naive::a_lu(c.outer, c.l, c.u));
        ++(expected ? yes : no);
        RC_ASSERT(is_covered<B>(c) == expected);
      },
      1000);
  EXPECT_GT(yes, 50);
  EXPECT_GT(no, 50);
}

// The same by trying points. Both zones and a_LU are unions of zones with whole constants, hence of regions; with two
// clocks every region has points whose fractions are thirds. What one has and the other lacks is a union of zones
// whose bounds are sums of at most two bounds each of the outer zone, of L, U (at most 3) and of the inner one (at
// most 4), and such a zone has a point with clocks of at most twice that.
TYPED_TEST(Alu, CoversByTheGrid) {
  using B = typename TypeParam::Bound;
  for_all(
      [] {
        const Case c = random_case(2, {2, 1});
        bool expected = true;
        const std::int64_t end = std::int64_t{20} * 3;
        naive::Spot spot{std::vector<std::int64_t>(c.inner.size(), 0), 3};
        const std::int64_t end_x = c.inner.size() > 1 ? end : 0;
        const std::int64_t end_y = c.inner.size() > 2 ? end : 0;
        for (std::int64_t x = 0; x <= end_x; ++x) {
          for (std::int64_t y = 0; y <= end_y && expected; ++y) {
            if (c.inner.size() > 1) spot.numerators[1] = x;
            if (c.inner.size() > 2) spot.numerators[2] = y;
            if (naive::contains(c.inner, spot)) expected = naive::is_in_a_lu(c.outer, spot, c.l, c.u);
          }
        }
        RC_ASSERT(is_covered<B>(c) == expected);
      },
      200);
}

TYPED_TEST(Alu, HoldsTheExtrapolation) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Case c = random_case(kMostClocks, *some_scale<B>());
    RC_ASSERT(is_covered<B>({c.outer, c.outer, c.l, c.u}));
    const auto extrapolated = naive::extra_lu_plus(c.outer, c.l, c.u);
    if (!fits(extrapolated, kLimit<B>)) return;
    RC_ASSERT(is_covered<B>({extrapolated, c.outer, c.l, c.u}));
  });
}

TYPED_TEST(Alu, CoversWhatInclusionCovers) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Case c = random_case(kMostClocks, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    const bool is_included = includes(dbm_of<B>(c.outer), dbm_of<B>(c.inner));
    RC_ASSERT(!is_included || is_covered<B>(c));
  });
}

// With constants that nothing exceeds, a_LU(z) is z.
TYPED_TEST(Alu, IsInclusionForHugeConstants) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Case c = random_case(kMostClocks, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}}));
    const auto huge = *rc::gen::elementOf(huge_constants<B>());
    for (std::size_t i = 1; i < c.l.size(); ++i) c.l[i] = c.u[i] = huge;
    RC_ASSERT(is_covered<B>(c) == includes(dbm_of<B>(c.outer), dbm_of<B>(c.inner)));
  });
}

TYPED_TEST(Alu, CoversEverythingWithoutConstants) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Case c = random_case(kMostClocks, *some_scale<B>());
    for (std::size_t i = 1; i < c.l.size(); ++i) c.l[i] = c.u[i] = std::nullopt;
    RC_ASSERT(is_covered<B>(c));
  });
}

// Row by row without the diagonal, as zones are stored.
template <typename B>
std::vector<B> packed(const Dbm<B>& z) {
  std::vector<B> result;
  for (std::size_t i = 0; i < z.dim(); ++i)
    for (std::size_t j = 0; j < z.dim(); ++j)
      if (i != j) result.push_back(z.at(i, j));
  return result;
}

TYPED_TEST(Alu, PackedZonesGiveTheSameAnswer) {
  using B = typename TypeParam::Bound;
  for_all(
      [&] {
        const Case c = random_case(5, *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {4, 2}, {30, 3}}));
        const auto l = as_clock_bounds(c.l);
        const auto u = as_clock_bounds(c.u);
        const Dbm<B> inner = dbm_of<B>(c.inner);
        const std::vector<B> a = packed(inner);
        const std::vector<B> b = packed(dbm_of<B>(c.outer));
        auto hint = *rc::gen::inRange<std::size_t>(0, 30);
        RC_ASSERT(is_covered_alu_packed(a.data(), b.data(), inner.dim(), ClockBounds(l), ClockBounds(u), hint) ==
                  is_covered<B>(c));
      },
      1000);
}

// What the store relies on: a zone whose signature does not dominate covers nothing.
TYPED_TEST(Alu, SignaturesDominateWhereAZoneCovers) {
  using B = typename TypeParam::Bound;
  int covered = 0;
  int included = 0;
  for_all(
      [&] {
        const Scale scale = *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {4, 2}, {30, 3}});
        const Case c = random_case(10, scale);
        const auto l = as_clock_bounds(c.l);
        const auto u = as_clock_bounds(c.u);
        Dbm<B> inner = dbm_of<B>(c.inner);
        Dbm<B> outer = dbm_of<B>(c.outer);
        const store::SignatureScale levels(*rc::gen::inRange(0, 40));
        const auto signature = [&](const Dbm<B>& z) {
          return levels.signature(std::span<const B>(packed(z)), z.dim(), ClockBounds(l), ClockBounds(u));
        };
        const auto plain = [&](const Dbm<B>& z) {
          return levels.signature(std::span<const B>(packed(z)), z.dim(), {}, {});
        };
        if (includes(outer, inner)) {
          ++included;
          RC_ASSERT(store::dominates(signature(outer), signature(inner)));
          RC_ASSERT(store::dominates(plain(outer), plain(inner)));
        }
        extra_lu_plus(inner, ClockBounds(l), ClockBounds(u));
        extra_lu_plus(outer, ClockBounds(l), ClockBounds(u));
        if (!is_covered_alu(inner, outer, ClockBounds(l), ClockBounds(u))) return;
        ++covered;
        RC_ASSERT(store::dominates(signature(outer), signature(inner)));
      },
      2000);
  EXPECT_GT(covered, 50);
  EXPECT_GT(included, 50);
}

}  // namespace
}  // namespace zonda::zone
