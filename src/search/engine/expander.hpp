// Finds the successors of a state: the one way from a state to its successors that all searches share. Each worker has
// one. It is the base of a loop over states, which derives from it (so that there is no detour between them) and has:
//
//   bool add(id, is_new, place, zone)           one successor; false ends the expansion
//   bool add_initial(cells, id, place, zone)    the same for an initial state
//   reduce::Target target_of(state, place)      what a pruner is told of the state that was added last
//
// Targets are looked up some dozens at a time, so that the memory they need is fetched while others are worked on. The
// moves of a discrete state that is expanded often are remembered (search/engine/move_cache.hpp).
//
// What the fast paths assume:
//
//   changes        A target is packed by its changes to the source only if no reduction maps states.
//   keys           The place of a target is found by the key of its source only if no reduction permutes locations.
//   move cache     Moves are kept only if nothing prunes, observes or marks them, if the model has no priorities (which
//                  moves stronger ones forbid is not the same for all zones), and as long as numbers of discrete states
//                  stay what they are.
#pragma once

#include "reduce/reductions.hpp"
#include "search/engine/move_cache.hpp"
#include "search/engine/pruning.hpp"
#include "search/engine/worker.hpp"
#include "search/limits/control.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B, typename Loop>
class Expander {
 protected:
  static constexpr std::size_t kNoSlot = SIZE_MAX;

  // Refers to its arguments, which must outlive it.
  Expander(StateSpace<B>& space, Control& control)
      : control_(control),
        worker_(space),
        reductions_(space.options.reductions != nullptr && space.options.reductions->maps_states()
                        ? space.options.reductions
                        : nullptr),
        permutes_(reductions_ != nullptr && reductions_->permutes()),
        pruning_(space.options.reductions),
        observer_(space.rules.observer),
        marks_(space.options.marks),
        cache_(worker_.packing.words()),
        uses_cache_(stores_all(space.options) && !pruning_.is_used() && observer_ == nullptr &&
                    space.rules.marked_clock == 0),
        words_(worker_.packing.words()),
        from_words_(worker_.packing.words()),
        batch_(space.options.shuffle ? kShuffledBatch : kBatch),
        is_shuffled_(space.options.shuffle.has_value()),
        random_(space.options.shuffle.value_or(0)) {
    control_.add_worker(worker_.counts);
    worker_.moves.set_watch([this] { return control_.may_go_on(); });
    worker_.moves.evaluator().observe(space.rules.seen);
    if (observer_ != nullptr)
      worker_.moves.set_on_error([this](const step::StepError& error) { observer_->failed(nullptr, error); });
    else if (control_.remembers_errors() && has_independent_edges(space.network))
      worker_.moves.set_on_error([this](const step::StepError& error) { control_.fail(error); });
  }
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;
  ~Expander() = default;

  [[nodiscard]] std::size_t cache_bytes() const { return cache_.bytes() + pruning_.bytes(); }
  // Forgets the remembered moves.
  void shrink_cache() { cache_.shrink(); }
  // Stops remembering moves by the number of their discrete state, because these numbers may change from now on.
  void drop_cache() {
    cache_.shrink();
    pruning_.forget();
    uses_cache_ = false;
  }
  // Takes the marks of moves from this table from now on.
  void set_marks(const std::vector<std::vector<keep::Marks>>& marks) { marks_ = &marks; }
  void snapshot(Snapshot& s) {
    s.random(random_);
    pruning_.snapshot(s);
  }

  // Adds the states that a run may start in; there are none if no run can start. False: the search has ended.
  bool seed() {
    bool is_possible = false;
    // A model may have very many initial states.
    for (std::vector<std::int32_t>& initial : worker_.moves.initials())
      if (!control_.watch() || !seed(initial, is_possible)) return false;
    if (!is_possible && !control_.has_error())
      control_.end(Outcome::Kind::Error, "the initial state violates an invariant");
    return is_possible;
  }
  // Adds the states of a run that enters `cells` with the clocks in `at` (over the active clocks) and stays there.
  bool enter(std::span<const std::int32_t> cells, const zone::Dbm<B>& at) {
    Place place;
    if (!worker_.places.find(cells, place)) {
      if (worker_.places.error()) control_.fail(*worker_.places.error());
      return !control_.has_ended();
    }
    worker_.packing.pack(cells, words_);
    const std::uint64_t hash = store::StateStore::hash(words_);
    const auto entered = worker_.stepper.enter(at, place.entry);
    worker_.check_zones(control_);
    store::DiscreteId id = store::kNoDiscrete;
    for (const zone::Dbm<B>& z : entered) {
      bool is_new = false;
      if (id == store::kNoDiscrete) id = find_or_add(words_, hash, kNoSlot, place.entry, is_new);
      if (id == store::kNoDiscrete) return false;
      if (!loop().add_initial(cells, id, place, worker_.stepper.intern(z, place.entry))) return false;
    }
    return !control_.has_ended();
  }

  // Returns the number of a discrete state, which is added to the store if it is new. `slot`: where looking for it
  // begins, or kNoSlot. Returns kNoDiscrete if there is no room for it; the search has ended then.
  store::DiscreteId find_or_add(std::span<const state::Word> words, std::uint64_t hash, std::size_t slot,
                                step::EntryId entry, bool& is_new) {
    const store::DiscreteId known =
        slot != kNoSlot ? worker_.states.find(words, hash, slot) : worker_.states.find(words, hash);
    if (known != store::kNoDiscrete) return known;
    if (!control_.has_room(worker_.states.growth())) return store::kNoDiscrete;
    is_new = true;
    return worker_.states.add(words, hash, entry);
  }

  // Finds the successors of a state, after stepper.start() was called for its zone. False: the search has ended.
  bool expand(store::State from) {
    const bool is_done = expand_moves(from);
    if (!is_done || !worker_.rules.ticks) return is_done;
    return tick(from.discrete);
  }
  // Whether moves were left out when the state was expanded. Valid if no numbers have changed since then.
  [[nodiscard]] bool was_pruned(store::State s) const { return pruning_.was_pruned(s); }
  // Whether a stored zone covers another one. Both belong to one discrete state, which has this entry.
  [[nodiscard]] bool covers(store::ZoneId stored, store::ZoneId zone, step::EntryId entry) {
    const auto signatures = worker_.zones.signatures();
    return stored == zone ||
           (dominates(signatures[stored], signatures[zone]) && worker_.stepper.covers(stored, zone, entry));
  }
  // While a state is expanded: whether the conditions hold together somewhere in its zone.
  bool is_possible(std::span<const step::ClockCondition> conditions) {
    if (!all_meet(conditions)) return false;
    const bool result = conditions.size() <= 1 || worker_.stepper.is_possible(from_shape_, conditions);
    worker_.check_zones(control_);
    return result;
  }

 private:
  using Place = step::Place;
  static constexpr std::size_t kBatch = 64;  // successors that are looked up together
  static constexpr std::size_t kShuffledBatch = 4096;

  // A move and the discrete state that it leads to. Place and action may be filled in later; until then only the
  // place's key is known.
  struct Successor {
    std::uint64_t hash = 0;
    Place place;
    step::ActionId action = 0;
    step::CombinationId combination = step::kNoCombination;
    Places::Key key = 0;
    std::size_t slot = 0;  // where looking for the target begins
    keep::Marks marks = 0;
  };

  bool seed(std::vector<std::int32_t>& initial, bool& is_possible) {
    if (reductions_ != nullptr) reductions_->map(initial, renaming_);
    // An initial state outside the formula to stay in is no error, but one that violates its invariant is.
    Place place;
    if (!worker_.places.find_anywhere(initial, place)) {
      if (worker_.places.error()) control_.fail(*worker_.places.error());
      return !control_.has_ended();
    }
    const zone::Dbm<B> at = worker_.initial_point(place.shape, renaming_.clocks);
    is_possible = is_possible || !worker_.stepper.enter(at, place.entry).empty();
    worker_.check_zones(control_);
    return enter(initial, at);
  }

  bool expand_moves(store::State from) {
    const store::DiscreteId discrete = from.discrete;
    std::span<typename MoveCache<B>::Entry> known;
    if (uses_cache_) cache_.fit(worker_.states.discrete_count(), worker_.states.stored());
    if (uses_cache_ && cache_.find(discrete, known)) return expand_known(known);
    worker_.unpack(discrete, state_);
    std::ranges::copy(worker_.states.words(discrete), from_words_.begin());
    from_shape_ = worker_.operations.shape(state_);
    if (worker_.places.has_keys()) from_key_ = worker_.places.key_of(state_);
    is_recording_ = uses_cache_ && !worker_.network.has_priorities && cache_.is_seen_often(discrete);
    successors_.clear();
    bool is_done = false;
    if (is_recording_) {
      is_recordable_ = true;
      cache_.start(std::max(worker_.states.state_bytes() / 8, 4 * worker_.space.least_table_room));
      is_done =
          worker_.moves.expand(state_, [this](const step::Move& move) { return follow(move); }) && add_successors();
      if (is_done && is_recordable_)
        cache_.finish(discrete);
      else
        cache_.give_up();
    } else if (pruning_.is_used()) [[unlikely]] {
      is_done = pruning_.expand(from, state_, [this] { return expand_all(); });
    } else {
      is_done = expand_all();
    }
    if (is_done || control_.has_ended()) return !control_.has_ended();
    if (worker_.moves.error() && add_successors()) control_.fail_for_good(*worker_.moves.error());
    return !control_.has_ended();
  }
  // Inlining is forced, because the compiler would otherwise call it from the loop, once for every state.
  [[gnu::always_inline]] bool expand_all() {
    const auto visit = [this](const step::Move& move) { return follow(move); };
    // Observers, and the ranges of written values, must only see moves that are possible.
    if (observer_ != nullptr) [[unlikely]]
      return worker_.moves.expand(state_, visit, [this](auto conditions) { return this->is_possible(conditions); });
    return worker_.moves.expand(state_, visit, [this](auto conditions) { return this->all_meet(conditions); }) &&
           add_successors();
  }

  // Follows the tick after one unit of time, which changes nothing but the tick clock.
  bool tick(store::DiscreteId discrete) {
    worker_.unpack(discrete, state_);
    const Place place = worker_.place_of(state_, discrete);
    const step::ActionId action = worker_.operations.action(place.shape, place.shape, worker_.tick_move());
    is_tick_ = true;
    marks_of_move_ = 0;
    bool goes_on = true;
    for (const store::ZoneId zone : successor_zones(action, place.entry))
      goes_on = goes_on && loop().add(discrete, false, place, zone);
    is_tick_ = false;
    return goes_on && !control_.has_ended();
  }

  // --- remembered moves
  bool expand_known(std::span<typename MoveCache<B>::Entry> moves) {
    for (const auto& move : moves) {
      worker_.stepper.prefetch(move.action, move.entry);
      if (move.target != store::kNoDiscrete) worker_.states.prefetch_record(move.target);
    }
    if (is_shuffled_) shuffle(moves.size(), [&](std::size_t i, std::size_t j) { std::swap(moves[i], moves[j]); });
    for (auto& move : moves) {
      control_.watch();
      if (!all_meet(cache_.conditions(move))) continue;
      for (const store::ZoneId zone : successor_zones(move.action, move.entry)) {
        bool is_new = false;
        if (move.target == store::kNoDiscrete) {
          move.target = find_or_add(cache_.words(move), move.hash, kNoSlot, move.entry, is_new);
          if (move.target == store::kNoDiscrete) return false;
        }
        if (!loop().add(move.target, is_new, {move.shape, move.entry}, zone)) return false;
      }
      if (control_.has_ended()) return false;
    }
    return true;
  }

  // --- the discrete side of a move
  bool follow(const step::Move& move) {
    control_.watch();
    if (pruning_.is_active() && pruning_.leaves_out(move)) return true;
    if (move.error != nullptr || !move.required.empty()) is_recordable_ = false;
    if (move.error != nullptr) return fail_if_taken(move, *move.error);
    if (observer_ != nullptr) [[unlikely]]
      return follow_observed(move);
    const std::span<const std::int32_t> target = pack_target(move);
    const std::uint64_t hash = store::StateStore::hash(words_);
    worker_.states.prefetch(hash);
    if (worker_.places.has_keys() && move.combination != step::kNoCombination && !is_recording_ && !permutes_) {
      const Places::Key key = worker_.places.key_after(from_key_, move, state_);
      worker_.places.prefetch(key);
      return note_successor({hash, {}, 0, move.combination, key, 0, marks_on(move)});
    }
    Place place;
    if (!find_place(move, target, hash, place)) return is_no_place(move, target);
    const step::ActionId action = action_of(move, place.shape);
    if (is_recording_) {
      gather(move.conditions);
      cache_.add({hash, store::kNoDiscrete, place.shape, place.entry, action, 0, 0, 0}, words_, constraints_);
      if (!all_meet(constraints_)) return true;
    }
    return note_successor({hash, place, action, step::kNoCombination, 0, 0, marks_on(move)});
  }

  // Does the same for an observer, which is told what became of each move.
  bool follow_observed(const step::Move& move) {
    if (sets_negative_clock(move)) {
      observer_->failed(&move, {kNegativeClock, {}, model::EvalErrorKind::NegativeClock});
      return !control_.has_ended();
    }
    const std::span<const std::int32_t> target = pack_target(move);
    const std::uint64_t hash = store::StateStore::hash(words_);
    Place place;
    if (!find_place(move, target, hash, place)) return is_no_place(move, target);
    const step::ActionId action = action_of(move, place.shape);
    entered_ = 0;
    if (!note_successor({hash, place, action, step::kNoCombination, 0, 0, marks_on(move)}) || !add_successors())
      return false;
    observer_->proposed(move, entered_);
    return !control_.has_ended();
  }
  // Whether no run can be where the move leads, or it is not known whether one can.
  bool is_no_place(const step::Move& move, std::span<const std::int32_t> target) {
    if (worker_.places.error()) {
      is_recordable_ = false;
      const step::StepError error = *worker_.places.error();
      // The formula is evaluated only where the invariants let the move in.
      if (worker_.places.is_formula_error() && !is_let_in(move, target)) return !control_.has_ended();
      return fail_if_taken(move, error);
    }
    if (observer_ == nullptr) return has_no_negative_clock(move);
    observer_->proposed(move, 0);
    return !control_.has_ended();
  }
  // Whether the invariants at the target of a move allow some of the states after it.
  bool is_let_in(const step::Move& move, std::span<const std::int32_t> target) {
    Place place;
    if (!worker_.places.find_anywhere(target, place)) return false;
    const bool result = !successor_zones(action_of(move, place.shape), place.entry).empty();
    return result;
  }

  [[nodiscard]] keep::Marks marks_on(const step::Move& move) const {
    keep::Marks result = 0;
    if (worker_.rules.marked_clock != 0)
      for (const step::ClockSetting& set : move.settings) result |= set.clock == worker_.rules.marked_clock ? 1U : 0U;
    if (marks_ == nullptr) return result;
    for (const step::EdgeRef& e : move.edges) result |= (*marks_)[e.process][e.edge];
    return result;
  }

  // The operation of the move on zones of the source, with clocks exchanged as renaming_ says.
  step::ActionId action_of(const step::Move& move, step::ShapeId to) {
    if (renaming_.clocks.empty()) return worker_.operations.action(from_shape_, to, move);
    return worker_.operations.action(from_shape_, to, renamed(move, renaming_.clocks, renamed_settings_));
  }

  // Puts the words of the target into words_ and returns its cells.
  std::span<const std::int32_t> pack_target(const step::Move& move) {
    if (reductions_ == nullptr && move.knows_changes) {
      std::ranges::copy(from_words_, words_.begin());
      for (const model::Address cell : move.changes)
        if (move.target[cell] != state_[cell]) worker_.packing.set(words_, cell, move.target[cell]);
      return move.target;
    }
    if (reductions_ == nullptr) {
      worker_.packing.pack(move.target, words_);
      return move.target;
    }
    target_.assign(move.target.begin(), move.target.end());
    reductions_->map(target_, renaming_);
    worker_.packing.pack(target_, words_);
    return target_;
  }

  // Finds the place of the target of a move from the current state; the words of the target are in words_. False: no
  // run can be there, or worker_.places.error() says why it is not known.
  bool find_place(const step::Move& move, std::span<const std::int32_t> target, std::uint64_t hash, Place& place) {
    if (worker_.places.has_keys()) {
      place = worker_.places.find(
          permutes_ ? worker_.places.key_of(target) : worker_.places.key_after(from_key_, move, state_),
          [this] { return worker_.space.table_room(); }, [&] { return target; });
      return true;
    }
    const store::DiscreteId id = worker_.states.find(words_, hash);
    if (id == store::kNoDiscrete) return worker_.places.find(target, place);
    place = {worker_.operations.shape(target), worker_.states.note(id)};
    return true;
  }

  // --- targets, in batches
  // Notes a successor whose words are in words_; it is added together with others.
  bool note_successor(const Successor& s) {
    const std::size_t first = successors_.size() * words_.size();
    successors_.push_back(s);
    if (successor_words_.size() < first + words_.size()) successor_words_.resize(first + words_.size());
    std::ranges::copy(words_, successor_words_.begin() + static_cast<std::ptrdiff_t>(first));
    if (successors_.size() == batch_) return add_successors();
    return !control_.has_ended();
  }

  bool add_successors() {
    const std::size_t size = words_.size();
    const auto words = [&](std::size_t i) { return std::span(successor_words_).subspan(i * size, size); };
    if (is_shuffled_)
      shuffle(successors_.size(), [&](std::size_t i, std::size_t j) {
        std::swap(successors_[i], successors_[j]);
        std::swap_ranges(words(i).begin(), words(i).end(), words(j).begin());
      });
    for (std::size_t i = 0; i < successors_.size(); ++i) {
      Successor& s = successors_[i];
      if (s.combination != step::kNoCombination) fill_in(s, words(i));
      worker_.stepper.prefetch(s.action, s.place.entry);
      s.slot = worker_.states.candidate(s.hash);
    }
    const std::size_t slots_then = worker_.states.slots();
    for (std::size_t i = 0; i < successors_.size(); ++i) {
      const Successor& s = successors_[i];
      // The table may have grown in the meantime.
      const std::size_t slot = slots_then == worker_.states.slots() ? s.slot : kNoSlot;
      if (!add_successor(s, words(i), slot)) return false;
    }
    successors_.clear();
    return true;
  }

  void fill_in(Successor& s, std::span<const state::Word> words) {
    s.place = worker_.places.find(
        s.key, [this] { return worker_.space.table_room(); },
        [&] {
          worker_.unpack(words, target_);
          return std::span<const std::int32_t>(target_);
        });
    if (!worker_.operations.find_action(from_shape_, s.place.shape, s.combination, s.action))
      s.action =
          worker_.operations.action(from_shape_, s.place.shape, worker_.moves.combinations()[s.combination].move);
  }

  bool add_successor(const Successor& s, std::span<const state::Word> words, std::size_t slot) {
    store::DiscreteId id = store::kNoDiscrete;
    marks_of_move_ = s.marks;
    for (const store::ZoneId zone : successor_zones(s.action, s.place.entry)) {
      bool is_new = false;
      if (id == store::kNoDiscrete) id = find_or_add(words, s.hash, slot, s.place.entry, is_new);
      if (id == store::kNoDiscrete || !loop().add(id, is_new, s.place, zone)) return false;
      ++entered_;
      if (pruning_.is_active()) [[unlikely]]
        pruning_.led_to(loop().target_of({id, zone}, s.place));
    }
    return !control_.has_ended();
  }

  std::span<const store::ZoneId> successor_zones(step::ActionId action, step::EntryId entry) {
    const auto result = worker_.stepper.successors(
        action, entry, [this] { return worker_.space.table_room() / 2; },
        [this](std::size_t growth) { return control_.has_room(growth); });
    worker_.check_zones(control_);
    return result;
  }

  // --- --shuffle
  template <typename Swap>
  void shuffle(std::size_t count, Swap&& swap) {
    for (std::size_t i = 0; i + 1 < count; ++i)
      if (const auto by = static_cast<std::size_t>(random_() % (count - i)); by > 0) swap(i, i + by);
  }

  // --- conditions on clocks
  // Puts the conditions, in terms of positions, into constraints_. Conditions that do not fit are left out here; the
  // operation on the zone will detect them.
  void gather(std::span<const step::ClockCondition> conditions) {
    constraints_.clear();
    zone::Constraint<B> one;
    for (const step::ClockCondition& c : conditions)
      if (worker_.as_constraint(from_shape_, c, one)) constraints_.push_back(one);
  }
  // Whether each constraint holds somewhere in the zone. Most impossible moves are ruled out here.
  bool all_meet(std::span<const zone::Constraint<B>> constraints) {
    return std::all_of(constraints.begin(), constraints.end(),
                       [&](const zone::Constraint<B>& c) { return worker_.stepper.meets(c); });
  }
  bool all_meet(std::span<const step::ClockCondition> conditions) { return worker_.all_meet(from_shape_, conditions); }

  // --- errors
  // Ends the search with a run-time error if the move can be taken. Successors found before it still count.
  bool fail_if_taken(const step::Move& move, const step::StepError& error) {
    const bool is_taken = worker_.stepper.is_possible(from_shape_, move.conditions);
    worker_.check_zones(control_);
    if (!is_taken) return !control_.has_ended();
    if (observer_ != nullptr) {
      observer_->failed(&move, error);
      return !control_.has_ended();
    }
    if (control_.remembers_errors()) {
      control_.fail(error);
      return !control_.has_ended();
    }
    if (add_successors()) control_.fail(error);
    return false;
  }
  bool sets_negative_clock(const step::Move& move) {
    return std::any_of(move.required.begin(), move.required.end(), [&](const step::ClockCondition& c) {
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      conditions_.push_back(c.negated());
      const bool result = worker_.stepper.is_possible(from_shape_, conditions_);
      worker_.check_zones(control_);
      return result;
    });
  }
  // Even a move that the target's invariant forbids runs its update.
  bool has_no_negative_clock(const step::Move& move) {
    if (sets_negative_clock(move) && (control_.remembers_errors() || add_successors()))
      control_.fail({kNegativeClock, {}, model::EvalErrorKind::NegativeClock});
    return !control_.has_ended();
  }
  // Whether an edge whose guard cannot be evaluated may be left out, because no other move depends on whether it is
  // enabled. In a broadcast, every receiver that can take part does; and a move of higher priority forbids others.
  static bool has_independent_edges(const model::Network& network) {
    return !network.has_priorities &&
           std::ranges::none_of(network.channels, [](const model::Channel& c) { return c.is_broadcast; });
  }

  [[nodiscard]] Loop& loop() { return static_cast<Loop&>(*this); }

 protected:
  Control& control_;
  Worker<B> worker_;
  keep::Marks marks_of_move_ = 0;  // of the move that led to the state being added
  bool is_tick_ = false;           // the state being added was reached by a unit of time, not by a move

 private:
  const reduce::Reductions* reductions_;  // null: none maps states
  bool permutes_;
  reduce::Renaming renaming_;  // of the current target
  std::vector<step::ClockSetting> renamed_settings_;
  Pruning pruning_;
  MoveObserver* observer_;
  std::size_t entered_ = 0;  // successors that were added
  const std::vector<std::vector<keep::Marks>>* marks_;
  MoveCache<B> cache_;
  bool uses_cache_;             // discrete states keep their numbers
  bool is_recording_ = false;   // the moves of the current state are being recorded …
  bool is_recordable_ = false;  // … unless one of them turned out not to be recordable
  // The state that is being expanded.
  std::vector<std::int32_t> state_;
  std::vector<state::Word> words_;
  std::vector<state::Word> from_words_;
  step::ShapeId from_shape_ = 0;
  Places::Key from_key_{};
  // The batch of successors, and their words.
  std::vector<Successor> successors_;
  std::vector<state::Word> successor_words_;
  std::size_t batch_;
  bool is_shuffled_;
  std::mt19937_64 random_;
  std::vector<std::int32_t> target_;
  std::vector<zone::Constraint<B>> constraints_;
  std::vector<step::ClockCondition> conditions_;
};

}  // namespace zonda::search
