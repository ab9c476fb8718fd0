#include "search/formulas/endings.hpp"

#include <algorithm>
#include <utility>

namespace zonda::search {

using zone::Dbm;

template <typename B>
Endings<B>::Endings(const model::Network& network, step::ZoneOperations& operations, Control& control)
    : control_(control), out_(network, operations), facts_(kRemembered) {
  out_.set_watch([&control] { return control.may_go_on(); });
}

template <typename B>
bool Endings<B>::fail() {
  if (out_.is_too_narrow())
    control_.end_too_narrow();
  else if (out_.error())
    control_.fail(*out_.error());
  return false;
}

// avoided_ is what the formula forbids in this discrete state.
template <typename B>
bool Endings<B>::learn(std::span<const std::int32_t> state, step::ShapeId shape, Facts& facts) {
  if (!out_.rest(state, own_)) return fail();
  // Time ends at an upper bound on a running clock. Other invariants keep holding once they hold.
  const bool ends = std::any_of(own_.invariant.begin(), own_.invariant.end(), [&](const step::ClockCondition& c) {
    const bool is_running = std::find(own_.stopped.begin(), own_.stopped.end(), c.left) == own_.stopped.end();
    return c.left != 0 && c.right == 0 && is_running;
  });
  facts.may_rest = own_.may_delay && !ends;
  facts.invariant = out_.invariant_of(own_, shape);
  Dbm<B> where(1);
  for (const Conjunction& one : avoided_) {
    if (!out_.zone_of(one, shape, where)) continue;
    // With stopwatches everything is over-approximated: runs may be found that do not exist, but none is missed.
    if (facts.may_rest && own_.stopped.empty()) {
      facts.spoilers.push_back(where);
      past(facts.spoilers.back());
    }
    out_.by_delay(own_, shape, where, facts.ways);
  }
  if (facts.may_rest && own_.stopped.empty()) {
    for (const Conjunction& guard : own_.urgent) {
      if (!out_.zone_of(guard, shape, where)) continue;
      facts.spoilers.push_back(where);
      past(facts.spoilers.back());
    }
  }
  for (const Dbm<B>& z : facts.spoilers) (void)out_.fits(z);
  return !out_.is_too_narrow() && !out_.error() ? true : fail();
}

// Most often a quick look shows that the whole zone can be left by a move.
template <typename B>
bool Endings<B>::learn_moves(std::span<const std::int32_t> state, step::ShapeId shape, Facts& facts) {
  if (facts.knows_moves) return true;
  if (!out_.find(state, shape, moves_)) return fail();
  facts.ways.insert(facts.ways.begin(), moves_.zones.begin(), moves_.zones.end());
  // A move that ends in an error is met when the state is expanded; a valuation that can take it is not stuck.
  for (const auto& [from, error] : moves_.errors) facts.ways.push_back(from);
  facts.knows_moves = true;
  return true;
}

template <typename B>
bool Endings<B>::is_left(const Dbm<B>& zone, const std::vector<Dbm<B>>& others) {
  where_.clear();
  for (const Dbm<B>& other : others)
    if (includes(other, zone)) return false;
  where_.assign(1, zone);
  for (std::size_t i = 0; i < others.size() && !where_.empty(); ++i) where_ = out_.without(where_, others[i]);
  if (out_.is_too_narrow()) control_.end_too_narrow();
  return !where_.empty();
}

template <typename B>
std::vector<Dbm<B>> Endings<B>::restless(std::uint32_t discrete, const Dbm<B>& zone) const {
  const Facts& facts = facts_[discrete % kRemembered];
  if (!facts.may_rest) return {zone};
  std::vector<Dbm<B>> result;
  for (const Dbm<B>& spoiler : facts.spoilers) {
    Dbm<B> part = zone;
    if (intersect(part, spoiler)) result.push_back(std::move(part));
  }
  return result;
}

template class Endings<std::int16_t>;
template class Endings<std::int32_t>;

}  // namespace zonda::search
