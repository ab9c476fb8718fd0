#include "search/reachability.hpp"

#include "order/orders.hpp"
#include "search/chain_survey.hpp"
#include "search/course.hpp"
#include "search/expander.hpp"
#include "search/finder.hpp"
#include "search/forgetting.hpp"
#include "search/log_retracer.hpp"
#include "search/parts.hpp"
#include "search/relief.hpp"
#include "search/retracer.hpp"
#include "search/trace_watch.hpp"
#include "util/check.hpp"

#include <algorithm>
#include <memory>

namespace zonda::search {

namespace {

template <typename B>
class Reachability : private Expander<B, Reachability<B>> {
 public:
  Reachability(const model::Network& network, const analysis::ClockBounds& bounds, std::span<const Sought> goals,
               const Options& options)
      : Expander<B, Reachability>(network, bounds, options),
        options_(options),
        finder_(parts_, course_, goals),
        order_(make_order()),
        wants_true_zones_(order_->wants_true_zones()),
        wants_removals_(order_->wants_removals()) {
    // The first time much is packed at once, and room is needed for what comes of it before the old can go.
    constexpr std::uint64_t kFirstMargins = 4;
    if (options.limits.relieves) course_.set_margins(kFirstMargins);
    if (!stores_all(options)) forgetting_ = std::make_unique<Forgetting<B>>(parts_, finder_, *order_);
  }

  std::vector<Outcome> run() {
    set_watches();
    if (options_.is_shortest) parts_.states.keep_waiting();
    if (begin())
      while (is_unfinished_ || take_next())
        if (!visit()) break;
    // What came back from the shelf is there twice until then.
    if (relief_ && !course_.has_ended()) relief_->pack();
    if (options_.checkpoint != nullptr) save_in_the_end();
    Outcome whole = course_.outcome();
    if (options_.hash_stats) look_at_tables(whole.stats.hash);
    if (relief_ && !(forgetting_ && forgetting_->has_hashes()))
      whole.stats.discrete_states = relief_->discrete_states();
    if (options_.wants_path) trace_news();
    return finder_.outcomes(whole);
  }

 private:
  friend class Expander<B, Reachability<B>>;
  using Expander<B, Reachability<B>>::parts_;
  using Expander<B, Reachability<B>>::course_;

  void look_at_tables(HashStats& stats) {
    parts_.states.look_at_table(stats);
    parts_.zones.look_at_table(stats);
    ChainSurvey chains(parts_.packing, parts_.network.processes.size());
    chains.look_at(parts_.states);
    chains.report(stats);
  }

  static constexpr std::uint64_t kPatience = 100'000;  // so many states are visited before likely goals are left out

  void set_watches() {
    parts_.moves.set_watch([this] { return course_.may_go_on(); });
    finder_.set_watch([this] { return course_.may_go_on(); });
  }
  // Expands a state. False: this is the end.
  bool visit() {
    if (!is_unfinished_) ++course_.stats.visited;
    is_unfinished_ = true;
    start();
    if (forgetting_) forgetting_->begin(current_);
    if (!this->expand(current_.discrete)) return false;
    if (forgetting_) forgetting_->end(current_);
    if (!new_records_.empty()) forget_new_records();
    is_unfinished_ = false;
    course_.watch();
    if (course_.stats.visited == kPatience) finder_.leave_likely();
    if (course_.has_ended()) return false;
    if (finder_.has_news() && options_.wants_path) trace_news();
    if (course_.needs_care()) take_care();
    return !course_.has_ended();
  }

  // --- limits and checkpoints; see search/relief.hpp and search/checkpoint.hpp
  void take_care() {
    const std::uint64_t rehearsal = options_.limits.rehearsal;
    const bool is_rehearsed = rehearsal > 0 && course_.stats.visited % rehearsal == 0;
    if (!options_.limits.relieves && (course_.is_short() || !has_room_soon()))
      return course_.give_up(LimitWatch::kMemory);
    if (is_rehearsed || ((course_.is_short() || !has_room_soon()) && course_.stats.visited >= relieve_again_at_))
      relieve(is_rehearsed);
    course_.settle();
    if (course_.is_checkpoint_due() && !course_.has_ended()) save(false);
  }
  // Tables double when they are full, and nothing can be given back in the middle of an expansion. What is packed takes
  // room before the old form can go.
  [[nodiscard]] bool has_room_soon() {
    constexpr std::size_t kMore = 4096;
    std::size_t growth = parts_.states.growth_with(kMore) + parts_.zones.growth_with(kMore);
    if (options_.limits.relieves && !keeps_numbers())
      growth += store::PackedStates::bytes_of(parts_.packing, parts_.states.discrete_count(), parts_.states.stored(),
                                              parts_.zones.numbers());
    return course_.would_have_room(growth);
  }
  void relieve(bool is_rehearsed) {
    // More than is needed now, so that it is worth while.
    const auto is_enough = [this] { return !course_.is_still_short(2) && has_room_soon(); };
    if (!relief_) make_relief();
    try {
      is_rehearsed ? relief_->rehearse() : relief_->relieve(is_enough);
    } catch (const SpillError& e) {
      lose(e.what());
    }
    course_.set_margins(1);
    if (relief_->marks() != nullptr) this->set_marks(*relief_->marks());
    // If nothing helps, trying again at once will not.
    constexpr std::uint64_t kFew = 50;
    if (course_.is_still_short(1) || !has_room_soon())
      relieve_again_at_ = course_.stats.visited + std::max<std::uint64_t>(kFew, relief_->packed() / 256);
  }
  // The search cannot go on, and cannot be taken up from here either: waiting states are lost.
  void lose(const char* why) {
    is_whole_ = false;
    course_.give_up(why);
    if (options_.checkpoint != nullptr) options_.checkpoint->give_up("waiting states are lost");
  }
  void make_relief() {
    this->drop_cache();
    relief_ = std::make_unique<Relief<B>>(parts_, finder_, *order_, course_, keeps_numbers());
  }
  // Somebody remembers discrete states by their numbers, so that none is packed.
  [[nodiscard]] bool keeps_numbers() const {
    return forgetting_ != nullptr || options_.sooner_than.has_value() || wants_removals_;
  }
  void forget_new_records() {
    for (const store::DiscreteId id : new_records_) parts_.states.forget_if_empty(id);
    new_records_.clear();
  }
  // Waiting states come back from the shelf. False: there are none.
  bool refill() {
    if (!relief_ || relief_->shelved() == 0) return false;
    constexpr int kMost = 1024;
    Shelf::Entry entry;
    try {
      for (int i = 0; i < kMost && relief_->shelved() > 0 && !course_.has_ended(); ++i) {
        relief_->take_shelved(entry);
        put_back(entry);
        parts_.zones.drop(entry.zone);  // which the shelf held
      }
    } catch (const SpillError& e) {
      lose(e.what());
    }
    forget_new_records();
    return true;
  }
  void put_back(const Shelf::Entry& entry) {
    const std::uint64_t hash = store::StateStore::hash(entry.words);
    std::vector<std::int32_t> cells;
    parts_.unpack(entry.words, cells);
    step::Place place;
    ZONDA_CHECK(parts_.places.find(cells, place), "a waiting state has no place");
    bool is_new = false;
    const store::DiscreteId id = find_or_add(entry.words, hash, this->kNoSlot, place.entry, is_new);
    if (id == store::kNoDiscrete) return lose(LimitWatch::kMemory.data());
    const bool is_packed = relief_->is_packed(entry);
    if (is_new && is_packed && !forgetting_) new_records_.push_back(id);
    if (is_packed ? !insert_in_store(id, place, entry.zone, entry.note, entry.is_kept)
                  : !insert(id, is_new, place, entry.zone, entry.note, entry.is_kept))
      return;
    const bool is_true = wants_true_zones_ && parts_.zones.is_true(entry.zone);
    order_->add({{id, entry.zone}, parts_.states.words(id), is_true, 0, false});
  }

  // How the search begins: where it was, or with the initial states.
  bool begin() {
    if (options_.checkpoint != nullptr && options_.checkpoint->has_content()) return resume();
    if (!seed()) return false;
    if (forgetting_) forgetting_->seeded();
    return is_whole_ = true;
  }
  bool resume() {
    const Checkpoint::Size size = options_.checkpoint->size();
    if (!course_.can_take_in(size.in_memory + (options_.limits.spill_folder.empty() ? size.on_disk : 0))) return false;
    try {
      options_.checkpoint->resume([this](Snapshot& s) { snapshot(s); });
    } catch (const SpillError& e) {
      course_.give_up(e.what());
      return false;
    }
    course_.resumed();
    is_whole_ = true;
    if (!look_again()) return false;
    // The limit may be lower than before.
    if (!is_unfinished_ && course_.is_still_short(1)) take_care();
    return !course_.has_ended();
  }
  // At the state that was being looked at when the search was stopped.
  bool look_again() {
    if (undecided_.state == store::State{}) return true;
    const Undecided last = undecided_;
    std::vector<std::int32_t> cells;
    parts_.unpack(last.state.discrete, cells);
    const step::ShapeId shape = parts_.operations.shape(cells);
    (void)finder_.see(last.state.zone, shape);
    return look(cells, true, last.state, shape, last.parent);
  }
  void save(bool is_last) {
    course_.bring_up_to_date();
    const StoreBytes bytes = bytes_by_kind();
    // What is remembered is not written.
    const Checkpoint::Size size{bytes.sum() - bytes.remembered, relief_ ? relief_->bytes_on_disk() : 0};
    options_.checkpoint->save([this](Snapshot& s) { snapshot(s); }, size, is_last);
    course_.checkpoint_written();
  }
  // If a limit stopped it. It may have been in the middle of an expansion: the state is expanded again then, and finds
  // what it found before.
  void save_in_the_end() {
    if (!course_.is_unknown() || !is_whole_) return;
    if (is_unfinished_ && forgetting_) forgetting_->break_off();
    // A state that covers it may have taken its place.
    is_unfinished_ = is_unfinished_ && parts_.states.has(current_);
    new_records_.clear();
    parts_.states.forget_empty();
    save(true);
  }
  // All that the search holds, to or from a file.
  void snapshot(Snapshot& s) {
    s.values(course_.stats, current_, is_unfinished_, undecided_);
    parts_.operations.snapshot(s);
    parts_.zones.snapshot(s);
    parts_.states.snapshot(s);
    order_->snapshot(s);
    Expander<B, Reachability>::snapshot(s);
    if (forgetting_) forgetting_->snapshot(s);
    bool has_relief = relief_ != nullptr;
    s.value(has_relief);
    if (has_relief && !relief_) make_relief();
    if (has_relief) relief_->snapshot(s);
    if (has_relief && relief_->marks() != nullptr) this->set_marks(*relief_->marks());
  }

  // --- what the expander calls
  // `slot`: where to begin, or kNoSlot.
  store::DiscreteId find_or_add(std::span<const state::Word> words, std::uint64_t hash, std::size_t slot,
                                step::EntryId entry, bool& is_new) {
    const store::DiscreteId known =
        slot != this->kNoSlot ? parts_.states.find(words, hash, slot) : parts_.states.find(words, hash);
    if (known != store::kNoDiscrete) return known;
    if (!course_.has_room(parts_.states.growth())) return store::kNoDiscrete;
    is_new = true;
    return parts_.states.add(words, hash, entry);
  }
  bool add(store::DiscreteId id, bool is_new, const step::Place& place, store::ZoneId zone) {
    ++course_.stats.transitions;
    if (forgetting_) forgetting_->count_successor();
    return add({}, id, is_new, place, zone, current_);
  }
  // Asked for often.
  [[nodiscard]] std::uint64_t bytes() const {
    const std::uint64_t log = forgetting_ ? forgetting_->bytes().sum() : 0;
    const std::uint64_t packed = relief_ ? relief_->bytes().sum() : 0;
    return parts_.bytes() + order_->bytes() + this->cache_bytes() + log + packed;
  }
  [[nodiscard]] StoreBytes bytes_by_kind() const {
    StoreBytes result = parts_.bytes_by_kind();
    result.frontier += order_->bytes();
    result.remembered += this->cache_bytes();
    if (forgetting_) result += forgetting_->bytes();
    if (relief_) result += relief_->bytes();
    return result;
  }
  std::size_t count(Stats& stats) const {
    parts_.count(stats);
    stats.bytes = bytes_by_kind();
    stats.touched = order_->touched();
    stats.packed = relief_ ? relief_->packed() : 0;
    stats.stored += stats.packed;
    if (forgetting_) forgetting_->count(stats);
    return order_->size() + (relief_ ? relief_->shelved() : 0);
  }

  std::unique_ptr<order::Order> make_order() const {
    const order::NamedOrder* found = order::find_order(options_.order);
    ZONDA_CHECK(found != nullptr, "there is no such order");
    return found->make({parts_.network, parts_.packing, options_.guide, options_.seed});
  }

  // --- where it begins
  bool seed() {
    bool is_possible = false;
    for (std::vector<std::int32_t>& initial : parts_.moves.initials()) {
      if (options_.live != nullptr) options_.live->clear_dead(initial);
      if (!seed(initial, is_possible)) return false;
    }
    if (!is_possible) course_.end(Outcome::Kind::Error, "the initial state violates an invariant");
    return is_possible;
  }
  bool seed(const std::vector<std::int32_t>& initial, bool& is_possible) {
    step::Place place;
    if (!parts_.places.find(initial, place)) {
      if (parts_.places.error()) course_.fail(*parts_.places.error());
      return !parts_.places.error();
    }
    const auto entered = parts_.space.enter(parts_.initial_point(place), place.entry);
    parts_.check_zones(course_);
    is_possible = is_possible || !entered.empty();
    std::vector<state::Word> words(parts_.packing.words());
    parts_.packing.pack(initial, words);
    const std::uint64_t hash = store::StateStore::hash(words);
    store::DiscreteId id = parts_.states.find(words, hash);
    for (const zone::Dbm<B>& z : entered) {
      if (id == store::kNoDiscrete) id = parts_.states.add(words, hash, place.entry);
      if (!add(initial, id, true, place, parts_.space.intern(z, place.entry), {})) return false;
    }
    return !course_.has_ended();
  }

  // --- a state was generated
  // It is stored and waits, unless it is covered; then it is looked at. `cells` may be left out; `is_new`: no zone of
  // this discrete state was seen before.
  bool add(std::span<const std::int32_t> cells, store::DiscreteId id, bool is_new, const step::Place& place,
           store::ZoneId zone, store::State parent) {
    // It would not be looked at.
    if (course_.has_ended()) return false;
    if (forgetting_) {
      zone = forgetting_->widened(id, place, zone);
      if (!course_.has_room(forgetting_->growth() + parts_.zones.growth())) return false;
      if (forgetting_->is_seen(id, is_new, zone)) {
        ++course_.stats.covered;
        return true;
      }
    }
    const store::State note = forgetting_ ? forgetting_->note(id, zone) : parent;
    const bool is_kept = relief_ && relief_->marks() != nullptr && this->marks_of_move_ != 0;
    if (!insert(id, is_new, place, zone, note, is_kept)) {
      if (forgetting_) forgetting_->take_back();
      ++course_.stats.covered;
      return true;
    }
    const std::int32_t moment = finder_.see(zone, place.shape);
    const bool is_true = wants_true_zones_ && parts_.zones.is_true(zone);
    const order::Arrival arrival{{id, zone}, parts_.states.words(id), is_true, moment};
    if (forgetting_)
      forgetting_->arrived(arrival, this->marks_of_move_);
    else
      order_->add(arrival);
    return !finder_.wants(is_new) || look(cells, is_new, {id, zone}, place.shape, parent);
  }
  // False: this is the end.
  bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
            store::State parent) {
    undecided_ = finder_.look(cells, is_new, state, shape, parent) ? Undecided{} : Undecided{state, parent};
    return !course_.has_ended();
  }
  // Into the store, as waiting. False: it is covered.
  bool insert(store::DiscreteId id, bool is_new, const step::Place& place, store::ZoneId zone, store::State note,
              bool is_kept) {
    if (relief_) {
      if (is_new && !forgetting_) new_records_.push_back(id);
      if (relief_->is_covered(id, zone, place.entry)) return false;
    }
    return insert_in_store(id, place, zone, note, is_kept);
  }
  bool insert_in_store(store::DiscreteId id, const step::Place& place, store::ZoneId zone, store::State note,
                       bool is_kept) {
    const auto inserted = parts_.states.insert(
        id, zone, note, parts_.zones.signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return parts_.space.covers(a, b, place.entry); },
        [&](store::ZoneId gone, bool was_waiting) {
          remove({id, gone}, was_waiting);
        });
    if (!inserted.is_new) return false;
    parts_.zones.hold(zone);
    if (is_kept) parts_.states.keep({id, zone});
    Stats& stats = course_.stats;
    if (inserted.mistakes > 0) {
      stats.mistakes += inserted.mistakes;
      order_->mistaken(inserted.mistakes);
    }
    const std::uint64_t packed = relief_ ? relief_->packed() : 0;
    stats.peak_stored = std::max<std::uint64_t>(stats.peak_stored, parts_.states.stored() + packed);
    return true;
  }
  // The store has taken it out. Those that were expanded may be parents still.
  void remove(store::State gone, bool was_waiting) {
    const bool is_ordered = !forgetting_ || forgetting_->left(gone);
    if (wants_removals_ && is_ordered) order_->removed(gone, was_waiting);
    if (was_waiting || !parts_.states.keeps_parents() || forgetting_) parts_.zones.drop(gone.zone);
  }

  // --- a state is taken
  bool take_next() {
    do {
      while (order_->next(current_)) {
        prefetch_next();
        if (parts_.states.take(current_) && finder_.is_worth_while(current_)) return true;
      }
    } while (refill() && !course_.has_ended());
    finder_.finish();
    return false;
  }
  void trace_news() {
    if (relief_ && relief_->has_lost_parents()) return finder_.leave_news();
    TraceWatch watch(course_);
    const auto may_go_on = [&] { return watch.may_go_on(); };
    parts_.moves.set_watch(may_go_on);
    finder_.set_watch(may_go_on);
    finder_.trace_news([&](const auto& found, std::string& reason) {
      std::optional<Path> path =
          !forgetting_ ? Retracer<B>(parts_, watch).path_to(found.state, found.parent)
                       // It was the last one.
                       : LogRetracer<B>(parts_, watch)
                             .path_to(found.state, forgetting_->log(), forgetting_->last_entry(),
                                      [&](store::ZoneId zone) { return finder_.is_met_in(found.state, zone); });
      if (!path) reason = watch.reason();
      return path;
    });
    set_watches();
  }

  // States that are to be expanded soon.
  void prefetch_next() const {
    const order::Order::Upcoming upcoming = order_->upcoming();
    if (upcoming.far.discrete != store::kNoDiscrete) {
      parts_.states.prefetch_record(upcoming.far.discrete);
      parts_.zones.prefetch(upcoming.far.zone);
    }
    if (upcoming.near.discrete != store::kNoDiscrete) parts_.zones.prefetch_bounds(upcoming.near.zone);
  }
  void start() {
    parts_.space.start(current_.zone, parts_.spare_zones(), [this](auto visit) {
      // Of states that were taken out while they waited.
      order_->for_each([&](const store::State& s) { visit(s.zone); });
    });
  }

  const Options& options_;
  Finder<B> finder_;
  std::unique_ptr<order::Order> order_;
  bool wants_true_zones_;
  bool wants_removals_;
  std::unique_ptr<Forgetting<B>> forgetting_;   // if not all states are stored
  std::unique_ptr<Relief<B>> relief_;           // since memory was short for the first time
  std::vector<store::DiscreteId> new_records_;  // since then: added in this expansion; perhaps they have no zone
  store::State current_;                        // the one that is being expanded
  bool is_unfinished_ = false;                  // and is not done
  struct Undecided {
    store::State state;
    store::State parent;
  };
  Undecided undecided_;                 // stored, and not yet looked at
  bool is_whole_ = false;               // all that must be is stored
  std::uint64_t relieve_again_at_ = 0;  // visited
};

}  // namespace

template <typename B>
std::vector<Outcome> reach(const model::Network& network, const analysis::ClockBounds& bounds,
                           std::span<const Sought> goals, const Options& options) {
  ZONDA_CHECK(goals.size() == 1 || (stores_all(options) && !options.sooner_than), "there is one goal too many");
  if (options.checkpoint == nullptr) return Reachability<B>(network, bounds, goals, options).run();
  ZONDA_CHECK(goals.size() == 1, "a checkpoint is about one goal");
  if (std::optional<Outcome> known = options.checkpoint->known()) return {std::move(*known)};
  std::vector<Outcome> outcomes = Reachability<B>(network, bounds, goals, options).run();
  options.checkpoint->ended(outcomes[0]);
  return outcomes;
}

template std::vector<Outcome> reach<std::int16_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&);
template std::vector<Outcome> reach<std::int32_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&);

}  // namespace zonda::search
