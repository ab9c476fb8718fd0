// Symbolic states as nodes, moves as edges, depth-first, with strongly connected components found on the way (Tarjan
// 1972, with an explicit stack). Every symbolic state is a node of its own; no state covers another unless the visitor
// says so.
#pragma once

#include "search/runs/symbolic_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace zonda::search {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;

template <typename B>
class ExplicitGraph {
 public:
  struct Node {
    store::State state;
    NodeId parent = kNoNode;  // from which it was found
    std::uint32_t component = UINT32_MAX;
    std::size_t first_edge = 0;
    std::size_t edges = 0;
  };
  struct Edge {
    NodeId to = kNoNode;
    bool is_tick = false;
    bool is_marked = false;  // see SuccessorRules::marked_clock
  };

  ExplicitGraph(SymbolicGraph<B>& graph, Control& control) : graph_(graph), control_(control), holds_(graph.zones()) {
    control.add_part({[this] { return bytes(); },
                      [this](Stats& stats) {
                        stats.bytes.links += bytes();
                        stats.stored += nodes_.size();
                        return frames_.size();
                      }});
    graph.set_judge([this](store::State s) { return target_of(s); });
  }
  ~ExplicitGraph() { graph_.set_judge({}); }
  ExplicitGraph(const ExplicitGraph&) = delete;
  ExplicitGraph& operator=(const ExplicitGraph&) = delete;

  // Explores what can be reached from these states, which are held, and is not there yet. A visitor has
  //   bool wants(State)              whether a state that is not there yet becomes a node
  //   bool enter(NodeId)             a new node; false: stop
  //   bool leave(span of NodeId)     a component is complete, its nodes in any order; false: stop
  // False: it was stopped, by the visitor or the control.
  template <typename Visitor>
  bool explore(std::span<const store::State> roots, Visitor&& visitor) {
    bool goes_on = true;
    for (const store::State& s : roots) goes_on = goes_on && start(s, visitor);
    return goes_on && !control_.has_ended();
  }

  [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
  [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
  [[nodiscard]] std::span<const Edge> edges(NodeId id) const {
    return std::span<const Edge>(edges_).subspan(nodes_[id].first_edge, nodes_[id].edges);
  }
  // A shortest way between two nodes inside a component, both included; there must be one. `is_used(edge)` says which
  // edges may be taken. At least one edge is.
  template <typename IsUsed>
  [[nodiscard]] std::vector<NodeId> way(NodeId from, NodeId to, IsUsed&& is_used) const;
  // How the node was found: from a root to it.
  [[nodiscard]] std::vector<NodeId> way_to(NodeId node) const {
    std::vector<NodeId> result;
    for (NodeId at = node; at != kNoNode; at = nodes_[at].parent) result.push_back(at);
    std::reverse(result.begin(), result.end());
    return result;
  }

 private:
  struct Frame {
    NodeId node = kNoNode;
    std::size_t next = 0;  // of its edges
  };
  static constexpr std::uint32_t kOpen = UINT32_MAX;

  [[nodiscard]] static std::uint64_t key_of(store::State s) { return (std::uint64_t{s.discrete} << 32U) | s.zone; }
  [[nodiscard]] std::uint64_t bytes() const {
    constexpr std::size_t kEntryBytes = 48;
    return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(Edge) + numbers_.size() * kEntryBytes +
           targets_.capacity() * sizeof(store::State) + holds_.bytes() + low_.capacity() * 2 * sizeof(NodeId);
  }

  // What a reduction is told of a successor of the highest frame.
  [[nodiscard]] reduce::Target target_of(store::State s) const {
    const auto known = numbers_.find(key_of(s));
    if (known == numbers_.end()) return graph_.target_among_done(s);
    reduce::Target result;
    result.is_on_stack = std::ranges::find(frames_, known->second, &Frame::node) != frames_.end();
    result.is_expanded = !result.is_on_stack && !graph_.was_pruned(s);
    return result;
  }

  template <typename Visitor>
  bool start(store::State root, Visitor& visitor) {
    if (numbers_.contains(key_of(root)) || !visitor.wants(root)) return true;
    if (!push(root, kNoNode, visitor)) return false;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const Node& node = nodes_[frame.node];
      if (frame.next == node.edges) {
        if (!pop(visitor)) return false;
        continue;
      }
      // Nodes are made when the search comes to them; until then the edge has its state's number.
      const std::size_t at = node.first_edge + frame.next++;
      const store::State to = targets_[at];
      const NodeId from = frame.node;
      const auto known = numbers_.find(key_of(to));
      if (known != numbers_.end()) {
        edges_[at].to = known->second;
        if (nodes_[known->second].component == kOpen) low_[from] = std::min(low_[from], known->second);
        continue;
      }
      if (!visitor.wants(to)) continue;
      edges_[at].to = static_cast<NodeId>(nodes_.size());
      if (!push(to, from, visitor)) return false;
    }
    return true;
  }

  template <typename Visitor>
  bool push(store::State s, NodeId parent, Visitor& visitor) {
    const auto id = static_cast<NodeId>(nodes_.size());
    numbers_.emplace(key_of(s), id);
    holds_.add(s.zone);
    nodes_.push_back({s, parent, kOpen, edges_.size(), 0});
    low_.push_back(id);
    open_.push_back(id);
    frames_.push_back({id, 0});
    if (!visitor.enter(id)) return false;
    successors_.clear();
    if (!graph_.expand(s, successors_)) return false;
    for (const auto& next : successors_) {
      holds_.add(next.to.zone);
      edges_.push_back({kNoNode, next.is_tick, next.is_marked});
      targets_.push_back(next.to);
    }
    nodes_[id].edges = successors_.size();
    graph_.counts().note_stored(nodes_.size());
    return control_.watch();
  }

  template <typename Visitor>
  bool pop(Visitor& visitor) {
    const NodeId id = frames_.back().node;
    frames_.pop_back();
    if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[id]);
    if (low_[id] != id) return true;
    const auto first = std::find(open_.rbegin(), open_.rend(), id).base() - 1;
    for (auto at = first; at != open_.end(); ++at) nodes_[*at].component = components_;
    ++components_;
    const bool goes_on = visitor.leave(std::span<const NodeId>(&*first, static_cast<std::size_t>(open_.end() - first)));
    open_.erase(first, open_.end());
    return goes_on;
  }

  SymbolicGraph<B>& graph_;
  Control& control_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<store::State> targets_;  // of the edges
  store::HeldZones<B> holds_;          // of nodes and targets
  std::unordered_map<std::uint64_t, NodeId> numbers_;
  std::vector<NodeId> low_;   // by node
  std::vector<NodeId> open_;  // whose component is not complete
  std::vector<Frame> frames_;
  std::vector<typename SymbolicGraph<B>::Successor> successors_;
  std::uint32_t components_ = 0;
};

template <typename B>
template <typename IsUsed>
std::vector<NodeId> ExplicitGraph<B>::way(NodeId from, NodeId to, IsUsed&& is_used) const {
  std::unordered_map<NodeId, NodeId> before;
  std::vector<NodeId> queue{from};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Edge& e : edges(queue[i])) {
      if (e.to == kNoNode || before.contains(e.to) || !is_used(queue[i], e)) continue;
      before.emplace(e.to, queue[i]);
      if (e.to == to) {
        std::vector<NodeId> result{to};
        do {
          result.push_back(before.at(result.back()));
        } while (result.back() != from);
        std::reverse(result.begin(), result.end());
        return result;
      }
      queue.push_back(e.to);
    }
  }
  return {};
}

}  // namespace zonda::search
