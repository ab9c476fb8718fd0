// Reads facts off the graph of reachable states.
#include "oracle/facts.hpp"

#include "oracle/attempt.hpp"
#include "oracle/viewer.hpp"

#include <algorithm>
#include <unordered_map>

namespace zonda::truth {

namespace {

class Collector {
 public:
  Collector(const Input& input, System& system, Caps& caps, const Graph& graph, Facts& out)
      : input_(input), system_(system), steps_(system, caps), graph_(graph), out_(out) {}

  void run(const Viewer& viewer) {
    places();
    edges();
    ends(viewer);
    ranges();
  }

 private:
  [[nodiscard]] std::string place(lang::SourceRange range) const {
    const std::string text = input_.sources.place(range);
    return text.substr(text.find(':') + 1);
  }

  void places() {
    visited_.resize(system_.processes.size());
    for (const Discrete& d : graph_.discretes)
      for (std::size_t p = 0; p < system_.processes.size(); ++p) visited_[p].insert(static_cast<std::size_t>(d[p]));
    std::set<std::string> seen;
    for (std::size_t p = 0; p < system_.processes.size(); ++p) {
      const auto& locations = system_.processes[p].source->locations;
      for (std::size_t i = 0; i < locations.size() && !locations[i].is_branchpoint; ++i)
        (visited_[p].contains(i) ? seen : out_.never_visited).insert(place(locations[i].range));
    }
    for (const std::string& s : seen) out_.never_visited.erase(s);
  }

  void edges() {
    // An edge that leads to a branchpoint is one for each branch.
    using Whole = std::pair<const lang::EdgeSyntax*, const lang::EdgeSyntax*>;
    std::set<Whole> seen;
    std::set<Whole> all;
    for (std::size_t p = 0; p < system_.processes.size(); ++p)
      for (const std::size_t at : visited_[p])
        for (const std::size_t e : system_.processes[p].edges[at]) {
          const lang::EdgeSyntax& edge = system_.processes[p].source->edges[e];
          for (const lang::EdgeSyntax* branch : steps_.branches(p, edge)) {
            all.emplace(&edge, branch);
            if (graph_.taken.contains({p, &edge, branch})) seen.emplace(&edge, branch);
          }
        }
    for (const Whole& whole : seen)
      out_.taken.emplace(place(whole.first->range), whole.second == nullptr ? "" : place(whole.second->range));
    for (const Process& p : system_.processes)
      for (const lang::EdgeSyntax& edge : p.source->edges)
        if (!p.source->locations[edge.source].is_branchpoint)
          out_.parts[place(edge.range)] =
              std::max(out_.parts[place(edge.range)], steps_.branches(system_.process_at(*p.scope), edge).size());
    for (const Whole& whole : all)
      if (!seen.contains(whole)) out_.never_taken.insert(place(whole.first->range));
  }

  void ends(const Viewer& viewer) {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!viewer.is_dead(i)) continue;
      std::size_t last = i;
      while (graph_.nodes[last].after_delay != Graph::kNone) last = graph_.nodes[last].after_delay;
      (graph_.nodes[last].rests ? out_.has_live_lock : out_.has_deadlock) = true;
    }
  }

  void ranges() {
    std::unordered_map<std::size_t, std::string> by_cell;
    for (std::size_t i = 0; i < system_.variables.size(); ++i) {
      if (!system_.declared[i].is_known()) continue;
      const std::string where = place(system_.declared[i]);
      by_cell[system_.variables[i]] = where;
      widen(out_.ranges[where], system_.initial_values[i], true);
    }
    const auto add = [&](const Written& w, bool is_sure) {
      const auto at = by_cell.find(w.first);
      if (at != by_cell.end()) widen(out_.ranges[at->second], w.second, is_sure);
    };
    for (const Written& w : graph_.written) add(w, true);
    for (const Written& w : graph_.maybe_written) add(w, false);
  }

  static void widen(Facts::Range& range, std::int64_t value, bool is_sure) {
    range.lowest = std::min(range.lowest, value);
    range.highest = std::max(range.highest, value);
    if (!is_sure) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }

  const Input& input_;
  System& system_;
  Steps steps_;
  const Graph& graph_;
  Facts& out_;
  std::vector<std::set<std::size_t>> visited_;  // by process
};

}  // namespace

namespace {

Facts facts_of(const Input& input, const Limits& limits, int grid) {
  System system(*input.document, *input.semantics);
  Caps caps(system.clocks.size() - 1, grid);
  return until_settled([&] {
    Facts result;
    const Graph graph = explore(system, caps, grid == 0 ? limits.states : limits.moments);
    if (graph.is_too_large && grid == 0) throw Refused("too large");
    result.may_fail = graph.failures.is_possible;
    const Viewer viewer(system, caps, graph, true);
    Collector(input, system, caps, graph, result).run(viewer);
    return result;
  });
}

// Joins what two grids show. Which edges are never taken is left as it is, because nobody knows.
void join(Facts& to, const Facts& from) {
  to.may_fail = to.may_fail || from.may_fail;
  std::erase_if(to.never_visited, [&](const std::string& place) { return !from.never_visited.contains(place); });
  to.taken.insert(from.taken.begin(), from.taken.end());
  for (const auto& [place, range] : from.ranges) {
    to.ranges[place].low = std::min(to.ranges[place].low, range.low);
    to.ranges[place].high = std::max(to.ranges[place].high, range.high);
  }
}

}  // namespace

bool Facts::is_taken_in_all_ways(const std::string& place) const {
  const auto is_here = [&](const auto& one) { return one.first == place; };
  const auto ways = static_cast<std::size_t>(std::count_if(taken.begin(), taken.end(), is_here));
  const auto known = parts.find(place);
  return known != parts.end() && ways > 0 && ways == known->second;
}

Facts facts(const Input& input, const Limits& limits) {
  Facts result;
  bool is_first = true;
  const std::string refused = refusal_of([&] {
    result.is_partial = on_regions_or_grids([&](int grid) {
      const Facts one = facts_of(input, limits, grid);
      if (is_first)
        result = one;
      else
        join(result, one);
      is_first = false;
    });
  });
  if (!refused.empty()) result.refused = refused;
  return result;
}

}  // namespace zonda::truth
