#include "search/reachability.hpp"

#include "order/orders.hpp"
#include "search/course.hpp"
#include "search/expander.hpp"
#include "search/finder.hpp"
#include "search/forgetting.hpp"
#include "search/log_retracer.hpp"
#include "search/parts.hpp"
#include "search/retracer.hpp"
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
    if (!stores_all(options)) forgetting_ = std::make_unique<Forgetting<B>>(parts_, finder_, *order_);
  }

  std::vector<Outcome> run() {
    const auto keep_going = [this] { return course_.may_go_on(); };
    parts_.moves.set_watch(keep_going);
    finder_.set_watch(keep_going);
    if (options_.is_shortest) parts_.states.keep_waiting();
    if (seed()) {
      if (forgetting_) forgetting_->seeded();
      while (take_next()) {
        ++course_.stats.visited;
        start();
        if (forgetting_) forgetting_->begin(current_);
        if (!this->expand(current_.discrete)) break;
        if (forgetting_) forgetting_->end(current_);
        course_.watch();
        if (course_.stats.visited == kPatience) finder_.leave_likely();
        if (course_.has_ended()) break;
        if (finder_.has_news() && options_.wants_path) {
          trace_news();
          parts_.moves.set_watch(keep_going);
        }
      }
    }
    const Outcome whole = course_.outcome();
    if (options_.wants_path) trace_news();
    return finder_.outcomes(whole);
  }

 private:
  friend class Expander<B, Reachability<B>>;
  using Expander<B, Reachability<B>>::parts_;
  using Expander<B, Reachability<B>>::course_;

  static constexpr std::uint64_t kPatience = 100'000;  // so many states are visited before likely goals are left out

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
  [[nodiscard]] std::uint64_t bytes() const {
    const std::uint64_t log = forgetting_ ? forgetting_->bytes() : 0;
    return parts_.bytes() + order_->bytes() + this->cache_bytes() + log;
  }
  std::size_t count(Stats& stats) const {
    parts_.count(stats);
    stats.touched = order_->touched();
    if (forgetting_) forgetting_->count(stats);
    return order_->size();
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
    Stats& stats = course_.stats;
    if (forgetting_) {
      zone = forgetting_->widened(id, place, zone);
      if (!course_.has_room(forgetting_->growth() + parts_.zones.growth())) return false;
      if (forgetting_->is_seen(id, is_new, zone)) {
        ++stats.covered;
        return true;
      }
    }
    const store::State note = forgetting_ ? forgetting_->note(id) : parent;
    const auto inserted = parts_.states.insert(
        id, zone, note, parts_.zones.signatures(),
        [&](store::ZoneId a, store::ZoneId b) { return parts_.space.covers(a, b, place.entry); },
        [&](store::ZoneId gone, bool was_waiting) {
          remove({id, gone}, was_waiting);
        });
    if (!inserted.is_new) {
      if (forgetting_) forgetting_->take_back();
      ++stats.covered;
      return true;
    }
    parts_.zones.hold(zone);
    stats.mistakes += inserted.mistakes;
    stats.peak_stored = std::max<std::uint64_t>(stats.peak_stored, parts_.states.stored());
    const std::int32_t moment = finder_.see(zone, place.shape);
    const bool is_true = wants_true_zones_ && parts_.zones.is_true(zone);
    const order::Arrival arrival{{id, zone}, parts_.states.words(id), is_true, moment};
    if (forgetting_)
      forgetting_->arrived(arrival, this->marks_of_move_);
    else
      order_->add(arrival);
    if (!finder_.wants(is_new)) return true;
    finder_.look(cells, is_new, {id, zone}, place.shape, parent);
    return !course_.has_ended();
  }
  // The store has taken it out. Those that were expanded may be parents still.
  void remove(store::State gone, bool was_waiting) {
    const bool is_ordered = !forgetting_ || forgetting_->left(gone);
    if (wants_removals_ && is_ordered) order_->removed(gone, was_waiting);
    if (was_waiting || !options_.wants_path) parts_.zones.drop(gone.zone);
  }

  // --- a state is taken
  bool take_next() {
    while (order_->next(current_)) {
      prefetch_next();
      if (parts_.states.take(current_) && finder_.is_worth_while(current_)) return true;
    }
    finder_.finish();
    return false;
  }
  void trace_news() {
    finder_.trace_news([this](const auto& found) -> std::optional<Path> {
      if (!forgetting_) return Retracer<B>(parts_).path_to(found.state, found.parent);
      // It was the last one.
      return LogRetracer<B>(parts_).path_to(found.state, forgetting_->log(), forgetting_->last_entry());
    });
  }

  // States that are to be expanded soon.
  void prefetch_next() const {
    const order::Order::Upcoming upcoming = order_->upcoming();
    if (upcoming.far != nullptr) {
      parts_.states.prefetch_record(upcoming.far->discrete);
      parts_.zones.prefetch(upcoming.far->zone);
    }
    if (upcoming.near != nullptr) parts_.zones.prefetch_bounds(upcoming.near->zone);
  }
  void start() {
    parts_.space.start(current_.zone, parts_.states.bytes() / 4, [this](auto visit) {
      // Of states that were taken out while they waited.
      order_->for_each([&](const store::State& s) { visit(s.zone); });
    });
  }

  const Options& options_;
  Finder<B> finder_;
  std::unique_ptr<order::Order> order_;
  bool wants_true_zones_;
  bool wants_removals_;
  std::unique_ptr<Forgetting<B>> forgetting_;  // if not all states are stored
  store::State current_;                       // the one that is being expanded
};

}  // namespace

template <typename B>
std::vector<Outcome> reach(const model::Network& network, const analysis::ClockBounds& bounds,
                           std::span<const Sought> goals, const Options& options) {
  ZONDA_CHECK(goals.size() == 1 || (stores_all(options) && !options.sooner_than), "there is one goal too many");
  return Reachability<B>(network, bounds, goals, options).run();
}

template std::vector<Outcome> reach<std::int16_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&);
template std::vector<Outcome> reach<std::int32_t>(const model::Network&, const analysis::ClockBounds&,
                                                  std::span<const Sought>, const Options&);

}  // namespace zonda::search
