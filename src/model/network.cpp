#include "model/network.hpp"

#include "util/invariant.hpp"

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

// The kinds of queries that the engine answers.
bool is_answered(lang::QueryKind kind) {
  using Kind = lang::QueryKind;
  return kind != Kind::Unsupported && kind != Kind::Malformed && kind != Kind::Empty;
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

namespace {

template <typename Property>
bool may_use(const Network& network, const Edge& edge, Property has) {
  if (edge.sync != Sync::Send && edge.sync != Sync::Receive) return false;
  const auto last = static_cast<std::int32_t>(network.channels.size()) - 1;
  for (std::int32_t i = std::max(0, edge.channel.lower); i <= std::min(last, edge.channel.upper); ++i)
    if (has(network.channels[static_cast<std::size_t>(i)])) return true;
  return false;
}

}  // namespace

bool may_be_urgent(const Network& network, const Edge& edge) {
  return network.has_urgent_channels && may_use(network, edge, [](const Channel& c) { return c.is_urgent; });
}

bool may_be_broadcast(const Network& network, const Edge& edge) {
  return may_use(network, edge, [](const Channel& c) { return c.is_broadcast; });
}

}  // namespace zonda::model
