#include "model/names.hpp"

#include <fmt/format.h>

namespace zonda::model {

std::string location_name(const Network& network, std::uint32_t process, std::uint32_t location) {
  const std::string& name = network.processes[process].locations[location].name;
  return name.empty() ? fmt::format("location {}", location) : name;
}

std::string sync_text(const Network& network, const Edge& edge) {
  if (edge.sync == Sync::Joint) return network.events[edge.event];
  if (edge.sync == Sync::None || !edge.channel.is_constant()) return {};
  return network.channel_name(static_cast<std::uint32_t>(edge.channel.value)) + (edge.sync == Sync::Send ? "!" : "?");
}

std::string edge_text(const Network& network, std::uint32_t process, std::uint32_t edge) {
  const Process& p = network.processes[process];
  const Edge& e = p.edges[edge];
  const std::string sync = sync_text(network, e);
  return fmt::format("{}: {} -> {}{}{}", p.name, location_name(network, process, e.source),
                     location_name(network, process, e.target), sync.empty() ? "" : " ", sync);
}

}  // namespace zonda::model
