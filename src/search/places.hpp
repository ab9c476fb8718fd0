// The places of discrete states, looked up where locations alone decide them.
#pragma once

#include "step/moves.hpp"
#include "step/place_table.hpp"
#include "step/zone_step.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace zonda::search {

class Places {
 public:
  using Key = step::PlaceTable::Key;

  Places(const model::Network& network, const analysis::ClockBounds& bounds, step::ZoneOperations& operations)
      : processes_(network.processes.size()),
        operations_(operations),
        rests_(network),
        table_(network, bounds, rests_.edges()) {}

  // Whether there are keys.
  [[nodiscard]] bool has_keys() const { return table_.is_usable(); }
  [[nodiscard]] const std::optional<step::StepError>& error() const { return rests_.error(); }
  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }
  void shrink() { table_.shrink(); }

  // False when the discrete state cannot be, or an error stopped it: then error() tells.
  bool find(std::span<const std::int32_t> state, step::Place& place) {
    if (!rests_.rest(state, rest_) || !rest_.is_possible) return false;
    place.shape = operations_.shape(state);
    place.entry = operations_.entry(state, rest_, place.shape);
    return true;
  }

  // --- with keys
  [[nodiscard]] Key key_of(std::span<const std::int32_t> state) const { return table_.key_of(state); }
  // After a move from the state with this key.
  [[nodiscard]] Key key_after(Key key, const step::Move& move, std::span<const std::int32_t> state) const {
    for (const step::EdgeRef& ref : move.edges)
      key = table_.moved(key, ref.process, state[ref.process], move.target[ref.process]);
    return key;
  }
  void prefetch(Key key) const { table_.prefetch(key); }
  // `cells()` gives the discrete state, and `room()` what PlaceTable::remember() wants, if they are asked for.
  template <typename Room, typename Cells>
  step::Place find(Key key, Room&& room, Cells&& cells) {
    step::Place place;
    if (table_.find(key, place)) return place;
    place = by_locations(cells());
    table_.remember(key, place, room());
    return place;
  }

 private:
  // The same as find() where locations alone decide: nothing is run.
  step::Place by_locations(std::span<const std::int32_t> state) {
    const step::EdgeTable& edges = rests_.edges();
    rest_.invariant.clear();
    rest_.stopped.clear();
    rest_.urgent.clear();
    rest_.avoided.clear();
    rest_.is_possible = true;
    rest_.may_delay = true;
    for (std::size_t p = 0; p < processes_; ++p) {
      const step::LocationCode& code = edges.location(edges.number(p, state[p]));
      const auto invariant = edges.invariant(code);
      rest_.invariant.insert(rest_.invariant.end(), invariant.begin(), invariant.end());
      if (code.stops_time) rest_.may_delay = false;
    }
    const step::ShapeId shape = operations_.shape(state);
    return {shape, operations_.entry(state, rest_, shape)};
  }

  std::size_t processes_;
  step::ZoneOperations& operations_;
  step::Moves rests_;
  step::PlaceTable table_;
  step::Rest rest_;
};

}  // namespace zonda::search
