#include "step/edge_table.hpp"

#include <algorithm>

namespace zonda::step {

namespace {

std::size_t kind_of(const model::Edge& e) {
  switch (e.sync) {
    case model::Sync::None:
      return 0;
    case model::Sync::Send:
      return 1;
    case model::Sync::Receive:
      return 2;
    case model::Sync::Joint:
      return 3;
  }
  return 0;
}

}  // namespace

EdgeTable::EdgeTable(const model::Network& network) {
  std::size_t locations = 0;
  for (const model::Process& p : network.processes) {
    base_.push_back(locations);
    locations += p.locations.size();
  }
  is_urgent_.assign(locations, false);
  std::vector<std::vector<std::uint32_t>> lists(kKinds * locations);
  for (std::size_t p = 0; p < network.processes.size(); ++p) {
    const model::Process& process = network.processes[p];
    for (std::uint32_t i = 0; i < process.edges.size(); ++i) {
      const model::Edge& e = process.edges[i];
      lists[kKinds * (base_[p] + e.source) + kind_of(e)].push_back(i);
      if (may_be_urgent(network, e)) is_urgent_[base_[p] + e.source] = true;
    }
  }
  for (std::size_t p = 0; p < network.processes.size(); ++p)
    for (std::size_t l = 0; l < network.processes[p].locations.size(); ++l) {
      auto& joint = lists[kKinds * (base_[p] + l) + 3];
      std::stable_sort(joint.begin(), joint.end(), [&](std::uint32_t a, std::uint32_t b) {
        return network.processes[p].edges[a].event < network.processes[p].edges[b].event;
      });
    }
  for (const auto& list : lists) {
    starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
    edges_.insert(edges_.end(), list.begin(), list.end());
  }
  starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
  led_.resize(locations);
  find_led_joints(network);
}

void EdgeTable::find_led_joints(const model::Network& network) {
  for (std::uint32_t i = 0; i < network.joints.size(); ++i) {
    const auto& parts = network.joints[i].parts;
    const auto strong = std::find_if(parts.begin(), parts.end(), [](const auto& part) { return !part.is_weak; });
    const bool is_all_weak = strong == parts.end();
    for (const model::JointPart& part : parts) {
      if (!is_all_weak && &part != &*strong) continue;
      const model::Process& process = network.processes[part.process];
      for (std::size_t l = 0; l < process.locations.size(); ++l) {
        const auto edges = joint(part.process, static_cast<std::int32_t>(l));
        if (std::any_of(edges.begin(), edges.end(),
                        [&](std::uint32_t e) { return process.edges[e].event == part.event; }))
          led_[base_[part.process] + l].push_back(i);
      }
    }
  }
}

}  // namespace zonda::step
