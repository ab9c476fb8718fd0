// The base of orders whose frontier is one list in the order of arrival, taken from one end or the other.
#pragma once

#include "order/order.hpp"
#include "order/ring.hpp"

namespace zonda::order {

class InRing : public Order {
 public:
  void add(const Arrival& arrival) override { list_.push(arrival.state); }
  [[nodiscard]] std::size_t size() const override { return list_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return list_.bytes(); }
  void for_each(const Visit& visit) const override {
    for (std::size_t i = 0; i < list_.size(); ++i) visit(list_[i]);
  }
  bool retain(const Retain& keep) override {
    list_.retain(keep);
    return true;
  }
  void snapshot(Snapshot& s) override { list_.snapshot(s); }

 protected:
  Ring<store::State> list_;
};

}  // namespace zonda::order
