// The choices that a user has for merging zones (search/engine/zone_merger.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace zonda::search {

struct NamedMerging {
  std::string_view name;
  std::string_view what;          // one line
  std::uint32_t least_zones = 0;  // a discrete state must have this many; 0: nothing is merged
};

// Whether merging pays depends on the model: with it some need a third of the states and of the time, but a few need
// more.
inline constexpr std::array kMergings = {
    NamedMerging{"none", "never", 0},
    NamedMerging{"many", "where a discrete state has at least eight zones", 8},
    NamedMerging{"all", "wherever their union is convex", 2},
};

// Null: there is none with this name.
[[nodiscard]] constexpr const NamedMerging* find_merging(std::string_view name) {
  for (const NamedMerging& m : kMergings)
    if (m.name == name) return &m;
  return nullptr;
}

}  // namespace zonda::search
