// States that were expanded, for searches that are short of memory, in a form that takes as few bits as possible and
// cannot be changed in place. A state takes four bytes or so, which is a quarter of what it takes in the StateStore,
// and looking one up takes about as long as making a move.
//
// A discrete state is a number of as many bits as its fields need. The number is scrambled by a function that can be
// undone, and the states are sorted by the result; so its upper bits, which say in which bucket a state is, need not be
// stored with it (Cleary's quotienting, A13). In a bucket of some dozens of states each has
//
//   the lower bits, the words beyond the first 64 bits, and some marks and a zone number for each of its zones
//
// Adding states makes the whole anew, in one sweep over the sorted old and the sorted new ones. Pages of the old form
// are given back as the sweep goes on, so that the two never take memory at the same time.
#pragma once

#include "state/packing.hpp"
#include "store/zone_table.hpp"
#include "util/growing_array.hpp"
#include "util/pages.hpp"
#include "util/snapshot.hpp"

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace zonda::store {

class PackedStates {
 public:
  struct Item {
    ZoneId zone = kNoZone;
    bool is_kept = false;     // it must stay, or the search may not end
    bool is_waiting = false;  // it is on a shelf as well, and not expanded yet
    bool is_gone = false;     // it is to be taken out; see HeldPackedStates::merge()
  };

  explicit PackedStates(const state::Packing& packing);
  // A rough estimate of the bytes that this many states take.
  [[nodiscard]] static std::size_t bytes_of(const state::Packing& packing, std::size_t discrete, std::size_t states,
                                            std::size_t zones);

  [[nodiscard]] std::size_t states() const { return states_; }
  // How many of the states wait, and how many of the others must be kept.
  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_; }
  [[nodiscard]] std::size_t discrete_states() const { return discrete_; }
  [[nodiscard]] std::size_t bytes() const { return used_ + index_.bytes() + bases_.bytes(); }

  // Calls visit(zone, is_waiting) for the zones of a discrete state until it returns true, and returns whether it did.
  template <typename Visit>
  [[nodiscard]] bool any_zone(std::span<const state::Word> words, Visit&& visit) const {
    if (discrete_ == 0) return false;
    const std::uint64_t key = key_of(words);
    const std::uint64_t bucket = bucket_of(key);
    std::uint64_t at = start_of(bucket);
    const std::uint64_t end = start_of(bucket + 1);
    const std::uint64_t wanted = key & low_mask(rest_bits_);
    while (end - at >= least_bits_) {
      const std::uint64_t rest = take(at, rest_bits_);
      if (rest > wanted) return false;
      const bool is_it = has_tail(at, words) && rest == wanted;
      bool is_last = false;
      while (!is_last) {
        is_last = take(at, 1) != 0;
        at += 1;  // skips the bit that says whether it is kept
        const bool is_waiting = take(at, 1) != 0;
        const auto zone = static_cast<ZoneId>(take(at, zone_bits_));
        if (is_it && visit(zone, is_waiting)) return true;
      }
      if (is_it) return false;
    }
    return false;
  }
  [[nodiscard]] bool has(std::span<const state::Word> words) const {
    return any_zone(words, [](ZoneId, bool) { return true; });
  }

  // The order in which discrete states are sorted.
  [[nodiscard]] bool is_before(std::span<const state::Word> a, std::span<const state::Word> b) const;

  // Adds states, which makes the whole anew. `next(words, items)` gives the discrete states to add, in their order, and
  // returns false when there are no more; there are `more` of them, with `more_states` states. For each discrete state,
  // old or new, `settle(words, items, old)` may take items out; the first `old` of the items were there before. All
  // numbers of zones are below `zones`.
  template <typename Next, typename Settle>
  void merge(std::size_t more, std::size_t more_states, std::size_t zones, Next&& next, Settle&& settle) {
    Cursor old(*this);
    std::vector<state::Word> words(words_);
    std::vector<Item> items;
    begin(more, more_states, zones);
    bool has_old = old.next();
    bool has_new = next(std::span<state::Word>(words), items);
    while (has_old || has_new) {
      const bool is_old = has_old && (!has_new || !is_before(words, old.words));
      const bool is_new = has_new && (!has_old || !is_before(old.words, words));
      const std::size_t from_old = is_old ? old.items.size() : 0;
      if (is_old && is_new) old.items.insert(old.items.end(), items.begin(), items.end());
      std::vector<Item>& all = is_old ? old.items : items;
      const std::vector<state::Word>& which = is_old ? old.words : words;
      settle(std::span<const state::Word>(which), all, from_old);
      if (!all.empty()) write(which, all);
      if (is_old) has_old = old.next();
      if (is_new) {
        items.clear();
        has_new = next(std::span<state::Word>(words), items);
      }
    }
    finish();
  }

  void snapshot(Snapshot& s);

 private:
  // How many bits the parts of a state have. The old form has other numbers than the one that is being made.
  struct Form {
    unsigned bucket_bits = 0;
    unsigned rest_bits = 0;
    unsigned zone_bits = 0;
  };
  // Goes through the states in the old form, which it takes over, and gives its memory back on the way.
  struct Cursor {
    explicit Cursor(PackedStates& from);
    bool next();
    std::vector<state::Word> words;
    std::vector<Item> items;

   private:
    [[nodiscard]] std::uint64_t take(unsigned bits);
    const PackedStates& from_;
    Form form_;
    Pages data_;
    [[nodiscard]] std::uint64_t start_of(std::uint64_t bucket) const { return start_in(bases_, index_, bucket); }
    GrowingArray<std::uint64_t> bases_;
    GrowingArray<std::uint32_t> index_;
    std::size_t left_ = 0;  // discrete states that are still to come
    std::uint64_t bucket_ = 0;
    std::uint64_t at_ = 0;
    std::uint64_t released_ = 0;
  };

  // Each zone has three bits: whether it is the last one of its discrete state, whether it is kept, whether it waits.
  static constexpr unsigned kMarks = 3;
  static constexpr std::uint64_t kUnit = 4;   // bytes; buckets begin at multiples of it
  static constexpr std::size_t kBucket = 32;  // discrete states that a bucket has on average
  static constexpr unsigned kGroupBits = 16;  // a group has two to the power of this buckets

  [[nodiscard]] static std::uint64_t low_mask(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  [[nodiscard]] static std::uint64_t read(const unsigned char* data, std::uint64_t& at, unsigned bits) {
    // 64 bits that begin anywhere in a byte lie in nine bytes.
    std::uint64_t low = 0;
    std::memcpy(&low, data + at / 8, sizeof(low));
    const unsigned shift = at % 8;
    low >>= shift;
    if (shift + bits > 64) low |= std::uint64_t{data[at / 8 + 8]} << (64 - shift);
    at += bits;
    return low & low_mask(bits);
  }
  [[nodiscard]] std::uint64_t take(std::uint64_t& at, unsigned bits) const { return read(data_.data(), at, bits); }
  [[nodiscard]] std::uint64_t key_of(std::span<const state::Word> words) const;
  void undo_key(std::uint64_t key, std::span<state::Word> words) const;
  [[nodiscard]] std::uint64_t tail_hash(std::span<const state::Word> words) const;
  // Whether the words after the first two are those of this discrete state. `at` is behind them afterwards in any case.
  [[nodiscard]] bool has_tail(std::uint64_t& at, std::span<const state::Word> words) const {
    bool result = true;
    for (std::size_t i = 2; i < words_; ++i) result = (take(at, used_bits_[i]) == words[i]) && result;
    return result;
  }
  [[nodiscard]] std::uint64_t bucket_of(std::uint64_t key) const { return rest_bits_ >= 64 ? 0 : key >> rest_bits_; }
  // Where a bucket begins, in bits. The index has offsets from where its group begins, so that 32 bits are enough for
  // each however many states there are.
  [[nodiscard]] static std::uint64_t start_in(const GrowingArray<std::uint64_t>& bases,
                                              const GrowingArray<std::uint32_t>& index, std::uint64_t bucket) {
    return (bases[bucket >> kGroupBits] + index[bucket]) * kUnit * 8;
  }
  [[nodiscard]] std::uint64_t start_of(std::uint64_t bucket) const { return start_in(bases_, index_, bucket); }

  void begin(std::size_t more, std::size_t more_states, std::size_t zones);
  void write(std::span<const state::Word> words, std::span<const Item> items);
  void put(std::uint64_t value, unsigned bits);
  void open_buckets(std::uint64_t last);
  void finish();
  void measure();

  std::size_t words_;
  std::vector<unsigned> used_bits_;  // how many bits of each word are in use
  unsigned key_bits_ = 1;
  unsigned bucket_bits_ = 0;
  unsigned rest_bits_ = 0;
  unsigned zone_bits_ = 8;
  std::uint64_t least_bits_ = 0;  // of a discrete state with one zone
  Pages data_;
  std::uint64_t used_ = 0;             // bytes of data_ that are in use
  GrowingArray<std::uint64_t> bases_;  // where each group of buckets begins, in units
  GrowingArray<std::uint32_t> index_;  // where each bucket begins, and the end, from the beginning of its group on
  std::size_t discrete_ = 0;
  std::size_t states_ = 0;
  std::size_t kept_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t put_at_ = 0;  // while the form is being made: where the next bits go
};

}  // namespace zonda::store
