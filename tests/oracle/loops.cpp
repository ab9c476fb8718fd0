// Strongly connected components of the graph of regions.
#include "oracle/loops.hpp"

#include "oracle/attempt.hpp"
#include "oracle/explorer.hpp"
#include "oracle/fault.hpp"

#include <algorithm>
#include <functional>
#include <map>

namespace zonda::truth {

namespace {

// The strongly connected component of each node, by two depth-first searches. The second one goes backwards, and takes
// the nodes in the reverse of the order in which the first one left them.
std::vector<std::size_t> components(const std::vector<std::vector<std::size_t>>& after) {
  const std::size_t count = after.size();
  std::vector<std::vector<std::size_t>> before(count);
  for (std::size_t i = 0; i < count; ++i)
    for (const std::size_t to : after[i]) before[to].push_back(i);
  std::vector<std::size_t> left;
  std::vector<bool> is_seen(count, false);
  for (std::size_t root = 0; root < count; ++root) {
    if (is_seen[root]) continue;
    is_seen[root] = true;
    std::vector<std::pair<std::size_t, std::size_t>> path{{root, 0}};
    while (!path.empty()) {
      auto& [at, next] = path.back();
      if (next == after[at].size()) {
        left.push_back(at);
        path.pop_back();
        continue;
      }
      const std::size_t to = after[at][next++];
      if (is_seen[to]) continue;
      is_seen[to] = true;
      path.emplace_back(to, 0);
    }
  }
  std::vector<std::size_t> result(count, SIZE_MAX);
  for (std::size_t i = left.size(); i-- > 0;) {
    if (result[left[i]] != SIZE_MAX) continue;
    result[left[i]] = i;
    std::vector<std::size_t> work{left[i]};
    while (!work.empty()) {
      const std::size_t at = work.back();
      work.pop_back();
      for (const std::size_t to : before[at]) {
        if (result[to] != SIZE_MAX) continue;
        result[to] = i;
        work.push_back(to);
      }
    }
  }
  return result;
}

// Calls visit(component, node, places) for every move within a component of the graph that has only those nodes that
// `counts` accepts and those moves that `is_used` accepts.
void for_each_inside(const Loops& graph, const std::function<bool(const Loops::Node&)>& counts,
                     const std::function<bool(const Places&)>& is_used,
                     const std::function<void(std::size_t, const Loops::Node&, const Places&)>& visit) {
  const auto is_there = [&](const Loops::Node& from, const Loops::Arrow& a) {
    return counts(from) && counts(graph.nodes[a.to]) && is_used(graph.labels[a.label]);
  };
  std::vector<std::vector<std::size_t>> after(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (const Loops::Arrow& a : graph.nodes[i].arrows)
      if (is_there(graph.nodes[i], a)) after[i].push_back(a.to);
  const std::vector<std::size_t> component = components(after);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i)
    for (const Loops::Arrow& a : graph.nodes[i].arrows)
      if (is_there(graph.nodes[i], a) && component[i] == component[a.to])
        visit(component[i], graph.nodes[i], graph.labels[a.label]);
}

bool is_committed(const Loops::Node& node) { return node.is_committed; }
bool always(const Loops::Node& /*node*/) { return true; }
bool any(const Places& /*edges*/) { return true; }

// All states of the graph, with the clock set to 0.
std::vector<State> starts(const Graph& graph, std::size_t clock, const Caps& caps) {
  Settings settings;
  for (std::size_t i = 0; i <= caps.clocks(); ++i) settings.push_back({i == clock ? 0 : i, 0});
  std::vector<State> result;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (caps.is_grid() && graph.regions[graph.nodes[i].region].is_halfway()) continue;
    result.push_back(graph.state(i));
    result.back().region = result.back().region.after(settings, caps);
  }
  return result;
}

void copy_graph(const Input& input, const System& system, const Graph& graph, Loops& out) {
  const auto place = [&](const Taken& taken) {
    const std::string text = input.sources.place(taken.edge->range);
    return text.substr(text.find(':') + 1);
  };
  std::map<Places, std::size_t> numbers{{{}, 0}};
  out.nodes.resize(graph.nodes.size());
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const Graph::Node& from = graph.nodes[i];
    for (std::size_t p = 0; p < system.processes.size(); ++p) {
      const auto location = static_cast<std::size_t>(graph.discretes[from.discrete][p]);
      out.nodes[i].is_committed =
          out.nodes[i].is_committed || system.processes[p].source->locations[location].is_committed;
    }
    if (from.after_delay != Graph::kNone) out.nodes[i].arrows.push_back({from.after_delay, 0});
    for (std::size_t a = 0; a < from.after_action.size(); ++a) {
      Places edges;
      for (const Taken& taken : graph.moves[from.by_move[a]]) edges.insert(place(taken));
      const auto at = numbers.emplace(edges, numbers.size()).first;
      out.nodes[i].arrows.push_back({from.after_action[a], at->second});
    }
  }
  out.labels.resize(numbers.size());
  for (const auto& [edges, number] : numbers) out.labels[number] = edges;
}

}  // namespace

bool Loops::has(const Places& edges, bool is_committed) const {
  struct Part {
    Places edges;
    bool leaves = false;
  };
  std::map<std::size_t, Part> found;
  for_each_inside(
      *this, is_committed ? truth::is_committed : always,
      [&](const Places& label) { return std::includes(edges.begin(), edges.end(), label.begin(), label.end()); },
      [&](std::size_t component, const Node& from, const Places& label) {
        found[component].edges.insert(label.begin(), label.end());
        found[component].leaves = found[component].leaves || !from.is_committed;
      });
  return std::any_of(found.begin(), found.end(),
                     [&](const auto& f) { return f.second.edges == edges && (is_committed || f.second.leaves); });
}

namespace {

Loops loops_of(const Input& input, const Limits& limits, int grid) {
  Loops result;
  System system(*input.document, *input.semantics);
  const std::size_t clock = system.clocks.size();
  system.clocks.push_back(2);
  Caps caps(clock, grid);
  until_settled([&] {
    caps.note_value(clock, 1);
    const std::size_t most = grid == 0 ? limits.states : limits.moments;
    const Graph before = explore(system, caps, most);
    if (before.is_too_large && grid == 0) throw Refused("too large");
    const Graph graph = explore_from(system, caps, most, starts(before, clock, caps), clock);
    if (graph.is_too_large && grid == 0) throw Refused("too large with a clock for loops");
    result.may_fail = before.failures.is_possible || graph.failures.is_possible;
    copy_graph(input, system, graph, result);
  });
  for_each_inside(result, always, any, [&](std::size_t, const Loops::Node& from, const Places& edges) {
    result.all.insert(edges.begin(), edges.end());
    if (!from.is_committed) result.leaving.insert(edges.begin(), edges.end());
  });
  for_each_inside(result, is_committed, any, [&](std::size_t, const Loops::Node&, const Places& edges) {
    result.committed.insert(edges.begin(), edges.end());
  });
  return result;
}

}  // namespace

Loops loops(const Input& input, const Limits& limits) {
  Loops result;
  const std::string refused = refusal_of([&] {
    result.is_partial = on_regions_or_grids([&](int grid) {
      Loops one = loops_of(input, limits, grid);
      one.all.merge(result.all);
      one.leaving.merge(result.leaving);
      one.committed.merge(result.committed);
      one.may_fail = one.may_fail || result.may_fail;
      result = std::move(one);
    });
  });
  if (!refused.empty()) result.refused = refused;
  return result;
}

}  // namespace zonda::truth
