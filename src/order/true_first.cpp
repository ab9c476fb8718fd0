// Takes true zones first, the others breadth-first (order paper, 5: the simplest of its orders). A true zone can never
// be covered by a larger one, so that exploring it is no mistake, and the zones that it leads to are large, too. The
// search says which zones are true ones (Arrival::is_true).
#include "order/keyed.hpp"
#include "order/orders.hpp"

namespace zonda::order {

namespace {

class TrueFirst final : public Keyed {
 public:
  [[nodiscard]] bool wants_true_zones() const override { return true; }
  void add(const Arrival& arrival) override { push(arrival.is_true ? 0 : 1, arrival.state); }
};

}  // namespace

std::unique_ptr<Order> make_true_first(const Setting& /*setting*/) { return std::make_unique<TrueFirst>(); }

}  // namespace zonda::order
