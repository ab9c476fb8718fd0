#include "search/engine/retracer.hpp"

#include "util/invariant.hpp"

#include <algorithm>

namespace zonda::search {

template <typename B>
std::optional<ReducedPath> Retracer<B>::path_to(store::State last, store::State parent) {
  return path_along(chain_to(last, parent));
}

template <typename B>
std::vector<store::State> Retracer<B>::chain_to(store::State last, store::State parent) const {
  std::vector<store::State> chain{last};
  for (store::State s = parent; s.zone != store::kNoZone; s = worker_.states.parent(s)) chain.push_back(s);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

template <typename B>
std::optional<ReducedPath> Retracer<B>::path_along(std::span<const store::State> chain, bool is_inside,
                                                   const std::function<IsMeant(std::size_t)>& is_meant) {
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

template <typename B>
std::vector<std::int32_t> Retracer<B>::initial_for(store::DiscreteId id, reduce::Renaming& renaming) {
  for (const std::vector<std::int32_t>& initial : moves_.initials()) {
    if (!is_stored_as(initial, id)) continue;
    renaming = renaming_;
    return initial;
  }
  ZONDA_CHECK(false, "a path begins with a state that is not an initial one");
  return {};
}

template <typename B>
std::optional<PathMove> Retracer<B>::move_between(store::State from, store::State to, const IsMeant& is_meant) {
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
  // Moves are put together as for a trace, which knows no zones: where stronger ones forbid a part of a move, that is
  // cut off, whether the stronger ones are possible here or not.
  moves_.expand(state_, [&](const step::Move& move) {
    if (watch_ != nullptr && !watch_->may_go_on()) return false;
    if (move.error != nullptr || (is_meant && !is_meant(move)) || !is_stored_as(move.target, to.discrete)) return true;
    if (leads_there(renamed(move, renaming_.clocks, settings_))) result = PathMove(move);
    return !result;
  });
  if (!result && watch_ != nullptr && watch_->has_stopped()) return std::nullopt;
  if (!result && worker_.rules.ticks && from.discrete == to.discrete && leads_there(worker_.tick_move()))
    result.emplace();
  ZONDA_CHECK(result, "a stored state is no successor of its parent");
  return result;
}

template <typename B>
bool Retracer<B>::is_stored_as(std::span<const std::int32_t> cells, store::DiscreteId id) {
  target_.assign(cells.begin(), cells.end());
  if (worker_.options.reductions != nullptr) worker_.options.reductions->map(target_, renaming_);
  worker_.packing.pack(target_, words_);
  return std::ranges::equal(words_, worker_.states.words(id));
}

template class Retracer<std::int16_t>;
template class Retracer<std::int32_t>;

}  // namespace zonda::search
