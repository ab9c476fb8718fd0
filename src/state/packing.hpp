// Packs a discrete state into words (T9). Each location and each variable is a field with as many bits as its range
// needs, and no field straddles two words, so that reading one is a shift and a mask. Equal states have equal words.
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
  // The number of bits that carry information; the rest of the words is padding.
  [[nodiscard]] std::size_t bits() const { return bits_; }

  // Packs one value for each field. The values must lie in the ranges of their fields.
  void pack(std::span<const std::int32_t> values, std::span<Word> words) const;
  void unpack(std::span<const Word> words, std::span<std::int32_t> values) const;
  // Changes one field of a packed state.
  void set(std::span<Word> words, std::size_t field, std::int32_t value) const {
    const Place& p = places_[field];
    const Word mask = p.mask << p.shift;
    words[p.word] = (words[p.word] & ~mask) | (static_cast<Word>(std::int64_t{value} - p.lower) << p.shift);
  }
  [[nodiscard]] std::int32_t get(std::span<const Word> words, std::size_t field) const;

  // The bits of a field. They hold its value minus the lower bound of its range.
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
