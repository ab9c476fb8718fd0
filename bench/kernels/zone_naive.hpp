// Zone operations as textbooks have them: loops over an unpadded matrix, one bound at a time. zone_bench.cpp compares
// the kernels with them.
#pragma once

#include "zone/dbm.hpp"
#include "zone/extrapolate.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace zonda::zone::naive {

template <typename B>
struct Matrix {
  std::size_t dim = 0;
  std::vector<B> bounds;

  explicit Matrix(const Dbm<B>& z) : dim(z.dim()), bounds(z.dim() * z.dim()) {
    for (std::size_t i = 0; i < dim; ++i)
      for (std::size_t j = 0; j < dim; ++j) at(i, j) = z.at(i, j);
  }
  [[nodiscard]] B& at(std::size_t i, std::size_t j) { return bounds[i * dim + j]; }
  [[nodiscard]] B at(std::size_t i, std::size_t j) const { return bounds[i * dim + j]; }
};

template <typename B>
bool close(Matrix<B>& z) {
  for (std::size_t k = 0; k < z.dim; ++k)
    for (std::size_t i = 0; i < z.dim; ++i)
      for (std::size_t j = 0; j < z.dim; ++j) z.at(i, j) = std::min(z.at(i, j), add(z.at(i, k), z.at(k, j)));
  for (std::size_t i = 0; i < z.dim; ++i)
    if (z.at(i, i) < kZero<B>) return false;
  return true;
}

template <typename B>
bool constrain(Matrix<B>& z, const Constraint<B>& c) {
  if (z.at(c.left, c.right) <= c.bound) return true;
  if (add(z.at(c.right, c.left), c.bound) < kZero<B>) return false;
  for (std::size_t i = 0; i < z.dim; ++i) {
    const B via = add(z.at(i, c.left), c.bound);
    for (std::size_t j = 0; j < z.dim; ++j) z.at(i, j) = std::min(z.at(i, j), add(via, z.at(c.right, j)));
  }
  return true;
}

template <typename B>
void relax(B* row, const B* other, B via, std::size_t count) {
  for (std::size_t j = 0; j < count; ++j) row[j] = std::min(row[j], add(via, other[j]));
}

template <typename B>
bool includes(const Matrix<B>& larger, const Matrix<B>& smaller) {
  for (std::size_t i = 0; i < larger.dim; ++i)
    for (std::size_t j = 0; j < larger.dim; ++j)
      if (larger.at(i, j) < smaller.at(i, j)) return false;
  return true;
}

template <typename B>
void delay(Matrix<B>& z) {
  for (std::size_t i = 1; i < z.dim; ++i) z.at(i, 0) = kInfinity<B>;
}

template <typename B>
void reset(Matrix<B>& z, std::uint32_t clock, std::int32_t value) {
  for (std::size_t i = 0; i < z.dim; ++i) {
    z.at(clock, i) = add(at_most<B>(value), z.at(0, i));
    z.at(i, clock) = add(z.at(i, 0), at_most<B>(-value));
  }
  z.at(clock, clock) = kZero<B>;
}

// Treats the four cases of the definition bound by bound, and then closes the whole matrix.
template <typename B>
void extra_lu_plus(Matrix<B>& z, ClockBounds l, ClockBounds u) {
  const std::vector<B> lower(z.bounds.begin(), z.bounds.begin() + static_cast<std::ptrdiff_t>(z.dim));
  for (std::size_t i = 0; i < z.dim; ++i) {
    for (std::size_t j = 0; j < z.dim; ++j) {
      if (i == j || z.at(i, j) == kInfinity<B>) continue;
      if (value_of(z.at(i, j)) > l[i] || (i != 0 && -value_of(lower[i]) > l[i])) {
        z.at(i, j) = kInfinity<B>;
      } else if (-value_of(lower[j]) > u[j]) {
        z.at(i, j) = i == 0 ? less_than<B>(-u[j]) : kInfinity<B>;
      }
    }
  }
  close(z);
}

template <typename B>
bool is_covered_alu(const Matrix<B>& z, const Matrix<B>& other, ClockBounds l, ClockBounds u) {
  for (std::size_t x = 0; x < z.dim; ++x) {
    if (z.at(0, x) < at_most<B>(-u[x])) continue;
    for (std::size_t y = 0; y < z.dim; ++y)
      if (other.at(y, x) < z.at(y, x) && add(other.at(y, x), less_than<B>(-l[y])) < z.at(0, x)) return false;
  }
  return true;
}

template <typename B>
std::vector<Constraint<B>> minimal_constraints(const Matrix<B>& z) {
  std::vector<std::uint32_t> heads;
  std::vector<Constraint<B>> result;
  std::vector<std::uint32_t> last(z.dim);
  for (std::uint32_t i = 0; i < z.dim; ++i) {
    last[i] = i;
    const auto head = std::find_if(heads.begin(), heads.end(),
                                   [&](std::uint32_t h) { return add(z.at(i, h), z.at(h, i)) == kZero<B>; });
    if (head == heads.end()) {
      heads.push_back(i);
      continue;
    }
    result.push_back({last[*head], i, z.at(last[*head], i)});
    last[*head] = i;
  }
  for (const std::uint32_t i : heads) {
    if (last[i] != i) result.push_back({last[i], i, z.at(last[i], i)});
    for (const std::uint32_t j : heads) {
      if (i == j || z.at(i, j) == kInfinity<B> || (i == 0 && z.at(i, j) == kZero<B>)) continue;
      const bool is_implied = std::any_of(heads.begin(), heads.end(), [&](std::uint32_t k) {
        return k != i && k != j && add(z.at(i, k), z.at(k, j)) <= z.at(i, j);
      });
      if (!is_implied) result.push_back({i, j, z.at(i, j)});
    }
  }
  return result;
}

// FNV-1a over the bytes.
template <typename B>
std::uint64_t hash(const Matrix<B>& z) {
  std::uint64_t result = 0xCBF29CE484222325ULL;
  const auto* bytes = reinterpret_cast<const unsigned char*>(z.bounds.data());
  for (std::size_t n = 0; n < z.bounds.size() * sizeof(B); ++n) result = (result ^ bytes[n]) * 0x100000001B3ULL;
  return result;
}

}  // namespace zonda::zone::naive
