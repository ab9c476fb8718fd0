// The waiting states in the order in which they are taken.
#pragma once

#include "store/state_store.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <vector>

namespace zonda::search {

// Random: depth-first, the successors of a state in random order. Earliest: the state that can be entered soonest
// first; equals in breadth-first order.
enum class Order : std::uint8_t { Bfs, Dfs, Random, Earliest };

class Frontier {
 public:
  Frontier(Order order, std::uint64_t seed) : order_(order), random_(seed) {}

  [[nodiscard]] std::size_t size() const { return list_.size() + heap_.size(); }
  [[nodiscard]] std::size_t bytes() const { return list_.size() * sizeof(store::State) + heap_.size() * sizeof(Keyed); }

  // `key` counts for Earliest only.
  void push(store::State state, std::int32_t key) {
    if (order_ != Order::Earliest) {
      list_.push_back(state);
      return;
    }
    heap_.push_back({key, pushed_++, state});
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  // The one that is taken so many states from now, if that is known already.
  [[nodiscard]] const store::State* after(std::size_t n) const {
    if (order_ != Order::Bfs && order_ != Order::Dfs) return nullptr;
    if (n >= list_.size()) return nullptr;
    return order_ == Order::Bfs ? &list_[n] : &list_[list_.size() - 1 - n];
  }

  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const store::State& s : list_) visit(s);
    for (const Keyed& k : heap_) visit(k.state);
  }

  // There must be one.
  store::State pop() {
    store::State result;
    switch (order_) {
      case Order::Bfs:
        result = list_.front();
        list_.pop_front();
        return result;
      case Order::Random:
        shuffle_newest();
        [[fallthrough]];
      case Order::Dfs:
        result = list_.back();
        list_.pop_back();
        shuffled_ = list_.size();
        return result;
      case Order::Earliest:
        std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
        result = heap_.back().state;
        heap_.pop_back();
        return result;
    }
    return result;
  }

 private:
  // Those that came since the last was taken.
  void shuffle_newest() {
    for (std::size_t i = shuffled_; i + 1 < list_.size(); ++i)
      std::swap(list_[i], list_[i + static_cast<std::size_t>(random_() % (list_.size() - i))]);
  }

  struct Keyed {
    std::int32_t key = 0;
    std::uint64_t number = 0;
    store::State state;
    friend bool operator>(const Keyed& a, const Keyed& b) {
      return a.key != b.key ? a.key > b.key : a.number > b.number;
    }
  };

  Order order_;
  std::mt19937_64 random_;
  std::deque<store::State> list_;
  std::size_t shuffled_ = 0;  // states before this one have their place
  std::vector<Keyed> heap_;
  std::uint64_t pushed_ = 0;
};

}  // namespace zonda::search
