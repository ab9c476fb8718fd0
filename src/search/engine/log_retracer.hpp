// Finds the moves that led to a state from the log of a search that forgets states: each entry has the hash of a
// state, so that the steps are made again from the beginning, all those that lead to such a state. As a rule that is
// one; where more have the same hash there is a list of them for each entry, and the last one has the state that is
// looked for.
//
// With hulls the hash is of the discrete state alone, and the steps are made without hulls. There may be very many
// zones then. Those that others cover are left out: what they lead to, the others do as well, by the same moves.
#pragma once

#include "search/engine/forgetting.hpp"
#include "search/engine/reduced_path.hpp"
#include "search/engine/worker.hpp"
#include "search/limits/trace_watch.hpp"
#include "store/held_zone.hpp"
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
class LogRetracer {
 public:
  LogRetracer(Worker<B>& worker, TraceWatch& watch)
      : worker_(worker), watch_(watch), words_(worker.packing.words()), moves_(worker.network) {
    moves_.set_watch([this] { return watch_.may_go_on(); });
    // What fails was left out by the search, too.
    moves_.set_on_error([](const step::StepError&) {});
  }

  // `last` is the state of that entry; is_met(zone): whether it is what is looked for with another zone, too.
  // Nothing: a limit was reached, or hulls were used and there is no such path without them.
  std::optional<ReducedPath> path_to(store::State last, std::span<const LogEntry> log, std::uint32_t entry,
                                     const std::function<bool(store::ZoneId)>& is_met);

 private:
  struct Node {
    std::size_t from = SIZE_MAX;
    std::vector<std::int32_t> cells;  // as they are stored
    store::ZoneId zone = store::kNoZone;
    std::vector<std::int32_t> initial;  // of the first ones: with all variables
    reduce::Renaming renaming;          // by which it became what is stored
    PathMove move;
    store::HeldZone<B> hold{};
  };

  std::span<const state::Word> packed(std::span<const std::int32_t> cells);
  // Whether a state has the hash; where that says nothing of zones it can be seen before there is one.
  [[nodiscard]] bool is_it(std::span<const std::int32_t> cells, store::ZoneId zone, std::uint32_t hash);
  [[nodiscard]] bool may_be_it(std::span<const std::int32_t> cells, std::uint32_t hash);
  // Replaces a discrete state by the one that the search had in its place.
  void map(std::vector<std::int32_t>& cells);
  void add(Node node, step::EntryId entry);

  void begin(std::uint32_t hash);

  void go_on(std::uint32_t hash);

  void follow(std::size_t from, step::ShapeId shape, const step::Move& move, std::uint32_t hash);

  ReducedPath path(std::size_t at);

  Worker<B>& worker_;
  TraceWatch& watch_;
  std::vector<state::Word> words_;
  step::Moves moves_;  // its own: those of the search may have been stopped
  std::vector<std::int32_t> target_;
  reduce::Renaming renaming_;  // of the state at hand
  std::vector<step::ClockSetting> settings_;
  std::vector<Node> nodes_;
  std::size_t first_of_layer_ = 0;
  std::size_t next_layer_ = 0;
};

}  // namespace zonda::search
