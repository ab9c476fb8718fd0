// Names of edges and locations for users.
#pragma once

#include "model/network.hpp"

#include <cstdint>
#include <string>

namespace zonda::model {

// 'cs', or 'location 3' if it has no name.
[[nodiscard]] std::string location_name(const Network& network, std::uint32_t process, std::uint32_t location);
// 'go!', 'a[2]?', a joint event, or nothing; a channel that depends on variables is not named.
[[nodiscard]] std::string sync_text(const Network& network, const Edge& edge);
// 'P(0): l0 -> l1 a?'
[[nodiscard]] std::string edge_text(const Network& network, std::uint32_t process, std::uint32_t edge);

}  // namespace zonda::model
