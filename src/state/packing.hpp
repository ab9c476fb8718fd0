// Packs a discrete state into words (T9). Each location and each variable is a field with as many bits as its range
// needs, and no field straddles two words, so that reading one is a shift and a mask. A field with one value takes no
// bits, nor does one whose value another field decides. Equal states have equal words.
#pragma once

#include "util/invariant.hpp"

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

// Fields whose values another field decides; the range of that one begins at 0.
struct DependentFields {
  std::size_t on = 0;
  std::vector<std::uint32_t> fields;
  std::vector<std::vector<std::int32_t>> values;  // by value of the other field: one for each of `fields`
};

class Packing {
 public:
  explicit Packing(std::span<const FieldRange> fields, std::vector<DependentFields> dependents = {});

  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t fields() const { return places_.size(); }
  // The number of bits that carry information; the rest of the words is padding.
  [[nodiscard]] std::size_t bits() const { return bits_; }

  // Packs one value for each field. The values must lie in the ranges of their fields, and be what other fields decide.
  void pack(std::span<const std::int32_t> values, std::span<Word> words) const;
  void unpack(std::span<const Word> words, std::span<std::int32_t> values) const;
  // Changes one field of a packed state.
  void set(std::span<Word> words, std::size_t field, std::int32_t value) const {
    const Place& p = places_[field];
    if (p.mask == 0) {
      ZONDA_CHECK(!is_single_[field] || value == p.lower, "a field with a second value");
      return;
    }
    const auto number = static_cast<Word>(std::int64_t{value} - p.lower);
    ZONDA_CHECK((number & ~p.mask) == 0, "a value outside the range of its field");
    words[p.word] = (words[p.word] & ~(p.mask << p.shift)) | (number << p.shift);
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
  [[nodiscard]] static std::int32_t value_in(std::span<const Word> words, const Place& p) {
    return static_cast<std::int32_t>(std::int64_t{(words[p.word] >> p.shift) & p.mask} + p.lower);
  }
  void check_known(std::span<const std::int32_t> values) const;

  std::vector<Place> places_;
  std::vector<std::uint32_t> stored_;  // the fields that have bits
  std::vector<std::uint32_t> single_;  // the fields that have one value
  std::vector<bool> is_single_;        // by field: whether it is one of single_
  std::vector<DependentFields> dependents_;
  std::size_t words_ = 0;
  std::size_t bits_ = 0;
};

}  // namespace zonda::state
