// The zones of discrete states: for each a short run of them, with marks, and perhaps with the parents of the states.
//
// A single zone stands in the record of its discrete state, in the word that is its place. Two stand in a block of two
// words, and more side by side in a block of a power of two, after a word with their number; the place then says where
// the block is. In large blocks zones stand in chunks, whose bounds follow; see store/zone_chunks.hpp. The parent of
// the first one stands in the record too, after the place; those of the others at the end of the block.
#pragma once

#include "store/discrete_table.hpp"
#include "store/signature.hpp"
#include "store/zone_chunks.hpp"
#include "store/zone_table.hpp"
#include "util/check.hpp"
#include "util/growing_array.hpp"
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

class ZoneRuns {
 public:
  // A zone and its marks.
  using Item = std::uint32_t;
  static constexpr Item kPassed = 0x8000'0000U;  // it was expanded
  static constexpr Item kKept = 0x2000'0000U;    // see StateStore::keep()
  static constexpr Item kZoneMask = kKept - 1;
  static_assert(kMostZones <= kZoneMask);
  // A place without a zone.
  static constexpr std::uint32_t kEmpty = UINT32_MAX;
  // Words of a record from the place on.
  [[nodiscard]] static std::size_t words(bool keeps_parents) { return keeps_parents ? 3 : 1; }

  struct Run {
    [[nodiscard]] bool is_chunked() const { return size >= kChunkedSize; }
    [[nodiscard]] std::uint32_t& changes() const { return header[1]; }
    [[nodiscard]] std::uint32_t capacity() const { return capacity_of(size); }
    [[nodiscard]] ChunkTable chunks() const { return {items + capacity(), capacity()}; }
    // If parents are kept.
    [[nodiscard]] State& parent(std::uint32_t i) const { return i == 0 ? *first_parent : other_parents[i - 1]; }

    Item* items = nullptr;
    std::uint32_t count = 0;
    std::uint32_t size = 0;           // its block has two to the power of this words, besides parents; 0: none
    std::uint32_t* header = nullptr;  // of the block, if it has one
    State* first_parent = nullptr;
    State* other_parents = nullptr;
  };

  explicit ZoneRuns(bool keeps_parents) : keeps_parents_(keeps_parents) { free_.fill(kNoBlock); }

  [[nodiscard]] bool keeps_parents() const { return keeps_parents_; }
  // A new place.
  void clear(std::uint32_t* place) const {
    *place = kEmpty;
    if (keeps_parents_) std::fill_n(place + 1, 2, kNoDiscrete);
  }
  // Of a place, which may be that of a record that is not in use.
  [[nodiscard]] Run run(std::uint32_t* place) {
    Run run;
    if (keeps_parents_) run.first_parent = reinterpret_cast<State*>(place + 1);
    if (*place >= DiscreteTable::kForgotten || (*place & kBlock) == 0) {
      run.items = place;
      run.count = *place >= DiscreteTable::kForgotten ? 0 : 1;
      return run;
    }
    set_block(run, &items_[std::size_t{*place & kBlockMask} * kUnit], (*place & kPair) != 0);
    if (keeps_parents_) run.other_parents = reinterpret_cast<State*>(block_of(run) + (std::size_t{1} << run.size));
    return run;
  }
  // The first item that is this one where the mask has bits; the number of items: there is none.
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

  // One more zone.
  void append(std::uint32_t* place, Run run, ZoneId zone, State parent, std::span<const Signature> signatures) {
    if (run.size + run.count > 0) [[likely]]
      if (const std::uint32_t size = fitting(run); size != run.size) run = resized(place, run, size, signatures);
    run.items[run.count] = zone;
    if (keeps_parents_) run.parent(run.count) = parent;
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
  // Takes out every zone for whose index `is_it` is true, asking for those alone that the signature may dominate, if
  // one is given. set_count() is to be called.
  template <typename IsIt>
  void take_out_if(Run& run, std::span<const Signature> signatures, const Signature* signature, IsIt&& is_it) {
    if (run.is_chunked()) return take_out_of_chunks_if(run, signatures, signature, is_it);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < run.count; ++i) {
      if (is_it(i)) continue;
      run.items[kept] = run.items[i];
      if (keeps_parents_) run.parent(kept) = run.parent(i);
      ++kept;
    }
    run.count = kept;
  }
  // Takes one out of several. In a run with chunks the last zone moves to its place; its signature is known, if
  // signatures are. set_count() is to be called.
  void take_out(Run& run, std::uint32_t i, std::span<const Signature> signatures) const {
    --run.count;
    if (!run.is_chunked()) {
      for (; i < run.count; ++i) {
        run.items[i] = run.items[i + 1];
        if (keeps_parents_) run.parent(i) = run.parent(i + 1);
      }
      return;
    }
    if (i == run.count) return;
    run.items[i] = run.items[run.count];
    if (keeps_parents_) run.parent(i) = run.parent(run.count);
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
  // A block that has only one zone left is given back.
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
  // Those in blocks stay where they are until gaps are closed.
  void forget_parents() { keeps_parents_ = false; }
  // Blocks move together: those of the places that `for_each_place(visit)` visits.
  template <typename ForEachPlace>
  void close_gaps(ForEachPlace&& for_each_place) {
    GrowingArray<std::uint32_t> old;
    old.swap(items_);
    free_.fill(kNoBlock);
    parent_words_ = 0;
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

  // Of zones, and of parents, in blocks.
  [[nodiscard]] std::size_t zone_bytes() const { return items_.bytes() - parent_bytes(); }
  [[nodiscard]] std::size_t parent_bytes() const { return parent_words_ * sizeof(std::uint32_t); }

  void snapshot(Snapshot& s) {
    s.values(keeps_parents_, free_, parent_words_);
    s.array(items_);
  }

 private:
  static constexpr std::uint32_t kNoBlock = UINT32_MAX;
  // In a place: there is a block, and its start in units follows; one with two zones.
  static constexpr std::uint32_t kBlock = 0x4000'0000U;
  static constexpr std::uint32_t kPair = 0x8000'0000U;
  static constexpr std::uint32_t kBlockMask = kBlock - 1;
  static constexpr std::uint32_t kUnit = 2;  // words
  static constexpr std::uint32_t kPairSize = 1;
  static constexpr std::uint32_t kSizes = 32;
  static constexpr std::uint32_t kSizeBits = 5;
  static constexpr std::uint32_t kSizeMask = (1U << kSizeBits) - 1;

  // Blocks of this size and larger ones have chunks: after the header a word that counts the changes since their zones
  // were arranged, and after the zones the chunks' bounds.
  static constexpr std::uint32_t kChunkedSize = 7;
  // Changes after which zones are arranged anew, with so many zones more for each that is there.
  static constexpr std::uint32_t kMostChanges = 32;
  static constexpr std::uint32_t kZonesPerChange = 4;

  // Of a block: words before the first zone, and zones that it has room for.
  [[nodiscard]] static std::uint32_t first_in(std::uint32_t size) {
    return size == kPairSize ? 0 : size < kChunkedSize ? 1 : 2;
  }
  [[nodiscard]] static std::uint32_t capacity_of(std::uint32_t size) {
    const std::uint32_t words = (std::uint32_t{1} << size) - first_in(size);
    if (size == 0) return 1;
    return size < kChunkedSize ? words : ChunkTable::capacity_in(words);
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
    // From the end, so that the last one, which takes the place of one that goes, was asked for.
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
          {signatures[run.items[i] & kZoneMask], run.items[i], keeps_parents_ ? run.parent(i) : State{}});
    ChunkSorter<ToSort>().sort(to_sort_);
    for (std::uint32_t i = 0; i < run.count; ++i) {
      run.items[i] = to_sort_[i].item;
      if (keeps_parents_) run.parent(i) = to_sort_[i].parent;
      run.chunks().append(i, to_sort_[i].signature);
    }
    run.changes() = 0;
  }
  // Nothing is known about its chunks.
  static void set_disordered(const Run& run) {
    for (std::uint32_t i = 0; i < run.count; i += kChunk) run.chunks().include_any(i);
    run.changes() = kMostChanges + run.count;
  }

  // A size with room for one more; smaller than it is only where that is worth while.
  [[nodiscard]] static std::uint32_t fitting(const Run& run) {
    if (run.count == run.capacity()) return run.size + 1;
    if (run.size == 0) return 0;
    if (run.size <= kPairSize + 1) return run.count <= kPairSize ? run.count : run.size;
    return run.count < capacity_of(run.size - 2) ? run.size - 1 : run.size;
  }
  Run resized(std::uint32_t* place, const Run& old, std::uint32_t size, std::span<const Signature> signatures) {
    ZONDA_CHECK(size < kSizes - kSizeBits, "too many zones in one discrete state");
    const std::uint32_t first = *old.items;
    // Taking a block may move the others.
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
    if (keeps_parents_)
      for (std::uint32_t i = 1; i < from.count; ++i) to.parent(i) = from.parent(i);
    free_block(from);
    set_count(to);
    if (to.is_chunked()) arrange(to, signatures);
    return to;
  }
  // What the place says of a new block.
  std::uint32_t allocate(std::uint32_t size) {
    const std::uint32_t mark = size == kPairSize ? kBlock | kPair : kBlock;
    if (size == kPairSize && free_[size] == kNoBlock && free_[size + 1] != kNoBlock) split();
    std::uint32_t start = free_[size];
    if (start != kNoBlock) {
      free_[size] = items_[std::size_t{start} * kUnit];
    } else {
      const std::size_t parents = keeps_parents_ ? 2 * (std::size_t{capacity_of(size)} - 1) : 0;
      const std::size_t end = items_.size() + (std::size_t{1} << size) + parents;
      // The last places would look like none.
      ZONDA_CHECK(end / kUnit < kBlock - 2, "too many states for their lists");
      start = static_cast<std::uint32_t>(items_.size() / kUnit);
      items_.resize(end, 0);
      parent_words_ += parents;
    }
    // So that run() knows it.
    std::uint32_t* block = &items_[std::size_t{start} * kUnit];
    if (size == kPairSize)
      std::fill_n(block, 2, kEmpty);
    else
      *block = size;
    return mark | start;
  }

  // A free block becomes two for two zones each, which take half the words, with and without parents.
  void split() {
    const std::uint32_t start = free_[kPairSize + 1];
    const std::uint32_t half = keeps_parents_ ? 2 : 1;  // in units
    free_[kPairSize + 1] = items_[std::size_t{start} * kUnit];
    items_[std::size_t{start} * kUnit] = start + half;
    items_[std::size_t{start + half} * kUnit] = free_[kPairSize];
    free_[kPairSize] = start;
  }

  bool keeps_parents_;
  GrowingArray<std::uint32_t> items_;
  std::array<std::uint32_t, kSizes> free_{};  // the first free block of each size; each holds the next
  std::size_t parent_words_ = 0;              // of all blocks
  struct ToSort {
    Signature signature;
    Item item = 0;
    State parent;
  };
  std::vector<ToSort> to_sort_;  // see arrange()
};

}  // namespace zonda::store
