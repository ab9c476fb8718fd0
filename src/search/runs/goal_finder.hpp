// Looks for a state where a formula holds, breadth-first, among those that a graph leads to from some others. What one
// search has seen is not looked at again by the next.
#pragma once

#include "search/path.hpp"
#include "search/runs/goal_test.hpp"
#include "search/runs/symbolic_graph.hpp"

#include <deque>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class GoalFinder {
 public:
  // The graph must keep parents if states() is to be asked for.
  GoalFinder(SymbolicGraph<B>& graph, Control& control, GoalTest<B>& goal)
      : graph_(graph), control_(control), goal_(goal) {
    control.add_part({[this] { return frontier_.size() * sizeof(store::State); },
                      [this](Stats& stats) {
                        stats.bytes.frontier += frontier_.size() * sizeof(store::State);
                        stats.stored += graph_.states_count();
                        return frontier_.size();
                      }});
  }
  GoalFinder(const GoalFinder&) = delete;
  GoalFinder& operator=(const GoalFinder&) = delete;

  // As RunFinder.
  bool search(std::span<const store::State> roots) {
    for (const store::State& s : roots) add(s, {});
    std::vector<typename SymbolicGraph<B>::Successor> successors;
    while (!control_.has_ended() && !is_found_ && !frontier_.empty()) {
      const store::State at = frontier_.front();
      frontier_.pop_front();
      if (!graph_.states().take(at)) continue;
      successors.clear();
      if (!graph_.expand(at, successors)) break;
      for (const auto& s : successors) add(s.to, at);
    }
    return is_found_;
  }
  [[nodiscard]] static MaximalRun::End end() { return MaximalRun::End::Goal; }
  [[nodiscard]] std::vector<store::State> states() {
    return Retracer<B>(graph_.worker(), nullptr).chain_to(last_, parent_);
  }
  [[nodiscard]] static std::size_t cycle() { return 0; }

 private:
  void add(store::State s, store::State parent) {
    if (!control_.watch() || is_found_) return;
    const auto inserted = graph_.insert(s, parent);
    if (!inserted.is_new) {
      ++control_.stats.covered;
      return;
    }
    control_.stats.mistakes += inserted.mistakes;
    frontier_.push_back(s);
    if (!goal_.is_met(s)) return;
    is_found_ = true;
    last_ = s;
    parent_ = parent;
  }

  SymbolicGraph<B>& graph_;
  Control& control_;
  GoalTest<B>& goal_;
  std::deque<store::State> frontier_;
  bool is_found_ = false;
  store::State last_;
  store::State parent_;
};

}  // namespace zonda::search
