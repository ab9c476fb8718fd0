// Search orders decide which waiting state is expanded next (order paper; T16). An order holds the frontier: a state is
// added when it is stored, and comes out once, to be expanded. Each order is a file of this folder; order/orders.cpp
// lists them.
//
// An order changes how much work a search does and which witness it finds, never the verdict: every state that is added
// comes out, unless the store has removed it meanwhile.
//
// Several orders try to avoid mistakes. A mistake is a state that was expanded although a larger one, which covers it,
// is found later: then its successors were computed in vain.
//
// All orders are repeatable: states that an order does not tell apart leave in the order in which they were added.
#pragma once

#include "state/packing.hpp"
#include "store/state_store.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace zonda::order {

// What is known of a state that was just stored. The states that are added between two calls of Order::next() are
// successors of the state that the first of the calls returned; those that are added before the first call are initial.
struct Arrival {
  store::State state;
  std::span<const state::Word> words;  // its discrete state, packed
  bool is_true = false;                // the zone is the true zone; see Order::wants_true_zones()
  std::int32_t moment = 0;             // the earliest time at which it can be entered; see order/earliest.cpp
  bool lets_go = false;                // it is likely to be forgotten once it has been expanded; see keep/keep.hpp
};

class Order {
 public:
  Order() = default;
  Order(const Order&) = delete;
  Order& operator=(const Order&) = delete;
  Order(Order&&) = delete;
  Order& operator=(Order&&) = delete;
  virtual ~Order() = default;

  virtual void add(const Arrival& arrival) = 0;
  // Takes the next state out of the frontier, or returns false if there is none. The store may have removed the state
  // meanwhile; the caller finds that out and does not expand it.
  virtual bool next(store::State& state) = 0;
  // The number of states in the frontier, including those that the store has removed meanwhile.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  // Two states that are likely to leave soon, if that is known, so that the search can load them into the cache.
  struct Upcoming {
    store::State near;  // leaves after kNear others; without a number where that is not known
    store::State far;   // leaves after kFar others; likewise
  };
  static constexpr std::size_t kNear = 2;
  static constexpr std::size_t kFar = 4;
  [[nodiscard]] virtual Upcoming upcoming() const { return {}; }
  using Visit = std::function<void(const store::State&)>;
  virtual void for_each(const Visit& visit) const = 0;

  // --- information that costs something, so that an order gets it only if it asks for it
  [[nodiscard]] virtual bool wants_true_zones() const { return false; }
  [[nodiscard]] virtual bool wants_removals() const { return false; }
  // Says that a state was removed from the store because the state that is added next covers it.
  virtual void removed(const store::State& /*gone*/, bool /*was_waiting*/) {}
  // Says how many of the states that the next one covers had been expanded already: that many mistakes were made.
  virtual void mistaken(std::uint32_t /*states*/) {}
  // Says that this state had been expanded, and that the state that is added next covers it: one mistake.
  [[nodiscard]] virtual bool wants_mistakes() const { return false; }
  virtual void mistaken(const store::State& /*gone*/) {}
  // Says that the state that next() returned last is not expanded, because it was not waiting any more.
  virtual void stale() {}
  // Whether the order is to hear of successors that are not stored because a waiting state covers them. It may change
  // from one state to the next.
  [[nodiscard]] bool wants_known() const { return wants_known_; }
  // Says that the waiting state was found once more, as a successor of the state that is being expanded.
  virtual void known(const store::State& /*waiting*/) {}
  // How many more states it has room for; asked only of orders that want removals, which remember stored states.
  [[nodiscard]] virtual std::size_t room() const { return SIZE_MAX; }
  // How many tree nodes were visited to find the places of states in the order; a statistic.
  [[nodiscard]] virtual std::uint64_t touched() const { return 0; }

  // --- when memory is short; see search/engine/relief.hpp
  // Gives back memory that the order can do without.
  virtual void shrink() {}
  // Keeps only the states for which `keep` returns true; `keep` may also change the numbers of a state. Returns false
  // if this order does not support it.
  using Retain = std::function<bool(store::State&)>;
  virtual bool retain(const Retain& /*keep*/) { return false; }
  // Takes a state out of the frontier that would leave late. Returns false if there is none, or if this order does not
  // support it.
  virtual bool take_late(store::State& /*state*/) { return false; }

  // Writes the frontier and the state of the order to a file, or reads them back.
  virtual void snapshot(Snapshot& s) = 0;

 protected:
  bool wants_known_ = false;
};

}  // namespace zonda::order
