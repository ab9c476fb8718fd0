// Breadth-first search (O1; order paper, alg. 1.1): first come, first served. If covered states that wait are kept, it
// finds a goal by a path with as few moves as possible. Zones that are reached by few moves tend to be large, so that
// it makes far fewer mistakes than depth-first search on most models; where a detour gives the larger zone, it may make
// exponentially many (order paper, figure 2).
#include "order/in_ring.hpp"
#include "order/orders.hpp"

namespace zonda::order {

namespace {

class Bfs final : public InRing {
 public:
  bool next(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_oldest();
    return true;
  }
  [[nodiscard]] Upcoming upcoming() const override {
    if (list_.size() <= kFar) return {};
    return {list_[kNear], list_[kFar]};
  }
  bool take_late(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_newest();
    return true;
  }
};

}  // namespace

std::unique_ptr<Order> make_bfs(const Setting& /*setting*/) { return std::make_unique<Bfs>(); }

}  // namespace zonda::order
