// Looks for a run inside a formula whose time diverges: the graph has ticks, and a component with a tick in it is what
// is needed. Every unit of time is then an edge on a cycle, so that going round takes at least one.
#pragma once

#include "search/formulas/endings.hpp"
#include "search/runs/explicit_graph.hpp"

#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class DivergentFinder {
 public:
  DivergentFinder(const model::Network& network, SymbolicGraph<B>& graph, Control& control)
      : graph_(graph), control_(control), explicit_(graph, control), endings_(network, graph.operations(), control) {}

  // As RunFinder.
  bool search(std::span<const store::State> roots);
  [[nodiscard]] MaximalRun::End end() const { return end_; }
  [[nodiscard]] std::vector<store::State> states() const { return states_; }
  [[nodiscard]] std::size_t cycle() const { return cycle_; }

  // --- as a visitor of the graph
  bool wants(store::State s);
  bool enter(NodeId id);
  bool leave(std::span<const NodeId> component);

 private:
  void found(NodeId from, NodeId to);

  SymbolicGraph<B>& graph_;
  Control& control_;
  ExplicitGraph<B> explicit_;
  Endings<B> endings_;
  zone::Dbm<B> zone_{1};
  bool is_found_ = false;
  MaximalRun::End end_ = MaximalRun::End::Cycle;
  std::vector<store::State> states_;
  std::size_t cycle_ = 0;
};

}  // namespace zonda::search
