// Remembers results of zone operations: (zone, action, entry) -> zone. Direct-mapped, of bounded
// size: a new result takes the place of an old one. Grows with use up to its bound, so that small models stay small.
#pragma once

#include "util/hash.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace zonda::step {

class ZoneMemo {
 public:
  static constexpr std::size_t kEntryBytes = 16;

  explicit ZoneMemo(std::size_t most_entries = std::size_t{1} << 20U) : most_(most_entries), entries_(kFirst) {}

  // The zone that was remembered, if one was: kNothing stands for 'no zone', the operation has no result.
  static constexpr std::uint32_t kNothing = UINT32_MAX;
  bool find(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t& result) {
    ++lookups_;
    const Entry& e = entries_[slot(zone, action, entry)];
    if (e.zone != zone || e.action != action || e.entry != entry) return false;
    ++hits_;
    result = e.result;
    return true;
  }

  void prefetch(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    __builtin_prefetch(&entries_[slot(zone, action, entry)]);
  }

  // `room`: how many bytes it may take, if it is to grow.
  void remember(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t result, std::size_t room) {
    if (++misses_since_growth_ > entries_.size() && entries_.size() < most_ && 2 * bytes() <= room) grow();
    entries_[slot(zone, action, entry)] = {zone, action, entry, result};
  }

  // Forgets what has to do with zones that are gone.
  template <typename IsAlive>
  void keep_if(IsAlive&& is_alive) {
    for (Entry& e : entries_) {
      if (e.zone == UINT32_MAX) continue;
      if (!is_alive(e.zone) || (e.result != kNothing && !is_alive(e.result))) e = {};
    }
  }

  // Forgets everything, and from now on takes no more than so many entries.
  void shrink(std::size_t most_entries) {
    most_ = std::min(most_, std::bit_floor(std::max(most_entries, kFirst)));
    std::vector<Entry>(kFirst).swap(entries_);
    misses_since_growth_ = 0;
  }

  [[nodiscard]] std::uint64_t lookups() const { return lookups_; }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  static constexpr std::size_t kFirst = 1024;
  struct Entry {
    std::uint32_t zone = UINT32_MAX;
    std::uint32_t action = UINT32_MAX;
    std::uint32_t entry = UINT32_MAX;
    std::uint32_t result = UINT32_MAX;
  };
  static_assert(sizeof(Entry) == kEntryBytes);

  [[nodiscard]] std::size_t slot(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    const std::uint64_t key = (std::uint64_t{zone} << 32U) | action;
    return mix(key ^ 0x9E3779B97F4A7C15ULL, (std::uint64_t{entry} << 1U) ^ 0xE7037ED1A0B428DBULL) &
           (entries_.size() - 1);
  }

  void grow() {
    std::vector<Entry> old(std::min(most_, entries_.size() * 2));
    old.swap(entries_);
    for (const Entry& e : old)
      if (e.zone != UINT32_MAX) entries_[slot(e.zone, e.action, e.entry)] = e;
    misses_since_growth_ = 0;
  }

  std::size_t most_;
  std::vector<Entry> entries_;
  std::uint64_t lookups_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_since_growth_ = 0;
};

}  // namespace zonda::step
