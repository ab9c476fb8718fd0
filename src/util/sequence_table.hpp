// Gives equal sequences of integers equal numbers, counted from 0 (hash-consing). The sequences lie end to end in one
// array; a hash table with open addressing holds their numbers.
#pragma once

#include "util/growing_array.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace zonda {

template <typename T>
class SequenceTable {
 public:
  SequenceTable() : slots_(kFirstSlots, kFree), starts_(1, 0) {}

  std::uint32_t intern(std::span<const T> sequence) {
    if (4 * (count() + 1) > 3 * slots_.size()) grow();
    const std::uint64_t hash = hash_of(sequence);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      const std::uint32_t id = slots_[at];
      if (id == kFree) {
        slots_[at] = static_cast<std::uint32_t>(count());
        items_.append(sequence);
        starts_.push_back(items_.size());
        return static_cast<std::uint32_t>(count() - 1);
      }
      if (std::ranges::equal((*this)[id], sequence)) return id;
    }
  }

  // The sequence with this number. The span is valid until the next intern().
  [[nodiscard]] std::span<const T> operator[](std::uint32_t id) const {
    return items_.part(starts_[id], starts_[id + 1] - starts_[id]);
  }
  [[nodiscard]] std::size_t count() const { return starts_.size() - 1; }
  [[nodiscard]] std::size_t bytes() const { return items_.bytes() + starts_.bytes() + slots_.bytes(); }

  // Writes the table to a file or reads it back. The sequences keep their numbers.
  void snapshot(Snapshot& s) {
    s.array(starts_);
    s.array(items_);
    if (!s.is_reading()) return;
    std::size_t slots = kFirstSlots;
    while (4 * (count() + 1) > 3 * slots) slots *= 2;
    fill_slots(slots);
  }

 private:
  static constexpr std::size_t kFirstSlots = 64;
  static constexpr std::uint32_t kFree = UINT32_MAX;

  static std::uint64_t hash_of(std::span<const T> s) { return hash_bytes(s.data(), s.size_bytes()); }

  void grow() { fill_slots(slots_.size() * 2); }
  void fill_slots(std::size_t slots) {
    slots_.fill(slots, kFree);
    for (std::uint32_t id = 0; id < count(); ++id) {
      std::size_t at = hash_of((*this)[id]) & (slots_.size() - 1);
      while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = id;
    }
  }

  GrowingArray<std::uint32_t> slots_;
  GrowingArray<std::size_t> starts_;
  GrowingArray<T> items_;
};

}  // namespace zonda
