// States that wait, the ones that seem nearest to a goal first (order/distance.hpp). Every so many moves that were made
// count as one that is still to be made, so that a search that leads nowhere is left for another one in the end; among
// equals the deepest comes first, so that plateaus are crossed rather than searched; then the one that came first.
#pragma once

#include "order/distance.hpp"
#include "order/heap.hpp"
#include "order/orders.hpp"

#include <cstdint>

namespace zonda::order {

class GuidedQueue {
 public:
  struct Waiting {
    store::State state;
    std::uint32_t depth = 0;  // moves
  };

  // `moves_for_one` = 0: moves that were made do not count.
  GuidedQueue(const Setting& setting, std::uint32_t moves_for_one)
      : distance_(setting.network, setting.packing, *setting.guide), moves_for_one_(moves_for_one) {}

  void push(std::span<const state::Word> words, const Waiting& w) {
    const std::uint64_t value = distance_(words) + (moves_for_one_ > 0 ? w.depth / moves_for_one_ : 0);
    heap_.push(value << 32U | (UINT32_MAX - w.depth), w);
  }
  // False: there is none.
  bool pop(Waiting& w) { return heap_.pop(w); }
  [[nodiscard]] std::size_t size() const { return heap_.size(); }
  [[nodiscard]] std::size_t bytes() const { return heap_.bytes() + distance_.bytes(); }
  void for_each(const Order::Visit& visit) const {
    heap_.for_each([&](const Waiting& w) { visit(w.state); });
  }
  void retain(const Order::Retain& keep) {
    heap_.retain([&](Waiting& w) { return keep(w.state); });
  }
  bool take_late(store::State& state) {
    Waiting taken;
    const bool result = heap_.pop_late(taken);
    state = taken.state;
    return result;
  }
  void snapshot(Snapshot& s) { heap_.snapshot(s); }

 private:
  Distance distance_;
  std::uint32_t moves_for_one_;
  StableHeap<std::uint64_t, Waiting> heap_;
};

// Finds goals among two million states after some ten thousand, by runs that are no longer than needed. With 8 it takes
// ten times as many; with none, runs are up to six times as long.
inline constexpr std::uint32_t kMovesForOne = 32;

}  // namespace zonda::order
