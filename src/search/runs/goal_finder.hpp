// Looks for a state where a formula holds, breadth-first, among those that a graph leads to from some others. What one
// search has seen is not looked at again by the next.
//
// This is no visitor of an Exploration, although it goes through states in a similar way: an exploration begins with
// the initial states and runs once, and it has the checkpoint and the stages of memory for itself. This search begins
// again and again, from whatever states the exploration around it comes to, and is nested in that one's expansions,
// where no state may be packed or saved. Successors, covering and retracing are those of all searches.
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
    graph.set_judge([this](store::State s) { return target_of(s); });
  }
  ~GoalFinder() { graph_.set_judge({}); }
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
      expanding_ = at;
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
  // What a reduction is told of a successor of the state that is being expanded. Some of the stored states wait; one of
  // them may be that state itself.
  [[nodiscard]] reduce::Target target_of(store::State s) {
    reduce::Target result;
    result.is_new = result.is_waiting = !graph_.is_covered(s);
    if (!result.is_new)
      graph_.for_each_covering(s, [&](store::State stored) {
        if (stored == expanding_)
          result.is_on_stack = true;
        else if (graph_.states().is_waiting(stored))
          result.is_waiting = true;
        else if (!graph_.was_pruned(stored))
          result.is_expanded = true;
      });
    return result;
  }
  void add(store::State s, store::State parent) {
    if (!control_.watch() || is_found_) return;
    const auto inserted = graph_.insert(s, parent);
    if (!inserted.is_new) {
      ++graph_.counts().covered;
      return;
    }
    graph_.counts().mistakes += inserted.mistakes;
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
  store::State expanding_;
  bool is_found_ = false;
  store::State last_;
  store::State parent_;
};

}  // namespace zonda::search
