// Loops over the vectors of a matrix's rows, for kernel_loops.hpp. As kernel_lanes.hpp says, everything here has
// internal linkage.
#pragma once

#include "zone/kernel_lanes.hpp"

namespace zonda::zone {
namespace {

// kParts is the number of vectors in a row where it is small, so that loops over it vanish and rows stay in registers,
// and 0 where it is only known at run time.
template <std::size_t kParts>
[[gnu::always_inline]] inline std::size_t parts_of(std::size_t parts) {
  return kParts != 0 ? kParts : parts;
}

// Calls f<L, kParts>(parts) for rows of `dim` bounds: L is the widest vector that fits, `parts` the number of vectors
// that hold bounds. The rest of a row is padding, which no operation changes.
template <typename B, typename F>
[[gnu::always_inline]] inline auto with_rows(std::size_t dim, std::size_t stride, const F& f) {
  using L = Lanes<B, kVectorBytes>;
  using Wide = Lanes<B, kWideBytes>;
  if constexpr (!std::is_same_v<L, Wide>) {
    if (dim > L::kCount && stride % Wide::kCount == 0) {
      const std::size_t parts = (dim + Wide::kCount - 1) / Wide::kCount;
      if (parts == 1) return f.template operator()<Wide, 1>(parts);
      if (parts == 2) return f.template operator()<Wide, 2>(parts);
      return f.template operator()<Wide, 0>(parts);
    }
  }
  const std::size_t parts = (dim + L::kCount - 1) / L::kCount;
  switch (parts) {
    case 1:
      return f.template operator()<L, 1>(parts);
    case 2:
      return f.template operator()<L, 2>(parts);
    case 3:
      return f.template operator()<L, 3>(parts);
    case 4:
      return f.template operator()<L, 4>(parts);
    default:
      return f.template operator()<L, 0>(parts);
  }
}

// Calls f<L>(j) for the vectors of an array of whole rows, where j is the index of the vector's first bound, until f
// returns false. Returns whether f returned true for all of them.
template <typename B, typename F>
[[gnu::always_inline]] inline bool for_each_vector(std::size_t count, const F& f) {
  using L = Lanes<B, kVectorBytes>;
  using Wide = Lanes<B, kWideBytes>;
  std::size_t j = 0;
  for (; j + Wide::kCount <= count; j += Wide::kCount)
    if (!f.template operator()<Wide>(j)) return false;
  for (; j < count; j += L::kCount)
    if (!f.template operator()<L>(j)) return false;
  return true;
}

// Computes row = min(row, via + other) for many rows and the same `other`, which is loaded once where it is short.
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
    const Addend<L> addend = addend_of<L>(via);
    for (std::size_t p = 0; p < parts_of<kParts>(parts_); ++p) {
      B* at = row + p * L::kCount;
      const V bounds = other(p);
      store<L>(at, smaller<L>(load<L>(at), is_infinite(bounds, p) ? all<L>(kInfinity<B>) : sum<L>(addend, bounds)));
    }
  }

  // The same as the call above, with sums cut off at kCeiling.
  [[gnu::always_inline]] void below_ceiling(B* row, B via) const {
    const Addend<L> addend = addend_of<L>(via);
    for (std::size_t p = 0; p < parts_of<kParts>(parts_); ++p) {
      B* at = row + p * L::kCount;
      const V bounds = other(p);
      const V capped = smaller<L>(sum<L>(addend, bounds), all<L>(kCeiling<B>));
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

  const B* other_;
  std::size_t parts_;
  V bounds_[kParts == 0 ? 1 : kParts];
  V is_infinite_[kParts == 0 ? 1 : kParts];
};

}  // namespace
}  // namespace zonda::zone
