// What the tests of zones share: every test runs for both widths of bounds and for every set of kernels that the
// processor has, on random zones. A zone is generated as its twin and encoded here, by code of our own.
#pragma once

#include "unit/zone/naive.hpp"
#include "zone/dbm.hpp"
#include "zone/kernels.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace zonda::zone {

struct Plain {
  static constexpr const char* kName = "plain";
};
struct Avx2 {
  static constexpr const char* kName = "avx2";
};
struct Avx512 {
  static constexpr const char* kName = "avx512";
};

template <typename B, typename K>
struct Setup {
  using Bound = B;
  using KernelSet = K;
};

using Setups = ::testing::Types<Setup<std::int16_t, Plain>, Setup<std::int32_t, Plain>, Setup<std::int16_t, Avx2>,
                                Setup<std::int32_t, Avx2>, Setup<std::int16_t, Avx512>, Setup<std::int32_t, Avx512>>;

struct SetupNames {
  template <typename S>
  static std::string GetName(int) {  // NOLINT(readability-identifier-naming): GoogleTest's name
    return std::string(S::KernelSet::kName) + "_" + std::to_string(8 * sizeof(typename S::Bound));
  }
};

// Puts the set of kernels to use; without such a processor the test runs on what there is.
template <typename S>
class ZoneTest : public ::testing::Test {
 protected:
  ZoneTest() {
    using Width = typename S::Bound;
    if (const Kernels<Width>* wanted = kernels_named<Width>(S::KernelSet::kName)) use_kernels(*wanted);
  }
  ~ZoneTest() override { use_kernels(previous_); }

 private:
  const Kernels<typename S::Bound>& previous_ = kernels<typename S::Bound>();
};

// A property of random values: draws them inside with *gen, asserts with RC_ASSERT. RC_PARAMS in the environment asks
// for more cases, or for a seed (max_success=100000 seed=…).
template <typename Property>
void for_all(Property&& property, int cases = 500) {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = std::max(params.maxSuccess, cases);
  const auto result = rc::detail::checkTestable(std::forward<Property>(property), rc::detail::TestMetadata{}, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

// --- encoding

template <typename B>
B encoded(const naive::Limit& limit) {
  if (limit.is_infinite) return std::numeric_limits<B>::max();
  return static_cast<B>(2 * limit.value + (limit.is_strict ? 0 : 1));
}

template <typename B>
naive::Limit decoded(B raw) {
  if (raw == std::numeric_limits<B>::max()) return naive::infinite();
  const bool is_even = raw % 2 == 0;
  return {is_even ? raw / 2 : (static_cast<std::int64_t>(raw) - 1) / 2, is_even, false};
}

// The twin must be closed: then equality with the result says that a zone is right, closed, and padded as promised.
template <typename B>
Dbm<B> dbm_of(const naive::Zone& zone) {
  Dbm<B> result(zone.size());
  for (std::size_t i = 0; i < zone.size(); ++i)
    for (std::size_t j = 0; j < zone.size(); ++j) result.at(i, j) = encoded<B>(zone.at(i, j));
  return result;
}

template <typename B>
naive::Zone naive_of(const Dbm<B>& dbm) {
  naive::Zone result(dbm.dim());
  for (std::size_t i = 0; i < dbm.dim(); ++i)
    for (std::size_t j = 0; j < dbm.dim(); ++j) result.at(i, j) = decoded(dbm.at(i, j));
  return result;
}

template <typename B>
void showValue(const Dbm<B>& dbm, std::ostream& out) {  // NOLINT(readability-identifier-naming): RapidCheck's name
  out << '\n' << naive::show(naive_of(dbm));
}

// All finite bounds fit the encoding with the given largest raw value.
[[nodiscard]] bool fits(const naive::Zone& zone, std::int64_t largest_raw);

// What every operation promises: the exact result, or one that is known to be beyond the limit.
template <typename B>
bool is_right(const Dbm<B>& z, const naive::Zone& expected) {
  return fits(expected, kLimit<B>) ? z == dbm_of<B>(expected) : !is_within_limit(z);
}

// --- random zones and what operations take

// How large clocks get, and how far a constraint lies from the point that it must admit.
struct Scale {
  std::int64_t span = 6;
  std::int64_t slack = 3;
};

// Small ones make coincidences, such as equal bounds and fixed differences; the last reaches the limit of the width.
template <typename B>
std::vector<Scale> scales() {
  return {{2, 1}, {6, 3}, {40, 20}, {std::numeric_limits<B>::max() / 16 - 150, 8}};
}

inline constexpr std::size_t kMostClocks = 12;

[[nodiscard]] rc::Gen<std::size_t> dims(std::size_t most_clocks = kMostClocks);
// A non-empty closed zone of clocks >= 0, of that dimension.
[[nodiscard]] rc::Gen<naive::Zone> zones(std::size_t dim, const Scale& scale);
// Any bound on a difference of clocks that the scale suggests; may contradict any zone.
[[nodiscard]] rc::Gen<naive::Limit> limits(const Scale& scale);
// A valuation of the zone.
[[nodiscard]] rc::Gen<naive::Spot> spots(const naive::Zone& zone, const Scale& scale);
// A constant for each clock, or none; that of the reference clock is 0.
[[nodiscard]] rc::Gen<naive::Constants> constants(std::size_t dim, const Scale& scale);
// Constants that no clock within the limit exceeds, some beyond what the width can say.
template <typename B>
std::vector<std::int64_t> huge_constants() {
  std::vector<std::int64_t> result{kLimit<B>};
  for (const std::int64_t constant : {0x3FFF, 0x4000, 0x7FFF, 0x8000, 0x10000, 0x3FFFFFFF, 0x40000000, 0x7FFFFFFF})
    if (constant > kLimit<B>) result.push_back(constant);
  return result;
}
[[nodiscard]] std::vector<std::int32_t> as_clock_bounds(const naive::Constants& constants);

template <typename B>
rc::Gen<Scale> some_scale() {
  return rc::gen::elementOf(scales<B>());
}

}  // namespace zonda::zone

namespace zonda::zone::naive {
inline void showValue(const Zone& zone, std::ostream& out) {  // NOLINT(readability-identifier-naming)
  out << '\n' << show(zone);
}
inline void showValue(const Limit& limit, std::ostream& out) {  // NOLINT(readability-identifier-naming)
  out << (limit.is_strict ? "<" : "<=") << limit.value;
}
inline void showValue(const Spot& spot, std::ostream& out) {  // NOLINT(readability-identifier-naming)
  for (const std::int64_t numerator : spot.numerators) out << numerator << "/" << spot.denominator << " ";
}
}  // namespace zonda::zone::naive

namespace zonda::zone {
inline void showValue(const Scale& scale, std::ostream& out) {  // NOLINT(readability-identifier-naming)
  out << "span " << scale.span << ", slack " << scale.slack;
}
}  // namespace zonda::zone
