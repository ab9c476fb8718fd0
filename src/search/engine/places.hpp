// Finds the places of discrete states: which clocks are active, and what becomes of a zone that enters. Each worker has
// its own. If locations alone decide, places are remembered by keys.
#pragma once

#include "search/formulas/formula_parts.hpp"
#include "search/options.hpp"
#include "step/moves.hpp"
#include "step/place_table.hpp"
#include "step/zone_step.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace zonda::search {

class Places {
 public:
  using Key = step::PlaceKeys::Key;

  // `tick_clock`: the last clock, for rules that need it.
  Places(const model::Network& network, const step::PlaceKeys& keys, bool has_keys, const SuccessorRules& rules,
         std::uint32_t tick_clock, step::ZoneOperations& operations)
      : processes_(network.processes.size()),
        keys_(keys),
        has_keys_(has_keys),
        rules_(rules),
        tick_clock_(tick_clock),
        operations_(operations),
        rests_(network),
        formula_(rests_) {
    if (rules.observer != nullptr) rests_.set_on_error([](const step::StepError&) {});
  }
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  [[nodiscard]] bool has_keys() const { return has_keys_; }
  [[nodiscard]] const std::optional<step::StepError>& error() const { return rests_.error(); }
  // Whether the error came from the formula to stay in, which is evaluated only where a run can be.
  [[nodiscard]] bool is_formula_error() const { return is_formula_error_; }
  [[nodiscard]] std::size_t bytes() const { return table_.bytes(); }
  void shrink() { table_.shrink(); }

  // Finds the place of a discrete state. False: no run can be in the discrete state, or it would have to leave the
  // formula at once, or there was an error, which error() returns.
  bool find(std::span<const std::int32_t> state, step::Place& place) {
    rests_.clear_error();
    is_formula_error_ = false;
    if (!rests_.rest(state, rest_) || !rest_.is_possible) return false;
    if (rules_.stay != nullptr) {
      is_formula_error_ = !formula_.find(*rules_.stay, !rules_.is_stay_negated, state, rest_.avoided);
      if (is_formula_error_ || holds_everywhere(rest_.avoided)) return false;
    }
    place = place_in(state);
    return true;
  }
  // Finds the place without regard to the formula to stay in.
  bool find_anywhere(std::span<const std::int32_t> state, step::Place& place) {
    rests_.clear_error();
    if (!rests_.rest(state, rest_) || !rest_.is_possible) return false;
    place = place_in(state);
    return true;
  }
  // Where in the discrete state a run would have to leave the formula. False on an error.
  bool avoided(std::span<const std::int32_t> state, std::vector<Conjunction>& out) {
    out.clear();
    rests_.clear_error();
    return rules_.stay == nullptr || formula_.find(*rules_.stay, !rules_.is_stay_negated, state, out);
  }

  // --- with keys
  [[nodiscard]] Key key_of(std::span<const std::int32_t> state) const { return keys_.key_of(state); }
  // The key of the target of a move from a discrete state that has this key.
  [[nodiscard]] Key key_after(Key key, const step::Move& move, std::span<const std::int32_t> state) const {
    for (const step::EdgeRef& ref : move.edges)
      key = keys_.moved(key, ref.process, state[ref.process], move.target[ref.process]);
    return key;
  }
  void prefetch(Key key) const { table_.prefetch(key); }
  // `cells()` returns the discrete state, and `room()` what PlaceTable::remember() needs; both are called only if
  // needed.
  template <typename Room, typename Cells>
  step::Place find(Key key, Room&& room, Cells&& cells) {
    step::Place place;
    if (table_.find(key, place)) return place;
    place = by_locations(cells());
    table_.remember(key, place, room());
    return place;
  }

 private:
  // The place of a discrete state whose other facts are in rest_.
  step::Place place_in(std::span<const std::int32_t> state) {
    if (rules_.ticks || rules_.is_brief) rest_.invariant.push_back({tick_clock_, 0, 1, false});
    const step::ShapeId shape = operations_.shape(state);
    return {shape, operations_.entry(state, rest_, shape)};
  }
  // As find(), for models in which locations alone decide, so that no code of the model needs to run.
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
    return place_in(state);
  }

  std::size_t processes_;
  const step::PlaceKeys& keys_;
  bool has_keys_;
  const SuccessorRules& rules_;
  std::uint32_t tick_clock_;
  step::ZoneOperations& operations_;
  step::Moves rests_;
  FormulaParts formula_;
  bool is_formula_error_ = false;
  step::PlaceTable table_;
  step::Rest rest_;
};

}  // namespace zonda::search
