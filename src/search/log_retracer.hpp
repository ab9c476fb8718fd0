// Finds the moves that led to a state from the log of a search that forgets states: each entry has the hash of a
// state, so that the steps are made again from the beginning, all those that lead to such a state. As a rule that is
// one; where more have the same hash there is a list of them for each entry, and the last one has the state that is
// looked for.
//
// With hulls the hash is of the discrete state alone, and the steps are made without hulls. There may be very many
// zones then. Those that others cover are left out: what they lead to, the others do as well, by the same moves.
#pragma once

#include "search/forgetting.hpp"
#include "search/parts.hpp"
#include "search/path.hpp"
#include "search/trace_watch.hpp"
#include "util/check.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class LogRetracer {
 public:
  LogRetracer(Parts<B>& parts, TraceWatch& watch) : parts_(parts), watch_(watch), words_(parts.packing.words()) {}

  // `last` is the state of that entry; is_met(zone): whether it is what is looked for with another zone, too.
  // Nothing: a limit was reached, or hulls were used and there is no such path without them.
  template <typename IsMet>
  std::optional<Path> path_to(store::State last, std::span<const LogEntry> log, std::uint32_t entry, IsMet&& is_met) {
    std::vector<std::uint32_t> hashes;
    for (std::uint32_t e = entry; e != Forgetting<B>::kNoEntry; e = log[e].from) hashes.push_back(log[e].hash);
    std::reverse(hashes.begin(), hashes.end());
    begin(hashes[0]);
    for (std::size_t i = 1; i < hashes.size() && watch_.may_go_on(); ++i) go_on(hashes[i]);
    const std::span<const state::Word> wanted = parts_.states.words(last.discrete);
    for (std::size_t i = first_of_layer_; i < nodes_.size() && !watch_.has_stopped(); ++i)
      if (std::ranges::equal(packed(nodes_[i].cells), wanted) &&
          (parts_.options.hull ? is_met(nodes_[i].zone) : nodes_[i].zone == last.zone))
        return path(i);
    if (watch_.has_stopped()) return std::nullopt;
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
  // Whether a state has the hash; where that says nothing of zones it can be seen before there is one.
  [[nodiscard]] bool is_it(std::span<const std::int32_t> cells, store::ZoneId zone, std::uint32_t hash) {
    return Forgetting<B>::log_hash(parts_, packed(cells), zone) == hash;
  }
  [[nodiscard]] bool may_be_it(std::span<const std::int32_t> cells, std::uint32_t hash) {
    return !parts_.options.hull || is_it(cells, store::kNoZone, hash);
  }
  bool find_place(std::span<const std::int32_t> cells, step::Place& place) {
    if (!parts_.places.has_keys()) return parts_.places.find(cells, place);
    place = parts_.places.find(parts_.places.key_of(cells), kNoMoreRoom, [&] { return cells; });
    return true;
  }
  void clear_dead(std::vector<std::int32_t>& cells) const {
    if (parts_.options.live != nullptr) parts_.options.live->clear_dead(cells);
  }
  void add(Node node, step::EntryId entry) {
    const auto covers = [&](const Node& a, const Node& b) {
      if (a.cells != b.cells) return false;
      if (a.zone == b.zone || !parts_.options.hull) return a.zone == b.zone;
      const auto signatures = parts_.zones.signatures();
      return dominates(signatures[a.zone], signatures[b.zone]) && parts_.space.covers(a.zone, b.zone, entry);
    };
    const auto layer = nodes_.begin() + static_cast<std::ptrdiff_t>(next_layer_);
    if (std::any_of(layer, nodes_.end(), [&](const Node& n) { return covers(n, node); })) return;
    const auto rest = std::remove_if(layer, nodes_.end(), [&](const Node& n) {
      if (!covers(node, n)) return false;
      parts_.zones.drop(n.zone);
      return true;
    });
    nodes_.erase(rest, nodes_.end());
    parts_.zones.hold(node.zone);
    nodes_.push_back(std::move(node));
  }

  void begin(std::uint32_t hash) {
    for (const std::vector<std::int32_t>& initial : parts_.moves.initials()) {
      std::vector<std::int32_t> cells = initial;
      clear_dead(cells);
      step::Place place;
      if (!may_be_it(cells, hash) || !find_place(cells, place)) continue;
      for (const zone::Dbm<B>& z : parts_.space.enter(parts_.initial_point(place), place.entry))
        if (const store::ZoneId zone = parts_.space.intern(z, place.entry); is_it(cells, zone, hash))
          add({SIZE_MAX, cells, zone, initial, {}}, place.entry);
    }
  }

  void go_on(std::uint32_t hash) {
    next_layer_ = nodes_.size();
    for (std::size_t i = first_of_layer_; i < next_layer_ && !watch_.has_stopped(); ++i) {
      const std::vector<std::int32_t> cells = nodes_[i].cells;
      const step::ShapeId shape = parts_.operations.shape(cells);
      // Only what was found here is needed from now on.
      parts_.space.start(nodes_[i].zone, parts_.spare_zones(), [](auto) {});
      parts_.moves.expand(cells, [&](const step::Move& move) {
        if (!watch_.may_go_on()) return false;
        if (move.error == nullptr) follow(i, shape, move, hash);
        return true;
      });
    }
    first_of_layer_ = next_layer_;
  }

  void follow(std::size_t from, step::ShapeId shape, const step::Move& move, std::uint32_t hash) {
    target_.assign(move.target.begin(), move.target.end());
    clear_dead(target_);
    step::Place place;
    if (!may_be_it(target_, hash) || !find_place(target_, place)) return;
    const step::ActionId action = parts_.operations.action(shape, place.shape, move);
    const auto zones = parts_.space.successors(action, place.entry, kNoMoreRoom,
                                               [this](std::size_t growth) { return watch_.has_room(growth); });
    for (const store::ZoneId zone : std::vector(zones.begin(), zones.end()))
      if (is_it(target_, zone, hash))
        add({from,
             target_,
             zone,
             {},
             {{move.edges.begin(), move.edges.end()},
              {move.selects.begin(), move.selects.end()},
              std::vector(move.conditions.begin(), move.conditions.end())}},
            place.entry);
  }

  Path path(std::size_t at) {
    Path result;
    for (; nodes_[at].from != SIZE_MAX; at = nodes_[at].from) result.moves.push_back(std::move(nodes_[at].move));
    std::reverse(result.moves.begin(), result.moves.end());
    result.initial = std::move(nodes_[at].initial);
    return result;
  }

  Parts<B>& parts_;
  TraceWatch& watch_;
  std::vector<state::Word> words_;
  std::vector<std::int32_t> target_;
  std::vector<Node> nodes_;
  std::size_t first_of_layer_ = 0;
  std::size_t next_layer_ = 0;
};

}  // namespace zonda::search
