#include "search/liveness.hpp"

#include "search/run_finder.hpp"
#include "search/symbolic_graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <deque>

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
      : network_(network), bounds_(bounds), question_(question), options_(options), control_(options) {}

  LivenessOutcome run() {
    GraphSetup inside = setup_of(question_, options_);
    inside.stay = question_.stay;
    inside.is_stay_negated = question_.is_negated;
    SymbolicGraph<B> graph(network_, bounds_, inside, control_);
    RunFinder<B> finder(network_, graph, control_);
    LivenessOutcome result;
    if (question_.from == nullptr) {
      const std::vector<store::State> roots = graph.initial();
      if (!control_.is_stopped() && finder.search(roots)) control_.stop(Outcome::Kind::Reached);
      control_.count();
      result.outcome = control_.outcome();
      if (result.outcome.kind == Outcome::Kind::Reached && options_.wants_path) result.run = run_of(graph, finder);
      return result;
    }
    GraphSetup anywhere = setup_of(question_, options_);
    anywhere.keeps_parents = options_.wants_path;
    SymbolicGraph<B> outer(network_, bounds_, anywhere, control_);
    find_beginnings(outer, graph, finder);
    control_.count();
    result.outcome = control_.outcome();
    if (result.outcome.kind == Outcome::Kind::Reached && options_.wants_path) {
      result.run = run_of(graph, finder);
      put_before(outer, *result.run);
    }
    return result;
  }

 private:
  // Everything that can be reached; wherever the formula `from` holds, a run may begin.
  void find_beginnings(SymbolicGraph<B>& outer, SymbolicGraph<B>& inner, RunFinder<B>& finder) {
    step::Moves evaluation(network_);
    FormulaParts parts(evaluation);
    std::deque<store::State> frontier;
    std::vector<typename SymbolicGraph<B>::Successor> successors;
    for (const store::State& s : outer.initial()) add(outer, s, {}, frontier, inner, finder, parts);
    while (!control_.is_stopped() && !frontier.empty()) {
      const store::State at = question_.is_deep ? frontier.back() : frontier.front();
      if (question_.is_deep)
        frontier.pop_back();
      else
        frontier.pop_front();
      if (!outer.states().take(at)) continue;
      successors.clear();
      if (!outer.expand(at, successors)) return;
      for (const auto& s : successors) outer.zones().hold(s.to.zone);
      for (const auto& s : successors)
        if (!control_.is_stopped()) add(outer, s.to, at, frontier, inner, finder, parts);
      for (const auto& s : successors) outer.zones().drop(s.to.zone);
    }
  }

  void add(SymbolicGraph<B>& outer, store::State s, store::State parent, std::deque<store::State>& frontier,
           SymbolicGraph<B>& inner, RunFinder<B>& finder, FormulaParts& parts) {
    const auto inserted = outer.states().insert(
        s.discrete, s.zone, parent, outer.zones().signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return outer.covers(s.discrete, a, b); },
        [&](store::ZoneId gone, bool was_waiting) {
          if (was_waiting || !options_.wants_path) outer.zones().drop(gone);
        });
    Stats& stats = control_.stats();
    if (!inserted.is_new) {
      ++stats.covered;
      return;
    }
    outer.zones().hold(s.zone);
    stats.mistakes += inserted.mistakes;
    frontier.push_back(s);
    begin(outer, s, parent, inner, finder, parts);
    stats.stored = outer.states().stored() + inner.states().stored();
    stats.peak_stored = std::max(stats.peak_stored, stats.stored);
  }

  // Runs that begin in the state, where the formula holds.
  void begin(SymbolicGraph<B>& outer, store::State s, store::State parent, SymbolicGraph<B>& inner,
             RunFinder<B>& finder, FormulaParts& parts) {
    const auto cells = outer.cells(s.discrete);
    if (!parts.find(*question_.from, false, cells, where_)) {
      control_.fail(*parts.error());
      return;
    }
    if (where_.empty()) return;
    const step::ShapeId shape = outer.operations().shape(cells);
    zone::Dbm<B> zone(1);
    for (const Conjunction& conjunction : where_) {
      outer.zones().load(s.zone, zone);
      bool is_left = true;
      for (const step::ClockCondition& c : conjunction) {
        const auto left = static_cast<std::uint32_t>(outer.operations().position(shape, c.left));
        const auto right = static_cast<std::uint32_t>(outer.operations().position(shape, c.right));
        if (!is_left) break;
        if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return control_.fail_narrow();
        is_left = constrain(zone, zone::Constraint<B>{left, right, zone::make_bound<B>(c.value, c.is_strict)});
        if (is_left && !is_within_limit(zone)) return control_.fail_narrow();
      }
      if (!is_left) continue;
      const std::vector<store::State> roots = inner.enter(cells, zone);
      if (control_.is_stopped()) return;
      if (!finder.search(roots)) continue;
      begins_in_ = s;
      begins_from_ = parent;
      begins_where_ = conjunction;
      control_.stop(Outcome::Kind::Reached);
      return;
    }
  }

  MaximalRun run_of(SymbolicGraph<B>& graph, const RunFinder<B>& finder) {
    MaximalRun run;
    const std::vector<store::State> states = finder.states();
    run.end = finder.end();
    run.path.initial = graph.initial_cells(states[0].discrete);
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
      run.path.moves.push_back(graph.move_between(states[i], states[i + 1]));
    run.cycle = finder.cycle();
    return run;
  }

  // How to come to where the run begins.
  void put_before(SymbolicGraph<B>& outer, MaximalRun& run) {
    std::vector<store::State> chain{begins_in_};
    for (store::State s = begins_from_; s.zone != store::kNoZone; s = outer.states().parent(s)) chain.push_back(s);
    std::reverse(chain.begin(), chain.end());
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
  const LivenessQuestion& question_;
  const Options& options_;
  Control control_;
  std::vector<Conjunction> where_;
  store::State begins_in_;
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
