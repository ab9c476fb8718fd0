// Discrete states, packed by bits (T9): each location and variable takes as many bits as its range needs, and none
// straddles a word, so that reading one is a shift and a mask. Equal states have equal words.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace zonda::state {

using Word = std::uint32_t;

struct FieldRange {
  std::int32_t lower = 0;
  std::int32_t upper = 0;
};

class Packing {
 public:
  explicit Packing(std::span<const FieldRange> fields);

  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t fields() const { return places_.size(); }
  // Bits that carry information; the rest is padding.
  [[nodiscard]] std::size_t bits() const { return bits_; }

  // Values must lie in their ranges.
  void pack(std::span<const std::int32_t> values, std::span<Word> words) const;
  void unpack(std::span<const Word> words, std::span<std::int32_t> values) const;
  // Changes one field.
  void set(std::span<Word> words, std::size_t field, std::int32_t value) const {
    const Place& p = places_[field];
    const Word mask = p.mask << p.shift;
    words[p.word] = (words[p.word] & ~mask) | (static_cast<Word>(std::int64_t{value} - p.lower) << p.shift);
  }
  [[nodiscard]] std::int32_t get(std::span<const Word> words, std::size_t field) const;

  // Where a field stands: its value less its lower bound.
  struct Field {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    std::uint32_t bits = 0;
  };
  [[nodiscard]] Field field(std::size_t i) const {
    const Place& p = places_[i];
    return {p.word, p.shift, static_cast<std::uint32_t>(std::popcount(p.mask))};
  }

 private:
  struct Place {
    std::uint32_t word = 0;
    std::uint32_t shift = 0;
    Word mask = 0;
    std::int32_t lower = 0;
  };
  std::vector<Place> places_;
  std::size_t words_ = 0;
  std::size_t bits_ = 0;
};

}  // namespace zonda::state
