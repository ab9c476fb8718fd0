#include "search/liveness.hpp"

#include "search/divergent_finder.hpp"
#include "search/goal_finder.hpp"
#include "search/observer.hpp"
#include "search/run_finder.hpp"
#include "search/sweep.hpp"
#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace zonda::search {

namespace {

GraphSetup setup_of(const LivenessQuestion& question, const Options& options) {
  GraphSetup setup;
  setup.abstraction = options.abstraction;
  setup.live = options.live;
  setup.shuffles = question.shuffles;
  return setup;
}

using Begin = LivenessQuestion::Begin;

template <typename B>
class Liveness {
 public:
  Liveness(const model::Network& network, const analysis::ClockBounds& bounds, const LivenessQuestion& question,
           const Options& options)
      : network_(network),
        bounds_(bounds),
        inner_bounds_(bounds),
        question_(question),
        options_(options),
        control_(options) {
    if (question.has_observer) analysis::add_observer_clock(inner_bounds_, question.bound);
    if (question.is_divergent) analysis::add_tick_clock(inner_bounds_);
  }

  LivenessOutcome run() {
    GraphSetup inside = setup_of(question_, options_);
    inside.stay = question_.stay;
    inside.is_stay_negated = question_.is_negated;
    inside.ticks = question_.is_divergent;
    inside.keeps_parents = options_.wants_path && !question_.maximal_counts;
    SymbolicGraph<B> graph(network_, inner_bounds_, inside, control_);
    std::optional<GoalTest<B>> goal;
    if (question_.goal != nullptr) goal.emplace(network_, graph, control_, *question_.goal, question_.is_goal_negated);
    if (!question_.maximal_counts) {
      GoalFinder<B> finder(graph, control_, *goal);
      return run(graph, finder);
    }
    if (question_.is_divergent) {
      DivergentFinder<B> finder(network_, graph, control_);
      return run(graph, finder);
    }
    RunFinder<B> finder(network_, graph, control_, goal ? &*goal : nullptr);
    return run(graph, finder);
  }

 private:
  template <typename Finder>
  LivenessOutcome run(SymbolicGraph<B>& graph, Finder& finder) {
    LivenessOutcome result;
    if (question_.begin == Begin::Start) {
      const std::vector<store::State> roots = graph.initial();
      if (!control_.is_stopped() && finder.search(roots)) control_.stop(Outcome::Kind::Reached);
      finish(graph, finder, result);
      return result;
    }
    GraphSetup anywhere = setup_of(question_, options_);
    anywhere.keeps_parents = options_.wants_path;
    SymbolicGraph<B> outer(network_, bounds_, anywhere, control_);
    Sweep<B> sweep(outer, control_, question_.is_deep);
    step::Moves evaluation(network_);
    FormulaParts parts(evaluation);
    // No time passes before the move that the formula begins to hold by, so that it is seen where it begins.
    const model::Formula at_once = observer_at_most(network_, 0, false);
    GraphSetup still = setup_of(question_, options_);
    still.stay = &at_once;
    std::optional<SymbolicGraph<B>> change;
    if (question_.begin == Begin::Begins) {
      change.emplace(network_, inner_bounds_, still, control_);
      begin_at_start(graph, finder, parts);
      if (is_begun_) {
        finish(graph, finder, result);
        return result;
      }
    }
    // Wherever the formula `from` holds, or begins to, a run may begin.
    sweep.run([&](store::State s, store::State parent) {
      if (change)
        begin_by_move(outer, s, *change, graph, finder, parts);
      else
        begin(outer, s, graph, finder, parts);
      if (is_begun_ && !begins_in_) {
        begins_in_ = s;
        begins_from_ = parent;
      }
      Stats& stats = control_.stats();
      stats.stored = outer.states().stored() + graph.states().stored();
      stats.peak_stored = std::max(stats.peak_stored, stats.stored);
    });
    finish(graph, finder, result);
    if (result.run) put_before(outer, sweep, *result.run);
    return result;
  }

  template <typename Finder>
  void finish(SymbolicGraph<B>& graph, Finder& finder, LivenessOutcome& result) {
    control_.count_all();
    result.outcome = control_.outcome();
    if (result.outcome.kind != Outcome::Kind::Reached) return;
    result.end = finder.end();
    if (options_.wants_path) result.run = run_of(graph, finder);
  }

  // Runs that begin in the state, where the formula holds.
  template <typename Finder>
  void begin(SymbolicGraph<B>& outer, store::State s, SymbolicGraph<B>& inner, Finder& finder, FormulaParts& parts) {
    const auto cells = outer.cells(s.discrete);
    if (!parts.find(*question_.from, false, cells, where_)) return control_.fail(*parts.error());
    if (where_.empty()) return;
    const step::ShapeId shape = outer.operations().shape(cells);
    zone::Dbm<B> zone(1);
    for (const Conjunction& conjunction : where_) {
      outer.zones().load(s.zone, zone);
      const bool is_left = narrow<B>(zone, conjunction, outer.operations(), shape, control_);
      if (control_.is_stopped()) return;
      if (!is_left) continue;
      if (question_.has_observer) add_clock(zone);
      if (question_.is_divergent) add_clock(zone);
      PathMove moment;
      moment.conditions = conjunction;
      moment.starts_observer = question_.has_observer;
      if (search_from(inner.enter(cells, zone), finder)) begins_by_ = std::move(moment);
      if (control_.is_stopped()) return;
    }
  }

  template <typename Finder>
  bool search_from(const std::vector<store::State>& roots, Finder& finder) {
    if (control_.is_stopped() || !finder.search(roots)) return false;
    is_begun_ = true;
    control_.stop(Outcome::Kind::Reached);
    return true;
  }

  // Whether `from`, which says nothing of clocks, holds; none: an error.
  std::optional<bool> holds(std::span<const std::int32_t> cells, FormulaParts& parts) {
    if (parts.find(*question_.from, false, cells, where_)) return !where_.empty();
    control_.fail(*parts.error());
    return std::nullopt;
  }

  template <typename Finder>
  void begin_at_start(SymbolicGraph<B>& inner, Finder& finder, FormulaParts& parts) {
    std::vector<store::State> roots = inner.initial();
    if (control_.is_stopped()) return;
    std::erase_if(roots, [&](store::State s) { return !holds(inner.cells(s.discrete), parts).value_or(false); });
    (void)search_from(roots, finder);
  }

  // Moves from the state by which the formula begins to hold.
  template <typename Finder>
  void begin_by_move(SymbolicGraph<B>& outer, store::State s, SymbolicGraph<B>& change, SymbolicGraph<B>& inner,
                     Finder& finder, FormulaParts& parts) {
    const auto here = outer.cells(s.discrete);
    if (holds(here, parts).value_or(true)) return;
    const std::vector<std::int32_t> cells(here.begin(), here.end());
    zone::Dbm<B> zone(1);
    outer.zones().load(s.zone, zone);
    add_clock(zone);
    const std::vector<store::State> roots = change.enter(cells, zone);
    for (const store::State& root : roots) change.zones().hold(root.zone);
    for (const store::State& root : roots) {
      if (control_.is_stopped()) break;
      follow_moves(root, change, inner, finder, parts);
    }
    for (const store::State& root : roots) change.zones().drop(root.zone);
  }

  template <typename Finder>
  void follow_moves(store::State root, SymbolicGraph<B>& change, SymbolicGraph<B>& inner, Finder& finder,
                    FormulaParts& parts) {
    std::vector<typename SymbolicGraph<B>::Successor> successors;
    if (!change.expand(root, successors)) return;
    for (const auto& next : successors) change.zones().hold(next.to.zone);
    zone::Dbm<B> zone(1);
    for (const auto& next : successors) {
      const auto there = change.cells(next.to.discrete);
      if (!holds(there, parts).value_or(false)) continue;
      change.zones().load(next.to.zone, zone);
      if (!search_from(inner.enter(there, zone), finder)) continue;
      if (options_.wants_path) begins_by_ = change.move_between(root, next.to);
      begins_by_.starts_observer = true;
      break;
    }
    for (const auto& next : successors) change.zones().drop(next.to.zone);
  }

  // One more, behind the others, that is 0.
  static void add_clock(zone::Dbm<B>& zone) {
    zone::Dbm<B> larger(zone.dim() + 1);
    const std::size_t last = zone.dim();
    for (std::size_t i = 0; i <= last; ++i)
      for (std::size_t j = 0; j <= last; ++j)
        if (i != j) larger.at(i, j) = zone.at(i == last ? 0 : i, j == last ? 0 : j);
    zone = std::move(larger);
  }

  template <typename Finder>
  MaximalRun run_of(SymbolicGraph<B>& graph, Finder& finder) {
    MaximalRun run;
    const std::vector<store::State> states = finder.states();
    run.end = finder.end();
    run.path.initial = graph.initial_cells(states[0].discrete);
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
      run.path.moves.push_back(graph.move_between(states[i], states[i + 1]));
    run.cycle = finder.cycle();
    if (run.end == MaximalRun::End::Cycle) begin_cycle_after_move(run);
    return run;
  }

  // The cycle is to end with a move, not with a tick; one of ticks alone is resting.
  static void begin_cycle_after_move(MaximalRun& run) {
    std::vector<PathMove>& moves = run.path.moves;
    const auto first = moves.begin() + static_cast<std::ptrdiff_t>(run.cycle);
    const auto move = std::find_if(first, moves.end(), [](const PathMove& m) { return !m.edges.empty(); });
    if (move == moves.end()) {
      moves.erase(first, moves.end());
      run.end = MaximalRun::End::Rest;
      return;
    }
    if (!moves.back().edges.empty()) return;
    const std::vector<PathMove> begin(first, move + 1);
    moves.insert(moves.end(), begin.begin(), begin.end());
    run.cycle += begin.size();
  }

  // How to come to where the run begins.
  void put_before(SymbolicGraph<B>& outer, Sweep<B>& sweep, MaximalRun& run) {
    const std::vector<store::State> chain = sweep.way_to(*begins_in_, begins_from_);
    std::vector<PathMove> moves;
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) moves.push_back(outer.move_between(chain[i], chain[i + 1]));
    moves.push_back(begins_by_);
    run.path.initial = outer.initial_cells(chain[0].discrete);
    run.stays_from = moves.size();
    run.cycle += moves.size();
    moves.insert(moves.end(), run.path.moves.begin(), run.path.moves.end());
    run.path.moves = std::move(moves);
  }

  const model::Network& network_;
  const analysis::ClockBounds& bounds_;
  analysis::ClockBounds inner_bounds_;
  const LivenessQuestion& question_;
  const Options& options_;
  Control control_;
  std::vector<Conjunction> where_;
  bool is_begun_ = false;
  std::optional<store::State> begins_in_;
  store::State begins_from_;
  PathMove begins_by_;  // the moment when `from` holds, or the move by which it begins to
};

}  // namespace

template <typename B>
LivenessOutcome find_run(const model::Network& network, const analysis::ClockBounds& bounds,
                         const LivenessQuestion& question, const Options& options) {
  return Liveness<B>(network, bounds, question, options).run();
}

template LivenessOutcome find_run<std::int16_t>(const model::Network&, const analysis::ClockBounds&,
                                                const LivenessQuestion&, const Options&);
template LivenessOutcome find_run<std::int32_t>(const model::Network&, const analysis::ClockBounds&,
                                                const LivenessQuestion&, const Options&);

}  // namespace zonda::search
