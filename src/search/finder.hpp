// Looks for goals among the states that are stored, and remembers where they were: the first that meets it, or the one
// that is reached in the least time. Each goal is looked for until it is found or cannot be evaluated; the others go
// on.
#pragma once

#include "search/course.hpp"
#include "search/formula_parts.hpp"
#include "search/goal.hpp"
#include "search/parts.hpp"
#include "search/sought.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class Finder {
 public:
  struct Found {
    store::State state;   // a state that meets the goal …
    store::State parent;  // … and its parent
  };

  Finder(Parts<B>& parts, Course& course, std::span<const Sought> goals)
      : parts_(parts),
        course_(course),
        goal_(parts.network, *goals[0].formula, goals[0].is_negated, parts.operations),
        zone_(parts.bounds.everywhere.size()),
        time_clock_(static_cast<std::uint32_t>(parts.bounds.everywhere.size() - 1)),
        soonest_(parts.options.sooner_than) {
    for (const Sought& sought : goals) {
      const bool is_discrete = says_nothing_of_clocks(*sought.formula);
      goal_.aim(*sought.formula, sought.is_negated, is_discrete);
      targets_.push_back({sought, is_discrete, goal_.is_never(), {}, {}});
    }
    count_open();
  }

  void set_watch(const std::function<bool()>& watch) { goal_.set_watch(watch); }

  // A state was stored; look() is about this one. Gives the moment when it can be entered, if that matters.
  std::int32_t see(store::ZoneId zone, step::ShapeId shape) {
    if (!soonest_ && !looks_at_clocks_) return 0;
    parts_.zones.load(zone, zone_);
    return soonest_ ? key_of(entered_at(zone_, shape)) : 0;
  }
  // Whether it has to be looked at. A goal that has to do with locations and variables only is looked at when the
  // discrete state is new.
  [[nodiscard]] bool wants(bool is_new) const { return soonest_ || looks_at_clocks_ || (is_new && looks_at_cells_); }
  // May end the course. `cells` may be left out. False: a limit came first, and it must be looked at again.
  bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
            store::State parent) {
    // An error on the way to it comes first.
    if (course_.has_ended()) return false;
    if (cells.empty()) {
      parts_.unpack(state.discrete, cells_);
      cells = cells_;
    }
    if (soonest_) {
      look_for_sooner(cells, state, shape, parent);
      if (goal_.error()) course_.fail(*goal_.error());
    } else {
      look_for_all(cells, is_new, state, shape, parent);
    }
    if (goal_.is_too_narrow()) course_.end_too_narrow();
    return !goal_.was_stopped();
  }

  // Whether something sooner than what was found may yet come of a state.
  bool is_worth_while(store::State s) {
    if (!soonest_) return true;
    parts_.zones.load(s.zone, zone_);
    parts_.unpack(s.discrete, cells_);
    return entered_at(zone_, parts_.operations.shape(cells_)) < *soonest_;
  }
  // The discrete state is gone, and its number may be used again.
  void forget(store::DiscreteId discrete) { goal_.forget(discrete); }
  // The same of all.
  void forget_all() { goal_.forget_all(); }
  // All states have been seen.
  void finish() {
    if (soonest_ && targets_[0].found) close(targets_[0], Outcome::Kind::Reached);
  }
  // Goals that were expected to be found by now are left out.
  void leave_likely() {
    for (Target& t : targets_)
      if (!t.outcome && t.sought.is_likely) close(t, Outcome::Kind::Left, "it was not found soon");
  }

  // What was found since it was last asked for, and is to be traced: trace(found, reason) gives the path, or the reason
  // why there is none.
  [[nodiscard]] bool has_news() const { return has_news_; }
  template <typename Trace>
  void trace_news(Trace trace) {
    has_news_ = false;
    for (Target& t : targets_)
      if (t.outcome && t.outcome->kind == Outcome::Kind::Reached && !t.outcome->path)
        t.outcome->path = trace(*t.found, t.outcome->reason);
  }
  // Whether another zone of the state that was found meets the goal as well. There is one goal.
  bool is_met_in(store::State found, store::ZoneId zone) {
    parts_.zones.load(zone, zone_);
    parts_.unpack(found.discrete, cells_);
    return goal_.is_met(cells_, found.discrete, parts_.operations.shape(cells_), zone_);
  }
  // They cannot be traced any more.
  void leave_news() { has_news_ = false; }
  // What became of each goal; where nothing did, what became of the search.
  std::vector<Outcome> outcomes(const Outcome& whole) {
    std::vector<Outcome> result;
    for (Target& t : targets_) result.push_back(t.outcome ? std::move(*t.outcome) : whole);
    if (targets_.size() == 1) result[0].stats = whole.stats;
    if (soonest_) result[0].soonest = soonest_;
    return result;
  }

 private:
  struct Target {
    Sought sought;
    bool is_discrete = false;  // says nothing about clocks
    bool is_never = false;     // cannot be met
    std::optional<Found> found;
    std::optional<Outcome> outcome;
  };

  // When the earliest valuation of the zone comes about.
  [[nodiscard]] Duration entered_at(const zone::Dbm<B>& z, step::ShapeId shape) const {
    const B bound = z.at(0, static_cast<std::size_t>(parts_.operations.position(shape, time_clock_)));
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
        // It may be covered and taken out before it is traced.
        if (parts_.options.wants_path) parts_.zones.hold(state.zone);
        close(t, Outcome::Kind::Reached);
      } else if (goal_.error()) {
        close(t, Outcome::Kind::Error, goal_.error()->message, goal_.error()->range);
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
      std::optional<Found>& found = targets_[0].found;
      // It may be covered and taken out before the search ends.
      if (!found || found->state != state) parts_.zones.hold(state.zone);
      found = {state, parent};
    });
  }
  void close(Target& t, Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    t.outcome = Outcome{kind, std::move(reason), range, {}, {}, {}};
    if (targets_.size() > 1) t.outcome->stats = course_.snapshot();
    has_news_ = has_news_ || kind == Outcome::Kind::Reached;
    count_open();
    if (std::ranges::any_of(targets_, [](const Target& o) { return !o.outcome && o.sought.asks_for_all; })) return;
    // The rest can do with less.
    for (Target& other : targets_)
      if (!other.outcome) other.outcome = Outcome{Outcome::Kind::Left, {}, {}, {}, {}, {}};
    course_.end(kind, t.outcome->reason, range);
  }
  void count_open() {
    const auto is_sought = [](const Target& t, bool is_discrete) {
      return !t.outcome && (!t.is_never || t.sought.show) && t.is_discrete == is_discrete;
    };
    looks_at_cells_ = std::ranges::any_of(targets_, [&](const Target& t) { return is_sought(t, true); });
    looks_at_clocks_ = std::ranges::any_of(targets_, [&](const Target& t) { return is_sought(t, false); });
  }

  Parts<B>& parts_;
  Course& course_;
  Goal<B> goal_;
  std::vector<Target> targets_;
  bool looks_at_cells_ = false;   // some goal has to do with locations and variables only
  bool looks_at_clocks_ = false;  // some goal with clocks too
  bool has_news_ = false;
  zone::Dbm<B> zone_;  // of the state that was seen last
  std::vector<std::int32_t> cells_;
  std::uint32_t time_clock_;         // when the soonest goal is looked for
  std::optional<Duration> soonest_;  // goals found so far are reached in this time
};

}  // namespace zonda::search
