#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

#include <algorithm>

namespace zonda::zone {
namespace {

template <typename S>
class Close : public ZoneTest<S> {};
TYPED_TEST_SUITE(Close, Setups, SetupNames);

// Clocks >= 0 and some random bounds, neither closed nor necessarily satisfiable.
naive::Zone random_bounds(std::size_t dim, const Scale& scale) {
  naive::Zone result = naive::universe(dim);
  const auto count = *rc::gen::inRange<std::size_t>(0, 3 * dim);
  for (std::size_t n = 0; n < count; ++n) {
    const auto i = *rc::gen::inRange<std::size_t>(0, dim);
    const auto j = *rc::gen::inRange<std::size_t>(0, dim);
    if (i != j) naive::tighten(result, i, j, *limits(scale));
  }
  return result;
}

TYPED_TEST(Close, GivesTheClosureOrEmptiness) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}});
    naive::Zone expected = random_bounds(*dims(), scale);
    Dbm<B> z = dbm_of<B>(expected);
    const bool is_full = naive::close(expected);
    RC_ASSERT(close(z) == is_full);
    if (is_full) RC_ASSERT(z == dbm_of<B>(expected));
  });
}

// A path of many bounds at the limit is longer than the width can say; then the result must say so.
TYPED_TEST(Close, SaysWhenTheClosureLeavesTheLimit) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const std::int64_t most = kLimit<B> / 2;
    naive::Zone expected = random_bounds(*dims(), {most - most / 8, most / 8});
    Dbm<B> z = dbm_of<B>(expected);
    const bool is_full = naive::close(expected);
    RC_ASSERT(close(z) == is_full);
    if (is_full) RC_ASSERT(is_right(z, expected));
  });
}

// Floyd-Warshall doubles negative sums at every step once a cycle is negative.
TYPED_TEST(Close, FindsNegativeCyclesWithoutOverflow) {
  using B = typename TypeParam::Bound;
  for (const std::size_t dim : {2U, 3U, 13U, 40U, 100U}) {
    Dbm<B> z(dim);
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j < dim; ++j) z.at(i, j) = i == j ? kZero<B> : static_cast<B>(-kLimit<B>);
    EXPECT_FALSE(close(z)) << dim;
  }
}

// x1 <= c, x2 - x1 <= c, …: no contradiction, but upper bounds of dim * c.
TYPED_TEST(Close, FollowsLongChains) {
  using B = typename TypeParam::Bound;
  constexpr std::size_t kDim = 40;
  Dbm<B> z = Dbm<B>::universe(kDim);
  for (std::size_t i = 1; i < kDim; ++i) z.at(i, i - 1) = kLimit<B>;
  ASSERT_TRUE(close(z));
  EXPECT_FALSE(is_within_limit(z));
  EXPECT_EQ(z.at(1, 0), kLimit<B>);
  EXPECT_GT(z.at(kDim - 1, 0), kLimit<B>);
  EXPECT_NE(z.at(kDim - 1, 0), kInfinity<B>);
}

TYPED_TEST(Close, OfTouchedClocksIsTheClosure) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Scale scale = *some_scale<B>();
    const auto dim = *dims();
    const auto zone = *zones(dim, scale);
    const auto clocks = *rc::gen::unique<std::vector<std::uint32_t>>(
        *rc::gen::inRange<std::size_t>(0, dim + 1),
        rc::gen::inRange<std::uint32_t>(0, static_cast<std::uint32_t>(dim)));
    naive::Zone expected = zone;
    for (const std::uint32_t i : clocks)
      for (const std::uint32_t j : clocks)
        if (i != j && *rc::gen::arbitrary<bool>()) naive::tighten(expected, i, j, *limits(scale));
    Dbm<B> z = dbm_of<B>(expected);
    const bool is_full = naive::close(expected);
    RC_ASSERT(close_touched(z, std::span<const std::uint32_t>(clocks)) == is_full);
    if (is_full) RC_ASSERT(is_right(z, expected));
  });
}

TYPED_TEST(Close, KeepsAClosedZone) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    Dbm<B> closed = z;
    RC_ASSERT(close(closed));
    RC_ASSERT(closed == z);
  });
}

TYPED_TEST(Close, StartsFromZeroAndFromAllValuations) {
  using B = typename TypeParam::Bound;
  for (std::size_t dim = 1; dim <= 40; ++dim) {
    naive::Zone origin = naive::universe(dim);
    for (std::size_t i = 1; i < dim; ++i) naive::equate(origin, i, 0, 0);
    naive::close(origin);
    EXPECT_EQ(Dbm<B>::zero(dim), dbm_of<B>(origin));
    EXPECT_EQ(Dbm<B>::universe(dim), dbm_of<B>(naive::universe(dim)));
  }
}

TYPED_TEST(Close, ResizingGivesZero) {
  using B = typename TypeParam::Bound;
  for_all([] {
    Dbm<B> z = dbm_of<B>(*zones(*dims(), *some_scale<B>()));
    const auto dim = *dims();
    z.resize(dim);
    RC_ASSERT(z == Dbm<B>::zero(dim));
  });
}

}  // namespace
}  // namespace zonda::zone
