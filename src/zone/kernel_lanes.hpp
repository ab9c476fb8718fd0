// Vectors of bounds for the kernels, as wide as the machine options of the including file allow. They are the
// compiler's own vector types: the code is the same everywhere, and no loop depends on being recognised.
//
// Everything here has internal linkage, and nothing with external linkage is called (not even add() or std::min): the
// linker keeps one copy of such a function, which may be the one for a processor with more instructions than this one.
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

// kVectorBytes divides kRowBytes. kWideBytes may be twice as much, so a row may end with half a wide vector.
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

// The vector 0, 1, 2, …
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

// A vector that differs from 0 exactly in the lanes where a < b. With AVX-512 a comparison gives a mask, and turning it
// into a vector again would take one more instruction.
template <typename L>
[[gnu::always_inline]] inline typename L::Vector is_less(const typename L::Vector& a, const typename L::Vector& b) {
  if constexpr (kHasMasks) return smaller<L>(a, b) ^ b;
  return a < b;
}

// Whether some lane is not 0.
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

// The result of a comparison as bits: sizeof(Bound) bits for each lane, which are all set or all clear.
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

// Calls f(n) for every lane n that is true in the result of a comparison, until f returns false. Returns whether f
// returned true for all of them.
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

// A finite bound `via`, taken apart so that adding it to many others is cheap: the sum via + b - ((via | b) & 1) is
// (b & mask) + shift. A weak `via` drops its own last bit; a strict one drops the last bit of the other bound.
template <typename L>
struct Addend {
  typename L::Bits mask;
  typename L::Bits shift;
};

template <typename L>
[[gnu::always_inline]] inline Addend<L> addend_of(typename L::Bound via) {
  constexpr auto kEven = static_cast<typename L::Unsigned>(~1U);
  const auto bits = (typename L::Bits)all<L>(via);
  return {bits | kEven, bits & kEven};
}

// The sum of a bound with each lane of `other`; it is meaningless in lanes where `other` is infinite. It is computed
// without sign, because those lanes may wrap around before they are thrown away.
template <typename L>
[[gnu::always_inline]] inline typename L::Vector sum(const Addend<L>& addend, const typename L::Vector& other) {
  return (typename L::Vector)(((typename L::Bits)other & addend.mask) + addend.shift);
}

}  // namespace
}  // namespace zonda::zone
