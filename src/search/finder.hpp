// Looks for the goal among the states that are stored, and remembers where it was: the first that meets it, or the one
// that is reached in the least time.
#pragma once

#include "search/course.hpp"
#include "search/goal.hpp"
#include "search/parts.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class Finder {
 public:
  Finder(Parts<B>& parts, Course& course, const model::Formula& formula, bool is_negated)
      : parts_(parts),
        course_(course),
        goal_(parts.network, formula, is_negated, parts.operations),
        zone_(parts.bounds.everywhere.size()),
        time_clock_(static_cast<std::uint32_t>(parts.bounds.everywhere.size() - 1)),
        soonest_(parts.options.sooner_than) {}

  void set_watch(const std::function<bool()>& watch) { goal_.set_watch(watch); }

  // A state was stored; look() is about this one. Gives the moment when it can be entered, if that matters.
  std::int32_t see(store::ZoneId zone, step::ShapeId shape) {
    if (!soonest_ && goal_.is_discrete()) return 0;
    parts_.zones.load(zone, zone_);
    return soonest_ ? key_of(entered_at(zone_, shape)) : 0;
  }
  // Whether it has to be looked at. A goal that has to do with locations and variables only is looked at when the
  // discrete state is new.
  [[nodiscard]] bool wants(bool is_new) const {
    return soonest_ || !goal_.is_discrete() || (is_new && !goal_.is_never());
  }
  // May end the course. `cells` may be left out.
  void look(std::span<const std::int32_t> cells, store::State state, step::ShapeId shape, store::State parent) {
    if (cells.empty()) {
      parts_.unpack(state.discrete, cells_);
      cells = cells_;
    }
    if (soonest_) {
      look_for_sooner(cells, state, shape, parent);
    } else if (goal_.is_met(cells, state.discrete, shape, zone_) && !goal_.is_too_narrow()) {
      found_ = state;
      found_from_ = parent;
      course_.end(Outcome::Kind::Reached);
    }
    if (goal_.is_too_narrow()) course_.end_too_narrow();
    if (goal_.error()) course_.fail(*goal_.error());
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
  // All states have been seen.
  void finish() {
    if (found_.zone != store::kNoZone) course_.end(Outcome::Kind::Reached);
  }

  [[nodiscard]] store::State found() const { return found_; }
  [[nodiscard]] store::State found_from() const { return found_from_; }
  [[nodiscard]] const std::optional<Duration>& soonest() const { return soonest_; }

 private:
  // When the earliest valuation of the zone comes about.
  [[nodiscard]] Duration entered_at(const zone::Dbm<B>& z, step::ShapeId shape) const {
    const B bound = z.at(0, static_cast<std::size_t>(parts_.operations.position(shape, time_clock_)));
    return {-zone::value_of(bound), zone::is_strict(bound)};
  }
  [[nodiscard]] static std::int32_t key_of(const Duration& d) { return 2 * d.value + (d.is_open ? 1 : 0); }

  void look_for_sooner(std::span<const std::int32_t> cells, store::State state, step::ShapeId shape,
                       store::State parent) {
    goal_.for_each_piece(cells, state.discrete, shape, zone_, [&](const zone::Dbm<B>& piece) {
      if (goal_.is_too_narrow()) return;
      const Duration here = entered_at(piece, shape);
      if (here >= *soonest_) return;
      soonest_ = here;
      // It may be covered and taken out before the search ends.
      if (found_ != state) parts_.zones.hold(state.zone);
      found_ = state;
      found_from_ = parent;
    });
  }

  Parts<B>& parts_;
  Course& course_;
  Goal<B> goal_;
  zone::Dbm<B> zone_;  // of the state that was seen last
  std::vector<std::int32_t> cells_;
  store::State found_;               // a state that meets the goal …
  store::State found_from_;          // … and its parent
  std::uint32_t time_clock_;         // when the soonest goal is looked for
  std::optional<Duration> soonest_;  // goals found so far are reached in this time
};

}  // namespace zonda::search
