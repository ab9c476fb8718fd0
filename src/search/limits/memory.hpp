// The memory of the process.
#pragma once

#include <cstdint>

namespace zonda::search {

// Resident memory now, and the most it ever was. If the system does not tell the first, the second is used instead, so
// that a limit holds anyway. The first call opens a file that stays open, so that limits hold even when no more files
// can be opened.
[[nodiscard]] std::uint64_t resident_bytes();
[[nodiscard]] std::uint64_t peak_resident_bytes();

// Returns memory to the system that the allocator holds but does not need.
void give_back_memory();

}  // namespace zonda::search
