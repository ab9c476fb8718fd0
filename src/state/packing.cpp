// Lays fields out from the first word on, each in the word where the one before ended if it fits there.
#include "state/packing.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace zonda::state {

namespace {

constexpr std::uint32_t kWordBits = 32;

}  // namespace

Packing::Packing(std::span<const FieldRange> fields, std::vector<DependentFields> dependents)
    : dependents_(std::move(dependents)) {
  std::vector<bool> is_dependent(fields.size(), false);
  for (const DependentFields& d : dependents_)
    for (const std::uint32_t i : d.fields) is_dependent[i] = true;
  std::uint32_t word = 0;
  std::uint32_t used = 0;
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    const FieldRange& field = fields[i];
    const auto distance = static_cast<std::uint64_t>(std::int64_t{field.upper} - field.lower);
    const auto bits = is_dependent[i] ? 0 : static_cast<std::uint32_t>(std::bit_width(distance));
    if (used + bits > kWordBits) {
      ++word;
      used = 0;
    }
    const Word mask = bits == kWordBits ? ~Word{0} : (Word{1} << bits) - 1;
    places_.push_back({word, bits == 0 ? 0 : used, mask, field.lower});
    if (bits > 0)
      stored_.push_back(i);
    else if (!is_dependent[i])
      single_.push_back(i);
    is_single_.push_back(bits == 0 && !is_dependent[i]);
    used += bits;
    bits_ += bits;
  }
  words_ = word + 1;
}

void Packing::pack(std::span<const std::int32_t> values, std::span<Word> words) const {
  std::fill(words.begin(), words.end(), 0);
  Word outside = 0;
  for (const std::uint32_t i : stored_) {
    const Place& p = places_[i];
    const auto number = static_cast<Word>(std::int64_t{values[i]} - p.lower);
    outside |= number & ~p.mask;
    words[p.word] |= number << p.shift;
  }
  ZONDA_CHECK(outside == 0, "a value outside the range of its field");
  check_known(values);
}

// Fields without bits must have the values that they are taken to have.
void Packing::check_known(std::span<const std::int32_t> values) const {
  for (const std::uint32_t i : single_) ZONDA_CHECK(values[i] == places_[i].lower, "a field with a second value");
  for (const DependentFields& d : dependents_) {
    const std::vector<std::int32_t>& row = d.values[static_cast<std::size_t>(values[d.on])];
    for (std::size_t k = 0; k < row.size(); ++k)
      ZONDA_CHECK(values[d.fields[k]] == row[k], "a field with another value than was decided");
  }
}

std::int32_t Packing::get(std::span<const Word> words, std::size_t field) const {
  const Place& p = places_[field];
  if (p.mask == 0)
    for (const DependentFields& d : dependents_) {
      const auto found = std::lower_bound(d.fields.begin(), d.fields.end(), field);
      if (found != d.fields.end() && *found == field)
        return d.values[static_cast<std::size_t>(get(words, d.on))][static_cast<std::size_t>(found - d.fields.begin())];
    }
  return value_in(words, p);
}

void Packing::unpack(std::span<const Word> words, std::span<std::int32_t> values) const {
  for (const std::uint32_t i : stored_) values[i] = value_in(words, places_[i]);
  for (const std::uint32_t i : single_) values[i] = places_[i].lower;
  for (const DependentFields& d : dependents_) {
    const std::vector<std::int32_t>& row = d.values[static_cast<std::size_t>(values[d.on])];
    for (std::size_t k = 0; k < row.size(); ++k) values[d.fields[k]] = row[k];
  }
}

}  // namespace zonda::state
