#include "search/engine/state_space.hpp"

#include "analysis/values.hpp"

#include <cstdint>
#include <vector>

namespace zonda::search {

namespace {

// In every state of a search, each cell has a value that the value analysis found possible. Reductions that change
// cells respect this: they give a cell another value that it has in some state.
state::Packing narrow_packing(const model::Network& network) {
  const analysis::Values& values = analysis::values_of(network);
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back(
        {static_cast<std::int32_t>(values.anywhere[i].lower), static_cast<std::int32_t>(values.anywhere[i].upper)});
  std::vector<state::DependentFields> dependents;
  for (const analysis::Values::Decided& d : values.decided) dependents.push_back({d.process, d.cells, d.values});
  return state::Packing(fields, std::move(dependents));
}

}  // namespace

state::Packing packing_of(const model::Network& network, bool packs) {
  if (packs) return narrow_packing(network);
  std::vector<state::FieldRange> fields;
  for (std::uint32_t i = 0; i < network.state_cells(); ++i)
    fields.push_back({network.cells[i].lower < 0 ? INT32_MIN : 0, INT32_MAX});
  return state::Packing(fields);
}

}  // namespace zonda::search
