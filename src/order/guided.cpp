// Orders that are guided by the goal (T16): states that seem near to it come first; see order/guided_queue.hpp.
// `guided` gives a small weight to the moves made so far, as weighted A* does; `greedy` gives them none. States from
// which the estimate sees no way to the goal come last, but they are explored all the same.
//
// Without a goal, both are breadth-first.
#include "order/guided_queue.hpp"
#include "order/orders.hpp"

namespace zonda::order {

namespace {

class Guided final : public Order {
 public:
  Guided(const Setting& setting, std::uint32_t moves_for_one) : queue_(setting, moves_for_one) {}

  void add(const Arrival& arrival) override { queue_.push(arrival.words, {arrival.state, depth_}); }
  bool next(store::State& state) override {
    GuidedQueue::Waiting taken;
    if (!queue_.pop(taken)) return false;
    depth_ = taken.depth + 1;
    state = taken.state;
    return true;
  }
  [[nodiscard]] std::size_t size() const override { return queue_.size(); }
  [[nodiscard]] std::size_t bytes() const override { return queue_.bytes(); }
  void for_each(const Visit& visit) const override { queue_.for_each(visit); }
  bool retain(const Retain& keep) override {
    queue_.retain(keep);
    return true;
  }
  bool take_late(store::State& state) override { return queue_.take_late(state); }
  void snapshot(Snapshot& s) override {
    s.value(depth_);
    queue_.snapshot(s);
  }

 private:
  GuidedQueue queue_;
  std::uint32_t depth_ = 0;  // the number of moves to the states that are added now
};

std::unique_ptr<Order> make(const Setting& setting, std::uint32_t moves_for_one) {
  if (setting.guide == nullptr) return make_bfs(setting);
  return std::make_unique<Guided>(setting, moves_for_one);
}

}  // namespace

std::unique_ptr<Order> make_guided(const Setting& setting) { return make(setting, kMovesForOne); }
std::unique_ptr<Order> make_greedy(const Setting& setting) { return make(setting, 0); }

}  // namespace zonda::order
