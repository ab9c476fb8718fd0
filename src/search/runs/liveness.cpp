#include "search/runs/liveness.hpp"

#include "search/engine/exploration.hpp"
#include "search/engine/reduced_path.hpp"
#include "search/formulas/narrow.hpp"
#include "search/formulas/observer.hpp"
#include "search/runs/divergent_finder.hpp"
#include "search/runs/goal_finder.hpp"
#include "search/runs/run_finder.hpp"
#include "search/runs/symbolic_graph.hpp"
#include "store/held_zone.hpp"
#include "zone/add_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace zonda::search {

namespace {

using Begin = LivenessQuestion::Begin;

// Runs are looked for inside the formula by a finder (RunFinder, DivergentFinder or GoalFinder), from the states that
// may begin one: the initial ones, or those where `from` holds or begins to hold, which an exploration finds.
template <typename B, typename Finder>
class Liveness final : private Visitor {
 public:
  Liveness(const model::Network& network, const analysis::ClockBounds& bounds,
           const analysis::ClockBounds& inner_bounds, const LivenessQuestion& question, const Options& options,
           Control& control, SymbolicGraph<B>& graph, Finder& finder)
      : network_(network),
        bounds_(bounds),
        question_(question),
        options_(options),
        control_(control),
        graph_(graph),
        finder_(finder),
        evaluation_(network),
        parts_(evaluation_),
        at_once_(observer_at_most(network, 0, false)),
        gathers_(options.hull && question.begin == Begin::Holds && options.checkpoint == nullptr &&
                 options.limits.memory_bytes == 0 && options.limits.rehearsal == 0) {
    // No time passes before the move that the formula begins to hold by, so that it is seen where it begins.
    if (question.begin == Begin::Begins) {
      SuccessorRules still;
      still.stay = &at_once_;
      change_.emplace(network, inner_bounds, inner_options(options), still, control);
    }
    wants_all_ = true;
  }

  Outcome run() {
    if constexpr (kCanBeSaved) finder_.set_between([this] { take_care(); });
    if (question_.begin == Begin::Start) {
      search_from_start();
      return conclude();
    }
    if (question_.begin == Begin::Begins) {
      begin_at_start();
      if (control_.has_ended()) return conclude();
    }
    outer_ = make_exploration<B>(network_, bounds_, options_, control_);
    outer_->run(*this);
    return conclude();
  }

 private:
  // Whether a search from the start can be saved and taken up again.
  static constexpr bool kCanBeSaved = requires(Finder & finder, Snapshot& s) { finder.snapshot(s); };

  static Options inner_options(Options options) {
    options.wants_path = false;
    return options;
  }

  // --- from the start
  void search_from_start() {
    Checkpoint* checkpoint = options_.checkpoint;
    if constexpr (kCanBeSaved) {
      if (checkpoint != nullptr && checkpoint->has_content()) {
        if (!control_.can_take_in(checkpoint->size().in_memory)) return;
        checkpoint->resume([this](Snapshot& s) { snapshot_all(s); });
        control_.resumed();
        has_roots_ = true;
        if (finder_.resume()) found();
      } else {
        search_from_roots();
      }
      // A limit may have come before all initial states were there.
      if (checkpoint != nullptr && control_.is_unknown() && has_roots_) save(true);
    } else {
      search_from_roots();
      if (checkpoint != nullptr && control_.is_unknown()) checkpoint->give_up("searches of this kind cannot be saved");
    }
  }
  void search_from_roots() {
    const auto roots = graph_.initial();
    has_roots_ = !control_.has_ended();
    if (has_roots_) (void)search_from(roots.list);
  }
  void snapshot_all(Snapshot& s) {
    s.value(control_.stats);
    graph_.snapshot(s);
    finder_.snapshot(s);
  }
  void save(bool is_last) {
    (void)control_.count();
    options_.checkpoint->save([this](Snapshot& s) { snapshot_all(s); },
                              {control_.stats.bytes.sum() - control_.stats.bytes.remembered, 0}, is_last);
    control_.checkpoint_written();
  }
  // Between two states of the finder.
  void take_care() {
    if (control_.is_rehearsal() || (control_.is_short() && control_.may_relieve() && options_.limits.relieves)) {
      control_.run_stage(control_.stats.compressed, [this] {
        relieve();
        return std::optional<std::uint64_t>(0);
      });
      // If it does not help, doing it again at once will not.
      constexpr std::uint64_t kMany = 10000;
      if (control_.is_still_short(1)) control_.relieve_later(kMany);
    }
    // Where runs begin anywhere, the exploration sees to the rest.
    if (question_.begin != Begin::Start) return;
    control_.settle();
    if (control_.is_checkpoint_due() && !control_.has_ended()) save(false);
  }

  // --- as a visitor: wherever the formula `from` holds, or begins to, a run may begin
  bool look(std::span<const std::int32_t> cells, bool /*is_new*/, store::State s, step::ShapeId shape,
            store::State parent) override {
    if (control_.has_ended()) return false;
    if (cells.empty())
      outer_->worker().unpack(s.discrete, cells_);
    else
      cells_.assign(cells.begin(), cells.end());
    if (gathers_) {
      gather(s.discrete);
      return !control_.is_unknown();
    }
    outer_->worker().stepper.load(s.zone, zone_);
    const zone::Dbm<B> here = zone_;
    if (change_)
      begin_by_move(here);
    else
      begin(here, shape);
    if (is_begun_) {
      begins_in_ = s;
      begins_from_ = parent;
      // It may be covered and taken out before it is traced.
      hold_ = {outer_->worker().zones, s.zone};
    }
    return !control_.is_unknown();
  }

  // With hulls, which grow, all runs are looked for together when the hulls are complete: those that begin in a hull
  // that has grown would be looked for again. Where memory may get short, states may be gone by then, and where
  // searches are saved this one would not be; so it is not done there.
  void gather(store::DiscreteId id) {
    if (id < is_gathered_.size() && is_gathered_[id]) return;
    if (id >= is_gathered_.size()) is_gathered_.resize(2 * std::size_t{id} + 1);
    is_gathered_[id] = true;
    if (!parts_.find(*question_.from, false, cells_, where_)) return control_.fail(*parts_.error());
    if (!where_.empty()) gathered_.push_back(id);
  }
  [[nodiscard]] bool needs_numbers() const override { return gathers_; }
  // Where states go that were gathered, it is not known where runs begin.
  void forget(store::DiscreteId id) override {
    is_incomplete_ = is_incomplete_ || (id < is_gathered_.size() && is_gathered_[id]);
  }
  void forget_all() override { is_incomplete_ = true; }
  void finish() override {
    if (!gathers_ || control_.has_ended()) return;
    if (is_incomplete_) return control_.end(Outcome::Kind::Left);
    Worker<B>& worker = outer_->worker();
    gathering_.emplace(graph_.zones());
    for (const store::DiscreteId id : gathered_) {
      worker.unpack(id, cells_);
      worker.states.for_each_zone(id, [&](store::ZoneId zone) {
        if (!control_.watch()) return;
        worker.stepper.load(zone, zone_);
        const zone::Dbm<B> here = zone_;
        begin(here, worker.operations.shape(cells_));
      });
      if (control_.has_ended()) return;
    }
    const auto roots = std::move(*gathering_);
    gathering_.reset();
    (void)search_from(roots.list);
  }

  void relieve() override {
    graph_.relieve();
    if (change_) change_->relieve();
  }
  // Runs that have been looked for are not looked for again. A search that a limit ended begins anew with its state.
  void snapshot(Snapshot& s) override {
    if constexpr (kCanBeSaved) {
      finder_.abandon();
      graph_.snapshot(s);
    }
  }

  // Runs that begin in the state at hand, where the formula holds.
  void begin(const zone::Dbm<B>& here, step::ShapeId shape) {
    if (!parts_.find(*question_.from, false, cells_, where_)) return control_.fail(*parts_.error());
    const std::vector<Conjunction> where = where_;
    for (const Conjunction& conjunction : where) {
      zone::Dbm<B> zone = here;
      const bool is_left = narrow<B>(zone, conjunction, outer_->worker().operations, shape, control_);
      if (control_.has_ended()) return;
      if (!is_left) continue;
      if (question_.has_observer) zone = zone::with_clock_at_zero(zone);
      if (question_.is_divergent) zone = zone::with_clock_at_zero(zone);
      if (search_from(graph_.enter(cells_, zone).list)) {
        PathMove moment;
        moment.conditions = conjunction;
        moment.starts_observer = question_.has_observer;
        begins_by_.add(std::move(moment));
      }
      if (control_.has_ended()) return;
    }
  }

  // Whether there is a run from one of these states. It ends the search.
  bool search_from(const std::vector<store::State>& roots) {
    if (gathering_) {
      for (const store::State& s : roots) {
        gathering_->list.push_back(s);
        gathering_->holds.add(s.zone);
      }
      return false;
    }
    if (control_.has_ended() || !finder_.search(roots)) return false;
    found();
    return true;
  }
  void found() {
    is_begun_ = true;
    control_.end(Outcome::Kind::Reached);
  }

  // Whether `from`, which says nothing of clocks, holds; none: an error.
  std::optional<bool> holds(std::span<const std::int32_t> cells) {
    if (parts_.find(*question_.from, false, cells, where_)) return !where_.empty();
    control_.fail(*parts_.error());
    return std::nullopt;
  }

  void begin_at_start() {
    auto roots = graph_.initial();
    if (control_.has_ended()) return;
    std::erase_if(roots.list, [&](store::State s) { return !holds(graph_.cells(s.discrete)).value_or(false); });
    (void)search_from(roots.list);
  }

  // Moves from the state at hand by which the formula begins to hold.
  void begin_by_move(const zone::Dbm<B>& here) {
    if (holds(cells_).value_or(true)) return;
    const auto roots = change_->enter(cells_, zone::with_clock_at_zero(here));
    for (const store::State& root : roots.list) {
      if (control_.has_ended()) break;
      follow_moves(root);
    }
  }

  void follow_moves(store::State root) {
    std::vector<typename SymbolicGraph<B>::Successor> successors;
    if (!change_->expand(root, successors)) return;
    zone::Dbm<B> zone(1);
    for (const auto& next : successors) {
      const auto there = change_->cells(next.to.discrete);
      if (!holds(there).value_or(false)) continue;
      change_->load(next.to.zone, zone);
      const std::vector<std::int32_t> target(there.begin(), there.end());
      if (!search_from(graph_.enter(target, zone).list)) continue;
      // Where a table is full it is not known how the run begins, and there is no trace.
      is_begin_known_ = false;
      if (options_.wants_path)
        begins_by_ = change_->path_along(std::array{root, next.to}, true);
      else
        begins_by_.add({});
      is_begin_known_ = true;
      begins_by_.path.moves[0].starts_observer = true;
      break;
    }
  }

  // --- what it came to
  Outcome conclude() {
    control_.look_at_tables();
    Outcome result = control_.outcome();
    if (result.kind != Outcome::Kind::Reached) return result;
    result.run_end = finder_.end();
    if (!options_.wants_path || !is_begin_known_) return result;
    try {
      add_run(result);
    } catch (const store::TableFull& full) {
      result.reason = fmt::format("{} while the trace was reconstructed", full.what());
    }
    return result;
  }
  // Adds the run that was found, from an initial state on, unless the way to it was forgotten.
  void add_run(Outcome& result) {
    ReducedPath way;
    if (outer_) {
      std::optional<ReducedPath> found = outer_->path_to(begins_in_, begins_from_);
      if (!found) return;
      way = std::move(*found);
      way.append(begins_by_);
    }
    result.run = run_after(std::move(way));
    if (!result.run) result.reason = "the run goes around a cycle that takes too many moves";
  }

  // The run that the finder found, behind the way to where it begins. Nothing: it cannot be written down.
  std::optional<MaximalRun> run_after(ReducedPath way) {
    MaximalRun run;
    run.end = finder_.end();
    // Where it begins with an initial state, the way there is empty.
    const ReducedPath inside = graph_.path_along(finder_.states(), outer_ != nullptr);
    if (outer_ == nullptr) {
      way = inside;
    } else {
      run.stays_from = way.path.moves.size();
      way.append(inside);
    }
    run.cycle = run.stays_from + finder_.cycle();
    if (run.end == MaximalRun::End::Cycle) begin_cycle_after_move(way, run);
    if (run.end != MaximalRun::End::Cycle) {
      run.path = way.restored(options_.reductions);
      return run;
    }
    std::optional<Path> path = restored_cycle(way, run.cycle, options_.reductions);
    if (!path) return std::nullopt;
    run.path = std::move(*path);
    return run;
  }

  // The cycle is to end with a move, not with a tick; one of ticks alone is resting.
  static void begin_cycle_after_move(ReducedPath& way, MaximalRun& run) {
    std::vector<PathMove>& moves = way.path.moves;
    const auto first = moves.begin() + static_cast<std::ptrdiff_t>(run.cycle);
    const auto move = std::find_if(first, moves.end(), [](const PathMove& m) { return !m.edges.empty(); });
    if (move == moves.end()) {
      moves.erase(first, moves.end());
      way.renamings.resize(moves.size() + 1);
      run.end = MaximalRun::End::Rest;
      return;
    }
    if (!moves.back().edges.empty()) return;
    const std::size_t begin = run.cycle;
    run.cycle = static_cast<std::size_t>(move - moves.begin()) + 1;
    way.repeat(begin, run.cycle);
  }

  const model::Network& network_;
  const analysis::ClockBounds& bounds_;
  const LivenessQuestion& question_;
  const Options& options_;
  Control& control_;
  SymbolicGraph<B>& graph_;  // inside the formula
  Finder& finder_;
  step::Moves evaluation_;
  FormulaParts parts_;
  model::Formula at_once_;
  std::optional<SymbolicGraph<B>> change_;  // for runs that begin by a move
  std::unique_ptr<Exploration<B>> outer_;   // for runs that begin anywhere
  std::vector<std::int32_t> cells_;         // of the state at hand
  zone::Dbm<B> zone_{1};
  std::vector<Conjunction> where_;
  bool gathers_;                                                // runs are looked for when all is swept
  bool is_incomplete_ = false;                                  // some of what was gathered is gone
  std::vector<bool> is_gathered_;                               // by discrete state: it was looked at
  std::vector<store::DiscreteId> gathered_;                     // where runs may begin
  std::optional<typename SymbolicGraph<B>::States> gathering_;  // where they do; while this is found out
  bool has_roots_ = false;                                      // all initial states were handed to the finder
  bool is_begun_ = false;
  store::HeldZone<B> hold_;  // of the next
  store::State begins_in_;
  store::State begins_from_;
  ReducedPath begins_by_;  // one step: the moment when `from` holds, or the move by which it begins to
  bool is_begin_known_ = true;
};

template <typename B>
Outcome look_for_run(const model::Network& network, const analysis::ClockBounds& bounds,
                     const LivenessQuestion& question, const Options& options) {
  analysis::ClockBounds inner_bounds = bounds;
  if (question.has_observer) analysis::add_observer_clock(inner_bounds, question.bound);
  if (question.is_divergent) analysis::add_tick_clock(inner_bounds);
  SuccessorRules inside;
  inside.stay = question.stay;
  inside.is_stay_negated = question.is_negated;
  inside.ticks = question.is_divergent;
  Options inner_options = options;
  inner_options.wants_path = options.wants_path && !question.maximal_counts;
  Control control(options);
  SymbolicGraph<B> graph(network, inner_bounds, inner_options, inside, control);
  std::optional<GoalTest<B>> goal;
  if (question.goal != nullptr) goal.emplace(network, graph, control, *question.goal, question.is_goal_negated);
  const auto run = [&](auto& finder) {
    return Liveness<B, std::remove_reference_t<decltype(finder)>>(network, bounds, inner_bounds, question, options,
                                                                  control, graph, finder)
        .run();
  };
  if (!question.maximal_counts) {
    GoalFinder<B> finder(graph, control, *goal);
    return run(finder);
  }
  if (question.is_divergent) {
    DivergentFinder<B> finder(network, graph, control);
    return run(finder);
  }
  // Reductions that leave out moves would have to be told of the graph of the proof; and a proof is not saved.
  const bool prunes = options.reductions != nullptr && options.reductions->prunes_moves();
  const bool proves = question.proves && !prunes && options.checkpoint == nullptr;
  RunFinder<B> finder(network, graph, control, goal ? &*goal : nullptr, proves);
  return run(finder);
}

}  // namespace

template <typename B>
Outcome find_run(const model::Network& network, const analysis::ClockBounds& bounds, const LivenessQuestion& question,
                 const Options& options) {
  return journaled(options, [&] { return look_for_run<B>(network, bounds, question, options); });
}

template Outcome find_run<std::int16_t>(const model::Network&, const analysis::ClockBounds&, const LivenessQuestion&,
                                        const Options&);
template Outcome find_run<std::int32_t>(const model::Network&, const analysis::ClockBounds&, const LivenessQuestion&,
                                        const Options&);

}  // namespace zonda::search
