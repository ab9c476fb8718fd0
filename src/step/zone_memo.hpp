// Remembers results of zone operations: (zone, action, entry) -> zone. Direct-mapped, of bounded size: a new result
// takes the place of an old one. Grows with use up to its bound, so that small models stay small.
//
// As long as the numbers are small enough, one word holds a whole entry: zone, action and entry in as few bits as they
// need, then the result. Where they are not, two words do.
#pragma once

#include "util/hash.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zonda::step {

class ZoneMemo {
 public:
  static constexpr std::size_t kWordBytes = sizeof(std::uint64_t);

  // So many words at most.
  explicit ZoneMemo(std::size_t most_words = std::size_t{1} << 20U)
      : most_(std::bit_floor(std::max(most_words, kFirst))), words_(kFirst, kFree) {}

  // The zone that was remembered, if one was: kNothing stands for 'no zone', the operation has no result.
  static constexpr std::uint32_t kNothing = UINT32_MAX;
  bool find(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t& result) {
    ++lookups_;
    const std::size_t at = slot(zone, action, entry);
    if (is_wide_) [[unlikely]] {
      if (words_[at] != wide_key(zone, action) || (words_[at + 1] >> 32U) != entry) return false;
      result = static_cast<std::uint32_t>(words_[at + 1]);
    } else {
      const std::uint64_t word = words_[at];
      if (!have_room(zone, action, entry) || (word & key_mask_) != key(zone, action, entry)) return false;
      result = zone_of(word >> key_bits_);
    }
    ++hits_;
    return true;
  }

  void prefetch(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    __builtin_prefetch(&words_[slot(zone, action, entry)]);
  }

  // `room`: how many bytes it may take, if it is to grow.
  void remember(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t result, std::size_t room) {
    if (++misses_since_growth_ > words_.size() && words_.size() < most_ && 2 * bytes() <= room) grow();
    const Entry e{zone, action, entry, result};
    if (!is_wide_ && !fits(e)) widen(e);
    put(e);
  }

  // Forgets what has to do with zones that are gone.
  template <typename IsAlive>
  void keep_if(IsAlive&& is_alive) {
    for (std::size_t at = 0; at < words_.size(); at += step()) {
      if (words_[at] == kFree) continue;
      const Entry e = get(words_, at);
      if (!is_alive(e.zone) || (e.result != kNothing && !is_alive(e.result))) words_[at] = kFree;
    }
  }

  // Forgets everything, and from now on takes no more than so many words.
  void shrink(std::size_t most_words) {
    most_ = std::min(most_, std::bit_floor(std::max(most_words, kFirst)));
    std::vector<std::uint64_t>(kFirst, kFree).swap(words_);
    misses_since_growth_ = 0;
  }

  [[nodiscard]] std::uint64_t lookups() const { return lookups_; }
  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::size_t bytes() const { return words_.capacity() * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kFirst = 2048;
  static constexpr std::uint64_t kFree = UINT64_MAX;
  struct Entry {
    std::uint32_t zone = 0;
    std::uint32_t action = 0;
    std::uint32_t entry = 0;
    std::uint32_t result = 0;
  };

  [[nodiscard]] std::size_t step() const { return is_wide_ ? 2 : 1; }
  [[nodiscard]] std::size_t slot(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    const std::uint64_t key = (std::uint64_t{zone} << 32U) | action;
    return mix(key ^ 0x9E3779B97F4A7C15ULL, (std::uint64_t{entry} << 1U) ^ 0xE7037ED1A0B428DBULL) &
           (words_.size() - step());
  }

  // --- in one word. No zone has all bits set, so that no entry looks free, and nothing free like an entry.
  [[nodiscard]] bool have_room(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    return zone < zone_mask_ && (action >> action_bits_ | entry >> entry_bits_) == 0;
  }
  [[nodiscard]] bool fits(const Entry& e) const {
    return have_room(e.zone, e.action, e.entry) && (e.result == kNothing || e.result < zone_mask_);
  }
  [[nodiscard]] std::uint64_t key(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    return zone | std::uint64_t{action} << zone_bits_ | std::uint64_t{entry} << (zone_bits_ + action_bits_);
  }
  // The number of a result; all bits stand for none.
  [[nodiscard]] std::uint32_t zone_of(std::uint64_t bits) const {
    const auto zone = static_cast<std::uint32_t>(bits) & zone_mask_;
    return zone == zone_mask_ ? kNothing : zone;
  }
  // --- in two
  [[nodiscard]] static std::uint64_t wide_key(std::uint32_t zone, std::uint32_t action) {
    return std::uint64_t{zone} << 32U | action;
  }

  void put(const Entry& e) {
    const std::size_t at = slot(e.zone, e.action, e.entry);
    if (is_wide_) {
      words_[at] = wide_key(e.zone, e.action);
      words_[at + 1] = std::uint64_t{e.entry} << 32U | e.result;
    } else {
      words_[at] = key(e.zone, e.action, e.entry) | std::uint64_t{e.result & zone_mask_} << key_bits_;
    }
  }
  [[nodiscard]] Entry get(const std::vector<std::uint64_t>& words, std::size_t at) const {
    const std::uint64_t word = words[at];
    if (is_wide_)
      return {static_cast<std::uint32_t>(word >> 32U), static_cast<std::uint32_t>(word),
              static_cast<std::uint32_t>(words[at + 1] >> 32U), static_cast<std::uint32_t>(words[at + 1])};
    return {static_cast<std::uint32_t>(word) & zone_mask_,
            static_cast<std::uint32_t>(word >> zone_bits_) & ((1U << action_bits_) - 1),
            static_cast<std::uint32_t>(word >> (zone_bits_ + action_bits_)) & ((1U << entry_bits_) - 1),
            zone_of(word >> key_bits_)};
  }
  void grow() {
    std::vector<std::uint64_t> old(std::min(most_, words_.size() * 2), kFree);
    old.swap(words_);
    for (std::size_t at = 0; at < old.size(); at += step())
      if (old[at] != kFree) put(get(old, at));
    misses_since_growth_ = 0;
  }
  // So that this one fits; what was remembered is forgotten, for that happens a few times only.
  void widen(const Entry& e) {
    const auto bits = [](std::uint32_t number) { return static_cast<std::uint32_t>(std::bit_width(number)); };
    // Zones stay below the number with all bits set.
    const std::uint32_t largest = std::max(e.zone, e.result == kNothing ? 0 : e.result);
    const std::uint32_t zone_bits = std::max(zone_bits_, bits(largest + 1));
    const std::uint32_t action_bits = std::max(action_bits_, bits(e.action));
    const std::uint32_t entry_bits = std::max(entry_bits_, bits(e.entry));
    words_.assign(words_.size(), kFree);
    is_wide_ =
        zone_bits > 31 || 2 * zone_bits + action_bits + entry_bits > 64 || std::max(action_bits, entry_bits) > 31;
    if (!is_wide_) set_bits(zone_bits, action_bits, entry_bits);
  }
  void set_bits(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) {
    zone_bits_ = zone;
    action_bits_ = action;
    entry_bits_ = entry;
    zone_mask_ = static_cast<std::uint32_t>((std::uint64_t{1} << zone) - 1);
    key_bits_ = zone + action + entry;
    key_mask_ = (std::uint64_t{1} << key_bits_) - 1;
  }

  std::size_t most_;
  std::vector<std::uint64_t> words_;
  bool is_wide_ = false;
  std::uint32_t zone_bits_ = 16;
  std::uint32_t action_bits_ = 8;
  std::uint32_t entry_bits_ = 8;
  std::uint32_t zone_mask_ = 0xFFFF;
  std::uint32_t key_bits_ = 32;
  std::uint64_t key_mask_ = 0xFFFF'FFFF;
  std::uint64_t lookups_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_since_growth_ = 0;
};

}  // namespace zonda::step
