#include "search/reachability.hpp"

#include "search/goal.hpp"
#include "search/limit_watch.hpp"
#include "search/move_cache.hpp"
#include "search/places.hpp"
#include "search/zone_space.hpp"
#include "state/packing.hpp"
#include "store/state_store.hpp"
#include "util/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace zonda::search {

namespace {

state::Packing packing_of(const model::Network& network) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back({network.cells[i].lower, network.cells[i].upper});
  return state::Packing(fields);
}

// An eighth of the memory at most.
std::size_t memo_entries(const Limits& limits) {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  constexpr std::size_t kLeast = 1024;
  if (limits.memory_bytes == 0) return kMost;
  return std::clamp(std::bit_floor<std::size_t>(limits.memory_bytes / 8 / step::ZoneMemo::kEntryBytes), kLeast, kMost);
}

template <typename B>
class Reachability {
 public:
  Reachability(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& formula,
               bool is_negated, const Options& options)
      : network_(network),
        options_(options),
        limits_(options.limits),
        moves_(network),
        space_(bounds, network.processes.size(), options.abstraction, options.use_alu, memo_entries(options.limits)),
        operations_(space_.operations()),
        zones_(space_.table()),
        places_(network, bounds, operations_),
        goal_(network, formula, is_negated, operations_),
        packing_(packing_of(network)),
        states_(packing_.words(), options.wants_path, !places_.has_keys()),
        cache_(packing_.words()),
        frontier_(options.order, options.seed),
        words_(packing_.words()),
        from_words_(packing_.words()),
        zone_(bounds.everywhere.size()),
        time_clock_(static_cast<std::uint32_t>(bounds.everywhere.size() - 1)),
        soonest_(options.sooner_than) {}

  Outcome run() {
    const auto keep_going = [this] {
      limits_.hurry();
      watch();
      return !outcome_;
    };
    moves_.set_watch(keep_going);
    goal_.set_watch(keep_going);
    if (options_.is_shortest) states_.keep_waiting();
    if (!seed()) return finish();
    while (!outcome_ && take_next()) {
      if (!expand()) break;
      watch();
    }
    return finish();
  }

 private:
  using Place = step::Place;
  static constexpr std::size_t kBatch = 64;  // successors that are looked up together
  static constexpr std::size_t kNear = 2;
  static constexpr std::size_t kFar = 4;
  static constexpr const char* kNegativeClock = "a clock is set to a negative value";

  // A move and the discrete state that it leads to. Place and action may be filled in later; until then there is the
  // place's key.
  struct Successor {
    std::uint64_t hash = 0;
    Place place;
    step::ActionId action = 0;
    step::CombinationId combination = step::kNoCombination;
    Places::Key key = 0;
    std::size_t slot = 0;  // where looking for it begins
  };

  Outcome finish() {
    Outcome result = outcome_.value_or(Outcome{Outcome::Kind::NotReached, {}, {}, {}, {}, {}});
    update_stats();
    result.stats = stats_;
    if (result.kind == Outcome::Kind::Reached && options_.wants_path) result.path = path_to(reached_);
    if (result.kind == Outcome::Kind::Reached) result.soonest = soonest_;
    return result;
  }

  void stop(Outcome::Kind kind, std::string reason = {}, model::SourceRange range = {}) {
    if (!outcome_) outcome_ = Outcome{kind, std::move(reason), range, {}, {}, {}};
  }

  void update_stats() {
    stats_.stored = states_.stored();
    stats_.discrete_states = states_.discrete_count();
    stats_.zones = zones_.count();
    stats_.zone_operations = space_.lookups();
    stats_.zone_hits = space_.hits();
    stats_.store_bytes = store_bytes();
    stats_.seconds = limits_.seconds();
  }

  [[nodiscard]] std::uint64_t store_bytes() const {
    return states_.bytes() + space_.bytes() + frontier_.bytes() + cache_.bytes() + places_.bytes();
  }

  // Called for every successor; each may take long, when clocks are many.
  void watch() {
    if (!limits_.is_due([this] { return store_bytes(); })) return;
    if (const std::string_view reason = limits_.reason(); !reason.empty()) give_up(reason);
    const double seconds = limits_.seconds();
    if (!options_.progress || seconds - last_progress_ <= 0.1) return;
    last_progress_ = seconds;
    update_stats();
    options_.progress(stats_, frontier_.size());
  }

  void give_up(std::string_view reason) {
    stop(Outcome::Kind::Unknown, fmt::format("{} after {} states", reason, stats_.visited));
  }

  bool has_room(std::size_t growth) {
    if (limits_.has_room(growth)) return true;
    give_up(LimitWatch::kMemory);
    return false;
  }

  // Of the target of a move from the current state, whose words are words_. False when it cannot be, or an error
  // stopped it: then places_.error() tells.
  bool find_place(const step::Move& move, std::span<const std::int32_t> target, std::uint64_t hash, Place& place) {
    if (places_.has_keys()) {
      place = places_.find(places_.key_after(from_key_, move, state_), table_room(), [&] { return target; });
      return true;
    }
    const store::DiscreteId id = states_.find(words_, hash);
    if (id == store::kNoDiscrete) return places_.find(target, place);
    place = {operations_.shape(target), states_.note(id)};
    return true;
  }

  // Bytes that a table may take which only saves work: it grows with the states.
  [[nodiscard]] std::size_t table_room() const {
    constexpr std::size_t kLeast = std::size_t{1} << 20U;
    return std::max(kLeast, states_.bytes() / 4);
  }

  // Of a stored one.
  Place place_of(std::span<const std::int32_t> state, store::DiscreteId id) {
    if (places_.has_keys()) return places_.find(places_.key_of(state), table_room(), [&] { return state; });
    return {operations_.shape(state), states_.note(id)};
  }

  bool seed() {
    bool is_possible = false;
    for (std::vector<std::int32_t>& initial : moves_.initials()) {
      if (options_.live != nullptr) options_.live->clear_dead(initial);
      if (!seed(initial, is_possible)) return false;
    }
    if (!is_possible) stop(Outcome::Kind::Error, "the initial state violates an invariant");
    return is_possible;
  }

  bool seed(const std::vector<std::int32_t>& initial, bool& is_possible) {
    Place place;
    if (!places_.find(initial, place)) {
      if (places_.error()) fail_with(*places_.error());
      return !places_.error();
    }
    const auto clocks = operations_.clocks(place.shape);
    zone::Dbm<B> at(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const auto clock = static_cast<std::size_t>(clocks[i]);
      const std::int32_t value = clock < network_.clocks.size() ? network_.clocks[clock].initial : 0;
      if (value != 0) reset(at, i + 1, value);
    }
    const auto entered = space_.enter(at, place.entry);
    fail_on_zones();
    is_possible = is_possible || !entered.empty();
    packing_.pack(initial, words_);
    const std::uint64_t hash = store::StateStore::hash(words_);
    store::DiscreteId id = states_.find(words_, hash);
    for (const zone::Dbm<B>& z : entered) {
      if (id == store::kNoDiscrete) id = states_.add(words_, hash, place.entry);
      if (!add(initial, id, true, place, space_.intern(z, place.entry), {})) return false;
    }
    return !outcome_;
  }

  // A state was generated: store it unless it is covered, and check the goal. `state` may be left out; `is_new`: no
  // zone of this discrete state was seen before.
  bool add(std::span<const std::int32_t> state, store::DiscreteId id, bool is_new, const Place& place,
           store::ZoneId zone, store::State parent) {
    const auto inserted = states_.insert(
        id, zone, parent, zones_.signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return space_.covers(a, b, place.entry); },
        [&](store::ZoneId gone) { zones_.drop(gone); });
    if (!inserted.is_new) {
      ++stats_.covered;
      return true;
    }
    zones_.hold(zone);
    stats_.mistakes += inserted.mistakes;
    stats_.peak_stored = std::max<std::uint64_t>(stats_.peak_stored, states_.stored());
    if (soonest_ || !goal_.is_discrete()) zones_.load(zone, zone_);
    frontier_.push({id, zone}, soonest_ ? key_of(entered_at(zone_, place.shape)) : 0);
    // A goal that has to do with locations and variables only has been looked at.
    if (goal_.is_discrete() && (!is_new || goal_.is_never()) && !soonest_) return true;
    if (state.empty()) {
      target_.resize(packing_.fields());
      packing_.unpack(states_.words(id), target_);
      state = target_;
    }
    if (soonest_) {
      look_for_sooner(state, {id, zone}, place.shape, parent);
    } else if (goal_.is_met(state, id, place.shape, zone_) && !goal_.is_too_narrow()) {
      reached_ = {id, zone};
      reached_from_ = parent;
      stop(Outcome::Kind::Reached);
      return false;
    }
    if (goal_.is_too_narrow()) {
      stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
      return false;
    }
    if (goal_.error()) {
      stop(Outcome::Kind::Error, goal_.error()->message, goal_.error()->range);
      return false;
    }
    return true;
  }

  bool take_next() {
    while (frontier_.size() > 0) {
      current_ = frontier_.pop();
      prefetch_next();
      if (!states_.take(current_)) continue;
      if (soonest_ && !is_sooner(current_)) continue;
      return true;
    }
    if (reached_.zone != store::kNoZone) stop(Outcome::Kind::Reached);
    return false;
  }

  // States that are to be expanded soon.
  void prefetch_next() const {
    if (const store::State* s = frontier_.after(kFar)) {
      states_.prefetch_record(s->discrete);
      zones_.prefetch(s->zone);
    }
    if (const store::State* s = frontier_.after(kNear)) zones_.prefetch_bounds(s->zone);
  }

  // When the earliest valuation of the zone comes about.
  [[nodiscard]] Duration entered_at(const zone::Dbm<B>& z, step::ShapeId shape) const {
    const B bound = z.at(0, static_cast<std::size_t>(operations_.position(shape, time_clock_)));
    return {-zone::value_of(bound), zone::is_strict(bound)};
  }

  [[nodiscard]] static std::int32_t key_of(const Duration& d) { return 2 * d.value + (d.is_open ? 1 : 0); }

  bool is_sooner(store::State s) {
    zones_.load(s.zone, zone_);
    unpack(s.discrete);
    return entered_at(zone_, operations_.shape(state_)) < *soonest_;
  }

  // zone_ is the state's.
  void look_for_sooner(std::span<const std::int32_t> cells, store::State state, step::ShapeId shape,
                       store::State parent) {
    goal_.for_each_piece(cells, state.discrete, shape, zone_, [&](const zone::Dbm<B>& piece) {
      if (goal_.is_too_narrow()) return;
      const Duration here = entered_at(piece, shape);
      if (here >= *soonest_) return;
      soonest_ = here;
      // It may be covered and taken out before the search ends.
      if (reached_ != state) zones_.hold(state.zone);
      reached_ = state;
      reached_from_ = parent;
    });
  }

  void unpack(store::DiscreteId id) {
    state_.resize(packing_.fields());
    packing_.unpack(states_.words(id), state_);
  }

  bool expand() {
    ++stats_.visited;
    space_.start(current_.zone, states_.bytes() / 4, [this](auto visit) {
      // Of states that were taken out while they waited.
      frontier_.for_each([&](const store::State& s) { visit(s.zone); });
    });
    cache_.fit(states_.discrete_count(), states_.stored());
    std::span<typename MoveCache<B>::Entry> known;
    if (cache_.find(current_.discrete, known)) return expand_known(known);
    unpack(current_.discrete);
    std::ranges::copy(states_.words(current_.discrete), from_words_.begin());
    from_shape_ = operations_.shape(state_);
    if (places_.has_keys()) from_key_ = places_.key_of(state_);
    const auto visit = [this](const step::Move& move) { return follow(move); };
    bool is_done = false;
    // Which moves stronger ones forbid is not the same for all zones.
    is_recording_ = !network_.has_priorities && cache_.is_seen_often(current_.discrete);
    successors_.clear();
    if (is_recording_) {
      is_recordable_ = true;
      cache_.start(states_.bytes() / 4);
      is_done = moves_.expand(state_, visit) && add_successors();
      if (is_done && is_recordable_)
        cache_.finish(current_.discrete);
      else
        cache_.give_up();
    } else {
      const auto is_possible = [this](auto conditions) { return this->all_meet(conditions); };
      is_done = moves_.expand(state_, visit, is_possible) && add_successors();
    }
    if (is_done || outcome_) return !outcome_;
    if (moves_.error() && add_successors()) stop(Outcome::Kind::Error, moves_.error()->message, moves_.error()->range);
    return !outcome_;
  }

  // The conditions, in terms of positions, into constraints_. Those that do not fit are left out here; the operation on
  // the zone will find out.
  void gather(std::span<const step::ClockCondition> conditions) {
    constraints_.clear();
    zone::Constraint<B> one;
    for (const step::ClockCondition& c : conditions)
      if (as_constraint(c, one)) constraints_.push_back(one);
  }
  bool as_constraint(const step::ClockCondition& c, zone::Constraint<B>& out) const {
    const std::int32_t left = operations_.position(from_shape_, c.left);
    const std::int32_t right = operations_.position(from_shape_, c.right);
    if (left < 0 || right < 0 || left == right || std::abs(c.value) > zone::value_of(zone::kLimit<B>)) return false;
    out = {static_cast<std::uint32_t>(left), static_cast<std::uint32_t>(right),
           zone::make_bound<B>(c.value, c.is_strict)};
    return true;
  }

  // Whether each of them holds somewhere in the zone; that most moves are impossible shows here.
  bool all_meet(std::span<const zone::Constraint<B>> constraints) const {
    return std::all_of(constraints.begin(), constraints.end(),
                       [&](const zone::Constraint<B>& c) { return space_.meets(c); });
  }
  bool all_meet(std::span<const step::ClockCondition> conditions) const {
    zone::Constraint<B> one;
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const step::ClockCondition& c) { return !as_constraint(c, one) || space_.meets(one); });
  }

  bool expand_known(std::span<typename MoveCache<B>::Entry> moves) {
    for (const auto& move : moves) {
      space_.prefetch(move.action, move.entry);
      if (move.target != store::kNoDiscrete) states_.prefetch_record(move.target);
    }
    for (auto& move : moves) {
      watch();
      if (!all_meet(cache_.conditions(move))) continue;
      for (const store::ZoneId zone : successor_zones(move.action, move.entry)) {
        ++stats_.transitions;
        bool is_new = false;
        if (move.target == store::kNoDiscrete) {
          slots_then_ = 0;
          move.target = find_or_add(cache_.words(move), move.hash, 0, move.entry, is_new);
          if (move.target == store::kNoDiscrete) return false;
        }
        if (!add({}, move.target, is_new, {move.shape, move.entry}, zone, current_)) return false;
      }
      if (outcome_) return false;
    }
    return true;
  }

  // `slot`: where to begin, if the table is as large as then. kNoDiscrete: there is no room.
  store::DiscreteId find_or_add(std::span<const state::Word> words, std::uint64_t hash, std::size_t slot,
                                step::EntryId entry, bool& is_new) {
    const bool has_slot = slots_then_ == states_.slots();
    const store::DiscreteId known = has_slot ? states_.find(words, hash, slot) : states_.find(words, hash);
    if (known != store::kNoDiscrete) return known;
    if (!has_room(states_.growth())) return store::kNoDiscrete;
    is_new = true;
    return states_.add(words, hash, entry);
  }

  // The discrete side of a move. Its target is looked up later, together with those of the other moves, so that the
  // memory they need comes while others are worked on.
  bool follow(const step::Move& move) {
    watch();
    if (move.error != nullptr || !move.required.empty()) is_recordable_ = false;
    if (move.error != nullptr) return fail_if_taken(move, *move.error);
    const std::span<const std::int32_t> target = pack_target(move);
    const std::uint64_t hash = store::StateStore::hash(words_);
    states_.prefetch(hash);
    if (places_.has_keys() && move.combination != step::kNoCombination && !is_recording_) {
      const Places::Key key = places_.key_after(from_key_, move, state_);
      places_.prefetch(key);
      return note_successor({hash, {}, 0, move.combination, key, 0});
    }
    Place place;
    if (!find_place(move, target, hash, place)) {
      if (places_.error()) is_recordable_ = false;
      return places_.error() ? fail_if_taken(move, *places_.error()) : has_no_negative_clock(move);
    }
    const step::ActionId action = operations_.action(from_shape_, place.shape, move);
    if (is_recording_) {
      gather(move.conditions);
      cache_.add({hash, store::kNoDiscrete, place.shape, place.entry, action, 0, 0, 0}, words_, constraints_);
      if (!all_meet(constraints_)) return true;
    }
    return note_successor({hash, place, action, step::kNoCombination, 0, 0});
  }

  // Its words are words_.
  bool note_successor(const Successor& s) {
    const std::size_t first = successors_.size() * words_.size();
    successors_.push_back(s);
    if (successor_words_.size() < first + words_.size()) successor_words_.resize(first + words_.size());
    std::ranges::copy(words_, successor_words_.begin() + static_cast<std::ptrdiff_t>(first));
    if (successors_.size() == kBatch) return add_successors();
    return !outcome_;
  }

  bool add_successors() {
    const std::size_t size = words_.size();
    const auto words = [&](std::size_t i) {
      return std::span<const state::Word>(successor_words_).subspan(i * size, size);
    };
    for (std::size_t i = 0; i < successors_.size(); ++i) {
      Successor& s = successors_[i];
      if (s.combination != step::kNoCombination) fill_in(s, words(i));
      space_.prefetch(s.action, s.place.entry);
      s.slot = states_.candidate(s.hash);
    }
    slots_then_ = states_.slots();
    for (std::size_t i = 0; i < successors_.size(); ++i)
      if (!add_successor(successors_[i], words(i))) return false;
    successors_.clear();
    return true;
  }

  void fill_in(Successor& s, std::span<const state::Word> words) {
    s.place = places_.find(s.key, table_room(), [&] {
      target_.resize(packing_.fields());
      packing_.unpack(words, target_);
      return std::span<const std::int32_t>(target_);
    });
    if (!operations_.find_action(from_shape_, s.place.shape, s.combination, s.action))
      s.action = operations_.action(from_shape_, s.place.shape, moves_.combinations()[s.combination].move);
  }

  bool add_successor(const Successor& s, std::span<const state::Word> words) {
    store::DiscreteId id = store::kNoDiscrete;
    for (const store::ZoneId zone : successor_zones(s.action, s.place.entry)) {
      ++stats_.transitions;
      bool is_new = false;
      if (id == store::kNoDiscrete) id = find_or_add(words, s.hash, s.slot, s.place.entry, is_new);
      if (id == store::kNoDiscrete || !add({}, id, is_new, s.place, zone, current_)) return false;
    }
    return !outcome_;
  }

  // What comes before the error counts.
  bool fail_if_taken(const step::Move& move, const step::StepError& error) {
    if (!is_taken(move)) return !outcome_;
    if (add_successors()) fail_with(error);
    return false;
  }

  // The target's words into words_; returns its cells.
  std::span<const std::int32_t> pack_target(const step::Move& move) {
    if (options_.live == nullptr && move.knows_changes) {
      std::ranges::copy(from_words_, words_.begin());
      for (const model::Address cell : move.changes)
        if (move.target[cell] != state_[cell]) packing_.set(words_, cell, move.target[cell]);
      return move.target;
    }
    if (options_.live == nullptr) {
      packing_.pack(move.target, words_);
      return move.target;
    }
    target_.assign(move.target.begin(), move.target.end());
    options_.live->clear_dead(target_);
    packing_.pack(target_, words_);
    return target_;
  }

  // Which moves led here is not stored. Every stored zone is the successor of its parent's, so that they are found by
  // making the steps again.
  Path path_to(store::State last) {
    std::vector<store::State> chain{last};
    for (store::State s = reached_from_; s.zone != store::kNoZone; s = states_.parent(s)) chain.push_back(s);
    std::reverse(chain.begin(), chain.end());
    Path result;
    unpack(chain[0].discrete);
    for (std::vector<std::int32_t>& initial : moves_.initials()) {
      const std::size_t locations = network_.processes.size();
      if (std::equal(initial.begin(), initial.begin() + static_cast<std::ptrdiff_t>(locations), state_.begin()))
        result.initial = std::move(initial);
    }
    // Limits have had their say.
    moves_.set_watch({});
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) result.moves.push_back(move_between(chain[i], chain[i + 1]));
    return result;
  }

  PathMove move_between(store::State from, store::State to) {
    PathMove result;
    bool is_found = false;
    unpack(to.discrete);
    const Place place = place_of(state_, to.discrete);
    unpack(from.discrete);
    const step::ShapeId shape = operations_.shape(state_);
    moves_.expand(state_, [&](const step::Move& move) {
      if (move.error != nullptr) return true;
      target_.assign(move.target.begin(), move.target.end());
      if (options_.live != nullptr) options_.live->clear_dead(target_);
      packing_.pack(target_, words_);
      if (!std::ranges::equal(words_, states_.words(to.discrete))) return true;
      const step::ActionId action = operations_.action(shape, place.shape, move);
      space_.start(from.zone, SIZE_MAX, [](auto) {});
      const auto zones = space_.successors(action, place.entry, 0, [](std::size_t) { return true; });
      is_found = std::ranges::find(zones, to.zone) != zones.end();
      if (is_found)
        result = {{move.edges.begin(), move.edges.end()},
                  {move.selects.begin(), move.selects.end()},
                  std::vector(move.conditions.begin(), move.conditions.end())};
      return !is_found;
    });
    ZONDA_CHECK(is_found, "a stored state is no successor of its parent");
    return result;
  }

  // Whether the clocks of the state let the move happen.
  bool is_taken(const step::Move& move) {
    const bool result = space_.is_possible(from_shape_, move.conditions);
    fail_on_zones();
    return result;
  }

  // A move that the target's invariant forbids runs its update all the same.
  bool has_no_negative_clock(const step::Move& move) {
    for (const step::ClockCondition& c : move.required) {
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      conditions_.push_back(c.negated());
      if (space_.is_possible(from_shape_, conditions_) && add_successors()) stop(Outcome::Kind::Error, kNegativeClock);
      fail_on_zones();
    }
    return !outcome_;
  }

  void fail_with(const step::StepError& error) { stop(Outcome::Kind::Error, error.message, error.range); }

  std::span<const store::ZoneId> successor_zones(step::ActionId action, step::EntryId entry) {
    const auto result =
        space_.successors(action, entry, 4 * table_room(), [this](std::size_t growth) { return has_room(growth); });
    fail_on_zones();
    return result;
  }

  // If something failed.
  void fail_on_zones() {
    using Failure = typename ZoneSpace<B>::Failure;
    switch (space_.failure()) {
      case Failure::None:
        return;
      case Failure::NegativeClock:
        return stop(Outcome::Kind::Error, kNegativeClock);
      case Failure::TooManyPieces:
        return stop(Outcome::Kind::Error, "too many clock guards on urgent channels are enabled at once");
      case Failure::TooNarrow:
        return stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
    }
  }

  const model::Network& network_;
  const Options& options_;
  LimitWatch limits_;
  step::Moves moves_;
  ZoneSpace<B> space_;
  step::ZoneOperations& operations_;
  store::ZoneTable<B>& zones_;
  Places places_;
  Goal<B> goal_;
  state::Packing packing_;
  store::StateStore states_;  // where places have no keys, each discrete state is noted with its entry
  MoveCache<B> cache_;
  bool is_recording_ = false;   // the moves of the state at hand are kept …
  bool is_recordable_ = false;  // … if that can be done
  std::vector<zone::Constraint<B>> constraints_;
  Frontier frontier_;
  std::vector<state::Word> words_;
  std::vector<state::Word> from_words_;  // of the state that is being expanded
  std::vector<std::int32_t> state_;
  std::vector<std::int32_t> target_;
  std::vector<step::ClockCondition> conditions_;
  std::vector<Successor> successors_;  // of the state that is being expanded, and their words
  std::vector<state::Word> successor_words_;
  std::size_t slots_then_ = 0;  // of the store, when their slots were found
  zone::Dbm<B> zone_;
  store::State current_;  // that state
  step::ShapeId from_shape_ = 0;
  Places::Key from_key_{};
  store::State reached_;             // a state that meets the goal …
  store::State reached_from_;        // … and its parent
  std::uint32_t time_clock_;         // when the soonest goal is looked for
  std::optional<Duration> soonest_;  // goals found so far are reached in this time
  Stats stats_;
  std::optional<Outcome> outcome_;
  double last_progress_ = 0;
};

}  // namespace

template <typename B>
Outcome reach(const model::Network& network, const analysis::ClockBounds& bounds, const model::Formula& formula,
              bool is_negated, const Options& options) {
  return Reachability<B>(network, bounds, formula, is_negated, options).run();
}

template Outcome reach<std::int16_t>(const model::Network&, const analysis::ClockBounds&, const model::Formula&, bool,
                                     const Options&);
template Outcome reach<std::int32_t>(const model::Network&, const analysis::ClockBounds&, const model::Formula&, bool,
                                     const Options&);

}  // namespace zonda::search
