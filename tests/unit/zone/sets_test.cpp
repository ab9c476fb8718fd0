// Differences and unions of zones; zones over fewer clocks.
#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

namespace zonda::zone {
namespace {

template <typename S>
class Sets : public ZoneTest<S> {};
TYPED_TEST_SUITE(Sets, Setups, SetupNames);

Scale small_scale() { return *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}); }

template <typename B>
naive::Union pieces_of(const Dbm<B>& a, const Dbm<B>& b) {
  std::vector<Dbm<B>> pieces;
  subtract(a, b, pieces);
  naive::Union result;
  for (const Dbm<B>& piece : pieces) result.push_back(naive_of(piece));
  return result;
}

TYPED_TEST(Sets, PiecesOfADifferenceAreClosedAndDisjoint) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto dim = *dims();
    const auto scale = small_scale();
    const naive::Union pieces = pieces_of(dbm_of<B>(*zones(dim, scale)), dbm_of<B>(*zones(dim, scale)));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      naive::Zone closed = pieces[i];
      RC_ASSERT(naive::close(closed));
      RC_ASSERT(closed == pieces[i]);
      for (std::size_t j = 0; j < i; ++j) RC_ASSERT(naive::is_empty(naive::intersection(pieces[i], pieces[j])));
    }
  });
}

TYPED_TEST(Sets, PiecesAndIntersectionMakeUpTheWhole) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto dim = *dims(6);
    const auto scale = small_scale();
    const auto a = *zones(dim, scale);
    const auto b = *zones(dim, scale);
    naive::Union pieces = pieces_of(dbm_of<B>(a), dbm_of<B>(b));
    for (const naive::Zone& piece : pieces) {
      RC_ASSERT(naive::is_subset(piece, a));
      RC_ASSERT(naive::is_empty(naive::intersection(piece, b)));
    }
    naive::Zone both = naive::intersection(a, b);
    if (naive::close(both)) pieces.push_back(both);
    RC_ASSERT(naive::is_covered(a, pieces));
  });
}

TYPED_TEST(Sets, DifferenceAppends) {
  using B = typename TypeParam::Bound;
  std::vector<Dbm<B>> out(1, Dbm<B>::zero(2));
  subtract(Dbm<B>::universe(2), Dbm<B>::zero(2), out);
  EXPECT_EQ(out.size(), 2U);
}

// Cutting at the limit, bound by bound: exact, or a piece says that it left the limit.
TYPED_TEST(Sets, DifferenceAtTheLimitIsExactOrSaysSo) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const std::int64_t most = kLimit<B> / 2;
    const Scale scale{most / 2, most / 8};
    const auto dim = *dims(4);
    const auto a = *zones(dim, scale);
    const auto b = *zones(dim, scale);
    RC_PRE(fits(a, kLimit<B>) && fits(b, kLimit<B>));
    std::vector<Dbm<B>> out;
    subtract(dbm_of<B>(a), dbm_of<B>(b), out);
    naive::Union pieces;
    for (const Dbm<B>& piece : out) {
      if (!is_within_limit(piece)) return;
      pieces.push_back(naive_of(piece));
      RC_ASSERT(naive::is_subset(pieces.back(), a));
      RC_ASSERT(naive::is_empty(naive::intersection(pieces.back(), b)));
    }
    naive::Zone both = naive::intersection(a, b);
    if (naive::close(both)) pieces.push_back(both);
    RC_ASSERT(naive::is_covered(a, pieces));
  });
}

// The hull holds both, and each of its bounds is one that a zone holding both needs.
TYPED_TEST(Sets, HullIsTheSmallestZoneOverBoth) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto dim = *dims();
    const auto scale = *some_scale<B>();
    const auto a = *zones(dim, scale);
    const auto b = *zones(dim, scale);
    Dbm<B> z = dbm_of<B>(a);
    convex_hull(z, dbm_of<B>(b));
    const naive::Zone hull = naive_of(z);
    RC_ASSERT(naive::is_subset(a, hull));
    RC_ASSERT(naive::is_subset(b, hull));
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j < dim; ++j) RC_ASSERT(hull.at(i, j) == a.at(i, j) || hull.at(i, j) == b.at(i, j));
    naive::Zone closed = hull;
    RC_ASSERT(naive::close(closed));
    RC_ASSERT(dbm_of<B>(closed) == z);
  });
}

naive::Zone hull_of(const naive::Zone& a, const naive::Zone& b) {
  naive::Zone result = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      if (naive::is_tighter(a.at(i, j), b.at(i, j))) result.at(i, j) = b.at(i, j);
  return result;
}

TYPED_TEST(Sets, UnionIsExactWhenTheHullHoldsNothingElse) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto dim = *dims(4);
    const auto scale = small_scale();
    const auto a = *zones(dim, scale);
    const auto b = *zones(dim, scale);
    RC_ASSERT(is_union_exact(dbm_of<B>(a), dbm_of<B>(b)) == naive::is_covered(hull_of(a, b), {a, b}));
  });
}

// Two halves of a zone, cut anywhere, are exact; without their common face they are seldom.
TYPED_TEST(Sets, UnionOfTwoHalvesIsExact) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto scale = small_scale();
    const auto whole = *zones(*dims(), scale);
    const auto i = *rc::gen::inRange<std::size_t>(0, whole.size());
    const auto j = *rc::gen::inRange<std::size_t>(0, whole.size());
    naive::Limit cut = *limits(scale);
    if (!whole.at(i, j).is_infinite) cut.value = whole.at(i, j).value - *rc::gen::inRange(0, 3);
    naive::Zone lower = whole;
    naive::Zone upper = whole;
    naive::tighten(lower, i, j, naive::at_most(cut.value));
    naive::tighten(upper, j, i, naive::below(-cut.value));
    if (!naive::close(lower) || !naive::close(upper)) return;
    RC_ASSERT(is_union_exact(dbm_of<B>(lower), dbm_of<B>(upper)));
    RC_ASSERT(is_union_exact(dbm_of<B>(upper), dbm_of<B>(lower)));
    naive::tighten(lower, i, j, naive::below(cut.value));
    if (!naive::close(lower)) return;
    const bool is_exact = naive::is_covered(hull_of(lower, upper), {lower, upper});
    RC_ASSERT(is_union_exact(dbm_of<B>(lower), dbm_of<B>(upper)) == is_exact);
  });
}

std::vector<std::uint32_t> some_order_of_some_clocks(std::size_t dim) {
  const auto count = *rc::gen::inRange<std::size_t>(0, dim);
  return *rc::gen::unique<std::vector<std::uint32_t>>(
      count, rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(dim)));
}

TYPED_TEST(Sets, RestrictingProjectsClocksAway) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    const auto clocks = some_order_of_some_clocks(zone.size());
    std::vector<std::size_t> kept{0};
    kept.insert(kept.end(), clocks.begin(), clocks.end());
    Dbm<B> out(*dims());
    restrict_to(dbm_of<B>(zone), std::span<const std::uint32_t>(clocks), out);
    RC_ASSERT(out == dbm_of<B>(naive::eliminate_others(zone, kept)));
  });
}

TYPED_TEST(Sets, ExtendingLeavesTheOtherClocksFree) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto scale = *some_scale<B>();
    const auto dim = *dims();
    const auto clocks = some_order_of_some_clocks(dim);
    const auto zone = *zones(clocks.size() + 1, scale);
    naive::Zone expected = naive::universe(dim);
    const auto place = [&](std::size_t i) { return i == 0 ? 0U : clocks[i - 1]; };
    for (std::size_t i = 0; i < zone.size(); ++i)
      for (std::size_t j = 0; j < zone.size(); ++j) naive::tighten(expected, place(i), place(j), zone.at(i, j));
    naive::close(expected);
    Dbm<B> out(*dims());
    extend_from(dbm_of<B>(zone), std::span<const std::uint32_t>(clocks), dim, out);
    RC_ASSERT(out == dbm_of<B>(expected));
  });
}

}  // namespace
}  // namespace zonda::zone
