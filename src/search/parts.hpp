// What a loop over symbolic states runs on: moves of the model, zones and operations on them, places of discrete
// states, and the store.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "search/course.hpp"
#include "search/options.hpp"
#include "search/places.hpp"
#include "search/zone_space.hpp"
#include "state/packing.hpp"
#include "step/moves.hpp"
#include "store/state_store.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::search {

// `packs`: see Options.
[[nodiscard]] state::Packing packing_of(const model::Network& network, bool packs);
// Of the memory of zone operations: an eighth of the memory at most.
[[nodiscard]] std::size_t memo_words(const Limits& limits);

template <typename B>
struct Parts {
  Parts(const model::Network& a_network, const analysis::ClockBounds& a_bounds, const Options& a_options)
      : network(a_network),
        bounds(a_bounds),
        options(a_options),
        moves(network),
        space(bounds, network.processes.size(), options.abstraction, options.use_alu, memo_words(options.limits),
              options.zones),
        operations(space.operations()),
        zones(space.table()),
        places(network, bounds, operations),
        packing(packing_of(network, options.packs)),
        // A search that forgets states notes with each what it needs of it; parents may be gone.
        states(packing.words(), options.wants_path || !stores_all(options), !places.has_keys()) {}

  const model::Network& network;
  const analysis::ClockBounds& bounds;
  const Options& options;
  step::Moves moves;
  ZoneSpace<B> space;
  step::ZoneOperations& operations;
  store::ZoneTable<B>& zones;
  Places places;
  state::Packing packing;
  store::StateStore states;  // where places have no keys, each discrete state is noted with its entry

  [[nodiscard]] std::uint64_t bytes() const { return states.bytes() + space.bytes() + places.bytes(); }
  [[nodiscard]] StoreBytes bytes_by_kind() const {
    StoreBytes result = states.bytes_by_kind();
    result += space.bytes_by_kind();
    result.remembered += places.bytes();
    return result;
  }
  // Bytes that a table may take which only saves work: it grows with the states.
  [[nodiscard]] std::size_t table_room() const {
    return std::max(least_table_room, states.state_bytes() / table_share);
  }
  std::size_t least_table_room = options.limits.memory_bytes == 0
                                     ? std::size_t{1} << 19U
                                     : std::clamp<std::size_t>(options.limits.memory_bytes / 64, 1U << 15U, 1U << 19U);
  std::size_t table_share = 16;
  // Bytes that zones may take which no state holds.
  [[nodiscard]] std::size_t spare_zones() const { return states.state_bytes() / (2 * table_share); }
  void count(Stats& stats) const {
    stats.stored = states.stored();
    stats.discrete_states = states.discrete_count();
    stats.zones = zones.count();
    stats.zone_operations = space.lookups();
    stats.zone_hits = space.hits();
  }

  // The cells of a stored discrete state.
  void unpack(store::DiscreteId id, std::vector<std::int32_t>& cells) const { unpack(states.words(id), cells); }
  void unpack(std::span<const state::Word> words, std::vector<std::int32_t>& cells) const {
    cells.resize(packing.fields());
    packing.unpack(words, cells);
  }
  // Of a stored discrete state.
  step::Place place_of(std::span<const std::int32_t> cells, store::DiscreteId id) {
    if (places.has_keys())
      return places.find(
          places.key_of(cells), [this] { return table_room(); }, [&] { return cells; });
    return {operations.shape(cells), states.note(id)};
  }
  // Where clocks are at the beginning.
  [[nodiscard]] zone::Dbm<B> initial_point(const step::Place& place) const {
    const auto clocks = operations.clocks(place.shape);
    zone::Dbm<B> result(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const auto clock = static_cast<std::size_t>(clocks[i]);
      const std::int32_t value = clock < network.clocks.size() ? network.clocks[clock].initial : 0;
      if (value != 0) reset(result, i + 1, value);
    }
    return result;
  }
  // Ends the course if an operation on zones failed.
  void check_zones(Course& course) const {
    using Failure = typename ZoneSpace<B>::Failure;
    switch (space.failure()) {
      case Failure::None:
        return;
      case Failure::NegativeClock:
        return course.end(Outcome::Kind::Error, kNegativeClock);
      case Failure::TooManyPieces:
        return course.end(Outcome::Kind::Error, "too many clock guards on urgent channels are enabled at once");
      case Failure::TooNarrow:
        return course.end_too_narrow();
    }
  }
  static constexpr const char* kNegativeClock = "a clock is set to a negative value";
};

}  // namespace zonda::search
