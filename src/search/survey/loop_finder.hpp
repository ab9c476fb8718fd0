// Loops among symbolic states: for every edge of a template that is part of one, a short loop through it.
//
// Strongly connected components are found depth-first (Tarjan, A12). A cycle of symbolic states is one that some run
// goes around for ever (search/runs/run_finder.hpp says why), and the edges that a run takes infinitely often lie in
// one component. So nothing is missed, and nothing is said that is not there, if each edge inside a component gets a
// cycle through it: a shortest one back from its target to its source. All elementary cycles would be exponentially
// many.
//
// What was looked at completely stands in for all that it includes. As soon as a component is complete it is forgotten
// but for that: the nodes at hand are those of components that are not, one upon the other.
#pragma once

#include "model/network.hpp"
#include "search/runs/symbolic_graph.hpp"
#include "search/survey/move_labels.hpp"

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zonda::search {

// The edges of templates on loops that were reported. A loop is committed if some process is in a committed location
// all the way round.
struct KnownLoops {
  std::set<EdgeKey> committed;
  std::set<EdgeKey> others;
};

// The states from a root on, the last one closing the loop that begins with the one numbered `first`; the labels of
// the moves between them.
struct Loop {
  std::vector<store::State> states;
  std::vector<std::uint32_t> labels;
  std::size_t first = 0;
  bool is_committed = true;
};

template <typename B>
class LoopFinder {
 public:
  // May use the graph, and end the search.
  using OnLoop = std::function<void(const Loop&)>;

  // `labels` observes the graph. `stays_committed`: only states in which some process is in a committed location.
  // Those loops must be looked for first, where both kinds matter.
  LoopFinder(const model::Network& network, SymbolicGraph<B>& graph, MoveLabels& labels, Control& control,
             KnownLoops& known, bool stays_committed);
  ~LoopFinder();
  LoopFinder(const LoopFinder&) = delete;
  LoopFinder& operator=(const LoopFinder&) = delete;

  // What can be reached from these, which are held, and was not looked at before.
  void search(std::span<const store::State> roots, const OnLoop& on_loop);

 private:
  using NodeId = std::uint32_t;
  static constexpr NodeId kNone = UINT32_MAX;
  struct Node {
    store::State at;
    NodeId parent = kNone;
    NodeId low = kNone;
    std::uint32_t label = 0;  // of the move from the parent
    bool is_committed = false;
    std::size_t first = 0;  // its edges: up to those of the next node
    std::size_t next = 0;
    store::HeldZone<B> hold{};
  };
  struct Edge {
    store::State to;
    NodeId node = kNone;  // none: not part of this component
    std::uint32_t label = 0;
    store::HeldZone<B> hold{};
  };
  // An edge of a template that needs a loop.
  struct Need {
    EdgeKey edge = 0;
    bool from_committed = false;
    auto operator<=>(const Need&) const = default;
  };
  struct Step {
    NodeId from = kNone;
    std::size_t edge = 0;
  };

  [[nodiscard]] static std::uint64_t key_of(store::State s) { return (std::uint64_t{s.discrete} << 32U) | s.zone; }
  [[nodiscard]] bool is_committed(store::DiscreteId id);
  [[nodiscard]] bool is_wanted(store::State s);
  [[nodiscard]] std::size_t end_of(NodeId id) const {
    return id + 1 < nodes_.size() ? nodes_[id + 1].first : edges_.size();
  }
  [[nodiscard]] std::uint64_t bytes() const;
  // What a reduction is told of a successor of the node at work.
  [[nodiscard]] reduce::Target target_of(store::State s) const;
  // False: the search has ended.
  bool start(store::State root, const OnLoop& on_loop);
  bool visit(NodeId from, std::size_t edge);
  bool push(store::State s, NodeId parent, std::uint32_t label);
  bool leave(NodeId id, const OnLoop& on_loop);
  void forget(NodeId first);

  [[nodiscard]] bool is_needed(const Need& need) const;
  [[nodiscard]] std::vector<std::pair<Need, std::vector<Step>>> needs(NodeId first);
  // A short way round through one of the edges.
  bool go_round(NodeId first, std::span<const Step> through, std::vector<Step>& out);
  void report(NodeId first, const OnLoop& on_loop);
  [[nodiscard]] Loop loop_of(std::vector<Step> round) const;

  const model::Network& network_;
  SymbolicGraph<B>& graph_;
  MoveLabels& labels_;
  Control& control_;
  KnownLoops& known_;
  bool stays_committed_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<NodeId> path_;  // from the root to the node at work
  std::unordered_map<std::uint64_t, NodeId> numbers_;
  std::vector<typename SymbolicGraph<B>::Successor> successors_;
  std::vector<Step> before_;  // by node of a component: how it was come to
  std::vector<NodeId> queue_;
};

}  // namespace zonda::search
