// The loop over states that all explorations share: takes a state, finds its successors, stores what no other state
// covers, and shows it to the visitor. The two widths of zones are compiled apart (exploration.cpp,
// exploration_wide.cpp), because this is the code that the compiler works on longest.
//
// What is done rarely is marked as cold: calls of it are not worth inlining.
#pragma once

#include "order/orders.hpp"
#include "search/engine/chain_survey.hpp"
#include "search/engine/expander.hpp"
#include "search/engine/exploration.hpp"
#include "search/engine/forgetting.hpp"
#include "search/engine/log_retracer.hpp"
#include "search/engine/retracer.hpp"
#include "search/engine/upkeep.hpp"
#include "search/engine/zone_merger.hpp"
#include "search/limits/trace_watch.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <memory>

namespace zonda::search {

// A base class of the loop, so that the space is made before the expander, which works on it.
template <typename B>
struct WithSpace {
  StateSpace<B> space_;
};

template <typename B>
class ExplorationLoop final : public Exploration<B>,
                              private WithSpace<B>,
                              private Expander<B, ExplorationLoop<B>>,
                              private Upkeep<B, ExplorationLoop<B>> {
 public:
  [[gnu::cold]] ExplorationLoop(const model::Network& network, const analysis::ClockBounds& bounds,
                                const Options& options, Control& control, const SuccessorRules& rules)
      : WithSpace<B>{{network, bounds, options, rules}},
        Expander<B, ExplorationLoop>(space_, control),
        options_(options),
        order_(make_order()),
        wants_true_zones_(order_->wants_true_zones()),
        wants_removals_(order_->wants_removals()),
        wants_mistakes_(order_->wants_mistakes()),
        has_larger_(options.reductions != nullptr && options.reductions->covers_states()) {
    // The first time, much is packed at once, and the packed forms need room before the old ones can go.
    constexpr std::uint64_t kFirstMargins = 4;
    if (options.limits.relieves) control_.set_margins(kFirstMargins);
    control.add_part({[this] { return bytes(); }, [this](Stats& stats) { return count(stats); },
                      [this](HashStats& stats) { look_at_tables(stats); }});
  }

  [[gnu::cold]] ~ExplorationLoop() override = default;
  ExplorationLoop(const ExplorationLoop&) = delete;
  ExplorationLoop& operator=(const ExplorationLoop&) = delete;

  Worker<B>& worker() override { return worker_; }

  void run(Visitor& visitor) override {
    visitor_ = &visitor;
    ZONDA_CHECK(options_.keep.marks() == 0 || options_.marks != nullptr,
                "a strategy that goes by marks would store nothing, and never end");
    if (!stores_all(options_)) forgetting_ = std::make_unique<Forgetting<B>>(worker_, visitor, *order_);
    // Stored states must be exactly those that were found if states are forgotten or paths are wanted.
    if (options_.merge_from > 0 && !forgetting_ && !options_.wants_path) merger_.emplace(worker_);
    if (options_.is_shortest) worker_.states.keep_waiting();
    control_.within_tables([this] {
      if (this->begin())
        while (is_unfinished_ || take_next())
          if (!visit()) break;
    });
    // States that came back from the shelf are counted twice until they are packed.
    if (relief_ && !control_.has_ended()) relief_->pack();
    if (options_.checkpoint != nullptr) this->save_in_the_end();
    if (options_.wants_path) trace_news();
    is_over_ = true;
  }

  [[nodiscard]] store::State current() const override { return current_; }
  bool is_possible(std::span<const step::ClockCondition> conditions) override {
    return Expander<B, ExplorationLoop>::is_possible(conditions);
  }
  [[gnu::cold]] std::optional<ReducedPath> path_to(store::State last, store::State parent) override {
    if (has_lost_parents()) return std::nullopt;
    if (!forgetting_) return Retracer<B>(worker_, nullptr).path_to(last, parent);
    TraceWatch watch(control_);
    return path_in_log(last, watch, [&](store::ZoneId zone) { return zone == last.zone; });
  }

 private:
  friend class Expander<B, ExplorationLoop<B>>;
  friend class Upkeep<B, ExplorationLoop<B>>;
  using WithSpace<B>::space_;
  using Expander<B, ExplorationLoop<B>>::worker_;
  using Expander<B, ExplorationLoop<B>>::control_;
  using Upkeep<B, ExplorationLoop<B>>::relief_;
  using Upkeep<B, ExplorationLoop<B>>::new_records_;
  using Upkeep<B, ExplorationLoop<B>>::undecided_;
  using typename Upkeep<B, ExplorationLoop<B>>::Undecided;

  [[gnu::cold]] void look_at_tables(HashStats& stats) {
    worker_.states.look_at_table(stats);
    worker_.zones.look_at_table(stats);
    ChainSurvey chains(worker_.packing, worker_.network.processes.size());
    chains.look_at(worker_.states);
    chains.report(stats);
  }

  // After this many visited states, goals that were expected early are left to searches of their own.
  static constexpr std::uint64_t kPatience = 100'000;

  // Expands a state. False: the search has ended.
  bool visit() {
    if (!is_unfinished_) ++worker_.counts.visited;
    is_unfinished_ = true;
    start();
    if (forgetting_) forgetting_->begin(current_);
    if (!this->expand(current_)) return false;
    if (forgetting_) forgetting_->end(current_);
    if (!new_records_.empty()) this->forget_new_records();
    is_unfinished_ = false;
    control_.watch();
    if (control_.visited() == kPatience) visitor_->lose_patience();
    if (control_.has_ended()) return false;
    if (visitor_->has_news() && options_.wants_path) trace_news();
    if (control_.needs_care()) this->take_care();
    return !control_.has_ended();
  }

  void snapshot_expander(Snapshot& s) { Expander<B, ExplorationLoop>::snapshot(s); }

  // --- what the expander calls
  bool add(store::DiscreteId id, bool is_new, const step::Place& place, store::ZoneId zone) {
    ++worker_.counts.transitions;
    if (forgetting_) forgetting_->count_successor();
    return add({}, id, is_new, place, zone, current_);
  }
  bool add_initial(std::span<const std::int32_t> cells, store::DiscreteId id, const step::Place& place,
                   store::ZoneId zone) {
    return add(cells, id, true, place, zone, {});
  }
  // What a pruner is told about the state that was added last. If not all states are stored, the store cannot tell.
  [[nodiscard]] reduce::Target target_of(store::State s, const step::Place& place) {
    reduce::Target result;
    result.is_new = result.is_waiting = is_last_new_;
    if (is_last_new_ || forgetting_ || relief_) return result;
    worker_.states.for_each_zone(s.discrete, [&](store::ZoneId zone) {
      if (!this->covers(zone, s.zone, place.entry)) return;
      const store::State stored{s.discrete, zone};
      if (stored == current_)
        result.is_on_stack = true;
      else if (worker_.states.is_waiting(stored))
        result.is_waiting = true;
      else if (!this->was_pruned(stored))
        result.is_expanded = true;
    });
    return result;
  }

  // All memory of the search, for limits. This must be fast, because it is called often.
  [[nodiscard]] std::uint64_t bytes() const {
    const std::uint64_t log = forgetting_ ? forgetting_->bytes().sum() : 0;
    const std::uint64_t packed = relief_ ? relief_->bytes().sum() : 0;
    return space_.bytes() + worker_.bytes() + order_->bytes() + this->cache_bytes() + log + packed;
  }
  [[gnu::cold]] [[nodiscard]] StoreBytes bytes_by_kind() const {
    StoreBytes result = space_.bytes_by_kind();
    result.frontier += order_->bytes();
    result.remembered += worker_.bytes() + this->cache_bytes();
    if (forgetting_) result += forgetting_->bytes();
    if (relief_) result += relief_->bytes();
    return result;
  }
  [[gnu::cold]] std::size_t count(Stats& stats) const {
    worker_.count(stats);
    stats.zones += worker_.zones.count();
    stats.bytes += bytes_by_kind();
    stats.touched = order_->touched();
    stats.packed += relief_ ? relief_->packed() : 0;
    if (merger_) stats.merged += merger_->count();
    if (forgetting_ && forgetting_->has_hashes()) {
      forgetting_->count(stats);
    } else {
      stats.stored += worker_.states.stored() + (relief_ ? relief_->packed() : 0);
      // Some discrete states may be both stored and packed, and it takes long to count them.
      stats.discrete_states += relief_ && is_over_ ? relief_->discrete_states() : worker_.states.discrete_count();
    }
    return order_->size() + (relief_ ? relief_->shelved() : 0);
  }

  std::unique_ptr<order::Order> make_order() const {
    const order::NamedOrder* found = order::find_order(options_.order);
    ZONDA_CHECK(found != nullptr, "there is no such order");
    return found->make({worker_.network, worker_.packing, options_.guide, options_.seed,
                        options_.limits.tables.tree_nodes, options_.proof_order});
  }

  // --- a successor was found
  // Stores the state and lets it wait, unless it is covered; then shows it to the visitor. `cells` may be empty;
  // `is_new`: no zone of this discrete state was seen before.
  bool add(std::span<const std::int32_t> cells, store::DiscreteId id, bool is_new, const step::Place& place,
           store::ZoneId zone, store::State parent) {
    // If the search has ended, nobody would look at the state.
    if (control_.has_ended()) return false;
    is_last_new_ = false;
    if (forgetting_) {
      zone = forgetting_->widened(id, place, zone);
      if (!control_.has_room(forgetting_->growth() + worker_.zones.growth())) return false;
      forgetting_->check_room(id);
      if (wants_removals_) check_room_in_order();
      if (forgetting_->is_seen(id, is_new, zone)) {
        ++worker_.counts.covered;
        return true;
      }
    }
    const store::Origin origin = forgetting_ ? forgetting_->note(id, zone) : store::Origin(parent);
    const bool is_kept = relief_ && relief_->marks() != nullptr && this->marks_of_move_ != 0;
    if (!insert(id, is_new, place, zone, origin, is_kept)) {
      if (forgetting_) forgetting_->take_back();
      ++worker_.counts.covered;
      if (order_->wants_known()) [[unlikely]]
        tell_known(id, place, zone);
      return true;
    }
    is_last_new_ = true;
    // A larger discrete state may have covered all zones before this one.
    if (has_larger_) is_new = is_new || is_only_zone(id);
    const std::int32_t moment = visitor_->has_moments() ? visitor_->moment_of(zone, place.shape) : 0;
    const bool is_true = wants_true_zones_ && worker_.stepper.is_true(zone);
    const order::Arrival arrival{{id, zone}, worker_.states.words(id), is_true, moment};
    if (forgetting_)
      forgetting_->arrived(arrival, this->marks_of_move_);
    else
      order_->add(arrival);
    return !visitor_->wants(is_new) || look(cells, is_new, {id, zone}, place.shape, parent);
  }
  // A state was not stored. If others that wait cover it, the order may want to know.
  [[gnu::cold]] void tell_known(store::DiscreteId id, const step::Place& place, store::ZoneId zone) {
    worker_.states.for_each_zone(id, [&](store::ZoneId other) {
      if (!worker_.states.is_waiting({id, other})) return;
      if (other == zone || this->covers(other, zone, place.entry)) order_->known({id, other});
    });
  }
  // Shows a state to the visitor. False: the search has ended.
  bool look(std::span<const std::int32_t> cells, bool is_new, store::State state, step::ShapeId shape,
            store::State parent) {
    undecided_ = visitor_->look(cells, is_new, state, shape, parent) ? Undecided{} : Undecided{state, parent};
    return !control_.has_ended();
  }
  // Puts a state into the store, where it waits. False: another one covers it.
  bool insert(store::DiscreteId id, bool is_new, const step::Place& place, store::ZoneId& zone, store::Origin origin,
              bool is_kept) {
    if (relief_) {
      if (is_new && !forgetting_) new_records_.push_back(id);
      if (relief_->is_covered(id, zone, place.entry)) return false;
    }
    if (has_larger_ && is_covered_by_larger(id, place, zone)) [[unlikely]]
      return false;
    return insert_in_store(id, place, zone, origin, is_kept);
  }
  // Whether a reduction lets a stored state with another discrete state stand in for this one.
  [[gnu::cold]] bool is_covered_by_larger(store::DiscreteId id, const step::Place& place, store::ZoneId zone) {
    bool is_covered = false;
    worker_.unpack(id, cells_);
    options_.reductions->for_each_larger(cells_, [&](std::span<const std::int32_t> larger) {
      larger_words_.resize(worker_.packing.words());
      worker_.packing.pack(larger, larger_words_);
      const store::DiscreteId other = worker_.states.find(larger_words_, store::StateStore::hash(larger_words_));
      if (other == store::kNoDiscrete || other == id) return false;
      // Zones can be compared only over the same clocks.
      const step::Place there = worker_.place_of(larger, other);
      is_covered = there.shape == place.shape && worker_.is_covered({other, zone}, there.entry);
      return is_covered;
    });
    return is_covered;
  }
  [[nodiscard]] bool is_only_zone(store::DiscreteId id) {
    std::size_t zones = 0;
    worker_.states.for_each_zone(id, [&](store::ZoneId) { ++zones; });
    return zones == 1;
  }
  // `zone` becomes a larger one if it could be merged with others.
  bool insert_in_store(store::DiscreteId id, const step::Place& place, store::ZoneId& zone, store::Origin origin,
                       bool is_kept) {
    if (wants_removals_) check_room_in_order();
    auto inserted = worker_.insert({id, zone}, origin, place.entry, [&](store::ZoneId gone, bool was_waiting) {
      removed({id, gone}, was_waiting);
    });
    if (!inserted.is_new) return false;
    if (merger_ && !relief_ && merger_->is_worth_while(id)) inserted.mistakes += merge(id, place, zone, origin);
    if (is_kept) worker_.states.keep({id, zone});
    if (inserted.mistakes > 0) {
      worker_.counts.mistakes += inserted.mistakes;
      order_->mistaken(inserted.mistakes);
    }
    worker_.counts.note_stored(worker_.states.stored() + (relief_ ? relief_->packed() : 0));
    return true;
  }
  // A stored state must be added to the order as well, so its room is checked first.
  void check_room_in_order() const {
    if (order_->room() <= (forgetting_ ? forgetting_->arriving() : 0)) throw store::TableFull(store::kTreeFull);
  }
  // Called for a zone that was just stored, and that the order does not know yet. As long as its union with another one
  // is convex, the union replaces both. Returns how many of the replaced states had been expanded. If a table is full,
  // the zone stays as it is.
  std::uint32_t merge(store::DiscreteId id, const step::Place& place, store::ZoneId& zone, store::Origin origin) {
    std::uint32_t mistakes = 0;
    try {
      while (control_.has_room(worker_.zones.growth())) {
        const store::ZoneId both = merger_->find({id, zone}, place.entry);
        if (both == store::kNoZone || !control_.watch()) break;
        const auto inserted =
            worker_.insert({id, both}, origin, place.entry, [&](store::ZoneId gone, bool was_waiting) {
              if (gone != zone) removed({id, gone}, was_waiting);
            });
        mistakes += inserted.mistakes;
        // The zone may be as large as the union already.
        if (!inserted.is_new) break;
        zone = both;
      }
    } catch (const store::TableFull&) {
      return mistakes;
    }
    return mistakes;
  }
  // The store has taken this state out, because another one covers it.
  void removed(store::State gone, bool was_waiting) {
    const bool is_ordered = !forgetting_ || forgetting_->left(gone);
    if (wants_removals_ && is_ordered) order_->removed(gone, was_waiting);
    if (wants_mistakes_ && !was_waiting) order_->mistaken(gone);
  }

  // --- a state is taken
  bool take_next() {
    do {
      while (order_->next(current_)) {
        prefetch_next();
        if (!worker_.states.take(current_))
          order_->stale();
        else if (!visitor_->has_moments() || visitor_->is_worth_while(current_))
          return true;
      }
    } while (this->refill() && !control_.has_ended());
    visitor_->finish();
    return false;
  }
  [[nodiscard]] bool has_lost_parents() const { return relief_ && relief_->has_lost_parents(); }
  // The path to a state that is the last one of the log.
  template <typename IsMet>
  std::optional<ReducedPath> path_in_log(store::State last, TraceWatch& watch, IsMet&& is_met) {
    return LogRetracer<B>(worker_, watch).path_to(last, forgetting_->log(), forgetting_->last_entry(), is_met);
  }
  [[gnu::cold]] void trace_news() {
    if (!visitor_->has_news()) return;
    if (has_lost_parents()) return visitor_->leave_news();
    TraceWatch watch(control_);
    Visitor::Tracer tracer;
    tracer.may_go_on = [&] { return watch.may_go_on(); };
    tracer.path_to = [&](store::State found, store::State parent, const auto& is_met, std::string& reason) {
      std::optional<ReducedPath> path;
      try {
        path = !forgetting_ ? Retracer<B>(worker_, &watch).path_to(found, parent) : path_in_log(found, watch, is_met);
      } catch (const store::TableFull& full) {
        watch.stop(full.what());
      }
      if (path) return std::optional(path->restored(options_.reductions));
      reason = watch.reason();
      return std::optional<Path>();
    };
    visitor_->trace_news(tracer);
  }

  // Prefetches states that will be expanded soon.
  void prefetch_next() const {
    const order::Order::Upcoming upcoming = order_->upcoming();
    if (upcoming.far.discrete != store::kNoDiscrete) {
      worker_.states.prefetch_record(upcoming.far.discrete);
      worker_.zones.prefetch(upcoming.far.zone);
    }
    if (upcoming.near.discrete != store::kNoDiscrete) worker_.zones.prefetch_bounds(upcoming.near.zone);
  }
  void start() {
    worker_.stepper.start(current_.zone, space_.spare_zones(), [this](auto visit) {
      // Zones of states that were taken out while they waited.
      order_->for_each([&](const store::State& s) { visit(s.zone); });
    });
  }

  const Options& options_;
  Visitor* visitor_ = nullptr;
  std::unique_ptr<order::Order> order_;
  bool wants_true_zones_;
  bool wants_removals_;
  bool wants_mistakes_;
  bool has_larger_;                            // a reduction lets larger discrete states cover others
  std::unique_ptr<Forgetting<B>> forgetting_;  // if not all states are stored
  std::optional<ZoneMerger<B>> merger_;        // if zones are merged
  store::State current_;                       // the one that is being expanded
  std::vector<std::int32_t> cells_;
  std::vector<state::Word> larger_words_;
  bool is_last_new_ = false;  // the state that was added last was stored
  bool is_over_ = false;
  bool is_unfinished_ = false;  // the expansion of current_ has begun and is not complete
};

template <typename B>
std::unique_ptr<Exploration<B>> make_exploration(const model::Network& network, const analysis::ClockBounds& bounds,
                                                 const Options& options, Control& control,
                                                 const SuccessorRules& rules) {
  return std::make_unique<ExplorationLoop<B>>(network, bounds, options, control, rules);
}

}  // namespace zonda::search
