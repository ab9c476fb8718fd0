// Finds the moves that led to a state, from the parents that were kept. Which moves led there is not stored: every
// stored zone is the successor of its parent's, so that they are found by making the steps again.
#pragma once

#include "search/parts.hpp"
#include "search/path.hpp"
#include "search/trace_watch.hpp"
#include "util/check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class Retracer {
 public:
  Retracer(Parts<B>& parts, TraceWatch& watch) : parts_(parts), watch_(watch), words_(parts.packing.words()) {}

  // The last state and its parent. Nothing: a limit was reached.
  std::optional<Path> path_to(store::State last, store::State parent) {
    std::vector<store::State> chain{last};
    for (store::State s = parent; s.zone != store::kNoZone; s = parts_.states.parent(s)) chain.push_back(s);
    std::reverse(chain.begin(), chain.end());
    Path result;
    parts_.unpack(chain[0].discrete, state_);
    for (std::vector<std::int32_t>& initial : parts_.moves.initials()) {
      const auto locations = static_cast<std::ptrdiff_t>(parts_.network.processes.size());
      if (std::equal(initial.begin(), initial.begin() + locations, state_.begin())) result.initial = std::move(initial);
    }
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
      std::optional<PathMove> move = move_between(chain[i], chain[i + 1]);
      if (!move) return std::nullopt;
      result.moves.push_back(std::move(*move));
    }
    return result;
  }

 private:
  std::optional<PathMove> move_between(store::State from, store::State to) {
    PathMove result;
    bool is_found = false;
    parts_.unpack(to.discrete, state_);
    const step::Place place = parts_.place_of(state_, to.discrete);
    parts_.unpack(from.discrete, state_);
    const step::ShapeId shape = parts_.operations.shape(state_);
    parts_.moves.expand(state_, [&](const step::Move& move) {
      if (!watch_.may_go_on()) return false;
      if (move.error != nullptr) return true;
      target_.assign(move.target.begin(), move.target.end());
      if (parts_.options.live != nullptr) parts_.options.live->clear_dead(target_);
      parts_.packing.pack(target_, words_);
      if (!std::ranges::equal(words_, parts_.states.words(to.discrete))) return true;
      const step::ActionId action = parts_.operations.action(shape, place.shape, move);
      parts_.space.start(from.zone, SIZE_MAX, [](auto) {});
      const auto zones = parts_.space.successors(action, place.entry, kNoMoreRoom,
                                                 [this](std::size_t growth) { return watch_.has_room(growth); });
      is_found = std::ranges::find(zones, to.zone) != zones.end();
      if (is_found)
        result = {{move.edges.begin(), move.edges.end()},
                  {move.selects.begin(), move.selects.end()},
                  std::vector(move.conditions.begin(), move.conditions.end())};
      return !is_found;
    });
    if (watch_.has_stopped() && !is_found) return std::nullopt;
    ZONDA_CHECK(is_found, "a stored state is no successor of its parent");
    return result;
  }

  Parts<B>& parts_;
  TraceWatch& watch_;
  std::vector<state::Word> words_;
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> target_;
};

}  // namespace zonda::search
