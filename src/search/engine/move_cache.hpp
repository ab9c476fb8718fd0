// Remembers the moves of discrete states that are expanded again and again with other zones: where each move leads, and
// what it does to a zone. The cache is bounded: when it is full, it starts anew.
#pragma once

#include "state/packing.hpp"
#include "step/zone_step.hpp"
#include "store/state_store.hpp"
#include "zone/dbm.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace zonda::search {

template <typename B>
class MoveCache {
 public:
  struct Entry {
    std::uint64_t hash = 0;  // of the target's words
    store::DiscreteId target = store::kNoDiscrete;
    step::ShapeId shape = 0;
    step::EntryId entry = 0;
    step::ActionId action = 0;
    std::uint32_t words = 0;       // where the target's words are
    std::uint32_t conditions = 0;  // where the move's conditions on clocks are, and how many
    std::uint32_t condition_count = 0;
  };

  explicit MoveCache(std::size_t words) : words_(words), slots_(kFirst), seen_(kFirst) {}

  // Makes room for the discrete states that have several zones.
  void fit(std::size_t discrete, std::size_t states) {
    times_ = states > 2 * discrete ? 2 : 3;
    if (slots_.size() >= kMost || discrete < slots_.size() || states < discrete + discrete / 8) return;
    grow(slots_);
    grow(seen_);
  }
  // The moves of a discrete state; false when they are not known.
  bool find(store::DiscreteId id, std::span<Entry>& moves) {
    const Slot& slot = slots_[id % slots_.size()];
    if (slot.discrete != id) return false;
    moves = std::span(entries_).subspan(slot.first, slot.count);
    return true;
  }
  // Called at every expansion. Whether the moves of this discrete state are worth recording, because it has been
  // expanded a few times before.
  bool is_seen_often(store::DiscreteId id) {
    Seen& seen = seen_[id % seen_.size()];
    if (seen.discrete != id) seen = {id, 0};
    return ++seen.times >= times_;
  }

  // Moves are added one by one; finish() makes them those of a discrete state.
  void start(std::size_t most_bytes) {
    if (bytes() > most_bytes) clear();
    first_ = entries_.size();
    first_word_ = target_words_.size();
    first_condition_ = conditions_.size();
  }
  void add(Entry entry, std::span<const state::Word> words, std::span<const zone::Constraint<B>> conditions) {
    entry.words = static_cast<std::uint32_t>(target_words_.size());
    target_words_.insert(target_words_.end(), words.begin(), words.end());
    entry.conditions = static_cast<std::uint32_t>(conditions_.size());
    entry.condition_count = static_cast<std::uint32_t>(conditions.size());
    conditions_.insert(conditions_.end(), conditions.begin(), conditions.end());
    entries_.push_back(entry);
  }
  void finish(store::DiscreteId id) {
    slots_[id % slots_.size()] = {id, static_cast<std::uint32_t>(first_),
                                  static_cast<std::uint32_t>(entries_.size() - first_)};
  }
  void give_up() {
    entries_.resize(first_);
    target_words_.resize(first_word_);
    conditions_.resize(first_condition_);
  }

  // Forgets everything and gives the memory back.
  void shrink() { *this = MoveCache(words_); }

  [[nodiscard]] std::span<const state::Word> words(const Entry& e) const {
    return std::span(target_words_).subspan(e.words, words_);
  }
  [[nodiscard]] std::span<const zone::Constraint<B>> conditions(const Entry& e) const {
    return std::span(conditions_).subspan(e.conditions, e.condition_count);
  }
  [[nodiscard]] std::size_t bytes() const {
    return entries_.size() * sizeof(Entry) + target_words_.size() * sizeof(state::Word) +
           conditions_.size() * sizeof(zone::Constraint<B>) + slots_.size() * (sizeof(Slot) + sizeof(Seen));
  }

 private:
  static constexpr std::size_t kFirst = 2048;
  static constexpr std::size_t kMost = std::size_t{1} << 15U;
  struct Slot {
    store::DiscreteId discrete = store::kNoDiscrete;
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  struct Seen {
    store::DiscreteId discrete = store::kNoDiscrete;
    std::uint32_t times = 0;
  };

  template <typename T>
  static void grow(std::vector<T>& table) {
    std::vector<T> old(2 * table.size());
    old.swap(table);
    for (const T& one : old)
      if (one.discrete != store::kNoDiscrete) table[one.discrete % table.size()] = one;
  }
  void clear() {
    slots_.assign(slots_.size(), {});
    entries_.clear();
    target_words_.clear();
    conditions_.clear();
  }

  std::size_t words_;
  std::uint32_t times_ = 3;  // moves are recorded at the expansion with this number
  std::vector<Slot> slots_;
  std::vector<Seen> seen_;
  std::vector<Entry> entries_;
  std::vector<state::Word> target_words_;
  std::vector<zone::Constraint<B>> conditions_;
  std::size_t first_ = 0;  // of the moves that are being added
  std::size_t first_word_ = 0;
  std::size_t first_condition_ = 0;
};

}  // namespace zonda::search
