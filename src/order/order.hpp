// Which waiting state comes next (order paper; T16). An order holds the frontier: states that the store says are
// waiting go in when they are stored, and come out once. One file an order; order/orders.cpp is the list of them.
//
// An order changes how much work a search does and which witness it finds, never the verdict: every state that goes in
// comes out, unless the store has taken it out meanwhile.
//
// All orders are repeatable: states that are equal in its eyes leave in the order in which they came.
#pragma once

#include "state/packing.hpp"
#include "store/state_store.hpp"
#include "util/snapshot.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace zonda::order {

// What is known of a state that was just stored. All that comes between two calls of Order::next() was found from the
// state that the first of them gave; what comes before is initial.
struct Arrival {
  store::State state;
  std::span<const state::Word> words;  // its discrete state, packed
  bool is_true = false;                // the zone is the true zone; see Order::wants_true_zones()
  std::int32_t moment = 0;             // when it can be entered soonest; see order/earliest.cpp
  bool lets_go = false;                // it is likely to be forgotten when it has been expanded; see keep/keep.hpp
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
  // The next one, which leaves. Perhaps the store has taken it out meanwhile: then nothing is found from it. False:
  // there is none.
  virtual bool next(store::State& state) = 0;
  // Those that are inside, with those that the store has taken out meanwhile.
  [[nodiscard]] virtual std::size_t size() const = 0;
  [[nodiscard]] virtual std::size_t bytes() const = 0;
  // States that are likely to leave soon, if that is known: they are fetched from memory beforehand.
  struct Upcoming {
    store::State near;  // without a number where that is not known
    store::State far;
  };
  static constexpr std::size_t kNear = 2;  // after so many others
  static constexpr std::size_t kFar = 4;
  [[nodiscard]] virtual Upcoming upcoming() const { return {}; }
  using Visit = std::function<void(const store::State&)>;
  virtual void for_each(const Visit& visit) const = 0;

  // --- what costs something is asked for
  [[nodiscard]] virtual bool wants_true_zones() const { return false; }
  [[nodiscard]] virtual bool wants_removals() const { return false; }
  // A state was taken out of the store because the next one that is added covers it.
  virtual void removed(const store::State& /*gone*/, bool /*was_waiting*/) {}
  // So many states had been expanded that the next one covers.
  virtual void mistaken(std::uint32_t /*states*/) {}
  // Nodes that were looked at again to find a state's place in the order.
  [[nodiscard]] virtual std::uint64_t touched() const { return 0; }

  // --- when memory is short; see search/relief.hpp
  // Gives back what it can do without.
  virtual void shrink() {}
  // Keeps only those for which `keep` says true; it may also give a state another number. False: this order cannot.
  using Retain = std::function<bool(store::State&)>;
  virtual bool retain(const Retain& /*keep*/) { return false; }
  // One that would leave late, which leaves. False: there is none, or this order cannot.
  virtual bool take_late(store::State& /*state*/) { return false; }

  // All that waits, and where the order stands: to or from a file.
  virtual void snapshot(Snapshot& s) = 0;
};

}  // namespace zonda::order
