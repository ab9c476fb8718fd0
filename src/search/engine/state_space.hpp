// What all workers of a search share: the states that were found, their zones, and the numbers of operations on zones.
// What belongs to one worker is in search/engine/worker.hpp.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "state/packing.hpp"
#include "step/edge_table.hpp"
#include "step/operation_table.hpp"
#include "step/place_table.hpp"
#include "store/held_states.hpp"
#include "store/zone_table.hpp"

#include <algorithm>
#include <cstdint>

namespace zonda::search {

// How discrete states are packed; `packs`: see Options.
[[nodiscard]] state::Packing packing_of(const model::Network& network, bool packs);

template <typename B>
struct StateSpace {
  // Refers to its arguments, which must outlive it.
  StateSpace(const model::Network& a_network, const analysis::ClockBounds& a_bounds, const Options& a_options,
             const SuccessorRules& a_rules = {})
      : network(a_network),
        bounds(a_bounds),
        options(a_options),
        rules(a_rules),
        keys(network, bounds, step::EdgeTable(network)),
        has_keys(keys.is_usable() && rules.stay == nullptr),
        packing(packing_of(network, options.packs)),
        zones(bounds.largest, options.zones, options.limits.tables),
        // A search that forgets states stores a note with each; its parent may be gone.
        states(zones, packing.words(), options.wants_path || !stores_all(options), !has_keys, options.limits.tables) {}
  StateSpace(const StateSpace&) = delete;
  StateSpace& operator=(const StateSpace&) = delete;

  const model::Network& network;
  const analysis::ClockBounds& bounds;
  const Options& options;
  SuccessorRules rules;
  step::PlaceKeys keys;
  bool has_keys;  // locations alone decide the places of discrete states; else each is noted with its entry
  state::Packing packing;
  step::OperationTable operations;
  store::ZoneTable<B> zones;
  store::HeldStates<B> states;

  [[nodiscard]] std::uint64_t bytes() const { return states.bytes() + zones.bytes() + operations.bytes(); }
  [[nodiscard]] StoreBytes bytes_by_kind() const {
    StoreBytes result = states.bytes_by_kind();
    result += zones.bytes_by_kind();
    result.remembered += operations.bytes();
    return result;
  }
  // Whether this many more states are likely to find room in the tables, however much memory there is.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    return zones.has_room_for(more) && states.has_room_for(more);
  }
  // The bytes that a table which only saves work may take; they grow with the number of states.
  [[nodiscard]] std::size_t table_room() const {
    return std::max(least_table_room, states.state_bytes() / table_share);
  }
  // Called when memory is short: from now on such tables are kept as small as possible.
  void shrink_table_room() {
    least_table_room = room_for_limit(options.limits.memory_bytes);
    table_share = 64;
  }
  std::size_t least_table_room =
      options.limits.memory_bytes == 0 ? kUsualTableRoom : room_for_limit(options.limits.memory_bytes);
  std::size_t table_share = 16;
  // The bytes that zones may take that no state holds.
  [[nodiscard]] std::size_t spare_zones() const { return states.state_bytes() / (2 * table_share); }

  void snapshot(Snapshot& s) {
    operations.snapshot(s);
    zones.snapshot(s);
    states.snapshot(s);
  }

 private:
  static constexpr std::size_t kUsualTableRoom = std::size_t{1} << 19U;
  // A small share of all memory, within reason.
  [[nodiscard]] static std::size_t room_for_limit(std::uint64_t memory_bytes) {
    constexpr std::size_t kLeast = std::size_t{1} << 15U;
    return std::clamp<std::size_t>(memory_bytes / 64, kLeast, kUsualTableRoom);
  }
};

}  // namespace zonda::search
