// States that were expanded, in a form that takes as few bits as it can and cannot be changed in place: for searches
// that are short of memory. A state takes four bytes or so, a quarter of what it takes in the StateStore; looking one
// up takes about as long as making a move.
//
// A discrete state is a number of as many bits as its fields need. The number is scrambled by a function that can be
// undone, and the states are sorted by the result; so its upper bits, which say in which bucket a state is, need not be
// stored with it (Cleary's quotienting, A13). In a bucket of some dozens of states each has
//
//   the lower bits, the words beyond the first 64 bits, and some marks and a zone number for each of its zones
//
// Adding states makes the whole anew, in one sweep over the sorted old and the sorted new ones. Pages of the old form
// are given back as the sweep goes on, so there is no moment with both.
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
  };

  explicit PackedStates(const state::Packing& packing);
  // About what so many take.
  [[nodiscard]] static std::size_t bytes_of(const state::Packing& packing, std::size_t discrete, std::size_t states,
                                            std::size_t zones);

  [[nodiscard]] std::size_t states() const { return states_; }
  // Of them kept, and waiting, each in one of the two numbers.
  [[nodiscard]] std::size_t kept() const { return kept_; }
  [[nodiscard]] std::size_t waiting() const { return waiting_; }
  [[nodiscard]] std::size_t discrete_states() const { return discrete_; }
  [[nodiscard]] std::size_t bytes() const { return used_ + index_.bytes(); }

  // Calls visit(zone, is_waiting) for the zones of a discrete state until it says true; whether it did.
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
        at += 1;  // whether it is kept
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

  // The order in which they are sorted.
  [[nodiscard]] bool is_before(std::span<const state::Word> a, std::span<const state::Word> b) const;

  // Makes it anew. `next(words, items)` gives the discrete states to add, in their order, or false; there are `more` of
  // them. `settle(words, items, old)` is called for each discrete state, the first `old` of whose items were there
  // before, and may take some out. `zones`: all numbers are below this.
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
  // What is needed to read one; the form that is being left has its own.
  struct Form {
    unsigned bucket_bits = 0;
    unsigned rest_bits = 0;
    unsigned zone_bits = 0;
  };
  // Goes through the form that is there, which it takes away.
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
    GrowingArray<std::uint32_t> index_;
    std::size_t left_ = 0;  // discrete states
    std::uint64_t bucket_ = 0;
    std::uint64_t at_ = 0;
    std::uint64_t released_ = 0;
  };

  // Of a zone, one bit each: it is the last one, it is kept, it waits.
  static constexpr unsigned kMarks = 3;
  static constexpr std::uint64_t kUnit = 4;   // bytes; buckets begin at multiples of it
  static constexpr std::size_t kBucket = 32;  // discrete states, about

  [[nodiscard]] static std::uint64_t low_mask(unsigned bits) {
    return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  }
  [[nodiscard]] static std::uint64_t read(const unsigned char* data, std::uint64_t& at, unsigned bits) {
    // Nine bytes hold any 64 bits.
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
  // The words after the first two; goes over them in any case.
  [[nodiscard]] bool has_tail(std::uint64_t& at, std::span<const state::Word> words) const {
    bool result = true;
    for (std::size_t i = 2; i < words_; ++i) result = (take(at, used_bits_[i]) == words[i]) && result;
    return result;
  }
  [[nodiscard]] std::uint64_t bucket_of(std::uint64_t key) const { return rest_bits_ >= 64 ? 0 : key >> rest_bits_; }
  // In bits.
  [[nodiscard]] std::uint64_t start_of(std::uint64_t bucket) const { return index_[bucket] * kUnit * 8; }

  void begin(std::size_t more, std::size_t more_states, std::size_t zones);
  void write(std::span<const state::Word> words, std::span<const Item> items);
  void put(std::uint64_t value, unsigned bits);
  void open_buckets(std::uint64_t last);
  void finish();
  void measure();

  std::size_t words_;
  std::vector<unsigned> used_bits_;  // of each word
  unsigned key_bits_ = 1;
  unsigned bucket_bits_ = 0;
  unsigned rest_bits_ = 0;
  unsigned zone_bits_ = 8;
  std::uint64_t least_bits_ = 0;  // of a discrete state
  Pages data_;
  std::uint64_t used_ = 0;             // bytes of it
  GrowingArray<std::uint32_t> index_;  // where each bucket begins, and the end
  std::size_t discrete_ = 0;
  std::size_t states_ = 0;
  std::size_t kept_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t put_at_ = 0;  // while it is being made, in bits
};

}  // namespace zonda::store
