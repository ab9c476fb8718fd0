// Finds the moves that led to a state, from the parents that were kept. Which moves led there is not stored: every
// stored zone is the successor of its parent's, so that they are found by making the steps again.
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
  // Where several moves lead from one state to the other, which ones count; nothing: all.
  using IsMeant = std::function<bool(const step::Move&)>;

  // `watch`: limits; null: none hold.
  Retracer(Worker<B>& worker, TraceWatch* watch)
      : worker_(worker), watch_(watch), moves_(worker.network), words_(worker.packing.words()) {
    if (watch != nullptr) moves_.set_watch([this] { return watch_->may_go_on(); });
    // What fails was left out by the search, too.
    moves_.set_on_error([](const step::StepError&) {});
  }
  Retracer(const Retracer&) = delete;
  Retracer& operator=(const Retracer&) = delete;

  // The way to the last state, whose parent this is. Nothing: a limit was reached.
  std::optional<ReducedPath> path_to(store::State last, store::State parent);
  // The states on the way, from an initial one on.
  [[nodiscard]] std::vector<store::State> chain_to(store::State last, store::State parent) const;
  // The moves between these states, of which the first is an initial one or, with `is_inside`, any.
  // `is_meant(i)`: which moves count after the i-th state.
  std::optional<ReducedPath> path_along(std::span<const store::State> chain, bool is_inside = false,
                                        const std::function<IsMeant(std::size_t)>& is_meant = {});

 private:
  // The initial cells, dead variables and all, that are stored under this number.
  std::vector<std::int32_t> initial_for(store::DiscreteId id, reduce::Renaming& renaming);

  std::optional<PathMove> move_between(store::State from, store::State to, const IsMeant& is_meant);
  bool is_stored_as(std::span<const std::int32_t> cells, store::DiscreteId id);

  Worker<B>& worker_;
  TraceWatch* watch_;
  step::Moves moves_;  // its own: those of the search may have been stopped
  std::vector<state::Word> words_;
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> target_;
  reduce::Renaming renaming_;  // of the move that was looked at last
  std::vector<step::ClockSetting> settings_;
};

}  // namespace zonda::search
