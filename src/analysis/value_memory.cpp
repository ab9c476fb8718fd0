#include "analysis/value_memory.hpp"

#include <algorithm>

namespace zonda::analysis {

namespace {

constexpr auto kBefore = [](const KnownCell& known, model::Address cell) { return known.cell < cell; };

}  // namespace

const KnownCell* ValueMemory::find(model::Address cell) const {
  const auto place = std::lower_bound(cells.begin(), cells.end(), cell, kBefore);
  return place != cells.end() && place->cell == cell ? &*place : nullptr;
}

KnownCell& ValueMemory::at(model::Address cell) {
  const auto place = std::lower_bound(cells.begin(), cells.end(), cell, kBefore);
  if (place != cells.end() && place->cell == cell) return *place;
  KnownCell fresh;
  fresh.cell = cell;
  return *cells.insert(place, fresh);
}

}  // namespace zonda::analysis
