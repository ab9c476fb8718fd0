#include "zone/minimal.hpp"

#include <algorithm>

namespace zonda::zone {

namespace {

// Representative of each clock's class: the smallest clock at a fixed distance.
template <typename B>
std::vector<std::uint32_t> representatives(const Dbm<B>& z) {
  std::vector<std::uint32_t> result(z.dim());
  for (std::uint32_t i = 0; i < z.dim(); ++i) {
    result[i] = i;
    for (std::uint32_t j = 0; j < i; ++j) {
      if (result[j] == j && add(z.at(i, j), z.at(j, i)) == kZero<B>) {
        result[i] = j;
        break;
      }
    }
  }
  return result;
}

template <typename B>
bool is_understood(std::uint32_t left, std::uint32_t right, B bound) {
  return bound == kInfinity<B> || (left == 0 && bound == kZero<B> && right != 0);
}

// a0 -> a1 -> … -> a0: as many constraints as clocks fix all differences within a class.
template <typename B>
void add_cycles(const Dbm<B>& z, const std::vector<std::uint32_t>& representative, std::vector<Constraint<B>>& out) {
  for (std::uint32_t head = 0; head < z.dim(); ++head) {
    if (representative[head] != head) continue;
    std::uint32_t previous = head;
    for (std::uint32_t i = head + 1; i < z.dim(); ++i) {
      if (representative[i] != head) continue;
      out.push_back({previous, i, z.at(previous, i)});
      previous = i;
    }
    if (previous != head) out.push_back({previous, head, z.at(previous, head)});
  }
}

}  // namespace

template <typename B>
std::vector<Constraint<B>> minimal_constraints(const Dbm<B>& z) {
  const std::vector<std::uint32_t> representative = representatives(z);
  std::vector<Constraint<B>> result;
  add_cycles(z, representative, result);
  std::vector<std::uint32_t> heads;
  for (std::uint32_t i = 0; i < z.dim(); ++i)
    if (representative[i] == i) heads.push_back(i);
  for (const std::uint32_t i : heads) {
    for (const std::uint32_t j : heads) {
      if (i == j || z.at(i, j) == kInfinity<B>) continue;
      // There are no zero cycles among representatives, so all redundant bounds may go at once.
      const bool is_implied = std::any_of(heads.begin(), heads.end(), [&](std::uint32_t k) {
        return k != i && k != j && add(z.at(i, k), z.at(k, j)) <= z.at(i, j);
      });
      if (!is_implied) result.push_back({i, j, z.at(i, j)});
    }
  }
  std::erase_if(result, [](const Constraint<B>& c) { return is_understood(c.left, c.right, c.bound); });
  return result;
}

template <typename B>
bool from_constraints(std::size_t dim, std::span<const Constraint<B>> constraints, Dbm<B>& out) {
  out = Dbm<B>::universe(dim);
  for (const Constraint<B>& c : constraints) out.at(c.left, c.right) = std::min(out.at(c.left, c.right), c.bound);
  return close(out);
}

template <typename B>
bool includes(std::span<const Constraint<B>> larger, const Dbm<B>& smaller) {
  return std::all_of(larger.begin(), larger.end(), [&](const Constraint<B>& c) { return satisfies(smaller, c); });
}

#define ZONDA_INSTANTIATE(B)                                                              \
  template std::vector<Constraint<B>> minimal_constraints(const Dbm<B>&);                 \
  template bool from_constraints(std::size_t, std::span<const Constraint<B>>, Dbm<B>&);   \
  template bool includes(std::span<const Constraint<B>>, const Dbm<B>&);
ZONDA_INSTANTIATE(std::int16_t)
ZONDA_INSTANTIATE(std::int32_t)
#undef ZONDA_INSTANTIATE

}  // namespace zonda::zone
