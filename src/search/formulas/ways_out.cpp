#include "search/formulas/ways_out.hpp"

#include "search/limits/limitations.hpp"
#include "step/delay.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::search {

using zone::Constraint;
using zone::Dbm;

template <typename B>
WaysOut<B>::WaysOut(const model::Network& network, step::ZoneOperations& operations)
    : moves_(network), targets_(network), operations_(operations) {}

template <typename B>
bool WaysOut<B>::rest(std::span<const std::int32_t> state, step::Rest& out) {
  targets_.clear_error();
  if (targets_.rest(state, out)) return true;
  moves_.adopt_error(targets_);
  return false;
}

template <typename B>
bool WaysOut<B>::add_condition(const step::ClockCondition& c, step::ShapeId shape, Dbm<B>& out) {
  if (c.left == c.right) return c.is_strict ? c.value > 0 : c.value >= 0;
  if (always_holds(c)) return true;
  if (std::abs(c.value) > zone::value_of(zone::kLimit<B>)) {
    is_too_narrow_ = true;
    return false;
  }
  const std::int32_t l = operations_.position(shape, c.left);
  const std::int32_t r = operations_.position(shape, c.right);
  ZONDA_CHECK(l >= 0 && r >= 0, "a tested clock is not active");
  const Constraint<B> constraint{static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r),
                                 zone::make_bound<B>(c.value, c.is_strict)};
  return constrain(out, constraint) && fits(out);
}

template <typename B>
bool WaysOut<B>::zone_of(std::span<const step::ClockCondition> conditions, step::ShapeId shape, Dbm<B>& out) {
  out = Dbm<B>::universe(operations_.clocks(shape).size() + 1);
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const step::ClockCondition& c) { return add_condition(c, shape, out); });
}

// The valuations, over the clocks that are active now, from which the move can be made.
template <typename B>
bool WaysOut<B>::enabling_zone(const step::Move& move, step::ShapeId shape, Dbm<B>& out) {
  // If the move ends in an error, only its guard counts.
  step::Rest& rest = target_rest_;
  rest.invariant.clear();
  const bool is_known = move.error == nullptr && targets_.rest(move.target, rest);
  if (is_known && !rest.is_possible) return false;
  if (!zone_of(move.conditions, shape, out)) return false;
  for (const step::ClockCondition& c : rest.invariant)
    if (!add_condition(step::before(c, move.settings), shape, out)) return false;
  return std::all_of(move.required.begin(), move.required.end(), [&](const step::ClockCondition& c) {
    return operations_.position(shape, c.right) < 0 || add_condition(c, shape, out);
  });
}

// Valuations from which the move sets a clock to a negative value, which is an error whatever the target's invariant
// says.
template <typename B>
void WaysOut<B>::add_negative(const step::Move& move, step::ShapeId shape, Moves& out) {
  Dbm<B> where(1);
  std::vector<Dbm<B>> from;
  for (const step::ClockCondition& c : move.required) {
    if (operations_.position(shape, c.right) < 0) continue;
    if (!zone_of(move.conditions, shape, where) || !add_condition(c.negated(), shape, where)) continue;
    by_delay(own_, shape, where, from);
  }
  for (Dbm<B>& z : from)
    out.errors.emplace_back(std::move(z), step::StepError{"a clock is set to a negative value", {}});
}

template <typename B>
Constraint<B> WaysOut<B>::constraint_of(const step::ClockCondition& c, step::ShapeId shape) const {
  return {static_cast<std::uint32_t>(operations_.position(shape, c.left)),
          static_cast<std::uint32_t>(operations_.position(shape, c.right)), zone::make_bound<B>(c.value, c.is_strict)};
}

template <typename B>
std::vector<Constraint<B>> WaysOut<B>::invariant_of(const step::Rest& own, step::ShapeId shape) const {
  std::vector<Constraint<B>> result;
  for (const step::ClockCondition& c : own.invariant) result.push_back(constraint_of(c, shape));
  return result;
}

template <typename B>
bool WaysOut<B>::keep_invariant(const std::vector<Constraint<B>>& invariant, Dbm<B>& zone) {
  return std::all_of(invariant.begin(), invariant.end(),
                     [&](const Constraint<B>& c) { return constrain(zone, c) && fits(zone); });
}

// Invariants are convex, so they hold all the way between two valuations that satisfy them.
template <typename B>
void WaysOut<B>::by_delay(const step::Rest& own, step::ShapeId shape, Dbm<B> enabling, std::vector<Dbm<B>>& out) {
  if (!keep_invariant(invariant_of(own, shape), enabling)) return;
  // With stopwatches the past of a zone is not a zone; the zone itself is a part of it.
  if (!own.may_delay || !own.stopped.empty()) {
    out.push_back(std::move(enabling));
    return;
  }
  if (own.urgent.empty()) {
    past(enabling);
    out.push_back(std::move(enabling));
    return;
  }
  std::vector<std::vector<Constraint<B>>> guards;
  for (const auto& guard : own.urgent) {
    auto& list = guards.emplace_back();
    for (const step::ClockCondition& c : guard) list.push_back(constraint_of(c, shape));
  }
  bool is_exact = true;
  const auto pieces = step::delay_pieces<B>(Dbm<B>::universe(enabling.dim()),
                                            std::span<const std::vector<Constraint<B>>>(guards), is_exact);
  is_too_narrow_ = is_too_narrow_ || !is_exact;
  has_too_many_pieces_ = has_too_many_pieces_ || (is_exact && pieces.empty());
  if (has_too_many_pieces_) moves_.fail({std::string(kTooManyGuards), {}});
  for (const step::DelayPiece<B>& piece : pieces) {
    Dbm<B> from = enabling;
    bool is_left = true;
    if (piece.may_delay) {
      for (const Constraint<B>& c : piece.while_in) is_left = is_left && constrain(from, c);
      if (is_left) past(from);
    }
    if (is_left && fits(from) && intersect(from, piece.start) && fits(from)) out.push_back(std::move(from));
  }
}

template <typename B>
bool WaysOut<B>::find(std::span<const std::int32_t> state, step::ShapeId shape, Moves& out) {
  out.zones.clear();
  out.errors.clear();
  if (!rest(state, own_)) return false;
  out.is_exact = own_.stopped.empty();
  out.invariant = invariant_of(own_, shape);
  Dbm<B> everything = Dbm<B>::universe(operations_.clocks(shape).size() + 1);
  if (!keep_invariant(out.invariant, everything)) return !is_too_narrow_;
  bool leads_out_everywhere = false;
  Dbm<B> enabling(1);
  const bool is_done = moves_.expand(state, [&](const step::Move& move) {
    targets_.clear_error();
    add_negative(move, shape, out);
    if (!enabling_zone(move, shape, enabling)) return !is_too_narrow_;
    const step::StepError* error = move.error;
    if (error == nullptr && targets_.error()) error = &*targets_.error();
    std::vector<Dbm<B>> from;
    by_delay(own_, shape, enabling, from);
    for (Dbm<B>& z : from) {
      // If one move leads out from everywhere, others need not be found.
      leads_out_everywhere = leads_out_everywhere || (error == nullptr && includes(z, everything));
      if (error == nullptr)
        out.zones.push_back(std::move(z));
      else
        out.errors.emplace_back(std::move(z), *error);
    }
    return !is_too_narrow_ && !has_too_many_pieces_ && !leads_out_everywhere;
  });
  if (is_too_narrow_ || (!is_done && !leads_out_everywhere)) return false;
  // Larger zones come first, because they decide most cases at once.
  std::vector<Dbm<B>> kept;
  for (Dbm<B>& z : out.zones) {
    if (std::any_of(kept.begin(), kept.end(), [&](const Dbm<B>& k) { return includes(k, z); })) continue;
    std::erase_if(kept, [&](const Dbm<B>& k) { return includes(z, k); });
    kept.push_back(std::move(z));
  }
  out.zones = std::move(kept);
  return true;
}

template <typename B>
bool WaysOut<B>::fits(const Dbm<B>& z) {
  is_too_narrow_ = is_too_narrow_ || !is_within_limit(z);
  return !is_too_narrow_;
}

template <typename B>
std::vector<Dbm<B>> WaysOut<B>::without(const std::vector<Dbm<B>>& zones, const Dbm<B>& other) {
  std::vector<Dbm<B>> result;
  for (const Dbm<B>& z : zones)
    if (!includes(other, z)) subtract(z, other, result);
  if (std::all_of(result.begin(), result.end(), [](const Dbm<B>& z) { return is_within_limit(z); })) return result;
  is_too_narrow_ = true;
  return {};
}

template class WaysOut<std::int16_t>;
template class WaysOut<std::int32_t>;

}  // namespace zonda::search
