// Whether a formula holds somewhere in a symbolic state of a graph. It may speak of the clocks that the graph has
// beyond the network's.
#pragma once

#include "search/formulas/formula_parts.hpp"
#include "search/formulas/narrow.hpp"
#include "search/limits/control.hpp"
#include "search/runs/symbolic_graph.hpp"

#include <algorithm>
#include <vector>

namespace zonda::search {

template <typename B>
class GoalTest {
 public:
  // `formula` stays with the caller; `is_negated`: it is its violation that counts.
  GoalTest(const model::Network& network, SymbolicGraph<B>& graph, Control& control, const model::Formula& formula,
           bool is_negated)
      : graph_(graph), control_(control), formula_(formula), is_negated_(is_negated), moves_(network), parts_(moves_) {}
  GoalTest(const GoalTest&) = delete;
  GoalTest& operator=(const GoalTest&) = delete;

  // False also when an error stopped the control.
  bool is_met(store::State s) {
    const auto cells = graph_.cells(s.discrete);
    if (!parts_.find(formula_, is_negated_, cells, where_)) return control_.fail(*parts_.error()), false;
    const step::ShapeId shape = graph_.operations().shape(cells);
    return std::any_of(where_.begin(), where_.end(), [&](const Conjunction& conjunction) {
      graph_.load(s.zone, zone_);
      return narrow<B>(zone_, conjunction, graph_.operations(), shape, control_);
    });
  }

 private:
  SymbolicGraph<B>& graph_;
  Control& control_;
  const model::Formula& formula_;
  bool is_negated_;
  step::Moves moves_;
  FormulaParts parts_;
  std::vector<Conjunction> where_;
  zone::Dbm<B> zone_{1};
};

}  // namespace zonda::search
