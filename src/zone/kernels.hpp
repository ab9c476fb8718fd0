// The inner loops of zone operations, compiled for plain x86-64 (or any machine), AVX2 and AVX-512 and chosen once
// when the program starts. All work on rows whose length is a multiple of the row padding, so there is no tail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace zonda::zone {

template <typename B>
struct Kernels {
  std::string_view name;
  // row[j] = min(row[j], via + other[j])
  void (*relax)(B* row, const B* other, B via, std::size_t count);
  // Floyd-Warshall over a matrix of `dim` rows.
  void (*close)(B* matrix, std::size_t dim, std::size_t stride);
  // a[j] >= b[j] for all j
  bool (*covers)(const B* a, const B* b, std::size_t count);
  // a[j] = min(a[j], b[j]), a[j] = max(a[j], b[j])
  void (*lower)(B* a, const B* b, std::size_t count);
  void (*raise)(B* a, const B* b, std::size_t count);
  // All finite values lie within ±limit.
  bool (*within)(const B* a, B limit, std::size_t count);
};

// The set in use: the best for this processor, chosen before main() runs; 'plain', 'avx2' or 'avx512' in the
// environment variable ZONDA_KERNELS overrides.
template <typename B>
[[nodiscard]] const Kernels<B>& kernels();

// Puts another set to use; for tests and benchmarks, and not while other threads work on zones.
template <typename B>
void use_kernels(const Kernels<B>& set);

// One set by name, or null when this processor (or build) does not have it; for tests and benchmarks.
template <typename B>
[[nodiscard]] const Kernels<B>* kernels_named(std::string_view name);

}  // namespace zonda::zone
