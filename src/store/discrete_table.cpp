#include "store/discrete_table.hpp"

#include "util/hash.hpp"

#include <algorithm>

namespace zonda::store {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;

}  // namespace

DiscreteTable::DiscreteTable(std::size_t words) : words_(words), slots_(1024, kFree) {}

DiscreteTable::Found DiscreteTable::intern(std::span<const state::Word> words) {
  if (is_full()) grow();
  for (std::size_t at = hash_words(words) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t id = slots_[at];
    if (id == kFree) {
      slots_[at] = static_cast<std::uint32_t>(count_);
      items_.append(words);
      return {static_cast<DiscreteId>(count_++), true};
    }
    if (std::ranges::equal((*this)[id], words)) return {id, false};
  }
}

// All items are at hand, so the table is made anew in its place.
void DiscreteTable::grow() {
  slots_.fill(slots_.size() * 2, kFree);
  for (std::uint32_t id = 0; id < count_; ++id) {
    std::size_t at = hash_words((*this)[id]) & (slots_.size() - 1);
    while (slots_[at] != kFree) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = id;
  }
}

}  // namespace zonda::store
