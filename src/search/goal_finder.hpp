// Looks for a state where a formula holds, breadth-first, among those that a graph leads to from some others. What one
// search has seen is not looked at again by the next.
#pragma once

#include "search/goal_test.hpp"
#include "search/path.hpp"
#include "search/sweep.hpp"

#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class GoalFinder {
 public:
  // The graph must keep parents if states() is to be asked for.
  GoalFinder(SymbolicGraph<B>& graph, Control& control, GoalTest<B>& goal)
      : control_(control), goal_(goal), sweep_(graph, control, false) {}

  // As RunFinder.
  bool search(std::span<const store::State> roots) {
    sweep_.run_from(roots, [this](store::State s, store::State parent) {
      if (is_found_ || !goal_.is_met(s)) return;
      is_found_ = true;
      last_ = s;
      parent_ = parent;
      control_.stop(Outcome::Kind::Reached);
    });
    return is_found_;
  }
  [[nodiscard]] static MaximalRun::End end() { return MaximalRun::End::Goal; }
  [[nodiscard]] std::vector<store::State> states() { return sweep_.way_to(last_, parent_); }
  [[nodiscard]] static std::size_t cycle() { return 0; }

 private:
  Control& control_;
  GoalTest<B>& goal_;
  Sweep<B> sweep_;
  bool is_found_ = false;
  store::State last_;
  store::State parent_;
};

}  // namespace zonda::search
