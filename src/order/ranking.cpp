// Ranking (O2, R-BFS; order paper, 3, alg. 1.2): a state that covers an explored one gets a rank above all that wait
// below the covered one, so that what is found from it can take those out before they are explored. True zones
// have the highest rank from the start. The highest rank is taken first, equal ranks breadth-first.
//
// Where nothing waits below the covered one, the rank stays as it is: there is nothing to get ahead of. The paper's
// listing gives it rank 1; but the figures of its table 1 come about like this, and the listing's way makes seven times
// the mistakes on CSMA/CD.
//
// The tree has every stored state; a state that is taken out hands its children to its parent. Which node a state has
// is looked up, so that a stored state takes about 60 bytes more than with other orders.
//
// A state may be covered by its own successor while it is expanded. What is found from it afterwards hangs below its
// parent then, as what was found before does.
#include "order/heap.hpp"
#include "order/orders.hpp"
#include "order/tree.hpp"
#include "util/check.hpp"
#include "util/growing_array.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zonda::order {

namespace {

class Ranking final : public Order {
 public:
  void add(const Arrival& arrival) override {
    const std::uint32_t rank = arrival.is_true ? kTrue : std::exchange(next_rank_, 0);
    next_rank_ = 0;
    const Tree::Node node = tree_.add(current_);
    if (ranks_.size() < tree_.numbers()) ranks_.resize(tree_.numbers(), 0);
    ranks_[node] = rank;
    nodes_of(arrival.state).emplace(key_of(arrival.state), node);
    ++node_count_;
    heap_.push(kTrue - rank, arrival.state);
  }
  bool next(store::State& state) override {
    if (!heap_.pop(state)) return false;
    // It may have been taken out.
    const Nodes& nodes = nodes_of(state);
    const auto found = nodes.find(key_of(state));
    if (found != nodes.end() && ranks_[found->second] != kPassed) {
      current_ = found->second;
      ranks_[current_] = kPassed;
    }
    return true;
  }
  [[nodiscard]] std::size_t size() const override { return heap_.size(); }
  [[nodiscard]] std::size_t bytes() const override {
    return heap_.bytes() + tree_.bytes() + ranks_.bytes() + node_count_ * kMapBytes;
  }
  void for_each(const Visit& visit) const override { heap_.for_each(visit); }

  [[nodiscard]] bool wants_true_zones() const override { return true; }
  [[nodiscard]] bool wants_removals() const override { return true; }
  void removed(const store::State& gone, bool was_waiting) override {
    Nodes& nodes = nodes_of(gone);
    const auto found = nodes.find(key_of(gone));
    ZONDA_CHECK(found != nodes.end(), "a state that is taken out is not in the tree");
    const Tree::Node node = found->second;
    if (!was_waiting) next_rank_ = std::max(next_rank_, rank_above(node));
    if (node == current_) current_ = tree_.parent(node);
    tree_.remove(node);
    nodes.erase(found);
    --node_count_;
  }
  [[nodiscard]] std::uint64_t touched() const override { return touched_; }
  void snapshot(Snapshot& s) override {
    s.values(node_count_, current_, next_rank_, touched_);
    tree_.snapshot(s);
    s.array(ranks_);
    for (Nodes& nodes : nodes_) s.map(nodes);
    heap_.snapshot(s);
  }

 private:
  static constexpr std::uint32_t kPassed = UINT32_MAX;
  static constexpr std::uint32_t kTrue = UINT32_MAX - 1;
  static constexpr std::size_t kMapBytes = 48;

  // Many small tables, so that none takes much room at once when it grows.
  using Nodes = std::unordered_map<std::uint64_t, Tree::Node>;
  static constexpr std::size_t kParts = 256;
  [[nodiscard]] Nodes& nodes_of(const store::State& s) { return nodes_[(s.discrete + s.zone * 31U) % kParts]; }
  [[nodiscard]] static std::uint64_t key_of(const store::State& s) {
    return (std::uint64_t{s.discrete} << 32U) | s.zone;
  }
  // Above all that wait below the node; 0: nothing does.
  std::uint32_t rank_above(Tree::Node top) {
    std::uint32_t result = 0;
    tree_.for_each_below(top, [&](Tree::Node node) {
      ++touched_;
      if (ranks_[node] != kPassed) result = std::max(result, std::min(ranks_[node] + 1, kTrue));
    });
    return result;
  }

  Tree tree_;
  GrowingArray<std::uint32_t> ranks_;                      // by node; kPassed: it does not wait
  std::vector<Nodes> nodes_ = std::vector<Nodes>(kParts);  // of the stored states
  std::size_t node_count_ = 0;
  StableHeap<std::uint32_t, store::State> heap_;
  Tree::Node current_ = Tree::kRoot;  // what is added is found from it
  std::uint32_t next_rank_ = 0;       // of what is added next, for what it covers
  std::uint64_t touched_ = 0;
};

}  // namespace

std::unique_ptr<Order> make_ranking(const Setting& /*setting*/) { return std::make_unique<Ranking>(); }

}  // namespace zonda::order
