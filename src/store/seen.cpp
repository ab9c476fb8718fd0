#include "store/seen.hpp"

#include "util/growing_array.hpp"
#include "util/hash.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace zonda::store {

namespace {

class CompactSet final : public Seen {
 public:
  CompactSet() : slots_(kFirst, kFree) {}

  bool add(std::uint64_t hash) override {
    if (is_full()) grow();
    // One hash stands for a free slot.
    if (!enter(slots_, hash == kFree ? 1 : hash)) return false;
    ++count_;
    return true;
  }
  [[nodiscard]] std::size_t count() const override { return count_; }
  [[nodiscard]] std::size_t bytes() const override { return slots_.bytes(); }
  [[nodiscard]] std::size_t growth() const override { return is_full() ? 2 * slots_.bytes() : 0; }
  // Each pair of states has equal hashes with probability 1 in 2^64.
  [[nodiscard]] double expected_omissions() const override {
    const auto n = static_cast<double>(count_);
    return n * n / 2 / 18446744073709551616.0;
  }
  [[nodiscard]] double load() const override { return 0; }
  void snapshot(Snapshot& s) override {
    s.value(count_);
    s.array(slots_);
  }

 private:
  static constexpr std::size_t kFirst = 1024;
  static constexpr std::uint64_t kFree = 0;
  using Slots = GrowingArray<std::uint64_t>;

  [[nodiscard]] bool is_full() const { return 8 * (count_ + 1) > 7 * slots_.size(); }
  static bool enter(Slots& slots, std::uint64_t hash) {
    const std::size_t mask = slots.size() - 1;
    // The bits that choose the slot must not be those that distinguish the hash from its neighbours.
    std::size_t at = static_cast<std::size_t>(hash >> 20U) & mask;
    for (; slots[at] != kFree; at = (at + 1) & mask)
      if (slots[at] == hash) return false;
    slots[at] = hash;
    return true;
  }
  void grow() {
    Slots larger(2 * slots_.size(), kFree);
    for (std::size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i] != kFree) enter(larger, slots_[i]);
    slots_.swap(larger);
  }

  Slots slots_;
  std::size_t count_ = 0;
};

class BitField final : public Seen {
 public:
  explicit BitField(std::size_t bytes) : words_(std::max<std::size_t>(1, bytes / sizeof(std::uint64_t)), 0) {}

  bool add(std::uint64_t hash) override {
    const double share = load();
    std::uint64_t next = hash;
    bool is_new = false;
    for (int i = 0; i < kBits; ++i) {
      next = mix(next ^ 0x9E3779B97F4A7C15ULL, 0xE7037ED1A0B428DBULL);
      const auto bit = static_cast<std::size_t>((static_cast<WideWord>(next) * bits()) >> 64U);
      std::uint64_t& word = words_[bit / 64];
      const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
      if ((word & mask) == 0) {
        word |= mask;
        ++ones_;
        is_new = true;
      }
    }
    if (!is_new) {
      ++hits_;
      return false;
    }
    ++count_;
    // A new state is taken for a known one with this probability, so this many were missed for each one that was added.
    const double miss = share * share * share;
    omissions_ += miss / (1 - miss);
    return true;
  }
  [[nodiscard]] std::size_t count() const override { return count_; }
  [[nodiscard]] std::size_t bytes() const override { return words_.bytes(); }
  [[nodiscard]] std::size_t growth() const override { return 0; }
  // Never more than the number of states that were taken for known ones.
  [[nodiscard]] double expected_omissions() const override { return std::min(omissions_, static_cast<double>(hits_)); }
  [[nodiscard]] double load() const override { return static_cast<double>(ones_) / static_cast<double>(bits()); }
  void snapshot(Snapshot& s) override {
    s.values(count_, ones_, hits_, omissions_);
    s.array(words_);
  }

 private:
  static constexpr int kBits = 3;
  [[nodiscard]] std::uint64_t bits() const { return std::uint64_t{words_.size()} * 64; }

  GrowingArray<std::uint64_t> words_;
  std::size_t count_ = 0;
  std::uint64_t ones_ = 0;
  std::uint64_t hits_ = 0;  // how often a hash was already there
  double omissions_ = 0;
};

}  // namespace

std::unique_ptr<Seen> make_compact_set() { return std::make_unique<CompactSet>(); }
std::unique_ptr<Seen> make_bit_field(std::size_t bytes) { return std::make_unique<BitField>(bytes); }

}  // namespace zonda::store
