// States that will not be stored first, then breadth-first (store paper, 5.2): what is forgotten anyway should not wait
// long. Where all states are stored this is breadth-first.
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
