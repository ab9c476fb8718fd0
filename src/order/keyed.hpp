// The base of orders that give each state a key when it is added, and never change it.
#pragma once

#include "order/order.hpp"
#include "order/queue.hpp"

namespace zonda::order {

class Keyed : public Order {
 public:
  bool next(store::State& state) override { return queue_.pop(state); }
  [[nodiscard]] std::size_t size() const override { return queue_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return queue_.bytes(); }
  [[nodiscard]] Upcoming upcoming() const override { return {queue_.after(kNear), queue_.after(kFar)}; }
  void for_each(const Visit& visit) const override { queue_.for_each(visit); }
  bool retain(const Retain& keep) override {
    queue_.retain(keep);
    return true;
  }
  bool take_late(store::State& state) override { return queue_.pop_late(state); }
  void snapshot(Snapshot& s) override { queue_.snapshot(s); }

 protected:
  void push(std::uint32_t key, store::State state) { queue_.push(key, state); }

 private:
  Queue<store::State> queue_;
};

}  // namespace zonda::order
