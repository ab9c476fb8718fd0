// Where a run that has to stay inside a formula may end without being cut short (U3): time can pass
// for ever inside, or nothing can happen any more. Both are properties of valuations, not of zones.
//
//   resting for ever   from v, time passes without end, and the formula holds all the time
//   stuck              no move is possible from v or after any delay, and the formula holds after every delay: the
//                      delay that an invariant allows is used up, or there is none. With a strict bound there is no
//                      last moment; such a run counts as well.
//
// A run that could act is not over just because time cannot pass; nor is a run that waits closer and closer to the
// moment when the formula is violated.
#pragma once

#include "model/network.hpp"
#include "search/formulas/formula_parts.hpp"
#include "search/formulas/ways_out.hpp"
#include "search/limits/control.hpp"

#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class Endings {
 public:
  Endings(const model::Network& network, step::ZoneOperations& operations, Control& control);

  enum class Kind : std::uint8_t { None, Rest, Stuck };
  // Whether a run may end in the zone. `discrete` is the number of the discrete state. avoided(out) is called if it is
  // not known yet what the formula forbids there; it returns false on an error. An error ends the search.
  template <typename Avoided>
  Kind find(std::span<const std::int32_t> state, std::uint32_t discrete, step::ShapeId shape, const zone::Dbm<B>& zone,
            bool stuck_counts, Avoided&& avoided) {
    Facts& facts = facts_[discrete % kRemembered];
    if (facts.discrete != discrete || !facts.is_known) {
      facts = Facts{};
      facts.discrete = discrete;
      if (!avoided(avoided_) || !learn(state, shape, facts)) return Kind::None;
      facts.is_known = true;
    }
    where_.clear();
    // An abstracted zone may go beyond the invariant, where nothing can happen; no run gets there.
    zone::Dbm<B> real = zone;
    if (!out_.keep_invariant(facts.invariant, real)) {
      if (out_.is_too_narrow()) control_.end_too_narrow();
      return Kind::None;
    }
    if (facts.may_rest && is_left(real, facts.spoilers)) return control_.has_ended() ? Kind::None : Kind::Rest;
    if (!stuck_counts || !learn_moves(state, shape, facts)) return Kind::None;
    return is_left(real, facts.ways) && !control_.has_ended() ? Kind::Stuck : Kind::None;
  }
  // After find() said that a run may end in the zone: the parts of the zone where it may. Valid until the next call.
  [[nodiscard]] const std::vector<zone::Dbm<B>>& where() const { return where_; }
  // After find(): the parts of the zone from which time does not pass for ever inside the formula. With stopwatches
  // some parts may be missing.
  [[nodiscard]] std::vector<zone::Dbm<B>> restless(std::uint32_t discrete, const zone::Dbm<B>& zone) const;
  // The number or, with forget_all(), every number stands for another discrete state from now on.
  void forget(std::uint32_t discrete) {
    Facts& facts = facts_[discrete % kRemembered];
    if (facts.discrete == discrete) facts = Facts{};
  }
  void forget_all() { std::vector<Facts>(kRemembered).swap(facts_); }
  // After find() said Rest: whether a run may rest wherever it is in the discrete state.
  [[nodiscard]] bool rests_everywhere(std::uint32_t discrete) const {
    return facts_[discrete % kRemembered].spoilers.empty();
  }

 private:
  static constexpr std::size_t kRemembered = 4096;
  struct Facts {
    bool is_known = false;
    std::uint32_t discrete = 0;
    bool may_rest = false;
    bool knows_moves = false;
    std::vector<zone::Constraint<B>> invariant;
    std::vector<zone::Dbm<B>> spoilers;  // from these, time does not pass for ever inside the formula
    std::vector<zone::Dbm<B>> ways;      // from these, time leads to a move or out of the formula
  };
  bool learn(std::span<const std::int32_t> state, step::ShapeId shape, Facts& facts);
  bool learn_moves(std::span<const std::int32_t> state, step::ShapeId shape, Facts& facts);
  // Whether part of the zone is in none of the others. That part is left in where_.
  bool is_left(const zone::Dbm<B>& zone, const std::vector<zone::Dbm<B>>& others);
  bool fail();

  Control& control_;
  WaysOut<B> out_;
  step::Rest own_;
  std::vector<Conjunction> avoided_;
  typename WaysOut<B>::Moves moves_;
  std::vector<Facts> facts_;
  std::vector<zone::Dbm<B>> where_;
};

}  // namespace zonda::search
