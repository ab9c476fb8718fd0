// Everything that can be reached, once: states that a stored one covers are left out, and each stored state is shown to
// a visitor. For searches that ask something of every state.
#pragma once

#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <deque>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class Sweep {
 public:
  Sweep(SymbolicGraph<B>& graph, Control& control, bool is_deep) : graph_(graph), control_(control), is_deep_(is_deep) {
    control.add_part(
        {[this] { return StoreBytes{.frontier = frontier_.size() * sizeof(store::State)}; }, [](Stats&) {}});
  }
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // `visit(state, parent)` is called for each state that is stored; it may stop the control.
  template <typename Visit>
  void run(Visit&& visit) {
    run_from(graph_.initial(), visit);
  }
  // The same for what can be reached from these and was not seen before.
  template <typename Visit>
  void run_from(std::span<const store::State> roots, Visit&& visit) {
    for (const store::State& s : roots) graph_.zones().hold(s.zone);
    for (const store::State& s : roots) add(s, {}, visit);
    for (const store::State& s : roots) graph_.zones().drop(s.zone);
    std::vector<typename SymbolicGraph<B>::Successor> successors;
    while (!control_.is_stopped() && !frontier_.empty()) {
      const store::State at = is_deep_ ? frontier_.back() : frontier_.front();
      if (is_deep_)
        frontier_.pop_back();
      else
        frontier_.pop_front();
      if (!graph_.states().take(at)) continue;
      successors.clear();
      if (!graph_.expand(at, successors)) return;
      // A state that was stored may be covered by its own siblings.
      for (const auto& s : successors) graph_.zones().hold(s.to.zone);
      for (const auto& s : successors) add(s.to, at, visit);
      for (const auto& s : successors) graph_.zones().drop(s.to.zone);
    }
  }

  // How a state was found, from the start to it; `parent` is what the visitor was told. Parents must be kept.
  std::vector<store::State> way_to(store::State last, store::State parent) {
    std::vector<store::State> chain{last};
    for (store::State s = parent; s.zone != store::kNoZone; s = graph_.states().parent(s)) chain.push_back(s);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

 private:
  template <typename Visit>
  void add(store::State s, store::State parent, Visit& visit) {
    if (!control_.watch(frontier_.size())) return;
    const auto inserted = graph_.states().insert(
        s.discrete, s.zone, parent, graph_.zones().signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return graph_.covers(s.discrete, a, b); },
        [&](store::ZoneId gone, bool was_waiting) {
          // Those that others were found from stay for their sake.
          if (was_waiting || !graph_.keeps_parents()) graph_.zones().drop(gone);
        });
    Stats& stats = control_.stats();
    if (!inserted.is_new) {
      ++stats.covered;
      return;
    }
    graph_.zones().hold(s.zone);
    stats.mistakes += inserted.mistakes;
    stats.stored = graph_.states().stored();
    stats.peak_stored = std::max(stats.peak_stored, stats.stored);
    frontier_.push_back(s);
    visit(s, parent);
  }

  SymbolicGraph<B>& graph_;
  Control& control_;
  bool is_deep_;
  std::deque<store::State> frontier_;
};

}  // namespace zonda::search
