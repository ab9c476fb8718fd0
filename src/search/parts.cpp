#include "search/parts.hpp"

#include <bit>
#include <cstdint>

namespace zonda::search {

state::Packing packing_of(const model::Network& network, bool packs) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back(packs ? state::FieldRange{network.cells[i].lower, network.cells[i].upper}
                           : state::FieldRange{network.cells[i].lower < 0 ? INT32_MIN : 0, INT32_MAX});
  return state::Packing(fields);
}

std::size_t memo_entries(const Limits& limits) {
  constexpr std::size_t kMost = std::size_t{1} << 20U;
  constexpr std::size_t kLeast = 1024;
  if (limits.memory_bytes == 0) return kMost;
  return std::clamp(std::bit_floor<std::size_t>(limits.memory_bytes / 8 / step::ZoneMemo::kEntryBytes), kLeast, kMost);
}

}  // namespace zonda::search
