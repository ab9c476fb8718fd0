// The loops themselves; included by kernels_*.cpp, each compiled with other machine options. See kernel_lanes.hpp for
// why nothing here has, or uses, external linkage.
#pragma once

#include "zone/kernel_lanes.hpp"
#include "zone/kernels.hpp"

namespace zonda::zone {
namespace {

// The vectors of a row that hold bounds; what follows is padding. kParts is their number where it is small, so that
// loops over it vanish and rows stay in registers, and 0 where it is only known at run time.
template <std::size_t kParts>
[[gnu::always_inline]] inline std::size_t parts_of(std::size_t parts) {
  return kParts != 0 ? kParts : parts;
}

// Calls f<kParts>(parts) for a row of `dim` bounds.
template <typename L, typename F>
[[gnu::always_inline]] inline auto with_parts(std::size_t dim, const F& f) {
  const std::size_t parts = (dim + L::kCount - 1) / L::kCount;
  switch (parts) {
    case 1:
      return f.template operator()<1>(parts);
    case 2:
      return f.template operator()<2>(parts);
    case 3:
      return f.template operator()<3>(parts);
    case 4:
      return f.template operator()<4>(parts);
    default:
      return f.template operator()<0>(parts);
  }
}

// row = min(row, via + other), for a row `other` that is used for many.
template <typename L, std::size_t kParts>
class Relaxer {
  using B = typename L::Bound;
  using V = typename L::Vector;

 public:
  [[gnu::always_inline]] Relaxer(const B* other, std::size_t parts) : other_(other), parts_(parts) {
    for (std::size_t p = 0; p < kParts; ++p) {
      bounds_[p] = load<L>(other + p * L::kCount);
      is_infinite_[p] = bounds_[p] == all<L>(kInfinity<B>);
    }
  }

  [[gnu::always_inline]] void operator()(B* row, B via) const {
    const Step<L> step = step_of<L>(via);
    for (std::size_t p = 0; p < parts_of<kParts>(parts_); ++p) {
      B* at = row + p * L::kCount;
      store<L>(at, smaller<L>(load<L>(at), path(step, p)));
    }
  }

  // As above, with sums cut off at kCeiling.
  [[gnu::always_inline]] void below_ceiling(B* row, B via) const {
    const Step<L> step = step_of<L>(via);
    for (std::size_t p = 0; p < parts_of<kParts>(parts_); ++p) {
      B* at = row + p * L::kCount;
      const V bounds = other(p);
      const V capped = smaller<L>(sum<L>(step, bounds), all<L>(kCeiling<B>));
      store<L>(at, smaller<L>(load<L>(at), is_infinite(bounds, p) ? all<L>(kInfinity<B>) : capped));
    }
  }

 private:
  [[gnu::always_inline]] V other(std::size_t p) const {
    if constexpr (kParts != 0) return bounds_[p];
    return load<L>(other_ + p * L::kCount);
  }
  [[gnu::always_inline]] V is_infinite(const V& bounds, std::size_t p) const {
    if constexpr (kParts != 0) return is_infinite_[p];
    return bounds == all<L>(kInfinity<B>);
  }
  [[gnu::always_inline]] V path(const Step<L>& step, std::size_t p) const {
    const V bounds = other(p);
    return is_infinite(bounds, p) ? all<L>(kInfinity<B>) : sum<L>(step, bounds);
  }

  const B* other_;
  std::size_t parts_;
  V bounds_[kParts == 0 ? 1 : kParts];
  V is_infinite_[kParts == 0 ? 1 : kParts];
};

template <typename L>
void relax_loop(typename L::Bound* row, const typename L::Bound* other, typename L::Bound via, std::size_t count) {
  Relaxer<L, 0>(other, count / L::kCount)(row, via);
}

// A cycle has a largest clock k, and is known in full as the bound (k, k) when it is k's turn. So one look at each
// turn finds all negative cycles, before sums along them can grow.
template <typename L>
bool close_loop(typename L::Bound* matrix, std::size_t dim, std::size_t stride) {
  using B = typename L::Bound;
  return with_parts<L>(dim, [=]<std::size_t kParts>(std::size_t parts) {
    for (std::size_t k = 0; k < dim; ++k) {
      if (matrix[k * stride + k] < kZero<B>) return false;
      const Relaxer<L, kParts> relax(matrix + k * stride, parts);
      for (std::size_t i = 0; i < dim; ++i) {
        const B via = matrix[i * stride + k];
        if (via != kInfinity<B>) relax(matrix + i * stride, via);
      }
    }
    return true;
  });
}

template <typename L>
bool close_through_loop(typename L::Bound* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* clocks,
                        std::size_t count) {
  using B = typename L::Bound;
  return with_parts<L>(dim, [=]<std::size_t kParts>(std::size_t parts) {
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t k = clocks[n];
      if (matrix[k * stride + k] < kZero<B>) return false;
      const Relaxer<L, kParts> relax(matrix + k * stride, parts);
      for (std::size_t i = 0; i < dim; ++i) {
        const B via = matrix[i * stride + k];
        if (via != kInfinity<B>) relax(matrix + i * stride, via);
      }
    }
    return true;
  });
}

template <typename L, std::size_t kParts>
[[gnu::always_inline]] inline void close_some_rows(typename L::Bound* matrix, std::size_t dim, std::size_t stride,
                                                   const std::uint32_t* rows, std::size_t count, std::size_t parts) {
  using B = typename L::Bound;
  if (count == 0) return;
  for (std::size_t k = 0; k < dim; ++k) {
    const Relaxer<L, kParts> relax(matrix + k * stride, parts);
    for (std::size_t n = 0; n < count; ++n) {
      B* row = matrix + rows[n] * stride;
      if (row[k] != kInfinity<B>) relax.below_ceiling(row, row[k]);
    }
  }
}

template <typename L>
void close_rows_loop(typename L::Bound* matrix, std::size_t dim, std::size_t stride, const std::uint32_t* rows,
                     std::size_t count) {
  with_parts<L>(dim, [=]<std::size_t kParts>(std::size_t parts) {
    close_some_rows<L, kParts>(matrix, dim, stride, rows, count, parts);
  });
}

// A path that got shorter goes through the new bound once, so the two steps to and from it are all there is to try;
// and only rows for which the step to `right` got shorter.
template <typename L>
void tighten_loop(typename L::Bound* matrix, std::size_t dim, std::size_t stride, std::size_t left, std::size_t right,
                  typename L::Bound bound) {
  using B = typename L::Bound;
  with_parts<L>(dim, [=]<std::size_t kParts>(std::size_t parts) {
    const Relaxer<L, kParts> relax(matrix + right * stride, parts);
    for (std::size_t i = 0; i < dim; ++i) {
      B* row = matrix + i * stride;
      if (row[left] == kInfinity<B>) continue;
      const B via = static_cast<B>(row[left] + bound - ((row[left] | bound) & 1));
      if (via < row[right]) relax(row, via);
    }
  });
}

// What a row keeps: bounds up to `most`, in columns that are kept.
template <typename L>
[[gnu::always_inline]] inline typename L::Vector kept(const typename L::Vector& bounds, typename L::Bound most,
                                                      const typename L::Vector& is_dropped) {
  return ((bounds > all<L>(most)) | is_dropped) ? all<L>(kInfinity<typename L::Bound>) : bounds;
}

template <typename L>
void drop_loop(typename L::Bound* matrix, std::size_t dim, std::size_t stride, const typename L::Bound* above,
               const std::uint32_t* columns, std::size_t column_count, std::uint32_t* rows) {
  using B = typename L::Bound;
  using V = typename L::Vector;
  with_parts<L>(dim, [=]<std::size_t kParts>(std::size_t parts) {
    // Made in registers: what is stored bound by bound cannot be loaded as a vector soon after.
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
        const V after = kept<L>(before, above[i], kParts != 0 ? is_dropped[p] : dropped(p));
        changed |= after != before;
        store<L>(row + p * L::kCount, after);
      }
      row[i] = kZero<B>;
      // A row with nothing left stays so.
      if (above[i] != kLowest<B> && is_any<L>(changed)) rows[count++] = static_cast<std::uint32_t>(i);
    }
    close_some_rows<L, kParts>(matrix, dim, stride, rows, count, parts);
  });
}

template <typename L>
void select_needed_loop(const typename L::Bound* matrix, std::size_t stride, std::size_t row, const std::uint32_t* clocks,
                  std::size_t count, const typename L::Bound* wanted, typename L::Bound* result) {
  using B = typename L::Bound;
  using V = typename L::Vector;
  const B* own = matrix + row * stride;
  for (std::size_t start = 0; start < stride; start += L::kCount) {
    const V bounds = load<L>(own + start);
    const V column = numbers<L>() + all<L>(static_cast<B>(start));
    V is_needed = load<L>(wanted + start) & (bounds != all<L>(kInfinity<B>)) & (column != all<L>(static_cast<B>(row)));
    for (std::size_t n = 0; n < count && is_any<L>(is_needed); ++n) {
      const std::size_t k = clocks[n];
      if (k == row || own[k] == kInfinity<B>) continue;
      const V other = load<L>(matrix + k * stride + start);
      is_needed &= (sum<L>(step_of<L>(own[k]), other) > bounds) | (other == all<L>(kInfinity<B>)) |
                   (column == all<L>(static_cast<B>(k)));
    }
    store<L>(result + start, is_needed);
  }
}

template <typename L>
bool covers_loop(const typename L::Bound* a, const typename L::Bound* b, std::size_t count) {
  // A few vectors between two looks: mostly the answer lies in the first rows or nowhere.
  constexpr std::size_t kBlock = 4 * L::kCount;
  std::size_t j = 0;
  for (; j + kBlock <= count; j += kBlock) {
    typename L::Vector is_less{};
    for (std::size_t p = 0; p < kBlock; p += L::kCount) is_less |= load<L>(a + j + p) < load<L>(b + j + p);
    if (is_any<L>(is_less)) return false;
  }
  typename L::Vector is_less{};
  for (; j < count; j += L::kCount) is_less |= load<L>(a + j) < load<L>(b + j);
  return !is_any<L>(is_less);
}

template <typename L>
bool covers_alu_loop(const typename L::Bound* other, const typename L::Bound* matrix, std::size_t dim,
                     std::size_t stride, const std::int32_t* l, const std::int32_t* u) {
  using B = typename L::Bound;
  for (std::size_t y = 0; y < dim; ++y) {
    if (l[y] < 0) continue;
    const std::int64_t shift = 2 * std::int64_t{l[y]};
    for (std::size_t start = 0; start < dim; start += L::kCount) {
      const B* limits = other + y * stride + start;
      // Few bounds are looser, so those are looked at one by one.
      std::uint32_t looser = bits_of<L>(load<L>(limits) < load<L>(matrix + y * stride + start));
      while (looser != 0) {
        const auto lane = static_cast<std::size_t>(__builtin_ctz(looser)) / sizeof(B);
        looser &= ~(L::kLaneBits << (lane * sizeof(B)));
        const std::int64_t lower = matrix[start + lane];
        const std::int64_t upper_guard = u[start + lane];
        if (upper_guard >= 0 && lower > -2 * upper_guard && (limits[lane] & ~1) - shift < lower) return false;
      }
    }
  }
  return true;
}

template <typename L>
void lower_loop(typename L::Bound* a, const typename L::Bound* b, std::size_t count) {
  for (std::size_t j = 0; j < count; j += L::kCount) store<L>(a + j, smaller<L>(load<L>(a + j), load<L>(b + j)));
}

template <typename L>
void raise_loop(typename L::Bound* a, const typename L::Bound* b, std::size_t count) {
  for (std::size_t j = 0; j < count; j += L::kCount) store<L>(a + j, larger<L>(load<L>(a + j), load<L>(b + j)));
}

template <typename L>
bool within_loop(const typename L::Bound* a, typename L::Bound limit, std::size_t count) {
  using B = typename L::Bound;
  using V = typename L::Vector;
  const V most = all<L>(limit);
  const V least = all<L>(static_cast<B>(-limit));
  V is_outside{};
  for (std::size_t j = 0; j < count; j += L::kCount) {
    const V bounds = load<L>(a + j);
    is_outside |= ((bounds > most) & (bounds != all<L>(kInfinity<B>))) | (bounds < least);
  }
  return !is_any<L>(is_outside);
}

template <typename B>
constexpr Kernels<B> make_kernels(std::string_view name) {
  using L = Lanes<B, kVectorBytes>;
  return {.name = name,
          .relax = &relax_loop<L>,
          .close = &close_loop<L>,
          .close_through = &close_through_loop<L>,
          .close_rows = &close_rows_loop<L>,
          .tighten = &tighten_loop<L>,
          .drop = &drop_loop<L>,
          .select_needed = &select_needed_loop<L>,
          .covers = &covers_loop<L>,
          .covers_alu = &covers_alu_loop<L>,
          .lower = &lower_loop<L>,
          .raise = &raise_loop<L>,
          .within = &within_loop<L>};
}

}  // namespace
}  // namespace zonda::zone
