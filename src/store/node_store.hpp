// Passed and waiting states in one structure: nodes (discrete state, zone), chained by discrete state. A node that a
// later one covers is taken out of its chain and marked dead; whoever still holds its number asks is_alive().
#pragma once

#include "store/discrete_table.hpp"
#include "store/zone_table.hpp"

#include <cstdint>
#include <vector>

namespace zonda::store {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

class NodeStore {
 public:
  struct Node {
    DiscreteId discrete = 0;
    ZoneId zone = 0;
    NodeId next = kNoNode;    // in the chain of its discrete state
    NodeId parent = kNoNode;  // where it was found from
  };

  struct Inserted {
    NodeId node = kNoNode;       // kNoNode: some stored state covers it
    std::uint32_t removed = 0;   // states that it covers, taken out
    std::uint32_t mistakes = 0;  // those of them that had been expanded
  };

  // `covers(a, b)`: zone a stands in for zone b in this discrete state.
  template <typename Covers>
  Inserted insert(DiscreteId discrete, ZoneId zone, NodeId parent, Covers&& covers) {
    if (discrete >= heads_.size()) heads_.resize(std::size_t{discrete} + 1, kNoNode);
    for (NodeId n = heads_[discrete]; n != kNoNode; n = nodes_[n].next)
      if (nodes_[n].zone == zone || covers(nodes_[n].zone, zone)) return {};
    Inserted result;
    NodeId* link = &heads_[discrete];
    while (*link != kNoNode) {
      Node& node = nodes_[*link];
      if (covers(zone, node.zone)) {
        result.mistakes += flags_[*link] == Flag::Passed ? 1U : 0U;
        flags_[*link] = Flag::Dead;
        ++result.removed;
        *link = node.next;
      } else {
        link = &node.next;
      }
    }
    result.node = static_cast<NodeId>(nodes_.size());
    nodes_.push_back({discrete, zone, heads_[discrete], parent});
    flags_.push_back(Flag::Waiting);
    heads_[discrete] = result.node;
    alive_ += 1;
    alive_ -= result.removed;
    return result;
  }

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id]; }
  [[nodiscard]] bool is_alive(NodeId id) const { return flags_[id] != Flag::Dead; }
  void mark_passed(NodeId id) { flags_[id] = Flag::Passed; }
  [[nodiscard]] std::size_t alive() const { return alive_; }
  [[nodiscard]] std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + flags_.capacity() + heads_.capacity() * sizeof(NodeId);
  }

 private:
  enum class Flag : std::uint8_t { Waiting, Passed, Dead };
  std::vector<Node> nodes_;
  std::vector<Flag> flags_;
  std::vector<NodeId> heads_;  // by discrete state
  std::size_t alive_ = 0;
};

}  // namespace zonda::store
