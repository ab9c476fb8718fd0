// Looks up shapes and names.
#include "oracle/shape.hpp"

#include "oracle/fault.hpp"

#include <algorithm>

namespace zonda::truth {

const Shape* Shapes::keep(const Shape& shape) {
  const auto found = std::find(all_.begin(), all_.end(), shape);
  if (found != all_.end()) return &*found;
  all_.push_back(shape);
  return &all_.back();
}

Place Scope::find(const lang::Symbol& symbol) const {
  for (const Scope* at = this; at != nullptr; at = at->parent_)
    for (const auto& [name, place] : at->names_)
      if (name == &symbol) return place;
  throw Refused("the name " + std::string(symbol.name) + " in this place");
}

}  // namespace zonda::truth
