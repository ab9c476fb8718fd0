#include "search/engine/state_space.hpp"

#include <cstdint>
#include <vector>

namespace zonda::search {

state::Packing packing_of(const model::Network& network, bool packs) {
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back(packs ? state::FieldRange{network.cells[i].lower, network.cells[i].upper}
                           : state::FieldRange{network.cells[i].lower < 0 ? INT32_MIN : 0, INT32_MAX});
  return state::Packing(fields);
}

}  // namespace zonda::search
