// Evaluates formulas and values of queries in the states of a graph.
#pragma once

#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"
#include "oracle/oracle.hpp"

#include <optional>
#include <span>
#include <vector>

namespace zonda::truth {

class Viewer {
 public:
  // With `faults_count`, a state whose only actions end in errors is not a deadlock.
  Viewer(System& system, Caps& caps, const Graph& graph, bool faults_count)
      : system_(system), steps_(system, caps), graph_(graph), faults_count_(faults_count), is_grid_(caps.is_grid()) {
    system.interpreter.deadlock = [this] {
      if (is_dead_[at_] && is_unknown_[at_] && is_grid_) throw NotExplored{};
      if (is_dead_[at_] && is_unknown_[at_]) throw Refused("'deadlock' in a pattern");
      return is_dead_[at_];
    };
    system.interpreter.process_location = [this](const Scope& process) {
      return graph_.discretes[graph_.nodes[at_].discrete][system_.process_at(process)];
    };
    know_deadlocks();
  }
  ~Viewer() {
    system_.interpreter.deadlock = nullptr;
    system_.interpreter.process_location = nullptr;
  }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  // Whether the state is what the query looks for, which is p for E<> p and not p for A[] p; nothing if evaluating it
  // is a fault, or if it asks for what was not explored.
  std::optional<bool> is_goal(const lang::Query& query, std::size_t node, Failures& failures) {
    const std::optional<bool> result = holds(*query.predicate, node, failures);
    if (!result) return result;
    return *result == (query.kind == lang::QueryKind::Possibly);
  }

  std::optional<bool> holds(const lang::Expr& formula, std::size_t node, Failures& failures) {
    at_ = node;
    const State state = graph_.state(node);
    steps_.load(state);
    Interpreter& interpreter = system_.interpreter;
    std::optional<bool> result;
    try {
      result = interpreter.holds(formula, system_.globals());
    } catch (const Fault& fault) {
      failures.certain(fault.what());
      return result;
    } catch (const NotExplored&) {
      return result;
    }
    try {
      (void)interpreter.holds_for_some_clocks(formula, system_.globals());
    } catch (const Fault& fault) {
      failures.possible(fault.what());
    }
    return result;
  }

  // Whether no action is possible in the state, nor after any delay.
  [[nodiscard]] bool is_dead(std::size_t node) const { return is_dead_[node]; }

  // Adds the values of the expressions in the state.
  void add_values(std::span<lang::Expr* const> list, std::size_t node, std::int64_t horizon, Caps& caps,
                  Failures& failures, std::vector<ValueClasses>& out) {
    at_ = node;
    const State state = graph_.state(node);
    steps_.load(state);
    try {
      for (std::size_t i = 0; i < list.size(); ++i) {
        if (lang::is_integral(*list[i]->type)) {
          out[i].classes.insert(2 * system_.interpreter.evaluate(*list[i], system_.globals()));
          continue;
        }
        const auto value = system_.interpreter.clock_value(*list[i], system_.globals());
        caps.note_value(value.clock, horizon);
        if (state.region.is_beyond(value.clock))
          out[i].is_beyond = true;
        else
          out[i].classes.insert(state.region.region_class(value.clock) + 2 * value.number);
      }
    } catch (const Fault& fault) {
      failures.certain(fault.what());
    }
  }

 private:
  void know_deadlocks() {
    is_dead_.assign(graph_.nodes.size(), true);
    // A state that can act, and all states from which it is reached by delays, are not deadlocks.
    std::vector<std::vector<std::size_t>> before(graph_.nodes.size());
    std::vector<std::size_t> live;
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (graph_.nodes[i].after_delay != Graph::kNone) before[graph_.nodes[i].after_delay].push_back(i);
      if (!graph_.nodes[i].can_act && !(faults_count_ && graph_.nodes[i].can_fail)) continue;
      is_dead_[i] = false;
      live.push_back(i);
    }
    while (!live.empty()) {
      const std::size_t at = live.back();
      live.pop_back();
      for (const std::size_t earlier : before[at]) {
        if (!is_dead_[earlier]) continue;
        is_dead_[earlier] = false;
        live.push_back(earlier);
      }
    }
    is_unknown_.assign(graph_.nodes.size(), false);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      std::size_t last = i;
      while (graph_.nodes[last].after_delay != Graph::kNone) last = graph_.nodes[last].after_delay;
      is_unknown_[i] = graph_.nodes[last].is_open;
    }
  }

  System& system_;
  Steps steps_;
  const Graph& graph_;
  bool faults_count_;
  bool is_grid_;
  std::vector<bool> is_dead_;
  std::vector<bool> is_unknown_;  // whether the end of the delay was not explored, so that actions may have been missed
  std::size_t at_ = 0;
};

}  // namespace zonda::truth
