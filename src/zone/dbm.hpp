// Difference-bound matrices (thesis, 4.1): the zone of all clock valuations v with v(i) - v(j) within bound(i, j).
// Clock 0 is the constant 0, so row 0 holds the lower bounds (negated) and column 0 the upper ones; all clocks are
// at least 0.
//
// Every operation keeps the matrix closed (each bound is the tightest that follows from all of them), which makes it
// canonical: equal zones have equal matrices. Operations that can make a zone empty return false then, and the
// matrix must not be used further. Preconditions: the zone is closed and not empty; zones that are handed in together
// have the same dimension; clocks are in 1 … dim-1 unless said otherwise.
//
// Limits: every operation gives the exact result, or one that is_within_limit() rejects, when the zones it takes are
// within kLimit (bound.hpp) and the constants it takes as well (2c + 1 for a number c). It suffices to look after
//   - a whole step without differences of clocks: any number of constraints x ~ c, resets, any number of x ~ c,
//     delay, any number of x <= c, extrapolation;
//   - any other single operation (a constraint on x - y, a copy, an assignment, an intersection, …).
// docs/internals/zones.md has the argument.
#pragma once

#include "zone/bound.hpp"

#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <vector>

namespace zonda::zone {

// Rows are padded to whole vectors; what lies in the padding is always infinity.
inline constexpr std::size_t kRowBytes = 32;

template <typename B>
[[nodiscard]] constexpr std::size_t stride_for(std::size_t dim) {
  constexpr std::size_t kLanes = kRowBytes / sizeof(B);
  return (dim + kLanes - 1) / kLanes * kLanes;
}

// Blocks of whole cache lines. Matrices come and go by the million and have few sizes, so each thread keeps some of
// those that it was given back.
namespace blocks {
[[nodiscard]] void* take(std::size_t bytes);
void give_back(void* block, std::size_t bytes) noexcept;
}  // namespace blocks

template <typename T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <typename U>
  explicit AlignedAllocator(const AlignedAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(blocks::take(n * sizeof(T))); }
  void deallocate(T* p, std::size_t n) { blocks::give_back(p, n * sizeof(T)); }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) { return true; }
};

template <typename B>
class Dbm {
 public:
  // The zone that holds just the point 0.
  explicit Dbm(std::size_t dim);
  [[nodiscard]] static Dbm zero(std::size_t dim) { return Dbm(dim); }
  // All valuations with clocks >= 0.
  [[nodiscard]] static Dbm universe(std::size_t dim);

  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] std::size_t stride() const { return stride_; }
  [[nodiscard]] B at(std::size_t i, std::size_t j) const { return bounds_[i * stride_ + j]; }
  [[nodiscard]] B& at(std::size_t i, std::size_t j) { return bounds_[i * stride_ + j]; }
  [[nodiscard]] B* row(std::size_t i) { return bounds_.data() + i * stride_; }
  [[nodiscard]] const B* row(std::size_t i) const { return bounds_.data() + i * stride_; }
  [[nodiscard]] std::size_t size() const { return bounds_.size(); }

  // Changes the number of clocks; the contents are those of zero(dim) afterwards. Allocates only when growing.
  void resize(std::size_t dim);
  // Makes it universe(dim()).
  void release_all();

  friend bool operator==(const Dbm& a, const Dbm& b) { return a.dim_ == b.dim_ && a.bounds_ == b.bounds_; }

 private:
  std::size_t dim_ = 0;
  std::size_t stride_ = 0;
  std::vector<B, AlignedAllocator<B>> bounds_;
};

// x_left - x_right within bound.
template <typename B>
struct Constraint {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  B bound = kInfinity<B>;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// The clock becomes (old value of clock source) + offset; source 0 is a number.
struct Assignment {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;
  std::int32_t offset = 0;
};

// --- closing (dbm.cpp). The matrix need not be closed before; false: it is empty.
template <typename B>
bool close(Dbm<B>& z);
// A closed zone in which bounds between these clocks (0 allowed) were then made tighter.
template <typename B>
bool close_touched(Dbm<B>& z, std::span<const std::uint32_t> clocks);

// --- operations (dbm.cpp)
template <typename B>
bool constrain(Dbm<B>& z, const Constraint<B>& c);
// Whether the zone and the constraint have a point in common.
template <typename B>
[[nodiscard]] bool meets(const Dbm<B>& z, const Constraint<B>& c);
// Every point of the zone satisfies the constraint.
template <typename B>
[[nodiscard]] bool satisfies(const Dbm<B>& z, const Constraint<B>& c) {
  return z.at(c.left, c.right) <= c.bound;
}
template <typename B>
void delay(Dbm<B>& z);
// Delay while some clocks stand still: the smallest zone that holds all that can be reached. That set need not be a
// zone, so this is an over-approximation; exact when no clock is stopped or only one is running.
template <typename B>
void delay_with_stopped(Dbm<B>& z, std::span<const std::uint32_t> stopped);
// All valuations from which the zone is reached by delay.
template <typename B>
void past(Dbm<B>& z);
template <typename B>
void reset(Dbm<B>& z, std::uint32_t clock, std::int32_t value);
// x := y + c. The result must not be negative anywhere (the caller checks the lower bound of y).
template <typename B>
void copy(Dbm<B>& z, std::uint32_t to, std::uint32_t from, std::int32_t offset);
// All assignments at once, the last to a clock counts; as for copy() no clock may become negative.
template <typename B>
void assign(Dbm<B>& z, std::span<const Assignment> assignments, Dbm<B>& scratch);
// The clock takes any value >= 0.
template <typename B>
void release(Dbm<B>& z, std::uint32_t clock);
template <typename B>
bool intersect(Dbm<B>& z, const Dbm<B>& other);

// --- comparing (dbm.cpp)
template <typename B>
[[nodiscard]] bool includes(const Dbm<B>& larger, const Dbm<B>& smaller);
template <typename B>
[[nodiscard]] bool is_within_limit(const Dbm<B>& z);
template <typename B>
[[nodiscard]] std::uint64_t hash(const Dbm<B>& z);  // hash.cpp

// --- sets of zones (zone_sets.cpp)
// z \ other as disjoint zones, appended to `out`. If one of them is not within the limit, they are not to be used.
template <typename B>
void subtract(const Dbm<B>& z, const Dbm<B>& other, std::vector<Dbm<B>>& out);
// Smallest zone that holds both.
template <typename B>
void convex_hull(Dbm<B>& z, const Dbm<B>& other);
// Whether the union of the two is convex, that is, equal to their hull. False also where that takes bounds beyond the
// limit to find out.
template <typename B>
[[nodiscard]] bool is_union_exact(const Dbm<B>& a, const Dbm<B>& b);

// --- fewer clocks (zone_sets.cpp)
// The zone over some of the clocks only: clock i+1 of the result is clocks[i]. The others are projected away.
template <typename B>
void restrict_to(const Dbm<B>& z, std::span<const std::uint32_t> clocks, Dbm<B>& out);
// Back again: clocks that are not in the list take any value >= 0. `dim` is that of the result.
template <typename B>
void extend_from(const Dbm<B>& z, std::span<const std::uint32_t> clocks, std::size_t dim, Dbm<B>& out);

}  // namespace zonda::zone
