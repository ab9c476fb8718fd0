// The places of discrete states, looked up where locations alone decide them.
#pragma once

#include "step/moves.hpp"
#include "step/place_table.hpp"
#include "step/zone_step.hpp"
#include "util/check.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace zonda::search {

class Places {
 public:
  using Key = step::PlaceTable::Key;

  Places(const model::Network& network, const analysis::ClockBounds& bounds, step::ZoneOperations& operations)
      : operations_(operations), rests_(network), table_(network, bounds, rests_.edges()) {}

  // Whether there are keys.
  [[nodiscard]] bool has_keys() const { return table_.is_usable(); }
  [[nodiscard]] const std::optional<step::StepError>& error() const { return rests_.error(); }
  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }

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
  // `cells()` gives the discrete state, if it is asked for; `room`: see PlaceTable::remember().
  template <typename Cells>
  step::Place find(Key key, std::size_t room, Cells&& cells) {
    step::Place place;
    if (table_.find(key, place)) return place;
    ZONDA_CHECK(find(cells(), place), "locations alone allow the state");
    table_.remember(key, place, room);
    return place;
  }

 private:
  step::ZoneOperations& operations_;
  step::Moves rests_;
  step::PlaceTable table_;
  step::Rest rest_;
};

}  // namespace zonda::search
