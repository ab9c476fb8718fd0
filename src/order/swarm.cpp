// Swarm (T16; after swarm verification, A16): several different searches share one store and take turns. What one
// of them explores no other explores again, so that together they visit no state twice; each goes where its order leads
// it, so that a goal that one order finds late may be found soon by another. The members are breadth-first,
// depth-first, greedy if there is a goal to guide it, and depth-first in three random orders.
//
// Each state waits in all members until one of them takes it; when it leaves the others, it is no longer waiting. That
// takes eight bytes for each state and member.
#include "order/orders.hpp"

#include <algorithm>
#include <vector>

namespace zonda::order {

namespace {

class Swarm final : public Order {
 public:
  explicit Swarm(std::vector<std::unique_ptr<Order>> members) : members_(std::move(members)) {}

  void add(const Arrival& arrival) override {
    for (const auto& member : members_) member->add(arrival);
  }
  bool next(store::State& state) override {
    for (std::size_t i = 0; i < members_.size(); ++i) {
      turn_ = (turn_ + 1) % members_.size();
      if (members_[turn_]->next(state)) return true;
    }
    return false;
  }
  [[nodiscard]] std::size_t size() const override {
    std::size_t result = 0;
    for (const auto& member : members_) result += member->size();
    return result;
  }
  [[nodiscard]] std::size_t bytes() const override {
    std::size_t result = 0;
    for (const auto& member : members_) result += member->bytes();
    return result;
  }
  void for_each(const Visit& visit) const override {
    for (const auto& member : members_) member->for_each(visit);
  }
  // Every state that waits is in each of the members, so that one of them suffices.
  void shrink() override {
    members_.resize(1);
    turn_ = 0;
  }
  bool retain(const Retain& keep) override {
    shrink();
    return members_[0]->retain(keep);
  }
  bool take_late(store::State& state) override {
    shrink();
    return members_[0]->take_late(state);
  }
  void snapshot(Snapshot& s) override {
    std::size_t count = members_.size();
    s.values(turn_, count);
    members_.resize(std::min(count, members_.size()));
    for (const auto& member : members_) member->snapshot(s);
  }

 private:
  std::vector<std::unique_ptr<Order>> members_;
  std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Order> make_swarm(const Setting& setting) {
  std::vector<std::unique_ptr<Order>> members;
  members.push_back(make_bfs(setting));
  members.push_back(make_dfs(setting));
  if (setting.guide != nullptr) members.push_back(make_greedy(setting));
  Setting seeded = setting;
  for (int i = 0; i < 3; ++i, ++seeded.seed) members.push_back(make_random(seeded));
  return std::make_unique<Swarm>(std::move(members));
}

}  // namespace zonda::order
