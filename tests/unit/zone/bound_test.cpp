#include "zone/bound.hpp"

#include "unit/zone/setup.hpp"

namespace zonda::zone {
namespace {

template <typename B>
class Bound : public ::testing::Test {};
using Widths = ::testing::Types<std::int16_t, std::int32_t>;
TYPED_TEST_SUITE(Bound, Widths);

std::vector<naive::Limit> all_limits(std::int64_t largest) {
  std::vector<naive::Limit> result{naive::infinite()};
  for (std::int64_t value = -largest; value <= largest; ++value) {
    result.push_back(naive::at_most(value));
    result.push_back(naive::below(value));
  }
  return result;
}

TYPED_TEST(Bound, EncodesValueAndStrictness) {
  for (std::int32_t value = -9; value <= 9; ++value) {
    EXPECT_EQ(at_most<TypeParam>(value), encoded<TypeParam>(naive::at_most(value)));
    EXPECT_EQ(less_than<TypeParam>(value), encoded<TypeParam>(naive::below(value)));
    EXPECT_EQ(make_bound<TypeParam>(value, false), at_most<TypeParam>(value));
    EXPECT_EQ(make_bound<TypeParam>(value, true), less_than<TypeParam>(value));
  }
}

TYPED_TEST(Bound, GivesBackValueAndStrictness) {
  for (std::int32_t value = -9; value <= 9; ++value) {
    for (const bool strict : {false, true}) {
      EXPECT_EQ(value_of(make_bound<TypeParam>(value, strict)), value);
      EXPECT_EQ(is_strict(make_bound<TypeParam>(value, strict)), strict);
    }
  }
}

TYPED_TEST(Bound, ComparesAsTheTighterOne) {
  for (const naive::Limit& a : all_limits(5))
    for (const naive::Limit& b : all_limits(5))
      EXPECT_EQ(encoded<TypeParam>(a) < encoded<TypeParam>(b), naive::is_tighter(a, b));
}

TYPED_TEST(Bound, AddsValuesAndStrictness) {
  for (const naive::Limit& a : all_limits(5))
    for (const naive::Limit& b : all_limits(5))
      EXPECT_EQ(add(encoded<TypeParam>(a), encoded<TypeParam>(b)), encoded<TypeParam>(naive::sum(a, b)));
}

TYPED_TEST(Bound, AddsThreeAtTheLimitExactly) {
  constexpr auto kMost = kLimit<TypeParam>;
  constexpr auto kLeast = static_cast<TypeParam>(-kLimit<TypeParam>);
  EXPECT_EQ(add(add(kMost, kMost), kMost), 3 * (kMost - 1) + 1);
  EXPECT_EQ(add(add(kLeast, kLeast), kLeast), 3 * (kLeast - 1) + 1);
}

TYPED_TEST(Bound, ComplementIsTheOtherSide) {
  EXPECT_EQ(complement(at_most<TypeParam>(3)), less_than<TypeParam>(-3));
  EXPECT_EQ(complement(less_than<TypeParam>(3)), at_most<TypeParam>(-3));
}

}  // namespace
}  // namespace zonda::zone
