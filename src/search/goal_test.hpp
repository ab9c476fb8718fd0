// Whether a formula holds somewhere in a symbolic state of a graph. It may speak of the clocks that the graph has
// beyond the network's.
#pragma once

#include "search/control.hpp"
#include "search/formula_parts.hpp"
#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

namespace zonda::search {

// The part of the zone where the conditions hold; false: there is none, or the control was stopped. Their clocks must
// be active.
template <typename B>
bool narrow(zone::Dbm<B>& zone, std::span<const step::ClockCondition> conditions,
            const step::ZoneOperations& operations, step::ShapeId shape, Control& control) {
  for (const step::ClockCondition& c : conditions) {
    if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return control.fail_narrow(), false;
    const auto left = static_cast<std::uint32_t>(operations.position(shape, c.left));
    const auto right = static_cast<std::uint32_t>(operations.position(shape, c.right));
    if (!constrain(zone, zone::Constraint<B>{left, right, zone::make_bound<B>(c.value, c.is_strict)})) return false;
    if (!is_within_limit(zone)) return control.fail_narrow(), false;
  }
  return true;
}

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
      graph_.zones().load(s.zone, zone_);
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
