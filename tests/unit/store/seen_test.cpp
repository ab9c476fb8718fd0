// Sets of hashes: what they take for seen although it is not, and what they say of it.
#include "store/seen.hpp"

#include "util/hash.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace zonda::store {
namespace {

// So many states, each found three times; how many were never entered.
double left_out(Seen& seen, std::uint64_t states, std::uint64_t seed) {
  std::uint64_t entered = 0;
  constexpr std::uint64_t kAgain = 1000;
  for (std::uint64_t i = 0; i < states + 2 * kAgain; ++i)
    for (std::uint64_t again = 0; again < 3; ++again) {
      if (i < again * kAgain || i - again * kAgain >= states) continue;
      const std::uint64_t state = i - again * kAgain + 1;
      entered += seen.add(mix(mix(state, 0xE7037ED1A0B428DBULL) ^ seed, 0x9E3779B97F4A7C15ULL)) ? 1U : 0U;
    }
  EXPECT_EQ(seen.count(), entered);
  return static_cast<double>(states - entered);
}

TEST(Seen, ABitFieldEstimatesWhatItLeftOut) {
  for (const std::uint64_t states : {2'000U, 6'000U, 10'000U, 20'000U, 40'000U, 60'000U})
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
      const auto field = make_bit_field(4096);
      const double wanted = left_out(*field, states, seed);
      EXPECT_NEAR(field->expected_omissions(), wanted, 0.15 * wanted + 15) << states << ' ' << field->load();
    }
}

TEST(Seen, AFullFieldSaysSo) {
  const auto field = make_bit_field(64);
  EXPECT_EQ(field->load(), 0);
  const double wanted = left_out(*field, 30'000, 7);
  EXPECT_GT(wanted, 29'000);
  EXPECT_GT(field->expected_omissions(), 500);
  EXPECT_LE(field->expected_omissions(), 3 * 30'000);
  EXPECT_GT(field->load(), 0.99);
  const auto large = make_bit_field(1 << 20U);
  EXPECT_LE(left_out(*large, 10'000, 7), 1);
  EXPECT_LT(large->expected_omissions(), 1);
  EXPECT_LT(large->load(), 0.01);
}

TEST(Seen, WholeHashesLeaveHardlyAnythingOut) {
  const auto set = make_compact_set();
  EXPECT_EQ(left_out(*set, 50'000, 3), 0);
  EXPECT_LT(set->expected_omissions(), 1e-9);
  EXPECT_GT(set->expected_omissions(), 0);
  EXPECT_EQ(set->load(), 0);
}

}  // namespace
}  // namespace zonda::store
