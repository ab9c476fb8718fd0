// The inner loops of zone operations, compiled for plain x86-64 (or any machine), AVX2 and AVX-512 and chosen once
// when the program starts. One call does a whole operation, because zones of two to five clocks are the common case
// and a call for each row would cost more than the row.
//
// A matrix has `dim` rows, `stride` bounds apart, padded with infinity to a multiple of kRowBytes. No kernel checks for
// overflow: bound.hpp says which bounds are allowed, and dbm.cpp sees to it that a kernel gets no others.
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

  // Floyd-Warshall. Returns false as soon as a cycle is negative; the matrix must not be used then.
  bool (*close)(B* matrix, std::size_t dim, std::size_t stride);
  // The same, with paths that use only these clocks on the way.
  bool (*close_through)(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* clocks, std::size_t count);
  // Closes these rows only; the others must be closed already. Sums are cut off at kCeiling, so that none wraps around.
  void (*close_rows)(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* rows, std::size_t count);
  // Sets the bound (left, right) to `bound`, which must be tighter than before and must not make the zone empty, and
  // closes the matrix again.
  void (*tighten)(B* matrix, std::size_t dim, std::size_t stride, std::size_t left, std::size_t right, B bound);

  // In all rows but row 0, drops every bound that exceeds above[row] and every bound in these columns, and closes the
  // matrix again. `rows` is scratch space for dim numbers.
  void (*drop)(B* matrix, std::size_t dim, std::size_t stride, const B* above, const std::uint32_t* columns,
               std::size_t column_count, std::uint32_t* rows);
  // Finds the columns j with a finite bound (row, j) that is shorter than the way over any of the clocks. Only columns
  // with wanted[j] = -1 are looked at; the others have 0. Writes the columns to `columns`, which has room for dim
  // numbers, and returns how many there are. `wanted` has `stride` entries.
  std::size_t (*select_needed)(const B* matrix, std::size_t stride, std::size_t row, const std::uint32_t* clocks,
                               std::size_t count, const B* wanted, std::uint32_t* columns);

  // Whether a[j] >= b[j] for all j. The count may be any number, because nothing behind the last bound is read.
  bool (*covers)(const B* a, const B* b, std::size_t count);
  // The test of is_covered_alu: whether no clocks x, y have other[y][x] < matrix[y][x], matrix[0][x] >= (<=, -u[x]) and
  // other[y][x] + (<, -l[y]) < matrix[0][x].
  bool (*covers_alu)(const B* other, const B* matrix, std::size_t dim, std::size_t stride, const std::int32_t* l,
                     const std::int32_t* u);
  // a[j] = min(a[j], b[j]) for lower, a[j] = max(a[j], b[j]) for raise.
  void (*lower)(B* a, const B* b, std::size_t count);
  void (*raise)(B* a, const B* b, std::size_t count);
  // Whether all finite values lie within ±limit.
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

// --- the set in use, so that kernels() finds it with one load
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
