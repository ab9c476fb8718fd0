// What the process occupies.
#pragma once

#include <cstdint>

namespace zonda::search {

// Resident memory now, and the most it ever was. Where the system does not tell the first, it is the second, so that a
// limit holds all the same. The first call opens a file that stays open: limits hold when no more files can be opened,
// too, if resident_bytes() was called before that.
[[nodiscard]] std::uint64_t resident_bytes();
[[nodiscard]] std::uint64_t peak_resident_bytes();

// Returns memory to the system that the allocator holds and does not need.
void give_back_memory();

}  // namespace zonda::search
