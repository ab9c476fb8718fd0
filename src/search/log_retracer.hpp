// Finds the moves that led to a state from the log of a search that forgets states: each entry has the hash of a
// discrete state, so that the steps are made again from the beginning, all those that lead to such a state. More than
// one may, so that there is a list of zones for each entry; the last one has the state that is looked for.
#pragma once

#include "search/forgetting.hpp"
#include "search/parts.hpp"
#include "search/path.hpp"
#include "util/check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class LogRetracer {
 public:
  explicit LogRetracer(Parts<B>& parts) : parts_(parts), words_(parts.packing.words()) {}

  // Limits have had their say. `last` is the state of that entry.
  // Nothing: hulls were used, and there is no such path without them.
  std::optional<Path> path_to(store::State last, std::span<const LogEntry> log, std::uint32_t entry) {
    std::vector<std::uint32_t> hashes;
    for (std::uint32_t e = entry; e != Forgetting<B>::kNoEntry; e = log[e].from) hashes.push_back(log[e].hash);
    std::reverse(hashes.begin(), hashes.end());
    parts_.moves.set_watch({});
    begin(hashes[0]);
    for (std::size_t i = 1; i < hashes.size(); ++i) go_on(hashes[i]);
    const std::span<const state::Word> wanted = parts_.states.words(last.discrete);
    for (std::size_t i = first_of_layer_; i < nodes_.size(); ++i)
      if ((parts_.options.hull || nodes_[i].zone == last.zone) && std::ranges::equal(packed(nodes_[i].cells), wanted))
        return path(i);
    ZONDA_CHECK(parts_.options.hull, "a state is not where the log says");
    return std::nullopt;
  }

 private:
  struct Node {
    std::size_t from = SIZE_MAX;
    std::vector<std::int32_t> cells;  // as they are stored
    store::ZoneId zone = store::kNoZone;
    std::vector<std::int32_t> initial;  // of the first ones: with all variables
    PathMove move;
  };

  std::span<const state::Word> packed(std::span<const std::int32_t> cells) {
    parts_.packing.pack(cells, words_);
    return words_;
  }
  [[nodiscard]] bool is_it(std::span<const std::int32_t> cells, std::uint32_t hash) {
    return static_cast<std::uint32_t>(store::StateStore::hash(packed(cells))) == hash;
  }
  bool find_place(std::span<const std::int32_t> cells, step::Place& place) {
    if (!parts_.places.has_keys()) return parts_.places.find(cells, place);
    place = parts_.places.find(parts_.places.key_of(cells), kNoMoreRoom, [&] { return cells; });
    return true;
  }
  void clear_dead(std::vector<std::int32_t>& cells) const {
    if (parts_.options.live != nullptr) parts_.options.live->clear_dead(cells);
  }
  void add(Node node) {
    const auto is_same = [&](const Node& n) { return n.zone == node.zone && n.cells == node.cells; };
    if (std::any_of(nodes_.begin() + static_cast<std::ptrdiff_t>(next_layer_), nodes_.end(), is_same)) return;
    parts_.zones.hold(node.zone);
    nodes_.push_back(std::move(node));
  }

  void begin(std::uint32_t hash) {
    for (const std::vector<std::int32_t>& initial : parts_.moves.initials()) {
      std::vector<std::int32_t> cells = initial;
      clear_dead(cells);
      step::Place place;
      if (!is_it(cells, hash) || !find_place(cells, place)) continue;
      for (const zone::Dbm<B>& z : parts_.space.enter(parts_.initial_point(place), place.entry))
        add({SIZE_MAX, cells, parts_.space.intern(z, place.entry), initial, {}});
    }
  }

  void go_on(std::uint32_t hash) {
    next_layer_ = nodes_.size();
    for (std::size_t i = first_of_layer_; i < next_layer_; ++i) {
      const std::vector<std::int32_t> cells = nodes_[i].cells;
      const step::ShapeId shape = parts_.operations.shape(cells);
      parts_.space.start(nodes_[i].zone, SIZE_MAX, [](auto) {});
      parts_.moves.expand(cells, [&](const step::Move& move) {
        if (move.error != nullptr) return true;
        target_.assign(move.target.begin(), move.target.end());
        clear_dead(target_);
        step::Place place;
        if (!is_it(target_, hash) || !find_place(target_, place)) return true;
        const step::ActionId action = parts_.operations.action(shape, place.shape, move);
        const auto zones = parts_.space.successors(action, place.entry, kNoMoreRoom, [](std::size_t) { return true; });
        for (const store::ZoneId zone : std::vector(zones.begin(), zones.end()))
          add({i,
               target_,
               zone,
               {},
               {{move.edges.begin(), move.edges.end()},
                {move.selects.begin(), move.selects.end()},
                std::vector(move.conditions.begin(), move.conditions.end())}});
        return true;
      });
    }
    first_of_layer_ = next_layer_;
  }

  Path path(std::size_t at) {
    Path result;
    for (; nodes_[at].from != SIZE_MAX; at = nodes_[at].from) result.moves.push_back(std::move(nodes_[at].move));
    std::reverse(result.moves.begin(), result.moves.end());
    result.initial = std::move(nodes_[at].initial);
    return result;
  }

  Parts<B>& parts_;
  std::vector<state::Word> words_;
  std::vector<std::int32_t> target_;
  std::vector<Node> nodes_;
  std::size_t first_of_layer_ = 0;
  std::size_t next_layer_ = 0;
};

}  // namespace zonda::search
