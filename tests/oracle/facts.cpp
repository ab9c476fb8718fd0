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
  Collector(const Input& input, System& system, const Graph& graph, Facts& out)
      : input_(input), system_(system), graph_(graph), out_(out) {}

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
      for (std::size_t i = 0; i < locations.size(); ++i)
        (visited_[p].contains(i) ? seen : out_.never_visited).insert(place(locations[i].range));
    }
    for (const std::string& s : seen) out_.never_visited.erase(s);
  }

  void edges() {
    std::set<std::string> seen;
    for (std::size_t p = 0; p < system_.processes.size(); ++p)
      for (const lang::EdgeSyntax& e : system_.processes[p].source->edges) {
        if (!visited_[p].contains(e.source)) continue;
        (graph_.taken.contains({p, &e}) ? seen : out_.never_taken).insert(place(e.range));
      }
    for (const std::string& s : seen) out_.never_taken.erase(s);
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
  const Graph& graph_;
  Facts& out_;
  std::vector<std::set<std::size_t>> visited_;  // by process
};

}  // namespace

Facts facts(const Input& input, const Limits& limits) {
  Facts result;
  result.refused = refusal_of([&] {
    System system(*input.document, *input.semantics);
    Caps caps(system.clocks.size() - 1);
    until_settled([&] {
      const Graph graph = explore(system, caps, limits.states);
      if (graph.is_too_large) throw Refused("too large");
      result.may_fail = graph.failures.is_possible;
      const Viewer viewer(system, caps, graph, true);
      Collector(input, system, graph, result).run(viewer);
    });
  });
  return result;
}

}  // namespace zonda::truth
