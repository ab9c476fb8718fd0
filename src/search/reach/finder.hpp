// Looks for goals among the stored states, and remembers where each was found: the first state that meets the goal, or
// the one that is reached in the least time. Each goal is looked for until it is found. If evaluating a goal fails, the
// first such error is remembered; it is the answer if the goal is found nowhere.
#pragma once

#include "search/engine/visitor.hpp"
#include "search/engine/worker.hpp"
#include "search/formulas/formula_parts.hpp"
#include "search/formulas/goal.hpp"
#include "search/limits/control.hpp"
#include "search/limits/limitations.hpp"
#include "search/reach/sought.hpp"
#include "store/held_zone.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class Finder final : public Visitor {
 public:
  Finder(Worker<B>& worker, Control& control, std::span<const Sought> goals)
      : worker_(worker),
        control_(control),
        goal_(worker.network, *goals[0].formula, goals[0].is_negated, worker.operations),
        zone_(worker.bounds.everywhere.size()),
        time_clock_(static_cast<std::uint32_t>(worker.bounds.everywhere.size() - 1)),
        soonest_(worker.options.sooner_than) {
    for (const Sought& sought : goals) {
      const bool is_discrete = says_nothing_of_clocks(*sought.formula);
      goal_.aim(*sought.formula, sought.is_negated, is_discrete);
      targets_.push_back({sought, is_discrete, goal_.is_never(), {}, {}, {}, {}});
    }
    goal_.set_watch([this] { return control_.may_go_on(); });
    has_moments_ = soonest_.has_value();
    count_open();
  }

  std::int32_t moment_of(store::ZoneId zone, step::ShapeId shape) override {
    worker_.stepper.load(zone, zone_);
    return key_of(entered_at(zone_, shape));
  }
  bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
            store::State parent) override {
    // If the search has already ended, that reason counts.
    if (control_.has_ended()) return false;
    if (wants_all_) worker_.stepper.load(state.zone, zone_);
    if (cells.empty()) {
      worker_.unpack(state.discrete, cells_);
      cells = cells_;
    }
    if (soonest_) {
      look_for_sooner(cells, state, shape, parent);
      if (goal_.error()) control_.fail(*goal_.error());
    } else {
      look_for_all(cells, is_new, state, shape, parent);
    }
    if (goal_.is_too_narrow()) control_.end_too_narrow();
    return !goal_.was_stopped();
  }

  bool is_worth_while(store::State s) override {
    if (!soonest_) return true;
    worker_.stepper.load(s.zone, zone_);
    worker_.unpack(s.discrete, cells_);
    return entered_at(zone_, worker_.operations.shape(cells_)) < *soonest_;
  }
  void forget(store::DiscreteId discrete) override { goal_.forget(discrete); }
  void forget_all() override { goal_.forget_all(); }
  void finish() override {
    if (soonest_ && targets_[0].found) close(targets_[0], Outcome::Kind::Reached);
  }
  // Gives up goals that were expected to be found by now.
  void lose_patience() override {
    for (Target& t : targets_)
      if (!t.outcome && t.sought.is_likely) close(t, Outcome::Kind::Left, "it was not found early");
  }

  [[nodiscard]] bool has_news() const override { return has_news_; }
  void trace_news(const Tracer& tracer) override {
    has_news_ = false;
    goal_.set_watch(tracer.may_go_on);
    for (Target& t : targets_)
      if (t.outcome && t.outcome->kind == Outcome::Kind::Reached && !t.outcome->path)
        t.outcome->path = tracer.path_to(
            t.found->state, t.found->parent, [&](store::ZoneId zone) { return is_met_in(t.found->state, zone); },
            t.outcome->reason);
    goal_.set_watch([this] { return control_.may_go_on(); });
  }
  void leave_news() override { has_news_ = false; }
  // A checkpoint has a search with one goal, which has not been found yet.
  void snapshot(Snapshot& s) override {
    Target& t = targets_[0];
    bool has_failed = t.error.has_value();
    s.value(has_failed);
    if (!has_failed) return;
    if (!t.error) t.error = Outcome{Outcome::Kind::Error, {}, {}, true};
    s.text(t.error->reason);
    s.value(t.error->range);
  }
  // The outcome for each goal; a goal that has none gets the outcome of the whole search.
  std::vector<Outcome> outcomes(const Outcome& whole) {
    std::vector<Outcome> result;
    for (Target& t : targets_) {
      const bool has_failed = !t.outcome && t.error && whole.kind == Outcome::Kind::NotReached;
      result.push_back(t.outcome ? std::move(*t.outcome) : has_failed ? std::move(*t.error) : whole);
    }
    if (targets_.size() == 1) result[0].stats = whole.stats;
    if (soonest_) result[0].soonest = soonest_;
    return result;
  }

 private:
  struct Found {
    store::State state;   // a state that meets the goal …
    store::State parent;  // … and its parent
  };
  struct Target {
    Sought sought;
    bool is_discrete = false;  // does not mention clocks
    bool is_never = false;     // cannot be met
    std::optional<Found> found;
    store::HeldZone<B> hold;  // on the zone of the state that was found
    std::optional<Outcome> outcome;
    std::optional<Outcome> error;  // the first error while the goal was evaluated
  };

  // Whether another zone of the discrete state that was found meets the goal as well. There is one goal.
  bool is_met_in(store::State found, store::ZoneId zone) {
    worker_.stepper.load(zone, zone_);
    worker_.unpack(found.discrete, cells_);
    return goal_.is_met(cells_, found.discrete, worker_.operations.shape(cells_), zone_);
  }
  // The least time after which the zone can be entered.
  [[nodiscard]] Duration entered_at(const zone::Dbm<B>& z, step::ShapeId shape) const {
    const B bound = z.at(0, static_cast<std::size_t>(worker_.operations.position(shape, time_clock_)));
    return {-zone::value_of(bound), zone::is_strict(bound)};
  }
  [[nodiscard]] static std::int32_t key_of(const Duration& d) { return 2 * d.value + (d.is_open ? 1 : 0); }

  void look_for_all(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
                    store::State parent) {
    for (Target& t : targets_) {
      if (t.outcome || (t.is_discrete && !is_new)) continue;
      if (t.sought.show) t.sought.show(cells);
      if (t.is_never) continue;
      if (targets_.size() > 1) goal_.aim(*t.sought.formula, t.sought.is_negated, t.is_discrete);
      const bool is_met = goal_.is_met(cells, state.discrete, shape, zone_);
      if (goal_.is_too_narrow() || goal_.was_stopped()) return;
      if (is_met) {
        t.found = {state, parent};
        // The state may be covered and taken out before its path is reconstructed.
        if (worker_.options.wants_path) t.hold = {worker_.zones, state.zone};
        close(t, Outcome::Kind::Reached);
      } else if (goal_.error()) {
        // An error does not matter if the goal is met elsewhere, unless the error is a limitation of ours.
        if (is_limitation(goal_.error()->message))
          close(t, Outcome::Kind::Error, goal_.error()->message, goal_.error()->range);
        else if (!t.error)
          t.error = Outcome{Outcome::Kind::Error, goal_.error()->message, goal_.error()->range, true};
      }
    }
  }
  void look_for_sooner(std::span<const std::int32_t> cells, store::State state, step::ShapeId shape,
                       store::State parent) {
    goal_.for_each_piece(cells, state.discrete, shape, zone_, [&](const zone::Dbm<B>& piece) {
      if (goal_.is_too_narrow()) return;
      const Duration here = entered_at(piece, shape);
      if (here >= *soonest_) return;
      soonest_ = here;
      // The state may be covered and taken out before the search ends.
      targets_[0].hold = {worker_.zones, state.zone};
      targets_[0].found = {state, parent};
    });
  }
  void close(Target& t, Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    t.outcome = Outcome{kind, std::move(reason), range};
    if (targets_.size() > 1) {
      (void)control_.count();
      t.outcome->stats = control_.stats;
    }
    has_news_ = has_news_ || kind == Outcome::Kind::Reached;
    count_open();
    if (std::ranges::any_of(targets_, [](const Target& o) { return !o.outcome && o.sought.asks_for_all; })) return;
    // The remaining goals would need only a smaller exploration.
    for (Target& other : targets_)
      if (!other.outcome) other.outcome = Outcome{Outcome::Kind::Left, {}, {}};
    control_.end(kind, t.outcome->reason, range);
  }
  // A goal that concerns only locations and variables is evaluated once, when the discrete state is new.
  void count_open() {
    const auto is_sought = [](const Target& t, bool is_discrete) {
      return !t.outcome && (!t.is_never || t.sought.show) && t.is_discrete == is_discrete;
    };
    wants_new_ = std::ranges::any_of(targets_, [&](const Target& t) { return is_sought(t, true); });
    wants_all_ = soonest_ || std::ranges::any_of(targets_, [&](const Target& t) { return is_sought(t, false); });
  }

  Worker<B>& worker_;
  Control& control_;
  Goal<B> goal_;
  std::vector<Target> targets_;
  bool has_news_ = false;
  zone::Dbm<B> zone_;  // of the last state that was looked at
  std::vector<std::int32_t> cells_;
  std::uint32_t time_clock_;         // if the soonest goal is looked for
  std::optional<Duration> soonest_;  // the least time of the goals found so far
};

}  // namespace zonda::search
