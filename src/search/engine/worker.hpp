// The parts of a search that belong to one worker: the moves of the model with their evaluator, operations on zones
// with remembered results, and places. A worker works on a state space that all workers share
// (search/engine/state_space.hpp).
#pragma once

#include "search/engine/places.hpp"
#include "search/engine/state_space.hpp"
#include "search/engine/zone_stepper.hpp"
#include "search/limits/control.hpp"
#include "search/limits/counts.hpp"
#include "search/limits/limitations.hpp"
#include "search/options.hpp"
#include "step/moves.hpp"
#include "step/zone_step.hpp"
#include "zone/dbm.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

// For ZoneStepper::successors() and Places::find(), where tables that only save work must not grow.
inline constexpr auto kNoMoreRoom = [] { return std::size_t{0}; };
inline constexpr const char* kNegativeClock = "a clock is set to a negative value";

// The move, followed by an exchange of clocks; see reduce::Renaming::clocks. Valid as long as `settings` and the move
// are. It has no combination, so it may come from another step::Moves than the worker's, whose combinations have other
// numbers.
[[nodiscard]] step::Move renamed(const step::Move& move, std::span<const std::uint32_t> clocks,
                                 std::vector<step::ClockSetting>& settings);

template <typename B>
struct Worker {
  explicit Worker(StateSpace<B>& a_space)
      : space(a_space),
        network(space.network),
        bounds(space.bounds),
        options(space.options),
        rules(space.rules),
        packing(space.packing),
        zones(space.zones),
        states(space.states),
        moves(network),
        operations(space.operations, bounds, network.processes.size(), options.abstraction),
        stepper(zones, operations, bounds.everywhere.size() - 1, options.use_alu, options.zones.is_shared,
                memo_words(options.limits)),
        places(network, space.keys, space.has_keys, rules, tick_clock(), operations) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // --- shared
  StateSpace<B>& space;
  const model::Network& network;
  const analysis::ClockBounds& bounds;
  const Options& options;
  const SuccessorRules& rules;
  const state::Packing& packing;
  store::ZoneTable<B>& zones;
  store::HeldStates<B>& states;
  // --- the worker's own
  step::Moves moves;
  step::ZoneOperations operations;
  ZoneStepper<B> stepper;
  Places places;
  Counts counts;

  // The memory of the worker itself, without what is shared.
  [[nodiscard]] std::uint64_t bytes() const { return stepper.bytes() + operations.bytes() + places.bytes(); }
  void count(Stats& stats) const {
    stats.zone_operations += stepper.lookups();
    stats.zone_hits += stepper.hits();
  }

  // The cells of a stored discrete state.
  void unpack(store::DiscreteId id, std::vector<std::int32_t>& cells) const { unpack(states.words(id), cells); }
  void unpack(std::span<const state::Word> words, std::vector<std::int32_t>& cells) const {
    cells.resize(packing.fields());
    packing.unpack(words, cells);
  }
  // The place of a stored discrete state, whose cells these are.
  step::Place place_of(std::span<const std::int32_t> cells, store::DiscreteId id) {
    if (places.has_keys())
      return places.find(
          places.key_of(cells), [this] { return space.table_room(); }, [&] { return cells; });
    return {operations.shape(cells), states.note(id)};
  }
  // The place of any discrete state. False: no run can be in it, or places.error() tells why it is not known.
  bool find_place(std::span<const std::int32_t> cells, step::Place& place) {
    if (!places.has_keys()) return places.find(cells, place);
    place = places.find(places.key_of(cells), kNoMoreRoom, [&] { return cells; });
    return true;
  }
  // The point where all clocks start. `renaming`: see reduce::Renaming::clocks.
  [[nodiscard]] zone::Dbm<B> initial_point(step::ShapeId shape, std::span<const std::uint32_t> renaming = {}) const {
    const auto clocks = operations.clocks(shape);
    zone::Dbm<B> result(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      auto clock = static_cast<std::size_t>(clocks[i]);
      if (clock < renaming.size()) clock = renaming[clock];
      const std::int32_t value = clock < network.clocks.size() ? network.clocks[clock].initial : 0;
      if (value != 0) reset(result, i + 1, value);
    }
    return result;
  }

  // --- stored states, compared as their entry requires; see store::HeldStates
  template <typename Gone>
  store::StateStore::Inserted insert(store::State s, store::Origin origin, step::EntryId entry, Gone&& gone) {
    return states.insert(s, origin, comparison(entry), gone);
  }
  void absorb(store::State s, step::EntryId entry) { states.absorb(s, comparison(entry)); }
  [[nodiscard]] bool is_covered(store::State s, step::EntryId entry) { return states.is_covered(s, comparison(entry)); }
  // --- clock conditions, beside the zone that the stepper works on, which has this shape
  bool as_constraint(step::ShapeId shape, const step::ClockCondition& c, zone::Constraint<B>& out) const {
    const std::int32_t left = operations.position(shape, c.left);
    const std::int32_t right = operations.position(shape, c.right);
    if (left < 0 || right < 0 || left == right || std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return false;
    out = {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right),
           zone::make_bound<B>(c.value, c.is_strict)};
    return true;
  }
  // Whether each condition by itself holds somewhere in the zone.
  bool all_meet(step::ShapeId shape, std::span<const step::ClockCondition> conditions) {
    zone::Constraint<B> one;
    return std::all_of(conditions.begin(), conditions.end(), [&](const step::ClockCondition& c) {
      return !as_constraint(shape, c, one) || stepper.meets(one);
    });
  }

  // Ends the search if an operation on zones failed, or notes that there was an error.
  void check_zones(Control& control) {
    using Failure = typename ZoneStepper<B>::Failure;
    switch (stepper.failure()) {
      case Failure::None:
        return;
      case Failure::NegativeClock:
        stepper.forgive_negative_clock();
        return control.fail({kNegativeClock, {}, model::EvalErrorKind::NegativeClock});
      case Failure::TooManyPieces:
        return control.end(Outcome::Kind::Error, std::string(rules.stay == nullptr ? kTooManyGuards : kTooManyParts));
      case Failure::TooNarrow:
        return control.end_too_narrow();
    }
  }
  // If the rules have ticks: one unit of time, as a move that changes nothing but the tick clock. Valid as long as the
  // worker is.
  [[nodiscard]] step::Move tick_move() const {
    step::Move move;
    move.conditions = tick_conditions_;
    move.settings = tick_settings_;
    return move;
  }
  // The last clock; if the rules have ticks, it measures the time since the last tick.
  [[nodiscard]] std::uint32_t tick_clock() const { return static_cast<std::uint32_t>(bounds.everywhere.size() - 1); }

 private:
  // Whether one zone covers another, in discrete states with this entry.
  [[nodiscard]] auto comparison(step::EntryId entry) {
    return [this, entry](store::ZoneId a, store::ZoneId b) { return stepper.covers(a, b, entry); };
  }
  // The memory of zone operations takes an eighth of all memory at most.
  [[nodiscard]] static std::size_t memo_words(const Limits& limits) {
    constexpr std::size_t kMost = std::size_t{1} << 21U;
    if (limits.memory_bytes == 0) return kMost;
    return std::min<std::size_t>(limits.memory_bytes / 8 / step::ZoneMemo::kWordBytes, kMost);
  }

  std::vector<step::ClockCondition> tick_conditions_{{0, tick_clock(), -1, false}};
  std::vector<step::ClockSetting> tick_settings_{{tick_clock(), 0, 0}};
};

}  // namespace zonda::search
