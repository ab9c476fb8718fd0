// The extra work of a search that does not store all states (keep/keep.hpp). Each waiting state has a flag in its note
// (store::Origin::Note); when the state has been expanded, the flag helps to decide whether it stays. For traces there
// is a log of all states that were ever found. Hulls and sets of hashes, which also replace states, are built on this.
#pragma once

#include "keep/keep.hpp"
#include "order/order.hpp"
#include "search/engine/visitor.hpp"
#include "search/engine/worker.hpp"
#include "store/seen.hpp"
#include "util/growing_array.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace zonda::search {

// An entry of the log: the entry that a state was found from, and a hash of the state.
struct LogEntry {
  std::uint32_t from = UINT32_MAX;
  std::uint32_t hash = 0;
};

template <typename B>
class Forgetting {
 public:
  static constexpr std::uint32_t kNoEntry = UINT32_MAX;

  Forgetting(Worker<B>& worker, Visitor& visitor, order::Order& order)
      : worker_(worker),
        visitor_(visitor),
        order_(order),
        keep_(keep::make_keep(strategy_of(worker.options))),
        most_entries_(std::min<std::uint64_t>(worker.options.limits.tables.log_entries, kNoEntry)) {
    worker_.states.keep_passed();
    if (worker.options.bitstate_bytes > 0)
      seen_ = store::make_bit_field(worker.options.bitstate_bytes);
    else if (worker.options.compact)
      seen_ = store::make_compact_set();
  }

  [[nodiscard]] StoreBytes bytes() const {
    return {.links = log_.bytes(), .hashes = seen_ == nullptr ? 0 : seen_->bytes()};
  }
  [[nodiscard]] bool has_hashes() const { return seen_ != nullptr; }
  void count(Stats& stats) const {
    if (seen_ == nullptr) return;
    // Waiting states are included. Hashes do not tell how many discrete states there are.
    stats.stored = seen_->count();
    stats.peak_stored = std::max(stats.peak_stored, stats.stored);
    stats.discrete_states = 0;
    stats.omissions = seen_->expected_omissions();
    stats.bits_set = seen_->load();
  }
  [[nodiscard]] std::span<const LogEntry> log() const { return log_.part(0, log_.size()); }
  [[nodiscard]] std::uint32_t last_entry() const { return static_cast<std::uint32_t>(log_.size()) - 1; }

  // With hulls: the smallest zone that includes this one and all zones stored with this discrete state.
  store::ZoneId widened(store::DiscreteId id, const step::Place& place, store::ZoneId zone) {
    if (!worker_.options.hull) return zone;
    bool is_alone = true;
    worker_.states.for_each_zone(id, [&](store::ZoneId other) {
      if (is_alone) worker_.stepper.load(zone, hull_);
      is_alone = false;
      worker_.stepper.load(other, other_);
      convex_hull(hull_, other_);
    });
    return is_alone ? zone : worker_.stepper.intern(hull_, place.entry);
  }
  // With hashes: whether the state was seen before.
  bool is_seen(store::DiscreteId id, bool is_new, store::ZoneId zone) {
    if (is_new) new_records_.push_back(id);
    if (seen_ == nullptr) return false;
    const std::uint64_t discrete = store::StateStore::hash(worker_.states.words(id));
    return !seen_->add(mix(discrete ^ worker_.options.hash_seed, worker_.stepper.content_hash(zone)));
  }
  [[nodiscard]] std::size_t growth() const { return seen_ == nullptr ? 0 : seen_->growth(); }
  // Throws store::TableFull if there may be no room for one more state of this discrete state. Must be called before
  // is_seen(), which remembers the state: if it were not stored after that, it would never be expanded.
  void check_room(store::DiscreteId id) const {
    if (worker_.options.wants_path && log_.size() >= most_entries_) throw store::TableFull(store::kLogFull);
    worker_.states.check_room(id);
  }

  // The note that is stored with a state found from the one being expanded.
  store::Origin note(store::DiscreteId id, store::ZoneId zone) {
    if (!worker_.options.wants_path) return store::Origin(store::Origin::Note{0, kNoEntry});
    log_.push_back({entry_, log_hash(worker_, worker_.states.words(id), zone)});
    return store::Origin(store::Origin::Note{0, last_entry()});
  }
  // The hash of a state in the log. With hulls it covers the discrete state only, because a hull is no successor of the
  // state that it was found from.
  static std::uint32_t log_hash(Worker<B>& worker, std::span<const state::Word> words, store::ZoneId zone) {
    const std::uint64_t discrete = store::StateStore::hash(words);
    return static_cast<std::uint32_t>(worker.options.hull ? discrete
                                                          : mix(discrete, worker.stepper.content_hash(zone)));
  }
  // Removes the last entry of the log, because its state turned out to be covered.
  void take_back() {
    if (worker_.options.wants_path) log_.resize(log_.size() - 1, {});
  }

  // States that the order will be told of at the end of the expansion.
  [[nodiscard]] std::size_t arriving() const { return arrivals_.size(); }
  // Notes a state that will wait as soon as the expansion that found it is over.
  void arrived(const order::Arrival& arrival, keep::Marks move) {
    arrivals_.push_back({arrival.state, arrival.is_true, arrival.moment, move});
  }
  // Notes that a waiting state was taken out; returns whether the order knows it.
  bool left(store::State gone) {
    const auto it = std::find_if(arrivals_.begin(), arrivals_.end(), [&](const auto& a) { return a.state == gone; });
    if (it == arrivals_.end()) return true;
    arrivals_.erase(it);
    return false;
  }

  // Begins to expand a waiting state.
  void begin(store::State at) {
    const store::Origin::Note note = worker_.states.origin(at).note();
    facts_ = {note.flag, 0, false};
    entry_ = note.entry;
    transitions_ = 0;
    if (!worker_.options.keep.sees_committed()) return;
    worker_.unpack(at.discrete, cells_);
    for (std::size_t p = 0; p < worker_.network.processes.size(); ++p)
      facts_.is_committed = facts_.is_committed || worker_.network.location(p, cells_[p]).is_committed;
  }
  void count_successor() { ++transitions_; }

  // Ends an expansion that was broken off: the successors found so far wait, and the state stays, so that it can be
  // expanded again.
  void break_off() {
    add_arrivals(facts_, true);
    for (const store::DiscreteId id : new_records_) worker_.states.forget_if_empty(id);
    new_records_.clear();
  }
  void snapshot(Snapshot& s) {
    keep_->snapshot(s);
    s.array(log_);
    if (seen_ != nullptr) seen_->snapshot(s);
  }

  // Called when the initial states were found: all of them wait, and stay stored.
  void seeded() { add_arrivals({}, true); }
  // Called when the current state has been expanded: decides whether it stays, and lets its successors wait.
  void end(store::State at) {
    facts_.successors = transitions_;
    const bool is_stored = keep_->to_store(facts_);
    add_arrivals(facts_, is_stored);
    // Some new discrete states are empty, because all their zones had been seen before.
    for (const store::DiscreteId id : new_records_) worker_.states.forget_if_empty(id);
    new_records_.clear();
    if (is_stored) return absorb(at);
    if (worker_.states.remove(at)) visitor_.forget(at.discrete);
  }

 private:
  static keep::Strategy strategy_of(const Options& options) {
    return options.compact || options.bitstate_bytes > 0 ? keep::no_states() : options.keep;
  }

  struct Arrived {
    store::State state;
    bool is_true = false;
    std::int32_t moment = 0;
    keep::Marks move = 0;
  };

  void add_arrivals(const keep::Facts& from, bool is_stored) {
    for (const Arrived& a : arrivals_) {
      const keep::Flag flag = keep_->next_flag(from, is_stored, a.move);
      store::Origin::Note note = worker_.states.origin(a.state).note();
      note.flag = flag;
      worker_.states.set_origin(a.state, store::Origin(note));
      order_.add({a.state, worker_.states.words(a.state.discrete), a.is_true, a.moment, keep_->lets_go(flag)});
    }
    arrivals_.clear();
  }

  void absorb(store::State at) {
    worker_.unpack(at.discrete, cells_);
    const step::Place place = worker_.place_of(cells_, at.discrete);
    worker_.absorb(at, place.entry);
  }

  Worker<B>& worker_;
  Visitor& visitor_;
  order::Order& order_;
  std::unique_ptr<keep::Keep> keep_;
  std::unique_ptr<store::Seen> seen_;  // hashes of states, if only these are kept
  GrowingArray<LogEntry> log_;
  std::uint64_t most_entries_;
  zone::Dbm<B> hull_{1};
  zone::Dbm<B> other_{1};
  std::vector<store::DiscreteId> new_records_;  // added since the current state was taken
  // The state that is being expanded.
  keep::Facts facts_;
  std::uint32_t entry_ = kNoEntry;
  std::size_t transitions_ = 0;
  std::vector<Arrived> arrivals_;
  std::vector<std::int32_t> cells_;
};

}  // namespace zonda::search
