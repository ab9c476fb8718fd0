// Takes the state that can be entered at the earliest time (Arrival::moment) first. The first goal that is found this
// way has the fastest trace.
#include "order/heap.hpp"
#include "order/orders.hpp"

namespace zonda::order {

namespace {

class Earliest final : public Order {
 public:
  void add(const Arrival& arrival) override { heap_.push(arrival.moment, arrival.state); }
  bool next(store::State& state) override { return heap_.pop(state); }
  [[nodiscard]] std::size_t size() const override { return heap_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return heap_.bytes(); }
  void for_each(const Visit& visit) const override { heap_.for_each(visit); }
  bool retain(const Retain& keep) override {
    heap_.retain(keep);
    return true;
  }
  bool take_late(store::State& state) override { return heap_.pop_late(state); }
  void snapshot(Snapshot& s) override { heap_.snapshot(s); }

 private:
  StableHeap<std::int32_t, store::State> heap_;
};

}  // namespace

std::unique_ptr<Order> make_earliest(const Setting& /*setting*/) { return std::make_unique<Earliest>(); }

}  // namespace zonda::order
