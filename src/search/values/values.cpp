#include "search/values/values.hpp"

#include "search/engine/exploration.hpp"
#include "search/formulas/endings.hpp"
#include "search/formulas/narrow.hpp"
#include "search/runs/explicit_graph.hpp"
#include "search/values/value_set.hpp"

#include <algorithm>

namespace zonda::search {

namespace {

template <typename B>
class ValueCollector final : public Visitor {
 public:
  ValueCollector(Worker<B>& worker, Control& control, const ValueQuestion& question)
      : question_(question),
        control_(control),
        worker_(worker),
        evaluation_(worker.network),
        parts_(evaluation_),
        endings_(worker.network, worker.operations, control) {
    for (const model::ValueExpr& value : question.values) {
      sets_.emplace_back(!value.is_clock, question.wants_all);
      has_clocks_ = has_clocks_ || value.is_clock;
    }
    ranges_.resize(question.values.size());
    // Integer expressions have the same value in all zones of a discrete state.
    wants_new_ = true;
    wants_all_ = has_clocks_ || !says_nothing_of_clocks(*question.where);
  }

  std::vector<ValueRange> values() {
    for (std::size_t i = 0; i < ranges_.size(); ++i) ranges_[i].intervals = sets_[i].intervals();
    return std::move(ranges_);
  }

  bool look(std::span<const std::int32_t> cells, bool /*is_new*/, store::State s, step::ShapeId shape,
            store::State /*parent*/) override {
    if (control_.has_ended()) return false;
    if (cells.empty()) {
      worker_.unpack(s.discrete, cells_);
      cells = cells_;
    }
    look(cells, s, shape);
    return !control_.is_unknown();
  }
  void forget(store::DiscreteId discrete) override {
    if (discrete < seen_.size()) seen_[discrete] = false;
    endings_.forget(discrete);
  }
  void forget_all() override {
    seen_.clear();
    endings_.forget_all();
  }
  void snapshot(Snapshot& s) override {
    for (ValueSet& set : sets_) set.snapshot(s);
    for (ValueRange& range : ranges_) {
      bool has_unknown = range.unknown_from.has_value();
      std::int64_t unknown_from = range.unknown_from.value_or(0);
      s.values(range.is_beyond, has_unknown, unknown_from, range.known_to, range.is_endless, range.has_all_beyond);
      if (has_unknown) range.unknown_from = unknown_from;
    }
  }

 private:
  void look(std::span<const std::int32_t> cells, store::State s, step::ShapeId shape) {
    if (!parts_.find(*question_.where, false, cells, where_)) return control_.fail(*parts_.error());
    const bool is_seen = s.discrete < seen_.size() && seen_[s.discrete];
    if (where_.empty() || (is_seen && !has_clocks_)) return;
    bool is_there = false;
    for (const Conjunction& conjunction : where_) {
      worker_.stepper.load(s.zone, zone_);
      if (!narrow(zone_, conjunction, worker_.operations, shape, control_)) continue;
      is_there = true;
      if (has_clocks_ && !look_at_clocks(cells, s.discrete, shape, conjunction)) return;
    }
    if (control_.has_ended() || !is_there || is_seen) return;
    if (s.discrete >= seen_.size()) seen_.resize(std::max<std::size_t>(s.discrete + 1, 2 * seen_.size()), false);
    seen_[s.discrete] = true;
    look_at_numbers(cells);
  }

  bool number(const model::IntExpr& e, std::int32_t& value) {
    if (evaluation_.evaluator().run(e, value)) return true;
    evaluation_.note_error("the query");
    control_.fail(*evaluation_.error());
    return false;
  }

  void look_at_numbers(std::span<const std::int32_t> cells) {
    evaluation_.load(cells);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      if (question_.values[i].is_clock) continue;
      std::int32_t value = 0;
      if (!number(question_.values[i].integer, value)) return;
      sets_[i].add({value, value});
    }
  }

  // Collects the values of clocks in zone_, where the conjunction holds.
  bool look_at_clocks(std::span<const std::int32_t> cells, store::DiscreteId id, step::ShapeId shape,
                      const Conjunction& conjunction) {
    // Whether the condition keeps holding while time passes.
    const bool may_last = std::none_of(conjunction.begin(), conjunction.end(),
                                       [](const step::ClockCondition& c) { return c.right == 0; });
    const bool is_endless =
        may_last && endings_.find(cells, id, shape, zone_, false, [](std::vector<Conjunction>& out) {
          out.clear();
          return true;
        }) == Endings<B>::Kind::Rest;
    if (control_.has_ended()) return false;
    evaluation_.load(cells);
    for (std::size_t i = 0; i < sets_.size(); ++i) {
      const model::ValueExpr& value = question_.values[i];
      if (!value.is_clock) continue;
      std::int32_t clock = 0;
      std::int32_t offset = 0;
      if (!number(value.left, clock) || !number(value.integer, offset)) return false;
      const std::int32_t at = worker_.operations.position(shape, static_cast<std::uint32_t>(clock));
      add(i, static_cast<std::size_t>(at), offset, is_endless, is_endless && endings_.rests_everywhere(id));
    }
    return true;
  }

  void add(std::size_t i, std::size_t at, std::int32_t offset, bool is_endless, bool is_from_low) {
    const B lower = zone_.at(0, at);
    const B upper = zone_.at(at, 0);
    ValueInterval one;
    one.low = -std::int64_t{zone::value_of(lower)};
    one.is_low_open = zone::is_strict(lower);
    one.has_high = upper < zone::kInfinity<B> && zone::value_of(upper) <= question_.limit;
    if (one.has_high) {
      one.high = std::int64_t{zone::value_of(upper)} + offset;
      one.is_high_open = zone::is_strict(upper);
    }
    const bool is_low_known = one.low < question_.limit || (one.low == question_.limit && !one.is_low_open);
    one.low += offset;
    ValueRange& range = ranges_[i];
    const std::int64_t limit = std::int64_t{question_.limit} + offset;
    if (!one.has_high) range.known_to = range.is_beyond ? std::min(range.known_to, limit) : limit;
    range.is_beyond = range.is_beyond || !one.has_high;
    range.is_endless = range.is_endless || is_endless;
    // States whose values lie beyond the limit may cover one another, so such a state only says: beyond the limit.
    if (!is_low_known) range.unknown_from = std::min(range.unknown_from.value_or(limit), limit);
    range.has_all_beyond = range.has_all_beyond || (is_from_low && is_low_known);
    sets_[i].add(one);
  }

  const ValueQuestion& question_;
  Control& control_;
  Worker<B>& worker_;
  step::Moves evaluation_;
  FormulaParts parts_;
  Endings<B> endings_;
  bool has_clocks_ = false;
  std::vector<ValueSet> sets_;
  std::vector<ValueRange> ranges_;
  std::vector<Conjunction> where_;
  std::vector<bool> seen_;  // by discrete state: its integer expressions were evaluated
  std::vector<std::int32_t> cells_;
  zone::Dbm<B> zone_{1};
};

// Looks for components with a tick from which a state that counts can be reached without setting the clock.
template <typename B>
class Growth {
 public:
  Growth(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& where,
         std::uint32_t clock, const Options& options)
      : bounds_(bounds),
        where_(where),
        control_(options),
        evaluation_(network),
        parts_(evaluation_),
        graph_(network, bounds_, options, rules_for(clock), control_),
        explicit_(graph_, control_) {}

  Outcome run() {
    const auto roots = graph_.initial();
    if (!control_.has_ended() && explicit_.explore(roots.list, *this) && is_unbounded()) {
      control_.end(Outcome::Kind::Reached);
    }
    control_.look_at_tables();
    return control_.outcome();
  }

  // --- as a visitor
  bool wants(store::State) { return true; }
  bool enter(NodeId id) {
    const store::State s = explicit_.node(id).state;
    const auto cells = graph_.cells(s.discrete);
    if (!parts_.find(where_, false, cells, conjunctions_)) return control_.fail(*parts_.error()), false;
    const step::ShapeId shape = graph_.operations().shape(cells);
    counts_.push_back(false);
    for (const Conjunction& conjunction : conjunctions_) {
      graph_.load(s.zone, zone_);
      if (narrow(zone_, conjunction, graph_.operations(), shape, control_)) counts_.back() = true;
    }
    return !control_.has_ended();
  }
  bool leave(std::span<const NodeId>) { return true; }

 private:
  static SuccessorRules rules_for(std::uint32_t clock) {
    SuccessorRules rules;
    rules.ticks = true;
    rules.marked_clock = clock;
    return rules;
  }

  // Looks at the edges that do not set the clock; their components are finer than those of all edges. Call a node good
  // if a state that counts can be reached from it by such edges. The clock is unbounded if there is a tick between two
  // good nodes such that the first can be reached from the second again.
  bool is_unbounded() {
    const std::size_t count = explicit_.nodes().size();
    std::vector<std::vector<NodeId>> before(count);
    for (NodeId id = 0; id < count; ++id)
      for (const auto& e : explicit_.edges(id))
        if (!e.is_marked && e.to != kNoNode) before[e.to].push_back(id);
    std::vector<bool> is_good = counts_;
    std::vector<NodeId> work;
    for (NodeId id = 0; id < count; ++id)
      if (is_good[id]) work.push_back(id);
    while (!work.empty()) {
      const NodeId at = work.back();
      work.pop_back();
      for (const NodeId id : before[at]) {
        if (is_good[id]) continue;
        is_good[id] = true;
        work.push_back(id);
      }
    }
    // Removes nodes from which no infinite path with infinitely many ticks leads. A node stays if it can reach a tick
    // that leads to a node that stays.
    std::vector<bool> left = is_good;
    while (control_.may_go_on()) {
      std::vector<bool> stays(count, false);
      for (NodeId id = 0; id < count; ++id)
        for (const auto& e : explicit_.edges(id))
          if (left[id] && e.is_tick && e.to != kNoNode && left[e.to] && !stays[id]) {
            stays[id] = true;
            work.push_back(id);
          }
      while (!work.empty()) {
        const NodeId at = work.back();
        work.pop_back();
        for (const NodeId id : before[at]) {
          if (!left[id] || stays[id]) continue;
          stays[id] = true;
          work.push_back(id);
        }
      }
      if (stays == left) break;
      left = std::move(stays);
    }
    return !control_.has_ended() && std::find(left.begin(), left.end(), true) != left.end();
  }

  analysis::ClockBounds bounds_;
  const model::Formula& where_;
  Control control_;
  step::Moves evaluation_;
  FormulaParts parts_;
  SymbolicGraph<B> graph_;
  ExplicitGraph<B> explicit_;
  std::vector<bool> counts_;  // by node: the condition holds in part of its zone
  std::vector<Conjunction> conjunctions_;
  zone::Dbm<B> zone_{1};
};

}  // namespace

template <typename B>
Outcome find_values(const model::Network& network, const analysis::ClockBounds& bounds, const ValueQuestion& question,
                    const Options& options) {
  return journaled(options, [&] {
    Control control(options);
    const auto exploration = make_exploration<B>(network, bounds, options, control);
    ValueCollector<B> collector(exploration->worker(), control, question);
    exploration->run(collector);
    control.look_at_tables();
    Outcome result = control.outcome();
    result.values = collector.values();
    return result;
  });
}

template <typename B>
Outcome grows_for_ever(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& where,
                       std::uint32_t clock, const Options& options) {
  return journaled(options, [&] {
    analysis::ClockBounds ticking = bounds;
    analysis::add_tick_clock(ticking);
    return Growth<B>(network, ticking, where, clock, options).run();
  });
}

template Outcome find_values<std::int16_t>(const model::Network&, const analysis::ClockBounds&, const ValueQuestion&,
                                           const Options&);
template Outcome find_values<std::int32_t>(const model::Network&, const analysis::ClockBounds&, const ValueQuestion&,
                                           const Options&);
template Outcome grows_for_ever<std::int16_t>(const model::Network&, const analysis::ClockBounds&,
                                              const model::Formula&, std::uint32_t, const Options&);
template Outcome grows_for_ever<std::int32_t>(const model::Network&, const analysis::ClockBounds&,
                                              const model::Formula&, std::uint32_t, const Options&);

}  // namespace zonda::search
