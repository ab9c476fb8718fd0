// An observer has an extra clock. Until the moment from which the bound counts, the clock is beyond its cap, so that it
// makes no difference. At the moment it is set to 0; what follows, up to the bound, is a graph of its own.
#include "oracle/watch.hpp"

#include "oracle/attempt.hpp"
#include "oracle/runs.hpp"
#include "oracle/viewer.hpp"

namespace zonda::truth {

namespace {

using lang::Query;
using lang::QueryKind;

class Watcher {
 public:
  Watcher(System& system, Caps& caps, const Query& query, std::int64_t bound, std::size_t clock, const Limits& limits,
          Ends ends)
      : system_(system), caps_(caps), query_(query), bound_(bound), clock_(clock), limits_(limits), ends_(ends) {}

  Answer run() {
    caps_.note_value(clock_, bound_);
    const std::size_t most = caps_.is_grid() ? limits_.moments : limits_.states;
    const Graph before = explore(system_, caps_, most);
    if (before.is_too_large && !caps_.is_grid()) throw Refused("too large");
    failures_ = before.failures;
    Answer result;
    if (query_.kind == QueryKind::Precedes) {
      look(before, result);
    } else {
      const Graph after = explore_from(system_, caps_, most, starts(before), clock_);
      if (after.is_too_large && !caps_.is_grid()) throw Refused("too large with an observer");
      look(after, result);
    }
    // If the moment may be anywhere, a checker has to explore everything, and meets every error.
    if (query_.kind != QueryKind::Precedes && query_.kind != QueryKind::Within)
      for (const Graph::Node& node : before.nodes) result.must_fail = result.must_fail || node.can_fail;
    result.may_fail = failures_.is_possible;
    result.failure = failures_.message;
    return result;
  }

 private:
  // The formula that holds, or begins to hold, at the moment from which the bound counts; null if any moment does.
  [[nodiscard]] const lang::Expr* premise() const {
    const bool is_second = query_.kind == QueryKind::HoldsAfter || query_.kind == QueryKind::NeverFollows;
    if (query_.kind == QueryKind::Every) return nullptr;
    return is_second ? query_.conclusion : query_.predicate;
  }

  // The states at the moment from which the bound counts, with the clock set to 0.
  std::vector<State> starts(const Graph& graph) {
    std::vector<State> result;
    // On a grid, the clock must be set to 0 at one of its moments.
    const auto add = [&](std::size_t node) {
      if (caps_.is_grid() && graph.regions[graph.nodes[node].region].is_halfway()) return;
      State state = graph.state(node);
      Settings settings;
      for (std::size_t i = 0; i <= caps_.clocks(); ++i) settings.push_back({i == clock_ ? 0 : i, 0});
      state.region = state.region.after(settings, caps_);
      result.push_back(state);
    };
    if (graph.nodes.empty()) return result;
    if (query_.kind == QueryKind::Within) {
      add(0);
      return result;
    }
    Viewer viewer(system_, caps_, graph, true);
    std::vector<bool> holds(graph.nodes.size(), true);
    if (premise() != nullptr)
      for (std::size_t i = 0; i < holds.size(); ++i) holds[i] = viewer.holds(*premise(), i, failures_).value_or(false);
    if (query_.kind != QueryKind::AtLeast) {
      for (std::size_t i = 0; i < holds.size(); ++i)
        if (holds[i]) add(i);
      return result;
    }
    if (holds[0]) add(0);
    for (std::size_t i = 0; i < holds.size(); ++i)
      for (const std::size_t to : graph.nodes[i].after_action)
        if (!holds[i] && holds[to]) add(to);
    return result;
  }

  // What a node means for the query.
  struct View {
    bool is_inside = false;  // a run that violates the query may be here
    bool is_goal = false;    // a run that gets here has violated the query
  };

  View view(const Graph& graph, std::size_t node, Viewer& viewer) {
    const Region& region = graph.regions[graph.nodes[node].region];
    const bool is_late = region.compared(clock_, bound_) > 0;
    const bool is_early = region.compared(clock_, bound_) < 0;
    const auto holds = [&](const lang::Expr* formula) { return viewer.holds(*formula, node, failures_); };
    const auto is = [](const std::optional<bool>& known, bool value) { return known && *known == value; };
    const std::optional<bool> p = holds(query_.predicate);
    switch (query_.kind) {
      case QueryKind::LeadsTo: {
        const bool is_over = query_.is_bound_strict ? !is_early : is_late;
        return {is_over || is(holds(query_.conclusion), false), is_over};
      }
      case QueryKind::Within:
      case QueryKind::Every:
        return {is_late || is(p, false), is_late};
      case QueryKind::AtMost:
        return {is(p, true), is_late};
      case QueryKind::AtLeast:
        return {is_early, is(p, false)};
      case QueryKind::HoldsAfter:
        return {!is_late, is(p, false)};
      case QueryKind::NeverFollows:
        return {!is_late, is(p, true)};
      case QueryKind::Precedes:
        return {is(p, false), is(holds(query_.conclusion), true)};
      default:
        throw Refused("this pattern");
    }
  }

  void look(const Graph& graph, Answer& result) {
    Viewer viewer(system_, caps_, graph, ends_ == Ends::FaultsGoOn);
    Graph seen = graph;
    std::vector<bool> inside(graph.nodes.size(), false);
    std::vector<bool> goal(graph.nodes.size(), false);
    std::vector<bool> begins(graph.nodes.size(), false);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const View here = view(graph, i, viewer);
      inside[i] = here.is_inside;
      goal[i] = here.is_inside && here.is_goal;
      // A run that gets here has violated the query however it goes on, so it counts as maximal.
      if (goal[i]) seen.nodes[i].rests = true;
    }
    for (const std::size_t start : graph.starts) begins[start] = inside[start];
    const std::vector<bool> met = reached_inside(graph, inside, begins);
    const bool runs_count =
        query_.kind == QueryKind::LeadsTo || query_.kind == QueryKind::Within || query_.kind == QueryKind::Every;
    const std::vector<bool> good = runs_count ? begin_of_runs(seen, inside, ends_) : goal;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      result.is_reached = result.is_reached || (met[i] && goal[i]) || (runs_count && begins[i] && good[i]);
      result.must_fail = result.must_fail || (met[i] && !goal[i] && graph.nodes[i].can_fail);
    }
  }

  System& system_;
  Caps& caps_;
  const Query& query_;
  std::int64_t bound_;
  std::size_t clock_;
  const Limits& limits_;
  Ends ends_;
  Failures failures_;
};

Answer watch_with(const Input& input, const Query& query, const Limits& limits, Ends ends, int grid) {
  System system(*input.document, *input.semantics);
  const std::int64_t bound = query.bound == nullptr ? 0 : system.interpreter.evaluate(*query.bound, system.globals());
  const std::size_t clock = system.clocks.size();
  system.clocks.push_back(bound + 1);
  Caps caps(clock, grid);
  return until_settled([&] { return Watcher(system, caps, query, bound, clock, limits, ends).run(); });
}

}  // namespace

Answer watch(const Input& input, std::size_t query, const Limits& limits) {
  const Query& asked = input.document->queries[query];
  Answer result;
  const std::string refused = refusal_of([&] {
    on_regions_or_grids([&](int grid) {
      const Answer one = watch_with(input, asked, limits, Ends::FaultsGoOn, grid);
      result.is_reached = result.is_reached || one.is_reached;
      result.must_fail = result.must_fail || one.must_fail;
      result.may_fail = result.may_fail || one.may_fail;
      if (result.failure.empty()) result.failure = one.failure;
      if (result.may_fail && grid == 0)
        result.may_be_reached = watch_with(input, asked, limits, Ends::Plain, grid).is_reached;
    });
    result.may_be_reached = result.may_be_reached || result.is_reached;
  });
  if (!refused.empty()) result.refused = refused;
  return result;
}

}  // namespace zonda::truth
