// Finds the successors of a stored state. The base of a loop over states, which derives from it (so that all parts lie
// in one object: there is no detour to them) and has:
//
//   store::DiscreteId find_or_add(words, hash, slot, entry, is_new)   of a target; kNoDiscrete: there is no room
//   bool add(id, is_new, place, zone)                                 one successor; false ends it
//   std::uint64_t bytes()                                             that the loop has taken, about
//   std::size_t count(stats)                                          what is counted in the end; how many wait
//
// Targets are looked up together, some dozens at a time, so that the memory they need comes while others are worked on.
// What the moves of a discrete state come to is kept where it is expanded often (search/move_cache.hpp).
#pragma once

#include "search/course.hpp"
#include "search/move_cache.hpp"
#include "search/parts.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B, typename Loop>
class Expander {
 protected:
  static constexpr std::size_t kNoSlot = SIZE_MAX;

  Expander(const model::Network& network, const analysis::ClockBounds& bounds, const Options& options)
      : parts_(network, bounds, options),
        course_(
            options, [this] { return loop().bytes(); }, [this](Stats& stats) { return loop().count(stats); }),
        live_(options.live),
        marks_(options.marks),
        cache_(parts_.packing.words()),
        uses_cache_(stores_all(options)),
        words_(parts_.packing.words()),
        from_words_(parts_.packing.words()),
        batch_(options.shuffle ? kShuffledBatch : kBatch),
        is_shuffled_(options.shuffle.has_value()),
        random_(options.shuffle.value_or(0)) {}

  [[nodiscard]] std::size_t cache_bytes() const { return cache_.bytes(); }
  // From now on numbers of discrete states may change.
  void drop_cache() {
    cache_.shrink();
    uses_cache_ = false;
  }
  // What marks_of_move_ is taken from.
  void set_marks(const std::vector<std::vector<keep::Marks>>& marks) { marks_ = &marks; }
  void snapshot(Snapshot& s) { s.random(random_); }

  // space.start() has been called for its zone. False: the course has ended.
  bool expand(store::DiscreteId discrete) {
    std::span<typename MoveCache<B>::Entry> known;
    if (uses_cache_) cache_.fit(parts_.states.discrete_count(), parts_.states.stored());
    if (uses_cache_ && cache_.find(discrete, known)) return expand_known(known);
    parts_.unpack(discrete, state_);
    std::ranges::copy(parts_.states.words(discrete), from_words_.begin());
    from_shape_ = parts_.operations.shape(state_);
    if (parts_.places.has_keys()) from_key_ = parts_.places.key_of(state_);
    const auto visit = [this](const step::Move& move) { return follow(move); };
    bool is_done = false;
    // Which moves stronger ones forbid is not the same for all zones.
    is_recording_ = uses_cache_ && !parts_.network.has_priorities && cache_.is_seen_often(discrete);
    successors_.clear();
    if (is_recording_) {
      is_recordable_ = true;
      cache_.start(std::max(parts_.states.state_bytes() / 8, 4 * parts_.least_table_room));
      is_done = parts_.moves.expand(state_, visit) && add_successors();
      if (is_done && is_recordable_)
        cache_.finish(discrete);
      else
        cache_.give_up();
    } else {
      const auto is_possible = [this](auto conditions) { return this->all_meet(conditions); };
      is_done = parts_.moves.expand(state_, visit, is_possible) && add_successors();
    }
    if (is_done || course_.has_ended()) return !course_.has_ended();
    if (parts_.moves.error() && add_successors()) course_.fail(*parts_.moves.error());
    return !course_.has_ended();
  }

 private:
  using Place = step::Place;
  static constexpr std::size_t kBatch = 64;  // successors that are looked up together
  static constexpr std::size_t kShuffledBatch = 4096;

  // A move and the discrete state that it leads to. Place and action may be filled in later; until then there is the
  // place's key.
  struct Successor {
    std::uint64_t hash = 0;
    Place place;
    step::ActionId action = 0;
    step::CombinationId combination = step::kNoCombination;
    Places::Key key = 0;
    std::size_t slot = 0;  // where looking for it begins
    keep::Marks marks = 0;
  };

  // --- what was kept
  bool expand_known(std::span<typename MoveCache<B>::Entry> moves) {
    for (const auto& move : moves) {
      parts_.space.prefetch(move.action, move.entry);
      if (move.target != store::kNoDiscrete) parts_.states.prefetch_record(move.target);
    }
    if (is_shuffled_) shuffle(moves.size(), [&](std::size_t i, std::size_t j) { std::swap(moves[i], moves[j]); });
    for (auto& move : moves) {
      course_.watch();
      if (!all_meet(cache_.conditions(move))) continue;
      for (const store::ZoneId zone : successor_zones(move.action, move.entry)) {
        bool is_new = false;
        if (move.target == store::kNoDiscrete) {
          move.target = loop().find_or_add(cache_.words(move), move.hash, kNoSlot, move.entry, is_new);
          if (move.target == store::kNoDiscrete) return false;
        }
        if (!loop().add(move.target, is_new, {move.shape, move.entry}, zone)) return false;
      }
      if (course_.has_ended()) return false;
    }
    return true;
  }

  // --- the discrete side of a move
  bool follow(const step::Move& move) {
    course_.watch();
    if (move.error != nullptr || !move.required.empty()) is_recordable_ = false;
    if (move.error != nullptr) return fail_if_taken(move, *move.error);
    const std::span<const std::int32_t> target = pack_target(move);
    const std::uint64_t hash = store::StateStore::hash(words_);
    parts_.states.prefetch(hash);
    if (parts_.places.has_keys() && move.combination != step::kNoCombination && !is_recording_) {
      const Places::Key key = parts_.places.key_after(from_key_, move, state_);
      parts_.places.prefetch(key);
      return note_successor({hash, {}, 0, move.combination, key, 0, marks_on(move)});
    }
    Place place;
    if (!find_place(move, target, hash, place)) {
      if (parts_.places.error()) is_recordable_ = false;
      return parts_.places.error() ? fail_if_taken(move, *parts_.places.error()) : has_no_negative_clock(move);
    }
    const step::ActionId action = parts_.operations.action(from_shape_, place.shape, move);
    if (is_recording_) {
      gather(move.conditions);
      cache_.add({hash, store::kNoDiscrete, place.shape, place.entry, action, 0, 0, 0}, words_, constraints_);
      if (!all_meet(constraints_)) return true;
    }
    return note_successor({hash, place, action, step::kNoCombination, 0, 0, marks_on(move)});
  }

  [[nodiscard]] keep::Marks marks_on(const step::Move& move) const {
    keep::Marks result = 0;
    if (marks_ == nullptr) return result;
    for (const step::EdgeRef& e : move.edges) result |= (*marks_)[e.process][e.edge];
    return result;
  }

  // The target's words into words_; returns its cells.
  std::span<const std::int32_t> pack_target(const step::Move& move) {
    if (live_ == nullptr && move.knows_changes) {
      std::ranges::copy(from_words_, words_.begin());
      for (const model::Address cell : move.changes)
        if (move.target[cell] != state_[cell]) parts_.packing.set(words_, cell, move.target[cell]);
      return move.target;
    }
    if (live_ == nullptr) {
      parts_.packing.pack(move.target, words_);
      return move.target;
    }
    target_.assign(move.target.begin(), move.target.end());
    live_->clear_dead(target_);
    parts_.packing.pack(target_, words_);
    return target_;
  }

  // Of the target of a move from the current state, whose words are words_. False when it cannot be, or an error
  // stopped it: then parts_.places.error() tells.
  bool find_place(const step::Move& move, std::span<const std::int32_t> target, std::uint64_t hash, Place& place) {
    if (parts_.places.has_keys()) {
      place = parts_.places.find(
          parts_.places.key_after(from_key_, move, state_), [this] { return parts_.table_room(); },
          [&] { return target; });
      return true;
    }
    const store::DiscreteId id = parts_.states.find(words_, hash);
    if (id == store::kNoDiscrete) return parts_.places.find(target, place);
    place = {parts_.operations.shape(target), parts_.states.note(id)};
    return true;
  }

  // --- targets, some at a time
  // Its words are words_.
  bool note_successor(const Successor& s) {
    const std::size_t first = successors_.size() * words_.size();
    successors_.push_back(s);
    if (successor_words_.size() < first + words_.size()) successor_words_.resize(first + words_.size());
    std::ranges::copy(words_, successor_words_.begin() + static_cast<std::ptrdiff_t>(first));
    if (successors_.size() == batch_) return add_successors();
    return !course_.has_ended();
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
      parts_.space.prefetch(s.action, s.place.entry);
      s.slot = parts_.states.candidate(s.hash);
    }
    const std::size_t slots_then = parts_.states.slots();
    for (std::size_t i = 0; i < successors_.size(); ++i) {
      const Successor& s = successors_[i];
      // The table may have grown since.
      const std::size_t slot = slots_then == parts_.states.slots() ? s.slot : kNoSlot;
      if (!add_successor(s, words(i), slot)) return false;
    }
    successors_.clear();
    return true;
  }

  void fill_in(Successor& s, std::span<const state::Word> words) {
    s.place = parts_.places.find(
        s.key, [this] { return parts_.table_room(); },
        [&] {
          parts_.unpack(words, target_);
          return std::span<const std::int32_t>(target_);
        });
    if (!parts_.operations.find_action(from_shape_, s.place.shape, s.combination, s.action))
      s.action = parts_.operations.action(from_shape_, s.place.shape, parts_.moves.combinations()[s.combination].move);
  }

  bool add_successor(const Successor& s, std::span<const state::Word> words, std::size_t slot) {
    store::DiscreteId id = store::kNoDiscrete;
    marks_of_move_ = s.marks;
    for (const store::ZoneId zone : successor_zones(s.action, s.place.entry)) {
      bool is_new = false;
      if (id == store::kNoDiscrete) id = loop().find_or_add(words, s.hash, slot, s.place.entry, is_new);
      if (id == store::kNoDiscrete || !loop().add(id, is_new, s.place, zone)) return false;
    }
    return !course_.has_ended();
  }

  std::span<const store::ZoneId> successor_zones(step::ActionId action, step::EntryId entry) {
    const auto result = parts_.space.successors(
        action, entry, [this] { return parts_.table_room() / 2; },
        [this](std::size_t growth) { return course_.has_room(growth); });
    parts_.check_zones(course_);
    return result;
  }

  // --- --shuffle
  template <typename Swap>
  void shuffle(std::size_t count, Swap&& swap) {
    for (std::size_t i = 0; i + 1 < count; ++i)
      if (const auto by = static_cast<std::size_t>(random_() % (count - i)); by > 0) swap(i, i + by);
  }

  // --- conditions on clocks
  // In terms of positions, into constraints_. Those that do not fit are left out here; the operation on the zone will
  // find out.
  void gather(std::span<const step::ClockCondition> conditions) {
    constraints_.clear();
    zone::Constraint<B> one;
    for (const step::ClockCondition& c : conditions)
      if (as_constraint(c, one)) constraints_.push_back(one);
  }
  bool as_constraint(const step::ClockCondition& c, zone::Constraint<B>& out) const {
    const std::int32_t left = parts_.operations.position(from_shape_, c.left);
    const std::int32_t right = parts_.operations.position(from_shape_, c.right);
    if (left < 0 || right < 0 || left == right || std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return false;
    out = {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right),
           zone::make_bound<B>(c.value, c.is_strict)};
    return true;
  }
  // Whether each of them holds somewhere in the zone; that most moves are impossible shows here.
  bool all_meet(std::span<const zone::Constraint<B>> constraints) const {
    return std::all_of(constraints.begin(), constraints.end(),
                       [&](const zone::Constraint<B>& c) { return parts_.space.meets(c); });
  }
  bool all_meet(std::span<const step::ClockCondition> conditions) const {
    zone::Constraint<B> one;
    return std::all_of(conditions.begin(), conditions.end(), [&](const step::ClockCondition& c) {
      return !as_constraint(c, one) || parts_.space.meets(one);
    });
  }

  // --- errors
  // What comes before the error counts.
  bool fail_if_taken(const step::Move& move, const step::StepError& error) {
    if (!is_taken(move)) return !course_.has_ended();
    if (add_successors()) course_.fail(error);
    return false;
  }
  // Whether the clocks of the state let the move happen.
  bool is_taken(const step::Move& move) {
    const bool result = parts_.space.is_possible(from_shape_, move.conditions);
    parts_.check_zones(course_);
    return result;
  }
  // A move that the target's invariant forbids runs its update all the same.
  bool has_no_negative_clock(const step::Move& move) {
    for (const step::ClockCondition& c : move.required) {
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      conditions_.push_back(c.negated());
      if (parts_.space.is_possible(from_shape_, conditions_) && add_successors())
        course_.end(Outcome::Kind::Error, Parts<B>::kNegativeClock);
      parts_.check_zones(course_);
    }
    return !course_.has_ended();
  }

  [[nodiscard]] Loop& loop() { return static_cast<Loop&>(*this); }

 protected:
  Parts<B> parts_;
  Course course_;
  keep::Marks marks_of_move_ = 0;  // of the one that led to what is being added

 private:
  const analysis::LiveVariables* live_;
  const std::vector<std::vector<keep::Marks>>* marks_;
  MoveCache<B> cache_;
  bool uses_cache_;             // numbers of discrete states stay what they are
  bool is_recording_ = false;   // the moves of the state at hand are kept …
  bool is_recordable_ = false;  // … if that can be done
  // The state at hand.
  std::vector<std::int32_t> state_;
  std::vector<state::Word> words_;
  std::vector<state::Word> from_words_;
  step::ShapeId from_shape_ = 0;
  Places::Key from_key_{};
  std::vector<Successor> successors_;  // and their words
  std::vector<state::Word> successor_words_;
  std::size_t batch_;
  bool is_shuffled_;
  std::mt19937_64 random_;
  std::vector<std::int32_t> target_;
  std::vector<zone::Constraint<B>> constraints_;
  std::vector<step::ClockCondition> conditions_;
};

}  // namespace zonda::search
