// Depth-first search takes the newest state, so that the last successor of a state is explored first. The frontier is
// small and deep goals are found soon, but traces are long.
//
// `random` is the same with the successors of each state in random order, so that each seed gives another search.
#include "order/in_ring.hpp"
#include "order/orders.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace zonda::order {

namespace {

class Dfs : public InRing {
 public:
  bool next(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_newest();
    return true;
  }
  [[nodiscard]] Upcoming upcoming() const override {
    const std::size_t size = list_.size();
    if (size <= kFar) return {};
    return {list_[size - 1 - kNear], list_[size - 1 - kFar]};
  }
  bool take_late(store::State& state) override {
    if (list_.size() == 0) return false;
    state = list_.pop_oldest();
    return true;
  }
};

class Random final : public Dfs {
 public:
  explicit Random(std::uint64_t seed) : random_(seed) {}

  bool next(store::State& state) override {
    // Shuffles the states that were added since the last one was taken.
    for (std::size_t i = shuffled_; i + 1 < list_.size(); ++i)
      std::swap(list_[i], list_[i + static_cast<std::size_t>(random_() % (list_.size() - i))]);
    const bool result = Dfs::next(state);
    shuffled_ = list_.size();
    return result;
  }
  bool retain(const Retain& keep) override {
    Dfs::retain(keep);
    shuffled_ = std::min(shuffled_, list_.size());
    return true;
  }
  bool take_late(store::State& state) override {
    shuffled_ -= shuffled_ > 0 ? 1 : 0;
    return Dfs::take_late(state);
  }
  void snapshot(Snapshot& s) override {
    Dfs::snapshot(s);
    s.random(random_);
    s.value(shuffled_);
  }

 private:
  std::mt19937_64 random_;
  std::size_t shuffled_ = 0;  // the states before this index have been shuffled
};

}  // namespace

std::unique_ptr<Order> make_dfs(const Setting& /*setting*/) { return std::make_unique<Dfs>(); }
std::unique_ptr<Order> make_random(const Setting& setting) { return std::make_unique<Random>(setting.seed); }

}  // namespace zonda::order
