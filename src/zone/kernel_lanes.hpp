// Vectors of bounds for kernel_loops.hpp, as wide as the machine options of the including file allow. They are the
// compiler's own vector types: the code is the same everywhere, and no loop depends on being recognised.
//
// Everything here has internal linkage, and nothing with external linkage is called (not even add() or std::min):
// the linker keeps one copy of such functions, possibly that made for a processor this one is not.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "zone/bound.hpp"

namespace zonda::zone {
namespace {

// The widest vector that a row of kRowBytes is a multiple of.
#if defined(__AVX2__)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif

template <typename B, std::size_t kBytes>
struct Lanes {
  using Bound = B;
  using Unsigned = std::make_unsigned_t<B>;
  typedef B Vector __attribute__((vector_size(kBytes)));
  typedef Unsigned Bits __attribute__((vector_size(kBytes)));
  static constexpr std::size_t kCount = kBytes / sizeof(B);
  static constexpr std::uint32_t kLaneBits = (1U << sizeof(B)) - 1;
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

template <typename L>
[[gnu::always_inline]] inline typename L::Vector smaller(const typename L::Vector& a, const typename L::Vector& b) {
  return b < a ? b : a;
}

template <typename L>
[[gnu::always_inline]] inline typename L::Vector larger(const typename L::Vector& a, const typename L::Vector& b) {
  return b > a ? b : a;
}

// The result of a comparison has a lane that is true.
template <typename L>
[[gnu::always_inline]] inline bool is_any(const typename L::Vector& lanes) {
#if defined(__AVX512F__)
  if constexpr (sizeof(lanes) == 64) return _mm512_test_epi64_mask((__m512i)lanes, (__m512i)lanes) != 0;
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(lanes) == 32) return _mm256_testz_si256((__m256i)lanes, (__m256i)lanes) == 0;
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(lanes) == 16) return _mm_movemask_epi8((__m128i)lanes) != 0;
#endif
  std::uint64_t words[sizeof(lanes) / 8];
  __builtin_memcpy(words, &lanes, sizeof(lanes));
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

// Bit n * sizeof(Bound) is set where lane n of a comparison's result is true, and so are the bits up to the next lane.
template <typename L>
[[gnu::always_inline]] inline std::uint32_t bits_of(const typename L::Vector& lanes) {
#if defined(__AVX2__)
  if constexpr (sizeof(lanes) == 32) return static_cast<std::uint32_t>(_mm256_movemask_epi8((__m256i)lanes));
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(lanes) == 16) return static_cast<std::uint32_t>(_mm_movemask_epi8((__m128i)lanes));
#endif
  std::uint32_t result = 0;
  for (std::size_t n = 0; n < L::kCount; ++n)
    if (lanes[n] != 0) result |= L::kLaneBits << (n * sizeof(typename L::Bound));
  return result;
}

// 0, 1, 2, …
template <typename L>
[[gnu::always_inline]] inline typename L::Vector numbers() {
  typename L::Vector result{};
  for (std::size_t n = 0; n < L::kCount; ++n) result[n] = static_cast<typename L::Bound>(n);
  return result;
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
