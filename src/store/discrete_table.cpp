#include "store/discrete_table.hpp"

#include "util/hash.hpp"

#include <algorithm>

namespace zonda::store {

namespace {

constexpr std::uint32_t kFree = UINT32_MAX;

}  // namespace

DiscreteTable::DiscreteTable(std::size_t words) : words_(words), slots_(1024, kFree) {}

DiscreteTable::Found DiscreteTable::intern(std::span<const state::Word> words) {
  if (4 * (count_ + 1) > 3 * slots_.size()) grow();
  for (std::size_t at = hash_words(words) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    const std::uint32_t id = slots_[at];
    if (id == kFree) {
      slots_[at] = static_cast<std::uint32_t>(count_);
      items_.insert(items_.end(), words.begin(), words.end());
      return {static_cast<DiscreteId>(count_++), true};
    }
    if (std::ranges::equal((*this)[id], words)) return {id, false};
  }
}

void DiscreteTable::grow() {
  std::vector<std::uint32_t> larger(slots_.size() * 2, kFree);
  for (std::uint32_t id = 0; id < count_; ++id) {
    std::size_t at = hash_words((*this)[id]) & (larger.size() - 1);
    while (larger[at] != kFree) at = (at + 1) & (larger.size() - 1);
    larger[at] = id;
  }
  slots_ = std::move(larger);
}

}  // namespace zonda::store
