// Reconstructs the moves to a state from the log of a search that forgets states. The log has a hash for each state, so
// the steps are repeated from the start, and all successors with the logged hash are followed. Usually there is one; if
// several have the same hash, each entry gets a list of them, and the list of the last entry includes the state itself.
//
// With hulls the hash covers the discrete state alone, and the steps are made without hulls. There may be very many
// zones then. Zones that others cover are left out, because the others lead wherever they do, by the same moves.
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
    // The search left moves that fail out, too.
    moves_.set_on_error([](const step::StepError&) {});
  }

  // `last` is the state of this entry. With hulls, is_met(zone) says whether another zone of its discrete state is a
  // goal as well. Returns nothing if a limit was reached, or if hulls were used and no such path exists without them.
  std::optional<ReducedPath> path_to(store::State last, std::span<const LogEntry> log, std::uint32_t entry,
                                     const std::function<bool(store::ZoneId)>& is_met);

 private:
  struct Node {
    std::size_t from = SIZE_MAX;
    std::vector<std::int32_t> cells;  // as the search stores them
    store::ZoneId zone = store::kNoZone;
    std::vector<std::int32_t> initial;  // of initial states: the values of all variables
    reduce::Renaming renaming;          // how the state was mapped to the stored one
    PathMove move;
    store::HeldZone<B> hold{};
  };

  std::span<const state::Word> packed(std::span<const std::int32_t> cells);
  // Whether a state has the hash. With hulls the zone does not matter, so this can be asked before there is one.
  [[nodiscard]] bool is_it(std::span<const std::int32_t> cells, store::ZoneId zone, std::uint32_t hash);
  [[nodiscard]] bool may_be_it(std::span<const std::int32_t> cells, std::uint32_t hash);
  // Replaces a discrete state by the one that the search used for it.
  void map(std::vector<std::int32_t>& cells);
  void add(Node node, step::EntryId entry);

  void begin(std::uint32_t hash);

  void go_on(std::uint32_t hash);

  void follow(std::size_t from, step::ShapeId shape, const step::Move& move, std::uint32_t hash);

  ReducedPath path(std::size_t at);

  Worker<B>& worker_;
  TraceWatch& watch_;
  std::vector<state::Word> words_;
  step::Moves moves_;  // not those of the search, which a limit may have stopped
  std::vector<std::int32_t> target_;
  reduce::Renaming renaming_;  // of the current state
  std::vector<step::ClockSetting> settings_;
  std::vector<Node> nodes_;
  std::size_t first_of_layer_ = 0;
  std::size_t next_layer_ = 0;
};

}  // namespace zonda::search
