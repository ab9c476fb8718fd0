// Breadth-first (O1; order paper, alg. 1.1): first come, first served. No goal is found by a path with more moves than
// needed, if covered states that wait are kept. Zones that are reached by few moves tend to be large, so that it makes
// far fewer mistakes than depth-first search on most models; where a detour gives the larger zone it may make
// exponentially many (order paper, figure 2).
#include "order/orders.hpp"
#include "order/ring.hpp"

namespace zonda::order {

namespace {

class Bfs final : public Order {
 public:
  void add(const Arrival& arrival) override { list_.push(arrival.state); }
  bool next(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_oldest();
    return true;
  }
  [[nodiscard]] std::size_t size() const override { return list_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return list_.bytes(); }
  [[nodiscard]] Upcoming upcoming() const override {
    if (list_.size() <= kFar) return {};
    return {list_[kNear], list_[kFar]};
  }
  void for_each(const Visit& visit) const override {
    for (std::size_t i = 0; i < list_.size(); ++i) visit(list_[i]);
  }
  bool retain(const Retain& keep) override {
    list_.retain(keep);
    return true;
  }
  bool take_late(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_newest();
    return true;
  }
  void snapshot(Snapshot& s) override { list_.snapshot(s); }

 private:
  Ring<store::State> list_;
};

}  // namespace

std::unique_ptr<Order> make_bfs(const Setting& /*setting*/) { return std::make_unique<Bfs>(); }

}  // namespace zonda::order
