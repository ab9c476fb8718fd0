// A queue with whole numbers as keys: the smallest key leaves first, and equal keys leave in the order in which they
// came.
//
// Each key has a first-in-first-out list. The lists are made of small blocks, which are used again, and an item takes
// as few bytes as it needs (order/item_forms.hpp). A set of bits says which lists are not empty, and a second set which
// words of the first are not 0. So adding and taking cost a few instructions however long the queue is, and the item
// that leaves next is known beforehand. Keys should be dense, as positions, distances and ranks are.
#pragma once

#include "order/item_forms.hpp"
#include "util/growing_array.hpp"
#include "util/snapshot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace zonda::order {

template <typename T>
class Queue {
 public:
  // Keys that are not below this count as the largest key that is.
  static constexpr std::uint32_t kMostKeys = 1U << 18U;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t bytes() const {
    return blocks_.bytes() + lists_.size() * sizeof(List) + words_.size() * sizeof(std::uint64_t);
  }

  void push(std::uint32_t key, const T& item) {
    key = std::min(key, kMostKeys - 1);
    if (key >= lists_.size()) make_room(key);
    if (!forms_.fits(item)) forms_.widen(item);
    List& list = lists_[key];
    if (list.count == 0) {
      const std::uint32_t block = take_block();
      list = {block, block, 0, 0};
      mark(key);
    } else if (is_full(blocks_[list.last])) {
      const std::uint32_t block = take_block();
      blocks_[list.last].next = block;
      list.last = block;
    }
    Block& last = blocks_[list.last];
    forms_.write(last.bytes.data(), last.filled, item);
    ++last.filled;
    ++list.count;
    ++size_;
  }

  // The smallest key; there must be one.
  [[nodiscard]] std::uint32_t top_key() const {
    const std::size_t outer = first_word();
    return static_cast<std::uint32_t>(outer * 64) + static_cast<std::uint32_t>(std::countr_zero(words_[outer]));
  }

  // Takes out the oldest item with the smallest key. Returns false if the queue is empty.
  bool pop(T& item) {
    if (size_ == 0) return false;
    item = pop_from(top_key());
    return true;
  }

  // The item that leaves after `n` others if no smaller key is added; T{} where finding it would take long.
  [[nodiscard]] T after(std::size_t n) const {
    if (size_ == 0) return T{};
    const List& list = lists_[top_key()];
    if (n >= list.count) return T{};
    std::size_t at = list.start + n;
    const Block* block = &blocks_[list.first];
    for (; at >= block->filled; block = &blocks_[block->next]) at -= block->filled;
    return read(*block, at);
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const List& list : lists_) {
      std::uint32_t block = list.first;
      std::uint32_t at = list.start;
      for (std::uint32_t i = 0; i < list.count; ++i, ++at) {
        if (at == blocks_[block].filled) {
          block = blocks_[block].next;
          at = 0;
        }
        visit(read(blocks_[block], at));
      }
    }
  }

  // Takes out the oldest item with the largest key. Returns false if the queue is empty.
  bool pop_late(T& item) {
    if (size_ == 0) return false;
    std::uint32_t key = static_cast<std::uint32_t>(lists_.size()) - 1;
    while (lists_[key].count == 0) --key;
    item = pop_from(key);
    return true;
  }
  // Keeps only the items for which `keep` returns true; `keep` may change an item.
  template <typename Keep>
  void retain(Keep&& keep) {
    for (std::uint32_t key = 0; key < lists_.size(); ++key) {
      for (std::uint32_t left = lists_[key].count; left > 0; --left) {
        T item = pop_from(key);
        if (keep(item)) push(key, item);
      }
    }
    if (2 * size_ * forms_.bytes(forms_.newest()) < blocks_.bytes()) fit();
  }

  void snapshot(Snapshot& s) {
    s.values(free_, size_);
    forms_.snapshot(s);
    s.array(blocks_);
    s.array(lists_);
    s.array(words_);
    s.array(outer_);
  }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  static constexpr std::size_t kBlockBytes = 114;
  using Forms = ItemForms<T, kBlockBytes>;
  struct Block {
    std::uint32_t next = kNone;
    typename Forms::FormId form = 0;
    std::uint8_t filled = 0;  // the number of items
    std::array<unsigned char, kBlockBytes> bytes{};
  };
  struct List {
    std::uint32_t first = kNone;  // the first block
    std::uint32_t last = kNone;   // the last block
    std::uint32_t start = 0;      // the place of the first item in the first block
    std::uint32_t count = 0;
  };

  // Whether the block has no room for an item in the newest form.
  [[nodiscard]] bool is_full(const Block& block) const {
    return block.form != forms_.newest() || block.filled == forms_.items(block.form);
  }
  [[nodiscard]] T read(const Block& block, std::size_t at) const {
    return forms_.read(block.bytes.data(), at, block.form);
  }
  // Moves blocks from the end of the array to places that are free, and gives the rest of the array back.
  void fit() {
    std::vector<bool> is_used(blocks_.size(), false);
    std::uint32_t used = 0;
    for_each_block([&](const std::uint32_t& block) {
      is_used[block] = true;
      ++used;
    });
    std::uint32_t to = 0;
    for_each_block([&](std::uint32_t& block) {
      if (block < used) return;
      while (is_used[to]) ++to;
      blocks_[to] = blocks_[block];
      block = to++;
    });
    blocks_.resize(used, {});
    blocks_.shrink();
    free_ = kNone;
  }
  // Calls `visit` with the reference to each block in use, which it may change.
  template <typename Visit>
  void for_each_block(Visit&& visit) {
    for (List& list : lists_) {
      if (list.count == 0) continue;
      visit(list.first);
      std::uint32_t block = list.first;
      while (blocks_[block].next != kNone) {
        visit(blocks_[block].next);
        block = blocks_[block].next;
      }
      list.last = block;
    }
  }
  // Takes out the oldest item with this key; there must be one.
  T pop_from(std::uint32_t key) {
    List& list = lists_[key];
    const Block& block = blocks_[list.first];
    const T item = read(block, list.start);
    ++list.start;
    --list.count;
    --size_;
    if (list.count == 0) {
      free_block(list.first);
      unmark(key);
    } else if (list.start == block.filled) {
      const std::uint32_t next = block.next;
      free_block(list.first);
      list.first = next;
      list.start = 0;
    }
    return item;
  }
  void make_room(std::uint32_t key) {
    lists_.resize(std::bit_ceil(std::size_t{key} + 1));
    words_.resize(lists_.size() / 64 + 1, 0);
    outer_.resize(words_.size() / 64 + 1, 0);
  }
  void mark(std::uint32_t key) {
    words_[key / 64] |= std::uint64_t{1} << (key % 64);
    outer_[key / 4096] |= std::uint64_t{1} << (key / 64 % 64);
  }
  void unmark(std::uint32_t key) {
    words_[key / 64] &= ~(std::uint64_t{1} << (key % 64));
    if (words_[key / 64] == 0) outer_[key / 4096] &= ~(std::uint64_t{1} << (key / 64 % 64));
  }
  [[nodiscard]] std::size_t first_word() const {
    std::size_t i = 0;
    while (outer_[i] == 0) ++i;
    return i * 64 + static_cast<std::size_t>(std::countr_zero(outer_[i]));
  }
  std::uint32_t take_block() {
    std::uint32_t result = free_;
    if (result == kNone) {
      result = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back(Block{});
    } else {
      free_ = blocks_[result].next;
    }
    Block& block = blocks_[result];
    block.next = kNone;
    block.form = forms_.newest();
    block.filled = 0;
    return result;
  }
  void free_block(std::uint32_t block) {
    blocks_[block].next = free_;
    free_ = block;
  }

  Forms forms_;
  GrowingArray<Block> blocks_;
  std::vector<List> lists_;           // by key
  std::vector<std::uint64_t> words_;  // which lists are not empty
  std::vector<std::uint64_t> outer_;  // which of these words are not 0
  std::uint32_t free_ = kNone;        // the first block that is not in use
  std::size_t size_ = 0;
};

}  // namespace zonda::order
