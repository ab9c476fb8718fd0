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
// within kLimit (bound.hpp) and the constants it takes as well (2c + 1 for a number c). It suffices to ask after
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

// Rows are padded to a multiple of this many bytes, so that they consist of whole vectors. The padding is infinity.
inline constexpr std::size_t kRowBytes = 32;

template <typename B>
[[nodiscard]] constexpr std::size_t stride_for(std::size_t dim) {
  constexpr std::size_t kLanes = kRowBytes / sizeof(B);
  return (dim + kLanes - 1) / kLanes * kLanes;
}

// Allocation in whole cache lines (blocks.cpp). Matrices are created and destroyed by the million and have few sizes,
// so each thread keeps some of the blocks that were given back and hands them out again.
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
  // The zone whose only point is the one where every clock is 0.
  explicit Dbm(std::size_t dim);
  [[nodiscard]] static Dbm zero(std::size_t dim) { return Dbm(dim); }
  // The zone of all valuations whose clocks are at least 0.
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
  // Turns this zone into universe(dim()).
  void release_all();

  friend bool operator==(const Dbm& a, const Dbm& b) { return a.dim_ == b.dim_ && a.bounds_ == b.bounds_; }

 private:
  std::size_t dim_ = 0;
  std::size_t stride_ = 0;
  std::vector<B, AlignedAllocator<B>> bounds_;
};

// The constraint that x_left - x_right lies within the bound.
template <typename B>
struct Constraint {
  std::uint32_t left = 0;
  std::uint32_t right = 0;
  B bound = kInfinity<B>;
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

// clock := (old value of source) + offset. With source 0, the reference clock, it is clock := offset.
struct Assignment {
  std::uint32_t clock = 0;
  std::uint32_t source = 0;
  std::int32_t offset = 0;
};

// --- closing (dbm.cpp): these take a matrix that need not be closed, and return false when its zone is empty.
template <typename B>
bool close(Dbm<B>& z);
// Closes a matrix that was closed until bounds between these clocks (0 may be among them) were tightened.
template <typename B>
bool close_touched(Dbm<B>& z, std::span<const std::uint32_t> clocks);

// --- operations (dbm.cpp)
// Intersects the zone with the constraint. Returns false when nothing is left.
template <typename B>
bool constrain(Dbm<B>& z, const Constraint<B>& c);
// Whether the zone and the constraint have a point in common.
template <typename B>
[[nodiscard]] bool meets(const Dbm<B>& z, const Constraint<B>& c);
// Whether every point of the zone satisfies the constraint.
template <typename B>
[[nodiscard]] bool satisfies(const Dbm<B>& z, const Constraint<B>& c) {
  return z.at(c.left, c.right) <= c.bound;
}
template <typename B>
void delay(Dbm<B>& z);
// Lets time pass while some clocks stand still. The valuations that are reached need not form a zone, so the result is
// the smallest zone that contains them. It is exact when no clock is stopped or when only one is running.
template <typename B>
void delay_with_stopped(Dbm<B>& z, std::span<const std::uint32_t> stopped);
// Turns z into the zone of all valuations from which a point of z is reached by letting time pass.
template <typename B>
void past(Dbm<B>& z);
template <typename B>
void reset(Dbm<B>& z, std::uint32_t clock, std::int32_t value);
// to := from + offset. The result must not be negative anywhere; the caller checks the lower bound of `from`.
template <typename B>
void copy(Dbm<B>& z, std::uint32_t to, std::uint32_t from, std::int32_t offset);
// Carries out all assignments at once; the last one to a clock counts. As for copy(), no clock may become negative.
template <typename B>
void assign(Dbm<B>& z, std::span<const Assignment> assignments, Dbm<B>& scratch);
// Forgets what is known about the clock: afterwards it may have any value >= 0.
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
// Appends z \ other to `out`, as disjoint zones. If one of them is not within the limit, none of them may be used.
template <typename B>
void subtract(const Dbm<B>& z, const Dbm<B>& other, std::vector<Dbm<B>>& out);
// Enlarges z to the smallest zone that contains both.
template <typename B>
void convex_hull(Dbm<B>& z, const Dbm<B>& other);
// Whether the union of the two is convex, that is, equal to their hull.
template <typename B>
[[nodiscard]] bool is_union_exact(const Dbm<B>& a, const Dbm<B>& b);

// --- fewer clocks (zone_sets.cpp)
// Projects the zone onto some of its clocks: clock i+1 of the result is clocks[i] of z.
template <typename B>
void restrict_to(const Dbm<B>& z, std::span<const std::uint32_t> clocks, Dbm<B>& out);
// The reverse of restrict_to: clocks that are not in the list may have any value >= 0. `dim` is that of the result.
template <typename B>
void extend_from(const Dbm<B>& z, std::span<const std::uint32_t> clocks, std::size_t dim, Dbm<B>& out);

}  // namespace zonda::zone
