// The place of a discrete state says what matters about it for clocks: which are active, and the entry. If locations
// alone decide it, similar locations of a process form a class, and the classes of all processes, side by side in a few
// bits each, are the key of a table of places.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "step/edge_table.hpp"
#include "step/zone_step.hpp"
#include "util/hash.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::step {

struct Place {
  ShapeId shape = 0;
  EntryId entry = 0;
};

// The keys of places. They do not change during a search, so that all its workers share them.
class PlaceKeys {
 public:
  using Key = std::uint64_t;

  PlaceKeys(const model::Network& network, const analysis::ClockBounds& bounds, const EdgeTable& edges);

  // Whether locations alone decide, and the key has room for all of them.
  [[nodiscard]] bool is_usable() const { return is_usable_; }
  [[nodiscard]] Key key_of(std::span<const std::int32_t> state) const {
    Key key = 0;
    for (std::size_t p = 0; p < first_.size(); ++p) key |= class_of(p, state[p]);
    return key;
  }
  // The key after a process has gone from one location to another.
  [[nodiscard]] Key moved(Key key, std::size_t process, std::int32_t from, std::int32_t to) const {
    return key ^ class_of(process, from) ^ class_of(process, to);
  }

 private:
  // The class of a location, already shifted to the bits of its process in the key.
  [[nodiscard]] Key class_of(std::size_t process, std::int32_t location) const {
    return classes_[first_[process] + static_cast<std::size_t>(location)];
  }

  bool is_usable_ = true;
  std::vector<std::size_t> first_;  // by process, in classes_
  std::vector<Key> classes_;        // by location
};

// Places that one worker has met. The size is bounded: a new place takes the slot of an old one.
class PlaceTable {
 public:
  using Key = PlaceKeys::Key;

  PlaceTable() : slots_(kFirstSlots) {}

  void prefetch(Key key) const { __builtin_prefetch(&slots_[slot_of(key)]); }
  bool find(Key key, Place& place) const {
    const std::size_t first = slot_of(key);
    for (const std::size_t at : {first, first + 1}) {
      const Slot& slot = slots_[at];
      if (slot.key != key || slot.place.entry == kNoEntry) continue;
      place = slot.place;
      return true;
    }
    return false;
  }
  // `room`: how many bytes the table may take, if it is to grow.
  void remember(Key key, const Place& place, std::size_t room) {
    if (++misses_ > slots_.size() && 2 * bytes() <= room) grow();
    enter({key, place});
  }
  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }
  // Forgets everything.
  void shrink();

 private:
  static constexpr EntryId kNoEntry = UINT32_MAX;
  static constexpr std::size_t kFirstSlots = 256;

  struct Slot {
    Key key = 0;
    Place place{0, kNoEntry};
  };

  // The first of a pair of slots, which lie in one line of the cache.
  [[nodiscard]] std::size_t slot_of(Key key) const {
    return mix(key ^ 0x9E3779B97F4A7C15ULL, 0xE7037ED1A0B428DBULL) & (slots_.size() - 2);
  }
  // Puts a place into the first slot of its pair; what was there moves to the second one.
  void enter(const Slot& slot) {
    const std::size_t at = slot_of(slot.key);
    slots_[at + 1] = slots_[at];
    slots_[at] = slot;
  }
  void grow();

  std::vector<Slot> slots_;
  std::size_t misses_ = 0;
};

}  // namespace zonda::step
