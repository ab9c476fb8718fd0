// Where time may pass to, in one discrete state: sets of valuations over its active clocks, as lists of zones. A
// valuation that cannot reach any move by delay is stuck; `deadlock` and the ends of maximal runs are computed with
// this.
#pragma once

#include "model/network.hpp"
#include "step/moves.hpp"
#include "step/zone_step.hpp"
#include "zone/dbm.hpp"

#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B>
class WaysOut {
 public:
  WaysOut(const model::Network& network, step::ZoneOperations& operations);

  struct Moves {
    bool is_exact = true;                        // false: there are stopwatches, and the zones are too small
    std::vector<zone::Constraint<B>> invariant;  // of the discrete state; an abstracted zone may go beyond it
    std::vector<zone::Dbm<B>> zones;             // from these, time may pass to a move; larger ones first
    std::vector<std::pair<zone::Dbm<B>, step::StepError>> errors;  // from these, time may pass to a run-time error
  };
  // Finds the moves of the discrete state: all of them, or enough to lead out from everywhere. False if there was a
  // run-time error, or if a bound does not fit.
  bool find(std::span<const std::int32_t> state, step::ShapeId shape, Moves& out);

  // The facts about a discrete state; false on a run-time error.
  bool rest(std::span<const std::int32_t> state, step::Rest& out);
  // Appends zones from which time can pass into `to` while `own` holds. With stopwatches they are too small.
  void by_delay(const step::Rest& own, step::ShapeId shape, zone::Dbm<B> to, std::vector<zone::Dbm<B>>& out);
  // Cuts the zone down to where the invariant holds; false: it holds nowhere in the zone.
  bool keep_invariant(const std::vector<zone::Constraint<B>>& invariant, zone::Dbm<B>& zone);
  // The invariant of a discrete state as constraints over its active clocks.
  [[nodiscard]] std::vector<zone::Constraint<B>> invariant_of(const step::Rest& own, step::ShapeId shape) const;
  // The zone where the conditions hold; false: they hold nowhere.
  bool zone_of(std::span<const step::ClockCondition> conditions, step::ShapeId shape, zone::Dbm<B>& out);

  // The zones minus `other`; empty, with is_too_narrow() set, if a bound does not fit.
  std::vector<zone::Dbm<B>> without(const std::vector<zone::Dbm<B>>& zones, const zone::Dbm<B>& other);
  // Whether the zone may be used further; see is_too_narrow().
  bool fits(const zone::Dbm<B>& z);

  [[nodiscard]] const std::optional<step::StepError>& error() const { return moves_.error(); }
  // Whether a bound did not fit B; no result since then may be used.
  [[nodiscard]] bool is_too_narrow() const { return is_too_narrow_; }
  void set_watch(const std::function<bool()>& watch) { moves_.set_watch(watch); }

 private:
  [[nodiscard]] zone::Constraint<B> constraint_of(const step::ClockCondition& c, step::ShapeId shape) const;
  bool add_condition(const step::ClockCondition& c, step::ShapeId shape, zone::Dbm<B>& out);
  bool enabling_zone(const step::Move& move, step::ShapeId shape, zone::Dbm<B>& out);
  void add_negative(const step::Move& move, step::ShapeId shape, Moves& out);

  step::Moves moves_;
  step::Moves targets_;  // for evaluating targets while moves_ expands the source
  step::ZoneOperations& operations_;
  step::Rest own_;
  step::Rest target_rest_;
  bool is_too_narrow_ = false;
  bool has_too_many_pieces_ = false;
};

}  // namespace zonda::search
