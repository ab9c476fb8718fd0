// The fixpoints, computed naively.
#include "oracle/runs.hpp"

#include <algorithm>

namespace zonda::truth {

namespace {

template <typename Visit>
void for_each_successor(const Graph::Node& node, Visit&& visit) {
  if (node.after_delay != Graph::kNone) visit(node.after_delay);
  if (node.after_tick != Graph::kNone) visit(node.after_tick);
  for (const std::size_t to : node.after_action) visit(to);
}

// Whether a run may end in the node. A region in which time can pass may have no successor because the next region is
// forbidden; a run that cannot act and comes closer and closer to the border is maximal.
bool is_end(const Graph::Node& node, Ends ends) {
  if (node.rests) return true;
  if (node.is_open || node.can_act) return false;
  if (node.after_delay != Graph::kNone || !node.after_action.empty()) return false;
  return ends == Ends::Plain || !node.can_fail;
}

// The largest set in which every node is an end or has a successor in the set. Delays alone form no cycle, so a path
// that never ends has infinitely many actions.
std::vector<bool> maximal(const Graph& graph, std::vector<bool> set, Ends ends) {
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      if (!set[i] || is_end(graph.nodes[i], ends)) continue;
      bool goes_on = false;
      for_each_successor(graph.nodes[i], [&](std::size_t to) { goes_on = goes_on || set[to]; });
      if (goes_on) continue;
      set[i] = false;
      changes = true;
    }
  }
  return set;
}

// The largest set in which from every node a tick can be reached, inside the set, that leads into the set.
std::vector<bool> divergent(const Graph& graph, std::vector<bool> set) {
  while (true) {
    std::vector<bool> good(set.size(), false);
    for (bool changes = true; changes;) {
      changes = false;
      for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!set[i] || good[i]) continue;
        const std::size_t tick = graph.nodes[i].after_tick;
        bool is_good = tick != Graph::kNone && set[tick];
        for_each_successor(graph.nodes[i], [&](std::size_t to) { is_good = is_good || good[to]; });
        if (!is_good) continue;
        good[i] = true;
        changes = true;
      }
    }
    if (good == set) return set;
    set = std::move(good);
  }
}

}  // namespace

std::vector<bool> begin_of_runs(const Graph& graph, const std::vector<bool>& inside, Ends ends) {
  return ends == Ends::Divergent ? divergent(graph, inside) : maximal(graph, inside, ends);
}

std::vector<bool> reached_inside(const Graph& graph, const std::vector<bool>& inside, const std::vector<bool>& begins) {
  std::vector<bool> result(graph.nodes.size(), false);
  std::vector<std::size_t> work;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!begins[i]) continue;
    result[i] = true;
    work.push_back(i);
  }
  while (!work.empty()) {
    const std::size_t at = work.back();
    work.pop_back();
    for_each_successor(graph.nodes[at], [&](std::size_t to) {
      if (!inside[to] || result[to]) return;
      result[to] = true;
      work.push_back(to);
    });
  }
  return result;
}

}  // namespace zonda::truth
