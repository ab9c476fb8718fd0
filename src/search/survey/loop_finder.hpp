// Loops among symbolic states: for every edge of a template that is part of one, a short loop through it.
//
// Strongly connected components are found depth-first (Tarjan, A12). Some run goes around every cycle of symbolic
// states for ever (search/runs/run_finder.hpp says why), and the edges that a run takes infinitely often lie in one
// component. So it is complete and correct to report, for each edge inside a component, one cycle through it: a
// shortest way back from its target to its source. Listing all elementary cycles would take exponentially long.
//
// A state that was explored completely stands in for all states that it includes. As soon as a component is complete,
// nothing but this is kept of it: the remaining nodes belong to components that are not complete, on one stack.
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

// A loop: the states from a root on, of which the last one closes the loop that begins with the state numbered `first`,
// and the labels of the moves between them.
struct FoundLoop {
  std::vector<store::State> states;
  std::vector<std::uint32_t> labels;
  std::size_t first = 0;
  bool is_committed = true;
};

template <typename B>
class LoopFinder {
 public:
  // Called for each loop; may use the graph, and may end the search.
  using OnLoop = std::function<void(const FoundLoop&)>;

  // `labels` observes the graph. `stays_committed`: only states with a process in a committed location count. If both
  // kinds of loops matter, committed ones must be looked for first.
  LoopFinder(const model::Network& network, SymbolicGraph<B>& graph, MoveLabels& labels, Control& control,
             KnownLoops& known, bool stays_committed);
  ~LoopFinder();
  LoopFinder(const LoopFinder&) = delete;
  LoopFinder& operator=(const LoopFinder&) = delete;

  // Looks for loops among the states that can be reached from these roots, which are held, and were not seen before.
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
    std::size_t first = 0;  // index of its first edge; its edges end where those of the next node begin
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
  // What a reduction is told about a successor of the current node.
  [[nodiscard]] reduce::Target target_of(store::State s) const;
  // False: the search has ended.
  bool start(store::State root, const OnLoop& on_loop);
  bool visit(NodeId from, std::size_t edge);
  bool push(store::State s, NodeId parent, std::uint32_t label);
  bool leave(NodeId id, const OnLoop& on_loop);
  void forget(NodeId first);

  [[nodiscard]] bool is_needed(const Need& need) const;
  [[nodiscard]] std::vector<std::pair<Need, std::vector<Step>>> needs(NodeId first);
  // Finds a short cycle through one of the edges.
  bool go_round(NodeId first, std::span<const Step> through, std::vector<Step>& out);
  void report(NodeId first, const OnLoop& on_loop);
  [[nodiscard]] FoundLoop loop_of(std::vector<Step> round) const;

  const model::Network& network_;
  SymbolicGraph<B>& graph_;
  MoveLabels& labels_;
  Control& control_;
  KnownLoops& known_;
  bool stays_committed_;
  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<NodeId> path_;  // from the root to the current node
  std::unordered_map<std::uint64_t, NodeId> numbers_;
  std::vector<typename SymbolicGraph<B>::Successor> successors_;
  std::vector<Step> before_;  // by node of a component: the step that led to it
  std::vector<NodeId> queue_;
};

}  // namespace zonda::search
