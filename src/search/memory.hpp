// What the process occupies.
#pragma once

#include <cstdint>

namespace zonda::search {

// Resident memory now, and the most it ever was; 0 where the system does not tell.
[[nodiscard]] std::uint64_t resident_bytes();
[[nodiscard]] std::uint64_t peak_resident_bytes();

// To be called before a search: large blocks grow in place, and what earlier work left behind goes
// back to the system.
void prepare_memory();

}  // namespace zonda::search
