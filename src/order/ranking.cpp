// Ranking (O2, R-BFS; order paper, 3, alg. 1.2): a state that covers an explored one gets a higher rank than all states
// that wait below the covered one in the reachability tree, so that its successors can cover those before they are
// explored. True zones have the highest rank from the start. The highest rank is taken first, equal ranks
// breadth-first.
//
// If nothing waits below the covered state, the new one keeps rank 0: there is nothing to get ahead of. The listing in
// the paper gives it rank 1 then; but the figures of its table 1 are reproduced with 0, and with 1 there are seven
// times as many mistakes on CSMA/CD.
//
// The tree contains every stored state; when a state is removed, its children go to its parent. The node of a state is
// looked up in a table, so that a stored state takes about 60 bytes more than with other orders.
//
// A state may be covered by its own successor while it is being expanded. Successors that are found afterwards go below
// its parent then, as those found before do.
#include "order/heap.hpp"
#include "order/orders.hpp"
#include "order/tree.hpp"
#include "util/growing_array.hpp"
#include "util/invariant.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

namespace zonda::order {

namespace {

class Ranking final : public Order {
 public:
  explicit Ranking(std::uint64_t most_nodes) : most_nodes_(std::min<std::uint64_t>(most_nodes, Tree::kMost)) {}

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
    // The state may have been removed meanwhile; then it has no node.
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
  [[nodiscard]] std::size_t room() const override { return most_nodes_ > node_count_ ? most_nodes_ - node_count_ : 0; }
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

  // The nodes of states, in many small tables, so that no single one takes much memory at once when it grows.
  using Nodes = std::unordered_map<std::uint64_t, Tree::Node>;
  static constexpr std::size_t kParts = 256;
  [[nodiscard]] Nodes& nodes_of(const store::State& s) { return nodes_[(s.discrete + s.zone * 31U) % kParts]; }
  [[nodiscard]] static std::uint64_t key_of(const store::State& s) {
    return (std::uint64_t{s.discrete} << 32U) | s.zone;
  }
  // A rank above those of all states that wait at or below the node; 0 if none does.
  std::uint32_t rank_above(Tree::Node top) {
    std::uint32_t result = 0;
    tree_.for_each_below(top, [&](Tree::Node node) {
      ++touched_;
      if (ranks_[node] != kPassed) result = std::max(result, std::min(ranks_[node] + 1, kTrue));
    });
    return result;
  }

  std::uint64_t most_nodes_;
  Tree tree_;
  GrowingArray<std::uint32_t> ranks_;                      // by node; kPassed if it does not wait
  std::vector<Nodes> nodes_ = std::vector<Nodes>(kParts);  // the nodes of all stored states
  std::size_t node_count_ = 0;
  StableHeap<std::uint32_t, store::State> heap_;
  Tree::Node current_ = Tree::kRoot;  // the node of the state that is being expanded
  std::uint32_t next_rank_ = 0;       // the rank of the state that is added next, from what it covers
  std::uint64_t touched_ = 0;
};

}  // namespace

std::unique_ptr<Order> make_ranking(const Setting& setting) { return std::make_unique<Ranking>(setting.most_nodes); }

}  // namespace zonda::order
