// The reachability tree with two links a node (order paper, 5): the first child, and the next sibling or, for the last
// child, the parent. A node that leaves hands its children to its parent, in its place.
#pragma once

#include "util/check.hpp"
#include "util/growing_array.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>

namespace zonda::order {

class Tree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;  // above all others, and never leaves

  Tree() : links_(1, Links{}) {}

  // As the first child.
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

  // Its number may be given again.
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

  // Of all that are below the node, the node first and then from above.
  template <typename Visit>
  void for_each_below(Node top, Visit&& visit) const {
    visit(top);
    Node node = top;
    while (true) {
      if (links_[node].child != kNone) {
        node = links_[node].child;
      } else {
        // Up until there is a sibling.
        while (node != top && (links_[node].next & kToParent) != 0) node = links_[node].next & ~kToParent;
        if (node == top) return;
        node = links_[node].next;
      }
      visit(node);
    }
  }

  // Nodes and free numbers.
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
    Node next = kNone;  // sibling, or with the mark the parent
  };

  Node take() {
    if (free_ == kNone) {
      ZONDA_CHECK(links_.size() < kToParent - 1, "there are too many nodes");
      links_.push_back({});
      return static_cast<Node>(links_.size() - 1);
    }
    const Node result = free_;
    free_ = links_[result].next;
    return result;
  }

  GrowingArray<Links> links_;
  Node free_ = kNone;  // the first free number; each has the next one as its sibling
};

}  // namespace zonda::order
