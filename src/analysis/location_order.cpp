// A depth-first search without recursion, whose reverse postorder is the order of locations.
#include "analysis/location_order.hpp"

#include <algorithm>
#include <cstddef>

namespace zonda::analysis {

namespace {

class Search {
 public:
  Search(const model::Process& process, bool takes_last_first)
      : successors_(process.locations.size()), is_seen_(successors_.size()) {
    for (const model::Edge& e : process.edges) successors_[e.source].push_back(e.target);
    if (!takes_last_first) return;
    for (std::vector<std::uint32_t>& s : successors_) std::reverse(s.begin(), s.end());
  }

  void from(std::uint32_t root) {
    if (is_seen_[root]) return;
    is_seen_[root] = true;
    stack_.push_back({root, 0});
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      const std::vector<std::uint32_t>& next = successors_[top.location];
      if (top.edge == next.size()) {
        postorder_.push_back(top.location);
        stack_.pop_back();
        continue;
      }
      const std::uint32_t target = next[top.edge++];
      if (is_seen_[target]) continue;
      is_seen_[target] = true;
      stack_.push_back({target, 0});
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> positions() const {
    std::vector<std::uint32_t> result(successors_.size(), static_cast<std::uint32_t>(postorder_.size()));
    for (std::size_t i = 0; i < postorder_.size(); ++i)
      result[postorder_[postorder_.size() - 1 - i]] = static_cast<std::uint32_t>(i);
    return result;
  }

 private:
  struct Visit {
    std::uint32_t location = 0;
    std::size_t edge = 0;  // the next one to follow
  };
  std::vector<std::vector<std::uint32_t>> successors_;
  std::vector<bool> is_seen_;
  std::vector<Visit> stack_;
  std::vector<std::uint32_t> postorder_;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> location_positions(const model::Network& network, bool takes_last_first) {
  std::vector<std::vector<std::uint32_t>> result;
  for (const model::Process& process : network.processes) {
    Search search(process, takes_last_first);
    search.from(process.initial);
    for (const std::uint32_t other : process.other_initials) search.from(other);
    result.push_back(search.positions());
  }
  return result;
}

}  // namespace zonda::analysis
