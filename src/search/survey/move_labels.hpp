// Numbers for moves, so that edges of a graph of symbolic states can be told apart. Moves that take the same edges of
// templates have the same number, whatever their processes and their values of selects.
#pragma once

#include "model/network.hpp"
#include "search/runs/symbolic_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace zonda::search {

// An edge of a template.
using EdgeKey = std::int64_t;

[[nodiscard]] inline EdgeKey edge_key(const model::Network& network, const step::EdgeRef& ref) {
  constexpr EdgeKey kTemplate = EdgeKey{1} << 40U;
  constexpr EdgeKey kEdge = EdgeKey{1} << 20U;
  const model::Process& p = network.processes[ref.process];
  const model::Edge& e = p.edges[ref.edge];
  return p.template_index * kTemplate + e.template_edge * kEdge + e.branch_edge + 1;
}

class MoveLabels final : public MoveObserver {
 public:
  explicit MoveLabels(const model::Network& network) : network_(network) {}

  std::uint32_t label(const step::Move& move) {
    key_.clear();
    for (const step::EdgeRef& e : move.edges) key_.push_back(edge_key(network_, e));
    std::sort(key_.begin(), key_.end());
    key_.erase(std::unique(key_.begin(), key_.end()), key_.end());
    const auto [at, is_new] = numbers_.try_emplace(key_, static_cast<std::uint32_t>(numbers_.size()));
    if (is_new) edges_.push_back(&at->first);
    return at->second;
  }
  [[nodiscard]] std::span<const EdgeKey> edges(std::uint32_t label) const { return *edges_[label]; }
  [[nodiscard]] std::size_t count() const { return edges_.size(); }

  // --- as an observer: a label for each successor since start()
  void start() { successors_.clear(); }
  [[nodiscard]] std::span<const std::uint32_t> successors() const { return successors_; }

 private:
  void proposed(const step::Move& move, std::size_t entered) override {
    if (entered > 0) successors_.insert(successors_.end(), entered, label(move));
  }

  const model::Network& network_;
  std::map<std::vector<EdgeKey>, std::uint32_t> numbers_;
  std::vector<const std::vector<EdgeKey>*> edges_;  // by label
  std::vector<std::uint32_t> successors_;
  std::vector<EdgeKey> key_;
};

}  // namespace zonda::search
