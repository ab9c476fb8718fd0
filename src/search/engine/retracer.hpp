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
  std::optional<ReducedPath> path_to(store::State last, store::State parent);
  // The states on the path, beginning with an initial one.
  [[nodiscard]] std::vector<store::State> chain_to(store::State last, store::State parent) const;
  // The moves between these states, of which the first is an initial one or, with `is_inside`, any. `is_meant(i)`
  // chooses among the moves after the i-th state.
  std::optional<ReducedPath> path_along(std::span<const store::State> chain, bool is_inside = false,
                                        const std::function<IsMeant(std::size_t)>& is_meant = {});

 private:
  // The values of all cells, dead variables included, of the initial state that is stored under this number.
  std::vector<std::int32_t> initial_for(store::DiscreteId id, reduce::Renaming& renaming);

  std::optional<PathMove> move_between(store::State from, store::State to, const IsMeant& is_meant);
  bool is_stored_as(std::span<const std::int32_t> cells, store::DiscreteId id);

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
