// Takes states that will not be stored first, and the others breadth-first (store paper, 5.2): what is forgotten anyway
// should not wait long. If all states are stored, this is breadth-first search.
#include "order/keyed.hpp"
#include "order/orders.hpp"

namespace zonda::order {

namespace {

class LetGo final : public Keyed {
 public:
  void add(const Arrival& arrival) override { push(arrival.lets_go ? 0 : 1, arrival.state); }
};

}  // namespace

std::unique_ptr<Order> make_let_go(const Setting& /*setting*/) { return std::make_unique<LetGo>(); }

}  // namespace zonda::order
