#include "step/edge_table.hpp"

#include <algorithm>

namespace zonda::step {

EdgeTable::EdgeTable(const model::Network& network) {
  std::size_t locations = 0;
  for (const model::Process& p : network.processes) {
    base_.push_back(locations);
    locations += p.locations.size();
  }
  is_urgent_.assign(locations, false);
  const bool any_urgent = std::any_of(network.channels.begin(), network.channels.end(),
                                      [](const model::Channel& c) { return c.is_urgent; });
  const auto kind_of = [](const model::Edge& e) {
    return e.sync == model::Sync::None ? 0U : e.sync == model::Sync::Send ? 1U : 2U;
  };
  std::vector<std::vector<std::uint32_t>> lists(3 * locations);
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
      const model::Edge& e = process.edges[i];
      lists[3 * (base_[p] + e.source) + kind_of(e)].push_back(i);
      const bool may_be_urgent =
          e.sync != model::Sync::None && any_urgent &&
          (!e.channel.is_constant() || network.channels[static_cast<std::size_t>(e.channel.value)].is_urgent);
      if (may_be_urgent) is_urgent_[base_[p] + e.source] = true;
    }
  }
  for (const auto& list : lists) {
    starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.insert(edges_.end(), list.begin(), list.end());
  }
  starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
}

}  // namespace zonda::step
