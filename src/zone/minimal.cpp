// Finds the classes of clocks, lists a cycle for each, and drops redundant bounds between their lowest clocks.
#include "zone/minimal.hpp"

#include "zone/kernels.hpp"
#include "zone/small_array.hpp"

#include <algorithm>

namespace zonda::zone {

namespace {

// The classes of clocks whose differences are fixed. A class is a linked list from its lowest clock, the head, upwards.
// The reference clock is the head of its class.
class Classes {
 public:
  template <typename B>
  explicit Classes(const Dbm<B>& z) : heads_(z.dim()), next_(z.dim()) {
    for (std::uint32_t clock = 0; clock < z.dim(); ++clock) insert(z, clock);
  }

  [[nodiscard]] std::span<const std::uint32_t> heads() const { return {&heads_[0], count_}; }
  // The clock after this one; the clock itself when it is the highest.
  [[nodiscard]] std::uint32_t next(std::uint32_t clock) const { return next_[clock]; }

 private:
  template <typename B>
  void insert(const Dbm<B>& z, std::uint32_t clock) {
    const B* row = z.row(clock);
    next_[clock] = clock;
    for (std::size_t n = 0; n < count_; ++n) {
      std::uint32_t before = heads_[n];
      if (row[before] == kInfinity<B> || add(row[before], z.at(before, clock)) != kZero<B>) continue;
      if (row[before] < kZero<B>) {  // the clock is lower than the whole class
        next_[clock] = before;
        heads_[n] = clock;
        return;
      }
      while (next_[before] != before && row[next_[before]] >= kZero<B>) before = next_[before];
      if (next_[before] != before) next_[clock] = next_[before];
      next_[before] = clock;
      return;
    }
    heads_[count_++] = clock;
  }

  std::size_t count_ = 0;
  SmallArray<std::uint32_t> heads_;
  SmallArray<std::uint32_t> next_;
};

// Appends the bound (left, right), unless it is 'x >= 0', which is understood.
template <typename B>
void list(const Dbm<B>& z, std::uint32_t left, std::uint32_t right, std::vector<Constraint<B>>& out) {
  const B bound = z.at(left, right);
  const bool is_understood = left == 0 && bound == kZero<B>;
  if (!is_understood) out.push_back({left, right, bound});
}

// Appends a cycle of constraints through a class, one for each clock: they fix all differences within it.
template <typename B>
void list_cycle(const Dbm<B>& z, const Classes& classes, std::uint32_t head, std::vector<Constraint<B>>& out) {
  std::uint32_t clock = head;
  while (classes.next(clock) != clock) {
    list(z, clock, classes.next(clock), out);
    clock = classes.next(clock);
  }
  if (clock != head) list(z, clock, head, out);
}

}  // namespace

template <typename B>
void minimal_constraints(const Dbm<B>& z, std::vector<Constraint<B>>& out) {
  out.clear();
  const Classes classes(z);
  const auto heads = classes.heads();
  const auto select_needed = kernels<B>().select_needed;
  SmallArray<B> is_head(z.stride());
  SmallArray<std::uint32_t> needed(z.dim());
  std::fill_n(is_head.data(), z.stride(), B{0});
  for (const std::uint32_t i : heads) is_head[i] = -1;
  for (const std::uint32_t i : heads) {
    list_cycle(z, classes, i, out);
    // There are no zero cycles among heads, so all redundant bounds may go at once.
    const std::size_t count =
        select_needed(z.row(0), z.stride(), i, heads.data(), heads.size(), is_head.data(), needed.data());
    for (std::size_t n = 0; n < count; ++n) list(z, i, needed[n], out);
  }
}

template <typename B>
std::vector<Constraint<B>> minimal_constraints(const Dbm<B>& z) {
  std::vector<Constraint<B>> result;
  minimal_constraints(z, result);
  return result;
}

template <typename B>
bool from_constraints(std::size_t dim, std::span<const Constraint<B>> constraints, Dbm<B>& out) {
  out.resize(dim);
  out.release_all();
  for (const Constraint<B>& c : constraints) out.at(c.left, c.right) = std::min(out.at(c.left, c.right), c.bound);
  return close(out);
}

template <typename B>
bool includes(std::span<const Constraint<B>> larger, const Dbm<B>& smaller) {
  return std::all_of(larger.begin(), larger.end(), [&](const Constraint<B>& c) { return satisfies(smaller, c); });
}

#define ZONDA_INSTANTIATE(B)                                                            \
  template std::vector<Constraint<B>> minimal_constraints(const Dbm<B>&);               \
  template void minimal_constraints(const Dbm<B>&, std::vector<Constraint<B>>&);        \
  template bool from_constraints(std::size_t, std::span<const Constraint<B>>, Dbm<B>&); \
  template bool includes(std::span<const Constraint<B>>, const Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
