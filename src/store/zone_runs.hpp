// The zones of discrete states: each discrete state has a list of zones, called its run of zones, with marks, and
// perhaps with the origins of the states. These runs are not runs of the model.
//
// The record of a discrete state has one word for its run, which is called the place of the run. If there is one zone,
// the place holds it. If there are more, they are in a block, and the place says where the block begins. A block for
// two zones has two words; all others have a power of two of words, the first of which holds the number of zones. In
// large blocks the zones are in chunks, and the bounds of the chunks follow; see store/zone_chunks.hpp. The origin of
// the first state is in the record, after the place, and those of the others are at the end of the block.
#pragma once

#include "store/discrete_table.hpp"
#include "store/signature.hpp"
#include "store/table_limits.hpp"
#include "store/zone_chunks.hpp"
#include "store/zone_table.hpp"
#include "util/growing_array.hpp"
#include "util/invariant.hpp"
#include "util/snapshot.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::store {

// A symbolic state, stored or once stored.
struct State {
  DiscreteId discrete = kNoDiscrete;
  ZoneId zone = kNoZone;
  friend bool operator==(const State&, const State&) = default;
};

// What is stored with a state beside its zone, in a search that needs it: where the state was found from or, in a
// search that forgets states, a note. A search writes and reads only one of the two kinds.
class Origin {
 public:
  struct Note {
    std::uint32_t flag = 0;   // what a storing strategy needs to know; see keep/keep.hpp
    std::uint32_t entry = 0;  // in the log of states for traces
  };

  Origin() : Origin(State{}) {}
  Origin(State parent) : first_(parent.discrete), second_(parent.zone) {}  // NOLINT: a parent is an origin
  explicit Origin(Note note) : first_(note.flag), second_(note.entry) {}
  [[nodiscard]] State parent() const { return {first_, second_}; }
  [[nodiscard]] Note note() const { return {first_, second_}; }

 private:
  std::uint32_t first_;
  std::uint32_t second_;
};

class ZoneRuns {
 public:
  // A zone and its marks.
  using Item = std::uint32_t;
  static constexpr Item kPassed = 0x8000'0000U;  // it was expanded
  static constexpr Item kKept = 0x2000'0000U;    // see StateStore::keep()
  static constexpr Item kZoneMask = kKept - 1;
  static_assert(kMostZones <= kZoneMask);
  // The value of a place that has no zone.
  static constexpr std::uint32_t kEmpty = UINT32_MAX;
  // How many words of a record belong to the run: the place, and the origin of the first state.
  [[nodiscard]] static std::size_t words(bool keeps_origins) { return keeps_origins ? 3 : 1; }

  struct Run {
    [[nodiscard]] bool is_chunked() const { return size >= kChunkedSize; }
    [[nodiscard]] std::uint32_t& changes() const { return header[1]; }
    [[nodiscard]] std::uint32_t capacity() const { return capacity_of(size); }
    [[nodiscard]] ChunkTable chunks() const { return {items + capacity(), capacity()}; }
    // The origin of a state, if origins are kept.
    [[nodiscard]] Origin& origin(std::uint32_t i) const { return i == 0 ? *first_origin : other_origins[i - 1]; }

    Item* items = nullptr;
    std::uint32_t count = 0;
    std::uint32_t size = 0;           // its block has two to the power of this words, besides origins; 0: none
    std::uint32_t* header = nullptr;  // of the block, if it has one
    Origin* first_origin = nullptr;
    Origin* other_origins = nullptr;
  };

  explicit ZoneRuns(bool keeps_origins, const TableLimits& limits = {})
      : keeps_origins_(keeps_origins),
        most_words_(std::min<std::uint64_t>(limits.list_bytes / sizeof(std::uint32_t), kMostWords)),
        most_in_run_(std::min<std::uint64_t>(limits.zones_in_list, capacity_of(kSizes - kSizeBits - 1))) {
    free_.fill(kNoBlock);
  }

  [[nodiscard]] bool keeps_origins() const { return keeps_origins_; }
  // Makes a run empty that was not in use.
  void clear(std::uint32_t* place) const {
    *place = kEmpty;
    if (keeps_origins_) std::fill_n(place + 1, 2, kNoDiscrete);
  }
  // The run of a place. If the place is that of a record that is not in use, the run is empty.
  [[nodiscard]] Run run(std::uint32_t* place) {
    Run run;
    if (keeps_origins_) run.first_origin = reinterpret_cast<Origin*>(place + 1);
    if (*place >= DiscreteTable::kForgotten || (*place & kBlock) == 0) {
      run.items = place;
      run.count = *place >= DiscreteTable::kForgotten ? 0 : 1;
      return run;
    }
    set_block(run, &items_[std::size_t{*place & kBlockMask} * kUnit], (*place & kPair) != 0);
    if (keeps_origins_) run.other_origins = reinterpret_cast<Origin*>(block_of(run) + (std::size_t{1} << run.size));
    return run;
  }
  // The index of the first item that equals `wanted` in the bits of the mask, or the number of items if none does.
  [[nodiscard]] static std::uint32_t index_of(Item wanted, std::uint32_t mask, const Run& run) {
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

  // Throws TableFull if there may be no room for one more zone in this run, even if some were taken out before.
  void check_room(const Run& run) const {
    if (run.count >= most_in_run_) throw TableFull(kListFull);
    if (run.size + run.count > 0 && items_.size() + block_words(run.size + 1) > most_words_)
      throw TableFull(kListsFull);
  }
  // Whether this many more runs could take a block. In a small table, an eighth of it counts as enough.
  [[nodiscard]] bool has_room_for(std::size_t more) const {
    return items_.size() + std::min<std::uint64_t>(more * block_words(kPairSize + 1), most_words_ / 8) <= most_words_;
  }
  // Adds a zone. Throws TableFull, and changes nothing, if there is no room.
  void append(std::uint32_t* place, Run run, ZoneId zone, Origin origin, std::span<const Signature> signatures) {
    if (run.size + run.count > 0) [[likely]]
      if (const std::uint32_t size = fitting(run); size != run.size) run = resized(place, run, size, signatures);
    run.items[run.count] = zone;
    if (keeps_origins_) run.origin(run.count) = origin;
    if (run.is_chunked()) {
      run.chunks().append(run.count, signatures[zone]);
      ++run.changes();
    }
    ++run.count;
    set_count(run);
  }
  // Whether one of the zones covers this one; if not, `may_remove` says whether this one may cover some of them.
  template <typename Covers>
  bool is_covered(const Run& run, ZoneId zone, std::span<const Signature> signatures, Covers& covers,
                  bool& may_remove) {
    if (run.is_chunked()) {
      if (is_disordered(run)) arrange(run, signatures);
      return is_covered_in_chunks(run, zone, signatures, covers, may_remove);
    }
    // Most often the same zone is there already, which its number shows.
    if (index_of(zone, kZoneMask, run) < run.count) return true;
    const Signature signature = signatures[zone];
    // The newest zones come first, because they are the likeliest to cover the new one.
    for (std::uint32_t i = run.count; i-- > 0;) {
      const ZoneId other = run.items[i] & kZoneMask;
      const Signature s = signatures[other];
      if (dominates(s, signature) && covers(other, zone)) return true;
      may_remove = may_remove || dominates(signature, s);
    }
    return false;
  }
  // Takes out every zone for whose index `is_it` is true. If a signature is given, only zones that it may dominate are
  // asked for. The caller must call set_count() afterwards.
  template <typename IsIt>
  void take_out_if(Run& run, std::span<const Signature> signatures, const Signature* signature, IsIt&& is_it) {
    if (run.is_chunked()) return take_out_of_chunks_if(run, signatures, signature, is_it);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < run.count; ++i) {
      if (is_it(i)) continue;
      run.items[kept] = run.items[i];
      if (keeps_origins_) run.origin(kept) = run.origin(i);
      ++kept;
    }
    run.count = kept;
  }
  // Takes one zone out of a run that has others. In a run with chunks the last zone takes its index, and if signatures
  // are given, they tell which bounds its new chunk has. The caller must call set_count() afterwards.
  void take_out(Run& run, std::uint32_t i, std::span<const Signature> signatures) const {
    --run.count;
    if (!run.is_chunked()) {
      for (; i < run.count; ++i) {
        run.items[i] = run.items[i + 1];
        if (keeps_origins_) run.origin(i) = run.origin(i + 1);
      }
      return;
    }
    if (i == run.count) return;
    run.items[i] = run.items[run.count];
    if (keeps_origins_) run.origin(i) = run.origin(run.count);
    ++run.changes();
    if (!signatures.empty()) return run.chunks().include(i, signatures[run.items[i] & kZoneMask]);
    run.chunks().include_any(i);
    run.changes() += kChunk;
  }
  static void set_count(const Run& run) {
    if (run.header != nullptr)
      *run.header = run.count << kSizeBits | run.size;
    else if (run.size == kPairSize)
      std::fill(run.items + run.count, run.items + 2, kEmpty);
  }
  // Frees the block if there is only one zone left, which moves into the place.
  void fit(std::uint32_t* place, const Run& run) {
    if (run.count != 1 || run.size == 0) return;
    *place = *run.items;
    free_block(run);
  }
  void free_block(const Run& run) {
    if (run.size == 0) return;
    const auto start = static_cast<std::size_t>(block_of(run) - items_.data());
    items_[start] = free_[run.size];
    free_[run.size] = static_cast<std::uint32_t>(start / kUnit);
  }

  // --- giving memory back
  // From now on no origins are kept. Those in blocks take up their room until gaps are closed.
  void forget_origins() { keeps_origins_ = false; }
  // Moves all blocks together, into as little room as they need. `for_each_place(visit)` visits the places of all runs
  // that stay.
  template <typename ForEachPlace>
  void close_gaps(ForEachPlace&& for_each_place) {
    GrowingArray<std::uint32_t> old;
    old.swap(items_);
    free_.fill(kNoBlock);
    origin_words_ = 0;
    for_each_place([&](std::uint32_t* place) {
      if (*place >= DiscreteTable::kForgotten || (*place & kBlock) == 0) return;
      Run from;
      set_block(from, &old[std::size_t{*place & kBlockMask} * kUnit], (*place & kPair) != 0);
      if (from.count == 1) {
        *place = *from.items;
        return;
      }
      std::uint32_t size = kPairSize;
      while (capacity_of(size) < from.count) ++size;
      *place = allocate(size);
      Run to = run(place);
      std::copy_n(from.items, from.count, to.items);
      to.count = from.count;
      set_count(to);
      if (to.is_chunked()) set_disordered(to);
    });
    items_.shrink();
  }

  // Bytes that zones take in blocks, and bytes that origins take there.
  [[nodiscard]] std::size_t zone_bytes() const { return items_.bytes() - origin_bytes(); }
  [[nodiscard]] std::size_t origin_bytes() const { return origin_words_ * sizeof(std::uint32_t); }

  void snapshot(Snapshot& s) {
    s.values(keeps_origins_, free_, origin_words_);
    s.array(items_);
  }

 private:
  static constexpr std::uint32_t kNoBlock = UINT32_MAX;
  // These bits of a place say that there is a block, and that it is one for two zones. The others say where it begins,
  // in units.
  static constexpr std::uint32_t kBlock = 0x4000'0000U;
  static constexpr std::uint32_t kPair = 0x8000'0000U;
  static constexpr std::uint32_t kBlockMask = kBlock - 1;
  static constexpr std::uint32_t kUnit = 2;  // words
  // A block that began further on would have a place that looks like kEmpty.
  static constexpr std::uint64_t kMostWords = std::uint64_t{kBlock - 2} * kUnit - 1;
  static constexpr std::uint32_t kPairSize = 1;
  static constexpr std::uint32_t kSizes = 32;
  static constexpr std::uint32_t kSizeBits = 5;
  static constexpr std::uint32_t kSizeMask = (1U << kSizeBits) - 1;

  // Blocks of this size and larger ones have chunks. After the number of zones they have a word that counts the changes
  // since the zones were arranged, and after the zones the bounds of the chunks.
  static constexpr std::uint32_t kChunkedSize = 7;
  // Zones are arranged anew after kMostChanges changes, and one more for every kZonesPerChange zones.
  static constexpr std::uint32_t kMostChanges = 32;
  static constexpr std::uint32_t kZonesPerChange = 4;

  // How many words of a block come before the first zone, and how many zones it has room for.
  [[nodiscard]] static std::uint32_t first_in(std::uint32_t size) {
    return size == kPairSize ? 0 : size < kChunkedSize ? 1 : 2;
  }
  [[nodiscard]] static std::uint32_t capacity_of(std::uint32_t size) {
    const std::uint32_t words = (std::uint32_t{1} << size) - first_in(size);
    if (size == 0) return 1;
    return size < kChunkedSize ? words : ChunkTable::capacity_in(words);
  }
  // How many words a block takes, with the origins.
  [[nodiscard]] std::size_t block_words(std::uint32_t size) const {
    return (std::size_t{1} << size) + (keeps_origins_ ? 2 * (std::size_t{capacity_of(size)} - 1) : 0);
  }
  static void set_block(Run& run, std::uint32_t* block, bool is_pair) {
    if (is_pair) {
      run.items = block;
      run.size = kPairSize;
      run.count = (block[0] != kEmpty ? 1U : 0U) + (block[1] != kEmpty ? 1U : 0U);
      return;
    }
    run.header = block;
    run.count = *block >> kSizeBits;
    run.size = *block & kSizeMask;
    run.items = block + first_in(run.size);
  }
  [[nodiscard]] static std::uint32_t* block_of(const Run& run) { return run.items - first_in(run.size); }

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
  template <typename IsIt>
  [[gnu::noinline]] void take_out_of_chunks_if(Run& run, std::span<const Signature> signatures,
                                               const Signature* signature, IsIt&& is_it) {
    // Zones are asked for from the last to the first. So a zone that takes the index of one that goes, which is the
    // last one, has been asked for already.
    const auto may_matter = [&](const ChunkBounds& bounds) {
      return signature == nullptr || dominates(*signature, bounds.least);
    };
    run.chunks().any_of(run.count, may_matter, [&](std::uint32_t i) {
      if (is_it(i)) take_out(run, i, signatures);
      return false;
    });
  }
  [[nodiscard]] static bool is_disordered(const Run& run) {
    return run.changes() > kMostChanges + run.count / kZonesPerChange;
  }
  [[gnu::noinline]] void arrange(const Run& run, std::span<const Signature> signatures) {
    to_sort_.clear();
    for (std::uint32_t i = 0; i < run.count; ++i)
      to_sort_.push_back(
          {signatures[run.items[i] & kZoneMask], run.items[i], keeps_origins_ ? run.origin(i) : Origin{}});
    ChunkSorter<ToSort>().sort(to_sort_);
    for (std::uint32_t i = 0; i < run.count; ++i) {
      run.items[i] = to_sort_[i].item;
      if (keeps_origins_) run.origin(i) = to_sort_[i].origin;
      run.chunks().append(i, to_sort_[i].signature);
    }
    run.changes() = 0;
  }
  // Says that nothing is known about the bounds of the chunks, so that they are arranged at the next opportunity.
  static void set_disordered(const Run& run) {
    for (std::uint32_t i = 0; i < run.count; i += kChunk) run.chunks().include_any(i);
    run.changes() = kMostChanges + run.count;
  }

  // The size of a block with room for one more zone. It is smaller than the present size only where that saves much.
  [[nodiscard]] static std::uint32_t fitting(const Run& run) {
    if (run.count == run.capacity()) return run.size + 1;
    if (run.size == 0) return 0;
    if (run.size <= kPairSize + 1) return run.count <= kPairSize ? run.count : run.size;
    return run.count < capacity_of(run.size - 2) ? run.size - 1 : run.size;
  }
  Run resized(std::uint32_t* place, const Run& old, std::uint32_t size, std::span<const Signature> signatures) {
    if (size > old.size && old.count >= most_in_run_) throw TableFull(kListFull);
    const std::uint32_t first = *old.items;
    // When a block is allocated, the array of all blocks may move, so that pointers into it are taken anew.
    const std::uint32_t where = size == 0 ? kEmpty : allocate(size);
    Run from = run(place);
    from.count = old.count;
    *place = where;
    Run to = run(place);
    to.count = from.count;
    if (from.size == 0)
      *to.items = first;
    else
      std::copy_n(from.items, from.count, to.items);
    if (keeps_origins_)
      for (std::uint32_t i = 1; i < from.count; ++i) to.origin(i) = from.origin(i);
    free_block(from);
    set_count(to);
    if (to.is_chunked()) arrange(to, signatures);
    return to;
  }
  // Takes a new block, and returns the value of a place that refers to it.
  std::uint32_t allocate(std::uint32_t size) {
    const std::uint32_t mark = size == kPairSize ? kBlock | kPair : kBlock;
    if (size == kPairSize && free_[size] == kNoBlock && free_[size + 1] != kNoBlock) split();
    std::uint32_t start = free_[size];
    if (start != kNoBlock) {
      free_[size] = items_[std::size_t{start} * kUnit];
    } else {
      const std::size_t end = items_.size() + block_words(size);
      if (end > most_words_) throw TableFull(kListsFull);
      start = static_cast<std::uint32_t>(items_.size() / kUnit);
      items_.resize(end, 0);
      origin_words_ += block_words(size) - (std::size_t{1} << size);
    }
    // An empty block of this size, as run() reads it.
    std::uint32_t* block = &items_[std::size_t{start} * kUnit];
    if (size == kPairSize)
      std::fill_n(block, 2, kEmpty);
    else
      *block = size;
    return mark | start;
  }

  // Turns a free block of the next larger size into two blocks for two zones each. Such a block takes half as many
  // words, with origins and without.
  void split() {
    const std::uint32_t start = free_[kPairSize + 1];
    const std::uint32_t half = keeps_origins_ ? 2 : 1;  // in units
    free_[kPairSize + 1] = items_[std::size_t{start} * kUnit];
    items_[std::size_t{start} * kUnit] = start + half;
    items_[std::size_t{start + half} * kUnit] = free_[kPairSize];
    free_[kPairSize] = start;
  }

  bool keeps_origins_;
  std::uint64_t most_words_;
  std::uint64_t most_in_run_;
  GrowingArray<std::uint32_t> items_;
  std::array<std::uint32_t, kSizes> free_{};  // the first free block of each size; each has the number of the next
  std::size_t origin_words_ = 0;              // words of origins in all blocks
  struct ToSort {
    Signature signature;
    Item item = 0;
    Origin origin;
  };
  std::vector<ToSort> to_sort_;  // see arrange()
};

}  // namespace zonda::store
