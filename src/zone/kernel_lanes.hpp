// Vectors of bounds for the kernels, as wide as the machine options of the including file allow. They are the
// compiler's own vector types: the code is the same everywhere, and no loop depends on being recognised.
//
// Everything here has internal linkage, and nothing with external linkage is called (not even add() or std::min):
// the linker keeps one copy of such functions, possibly that made for a processor this one is not.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "zone/bound.hpp"

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace zonda::zone {
namespace {

// Both divide kRowBytes or, for the wide one, some of its multiples.
#if defined(__AVX2__)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif
#if defined(__AVX512BW__)
constexpr bool kHasMasks = true;
constexpr std::size_t kWideBytes = 64;
#else
constexpr bool kHasMasks = false;
constexpr std::size_t kWideBytes = kVectorBytes;
#endif

template <typename B, std::size_t kBytes>
struct Lanes {
  using Bound = B;
  using Unsigned = std::make_unsigned_t<B>;
  using Vector [[gnu::vector_size(kBytes)]] = B;
  using Bits [[gnu::vector_size(kBytes)]] = Unsigned;
  static constexpr std::size_t kCount = kBytes / sizeof(B);
};

template <typename L>
[[gnu::always_inline]] inline typename L::Vector load(const typename L::Bound* from) {
  typename L::Vector result;
  __builtin_memcpy(&result, from, sizeof(result));
  return result;
}

template <typename L>
[[gnu::always_inline]] inline void store(typename L::Bound* to, const typename L::Vector& from) {
  __builtin_memcpy(to, &from, sizeof(from));
}

template <typename L>
[[gnu::always_inline]] inline typename L::Vector all(typename L::Bound value) {
  return value - typename L::Vector{};
}

// 0, 1, 2, …
template <typename L>
[[gnu::always_inline]] inline typename L::Vector numbers() {
  typename L::Vector result{};
  for (std::size_t n = 0; n < L::kCount; ++n) result[n] = static_cast<typename L::Bound>(n);
  return result;
}

template <typename L>
[[gnu::always_inline]] inline typename L::Vector smaller(const typename L::Vector& a, const typename L::Vector& b) {
  return b < a ? b : a;
}

template <typename L>
[[gnu::always_inline]] inline typename L::Vector larger(const typename L::Vector& a, const typename L::Vector& b) {
  return b > a ? b : a;
}

// Not 0 where a < b. With AVX-512 a comparison gives a mask, which takes one more instruction to become a vector again.
template <typename L>
[[gnu::always_inline]] inline typename L::Vector is_less(const typename L::Vector& a, const typename L::Vector& b) {
  if constexpr (kHasMasks) return smaller<L>(a, b) ^ b;
  return a < b;
}

// Some lane is not 0.
template <typename L>
[[gnu::always_inline]] inline bool is_any(const typename L::Vector& lanes) {
#if defined(__AVX512BW__)
  if constexpr (sizeof(lanes) == 64) return _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes) != 0;
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(lanes) == 32) return _mm256_testz_si256((__m256i)lanes, (__m256i)lanes) == 0;
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(lanes) == 16) return _mm_movemask_epi8((__m128i)(lanes != 0)) != 0;
#endif
  std::uint64_t words[(sizeof(lanes) + 7) / 8] = {};
  __builtin_memcpy(words, &lanes, sizeof(lanes));
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

// sizeof(Bound) bits for each lane of a comparison's result, all set or none.
template <typename L>
[[gnu::always_inline]] inline std::uint64_t bits_of(const typename L::Vector& lanes) {
#if defined(__AVX512BW__)
  if constexpr (sizeof(lanes) == 64) return _mm512_movepi8_mask((__m512i)lanes);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(lanes) == 32) return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)lanes));
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(lanes) == 16) return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)lanes));
#endif
  std::uint64_t result = 0;
  for (std::size_t n = 0; n < sizeof(lanes); ++n)
    if (lanes[n / sizeof(typename L::Bound)] != 0) result |= std::uint64_t{1} << n;
  return result;
}

// Calls f(n) for every true lane n of a comparison's result until it says false, and says so.
template <typename L, typename F>
[[gnu::always_inline]] inline bool for_each_lane(const typename L::Vector& lanes, const F& f) {
  constexpr std::size_t kBits = sizeof(typename L::Bound);
  constexpr std::uint64_t kLane = (std::uint64_t{1} << kBits) - 1;
  std::uint64_t bits = bits_of<L>(lanes);
  while (bits != 0) {
    const std::size_t lane = static_cast<std::size_t>(__builtin_ctzll(bits)) / kBits;
    bits &= ~(kLane << (lane * kBits));
    if (!f(lane)) return false;
  }
  return true;
}

// A finite bound, taken apart for adding it to many others. The sum of bounds a + b - ((a | b) & 1) is
// (b & mask) + shift: a weak `via` takes 1 off itself, a strict one makes the other strict.
template <typename L>
struct Step {
  typename L::Bits mask;
  typename L::Bits shift;
};

template <typename L>
[[gnu::always_inline]] inline Step<L> step_of(typename L::Bound via) {
  constexpr auto kEven = static_cast<typename L::Unsigned>(~1U);
  const auto bits = (typename L::Bits)all<L>(via);
  return {bits | kEven, bits & kEven};
}

// The sums, as they are where `other` is finite. Unsigned, because sums with infinity wrap before they are thrown away.
template <typename L>
[[gnu::always_inline]] inline typename L::Vector sum(const Step<L>& step, const typename L::Vector& other) {
  return (typename L::Vector)(((typename L::Bits)other & step.mask) + step.shift);
}

}  // namespace
}  // namespace zonda::zone
