#include "search/parts.hpp"

#include <algorithm>
#include <cstdint>

namespace zonda::search {

state::Packing packing_of(const model::Network& network, bool packs) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back(packs ? state::FieldRange{network.cells[i].lower, network.cells[i].upper}
                           : state::FieldRange{network.cells[i].lower < 0 ? INT32_MIN : 0, INT32_MAX});
  return state::Packing(fields);
}

std::size_t memo_words(const Limits& limits) {
  constexpr std::size_t kMost = std::size_t{1} << 21U;
  if (limits.memory_bytes == 0) return kMost;
  return std::min<std::size_t>(limits.memory_bytes / 8 / step::ZoneMemo::kWordBytes, kMost);
}

}  // namespace zonda::search
