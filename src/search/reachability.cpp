#include "search/reachability.hpp"

#include "search/goal.hpp"
#include "search/memory.hpp"
#include "search/move_cache.hpp"
#include "state/packing.hpp"
#include "step/place_table.hpp"
#include "step/zone_memo.hpp"
#include "store/state_store.hpp"
#include "store/zone_table.hpp"
#include "util/check.hpp"
#include "zone/extrapolate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>

namespace zonda::search {

namespace {

using Clock = std::chrono::steady_clock;

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
        moves_(network),
        rests_(network),
        places_(network, bounds, moves_.edges()),
        operations_(bounds, network.processes.size(), options.abstraction),
        machine_(operations_, bounds.everywhere.size() - 1),
        memo_(memo_entries(options.limits)),
        goal_(network, formula, is_negated, operations_),
        packing_(packing_of(network)),
        zones_(bounds.largest),
        states_(packing_.words(), options.wants_path, !places_.is_usable()),
        cache_(packing_.words()),
        frontier_(options.order, options.seed),
        words_(packing_.words()),
        from_words_(packing_.words()),
        zone_(bounds.everywhere.size()),
        from_(bounds.everywhere.size(), zone::Dbm<B>(1)),
        time_clock_(static_cast<std::uint32_t>(bounds.everywhere.size() - 1)),
        soonest_(options.sooner_than) {}

  Outcome run() {
    start_ = Clock::now();
    checked_at_ = start_;
    const auto keep_going = [this] {
      since_check_ = kOften;
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
  using Machine = step::ZoneMachine<B>;
  using Place = step::Place;
  static constexpr std::uint32_t kOften = 64;
  static constexpr std::size_t kLeastMemo = std::size_t{1} << 20U;  // bytes
  static constexpr std::size_t kNear = 2;
  static constexpr std::size_t kFar = 4;
  static constexpr const char* kNegativeClock = "a clock is set to a negative value";
  static constexpr std::uint64_t kMemoryStep = std::uint64_t{1} << 20U;

  // A move and the discrete state that it leads to. Place and action may be filled in later; until then there is the
  // place's key.
  struct Successor {
    std::uint64_t hash = 0;
    Place place;
    step::ActionId action = 0;
    step::CombinationId combination = step::kNoCombination;
    step::PlaceTable::Key key = 0;
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
    stats_.zone_operations = memo_.lookups();
    stats_.zone_hits = memo_.hits();
    stats_.store_bytes = store_bytes();
    stats_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  }

  [[nodiscard]] std::uint64_t store_bytes() const {
    return states_.bytes() + zones_.bytes() + operations_.bytes() + memo_.bytes() + frontier_.bytes() + cache_.bytes() +
           places_.bytes();
  }

  // Called for every successor; each may take long, when clocks are many.
  void watch() {
    if (++since_check_ < kOften) return;
    since_check_ = 0;
    const std::uint64_t bytes = store_bytes();
    const auto now = Clock::now();
    if (bytes < checked_bytes_ + kMemoryStep && now - checked_at_ < std::chrono::milliseconds(5)) return;
    checked_bytes_ = bytes;
    checked_at_ = now;
    check_limits();
  }

  void check_limits() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const Limits& limits = options_.limits;
    if (limits.interrupt != nullptr && limits.interrupt->load())
      stop(Outcome::Kind::Unknown, fmt::format("interrupted after {} states", stats_.visited));
    if (limits.seconds > 0 && seconds > limits.seconds)
      stop(Outcome::Kind::Unknown, fmt::format("time limit reached after {} states", stats_.visited));
    if (limits.memory_bytes > 0 && resident_bytes() > limits.memory_bytes)
      stop(Outcome::Kind::Unknown, fmt::format("memory limit reached after {} states", stats_.visited));
    if (options_.progress && seconds - last_progress_ > 0.1) {
      last_progress_ = seconds;
      update_stats();
      options_.progress(stats_, frontier_.size());
    }
  }

  // Whether a table may grow by so much at once.
  bool has_room(std::size_t growth) {
    if (growth < kMemoryStep || options_.limits.memory_bytes == 0) return true;
    if (resident_bytes() + growth <= options_.limits.memory_bytes) return true;
    stop(Outcome::Kind::Unknown, fmt::format("memory limit reached after {} states", stats_.visited));
    return false;
  }

  // What holds in a discrete state. False when it cannot be, or an error stopped it: then rests_.error() tells.
  bool find_place(std::span<const std::int32_t> state, Place& place) {
    if (!rests_.rest(state, rest_) || !rest_.is_possible) return false;
    place.shape = operations_.shape(state);
    place.entry = operations_.entry(state, rest_, place.shape);
    return true;
  }

  // The same for the target of a move from the current state, whose words are words_.
  bool find_place(const step::Move& move, std::span<const std::int32_t> target, std::uint64_t hash, Place& place) {
    if (places_.is_usable()) {
      const step::PlaceTable::Key key = key_of(move, target);
      if (places_.find(key, place)) return true;
      if (!find_place(target, place)) return false;
      places_.remember(key, place);
      return true;
    }
    const store::DiscreteId id = states_.find(words_, hash);
    if (id == store::kNoDiscrete) return find_place(target, place);
    place = {operations_.shape(target), states_.note(id)};
    return true;
  }

  step::PlaceTable::Key key_of(const step::Move& move, std::span<const std::int32_t> target) const {
    step::PlaceTable::Key key = from_key_;
    for (const step::EdgeRef& ref : move.edges)
      key = places_.moved(key, ref.process, state_[ref.process], target[ref.process]);
    return key;
  }

  // Of a stored one.
  Place place_of(std::span<const std::int32_t> state, store::DiscreteId id) {
    Place place{operations_.shape(state), 0};
    if (!places_.is_usable())
      place.entry = states_.note(id);
    else
      ZONDA_CHECK(find_place(state, place), "a stored state is not possible");
    return place;
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
    if (!find_place(initial, place)) {
      if (rests_.error()) fail_with(*rests_.error());
      return !rests_.error();
    }
    const auto clocks = operations_.clocks(place.shape);
    zone::Dbm<B> at(clocks.size() + 1);
    for (std::uint32_t i = 0; i < clocks.size(); ++i) {
      const auto clock = static_cast<std::size_t>(clocks[i]);
      const std::int32_t value = clock < network_.clocks.size() ? network_.clocks[clock].initial : 0;
      if (value != 0) reset(at, i + 1, value);
    }
    const auto entered = machine_.enter(at, place.entry);
    if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    is_possible = is_possible || !entered.empty();
    packing_.pack(initial, words_);
    const std::uint64_t hash = store::StateStore::hash(words_);
    store::DiscreteId id = states_.find(words_, hash);
    for (const zone::Dbm<B>& z : entered) {
      if (id == store::kNoDiscrete) id = states_.add(words_, hash, place.entry);
      if (!add(initial, id, true, place, interned(z, place.entry), {})) return false;
    }
    return !outcome_;
  }

  // A state was generated: store it unless it is covered, and check the goal. `state` may be left out; `is_new`: no
  // zone of this discrete state was seen before.
  bool add(std::span<const std::int32_t> state, store::DiscreteId id, bool is_new, const Place& place,
           store::ZoneId zone, store::State parent) {
    const auto inserted = states_.insert(
        id, zone, parent, zones_.signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return covers(a, b, place.entry); },
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

  bool covers(store::ZoneId a, store::ZoneId b, step::EntryId entry) {
    if (!options_.use_alu) return zones_.includes(a, b);
    return zones_.includes_alu(a, b, operations_.lower(entry), operations_.upper(entry));
  }

  bool take_next() {
    while (frontier_.size() > 0) {
      current_ = frontier_.pop();
      prefetch_next();
      if (!states_.take(current_)) {
        zones_.drop(current_.zone);
        continue;
      }
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
    if (zones_.collect(states_.bytes() / 4)) memo_.keep_if([this](store::ZoneId zone) { return zones_.is_alive(zone); });
    is_loaded_ = false;
    cache_.fit(states_.discrete_count(), states_.stored());
    std::span<typename MoveCache<B>::Entry> known;
    if (cache_.find(current_.discrete, known)) return expand_known(known);
    unpack(current_.discrete);
    std::ranges::copy(states_.words(current_.discrete), from_words_.begin());
    from_shape_ = operations_.shape(state_);
    if (places_.is_usable()) from_key_ = places_.key_of(state_);
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
      is_done = moves_.expand(state_, visit, [this](auto conditions) { return all_meet(conditions); }) &&
                add_successors();
    }
    if (is_done || outcome_) return !outcome_;
    if (moves_.error() && add_successors())
      stop(Outcome::Kind::Error, moves_.error()->message, moves_.error()->range);
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
                       [&](const zone::Constraint<B>& c) { return meets(c); });
  }
  bool all_meet(std::span<const step::ClockCondition> conditions) const {
    zone::Constraint<B> one;
    return std::all_of(conditions.begin(), conditions.end(),
                       [&](const step::ClockCondition& c) { return !as_constraint(c, one) || meets(one); });
  }
  bool meets(const zone::Constraint<B>& c) const {
    return zone::add(zones_.bound(current_.zone, c.right, c.left), c.bound) >= zone::kZero<B>;
  }

  // The zone of the state that is being expanded, which is not always looked at.
  const zone::Dbm<B>& from() {
    zone::Dbm<B>& result = from_[zones_.dim(current_.zone) - 1];
    if (!is_loaded_) zones_.load(current_.zone, result);
    is_loaded_ = true;
    return result;
  }

  bool expand_known(std::span<typename MoveCache<B>::Entry> moves) {
    for (const auto& move : moves) {
      memo_.prefetch(current_.zone, move.action, move.entry);
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
    if (places_.is_usable() && move.combination != step::kNoCombination && !is_recording_) {
      const step::PlaceTable::Key key = key_of(move, target);
      places_.prefetch(key);
      return note_successor({hash, {}, 0, move.combination, key, 0});
    }
    Place place;
    if (!find_place(move, target, hash, place)) {
      if (rests_.error()) is_recordable_ = false;
      return rests_.error() ? fail_if_taken(move, *rests_.error()) : has_no_negative_clock(move);
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
      memo_.prefetch(current_.zone, s.action, s.place.entry);
      s.slot = states_.candidate(s.hash);
    }
    slots_then_ = states_.slots();
    for (std::size_t i = 0; i < successors_.size(); ++i)
      if (!add_successor(successors_[i], words(i))) return false;
    successors_.clear();
    return true;
  }

  void fill_in(Successor& s, std::span<const state::Word> words) {
    if (!places_.find(s.key, s.place)) {
      target_.resize(packing_.fields());
      packing_.unpack(words, target_);
      ZONDA_CHECK(find_place(target_, s.place), "locations alone allow the state");
      places_.remember(s.key, s.place);
    }
    s.action = operations_.action(from_shape_, s.place.shape, moves_.combinations().move(s.combination));
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
      zones_.load(from.zone, zone_);
      for (const zone::Dbm<B>& z : machine_.apply(zone_, action, place.entry))
        is_found = is_found || interned(z, place.entry) == to.zone;
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
    const bool result = machine_.is_possible(from(), from_shape_, move.conditions);
    if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    return result;
  }

  // A move that the target's invariant forbids runs its update all the same.
  bool has_no_negative_clock(const step::Move& move) {
    for (const step::ClockCondition& c : move.required) {
      conditions_.assign(move.conditions.begin(), move.conditions.end());
      conditions_.push_back(c.negated());
      if (machine_.is_possible(from(), from_shape_, conditions_) && add_successors())
        stop(Outcome::Kind::Error, kNegativeClock);
      if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    }
    return !outcome_;
  }

  void fail_with(const step::StepError& error) { stop(Outcome::Kind::Error, error.message, error.range); }

  std::span<const store::ZoneId> successor_zones(step::ActionId action, step::EntryId entry) {
    results_.clear();
    store::ZoneId known = store::kNoZone;
    if (memo_.find(current_.zone, action, entry, known)) {
      if (known != step::ZoneMemo::kNothing) results_.push_back(known);
      return results_;
    }
    if (!has_room(zones_.growth())) return results_;
    for (const zone::Dbm<B>& z : machine_.apply(from(), action, entry)) results_.push_back(interned(z, entry));
    if (machine_.failure() != Machine::Failure::None) fail_on_zones();
    if (results_.size() <= 1)
      memo_.remember(current_.zone, action, entry, results_.empty() ? step::ZoneMemo::kNothing : results_[0],
                     std::max(kLeastMemo, states_.bytes() / 2));
    return results_;
  }

  store::ZoneId interned(const zone::Dbm<B>& z, step::EntryId entry) {
    if (!options_.use_alu) return zones_.intern(z, 0, {}, {});
    return zones_.intern(z, operations_.frame(entry), operations_.lower(entry), operations_.upper(entry));
  }

  void fail_on_zones() {
    if (machine_.failure() == Machine::Failure::NegativeClock)
      stop(Outcome::Kind::Error, kNegativeClock);
    else if (machine_.failure() == Machine::Failure::TooManyPieces)
      stop(Outcome::Kind::Error, "too many clock guards on urgent channels are enabled at once");
    else
      stop(Outcome::Kind::TooNarrow, "a clock's value or bound is beyond what a zone can hold");
  }

  const model::Network& network_;
  const Options& options_;
  step::Moves moves_;
  step::Moves rests_;
  step::PlaceTable places_;
  step::ZoneOperations operations_;
  Machine machine_;
  step::ZoneMemo memo_;
  Goal<B> goal_;
  state::Packing packing_;
  store::ZoneTable<B> zones_;
  store::StateStore states_;  // where places_ cannot be used, each discrete state is noted with its entry
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
  std::vector<store::ZoneId> results_;
  step::Rest rest_;
  zone::Dbm<B> zone_;
  std::vector<zone::Dbm<B>> from_;  // by dimension, see from()
  bool is_loaded_ = false;
  store::State current_;  // that state
  step::ShapeId from_shape_ = 0;
  step::PlaceTable::Key from_key_{};
  store::State reached_;             // a state that meets the goal …
  store::State reached_from_;        // … and its parent
  std::uint32_t time_clock_;         // when the soonest goal is looked for
  std::optional<Duration> soonest_;  // goals found so far are reached in this time
  Stats stats_;
  std::optional<Outcome> outcome_;
  Clock::time_point start_;
  double last_progress_ = 0;
  Clock::time_point checked_at_;
  std::uint64_t checked_bytes_ = 0;
  std::uint32_t since_check_ = 0;
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
