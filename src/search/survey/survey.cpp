#include "search/survey/survey.hpp"

#include "search/engine/exploration.hpp"
#include "search/formulas/endings.hpp"
#include "search/formulas/goal.hpp"
#include "search/runs/symbolic_graph.hpp"
#include "search/survey/incident_formulas.hpp"
#include "search/survey/loop_finder.hpp"
#include "search/survey/move_labels.hpp"
#include "store/table_limits.hpp"
#include "util/invariant.hpp"
#include "zone/add_clock.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace zonda::search {

namespace {

using Kind = Incident::Kind;
constexpr std::size_t kKinds = 6;

template <typename B>
class Surveyor final : private MoveObserver, private Visitor {
 public:
  Surveyor(const model::Network& network, const analysis::ClockBounds& bounds, const SurveyQuestion& question,
           const Options& options)
      : network_(network),
        question_(question),
        options_(with_parents(options)),
        control_(options_),
        inner_bounds_(with_tick(bounds)),
        values_(first_values(network)),
        labels_(network),
        outer_(make_exploration<B>(network, bounds, options_, control_, outer_rules())),
        worker_(outer_->worker()),
        committed_(network, bounds, options, inner_rules(false), control_),
        inner_(network, inner_bounds_, options, inner_rules(true), control_),
        committed_loops_(network, committed_, labels_, control_, known_loops_, true),
        zeno_loops_(network, inner_, labels_, control_, known_loops_, false),
        targets_(network),
        deadlock_(deadlock_formula()),
        goal_(network, deadlock_, false, worker_.operations),
        endings_(network, worker_.operations, control_) {
    wants_all_ = true;
    goal_.set_watch([this] { return control_.may_go_on(); });
    targets_.set_on_error([](const step::StepError&) {});
    for (const model::Process& p : network.processes) {
      result_.visited.emplace_back(p.locations.size(), false);
      result_.taken.emplace_back(p.edges.size(), false);
    }
    result_.sent.assign(network.channels.size(), false);
    result_.received.assign(network.channels.size(), false);
    result_.met.assign(network.channels.size(), false);
    result_.more.assign(kKinds, 0);
  }

  Survey run() {
    outer_->run(*this);
    result_.is_explored = !control_.has_ended();
    for (Noted& n : noted_) add_path(n);
    if (result_.is_explored) control_.within_tables([this] { look_for_loops(); });
    control_.look_at_tables();
    result_.outcome = control_.outcome();
    result_.values = std::move(values_);
    return std::move(result_);
  }

 private:
  // An incident noted while a state was expanded; its path is found at the end.
  struct Noted {
    std::size_t incident = 0;
    store::State at;
  };

  static analysis::ClockBounds with_tick(analysis::ClockBounds bounds) {
    analysis::add_tick_clock(bounds);
    return bounds;
  }
  static std::vector<model::ValueRange> first_values(const model::Network& network) {
    std::vector<model::ValueRange> result;
    for (const model::Cell& c : network.cells) result.push_back({c.initial, c.initial});
    return result;
  }
  static Options with_parents(Options options) {
    options.wants_path = true;
    return options;
  }
  SuccessorRules outer_rules() {
    SuccessorRules rules;
    rules.observer = this;
    rules.seen = values_;
    return rules;
  }
  SuccessorRules inner_rules(bool is_brief) {
    SuccessorRules rules;
    rules.observer = &labels_;
    rules.is_brief = is_brief;
    return rules;
  }

  // --- states
  // Discrete states must keep their numbers, because loops are looked for from all stored states, and every incident
  // has a path.
  [[nodiscard]] bool needs_numbers() const override { return true; }
  bool look(std::span<const std::int32_t> /*cells*/, bool /*is_new*/, store::State s, step::ShapeId /*shape*/,
            store::State parent) override {
    visit(s, parent);
    return !control_.is_unknown();
  }
  void visit(store::State s, store::State parent) {
    worker_.unpack(s.discrete, cells_);
    for (std::size_t p = 0; p < network_.processes.size(); ++p)
      result_.visited[p][static_cast<std::size_t>(cells_[p])] = true;
    if (question_.finds_deadlocks) look_for_deadlock(s, parent);
  }

  // Some valuations of a state may be in a deadlock, and others in a live-lock.
  void look_for_deadlock(store::State s, store::State parent) {
    worker_.stepper.load(s.zone, zone_);
    const step::ShapeId shape = worker_.operations.shape(cells_);
    std::vector<zone::Dbm<B>> stuck;
    std::vector<zone::Dbm<B>> resting;
    goal_.for_each_piece(cells_, s.discrete, shape, zone_, [&](const zone::Dbm<B>& piece) {
      const auto end = endings_.find(cells_, s.discrete, shape, piece, false, [](std::vector<Conjunction>& out) {
        out.clear();
        return true;
      });
      if (end == Endings<B>::Kind::Rest)
        resting.insert(resting.end(), endings_.where().begin(), endings_.where().end());
      for (zone::Dbm<B>& part : endings_.restless(s.discrete, piece)) stuck.push_back(std::move(part));
    });
    // If a run-time error hides the answer, the error is noted when the state is expanded.
    if (goal_.is_too_narrow()) return control_.end_too_narrow();
    if (control_.has_ended()) return;
    add_stuck(Kind::Deadlock, s, parent, stuck);
    add_stuck(Kind::LiveLock, s, parent, resting);
  }

  void add_stuck(Kind kind, store::State s, store::State parent, const std::vector<zone::Dbm<B>>& parts) {
    if (parts.empty() || is_ignored(kind) || !is_first(kind, locations_key(cells_))) return;
    Incident& incident = add(kind);
    incident.cells = cells_;
    incident.goal.kind = model::Formula::Kind::And;
    incident.goal.children = {deadlock_,
                              formula_of(parts, worker_.operations.clocks(worker_.operations.shape(cells_)))};
    // Paths cannot be looked for while a state is expanded, so the zone is held until then.
    stuck_.push_back({result_.incidents.size() - 1, s, parent, {worker_.zones, s.zone}});
  }
  [[nodiscard]] bool has_news() const override { return !stuck_.empty(); }
  void trace_news(const Tracer& /*tracer*/) override {
    for (const Stuck& s : stuck_) set_path(result_.incidents[s.incident], s.at, s.parent);
    stuck_.clear();
  }

  // --- moves
  void failed(const step::Move* move, const step::StepError& error) override {
    result_.has_failures = true;
    Key key{static_cast<std::int64_t>(error.range.begin), static_cast<std::int64_t>(error.range.end),
            static_cast<std::int64_t>(error.kind)};
    if (error.kind == model::EvalErrorKind::OutOfRange || error.kind == model::EvalErrorKind::IndexOutOfRange)
      key.push_back(error.value > error.allowed.upper ? 1 : 0);
    if (is_ignored(Kind::Failure, &error)) return;
    if (!error.range.is_known() && move != nullptr)
      for (const step::EdgeRef& e : move->edges) key.push_back(edge_key(e));
    if (!is_first(Kind::Failure, key)) return;
    Incident& incident = note(Kind::Failure);
    incident.error = error;
    if (move == nullptr) return;
    incident.edges.assign(move->edges.begin(), move->edges.end());
    incident.goal = formula_of(move->conditions);
  }

  void proposed(const step::Move& move, std::size_t entered) override {
    std::size_t selects = 0;
    for (const step::EdgeRef& ref : move.edges) {
      const model::Edge& e = network_.processes[ref.process].edges[ref.edge];
      if (entered > 0) result_.taken[ref.process][ref.edge] = true;
      if (e.sync == model::Sync::Send || e.sync == model::Sync::Receive)
        note_channel(e, move.selects.subspan(selects, e.selects.size()), entered > 0);
      selects += e.selects.size();
    }
    look_for_block(move);
  }

  void note_channel(const model::Edge& e, std::span<const std::int32_t> selects, bool is_entered) {
    std::int32_t channel = e.channel.value;
    if (!e.channel.is_constant()) {
      worker_.unpack(outer_->current().discrete, source_);
      targets_.load(source_);
      for (std::size_t i = 0; i < selects.size(); ++i) targets_.evaluator().memory()[e.selects[i].cell] = selects[i];
      if (!targets_.evaluator().run(e.channel, channel)) return;
    }
    const auto number = static_cast<std::size_t>(channel);
    if (e.sync == model::Sync::Receive) result_.met[number] = true;
    if (is_entered) (e.sync == model::Sync::Send ? result_.sent : result_.received)[number] = true;
  }

  // Notes whether some valuation that satisfies the guards violates an invariant after the move.
  void look_for_block(const step::Move& move) {
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p) {
      const auto location = static_cast<std::uint32_t>(move.target[p]);
      const model::Condition& invariant = network_.processes[p].locations[location].invariant;
      if (invariant.integer.is_constant(1) && invariant.clocks.empty()) continue;
      const step::EdgeRef edge = edge_of(move, p);
      const std::pair key(edge_key(edge), location_key(p, location));
      if (blocked_.contains(key) || is_ignored(Kind::Blocked)) continue;
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      if (!is_blocked(move, invariant)) continue;
      blocked_.insert(key);
      if (!has_room(Kind::Blocked)) continue;
      Incident& incident = note(Kind::Blocked);
      incident.edges.assign(move.edges.begin(), move.edges.end());
      std::stable_sort(incident.edges.begin(), incident.edges.end(),
                       [&](const step::EdgeRef& a, const step::EdgeRef& b) { return a == edge && b != edge; });
      incident.process = p;
      incident.location = location;
      incident.goal = formula_of(conditions_);
    }
  }
  // Leaves the conditions under which the invariant is violated in conditions_.
  bool is_blocked(const step::Move& move, const model::Condition& invariant) {
    targets_.load(move.target);
    model::Evaluator& machine = targets_.evaluator();
    std::int32_t holds = 0;
    if (!machine.run(invariant.integer, holds)) return false;
    if (holds == 0) return true;
    for (const model::ClockConstraint& c : invariant.clocks) {
      std::int32_t applies = 0;
      std::int32_t left = 0;
      std::int32_t right = 0;
      step::ClockCondition after;
      if (!machine.run(c.condition, applies)) return false;
      if (applies == 0) continue;
      if (!machine.run(c.left, left) || !machine.run(c.right, right) || !machine.run(c.bound, after.value))
        return false;
      after.left = static_cast<std::uint32_t>(left);
      after.right = static_cast<std::uint32_t>(right);
      after.is_strict = c.is_strict;
      if (always_holds(after)) continue;
      const step::ClockCondition violated = step::before(after, move.settings).negated();
      if (violated.left == violated.right) {
        if (violated.is_strict ? violated.value > 0 : violated.value >= 0) return true;
        continue;
      }
      conditions_.push_back(violated);
      if (outer_->is_possible(conditions_)) return true;
      conditions_.pop_back();
    }
    return false;
  }
  // The edge of the process, or the first edge if the process does not move.
  static step::EdgeRef edge_of(const step::Move& move, std::uint32_t process) {
    for (const step::EdgeRef& e : move.edges)
      if (e.process == process) return e;
    return move.edges[0];
  }

  // --- loops
  // Committed loops come first: edges on one of them are not reported again.
  void look_for_loops() {
    const std::size_t kinds = (question_.finds_committed_loops ? 1U : 0U) + (question_.finds_zeno_loops ? 1U : 0U);
    result_.loops_in_all = kinds * worker_.states.stored();
    if (question_.finds_committed_loops)
      look_for_loops([this](store::State s, store::State parent) { look_for_committed_loops(s, parent); });
    result_.has_committed_loops = !control_.has_ended();
    if (question_.finds_zeno_loops)
      look_for_loops([this](store::State s, store::State parent) { look_for_zeno_loops(s, parent); });
  }

  template <typename Look>
  void look_for_loops(Look&& look) {
    store::HeldStates<B>& states = worker_.states;
    const auto count = static_cast<store::DiscreteId>(states.discrete_count());
    std::vector<store::ZoneId> zones;
    for (store::DiscreteId id = 0; id < count; ++id) {
      zones.clear();
      states.for_each_zone(id, [&](store::ZoneId zone) { zones.push_back(zone); });
      for (const store::ZoneId zone : zones) {
        if (control_.has_ended()) return;
        look({id, zone}, states.parent({id, zone}));
        ++result_.loops_looked_at;
      }
    }
  }

  // No time passes here: the zones are those of the survey and their successors.
  void look_for_committed_loops(store::State s, store::State parent) {
    load(s);
    bool is_committed = false;
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p)
      is_committed = is_committed || network_.location(p, cells_[p]).is_committed;
    if (!is_committed) return;
    const auto roots = committed_.enter(cells_, zone_);
    if (control_.has_ended()) return;
    committed_loops_.search(roots.list, [&](const FoundLoop& loop) { add_loop(loop, committed_, s, parent); });
  }

  // An additional clock measures the time from this state on.
  void look_for_zeno_loops(store::State s, store::State parent) {
    load(s);
    const auto roots = inner_.enter(cells_, zone::with_clock_at_zero(zone_));
    if (control_.has_ended()) return;
    zeno_loops_.search(roots.list, [&](const FoundLoop& loop) { add_loop(loop, inner_, s, parent); });
  }

  void load(store::State s) {
    worker_.unpack(s.discrete, cells_);
    worker_.stepper.load(s.zone, zone_);
  }

  void add_loop(const FoundLoop& loop, SymbolicGraph<B>& graph, store::State root, store::State parent) {
    const Kind kind = loop.is_committed ? Kind::CommittedLoop : Kind::ZenoLoop;
    if ((kind == Kind::CommittedLoop && !question_.finds_committed_loops) || !has_room(kind)) return;
    // A full table may break this off; then the search has ended, and the loop is not reported.
    ReducedPath way = path_to(root, parent);
    const std::size_t cycle = way.path.moves.size() + loop.first;
    way.append(graph.path_along(loop.states, true, [&](std::size_t i) {
      return [this, &loop, i](const step::Move& move) { return labels_.label(move) == loop.labels[i]; };
    }));
    Incident& incident = add(kind);
    const auto here = graph.cells(loop.states[loop.first].discrete);
    incident.cells.assign(here.begin(), here.end());
    incident.cycle = cycle;
    // If only many rounds lead back to the same state, a single round is shown.
    std::optional<Path> closed = restored_cycle(way, incident.cycle, options_.reductions);
    incident.path = closed ? std::move(*closed) : way.restored(options_.reductions);
    incident.goal = formula_of({});
  }

  // --- which incidents are known already
  using Key = std::vector<std::int64_t>;
  static constexpr std::int64_t kMany = std::int64_t{1} << 20U;
  [[nodiscard]] static std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

  // Processes of one template count as the same.
  [[nodiscard]] EdgeKey edge_key(const step::EdgeRef& ref) const { return search::edge_key(network_, ref); }
  [[nodiscard]] std::int64_t location_key(std::uint32_t process, std::uint32_t location) const {
    const model::Process& p = network_.processes[process];
    return std::int64_t{p.template_index} * kMany + p.locations[location].source_index;
  }
  [[nodiscard]] Key locations_key(std::span<const std::int32_t> cells) const {
    Key result;
    for (std::uint32_t p = 0; p < network_.processes.size(); ++p)
      result.push_back(location_key(p, static_cast<std::uint32_t>(cells[p])));
    std::sort(result.begin(), result.end());
    return result;
  }
  [[nodiscard]] bool is_ignored(Kind kind, const step::StepError* error = nullptr) const {
    return question_.is_ignored && question_.is_ignored(kind, error);
  }
  // Whether the incident is new, and there is room for it.
  bool is_first(Kind kind, const Key& key) { return known_[index(kind)].insert(key).second && has_room(kind); }
  bool has_room(Kind kind) {
    const auto count = std::count_if(result_.incidents.begin(), result_.incidents.end(),
                                     [&](const Incident& i) { return i.kind == kind; });
    if (static_cast<std::size_t>(count) < question_.most_of_a_kind) return true;
    ++result_.more[index(kind)];
    return false;
  }
  Incident& add(Kind kind) {
    result_.incidents.emplace_back().kind = kind;
    return result_.incidents.back();
  }
  Incident& note(Kind kind) {
    noted_.push_back({result_.incidents.size(), outer_->current()});
    Incident& result = add(kind);
    result.goal = formula_of({});
    return result;
  }

  // --- paths
  ReducedPath path_to(store::State last, store::State parent) {
    std::optional<ReducedPath> path = outer_->path_to(last, parent);
    ZONDA_CHECK(path, "the way to a state was forgotten");
    return std::move(*path);
  }
  void add_path(const Noted& n) {
    Incident& incident = result_.incidents[n.incident];
    worker_.unpack(n.at.discrete, incident.cells);
    set_path(incident, n.at, worker_.states.parent(n.at));
  }
  // Making the steps again needs room in tables. Where there is none, the incident is reported without its path.
  void set_path(Incident& incident, store::State last, store::State parent) {
    try {
      incident.path = path_to(last, parent).restored(options_.reductions);
    } catch (const store::TableFull& full) {
      incident.no_path = full.what();
    }
  }

  const model::Network& network_;
  SurveyQuestion question_;
  Survey result_;
  Options options_;
  Control control_;
  analysis::ClockBounds inner_bounds_;
  std::vector<model::ValueRange> values_;
  MoveLabels labels_;
  KnownLoops known_loops_;
  std::unique_ptr<Exploration<B>> outer_;
  Worker<B>& worker_;  // of outer_
  SymbolicGraph<B> committed_;
  SymbolicGraph<B> inner_;
  LoopFinder<B> committed_loops_;
  LoopFinder<B> zeno_loops_;
  step::Moves targets_;
  model::Formula deadlock_;
  Goal<B> goal_;
  Endings<B> endings_;
  std::array<std::set<Key>, kKinds> known_;
  std::set<std::pair<std::int64_t, std::int64_t>> blocked_;
  std::vector<Noted> noted_;
  struct Stuck {
    std::size_t incident = 0;
    store::State at;
    store::State parent;
    store::HeldZone<B> hold{};
  };
  std::vector<Stuck> stuck_;  // incidents whose paths are still to be found
  std::vector<std::int32_t> cells_;
  std::vector<std::int32_t> source_;
  std::vector<step::ClockCondition> conditions_;
  zone::Dbm<B> zone_{1};
};

}  // namespace

template <typename B>
Survey survey(const model::Network& network, const analysis::ClockBounds& bounds, const SurveyQuestion& question,
              const Options& options) {
  return Surveyor<B>(network, bounds, question, options).run();
}

template Survey survey<std::int16_t>(const model::Network&, const analysis::ClockBounds&, const SurveyQuestion&,
                                     const Options&);
template Survey survey<std::int32_t>(const model::Network&, const analysis::ClockBounds&, const SurveyQuestion&,
                                     const Options&);

}  // namespace zonda::search
