// A heap: the smallest key leaves first, and equal keys leave in the order in which they came.
#pragma once

#include "util/growing_array.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace zonda::order {

template <typename Key, typename T>
class StableHeap {
 public:
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] std::size_t bytes() const { return items_.bytes(); }
  void push(const Key& key, const T& value) {
    items_.push_back({key, added_++, value});
    std::push_heap(items_.data(), items_.data() + items_.size(), std::greater<>());
  }
  // Takes out the oldest item with the smallest key. Returns false if the heap is empty.
  bool pop(T& value) {
    if (items_.empty()) return false;
    std::pop_heap(items_.data(), items_.data() + items_.size(), std::greater<>());
    const std::size_t left = items_.size() - 1;
    value = items_[left].value;
    items_.resize(left, {});
    return true;
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Item& item : items_.part(0, items_.size())) visit(item.value);
  }
  // Takes out one of the items that would leave late. Returns false if the heap is empty.
  bool pop_late(T& value) {
    if (items_.empty()) return false;
    const std::size_t left = items_.size() - 1;
    value = items_[left].value;
    items_.resize(left, {});
    return true;
  }
  // Keeps only the items for which `keep` returns true; `keep` may change an item.
  template <typename Keep>
  void retain(Keep&& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (keep(items_[i].value)) items_[kept++] = items_[i];
    items_.resize(kept, {});
    items_.shrink();
    std::make_heap(items_.data(), items_.data() + items_.size(), std::greater<>());
  }
  // Keeps only this many items, those that would leave first.
  void keep_first(std::size_t count) {
    if (count >= items_.size()) return;
    const auto is_before = [](const Item& a, const Item& b) { return b > a; };
    std::nth_element(items_.data(), items_.data() + count, items_.data() + items_.size(), is_before);
    items_.resize(count, {});
    std::make_heap(items_.data(), items_.data() + items_.size(), std::greater<>());
  }
  void snapshot(Snapshot& s) {
    s.value(added_);
    s.array(items_);
  }

 private:
  struct Item {
    Key key{};
    std::uint64_t number = 0;
    T value{};
    friend bool operator>(const Item& a, const Item& b) { return a.key != b.key ? a.key > b.key : a.number > b.number; }
  };
  GrowingArray<Item> items_;
  std::uint64_t added_ = 0;
};

}  // namespace zonda::order
