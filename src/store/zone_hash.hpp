// The hash by which the table finds a zone: a hash of the stored bounds and of the frame in which it is used.
#pragma once

#include "util/hash.hpp"

#include <cstddef>
#include <cstdint>

namespace zonda::store {

[[nodiscard]] inline std::uint32_t zone_hash(const void* stored, std::size_t bytes, std::size_t dim,
                                             std::uint32_t frame) {
  return static_cast<std::uint32_t>(hash_bytes(stored, bytes) + dim + mix(frame, 0x9E3779B97F4A7C15ULL));
}

}  // namespace zonda::store
