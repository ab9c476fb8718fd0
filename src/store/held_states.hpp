// Stored states together with their holds on zones: a zone is held by every state that has it, so that its number keeps
// its meaning.
//
//   HeldStates         a StateStore whose states hold their zones
//   HeldPackedStates   PackedStates that hold theirs
//
// When states are packed, their holds go over from the first to the second: HeldStates::take_out_passed() does not drop
// any. All other holds are in objects of store/held_zone.hpp.
#pragma once

#include "store/packed_states.hpp"
#include "store/state_store.hpp"
#include "store/zone_table.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace zonda::store {

template <typename B>
class HeldStates : public StateStore {
 public:
  // Refers to the table, which must outlive it. For the other arguments see StateStore.
  HeldStates(ZoneTable<B>& zones, std::size_t words, bool keeps_origins, bool has_notes, const TableLimits& limits)
      : StateStore(words, keeps_origins, has_notes, limits), zones_(zones) {}

  // Puts a state into the store, where it waits, unless a stored one covers it. The ones that it covers are taken out;
  // gone(zone, was_waiting) is called for each. If origins are kept, those that were expanded go on to hold their zones
  // for the sake of the states that were found from them. Throws TableFull, and changes nothing, if there is no room.
  template <typename Covers, typename Gone>
  Inserted insert(State s, Origin origin, Covers&& covers, Gone&& gone) {
    const Inserted inserted =
        StateStore::insert(s.discrete, s.zone, origin, zones_.signatures(), covers, [&](ZoneId zone, bool was_waiting) {
          gone(zone, was_waiting);
          if (was_waiting || !keeps_origins()) zones_.drop(zone);
        });
    if (inserted.is_new) zones_.hold(s.zone);
    return inserted;
  }
  // Whether a stored state covers this one.
  template <typename Covers>
  [[nodiscard]] bool is_covered(State s, Covers&& covers) {
    return StateStore::is_covered(s.discrete, s.zone, zones_.signatures(), covers);
  }
  // Takes a state out. Returns false if it is not there.
  bool remove(State s) {
    if (!StateStore::remove(s)) return false;
    zones_.drop(s.zone);
    return true;
  }
  // Takes out all states that were expanded and that this one covers.
  template <typename Covers>
  void absorb(State s, Covers&& covers) {
    StateStore::absorb(s, zones_.signatures(), covers, [&](ZoneId gone) { zones_.drop(gone); });
  }
  // As StateStore::begin_shrinking(), which forgets origins; holds that only served origins are dropped.
  void begin_shrinking() {
    for_each_ghost([&](const State& s) { zones_.drop(s.zone); });
    StateStore::begin_shrinking();
  }

 private:
  ZoneTable<B>& zones_;
};

template <typename B>
class HeldPackedStates : public PackedStates {
 public:
  // Refers to the table, which must outlive it.
  HeldPackedStates(ZoneTable<B>& zones, const state::Packing& packing) : PackedStates(packing), zones_(zones) {}

  // As PackedStates::merge(). The new states come with their holds; `settle` marks the states that go (Item::is_gone),
  // and those drop their zones.
  template <typename Next, typename Settle>
  void merge(std::size_t more, std::size_t more_states, Next&& next, Settle&& settle) {
    PackedStates::merge(more, more_states, zones_.numbers(), next,
                        [&](std::span<const state::Word> words, std::vector<Item>& items, std::size_t old) {
                          settle(words, items, old);
                          std::erase_if(items, [&](const Item& item) {
                            if (item.is_gone) zones_.drop(item.zone);
                            return item.is_gone;
                          });
                        });
  }

 private:
  ZoneTable<B>& zones_;
};

}  // namespace zonda::store
