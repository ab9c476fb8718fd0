// Codes of zones: what comes out is what went in, equal zones have equal codes, and comparing needs no matrix.
#include "store/zone_code.hpp"

#include "zone/minimal.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace zonda::store {
namespace {

// From a few constraints to many, with strict ones, differences, fixed differences, and bounds up to `most`.
template <typename B>
zone::Dbm<B> random_zone(std::size_t dim, std::int32_t most, std::mt19937& random) {
  zone::Dbm<B> z = zone::Dbm<B>::universe(dim);
  const auto between = [&](std::int32_t low, std::int32_t high) {
    return low + static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(high - low + 1));
  };
  const auto clocks = static_cast<std::int32_t>(dim) - 1;
  for (int n = between(0, 3 * clocks); n > 0; --n) {
    const auto left = static_cast<std::uint32_t>(between(0, clocks));
    const auto right = static_cast<std::uint32_t>(between(0, clocks));
    if (left == right) continue;
    const zone::Constraint<B> c{left, right, zone::make_bound<B>(between(-most, most), random() % 2 == 0)};
    if (meets(z, c)) {
      EXPECT_TRUE(constrain(z, c));
    }
    if (random() % 4 == 0 && left != 0) reset(z, left, between(0, most));
    if (random() % 6 == 0) delay(z);
  }
  return z;
}

template <typename B>
void expect_codes_right(ZoneForm form, std::int32_t most) {
  std::mt19937 random(17);
  ZoneCoder<B> coder(form);
  for (const std::size_t dim : {1U, 2U, 3U, 5U, 9U, 17U, 40U}) {
    std::vector<zone::Dbm<B>> zones;
    std::vector<std::vector<std::uint64_t>> codes;
    for (int i = 0; i < 40; ++i) {
      zones.push_back(random_zone<B>(dim, most, random));
      if (!is_within_limit(zones.back())) zones.back() = zone::Dbm<B>(dim);
      const auto code = coder.encode(zones.back());
      codes.emplace_back(code.begin(), code.end());
      ASSERT_EQ(coder.units(codes.back().data()), codes.back().size());
    }
    zone::Dbm<B> back(1);
    for (std::size_t i = 0; i < zones.size(); ++i) {
      coder.decode(codes[i].data(), dim, back);
      ASSERT_EQ(back, zones[i]);
      for (std::size_t j = 0; j < zones.size(); ++j) {
        ASSERT_EQ(codes[i] == codes[j], zones[i] == zones[j]);
        ASSERT_EQ(coder.includes(codes[i].data(), zones[j]), includes(zones[i], zones[j]));
      }
    }
  }
}

TEST(ZoneCode, GivesBackWhatWentIn) {
  for (const ZoneForm form : {ZoneForm::Minimal, ZoneForm::Packed})
    for (const std::int32_t most : {1, 5, 60, 127, 1000}) {
      expect_codes_right<std::int16_t>(form, most);
      expect_codes_right<std::int32_t>(form, most);
      expect_codes_right<std::int32_t>(form, most * 20000);
    }
}

TEST(ZoneCode, ManyClocksAndConstraintsFit) {
  constexpr std::size_t kDim = 300;  // numbers of clocks take two bytes
  std::mt19937 random(3);
  for (const ZoneForm form : {ZoneForm::Minimal, ZoneForm::Packed}) {
    ZoneCoder<std::int32_t> coder(form);
    zone::Dbm<std::int32_t> z(kDim);
    for (std::uint32_t x = 1; x < kDim; x += 2) {
      delay(z);
      reset(z, x, static_cast<std::int32_t>(random() % 1000));
    }
    const auto code = coder.encode(z);
    const std::vector<std::uint64_t> copy(code.begin(), code.end());
    EXPECT_EQ(coder.units(copy.data()), copy.size());
    zone::Dbm<std::int32_t> back(1);
    coder.decode(copy.data(), kDim, back);
    EXPECT_EQ(back, z);
  }
}

// A zone in which all clocks are equal takes next to nothing.
TEST(ZoneCode, PackedIsSmall) {
  zone::Dbm<std::int16_t> z(12);
  delay(z);
  EXPECT_EQ(ZoneCoder<std::int16_t>(ZoneForm::Minimal).encode(z).size(), 1U + (11U * 3U + 7U) / 8U);
  EXPECT_LE(ZoneCoder<std::int16_t>(ZoneForm::Packed).encode(z).size(), 3U);
}

}  // namespace
}  // namespace zonda::store
