// The reachability tree with two links for each node (order paper, 5): to the first child, and to the next sibling or,
// from the last child, to the parent. When a node is removed, its children take its place below its parent.
#pragma once

#include "util/growing_array.hpp"
#include "util/invariant.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>

namespace zonda::order {

class Tree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  // above all other nodes, and never removed
  // How many nodes there can be besides the root. Whoever adds them must see to it that there are no more.
  static constexpr std::size_t kMost = (std::size_t{1} << 31U) - 3;

  Tree() : links_(1, Links{}) {}

  // Adds a node as the first child of the parent.
  Node add(Node parent) {
    const Node node = take();
    const Node first = links_[parent].child;
    links_[node] = {kNone, first == kNone ? parent | kToParent : first};
    links_[parent].child = node;
    return node;
  }

  [[nodiscard]] Node parent(Node node) const {
    while ((links_[node].next & kToParent) == 0) node = links_[node].next;
    return links_[node].next & ~kToParent;
  }

  // Removes a node. Its number may be given to another node later.
  void remove(Node node) {
    const Node after = links_[node].next;
    const Node first = links_[node].child;
    if (first != kNone) {
      Node last = first;
      while ((links_[last].next & kToParent) == 0) last = links_[last].next;
      links_[last].next = after;
    }
    const Node above = parent(node);
    const bool is_last = (after & kToParent) != 0;
    Node* slot = &links_[above].child;
    while (*slot != node) slot = &links_[*slot].next;
    if (first != kNone)
      *slot = first;
    else if (is_last)
      *slot = slot == &links_[above].child ? kNone : after;
    else
      *slot = after;
    links_[node].next = free_;
    free_ = node;
  }

  // Visits the node and all nodes below it, each parent before its children.
  template <typename Visit>
  void for_each_below(Node top, Visit&& visit) const {
    visit(top);
    Node node = top;
    while (true) {
      if (links_[node].child != kNone) {
        node = links_[node].child;
      } else {
        // Goes up to the next node that has a sibling.
        while (node != top && (links_[node].next & kToParent) != 0) node = links_[node].next & ~kToParent;
        if (node == top) return;
        node = links_[node].next;
      }
      visit(node);
    }
  }

  // How many numbers there are, of nodes and free ones; all numbers are below this.
  [[nodiscard]] std::size_t numbers() const { return links_.size(); }
  [[nodiscard]] std::size_t bytes() const { return links_.bytes(); }
  void snapshot(Snapshot& s) {
    s.value(free_);
    s.array(links_);
  }

 private:
  static constexpr Node kNone = UINT32_MAX;
  static constexpr Node kToParent = 0x8000'0000U;
  struct Links {
    Node child = kNone;
    Node next = kNone;  // the next sibling, or the parent if kToParent is set
  };

  Node take() {
    if (free_ == kNone) {
      ZONDA_CHECK(links_.size() <= kMost, "there are too many nodes");
      links_.push_back({});
      return static_cast<Node>(links_.size() - 1);
    }
    const Node result = free_;
    free_ = links_[result].next;
    return result;
  }

  GrowingArray<Links> links_;
  Node free_ = kNone;  // the first free number; the others follow through `next`
};

}  // namespace zonda::order
