// The loops behind kernels.hpp. The files kernels_*.cpp include this one, and each is compiled with other machine
// options; kernel_lanes.hpp says why nothing here has, or uses, external linkage.
#pragma once

#include "zone/kernel_rows.hpp"
#include "zone/kernels.hpp"

namespace zonda::zone {
namespace {

template <typename B>
void relax_loop(B* row, const B* other, B via, std::size_t count) {
  for_each_vector<B>(count, [=]<typename L>(std::size_t j) {
    const auto bounds = load<L>(other + j);
    const auto sums = bounds == all<L>(kInfinity<B>) ? bounds : sum<L>(addend_of<L>(via), bounds);
    store<L>(row + j, smaller<L>(load<L>(row + j), sums));
    return true;
  });
}

// One round of Floyd-Warshall, which tries the paths through clock k. Returns false when a cycle through k is negative.
template <typename L, std::size_t kParts>
[[gnu::always_inline]] inline bool close_over(typename L::Bound* matrix, std::size_t dim, std::size_t stride,
                                              std::size_t k, std::size_t parts) {
  using B = typename L::Bound;
  if (matrix[k * stride + k] < kZero<B>) return false;
  const Relaxer<L, kParts> relax(matrix + k * stride, parts);
  for (std::size_t i = 0; i < dim; ++i) {
    const B via = matrix[i * stride + k];
    if (via != kInfinity<B>) relax(matrix + i * stride, via);
  }
  return true;
}

// Every cycle has a largest clock k, and when the round of k begins, the bound (k, k) is at most the sum over the whole
// cycle. So one look in each round finds all negative cycles, before sums along them can grow.
template <typename B>
bool close_loop(B* matrix, std::size_t dim, std::size_t stride) {
  return with_rows<B>(dim, stride, [=]<typename L, std::size_t kParts>(std::size_t parts) {
    for (std::size_t k = 0; k < dim; ++k)
      if (!close_over<L, kParts>(matrix, dim, stride, k, parts)) return false;
    return true;
  });
}

template <typename B>
bool close_through_loop(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* clocks,
                        std::size_t count) {
  return with_rows<B>(dim, stride, [=]<typename L, std::size_t kParts>(std::size_t parts) {
    for (std::size_t n = 0; n < count; ++n)
      if (!close_over<L, kParts>(matrix, dim, stride, clocks[n], parts)) return false;
    return true;
  });
}

// One round of Floyd-Warshall, through clock k, for some rows only.
template <typename L, std::size_t kParts>
[[gnu::always_inline]] inline void close_rows_over(typename L::Bound* matrix, std::size_t stride, std::size_t k,
                                                   const std::uint32_t* rows, std::size_t count, std::size_t parts) {
  using B = typename L::Bound;
  const Relaxer<L, kParts> relax(matrix + k * stride, parts);
  for (std::size_t n = 0; n < count; ++n) {
    B* row = matrix + rows[n] * stride;
    if (row[k] != kInfinity<B>) relax.below_ceiling(row, row[k]);
  }
}

template <typename B>
void close_rows_loop(B* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* rows, std::size_t count) {
  with_rows<B>(dim, stride, [=]<typename L, std::size_t kParts>(std::size_t parts) {
    for (std::size_t k = 0; k < dim; ++k) close_rows_over<L, kParts>(matrix, stride, k, rows, count, parts);
  });
}

// A path that got shorter uses the new bound once, so it is enough to try the ways from each clock to `left`, over the
// new bound to `right`, and on; and only in rows whose bound to `right` got shorter.
template <typename B>
void tighten_loop(B* matrix, std::size_t dim, std::size_t stride, std::size_t left, std::size_t right, B bound) {
  with_rows<B>(dim, stride, [=]<typename L, std::size_t kParts>(std::size_t parts) {
    const Relaxer<L, kParts> relax(matrix + right * stride, parts);
    for (std::size_t i = 0; i < dim; ++i) {
      B* row = matrix + i * stride;
      if (row[left] == kInfinity<B>) continue;
      const B via = static_cast<B>(row[left] + bound - ((row[left] | bound) & 1));
      if (via < row[right]) relax(row, via);
    }
  });
}

template <typename B>
void drop_loop(B* matrix, std::size_t dim, std::size_t stride, const B* above, const std::uint32_t* columns,
               std::size_t column_count, std::uint32_t* rows) {
  with_rows<B>(dim, stride, [=]<typename L, std::size_t kParts>(std::size_t parts) {
    using V = typename L::Vector;
    // The mask of dropped columns is made in registers, because memory that was just written bound by bound cannot be
    // loaded as a vector without a stall.
    const auto dropped = [=](std::size_t p) {
      V result{};
      for (std::size_t n = 0; n < column_count; ++n)
        result |= numbers<L>() == all<L>(static_cast<B>(columns[n] - p * L::kCount));
      return result;
    };
    V is_dropped[kParts == 0 ? 1 : kParts];
    for (std::size_t p = 0; p < kParts; ++p) is_dropped[p] = dropped(p);
    std::size_t count = 0;
    for (std::size_t i = 1; i < dim; ++i) {
      B* row = matrix + i * stride;
      V changed{};
      for (std::size_t p = 0; p < parts_of<kParts>(parts); ++p) {
        const V before = load<L>(row + p * L::kCount);
        const V goes = (before > all<L>(above[i])) | (kParts != 0 ? is_dropped[p] : dropped(p));
        const V after = goes ? all<L>(kInfinity<B>) : before;
        changed |= after ^ before;
        store<L>(row + p * L::kCount, after);
      }
      row[i] = kZero<B>;
      // A row that lost all of its bounds has no path to close over.
      if (above[i] != kLowest<B> && is_any<L>(changed)) rows[count++] = static_cast<std::uint32_t>(i);
    }
    if (count == 0) return;
    close_rows_over<L, kParts>(matrix, stride, 0, rows, count, parts);
    for (std::size_t k = 1; k < dim; ++k)
      if (above[k] != kLowest<B>) close_rows_over<L, kParts>(matrix, stride, k, rows, count, parts);
  });
}

template <typename B>
std::size_t select_needed_loop(const B* matrix, std::size_t stride, std::size_t row, const std::uint32_t* clocks,
                               std::size_t count, const B* wanted, std::uint32_t* columns) {
  const B* own = matrix + row * stride;
  std::size_t found = 0;
  for_each_vector<B>(stride, [=, &found]<typename L>(std::size_t start) {
    using V = typename L::Vector;
    const V bounds = load<L>(own + start);
    const V column = numbers<L>() + all<L>(static_cast<B>(start));
    V is_needed = load<L>(wanted + start) & (bounds != all<L>(kInfinity<B>)) & (column != all<L>(static_cast<B>(row)));
    for (std::size_t n = 0; n < count && is_any<L>(is_needed); ++n) {
      const std::size_t k = clocks[n];
      if (k == row || own[k] == kInfinity<B>) continue;
      const V other = load<L>(matrix + k * stride + start);
      is_needed &= (sum<L>(addend_of<L>(own[k]), other) > bounds) | (other == all<L>(kInfinity<B>)) |
                   (column == all<L>(static_cast<B>(k)));
    }
    return for_each_lane<L>(is_needed, [&](std::size_t lane) {
      columns[found++] = static_cast<std::uint32_t>(start + lane);
      return true;
    });
  });
  return found;
}

// Compares fewer bounds than two vectors of kBytes hold: with two vectors that overlap, of the largest size that fits.
template <typename B, std::size_t kBytes>
[[gnu::always_inline]] inline bool covers_short(const B* a, const B* b, std::size_t count) {
  using L = Lanes<B, kBytes>;
  if constexpr (L::kCount == 1) {
    return count == 0 || a[0] >= b[0];
  } else {
    if (count < L::kCount) return covers_short<B, kBytes / 2>(a, b, count);
    const std::size_t last = count - L::kCount;
    return !is_any<L>(is_less<L>(load<L>(a), load<L>(b)) | is_less<L>(load<L>(a + last), load<L>(b + last)));
  }
}

template <typename B>
bool covers_loop(const B* a, const B* b, std::size_t count) {
  // Several vectors are compared before each branch, because a difference mostly lies in the first rows or nowhere.
  using L = Lanes<B, kWideBytes>;
  constexpr std::size_t kBlock = 128 / sizeof(B);
  std::size_t j = 0;
  for (; j + kBlock <= count; j += kBlock) {
    typename L::Vector less{};
    for (std::size_t p = 0; p < kBlock; p += L::kCount) less |= is_less<L>(load<L>(a + j + p), load<L>(b + j + p));
    if (is_any<L>(less)) return false;
  }
  for (; j + L::kCount <= count; j += L::kCount)
    if (is_any<L>(is_less<L>(load<L>(a + j), load<L>(b + j)))) return false;
  return covers_short<B, kWideBytes>(a + j, b + j, count - j);
}

template <typename B>
bool covers_alu_loop(const B* other, const B* matrix, std::size_t dim, std::size_t stride, const std::int32_t* l,
                     const std::int32_t* u) {
  for (std::size_t y = 0; y < dim; ++y) {
    if (l[y] < 0) continue;
    const std::int64_t shift = 2 * std::int64_t{l[y]};
    const B* limits = other + y * stride;
    const B* bounds = matrix + y * stride;
    const bool is_inside = for_each_vector<B>(stride, [=]<typename L>(std::size_t start) {
      // Few bounds are looser, so those are looked at one by one.
      return for_each_lane<L>(load<L>(limits + start) < load<L>(bounds + start), [=](std::size_t lane) {
        const std::int64_t lower = matrix[start + lane];
        const std::int64_t most = u[start + lane];
        return most < 0 || lower <= -2 * most || (limits[start + lane] & ~1) - shift >= lower;
      });
    });
    if (!is_inside) return false;
  }
  return true;
}

template <typename B>
void lower_loop(B* a, const B* b, std::size_t count) {
  for_each_vector<B>(count, [=]<typename L>(std::size_t j) {
    store<L>(a + j, smaller<L>(load<L>(a + j), load<L>(b + j)));
    return true;
  });
}

template <typename B>
void raise_loop(B* a, const B* b, std::size_t count) {
  for_each_vector<B>(count, [=]<typename L>(std::size_t j) {
    store<L>(a + j, larger<L>(load<L>(a + j), load<L>(b + j)));
    return true;
  });
}

template <typename B>
bool within_loop(const B* a, B limit, std::size_t count) {
  using L = Lanes<B, kVectorBytes>;
  const auto least = static_cast<B>(-limit);
  typename L::Vector outside{};
  for (std::size_t j = 0; j < count; j += L::kCount) {
    const auto bounds = load<L>(a + j);
    const auto nearest = smaller<L>(larger<L>(bounds, all<L>(least)), all<L>(limit));
    outside |= bounds == all<L>(kInfinity<B>) ? all<L>(0) : nearest ^ bounds;
  }
  return !is_any<L>(outside);
}

template <typename B>
constexpr Kernels<B> make_kernels(std::string_view name) {
  return {.name = name,
          .relax = &relax_loop<B>,
          .close = &close_loop<B>,
          .close_through = &close_through_loop<B>,
          .close_rows = &close_rows_loop<B>,
          .tighten = &tighten_loop<B>,
          .drop = &drop_loop<B>,
          .select_needed = &select_needed_loop<B>,
          .covers = &covers_loop<B>,
          .covers_alu = &covers_alu_loop<B>,
          .lower = &lower_loop<B>,
          .raise = &raise_loop<B>,
          .within = &within_loop<B>};
}

}  // namespace
}  // namespace zonda::zone
