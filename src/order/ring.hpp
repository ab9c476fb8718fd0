// A list that takes new items at one end and gives them back at either: a ring buffer that grows in place.
#pragma once

#include "util/growing_array.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace zonda::order {

template <typename T>
class Ring {
 public:
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return items_.bytes(); }
  // The items, from the oldest on.
  [[nodiscard]] T& operator[](std::size_t i) { return items_[(start_ + i) & mask_]; }
  [[nodiscard]] const T& operator[](std::size_t i) const { return items_[(start_ + i) & mask_]; }
  void push(const T& item) {
    if (size_ == items_.size()) grow();
    items_[(start_ + size_++) & mask_] = item;
  }
  // The ring must not be empty, here and for pop_newest().
  T pop_oldest() {
    const T result = items_[start_];
    start_ = (start_ + 1) & mask_;
    --size_;
    return result;
  }
  T pop_newest() { return items_[(start_ + --size_) & mask_]; }

  // Keeps only the items for which `keep` returns true; `keep` may change an item.
  template <typename Keep>
  void retain(Keep&& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      T item = (*this)[i];
      if (keep(item)) (*this)[kept++] = item;
    }
    size_ = kept;
    fit();
  }

  void snapshot(Snapshot& s) {
    s.values(mask_, start_, size_);
    s.array(items_);
  }

 private:
  // Doubles the room. The items that lie before the start, because the ring had wrapped around, move behind the old
  // end.
  void grow() {
    constexpr std::size_t kFirst = 64;
    const std::size_t old = items_.size();
    // The new room takes no memory before it is written to.
    (void)items_.extend(std::max(kFirst, 2 * old) - old);
    std::copy_n(items_.data(), start_, items_.data() + old);
    mask_ = items_.size() - 1;
  }

  // Gives back room that is not needed, without making a second copy.
  void fit() {
    if (2 * size_ > items_.size()) return;
    std::rotate(items_.data(), items_.data() + start_, items_.data() + items_.size());
    items_.resize(size_ == 0 ? 0 : std::bit_ceil(size_), T{});
    items_.shrink();
    mask_ = items_.size() == 0 ? 0 : items_.size() - 1;
    start_ = 0;
  }

  GrowingArray<T> items_;
  std::size_t mask_ = 0;
  std::size_t start_ = 0;
  std::size_t size_ = 0;
};

}  // namespace zonda::order
