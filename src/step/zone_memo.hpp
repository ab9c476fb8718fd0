// Remembers results of zone operations: (zone, action, entry) -> zone. The table is direct-mapped and of bounded size,
// so a new result replaces an old one. It grows with use up to its bound, so that small models need little memory.
//
// As long as the numbers are small enough, one word holds a whole entry: zone, action and entry in as few bits as they
// need, then the result. Otherwise an entry takes two words.
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

  // `most_words`: how many words the table may have.
  explicit ZoneMemo(std::size_t most_words = std::size_t{1} << 20U)
      : most_(std::bit_floor(std::max(most_words, kFirst))), words_(kFirst, kFree) {}

  // Whether the result of an operation is remembered. If it is, `result` becomes the zone, or kNothing if the operation
  // leads to no zone.
  static constexpr std::uint32_t kNothing = UINT32_MAX;
  bool find(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t& result) {
    ++lookups_;
    const std::size_t at = slot(zone, action, entry);
    if (is_wide_) [[unlikely]] {
      if (words_[at] != wide_key(zone, action) || (words_[at + 1] >> 32U) != entry) return false;
      result = static_cast<std::uint32_t>(words_[at + 1]);
    } else {
      const std::uint64_t word = words_[at];
      if (!bits_.have_room(zone, action, entry) || (word & bits_.key_mask) != bits_.key(zone, action, entry))
        return false;
      result = bits_.result(word);
    }
    ++hits_;
    return true;
  }

  void prefetch(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    __builtin_prefetch(&words_[slot(zone, action, entry)]);
  }

  // `room`: the bytes that the table may take if it has to grow.
  void remember(std::uint32_t zone, std::uint32_t action, std::uint32_t entry, std::uint32_t result, std::size_t room) {
    if (++misses_since_growth_ > words_.size() && words_.size() < most_ && 2 * bytes() <= room) grow();
    const Entry e{zone, action, entry, result};
    if (!is_wide_ && !bits_.fit(e)) widen(e);
    put(e);
  }

  // Forgets all results that involve zones for which `is_alive` is false.
  template <typename IsAlive>
  void keep_if(IsAlive&& is_alive) {
    for (std::size_t at = 0; at < words_.size(); at += step()) {
      if (words_[at] == kFree) continue;
      const Entry e = get(words_, at);
      if (!is_alive(e.zone) || (e.result != kNothing && !is_alive(e.result))) words_[at] = kFree;
    }
  }

  // Forgets everything, and takes no more than this many words from now on.
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
  // How many bits of a word each number has. No zone has all its bits set, so that an entry never looks like a free
  // word, nor a free word like an entry.
  struct Bits {
    Bits(std::uint32_t for_zone, std::uint32_t for_action, std::uint32_t for_entry)
        : zone(for_zone),
          action(for_action),
          entry(for_entry),
          of_key(zone + action + entry),
          zone_mask(static_cast<std::uint32_t>((std::uint64_t{1} << zone) - 1)),
          key_mask((std::uint64_t{1} << of_key) - 1) {}

    [[nodiscard]] bool have_room(std::uint32_t z, std::uint32_t a, std::uint32_t e) const {
      return z < zone_mask && (a >> action | e >> entry) == 0;
    }
    [[nodiscard]] bool fit(const Entry& e) const {
      return have_room(e.zone, e.action, e.entry) && (e.result == kNothing || e.result < zone_mask);
    }
    [[nodiscard]] std::uint64_t key(std::uint32_t z, std::uint32_t a, std::uint32_t e) const {
      return z | std::uint64_t{a} << zone | std::uint64_t{e} << (zone + action);
    }
    // If all bits of the result are set, the operation leads to no zone.
    [[nodiscard]] std::uint64_t word(const Entry& e) const {
      return key(e.zone, e.action, e.entry) | std::uint64_t{e.result & zone_mask} << of_key;
    }
    [[nodiscard]] std::uint32_t result(std::uint64_t word) const {
      const auto number = static_cast<std::uint32_t>(word >> of_key) & zone_mask;
      return number == zone_mask ? kNothing : number;
    }
    [[nodiscard]] Entry entry_of(std::uint64_t word) const {
      return {static_cast<std::uint32_t>(word) & zone_mask,
              static_cast<std::uint32_t>(word >> zone) & ((1U << action) - 1),
              static_cast<std::uint32_t>(word >> (zone + action)) & ((1U << entry) - 1), result(word)};
    }

    std::uint32_t zone;
    std::uint32_t action;
    std::uint32_t entry;
    std::uint32_t of_key;
    std::uint32_t zone_mask;
    std::uint64_t key_mask;
  };

  [[nodiscard]] std::size_t step() const { return is_wide_ ? 2 : 1; }
  [[nodiscard]] std::size_t slot(std::uint32_t zone, std::uint32_t action, std::uint32_t entry) const {
    const std::uint64_t key = (std::uint64_t{zone} << 32U) | action;
    return mix(key ^ 0x9E3779B97F4A7C15ULL, (std::uint64_t{entry} << 1U) ^ 0xE7037ED1A0B428DBULL) &
           (words_.size() - step());
  }

  // --- entries of two words
  [[nodiscard]] static std::uint64_t wide_key(std::uint32_t zone, std::uint32_t action) {
    return std::uint64_t{zone} << 32U | action;
  }

  void put(const Entry& e) {
    const std::size_t at = slot(e.zone, e.action, e.entry);
    if (is_wide_) {
      words_[at] = wide_key(e.zone, e.action);
      words_[at + 1] = std::uint64_t{e.entry} << 32U | e.result;
    } else {
      words_[at] = bits_.word(e);
    }
  }
  [[nodiscard]] Entry get(const std::vector<std::uint64_t>& words, std::size_t at) const {
    const std::uint64_t word = words[at];
    if (is_wide_)
      return {static_cast<std::uint32_t>(word >> 32U), static_cast<std::uint32_t>(word),
              static_cast<std::uint32_t>(words[at + 1] >> 32U), static_cast<std::uint32_t>(words[at + 1])};
    return bits_.entry_of(word);
  }
  void grow() {
    std::vector<std::uint64_t> old(std::min(most_, words_.size() * 2), kFree);
    old.swap(words_);
    for (std::size_t at = 0; at < old.size(); at += step())
      if (old[at] != kFree) put(get(old, at));
    misses_since_growth_ = 0;
  }
  // Gives the numbers more bits, so that this entry fits. Entries keep their places, unless they need two words from
  // now on.
  void widen(const Entry& e) {
    const auto needed = [](std::uint32_t number) { return static_cast<std::uint32_t>(std::bit_width(number)); };
    // The number with all bits set must not be that of a zone.
    const std::uint32_t largest = std::max(e.zone, e.result == kNothing ? 0 : e.result);
    const std::uint32_t zone = std::max(bits_.zone, needed(largest + 1));
    const std::uint32_t action = std::max(bits_.action, needed(e.action));
    const std::uint32_t entry = std::max(bits_.entry, needed(e.entry));
    is_wide_ = 2 * zone + action + entry > 64 || std::max(action, entry) > 31;
    if (is_wide_) return words_.assign(words_.size(), kFree);
    const Bits old = bits_;
    bits_ = Bits(zone, action, entry);
    for (std::uint64_t& word : words_)
      if (word != kFree) word = bits_.word(old.entry_of(word));
  }

  std::size_t most_;
  std::vector<std::uint64_t> words_;
  bool is_wide_ = false;
  Bits bits_{4, 2, 2};  // few at first, so that tests reach the widening
  std::uint64_t lookups_ = 0;
  std::uint64_t hits_ = 0;
  std::uint64_t misses_since_growth_ = 0;
};

}  // namespace zonda::step
