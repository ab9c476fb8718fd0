// What the process occupies.
#pragma once

#include <cstdint>

namespace zonda::search {

// Resident memory now, and the most it ever was; 0 where the system does not tell.
[[nodiscard]] std::uint64_t resident_bytes();
[[nodiscard]] std::uint64_t peak_resident_bytes();

}  // namespace zonda::search
