// What the loop of an exploration does between two expansions: it frees memory when that is short
// (search/engine/relief.hpp), brings waiting states back from the shelf, and saves the search in a checkpoint or
// restores it from one (search/limits/checkpoint.hpp). The loop derives from this class and owns the data that it works
// on.
#pragma once

#include "order/order.hpp"
#include "search/engine/relief.hpp"
#include "search/engine/shelf.hpp"
#include "search/limits/checkpoint.hpp"
#include "search/limits/control.hpp"
#include "store/held_zone.hpp"
#include "store/packed_states.hpp"
#include "util/invariant.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace zonda::search {

template <typename B, typename Loop>
class Upkeep {
 protected:
  [[gnu::cold]] void take_care() {
    const bool is_rehearsed = loop().control_.is_rehearsal();
    if (!loop().options_.limits.relieves && (loop().control_.is_short() || !has_room_soon()))
      return loop().control_.give_up(LimitWatch::kMemory);
    if (is_rehearsed || ((loop().control_.is_short() || !has_room_soon()) && loop().control_.may_relieve()))
      relieve(is_rehearsed);
    loop().control_.settle();
    if (loop().control_.is_checkpoint_due() && !loop().control_.has_ended()) save(false);
  }
  // Whether there is room for what comes next. Tables double when they are full, and memory cannot be freed in the
  // middle of an expansion. Packing takes room before the old form can go.
  [[nodiscard]] bool has_room_soon() {
    constexpr std::size_t kMore = 4096;
    if (loop().options_.limits.memory_bytes > 0 && !loop().space_.has_room_for(kMore)) return false;
    std::size_t growth = loop().worker_.states.growth_with(kMore) + loop().worker_.zones.growth_with(kMore);
    if (loop().options_.limits.relieves && !keeps_numbers())
      growth += store::PackedStates::bytes_of(loop().worker_.packing, loop().worker_.states.discrete_count(),
                                              loop().worker_.states.stored(), loop().worker_.zones.numbers());
    return loop().control_.would_have_room(growth);
  }
  [[gnu::cold]] void relieve(bool is_rehearsed) {
    // Asks for more than is needed now, so that freeing memory pays.
    const auto is_enough = [this] { return !loop().control_.is_still_short(2) && has_room_soon(); };
    if (!relief_) make_relief();
    try {
      is_rehearsed ? relief_->rehearse() : relief_->relieve(is_enough);
    } catch (const SpillError& e) {
      lose(e.what());
    }
    loop().control_.set_margins(1);
    if (relief_->marks() != nullptr) loop().set_marks(*relief_->marks());
    // If nothing helped, trying again at once will not help either.
    constexpr std::uint64_t kFew = 50;
    if (loop().control_.is_still_short(1) || !has_room_soon())
      loop().control_.relieve_later(std::max<std::uint64_t>(kFew, relief_->packed() / 256));
  }
  // Ends the search, which cannot be resumed from here either, because waiting states are lost.
  void lose(const char* why) {
    is_whole_ = false;
    loop().control_.give_up(why);
    if (loop().options_.checkpoint != nullptr) loop().options_.checkpoint->give_up("waiting states are lost");
  }
  [[gnu::cold]] void make_relief() {
    loop().drop_cache();
    relief_ =
        std::make_unique<Relief<B>>(loop().worker_, *loop().visitor_, *loop().order_, loop().control_, keeps_numbers());
  }
  // Whether discrete states must keep their numbers, so that none may be packed.
  [[nodiscard]] bool keeps_numbers() const {
    return loop().forgetting_ != nullptr || loop().options_.sooner_than.has_value() || loop().wants_removals_ ||
           loop().visitor_->needs_numbers();
  }
  void forget_new_records() {
    for (const store::DiscreteId id : new_records_) loop().worker_.states.forget_if_empty(id);
    new_records_.clear();
  }
  // Brings waiting states back from the shelf. False: there are none.
  [[gnu::cold]] bool refill() {
    if (!relief_ || relief_->shelved() == 0) return false;
    constexpr int kMost = 1024;
    Shelf::Entry entry;
    try {
      for (int i = 0; i < kMost && relief_->shelved() > 0 && !loop().control_.has_ended(); ++i) {
        store::HeldZone<B> hold = relief_->take_shelved(entry);
        bool is_done = false;
        loop().control_.within_tables([&] { is_done = put_back(entry); });
        if (!is_done) relief_->put_on_shelf(entry, std::move(hold));
      }
    } catch (const SpillError& e) {
      lose(e.what());
    }
    forget_new_records();
    return true;
  }
  // Puts a state back into the store, where it waits, unless it is covered. False: there is no room for it.
  bool put_back(const Shelf::Entry& entry) {
    const std::uint64_t hash = store::StateStore::hash(entry.words);
    std::vector<std::int32_t> cells;
    loop().worker_.unpack(entry.words, cells);
    step::Place place;
    ZONDA_CHECK(loop().worker_.places.find(cells, place), "a waiting state has no place");
    bool is_new = false;
    const store::DiscreteId id = loop().find_or_add(entry.words, hash, Loop::kNoSlot, place.entry, is_new);
    if (id == store::kNoDiscrete) return false;
    const bool is_packed = relief_->is_packed(entry);
    if (is_new && is_packed && !loop().forgetting_) new_records_.push_back(id);
    store::ZoneId zone = entry.zone;
    if (is_packed ? !loop().insert_in_store(id, place, zone, entry.note, entry.is_kept)
                  : !loop().insert(id, is_new, place, zone, entry.note, entry.is_kept))
      return true;
    const bool is_true = loop().wants_true_zones_ && loop().worker_.stepper.is_true(zone);
    loop().order_->add({{id, zone}, loop().worker_.states.words(id), is_true, 0, false});
    return true;
  }

  // Begins the search, from the checkpoint if there is one, or else with the initial states.
  [[gnu::cold]] bool begin() {
    if (loop().options_.checkpoint != nullptr && loop().options_.checkpoint->has_content()) return resume();
    if (!loop().seed()) return false;
    if (loop().forgetting_) loop().forgetting_->seeded();
    return is_whole_ = true;
  }
  [[gnu::cold]] bool resume() {
    const Checkpoint::Size size = loop().options_.checkpoint->size();
    if (!loop().control_.can_take_in(size.in_memory + (loop().options_.limits.spill_folder.empty() ? size.on_disk : 0)))
      return false;
    try {
      loop().options_.checkpoint->resume([this](Snapshot& s) { snapshot(s); });
    } catch (const SpillError& e) {
      loop().control_.give_up(e.what());
      return false;
    }
    loop().control_.resumed();
    is_whole_ = true;
    if (!look_again()) return false;
    // The limit may be lower than before.
    if (!loop().is_unfinished_ && loop().control_.is_still_short(1)) take_care();
    return !loop().control_.has_ended();
  }
  // Looks at the state that was being looked at when the search was stopped.
  bool look_again() {
    if (undecided_.state == store::State{}) return true;
    const Undecided last = undecided_;
    std::vector<std::int32_t> cells;
    loop().worker_.unpack(last.state.discrete, cells);
    return loop().look(cells, true, last.state, loop().worker_.operations.shape(cells), last.parent);
  }
  [[gnu::cold]] void save(bool is_last) {
    (void)loop().control_.count();
    const StoreBytes bytes = loop().bytes_by_kind();
    // Remembered results are not written.
    const Checkpoint::Size size{bytes.sum() - bytes.remembered, relief_ ? relief_->bytes_on_disk() : 0};
    loop().options_.checkpoint->save([this](Snapshot& s) { snapshot(s); }, size, is_last);
    loop().control_.checkpoint_written();
  }
  // Saves a search that a limit stopped. If the limit came in the middle of an expansion, the state will be expanded
  // again, and finds the same successors.
  [[gnu::cold]] void save_in_the_end() {
    if (!loop().control_.is_unknown() || !is_whole_) return;
    if (loop().is_unfinished_ && loop().forgetting_) loop().forgetting_->break_off();
    // A state that covers the current one may have replaced it.
    loop().is_unfinished_ = loop().is_unfinished_ && loop().worker_.states.has(loop().current_);
    new_records_.clear();
    loop().worker_.states.forget_empty();
    save(true);
  }
  // Writes everything that the search holds to a file, or reads it back.
  [[gnu::cold]] void snapshot(Snapshot& s) {
    s.values(loop().control_.stats, loop().current_, loop().is_unfinished_, undecided_);
    loop().control_.snapshot_error(s);
    loop().space_.snapshot(s);
    loop().order_->snapshot(s);
    loop().visitor_->snapshot(s);
    loop().snapshot_expander(s);
    if (loop().forgetting_) loop().forgetting_->snapshot(s);
    if (loop().merger_) loop().merger_->snapshot(s);
    bool has_relief = relief_ != nullptr;
    s.value(has_relief);
    if (has_relief && !relief_) make_relief();
    if (has_relief) relief_->snapshot(s);
    if (has_relief && relief_->marks() != nullptr) loop().set_marks(*relief_->marks());
  }

  // A state that was stored, but that the visitor could not look at because of a limit.
  struct Undecided {
    store::State state;
    store::State parent;
  };
  Undecided undecided_;
  std::unique_ptr<Relief<B>> relief_;  // exists from the first time that memory was short
  // If there is a relief_: added in this expansion, perhaps without a zone.
  std::vector<store::DiscreteId> new_records_;

 private:
  [[nodiscard]] Loop& loop() { return static_cast<Loop&>(*this); }
  [[nodiscard]] const Loop& loop() const { return static_cast<const Loop&>(*this); }

  bool is_whole_ = false;  // nothing is missing that a checkpoint needs
};

}  // namespace zonda::search
