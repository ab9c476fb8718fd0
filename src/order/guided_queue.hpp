// A queue of waiting states in which those that seem nearest to the goal come first (order/distance.hpp). A certain
// number of moves already made counts as one move still to be made, so that the search leaves a branch that leads
// nowhere in the end. Of equal states the deepest comes first, so that plateaus are crossed rather than searched; of
// equally deep ones, the one that was added first.
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
    std::uint32_t depth = 0;  // the number of moves to it
  };

  // `moves_for_one` is how many moves already made count as one to be made; with 0 they do not count.
  GuidedQueue(const Setting& setting, std::uint32_t moves_for_one)
      : distance_(setting.network, setting.packing, *setting.guide), moves_for_one_(moves_for_one) {}

  void push(std::span<const state::Word> words, const Waiting& w) {
    const std::uint64_t value = distance_(words) + (moves_for_one_ > 0 ? w.depth / moves_for_one_ : 0);
    heap_.push(value << 32U | (UINT32_MAX - w.depth), w);
  }
  // Takes out the first state. Returns false if the queue is empty.
  bool pop(Waiting& w) { return heap_.pop(w); }
  // Forgets all states but this many that would leave first.
  void keep_first(std::size_t count) { heap_.keep_first(count); }
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

// The usual number of moves already made that count as one to be made. With 32, goals among two million states were
// found after some ten thousand, by runs no longer than needed. With 8 the search takes ten times as many states;
// with 0, runs are up to six times as long.
inline constexpr std::uint32_t kMovesForOne = 32;

}  // namespace zonda::order
