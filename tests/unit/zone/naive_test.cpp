// The twin itself, against points of a fine grid.
#include "unit/zone/naive.hpp"

#include "unit/zone/setup.hpp"

#include <functional>

namespace zonda::zone {
namespace {

constexpr std::size_t kDim = 3;
constexpr std::int64_t kUnit = 3;  // with two clocks, thirds meet every region
constexpr Scale kScale{2, 1};

// Calls f with every point of a square that is large enough to see all constants of kScale.
void for_each_spot(const std::function<void(const naive::Spot&)>& f) {
  for (std::int64_t x = 0; x <= 6 * kUnit; ++x)
    for (std::int64_t y = 0; y <= 6 * kUnit; ++y) f({{0, x, y}, kUnit});
}

// Twice as fine, and moved by some of the finer units.
naive::Spot moved(const naive::Spot& spot, std::int64_t numerator) {
  naive::Spot result = spot;
  result.denominator *= 2;
  for (std::size_t i = 1; i < result.numerators.size(); ++i) result.numerators[i] = 2 * spot.numerators[i] + numerator;
  return result;
}

// Delays of up to 12 in sixths are as good as any: constants are small, and between two moments at which a clock of
// this grid is whole there is one.
bool is_reached(const naive::Zone& zone, const naive::Spot& spot, std::int64_t direction) {
  for (std::int64_t delay = 0; delay <= std::int64_t{12} * 2 * kUnit; ++delay) {
    const naive::Spot other = moved(spot, direction * delay);
    if (other.numerators[1] >= 0 && other.numerators[2] >= 0 && naive::contains(zone, other)) return true;
  }
  return false;
}

TEST(Naive, ClosingKeepsTheSet) {
  for_all([] {
    naive::Zone open = naive::universe(kDim);
    for (std::size_t i = 0; i < kDim; ++i)
      for (std::size_t j = 0; j < kDim; ++j)
        if (i != j) naive::tighten(open, i, j, *limits(kScale));
    naive::Zone closed = open;
    const bool is_full = naive::close(closed);
    for_each_spot([&](const naive::Spot& spot) {
      RC_ASSERT((is_full && naive::contains(closed, spot)) == naive::contains(open, spot));
    });
  });
}

TEST(Naive, DifferenceIsTheSetDifference) {
  for_all([] {
    const auto a = *zones(kDim, kScale);
    const auto b = *zones(kDim, kScale);
    const naive::Union pieces = naive::difference(a, b);
    for_each_spot([&](const naive::Spot& spot) {
      std::size_t holders = 0;
      for (const naive::Zone& piece : pieces)
        if (naive::contains(piece, spot)) ++holders;
      RC_ASSERT(holders == (naive::contains(a, spot) && !naive::contains(b, spot) ? 1U : 0U));
    });
  });
}

TEST(Naive, DelaysByDefinition) {
  for_all([] {
    const auto zone = *zones(kDim, kScale);
    const auto after = naive::after_delay(zone);
    const auto before = naive::before_delay(zone);
    for_each_spot([&](const naive::Spot& spot) {
      RC_ASSERT(naive::contains(after, spot) == is_reached(zone, spot, -1));
      RC_ASSERT(naive::contains(before, spot) == is_reached(zone, spot, 1));
    });
  });
}

TEST(Naive, TheUnionForALuHoldsWhatIsSimulated) {
  for_all([] {
    const auto zone = *zones(kDim, kScale);
    const auto l = *constants(kDim, kScale);
    const auto u = *constants(kDim, kScale);
    const naive::Union parts = naive::a_lu(zone, l, u);
    for_each_spot([&](const naive::Spot& spot) {
      bool is_in = false;
      for (const naive::Zone& part : parts) is_in = is_in || naive::contains(part, spot);
      RC_ASSERT(is_in == naive::is_in_a_lu(zone, spot, l, u));
    });
  });
}

TEST(Naive, SpotsLieInTheirZone) {
  for_all([] {
    const Scale scale = *some_scale<std::int32_t>();
    const auto zone = *zones(*dims(), scale);
    RC_ASSERT(naive::contains(zone, *spots(zone, scale)));
  });
}

}  // namespace
}  // namespace zonda::zone
