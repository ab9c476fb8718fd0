// Whether some valuation of a symbolic state satisfies a state formula.
//
// `deadlock` is a property of valuations, not of zones: it is computed by subtracting from the zone everything that can
// delay to a move (soundness rule 3).
#pragma once

#include "model/network.hpp"
#include "search/formulas/ways_out.hpp"
#include "step/moves.hpp"
#include "step/zone_step.hpp"
#include "zone/dbm.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class Goal {
 public:
  // Looks for states that satisfy the formula or, if it is negated, for states that do not.
  Goal(const model::Network& network, const model::Formula& formula, bool is_negated, step::ZoneOperations& operations);
  // Looks for another formula from now on; `is_discrete`: it does not mention clocks.
  void aim(const model::Formula& formula, bool is_negated, bool is_discrete);

  // Whether some valuation of the zone meets the goal. `discrete` is the number of the discrete state. Also false if a
  // run-time error or the watch stopped it; see error() and was_stopped().
  bool is_met(std::span<const std::int32_t> state, std::uint32_t discrete, step::ShapeId shape,
              const zone::Dbm<B>& zone);

  // The number stands for another discrete state from now on.
  void forget(std::uint32_t discrete);
  // All numbers may stand for other discrete states from now on.
  void forget_all() { std::vector<Ways>(ways_.size()).swap(ways_); }
  // Whether the formula does not mention clocks.
  [[nodiscard]] bool is_discrete() const { return is_discrete_; }
  // Whether the formula is the constant false, as it is if all states are wanted.
  [[nodiscard]] bool is_never() const {
    const bool is_constant = formula_->kind == model::Formula::Kind::Discrete && formula_->integer.is_constant();
    return is_constant && (formula_->integer.value != 0) == is_negated_;
  }

  // Called for every convex piece that satisfies the formula, instead of stopping at the first.
  using OnPiece = std::function<void(const zone::Dbm<B>&)>;
  void for_each_piece(std::span<const std::int32_t> state, std::uint32_t discrete, step::ShapeId shape,
                      const zone::Dbm<B>& zone, const OnPiece& on_piece);

  [[nodiscard]] const std::optional<step::StepError>& error() const { return moves_.error(); }
  // Whether a bound did not fit B; no result since then may be used.
  [[nodiscard]] bool is_too_narrow() const { return is_too_narrow_ || out_.is_too_narrow(); }
  // Whether the watch stopped the work on the last state, so that nothing is known about it.
  [[nodiscard]] bool was_stopped() const { return was_stopped_; }
  void set_watch(const std::function<bool()>& watch) { out_.set_watch(watch); }

 private:
  struct Todo {
    const model::Formula* formula = nullptr;
    bool is_negated = false;
  };
  bool exists(std::vector<Todo> todo, zone::Dbm<B> zone);
  struct Ways {
    bool is_known = false;
    std::uint32_t discrete = 0;
    typename WaysOut<B>::Moves moves;
  };
  static constexpr std::size_t kRemembered = 4096;

  const Ways* ways();
  bool evaluate(const model::Formula& f, bool& holds);
  // Whether results must no longer be used.
  [[nodiscard]] bool has_failed() const { return moves_.error() || is_too_narrow() || was_stopped_; }
  // `counts_errors`: a valuation that can reach a run-time error is not deadlocked.
  std::vector<zone::Dbm<B>> deadlocked(const typename WaysOut<B>::Moves& moves, const zone::Dbm<B>& zone,
                                       bool counts_errors);

  const model::Network& network_;
  const model::Formula* formula_ = nullptr;
  bool is_negated_ = false;
  bool is_discrete_ = false;
  // Not the moves of the search, because goals are evaluated while the search expands a state.
  step::Moves moves_;
  WaysOut<B> out_;
  step::ZoneOperations& operations_;
  std::vector<std::int32_t> state_;
  std::uint32_t discrete_ = 0;
  step::ShapeId shape_ = 0;
  const OnPiece* on_piece_ = nullptr;
  bool is_too_narrow_ = false;
  bool was_stopped_ = false;
  std::vector<Ways> ways_;  // by the discrete state's number modulo kRemembered
};

}  // namespace zonda::search
