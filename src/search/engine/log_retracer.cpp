#include "search/engine/log_retracer.hpp"

#include "util/invariant.hpp"

#include <algorithm>
#include <utility>

namespace zonda::search {

template <typename B>
std::optional<ReducedPath> LogRetracer<B>::path_to(store::State last, std::span<const LogEntry> log,
                                                   std::uint32_t entry,
                                                   const std::function<bool(store::ZoneId)>& is_met) {
  std::vector<std::uint32_t> hashes;
  for (std::uint32_t e = entry; e != Forgetting<B>::kNoEntry; e = log[e].from) hashes.push_back(log[e].hash);
  std::reverse(hashes.begin(), hashes.end());
  begin(hashes[0]);
  for (std::size_t i = 1; i < hashes.size() && watch_.may_go_on(); ++i) go_on(hashes[i]);
  const std::span<const state::Word> wanted = worker_.states.words(last.discrete);
  for (std::size_t i = first_of_layer_; i < nodes_.size() && !watch_.has_stopped(); ++i)
    if (std::ranges::equal(packed(nodes_[i].cells), wanted) &&
        (worker_.options.hull ? is_met(nodes_[i].zone) : nodes_[i].zone == last.zone))
      return path(i);
  if (watch_.has_stopped()) return std::nullopt;
  ZONDA_CHECK(worker_.options.hull, "a state is not where the log says");
  return std::nullopt;
}

template <typename B>
std::span<const state::Word> LogRetracer<B>::packed(std::span<const std::int32_t> cells) {
  worker_.packing.pack(cells, words_);
  return words_;
}

template <typename B>
bool LogRetracer<B>::is_it(std::span<const std::int32_t> cells, store::ZoneId zone, std::uint32_t hash) {
  return Forgetting<B>::log_hash(worker_, packed(cells), zone) == hash;
}

template <typename B>
bool LogRetracer<B>::may_be_it(std::span<const std::int32_t> cells, std::uint32_t hash) {
  return !worker_.options.hull || is_it(cells, store::kNoZone, hash);
}

template <typename B>
void LogRetracer<B>::map(std::vector<std::int32_t>& cells) {
  if (worker_.options.reductions != nullptr) worker_.options.reductions->map(cells, renaming_);
}

template <typename B>
void LogRetracer<B>::add(Node node, step::EntryId entry) {
  const auto covers = [&](const Node& a, const Node& b) {
    if (a.cells != b.cells) return false;
    if (a.zone == b.zone || !worker_.options.hull) return a.zone == b.zone;
    const auto signatures = worker_.zones.signatures();
    return dominates(signatures[a.zone], signatures[b.zone]) && worker_.stepper.covers(a.zone, b.zone, entry);
  };
  const auto layer = nodes_.begin() + static_cast<std::ptrdiff_t>(next_layer_);
  if (std::any_of(layer, nodes_.end(), [&](const Node& n) { return covers(n, node); })) return;
  const auto rest = std::remove_if(layer, nodes_.end(), [&](const Node& n) { return covers(node, n); });
  nodes_.erase(rest, nodes_.end());
  node.hold = {worker_.zones, node.zone};
  nodes_.push_back(std::move(node));
}

template <typename B>
void LogRetracer<B>::begin(std::uint32_t hash) {
  for (const std::vector<std::int32_t>& initial : worker_.moves.initials()) {
    std::vector<std::int32_t> cells = initial;
    map(cells);
    step::Place place;
    if (!may_be_it(cells, hash) || !worker_.find_place(cells, place)) continue;
    for (const zone::Dbm<B>& z :
         worker_.stepper.enter(worker_.initial_point(place.shape, renaming_.clocks), place.entry))
      if (const store::ZoneId zone = worker_.stepper.intern(z, place.entry); is_it(cells, zone, hash))
        add({SIZE_MAX, cells, zone, initial, renaming_, {}}, place.entry);
  }
}

template <typename B>
void LogRetracer<B>::go_on(std::uint32_t hash) {
  next_layer_ = nodes_.size();
  for (std::size_t i = first_of_layer_; i < next_layer_ && !watch_.has_stopped(); ++i) {
    const std::vector<std::int32_t> cells = nodes_[i].cells;
    const step::ShapeId shape = worker_.operations.shape(cells);
    // From here on only zones found here are needed.
    worker_.stepper.start(nodes_[i].zone, worker_.space.spare_zones(), [](auto) {});
    moves_.expand(cells, [&](const step::Move& move) {
      if (!watch_.may_go_on()) return false;
      if (move.error == nullptr) follow(i, shape, move, hash);
      return true;
    });
  }
  first_of_layer_ = next_layer_;
}

template <typename B>
void LogRetracer<B>::follow(std::size_t from, step::ShapeId shape, const step::Move& move, std::uint32_t hash) {
  target_.assign(move.target.begin(), move.target.end());
  map(target_);
  step::Place place;
  if (!may_be_it(target_, hash) || !worker_.find_place(target_, place)) return;
  const step::ActionId action =
      worker_.operations.action(shape, place.shape, renamed(move, renaming_.clocks, settings_));
  const auto zones = worker_.stepper.successors(action, place.entry, kNoMoreRoom,
                                                [this](std::size_t growth) { return watch_.has_room(growth); });
  for (const store::ZoneId zone : std::vector(zones.begin(), zones.end()))
    if (is_it(target_, zone, hash)) add({from, target_, zone, {}, renaming_, PathMove(move)}, place.entry);
}

template <typename B>
ReducedPath LogRetracer<B>::path(std::size_t at) {
  std::vector<std::size_t> chain;
  for (; nodes_[at].from != SIZE_MAX; at = nodes_[at].from) chain.push_back(at);
  ReducedPath result;
  result.path.initial = std::move(nodes_[at].initial);
  result.renamings[0] = std::move(nodes_[at].renaming);
  for (auto i = chain.rbegin(); i != chain.rend(); ++i)
    result.add(std::move(nodes_[*i].move), std::move(nodes_[*i].renaming));
  return result;
}

template class LogRetracer<std::int16_t>;
template class LogRetracer<std::int32_t>;

}  // namespace zonda::search
