// All states, passed and waiting: one table of packed discrete states, and for each a short run of zones. A waiting
// state is a mark on its zone, not a copy.
//
// A discrete state is a record of 32-bit words: the packed state, its zones, and perhaps one word of the owner's. The
// table of record numbers is open addressing with linear probing; the bits of a slot that a number does not need hold a
// part of the hash, so that nearly every record that is looked at is the right one. A single zone stands in the record
// itself, with its parent if parents are kept; several stand side by side in a block of a power of two, after a word
// with their number. In large blocks they stand in chunks, whose bounds follow; see store/zone_chunks.hpp.
#pragma once

#include "state/packing.hpp"
#include "store/signature.hpp"
#include "store/zone_chunks.hpp"
#include "store/zone_table.hpp"
#include "util/check.hpp"
#include "util/growing_array.hpp"
#include "util/hash.hpp"
#include "util/snapshot.hpp"
#include "zonda/store_stats.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace zonda::store {

using DiscreteId = std::uint32_t;
inline constexpr DiscreteId kNoDiscrete = UINT32_MAX;

// A symbolic state, stored or once stored.
struct State {
  DiscreteId discrete = kNoDiscrete;
  ZoneId zone = kNoZone;
  friend bool operator==(const State&, const State&) = default;
};

class StateStore {
 public:
  // `keeps_parents`: where each state was found from, for traces. `has_notes`: each has a word of the owner's.
  StateStore(std::size_t words, bool keeps_parents, bool has_notes = true)
      : words_(words),
        record_(words + 1 + (keeps_parents ? 2 : 0) + (has_notes ? 1 : 0)),
        keeps_parents_(keeps_parents),
        has_notes_(has_notes),
        slots_(kFirstSlots, kFree) {
    free_.fill(kNoBlock);
  }

  // --- discrete states
  [[nodiscard]] static std::uint64_t hash(std::span<const state::Word> words) {
    // Few words, most often, so no call.
    std::uint64_t h = 0xA0761D6478BD642FULL;
    std::size_t i = 0;
    for (; i + 2 <= words.size(); i += 2)
      h = mix(h ^ (words[i] | std::uint64_t{words[i + 1]} << 32U), 0xE7037ED1A0B428DBULL);
    if (i < words.size()) h = mix(h ^ words[i], 0x8EBC6AF09C88C6E3ULL);
    return mix(h, 0x589965CC75374CC3ULL);
  }
  // Looking one up takes two far reads, which may be asked for beforehand: prefetch(), later candidate(), which asks
  // for the record, and then find() with what candidate() gave.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]); }
  // The slot of the first state that may be the one, or of the end of the search.
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
  [[nodiscard]] std::size_t slots() const { return slots_.size(); }

  // A new one, which find() did not know; `note` is the owner's.
  DiscreteId add(std::span<const state::Word> words, std::uint64_t hash, std::uint32_t note) {
    if (is_full()) grow_slots();
    const DiscreteId id = new_number();
    std::uint32_t* record = std::copy_n(words.data(), words_, this->record(id));
    *record++ = kEmpty;
    if (keeps_parents_) record = std::fill_n(record, 2, kNoDiscrete);
    if (has_notes_) *record = note;
    enter(id, hash);
    return id;
  }

  [[nodiscard]] std::span<const state::Word> words(DiscreteId id) const {
    return records_.part(std::size_t{id} * record_, words_);
  }
  [[nodiscard]] std::uint32_t note(DiscreteId id) const { return record(id)[record_ - 1]; }
  [[nodiscard]] std::size_t discrete_count() const { return count_ - free_numbers_.size(); }
  // By how much the table grows with the next discrete state.
  [[nodiscard]] std::size_t growth() const { return is_full() ? slots_.bytes() : 0; }

  // --- states
  struct Inserted {
    bool is_new = false;         // false: some stored state covers it
    std::uint32_t mistakes = 0;  // states it covers that had been expanded
  };

  // `covers(a, b)`: zone a stands in for zone b in this discrete state; then a's signature dominates b's. `gone(zone,
  // was_waiting)` is called for every zone that is taken out because the new one covers it. If parents are kept, the
  // zone of one that did not wait may still be asked for.
  template <typename Covers, typename Gone>
  Inserted insert(DiscreteId id, ZoneId zone, State parent, std::span<const Signature> signatures, Covers&& covers,
                  Gone&& gone) {
    Run run = run_of(id);
    if (run.count == 0) {
      *run.items = zone;
      if (keeps_parents_) *run.parents = parent;
      set_count(Run{run.items, run.parents, 1, run.header, run.size});
      ++stored_;
      return {true, 0};
    }
    bool may_remove = false;
    if (is_covered_in(run, zone, signatures, covers, may_remove)) return {};
    Inserted result;
    result.is_new = true;
    if (may_remove) remove_covered(id, run, zone, signatures, covers, gone, result);
    if (run.count == run.capacity()) run = enlarged(id, run, signatures);
    run.items[run.count] = zone;
    if (keeps_parents_) run.parents[run.count] = parent;
    if (run.is_chunked()) {
      run.chunks().append(run.count, signatures[zone]);
      ++run.changes();
    }
    ++run.count;
    set_count(run);
    ++stored_;
    return result;
  }

  // Whether some stored state covers it.
  template <typename Covers>
  [[nodiscard]] bool is_covered(DiscreteId id, ZoneId zone, std::span<const Signature> signatures, Covers&& covers) {
    bool may_remove = true;  // of no interest
    return is_covered_in(run_of(id), zone, signatures, covers, may_remove);
  }

  // A waiting state is taken to be expanded. False when it is not there any more.
  bool take(State s) {
    const Run run = run_of(s.discrete);
    const std::uint32_t i = index_of(s.zone, ~kKept, run);
    if (i == run.count) return false;
    run.items[i] |= kPassed;
    return true;
  }

  // Takes a state out, wherever it stands; false when it is not there. A discrete state goes with its last zone, and
  // its number is used again.
  bool remove(State s) {
    Run run = run_of(s.discrete);
    const std::uint32_t i = index_of(s.zone, kZoneMask, run);
    if (i == run.count) return false;
    --stored_;
    if (run.count == 1) {
      forget(s.discrete, run);
      return true;
    }
    take_out(run, i, {});
    set_count(run);
    if (run.count == 1) move_into_record(s.discrete, run);
    return true;
  }
  [[nodiscard]] bool has(State s) {
    const Run run = run_of(s.discrete);
    return index_of(s.zone, kZoneMask, run) < run.count;
  }
  // Whether it is there and waits.
  [[nodiscard]] bool is_waiting(State s) {
    const Run run = run_of(s.discrete);
    return index_of(s.zone, ~kKept, run) < run.count;
  }

  // A discrete state that was added, and no zone after it.
  void forget_if_empty(DiscreteId id) {
    if (record(id)[words_] == kEmpty) forget(id, {});
  }
  template <typename Visit>
  void for_each_zone(DiscreteId id, Visit&& visit) {
    const Run run = run_of(id);
    for (std::uint32_t i = 0; i < run.count; ++i) visit(run.items[i] & kZoneMask);
  }

  // Covered states that wait are not taken out: their paths may be shorter.
  void keep_waiting() { keeps_waiting_ = true; }
  // Those that were expanded are taken out by absorb() only: nobody knows yet whether a new one will stay.
  void keep_passed() { keeps_passed_ = true; }
  // Takes out all states that were expanded and that this one covers.
  template <typename Covers, typename Gone>
  void absorb(State s, std::span<const Signature> signatures, Covers&& covers, Gone&& gone) {
    Run run = run_of(s.discrete);
    take_out_if(run, signatures, &signatures[s.zone], [&](std::uint32_t i) {
      const ZoneId other = run.items[i] & kZoneMask;
      const bool is_passed = (run.items[i] & kPassed) != 0;
      if (!is_passed || other == s.zone || !dominates(signatures[s.zone], signatures[other])) return false;
      if (!covers(s.zone, other)) return false;
      gone(other);
      return true;
    });
    set_count(run);
  }

  // --- giving memory back; see search/relief.hpp
  // Marks a state that is there: it must stay.
  void keep(State s) {
    const Run run = run_of(s.discrete);
    run.items[index_of(s.zone, kZoneMask, run)] |= kKept;
  }
  [[nodiscard]] bool is_kept(State s) {
    const Run run = run_of(s.discrete);
    return (run.items[index_of(s.zone, kZoneMask, run)] & kKept) != 0;
  }
  // Of states that were taken out after they were expanded, and are remembered as parents.
  template <typename Visit>
  void for_each_ghost(Visit&& visit) const {
    for (const auto& [key, parent] : ghosts_)
      visit(State{static_cast<DiscreteId>(key >> 32U), static_cast<ZoneId>(key)});
  }
  [[nodiscard]] bool keeps_parents() const { return keeps_parents_; }
  // Numbers of discrete states are below this.
  [[nodiscard]] std::size_t numbers() const { return count_; }
  [[nodiscard]] bool is_in_use(DiscreteId id) const { return record(id)[words_] != kForgotten; }
  // By how much the table grows with so many more discrete states.
  [[nodiscard]] std::size_t growth_with(std::size_t more) const {
    return 8 * (discrete_count() + more + 1) > 7 * slots_.size() ? slots_.bytes() : 0;
  }
  // visit(zone, is_kept) for each state that was expanded.
  template <typename Visit>
  void for_each_passed(DiscreteId id, Visit&& visit) {
    const Run run = run_of(id);
    for (std::uint32_t i = 0; i < run.count; ++i)
      if ((run.items[i] & kPassed) != 0) visit(run.items[i] & kZoneMask, (run.items[i] & kKept) != 0);
  }
  // From here to end_shrinking() no discrete state can be looked up or added. Parents are forgotten for good.
  void begin_shrinking() {
    slots_.fill(0, kFree);
    slots_.shrink();
    free_numbers_ = {};
    if (keeps_parents_) forget_parents();
  }
  // Takes out the states of it that were expanded; while shrinking.
  void take_out_passed(DiscreteId id) {
    Run run = run_of(id);
    take_out_if(run, {}, nullptr, [&](std::uint32_t i) { return (run.items[i] & kPassed) != 0; });
    set_count(run);
    if (run.count > 0) return;
    if (run.header != nullptr) free_block(run.header, run.size);
    record(id)[words_] = kForgotten;
  }
  // Discrete states move to where others were; moved(id) gives their new numbers until end_shrinking().
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
    close_gaps_in_blocks();
  }
  [[nodiscard]] DiscreteId moved(DiscreteId id) const { return id < first_moved_ ? id : record(id)[0]; }
  void end_shrinking() {
    count_ = first_moved_;
    records_.resize(count_ * record_, 0);
    records_.shrink();
    // With room for some more.
    std::size_t slots = kFirstSlots;
    while (8 * (count_ + count_ / 8 + 1) > 7 * slots) slots *= 2;
    fill_slots(slots);
  }

  // Where a state was found from, if parents are kept; also of states that were taken out after they were expanded.
  [[nodiscard]] State parent(State s) {
    const Run run = run_of(s.discrete);
    for (std::uint32_t i = 0; i < run.count; ++i)
      if ((run.items[i] & kZoneMask) == s.zone) return run.parents[i];
    return ghosts_.at(key_of(s));
  }

  // What stands there instead, of a state that is there.
  void set_parent(State s, State parent) {
    const Run run = run_of(s.discrete);
    run.parents[index_of(s.zone, kZoneMask, run)] = parent;
  }

  [[nodiscard]] std::size_t stored() const { return stored_; }
  [[nodiscard]] std::size_t bytes() const {
    return records_.bytes() + slots_.bytes() + items_.bytes() + parents_.bytes() + ghosts_.size() * kGhostBytes +
           free_numbers_.capacity() * sizeof(DiscreteId);
  }
  // The same.
  [[nodiscard]] StoreBytes bytes_by_kind() const {
    const std::size_t row = count_ * sizeof(std::uint32_t);  // one word of every record
    const std::size_t in_records = keeps_parents_ ? 2 * row : 0;
    return {.discrete = records_.bytes() - row - in_records + free_numbers_.capacity() * sizeof(DiscreteId),
            .zones = row + items_.bytes(),
            .table = slots_.bytes(),
            .links = in_records + parents_.bytes() + ghosts_.size() * kGhostBytes};
  }
  // Goes through all of it.
  void look_at_table(HashStats& stats) {
    stats.states.slots += slots_.size();
    for (std::size_t at = 0; at < slots_.size(); ++at)
      if (slots_[at] != kFree) stats.states.count(at, hash(words(number_in(at))), slots_.size());
    for (DiscreteId id = 0; id < count_; ++id) {
      const std::uint64_t chain = run_of(id).count;
      if (chain == 0) continue;
      stats.longest_chain = std::max(stats.longest_chain, chain);
      stats.shortest_chain = stats.shortest_chain == 0 ? chain : std::min(stats.shortest_chain, chain);
    }
  }

  // To or from a file; the table of numbers is made anew.
  void snapshot(Snapshot& s) {
    s.values(record_, keeps_parents_, keeps_waiting_, keeps_passed_, count_, stored_, free_);
    s.array(free_numbers_);
    s.array(records_);
    s.array(items_);
    s.array(parents_);
    s.map(ghosts_);
    if (!s.is_reading()) return;
    // Numbers must fit into a slot, also where most of those below are not in use.
    std::size_t slots = kFirstSlots;
    while (8 * (count_ + 1) > 7 * slots) slots *= 2;
    fill_slots(slots);
  }

 private:
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::uint32_t kFree = UINT32_MAX;
  static constexpr std::uint32_t kNoBlock = UINT32_MAX;
  static constexpr std::size_t kMostDiscrete = UINT32_MAX - 1;
  static constexpr std::uint32_t kPassed = 0x8000'0000U;
  static constexpr std::uint32_t kKept = 0x2000'0000U;  // see keep()
  // In a record, where the zone stands: a block instead, its place in units, or nothing.
  static constexpr std::uint32_t kBlock = 0x4000'0000U;
  static constexpr std::uint32_t kEmpty = UINT32_MAX;
  static constexpr std::uint32_t kForgotten = UINT32_MAX - 1;  // the record is not in use
  static constexpr std::uint32_t kBlockMask = kBlock - 1;
  static constexpr std::uint32_t kZoneMask = kKept - 1;
  static_assert(kMostZones <= kZoneMask);
  static constexpr std::uint32_t kUnit = 4;
  static constexpr std::uint32_t kFirstSize = 2;  // a block of this size is one unit
  static constexpr std::uint32_t kSizes = 32;
  static constexpr std::size_t kGhostBytes = 48;

  // Blocks of this size and larger ones have chunks: after the header a word that counts the changes since their zones
  // were arranged, and after the zones the chunks' bounds.
  static constexpr std::uint32_t kChunkedSize = 7;
  // Changes after which zones are arranged anew, with so many zones more for each that is there.
  static constexpr std::uint32_t kMostChanges = 32;
  static constexpr std::uint32_t kZonesPerChange = 4;

  // Zones of a discrete state.
  struct Run {
    [[nodiscard]] bool is_chunked() const { return size >= kChunkedSize; }
    [[nodiscard]] std::uint32_t& changes() const { return header[1]; }
    [[nodiscard]] std::uint32_t capacity() const { return header == nullptr ? 1 : capacity_of(size); }
    [[nodiscard]] ChunkTable chunks() const { return {items + capacity(), capacity()}; }

    std::uint32_t* items = nullptr;
    State* parents = nullptr;  // if they are kept
    std::uint32_t count = 0;
    std::uint32_t* header = nullptr;  // of its block, which is of this size; none: it stands in the record
    std::uint32_t size = 0;
  };

  [[nodiscard]] std::uint32_t* record(DiscreteId id) { return &records_[std::size_t{id} * record_]; }
  [[nodiscard]] const std::uint32_t* record(DiscreteId id) const { return &records_[std::size_t{id} * record_]; }

  [[nodiscard]] bool is_record_of(DiscreteId id, std::span<const state::Word> words) const {
    const std::uint32_t* at = record(id);
    for (std::size_t i = 0; i < words_; ++i)
      if (at[i] != words[i]) return false;
    return true;
  }

  [[nodiscard]] Run run_of(DiscreteId id) {
    std::uint32_t* at = record(id) + words_;
    Run run;
    // Somebody may still name a state whose record is not in use.
    if (*at >= kForgotten || (*at & kBlock) == 0) {
      run.items = at;
      run.count = *at >= kForgotten ? 0 : 1;
      if (keeps_parents_) run.parents = reinterpret_cast<State*>(at + 1);
      return run;
    }
    const std::size_t start = std::size_t{*at & kBlockMask} * kUnit;
    run.header = &items_[start];
    run.count = *run.header >> kSizeBits;
    run.size = *run.header & kSizeMask;
    const std::uint32_t first = first_in(run.size);
    run.items = run.header + first;
    if (keeps_parents_) run.parents = &parents_[start + first];
    return run;
  }
  // Of a block: words before the first zone, and zones that it has room for.
  [[nodiscard]] static std::uint32_t first_in(std::uint32_t size) { return size < kChunkedSize ? 1 : 2; }
  [[nodiscard]] static std::uint32_t capacity_of(std::uint32_t size) {
    const std::uint32_t words = (std::uint32_t{1} << size) - first_in(size);
    return size < kChunkedSize ? words : ChunkTable::capacity_in(words);
  }
  // Of the first item that is this one where the mask has bits; the number of items: there is none.
  [[nodiscard]] static std::uint32_t index_of(std::uint32_t wanted, std::uint32_t mask, const Run& run) {
    std::uint32_t i = 0;
#ifdef __SSE2__
    const __m128i values = _mm_set1_epi32(static_cast<int>(wanted));
    const __m128i masks = _mm_set1_epi32(static_cast<int>(mask));
    for (; i + 4 <= run.count; i += 4) {
      const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(run.items + i));
      const __m128i is_it = _mm_cmpeq_epi32(_mm_and_si128(four, masks), values);
      const auto bits = static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(is_it)));
      if (bits != 0) return i + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
#endif
    while (i < run.count && (run.items[i] & mask) != wanted) ++i;
    return i;
  }
  void set_count(const Run& run) {
    if (run.header != nullptr) *run.header = run.count << kSizeBits | run.size;
  }

  template <typename Covers, typename Gone>
  void remove_covered(DiscreteId id, Run& run, ZoneId zone, std::span<const Signature> signatures, Covers& covers,
                      Gone& gone, Inserted& result) {
    const Signature signature = signatures[zone];
    take_out_if(run, signatures, &signature, [&](std::uint32_t i) {
      const ZoneId other = run.items[i] & kZoneMask;
      const bool is_passed = (run.items[i] & kPassed) != 0;
      const bool may_go = is_passed ? !keeps_passed_ : !keeps_waiting_;
      if (!may_go || !dominates(signature, signatures[other]) || !covers(zone, other)) return false;
      result.mistakes += is_passed ? 1U : 0U;
      if (is_passed && keeps_parents_) ghosts_.emplace(key_of({id, other}), run.parents[i]);
      gone(other, !is_passed);
      return true;
    });
  }

  // Whether one of the zones covers this one; if not, `may_remove` says whether this one may cover some of them.
  template <typename Covers>
  bool is_covered_in(const Run& run, ZoneId zone, std::span<const Signature> signatures, Covers& covers,
                     bool& may_remove) {
    if (run.is_chunked()) {
      if (is_disordered(run)) arrange(run, signatures);
      return is_covered_in_chunks(run, zone, signatures, covers, may_remove);
    }
    // The same zone once more is the commonest case, and seen without a look at any zone.
    if (index_of(zone, kZoneMask, run) < run.count) return true;
    const Signature signature = signatures[zone];
    // The newest first: they are the likeliest to cover.
    for (std::uint32_t i = run.count; i-- > 0;) {
      const ZoneId other = run.items[i] & kZoneMask;
      const Signature s = signatures[other];
      if (dominates(s, signature) && covers(other, zone)) return true;
      may_remove = may_remove || dominates(signature, s);
    }
    return false;
  }
  template <typename Covers>
  [[gnu::noinline]] static bool is_covered_in_chunks(const Run& run, ZoneId zone, std::span<const Signature> signatures,
                                                     Covers& covers, bool& may_remove) {
    const Signature signature = signatures[zone];
    const auto may_matter = [&](const ChunkBounds& bounds) {
      return dominates(bounds.greatest, signature) || (!may_remove && dominates(signature, bounds.least));
    };
    return run.chunks().any_of(run.count, may_matter, [&](std::uint32_t i) {
      const ZoneId other = run.items[i] & kZoneMask;
      if (other == zone) return true;
      const Signature s = signatures[other];
      if (dominates(s, signature) && covers(other, zone)) return true;
      may_remove = may_remove || dominates(signature, s);
      return false;
    });
  }

  // Takes out every zone for whose index `is_it` is true, asking for those alone that the signature may dominate, if
  // one is given.
  template <typename IsIt>
  void take_out_if(Run& run, std::span<const Signature> signatures, const Signature* signature, IsIt&& is_it) {
    if (!run.is_chunked()) {
      std::uint32_t kept = 0;
      for (std::uint32_t i = 0; i < run.count; ++i) {
        if (is_it(i)) continue;
        run.items[kept] = run.items[i];
        if (keeps_parents_) run.parents[kept] = run.parents[i];
        ++kept;
      }
      stored_ -= run.count - kept;
      run.count = kept;
      return;
    }
    take_out_of_chunks_if(run, signatures, signature, is_it);
  }
  template <typename IsIt>
  [[gnu::noinline]] void take_out_of_chunks_if(Run& run, std::span<const Signature> signatures,
                                               const Signature* signature, IsIt&& is_it) {
    // From the end, so that the last one, which takes the place of one that goes, was asked for.
    const auto may_matter = [&](const ChunkBounds& bounds) {
      return signature == nullptr || dominates(*signature, bounds.least);
    };
    run.chunks().any_of(run.count, may_matter, [&](std::uint32_t i) {
      if (!is_it(i)) return false;
      --stored_;
      take_out(run, i, signatures);
      return false;
    });
  }
  // In a run with chunks the last zone moves to its place; its signature is known, if signatures are.
  void take_out(Run& run, std::uint32_t i, std::span<const Signature> signatures) const {
    --run.count;
    if (!run.is_chunked()) {
      std::copy(run.items + i + 1, run.items + run.count + 1, run.items + i);
      if (keeps_parents_) std::copy(run.parents + i + 1, run.parents + run.count + 1, run.parents + i);
      return;
    }
    if (i == run.count) return;
    run.items[i] = run.items[run.count];
    if (keeps_parents_) run.parents[i] = run.parents[run.count];
    ++run.changes();
    if (!signatures.empty()) return run.chunks().include(i, signatures[run.items[i] & kZoneMask]);
    run.chunks().include_any(i);
    run.changes() += kChunk;
  }
  [[nodiscard]] static bool is_disordered(const Run& run) {
    return run.changes() > kMostChanges + run.count / kZonesPerChange;
  }
  [[gnu::noinline]] void arrange(const Run& run, std::span<const Signature> signatures) {
    to_sort_.clear();
    for (std::uint32_t i = 0; i < run.count; ++i)
      to_sort_.push_back(
          {signatures[run.items[i] & kZoneMask], run.items[i], keeps_parents_ ? run.parents[i] : State{}});
    ChunkSorter<ToSort>().sort(to_sort_);
    for (std::uint32_t i = 0; i < run.count; ++i) {
      run.items[i] = to_sort_[i].item;
      if (keeps_parents_) run.parents[i] = to_sort_[i].parent;
      run.chunks().append(i, to_sort_[i].signature);
    }
    run.changes() = 0;
  }
  // Nothing is known about its chunks.
  static void set_disordered(const Run& run) {
    for (std::uint32_t i = 0; i < run.count; i += kChunk) run.chunks().include_any(i);
    run.changes() = kMostChanges + run.count;
  }

  // Room for more zones.
  Run enlarged(DiscreteId id, const Run& run, std::span<const Signature> signatures) {
    const std::uint32_t size = run.header == nullptr ? kFirstSize : run.size + 1;
    ZONDA_CHECK(size < kSizes - kSizeBits, "too many zones in one discrete state");
    // Taking a block may move the others.
    const std::size_t old = run.header == nullptr ? 0 : static_cast<std::size_t>(run.header - items_.data());
    const std::uint32_t start = allocate(size);
    const Run from = run_of(id);
    const std::size_t first = std::size_t{start} * kUnit;
    items_[first] = run.count << kSizeBits | size;
    std::copy_n(from.items, run.count, &items_[first + first_in(size)]);
    if (keeps_parents_) std::copy_n(from.parents, run.count, &parents_[first + first_in(size)]);
    if (run.header != nullptr) free_block(&items_[old], run.size);
    record(id)[words_] = kBlock | start;
    const Run result = run_of(id);
    if (result.is_chunked()) arrange(result, signatures);
    return result;
  }

  void free_block(std::uint32_t* header, std::uint32_t size) {
    const auto start = static_cast<std::size_t>(header - items_.data());
    items_[start] = free_[size];
    free_[size] = static_cast<std::uint32_t>(start / kUnit);
  }
  // The only zone of a block.
  void move_into_record(DiscreteId id, const Run& run) {
    std::uint32_t* at = record(id) + words_;
    *at = *run.items;
    if (keeps_parents_) std::copy_n(reinterpret_cast<const std::uint32_t*>(run.parents), 2, at + 1);
    free_block(run.header, run.size);
  }
  void forget(DiscreteId id, const Run& run) {
    if (run.header != nullptr) free_block(run.header, run.size);
    leave(id);
    record(id)[words_] = kForgotten;
    free_numbers_.push_back(id);
  }
  DiscreteId new_number() {
    if (!free_numbers_.empty()) {
      const DiscreteId id = free_numbers_.back();
      free_numbers_.pop_back();
      return id;
    }
    ZONDA_CHECK(count_ < kMostDiscrete, "too many discrete states for their numbers");
    records_.extend(record_);
    return static_cast<DiscreteId>(count_++);
  }

  // In units.
  std::uint32_t allocate(std::uint32_t size) {
    if (free_[size] != kNoBlock) {
      const std::uint32_t result = free_[size];
      free_[size] = items_[std::size_t{result} * kUnit];
      return result;
    }
    const std::size_t start = items_.size();
    const std::size_t end = start + (std::size_t{1} << size);
    ZONDA_CHECK(end / kUnit < kBlock, "too many states for their lists");
    items_.resize(end, 0);
    if (keeps_parents_) parents_.resize(end, State{});
    return static_cast<std::uint32_t>(start / kUnit);
  }

  // Records without them.
  void forget_parents() {
    const std::size_t smaller = record_ - 2;
    for (std::size_t id = 0; id < count_; ++id) {
      std::uint32_t* from = &records_[id * record_];
      std::uint32_t* to = &records_[id * smaller];
      std::copy_n(from, words_ + 1, to);
      if (has_notes_) to[words_ + 1] = from[words_ + 3];
    }
    record_ = smaller;
    keeps_parents_ = false;
    records_.resize(count_ * record_, 0);
    records_.shrink();
    parents_.fill(0, {});
    parents_.shrink();
    ghosts_ = {};
  }
  // Of those records that stay.
  void close_gaps_in_blocks() {
    GrowingArray<std::uint32_t> old;
    old.swap(items_);
    free_.fill(kNoBlock);
    for (std::size_t id = 0; id < first_moved_; ++id) {
      std::uint32_t& place = record(static_cast<DiscreteId>(id))[words_];
      if (place >= kForgotten || (place & kBlock) == 0) continue;
      const std::uint32_t* header = &old[std::size_t{place & kBlockMask} * kUnit];
      const std::uint32_t count = *header >> kSizeBits;
      const std::uint32_t* zones = header + first_in(*header & kSizeMask);
      if (count == 1) {
        place = *zones;
        continue;
      }
      std::uint32_t size = kFirstSize;
      while (capacity_of(size) < count) ++size;
      const std::uint32_t start = allocate(size);
      std::uint32_t* to = &items_[std::size_t{start} * kUnit];
      *to = count << kSizeBits | size;
      std::copy_n(zones, count, to + first_in(size));
      place = kBlock | start;
      if (const Run run = run_of(static_cast<DiscreteId>(id)); run.is_chunked()) set_disordered(run);
    }
    items_.shrink();
  }

  [[nodiscard]] static std::uint64_t key_of(State s) { return (std::uint64_t{s.discrete} << 32U) | s.zone; }

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
  // Seven of eight slots at most, so that no slot with all bits set is in use.
  [[nodiscard]] bool is_full() const { return 8 * (discrete_count() + 1) > 7 * slots_.size(); }
  void enter(DiscreteId id, std::uint64_t hash) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash & mask;
    while (slots_[at] != kFree) at = (at + 1) & mask;
    slots_[at] = tag_of(hash) | id;
  }
  // Those behind it move up, so that a search still finds them.
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
  // All records are at hand, so the table is made anew in its place.
  void grow_slots() { fill_slots(slots_.size() * 2); }
  void fill_slots(std::size_t count) {
    ZONDA_CHECK(count_ < count, "numbers of discrete states do not fit into the table");
    slots_.fill(count, kFree);
    for (DiscreteId id = 0; id < count_; ++id)
      if (record(id)[words_] != kForgotten) enter(id, hash(words(id)));
  }

  static constexpr std::uint32_t kSizeBits = 5;
  static constexpr std::uint32_t kSizeMask = (1U << kSizeBits) - 1;

  std::size_t words_;
  std::size_t record_;  // words of a record
  bool keeps_parents_;
  bool has_notes_;
  bool keeps_waiting_ = false;
  bool keeps_passed_ = false;
  std::size_t count_ = 0;                 // of records
  std::vector<DiscreteId> free_numbers_;  // of those that are not in use
  std::size_t stored_ = 0;
  std::size_t first_moved_ = 0;  // while shrinking: of the records from here on, those in use have moved
  GrowingArray<std::uint32_t> records_;
  GrowingArray<std::uint32_t> slots_;
  GrowingArray<std::uint32_t> items_;         // zone numbers, with a mark on those that were expanded
  GrowingArray<State> parents_;               // of the items
  std::array<std::uint32_t, kSizes> free_{};  // the first free block of each size; each holds the next
  std::unordered_map<std::uint64_t, State> ghosts_;
  struct ToSort {
    Signature signature;
    std::uint32_t item = 0;
    State parent;
  };
  std::vector<ToSort> to_sort_;  // see arrange()
};

}  // namespace zonda::store
