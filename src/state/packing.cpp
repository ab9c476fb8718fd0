// Lays fields out from the first word on, each in the word where the one before ended if it fits there.
#include "state/packing.hpp"

#include <algorithm>
#include <bit>

namespace zonda::state {

namespace {

constexpr std::uint32_t kWordBits = 32;

}  // namespace

Packing::Packing(std::span<const FieldRange> fields) {
  std::uint32_t word = 0;
  std::uint32_t used = 0;
  for (const FieldRange& field : fields) {
    const auto distance = static_cast<std::uint64_t>(std::int64_t{field.upper} - field.lower);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(distance));
    if (used + bits > kWordBits) {
      ++word;
      used = 0;
    }
    const Word mask = bits == kWordBits ? ~Word{0} : (Word{1} << bits) - 1;
    places_.push_back({word, bits == 0 ? 0 : used, mask, field.lower});
    used += bits;
    bits_ += bits;
  }
  words_ = word + 1;
}

void Packing::pack(std::span<const std::int32_t> values, std::span<Word> words) const {
  std::fill(words.begin(), words.end(), 0);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& p = places_[i];
    const auto value = static_cast<Word>(std::int64_t{values[i]} - p.lower);
    words[p.word] |= value << p.shift;
  }
}

std::int32_t Packing::get(std::span<const Word> words, std::size_t field) const {
  const Place& p = places_[field];
  return static_cast<std::int32_t>(std::int64_t{(words[p.word] >> p.shift) & p.mask} + p.lower);
}

void Packing::unpack(std::span<const Word> words, std::span<std::int32_t> values) const {
  for (std::size_t i = 0; i < places_.size(); ++i) values[i] = get(words, i);
}

}  // namespace zonda::state
