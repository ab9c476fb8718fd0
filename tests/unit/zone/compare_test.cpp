// Inclusion, equality, hashes, the limit.
#include "unit/zone/setup.hpp"
#include "zone/dbm.hpp"

#include <set>

namespace zonda::zone {
namespace {

template <typename S>
class Compare : public ZoneTest<S> {};
TYPED_TEST_SUITE(Compare, Setups, SetupNames);

// Half of the time the second zone lies inside the first, or nearly so.
std::pair<naive::Zone, naive::Zone> two_zones(const Scale& scale) {
  const auto dim = *dims();
  const auto a = *zones(dim, scale);
  const auto b = *zones(dim, scale);
  naive::Zone both = naive::intersection(a, b);
  if (*rc::gen::arbitrary<bool>() && naive::close(both)) return {a, both};
  return {a, b};
}

TYPED_TEST(Compare, IncludesMeansSetInclusion) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto [a, b] = two_zones(*rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}, {40, 20}}));
    RC_ASSERT(includes(dbm_of<B>(a), dbm_of<B>(b)) == naive::is_subset(b, a));
    RC_ASSERT(includes(dbm_of<B>(b), dbm_of<B>(a)) == naive::is_subset(a, b));
  });
}

TYPED_TEST(Compare, OneLooserBoundAnywhereEndsInclusion) {
  using B = typename TypeParam::Bound;
  for (std::size_t dim = 1; dim <= 40; ++dim) {
    const Dbm<B> z = Dbm<B>::zero(dim);
    for (std::size_t i = 0; i < dim; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        Dbm<B> looser = z;
        ++looser.at(i, j);
        EXPECT_TRUE(includes(looser, z));
        EXPECT_FALSE(includes(z, looser));
      }
    }
  }
}

TYPED_TEST(Compare, EqualMeansTheSameSet) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto [a, b] = two_zones(*rc::gen::elementOf(std::vector<Scale>{{2, 1}, {6, 3}}));
    RC_ASSERT((dbm_of<B>(a) == dbm_of<B>(b)) == naive::is_same_set(a, b));
  });
}

TYPED_TEST(Compare, ZonesOfDifferentDimensionDiffer) {
  using B = typename TypeParam::Bound;
  EXPECT_NE(Dbm<B>::universe(2), Dbm<B>::universe(3));
}

TYPED_TEST(Compare, EqualZonesHaveEqualHashes) {
  using B = typename TypeParam::Bound;
  for_all([] {
    const auto zone = *zones(*dims(), *some_scale<B>());
    Dbm<B> other_way(kMostClocks + 1);  // a matrix with a past
    other_way.resize(zone.size());
    for (std::size_t i = 0; i < zone.size(); ++i)
      for (std::size_t j = 0; j < zone.size(); ++j) other_way.at(i, j) = encoded<B>(zone.at(i, j));
    RC_ASSERT(hash(dbm_of<B>(zone)) == hash(other_way));
  });
}

// Zones that differ in few bounds by little, as a search makes them.
template <typename B>
std::vector<std::uint64_t> hashes_of_close_zones(std::size_t dim) {
  std::vector<std::uint64_t> result;
  for (std::int32_t a = 0; a < 16; ++a) {
    for (std::int32_t b = 0; b < 16; ++b) {
      for (std::int32_t c = 0; c < 16; ++c) {
        Dbm<B> z = Dbm<B>::zero(dim);
        reset(z, 1, a);
        reset(z, static_cast<std::uint32_t>(dim - 1), b);
        delay(z);
        if (!constrain(z, {1, 0, at_most<B>(a + c)})) std::abort();
        result.push_back(hash(z));
      }
    }
  }
  return result;
}

TYPED_TEST(Compare, HashesOfCloseZonesDiffer) {
  using B = typename TypeParam::Bound;
  for (const std::size_t dim : {3U, 5U, 9U, 13U, 17U, 33U}) {
    const auto all = hashes_of_close_zones<B>(dim);
    EXPECT_EQ(std::set<std::uint64_t>(all.begin(), all.end()).size(), all.size()) << dim;
  }
}

// Chi-square over 256 slots: 255 expected, standard deviation 22.6. Fixed zones, so the outcome is fixed as well.
TYPED_TEST(Compare, EveryPartOfTheHashSpreadsCloseZonesEvenly) {
  using B = typename TypeParam::Bound;
  for (const std::size_t dim : {3U, 5U, 9U, 13U, 17U, 33U}) {
    const auto all = hashes_of_close_zones<B>(dim);
    for (unsigned shift = 0; shift <= 56; shift += 8) {
      std::vector<double> slots(256, 0);
      for (const std::uint64_t h : all) slots[(h >> shift) & 255U] += 1;
      const double expected = static_cast<double>(all.size()) / 256;
      double chi_square = 0;
      for (const double count : slots) chi_square += (count - expected) * (count - expected) / expected;
      EXPECT_LT(chi_square, 255 + 5 * 22.6) << dim << " " << shift;
    }
  }
}

TYPED_TEST(Compare, EveryBoundCountsInTheHash) {
  using B = typename TypeParam::Bound;
  for (std::size_t dim = 1; dim <= 40; ++dim) {
    Dbm<B> z = Dbm<B>::universe(dim);
    std::set<std::uint64_t> seen{hash(z)};
    for (std::size_t i = 0; i < dim; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        const B before = z.at(i, j);
        z.at(i, j) = 8;
        EXPECT_TRUE(seen.insert(hash(z)).second) << dim << " " << i << " " << j;
        z.at(i, j) = before;
      }
    }
  }
}

TYPED_TEST(Compare, DimensionCountsInTheHash) {
  using B = typename TypeParam::Bound;
  std::set<std::uint64_t> seen;
  for (std::size_t dim = 1; dim <= 100; ++dim) seen.insert(hash(Dbm<B>::universe(dim)));
  EXPECT_EQ(seen.size(), 100U);
}

TYPED_TEST(Compare, OneBoundBeyondTheLimitIsSeen) {
  using B = typename TypeParam::Bound;
  for (std::size_t dim = 1; dim <= 40; ++dim) {
    Dbm<B> z = Dbm<B>::universe(dim);
    EXPECT_TRUE(is_within_limit(z));
    for (std::size_t i = 0; i < dim; ++i) {
      for (std::size_t j = 0; j < dim; ++j) {
        const B before = z.at(i, j);
        for (const int sign : {1, -1}) {
          z.at(i, j) = static_cast<B>(sign * kLimit<B>);
          EXPECT_TRUE(is_within_limit(z));
          z.at(i, j) = static_cast<B>(sign * (kLimit<B> + 1));
          EXPECT_FALSE(is_within_limit(z));
        }
        z.at(i, j) = kInfinity<B> - 1;
        EXPECT_FALSE(is_within_limit(z));
        z.at(i, j) = std::numeric_limits<B>::min();
        EXPECT_FALSE(is_within_limit(z));
        z.at(i, j) = before;
      }
    }
  }
}

}  // namespace
}  // namespace zonda::zone
