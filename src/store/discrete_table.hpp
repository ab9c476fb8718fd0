// A table of packed discrete states. Each has a number, and a few words that belong to the owner of the table.
//
// A discrete state is a record of 32-bit words: the packed state, then the owner's words. The first of these says
// whether the record is in use. The table of record numbers is open addressing with linear probing; the bits of a slot
// that a number does not need hold a part of the hash, so that nearly every record that is looked at is the right one.
#pragma once

#include "state/packing.hpp"
#include "store/table_limits.hpp"
#include "util/growing_array.hpp"
#include "util/hash.hpp"
#include "util/invariant.hpp"
#include "util/snapshot.hpp"
#include "zonda/store_stats.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::store {

using DiscreteId = std::uint32_t;
inline constexpr DiscreteId kNoDiscrete = UINT32_MAX;

class DiscreteTable {
 public:
  // The first of the owner's words, when the record is not in use.
  static constexpr std::uint32_t kForgotten = UINT32_MAX - 1;
  static constexpr std::size_t kMost = UINT32_MAX - 1;

  DiscreteTable(std::size_t words, std::size_t owners, const TableLimits& limits = {})
      : words_(words),
        record_(words + owners),
        most_(std::min<std::uint64_t>(limits.discrete_states, kMost)),
        slots_(kFirstSlots, kFree) {}

  [[nodiscard]] static std::uint64_t hash(std::span<const state::Word> words) {
    // The loop is written out here, because there are usually few words.
    std::uint64_t h = 0xA0761D6478BD642FULL;
    std::size_t i = 0;
    for (; i + 2 <= words.size(); i += 2)
      h = mix(h ^ (words[i] | std::uint64_t{words[i + 1]} << 32U), 0xE7037ED1A0B428DBULL);
    if (i < words.size()) h = mix(h ^ words[i], 0x8EBC6AF09C88C6E3ULL);
    return mix(h, 0x589965CC75374CC3ULL);
  }
  // Looking up a discrete state reads two places that are not in the cache. They can be fetched beforehand: prefetch()
  // fetches the slot, later candidate() fetches the record, and find() begins with the result of candidate().
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }
  // The first slot that may be that of the discrete state, or the free slot at which looking for it ends.
  [[nodiscard]] std::size_t candidate(std::uint64_t hash) const {
    const std::size_t at = next_candidate(hash & (slots_.size() - 1), tag_of(hash));
    if (slots_[at] != kFree) __builtin_prefetch(record(number_in(at)));
    return at;
  }
  void prefetch_record(DiscreteId id) const { __builtin_prefetch(record(id)); }

  [[nodiscard]] DiscreteId find(std::span<const state::Word> words, std::uint64_t hash) const {
    return find(words, hash, hash & (slots_.size() - 1));
  }
  // `from`: what candidate() gave, if the table has not grown since; states may have been added.
  [[nodiscard]] DiscreteId find(std::span<const state::Word> words, std::uint64_t hash, std::size_t from) const {
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t at = from;; at = (at + 1) & (slots_.size() - 1)) {
      at = next_candidate(at, tag);
      if (slots_[at] == kFree) return kNoDiscrete;
      if (is_record_of(number_in(at), words)) return number_in(at);
    }
  }
  // Adds a discrete state that find() did not find. The caller must write the owner's words at once. Throws TableFull,
  // and changes nothing, if there is no room.
  DiscreteId add(std::span<const state::Word> words, std::uint64_t hash) {
    if (count() >= most_here_) [[unlikely]]
      throw TableFull(kDiscreteFull);
    if (is_full()) fill_slots(slots_.size() * 2);
    const DiscreteId id = new_number();
    std::copy_n(words.data(), words_, record(id));
    enter(id, hash);
    return id;
  }
  // Says that this many discrete states are kept elsewhere. There must be at most kMost in total.
  void set_elsewhere(std::size_t count) { most_here_ = std::min<std::uint64_t>(most_, kMost - std::min(count, kMost)); }
  // Whether this many more are likely to find room. In a small table, an eighth of it counts as enough.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    return count() + std::min<std::uint64_t>(more, most_here_ / 8) <= most_here_;
  }
  // Removes a discrete state; its number is used again.
  void remove(DiscreteId id) {
    leave(id);
    owned(id)[0] = kForgotten;
    free_numbers_.push_back(id);
  }

  [[nodiscard]] std::span<const state::Word> words(DiscreteId id) const {
    return records_.part(std::size_t{id} * record_, words_);
  }
  [[nodiscard]] std::uint32_t* owned(DiscreteId id) { return record(id) + words_; }
  [[nodiscard]] const std::uint32_t* owned(DiscreteId id) const { return record(id) + words_; }
  [[nodiscard]] std::size_t owners() const { return record_ - words_; }
  [[nodiscard]] bool is_in_use(DiscreteId id) const { return owned(id)[0] != kForgotten; }
  // All numbers are below this.
  [[nodiscard]] std::size_t numbers() const { return count_; }
  [[nodiscard]] std::size_t count() const { return count_ - free_numbers_.size(); }
  [[nodiscard]] std::size_t slots() const { return slots_.size(); }
  // By how many bytes the hash table grows with the next discrete state, and with this many more.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }
  [[nodiscard]] std::size_t growth_with(std::size_t more) const {
    return 8 * (count() + more + 1) > 7 * slots_.size() ? slots_.bytes() : 0;
  }

  // --- giving memory back: from begin_shrinking() to end_shrinking() nothing can be looked up or added
  void begin_shrinking() {
    slots_.fill(0, kFree);
    slots_.shrink();
    free_numbers_ = {};
  }
  // Takes some of the owner's words out of every record, from the given one on.
  void cut(std::size_t first, std::size_t count) {
    const std::size_t smaller = record_ - count;
    for (std::size_t id = 0; id < count_; ++id) {
      const std::uint32_t* from = &records_[id * record_];
      std::uint32_t* to = std::copy_n(from, words_ + first, &records_[id * smaller]);
      std::copy(from + words_ + first + count, from + record_, to);
    }
    record_ = smaller;
    records_.resize(count_ * record_, 0);
    records_.shrink();
  }
  // Moves records to where removed ones were. Until end_shrinking(), moved(id) gives their new numbers.
  void close_gaps() {
    first_moved_ = 0;
    for (DiscreteId id = 0; id < count_; ++id) first_moved_ += is_in_use(id) ? 1U : 0U;
    DiscreteId to = 0;
    for (auto from = static_cast<DiscreteId>(first_moved_); from < count_; ++from) {
      if (!is_in_use(from)) continue;
      while (is_in_use(to)) ++to;
      std::copy_n(record(from), record_, record(to));
      record(from)[0] = to;
    }
  }
  [[nodiscard]] DiscreteId moved(DiscreteId id) const { return id < first_moved_ ? id : record(id)[0]; }
  // After close_gaps(): how many are left, all of them with numbers below this.
  [[nodiscard]] std::size_t left() const { return first_moved_; }
  void end_shrinking() {
    count_ = first_moved_;
    records_.resize(count_ * record_, 0);
    records_.shrink();
    // The hash table gets room for some more discrete states.
    fill_slots(slots_for(count_ + count_ / 8));
  }

  [[nodiscard]] std::size_t record_bytes() const {
    return records_.bytes() + free_numbers_.capacity() * sizeof(DiscreteId);
  }
  [[nodiscard]] std::size_t slot_bytes() const { return slots_.bytes(); }
  // Adds statistics of the hash table, which takes a pass through all of it.
  void look_at(TableStats& stats) const {
    stats.slots += slots_.size();
    for (std::size_t at = 0; at < slots_.size(); ++at)
      if (slots_[at] != kFree) stats.count(at, hash(words(number_in(at))), slots_.size());
  }

  // Writes the records to a file, or reads them; then the hash table is made anew.
  void snapshot(Snapshot& s) {
    s.values(record_, count_);
    s.array(free_numbers_);
    s.array(records_);
    // The hash table is sized by the largest number, which must fit into a slot, although many may not be in use.
    if (s.is_reading()) fill_slots(slots_for(count_));
  }

 private:
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::uint32_t kFree = UINT32_MAX;

  [[nodiscard]] std::uint32_t* record(DiscreteId id) { return &records_[std::size_t{id} * record_]; }
  [[nodiscard]] const std::uint32_t* record(DiscreteId id) const { return &records_[std::size_t{id} * record_]; }
  [[nodiscard]] bool is_record_of(DiscreteId id, std::span<const state::Word> words) const {
    const std::uint32_t* at = record(id);
    for (std::size_t i = 0; i < words_; ++i)
      if (at[i] != words[i]) return false;
    return true;
  }
  DiscreteId new_number() {
    if (!free_numbers_.empty()) {
      const DiscreteId id = free_numbers_.back();
      free_numbers_.pop_back();
      return id;
    }
    records_.extend(record_);
    return static_cast<DiscreteId>(count_++);
  }

  // The bits of a slot that no number needs.
  [[nodiscard]] std::uint32_t tag_of(std::uint64_t hash) const {
    const auto number_mask = static_cast<std::uint32_t>(slots_.size() - 1);
    return static_cast<std::uint32_t>(hash >> 32U) & ~number_mask;
  }
  [[nodiscard]] DiscreteId number_in(std::size_t slot) const {
    return slots_[slot] & static_cast<std::uint32_t>(slots_.size() - 1);
  }
  // The first slot from `at` on that has the tag or is free.
  [[nodiscard]] std::size_t next_candidate(std::size_t at, std::uint32_t tag) const {
    const std::size_t mask = slots_.size() - 1;
    const std::uint32_t tag_mask = ~static_cast<std::uint32_t>(mask);
#ifdef __SSE2__
    const __m128i tags = _mm_set1_epi32(static_cast<int>(tag));
    const __m128i masks = _mm_set1_epi32(static_cast<int>(tag_mask));
    const __m128i free = _mm_set1_epi32(-1);
    for (; at + 4 <= slots_.size(); at += 4) {
      const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(&slots_[at]));
      const __m128i is_it =
          _mm_or_si128(_mm_cmpeq_epi32(_mm_and_si128(four, masks), tags), _mm_cmpeq_epi32(four, free));
      const auto bits = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(is_it)));
      if (bits != 0) return at + static_cast<std::size_t>(std::countr_zero(bits));
    }
#endif
    for (at &= mask;; at = (at + 1) & mask)
      if (slots_[at] == kFree || (slots_[at] & tag_mask) == tag) return at;
  }
  // At most seven of eight slots are in use. So no number has all bits set, and a slot that is in use never looks free.
  [[nodiscard]] bool is_full() const { return 8 * (count() + 1) > 7 * slots_.size(); }
  [[nodiscard]] static std::size_t slots_for(std::size_t count) {
    std::size_t slots = kFirstSlots;
    while (8 * (count + 1) > 7 * slots) slots *= 2;
    return slots;
  }
  void enter(DiscreteId id, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != kFree) at = (at + 1) & mask;
    slots_[at] = tag_of(hash) | id;
  }
  // Takes a number out of the hash table. Numbers behind it move up, so that they are still found.
  void leave(DiscreteId id) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t hole = hash(words(id)) & mask;
    while (number_in(hole) != id) hole = (hole + 1) & mask;
    for (std::size_t at = (hole + 1) & mask; slots_[at] != kFree; at = (at + 1) & mask) {
      const std::size_t home = hash(words(number_in(at))) & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      slots_[hole] = slots_[at];
      hole = at;
    }
    slots_[hole] = kFree;
  }
  // Makes the hash table anew, in place: all that it holds can be found from the records.
  void fill_slots(std::size_t slots) {
    ZONDA_CHECK(count_ < slots, "numbers of discrete states do not fit into the table");
    slots_.fill(slots, kFree);
    for (DiscreteId id = 0; id < count_; ++id)
      if (is_in_use(id)) enter(id, hash(words(id)));
  }

  std::size_t words_;                     // of a packed state
  std::size_t record_;                    // words of a record
  std::size_t count_ = 0;                 // of records
  std::uint64_t most_;                    // discrete states that the table has room for
  std::uint64_t most_here_ = most_;       // the same, or less if there are many elsewhere
  std::vector<DiscreteId> free_numbers_;  // numbers of records that are not in use
  std::size_t first_moved_ = 0;           // while shrinking: of the records from here on, those in use have moved
  GrowingArray<std::uint32_t> records_;
  GrowingArray<std::uint32_t> slots_;
};

}  // namespace zonda::store
