// Reconstructs the moves that led to a state from the stored parents. The moves themselves are not stored: every stored
// zone is a successor of its parent's zone, so the steps are repeated to see which moves lead from one to the other.
#pragma once

#include "reduce/reductions.hpp"
#include "search/engine/reduced_path.hpp"
#include "search/engine/worker.hpp"
#include "search/limits/trace_watch.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class Retracer {
 public:
  // Chooses among the moves that lead from one state to the next; an empty function accepts all of them.
  using IsMeant = std::function<bool(const step::Move&)>;

  // `watch`: the limits to obey; null: none.
  Retracer(Worker<B>& worker, TraceWatch* watch)
      : worker_(worker), watch_(watch), moves_(worker.network), words_(worker.packing.words()) {
    if (watch != nullptr) moves_.set_watch([this] { return watch_->may_go_on(); });
    // The search left moves that fail out, too.
    moves_.set_on_error([](const step::StepError&) {});
  }
  Retracer(const Retracer&) = delete;
  Retracer& operator=(const Retracer&) = delete;

  // The path to the state `last`, which has this parent. Returns nothing if a limit was reached.
  std::optional<ReducedPath> path_to(store::State last, store::State parent) {
    return path_along(chain_to(last, parent));
  }
  // The states on the path, beginning with an initial one.
  [[nodiscard]] std::vector<store::State> chain_to(store::State last, store::State parent) const {
    std::vector<store::State> chain{last};
    for (store::State s = parent; s.zone != store::kNoZone; s = worker_.states.parent(s)) chain.push_back(s);
    std::reverse(chain.begin(), chain.end());
    return chain;
  }
  // The moves between these states, of which the first is an initial one or, with `is_inside`, any. `is_meant(i)`
  // chooses among the moves after the i-th state.
  std::optional<ReducedPath> path_along(std::span<const store::State> chain, bool is_inside = false,
                                        const std::function<IsMeant(std::size_t)>& is_meant = {}) {
    ReducedPath result;
    if (!is_inside) result.path.initial = initial_for(chain[0].discrete, result.renamings[0]);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      renaming_.clear();
      std::optional<PathMove> move = move_between(chain[i], chain[i + 1], is_meant ? is_meant(i) : IsMeant());
      if (!move) return std::nullopt;
      result.add(std::move(*move), renaming_);
    }
    return result;
  }

 private:
  // The values of all cells, dead variables included, of the initial state that is stored under this number.
  std::vector<std::int32_t> initial_for(store::DiscreteId id, reduce::Renaming& renaming) {
    for (const std::vector<std::int32_t>& initial : moves_.initials()) {
      if (!is_stored_as(initial, id)) continue;
      renaming = renaming_;
      return initial;
    }
    ZONDA_CHECK(false, "a path begins with a state that is not an initial one");
    return {};
  }

  std::optional<PathMove> move_between(store::State from, store::State to, const IsMeant& is_meant) {
    worker_.unpack(to.discrete, state_);
    const step::Place place = worker_.place_of(state_, to.discrete);
    worker_.unpack(from.discrete, state_);
    const step::ShapeId shape = worker_.operations.shape(state_);
    const auto leads_there = [&](const step::Move& move) {
      const step::ActionId action = worker_.operations.action(shape, place.shape, move);
      worker_.stepper.start(from.zone, SIZE_MAX, [](auto) {});
      const auto zones = worker_.stepper.successors(action, place.entry, kNoMoreRoom, [this](std::size_t growth) {
        return watch_ == nullptr || watch_->has_room(growth);
      });
      return std::ranges::find(zones, to.zone) != zones.end();
    };
    std::optional<PathMove> result;
    moves_.expand(state_, [&](const step::Move& move) {
      if (watch_ != nullptr && !watch_->may_go_on()) return false;
      if (move.error != nullptr || (is_meant && !is_meant(move)) || !is_stored_as(move.target, to.discrete))
        return true;
      if (leads_there(renamed(move, renaming_.clocks, settings_))) result = PathMove(move);
      return !result;
    });
    if (!result && watch_ != nullptr && watch_->has_stopped()) return std::nullopt;
    if (!result && worker_.rules.ticks && from.discrete == to.discrete && leads_there(worker_.tick_move()))
      result.emplace();
    ZONDA_CHECK(result, "a stored state is no successor of its parent");
    return result;
  }
  bool is_stored_as(std::span<const std::int32_t> cells, store::DiscreteId id) {
    target_.assign(cells.begin(), cells.end());
    if (worker_.options.reductions != nullptr) worker_.options.reductions->map(target_, renaming_);
    worker_.packing.pack(target_, words_);
    return std::ranges::equal(words_, worker_.states.words(id));
  }

  Worker<B>& worker_;
  TraceWatch* watch_;
  step::Moves moves_;  // not those of the search, which a limit may have stopped
  std::vector<state::Word> words_;
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> target_;
  reduce::Renaming renaming_;  // of the move that was looked at last
  std::vector<step::ClockSetting> settings_;
};

}  // namespace zonda::search
