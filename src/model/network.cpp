#include "model/network.hpp"

#include "util/check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace zonda::model {

namespace {

std::string name_in(std::span<const Group> groups, Space space, std::uint32_t index) {
  const auto after =
      std::upper_bound(groups.begin(), groups.end(), index, [](std::uint32_t i, const Group& g) { return i < g.base; });
  ZONDA_CHECK(after != groups.begin(), "no such variable");
  const Group& group = *std::prev(after);
  ZONDA_CHECK(index - group.base < group.count, "no such variable");
  return leaf_name(*group.layout, group.name, space, index - group.base);
}

// The kinds of queries that the engine answers so far.
bool is_answered(lang::QueryKind kind) {
  return kind == lang::QueryKind::Possibly || kind == lang::QueryKind::Invariantly;
}

}  // namespace

std::string why_refused(const Query& query) {
  if (query.is_wrong) return "the formula has an error";
  if (!query.refusal.empty()) return query.refusal;
  return is_answered(query.kind) ? std::string() : fmt::format("{} queries (not yet)", lang::spelling(query.kind));
}

std::string Network::cell_name(Address cell) const {
  if (cell < processes.size()) return processes[cell].name + ".location";
  return name_in(variable_groups, Space::Cells, cell);
}

std::string Network::clock_name(std::uint32_t clock) const {
  return clock == 0 ? "0" : name_in(clock_groups, Space::Clocks, clock);
}

std::string Network::channel_name(std::uint32_t channel) const {
  return name_in(channel_groups, Space::Channels, channel);
}

bool may_be_urgent(const Network& network, const Edge& edge) {
  if (edge.sync != Sync::Send && edge.sync != Sync::Receive) return false;
  if (edge.channel.is_constant()) return network.channels[static_cast<std::size_t>(edge.channel.value)].is_urgent;
  return network.has_urgent_channels;
}

}  // namespace zonda::model
