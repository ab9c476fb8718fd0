// The inner loops of zone operations, compiled for plain x86-64 (or any machine), AVX2 and AVX-512 and chosen once
// when the program starts. One call does a whole operation, because zones of two to five clocks are the common case
// and a call for each row would cost more than the row.
//
// A matrix has `dim` rows, `stride` bounds apart, padded with infinity to a whole number of kRowBytes. No kernel
// checks for overflow; what each may be given is said in bound.hpp and seen to in dbm.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace zonda::zone {

template <typename B>
struct Kernels {
  std::string_view name;

  // row[j] = min(row[j], via + other[j]); via is finite.
  void (*relax)(B* row, const B* other, B via, std::size_t count);

  // Floyd-Warshall. False as soon as a cycle is negative; the matrix is good for nothing then.
  bool (*close)(B* matrix, std::size_t dim, std::size_t stride);
  // The same with only these clocks as stations on the way.
  bool (*close_through)(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* clocks, std::size_t count);
  // The same for only these rows; the others are closed. Sums are cut off at kCeiling, so none can wrap.
  void (*close_rows)(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* rows, std::size_t count);
  // Bound (left, right) becomes `bound`, which is tighter than it was and contradicts nothing; closes again.
  void (*tighten)(B* matrix, std::size_t dim, std::size_t stride, std::size_t left, std::size_t right, B bound);

  // Rows from 1 on: drops what is above above[row] and all of these columns, then closes again. Room for dim numbers in
  // `rows`.
  void (*drop)(B* matrix, std::size_t dim, std::size_t stride, const B* above, const std::uint32_t* columns,
               std::size_t column_count, std::uint32_t* rows);
  // The columns j, of those where wanted[j] is -1 and not 0, with a finite bound (row, j) that is shorter than the way
  // over any of the clocks; gives their number. Room for dim numbers in `columns`, and `stride` entries in `wanted`.
  std::size_t (*select_needed)(const B* matrix, std::size_t stride, std::size_t row, const std::uint32_t* clocks,
                               std::size_t count, const B* wanted, std::uint32_t* columns);

  // a[j] >= b[j] for all j. Any count: nothing behind the last is read.
  bool (*covers)(const B* a, const B* b, std::size_t count);
  // See is_covered_alu: no clocks x, y have other[y][x] < matrix[y][x], matrix[0][x] >= (<=, -u[x]) and
  // other[y][x] + (<, -l[y]) < matrix[0][x].
  bool (*covers_alu)(const B* other, const B* matrix, std::size_t dim, std::size_t stride, const std::int32_t* l,
                     const std::int32_t* u);
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

// One set by name, or null when this processor (or build) does not have it; for tests and benchmarks.
template <typename B>
[[nodiscard]] const Kernels<B>* kernels_named(std::string_view name);

// Puts another set to use; for tests and benchmarks, and not while other threads work on zones.
template <typename B>
void use_kernels(const Kernels<B>& set);

// --- how kernels() finds it in one load
namespace detail {
extern const Kernels<std::int16_t>* kernels_in_use16;
extern const Kernels<std::int32_t>* kernels_in_use32;
}  // namespace detail

template <typename B>
inline const Kernels<B>& kernels() {
  if constexpr (std::is_same_v<B, std::int16_t>) {
    return *detail::kernels_in_use16;
  } else {
    return *detail::kernels_in_use32;
  }
}

}  // namespace zonda::zone
