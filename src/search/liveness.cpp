#include "search/liveness.hpp"

#include "search/divergent_finder.hpp"
#include "search/run_finder.hpp"
#include "search/sweep.hpp"
#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace zonda::search {

namespace {

GraphSetup setup_of(const LivenessQuestion& question, const Options& options) {
  GraphSetup setup;
  setup.abstraction = options.abstraction;
  setup.live = options.live;
  setup.shuffles = question.shuffles;
  return setup;
}

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
    if (question.is_divergent) analysis::add_tick_clock(inner_bounds_);
  }

  LivenessOutcome run() {
    GraphSetup inside = setup_of(question_, options_);
    inside.stay = question_.stay;
    inside.is_stay_negated = question_.is_negated;
    inside.ticks = question_.is_divergent;
    SymbolicGraph<B> graph(network_, inner_bounds_, inside, control_);
    if (question_.is_divergent) {
      DivergentFinder<B> finder(network_, graph, control_);
      return run(graph, finder);
    }
    RunFinder<B> finder(network_, graph, control_);
    return run(graph, finder);
  }

 private:
  template <typename Finder>
  LivenessOutcome run(SymbolicGraph<B>& graph, Finder& finder) {
    LivenessOutcome result;
    if (question_.from == nullptr) {
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
    // Wherever the formula `from` holds, a run may begin.
    sweep.run([&](store::State s, store::State parent) {
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
  void finish(SymbolicGraph<B>& graph, const Finder& finder, LivenessOutcome& result) {
    control_.count();
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
      bool is_left = true;
      for (std::size_t i = 0; i < conjunction.size() && is_left; ++i) {
        const step::ClockCondition& c = conjunction[i];
        if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return control_.fail_narrow();
        const auto left = static_cast<std::uint32_t>(outer.operations().position(shape, c.left));
        const auto right = static_cast<std::uint32_t>(outer.operations().position(shape, c.right));
        is_left = constrain(zone, zone::Constraint<B>{left, right, zone::make_bound<B>(c.value, c.is_strict)});
        if (is_left && !is_within_limit(zone)) return control_.fail_narrow();
      }
      if (!is_left) continue;
      if (question_.is_divergent) add_clock(zone);
      const std::vector<store::State> roots = inner.enter(cells, zone);
      if (control_.is_stopped()) return;
      if (!finder.search(roots)) continue;
      is_begun_ = true;
      begins_where_ = conjunction;
      control_.stop(Outcome::Kind::Reached);
      return;
    }
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
  MaximalRun run_of(SymbolicGraph<B>& graph, const Finder& finder) {
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
    PathMove moment;
    moment.conditions = begins_where_;
    moves.push_back(moment);
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
  Conjunction begins_where_;
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
