// The loops themselves; included by kernels_*.cpp, each compiled with other machine options. The functions have
// internal linkage on purpose: the linker must not merge versions made for different machines.
#pragma once

#include "zone/bound.hpp"
#include "zone/kernels.hpp"

namespace zonda::zone {
namespace {

template <typename B>
void relax_loop(B* __restrict row, const B* __restrict other, B via, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) {
    const B sum = static_cast<B>(via + other[j] - ((via | other[j]) & 1));
    const B bound = other[j] == kInfinity<B> ? kInfinity<B> : sum;
    row[j] = bound < row[j] ? bound : row[j];
  }
}

template <typename B>
void close_loop(B* matrix, std::size_t dim, std::size_t stride) {
  for (std::size_t k = 0; k < dim; ++k) {
    const B* through = matrix + k * stride;
    for (std::size_t i = 0; i < dim; ++i) {
      const B via = matrix[i * stride + k];
      if (i == k || via == kInfinity<B>) continue;
      relax_loop(matrix + i * stride, through, via, stride);
    }
  }
}

template <typename B>
bool covers_loop(const B* a, const B* b, std::size_t count) {
  // Blocks, so that the loop inside has no exit and can be vectorised.
  constexpr std::size_t kBlock = 64;
  for (std::size_t start = 0; start < count; start += kBlock) {
    const std::size_t end = start + kBlock < count ? start + kBlock : count;
    B smaller = 0;
    for (std::size_t j = start; j < end; ++j) smaller |= a[j] < b[j] ? B{1} : B{0};
    if (smaller != 0) return false;
  }
  return true;
}

template <typename B>
void lower_loop(B* __restrict a, const B* __restrict b, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) a[j] = b[j] < a[j] ? b[j] : a[j];
}

template <typename B>
void raise_loop(B* __restrict a, const B* __restrict b, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) a[j] = b[j] > a[j] ? b[j] : a[j];
}

template <typename B>
bool within_loop(const B* a, B limit, std::size_t count) {
  B outside = 0;
  const B lowest = static_cast<B>(-limit);
  for (std::size_t j = 0; j < count; ++j) {
    const bool is_out = a[j] != kInfinity<B> && (a[j] > limit || a[j] < lowest);
    outside |= is_out ? B{1} : B{0};
  }
  return outside == 0;
}

template <typename B>
constexpr Kernels<B> make_kernels(std::string_view name) {
  return {name,          &relax_loop<B>, &close_loop<B>, &covers_loop<B>,
          &lower_loop<B>, &raise_loop<B>, &within_loop<B>};
}

}  // namespace
}  // namespace zonda::zone
