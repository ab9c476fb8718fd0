// Passed and waiting states in one structure. A node is a discrete state with a zone; the nodes of one discrete state
// are a list, and a node that a later one covers is taken out of it and marked dead: whoever still holds its number
// asks is_alive().
//
// Lists may grow long, and each new state is compared with all of its list. So a list is one block of an array of
// signatures, which settle most comparisons, and the same block of an array of node numbers. Blocks have room for
// 1, 2, 4, … nodes; one that was outgrown is used again for another list.
#pragma once

#include "store/discrete_table.hpp"
#include "store/signature.hpp"
#include "store/zone_table.hpp"
#include "util/check.hpp"
#include "util/growing_array.hpp"

#include <array>
#include <cstdint>

namespace zonda::store {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

class NodeStore {
 public:
  struct Node {
    DiscreteId discrete = 0;
    ZoneId zone = 0;
    NodeId parent = kNoNode;  // where it was found from
  };

  struct Inserted {
    NodeId node = kNoNode;       // kNoNode: some stored state covers it
    std::uint32_t removed = 0;   // states that it covers, taken out
    std::uint32_t mistakes = 0;  // those of them that had been expanded
  };

  NodeStore() { free_.fill(kNoBlock); }

  // `covers(a, b)`: zone a stands in for zone b in this discrete state; then a's signature dominates b's.
  template <typename Covers>
  Inserted insert(DiscreteId discrete, ZoneId zone, Signature signature, NodeId parent, Covers&& covers) {
    if (discrete >= lists_.size()) lists_.resize(std::size_t{discrete} + 1, List{});
    List& list = lists_[discrete];
    const Signature* signatures = signatures_.data() + (list.count == 0 ? 0 : list.start);
    bool may_remove = false;
    // The newest first: they are the likeliest to cover.
    for (std::uint32_t i = list.count; i-- > 0;) {
      if (dominates(signatures[i], signature) && covers(nodes_[numbers_[list.start + i]].zone, zone)) return {};
      may_remove = may_remove || dominates(signature, signatures[i]);
    }
    Inserted result;
    if (may_remove) remove_covered(list, zone, signature, covers, result);
    ZONDA_CHECK(nodes_.size() < kNoNode, "too many states for their numbers");
    result.node = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({discrete, zone, parent});
    flags_.push_back(Flag::Waiting);
    if (list.count == capacity_of(list)) grow(list);
    signatures_[list.start + list.count] = signature;
    numbers_[list.start + list.count] = result.node;
    ++list.count;
    alive_ += 1;
    alive_ -= result.removed;
    return result;
  }

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id]; }
  [[nodiscard]] bool is_alive(NodeId id) const { return flags_[id] != Flag::Dead; }
  void mark_passed(NodeId id) { flags_[id] = Flag::Passed; }
  [[nodiscard]] std::size_t alive() const { return alive_; }
  [[nodiscard]] NodeId count() const { return static_cast<NodeId>(nodes_.size()); }
  // Waiting states before this one stay although they are covered: they have shorter paths.
  void protect_waiting(NodeId end) { protected_end_ = end; }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.bytes() + flags_.bytes() + lists_.bytes() + signatures_.bytes() + numbers_.bytes();
  }

 private:
  enum class Flag : std::uint8_t { Waiting, Passed, Dead };
  static constexpr std::uint32_t kNoBlock = UINT32_MAX;
  static constexpr std::uint32_t kSizes = 31;

  // The block is entries `start` to `start` + 2^size of signatures_ and numbers_.
  struct List {
    std::uint32_t start = kNoBlock;
    std::uint32_t count = 0;
    std::uint32_t size = 0;
  };

  [[nodiscard]] static std::uint32_t capacity_of(const List& list) {
    return list.start == kNoBlock ? 0 : std::uint32_t{1} << list.size;
  }

  template <typename Covers>
  void remove_covered(List& list, ZoneId zone, Signature signature, Covers& covers, Inserted& result) {
    Signature* signatures = signatures_.data() + list.start;
    NodeId* numbers = numbers_.data() + list.start;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < list.count; ++i) {
      const NodeId id = numbers[i];
      const bool is_protected = id < protected_end_ && flags_[id] == Flag::Waiting;
      if (!is_protected && dominates(signature, signatures[i]) && covers(zone, nodes_[id].zone)) {
        result.mistakes += flags_[id] == Flag::Passed ? 1U : 0U;
        flags_[id] = Flag::Dead;
        ++result.removed;
      } else {
        signatures[kept] = signatures[i];
        numbers[kept++] = id;
      }
    }
    list.count = kept;
  }

  void grow(List& list) {
    const std::uint32_t size = list.start == kNoBlock ? 0 : list.size + 1;
    ZONDA_CHECK(size < kSizes, "too many zones in one discrete state");
    const List larger{allocate(size), list.count, size};
    for (std::uint32_t i = 0; i < list.count; ++i) {
      signatures_[larger.start + i] = signatures_[list.start + i];
      numbers_[larger.start + i] = numbers_[list.start + i];
    }
    if (list.start != kNoBlock) {
      numbers_[list.start] = free_[list.size];
      free_[list.size] = list.start;
    }
    list = larger;
  }

  std::uint32_t allocate(std::uint32_t size) {
    if (free_[size] != kNoBlock) {
      const std::uint32_t result = free_[size];
      free_[size] = numbers_[result];
      return result;
    }
    const std::size_t start = numbers_.size();
    const std::size_t end = start + (std::size_t{1} << size);
    ZONDA_CHECK(end < kNoBlock, "too many states for their lists");
    signatures_.resize(end, 0);
    numbers_.resize(end, 0);
    return static_cast<std::uint32_t>(start);
  }

  GrowingArray<Node> nodes_;
  GrowingArray<Flag> flags_;
  GrowingArray<List> lists_;  // by discrete state
  GrowingArray<Signature> signatures_;
  GrowingArray<NodeId> numbers_;
  std::array<std::uint32_t, kSizes> free_{};  // the first free block of each size; each holds the next
  std::size_t alive_ = 0;
  NodeId protected_end_ = 0;
};

}  // namespace zonda::store
