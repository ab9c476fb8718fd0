#include "search/formulas/goal.hpp"

#include "search/formulas/formula_parts.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <cstdlib>

namespace zonda::search {

using model::Formula;
using zone::Constraint;
using zone::Dbm;

template <typename B>
Goal<B>::Goal(const model::Network& network, const Formula& formula, bool is_negated, step::ZoneOperations& operations)
    : network_(network), moves_(network), out_(network, operations), operations_(operations) {
  aim(formula, is_negated, says_nothing_of_clocks(formula));
}

template <typename B>
void Goal<B>::aim(const Formula& formula, bool is_negated, bool is_discrete) {
  formula_ = &formula;
  is_negated_ = is_negated;
  is_discrete_ = is_discrete;
  if (!is_discrete_ && ways_.empty()) ways_.resize(kRemembered);
}

template <typename B>
bool Goal<B>::is_met(std::span<const std::int32_t> state, std::uint32_t discrete, step::ShapeId shape,
                     const Dbm<B>& zone) {
  moves_.clear_error();
  was_stopped_ = false;
  moves_.load(state);
  if (is_discrete_) {
    bool holds = false;
    return evaluate(*formula_, holds) && holds != is_negated_;
  }
  state_.assign(state.begin(), state.end());
  discrete_ = discrete;
  shape_ = shape;
  return exists({{formula_, is_negated_}}, zone);
}

template <typename B>
void Goal<B>::for_each_piece(std::span<const std::int32_t> state, std::uint32_t discrete, step::ShapeId shape,
                             const Dbm<B>& zone, const OnPiece& on_piece) {
  on_piece_ = &on_piece;
  if (is_met(state, discrete, shape, zone)) on_piece(zone);
  on_piece_ = nullptr;
}

// Evaluates a formula that does not mention clocks. False on a run-time error.
template <typename B>
bool Goal<B>::evaluate(const Formula& f, bool& holds) {
  if (f.kind == Formula::Kind::Discrete) {
    std::int32_t value = 0;
    if (!moves_.evaluator().run(f.integer, value)) return moves_.note_error("the query"), false;
    holds = value != 0;
    return true;
  }
  const bool is_and = f.kind == Formula::Kind::And;
  holds = is_and;
  for (const Formula& child : f.children) {
    if (!evaluate(child, holds)) return false;
    if (holds != is_and) return true;
  }
  return true;
}

// Searches the disjunctive normal form without writing it down: `todo` is a conjunction still to be satisfied.
template <typename B>
bool Goal<B>::exists(std::vector<Todo> todo, Dbm<B> zone) {
  while (!todo.empty()) {
    const Todo at = todo.back();
    todo.pop_back();
    const Formula& f = *at.formula;
    const bool is_and = (f.kind == Formula::Kind::And) != at.is_negated;
    switch (f.kind) {
      case Formula::Kind::Discrete: {
        std::int32_t value = 0;
        moves_.load(state_);
        if (!moves_.evaluator().run(f.integer, value)) return moves_.note_error("the query"), false;
        if ((value != 0) == at.is_negated) return false;
        break;
      }
      case Formula::Kind::Clock: {
        std::int32_t holds = 0;
        std::int32_t left = 0;
        std::int32_t right = 0;
        step::ClockCondition c;
        model::Evaluator& machine = moves_.evaluator();
        moves_.load(state_);
        if (!machine.run(f.clock.condition, holds) || !machine.run(f.clock.left, left) ||
            !machine.run(f.clock.right, right) || !machine.run(f.clock.bound, c.value))
          return moves_.note_error("the query"), false;
        c.left = static_cast<std::uint32_t>(left);
        c.right = static_cast<std::uint32_t>(right);
        c.is_strict = f.clock.is_strict;
        if (std::abs(std::int64_t{c.value}) > model::kLargestClockConstant)
          return moves_.fail(step::too_large(c.value, f.clock.range)), false;
        if (at.is_negated) c = c.negated();
        if (always_holds(c)) break;
        if (never_holds(c)) return false;
        const std::int32_t l = operations_.position(shape_, c.left);
        const std::int32_t r = operations_.position(shape_, c.right);
        ZONDA_CHECK(l >= 0 && r >= 0, "a clock of the query is not active");
        const Constraint<B> constraint{static_cast<std::uint32_t>(l), static_cast<std::uint32_t>(r),
                                       zone::make_bound<B>(c.value, c.is_strict)};
        if (!constrain(zone, constraint)) return false;
        is_too_narrow_ = is_too_narrow_ || !is_within_limit(zone);
        break;
      }
      case Formula::Kind::Deadlock:
      case Formula::Kind::NoDeadlock: {
        const bool wants_deadlock = (f.kind == Formula::Kind::Deadlock) != at.is_negated;
        const Ways* all = ways();
        // Lower/upper bounds forget the upper bound of a clock that no guard tests from below, so an abstracted zone
        // may go beyond the invariant. Nothing can happen there, but no run comes there either.
        if (all == nullptr || !out_.keep_invariant(all->moves.invariant, zone)) return false;
        std::vector<Dbm<B>> dead = deadlocked(all->moves, zone, wants_deadlock);
        if (has_failed()) return false;
        std::vector<Dbm<B>> parts = dead;
        if (!wants_deadlock) {
          parts.assign(1, zone);
          if (!all->moves.is_exact) dead.clear();  // it is better to find too many states than too few
          for (const Dbm<B>& piece : dead) parts = out_.without(parts, piece);
        }
        for (const Dbm<B>& part : parts) {
          if (exists(todo, part)) return true;
          if (has_failed()) return false;
        }
        return false;
      }
      case Formula::Kind::And:
      case Formula::Kind::Or:
        if (is_and) {
          for (std::size_t i = f.children.size(); i-- > 0;) todo.push_back({&f.children[i], at.is_negated});
          break;
        }
        for (const Formula& child : f.children) {
          if (says_nothing_of_clocks(child)) {
            // If it holds, it decides for the whole zone, and the operand after it is not evaluated.
            bool holds = false;
            moves_.load(state_);
            if (!evaluate(child, holds)) return false;
            if (holds != at.is_negated) return exists(std::move(todo), std::move(zone));
            continue;
          }
          std::vector<Todo> rest = todo;
          rest.push_back({&child, at.is_negated});
          if (exists(std::move(rest), zone)) return true;
          if (has_failed()) return false;
        }
        return false;
    }
  }
  if (on_piece_ == nullptr) return true;
  (*on_piece_)(zone);
  return false;  // continue
}

template <typename B>
void Goal<B>::forget(std::uint32_t discrete) {
  if (!ways_.empty()) ways_[discrete % kRemembered].is_known = false;
}

// Everything that can reach a move by delay in the current discrete state. The result is remembered, because a discrete
// state comes with many zones. Null on a run-time error, if a bound does not fit, and if the watch stopped it.
template <typename B>
const typename Goal<B>::Ways* Goal<B>::ways() {
  Ways& known = ways_[discrete_ % kRemembered];
  if (known.is_known && known.discrete == discrete_) return &known;
  known.is_known = false;
  if (!out_.find(state_, shape_, known.moves)) {
    if (out_.error()) moves_.fail(*out_.error());
    was_stopped_ = !has_failed();
    return nullptr;
  }
  known.discrete = discrete_;
  known.is_known = true;
  return &known;
}

// The part of the zone from which no move can be reached by delay; with stopwatches it is too large. A valuation whose
// only move ends in an error counts neither as deadlocked nor as free: `counts_errors` says whether such moves count.
// The error itself is met when the state is expanded.
template <typename B>
std::vector<Dbm<B>> Goal<B>::deadlocked(const typename WaysOut<B>::Moves& moves, const Dbm<B>& zone,
                                        bool counts_errors) {
  const std::vector<Dbm<B>>& zones = moves.zones;
  for (const Dbm<B>& from : zones)
    if (includes(from, zone)) return {};
  std::vector<Dbm<B>> left{zone};
  for (std::size_t i = 0; i < zones.size() && !left.empty(); ++i) left = out_.without(left, zones[i]);
  if (!counts_errors) return left;
  for (const auto& [from, error] : moves.errors) {
    if (left.empty()) break;
    left = out_.without(left, from);
  }
  return left;
}

template class Goal<std::int16_t>;
template class Goal<std::int32_t>;

}  // namespace zonda::search
