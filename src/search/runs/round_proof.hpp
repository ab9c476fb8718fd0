// Proves that no maximal run begins in some states, without following each round of a cycle that ends by itself.
//
// A depth-first search (search/runs/run_finder.hpp) must explore a zone that lies inside one on its stack. Where
// processes go round while some clock runs towards its bound, each round gives smaller zones than the one before, and
// whatever lies beside the round is explored again for each. Here all rounds are taken at once:
//
//   1  Everything that can be reached from the roots is explored, and a state that another one includes is not: an edge
//      leads to the state that stands in for it. If the search finds no place where a run may end, only infinite runs
//      are left.
//   2  Each infinite run is an infinite path of this graph, so it stays in one strongly connected component in the end.
//      Edges to states that were explored for the first time make a forest, so every cycle has an edge to a stand-in. A
//      run on such an edge is in the state that was not explored itself. So if an infinite run begins in the roots, one
//      begins in the states that edges inside components stand in for.
//   3  These are the roots of the next level. If there are none, there is no run.
//
// States of the first level from which no component can be reached begin no run, and are stored as done; when the
// proof succeeds, so is all of the first level. The argument takes inclusion and successors that hold every real one,
// so that zones may be too large. The proof is given up where a run may end, where a cycle comes back to the very zone
// of one of its states, or after some times the work of the first level; then nothing is known but which states are
// done.
#pragma once

#include "search/runs/symbolic_graph.hpp"
#include "store/held_zone.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class RoundProof {
 public:
  // `may_end(state)`: whether a run may end in the state, or counts when it comes there.
  using MayEnd = std::function<bool(store::State)>;
  RoundProof(SymbolicGraph<B>& graph, Control& control, MayEnd may_end)
      : graph_(graph), control_(control), may_end_(std::move(may_end)) {
    control.add_part({[this] { return bytes_; },
                      [this](Stats& stats) {
                        stats.bytes.links += bytes_;
                        return std::size_t{0};
                      }});
  }
  RoundProof(const RoundProof&) = delete;
  RoundProof& operator=(const RoundProof&) = delete;

  // True: no maximal run begins in these states, which are held. False: that is not known, or the search has ended.
  // After some failures it is not tried again.
  bool succeeds(std::span<const store::State> roots);

 private:
  using Node = std::uint32_t;
  static constexpr Node kNone = UINT32_MAX;
  static constexpr std::uint32_t kOpen = UINT32_MAX;
  struct Entry {
    store::State state;
    Node stand_in = kNone;    // a larger one that came later
    Node parent = kNone;      // from which it was first found
    Node next = kNone;        // the next one with the same discrete state
    std::uint32_t first = 0;  // its edges
    std::uint32_t edges = 0;
    std::uint32_t component = kOpen;
    bool leads_on = false;  // to a component, or lies in one
  };
  struct Edge {
    store::State actual;  // where it leads
    Node to = kNone;      // the state that stands in for it, or it itself
  };
  struct Level {
    explicit Level(store::ZoneTable<B>& table) : holds(table) {}
    std::vector<Entry> nodes;
    std::vector<Edge> edges;
    store::HeldZones<B> holds;
  };

  // False: the proof is given up, or the search has ended.
  bool prove(std::span<const store::State> roots);
  bool explore(Level& level, std::span<const store::State> roots, bool is_first);
  bool explore_all(Level& level, std::span<const store::State> roots, bool is_first);
  // The node that stands for a state; none: it is known that no run begins there.
  Node node_of(Level& level, store::State s, Node parent, bool is_first, bool& goes_on);
  static void find_components(Level& level);
  static void close(Level& level, Node root, std::vector<Node>& open);
  // The states inside components that others stand in for. False: the proof is given up.
  static bool next_roots(const Level& level, std::vector<store::State>& out);
  [[nodiscard]] static Node alive(const Level& level, Node node) {
    while (level.nodes[node].stand_in != kNone) node = level.nodes[node].stand_in;
    return node;
  }
  struct Interval {
    std::uint32_t first = 0;
    std::uint32_t end = 0;
  };
  [[nodiscard]] static std::vector<Interval> number_tree(const Level& level);
  void store_done(const Level& level, bool all);
  void count(const Level& level);

  SymbolicGraph<B>& graph_;
  Control& control_;
  MayEnd may_end_;
  std::vector<Node> newest_;  // by discrete state: the newest node with it
  std::vector<typename SymbolicGraph<B>::Successor> successors_;
  std::uint64_t work_ = 0;  // states that were explored
  std::uint64_t most_work_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t failures_ = 0;
};

}  // namespace zonda::search
