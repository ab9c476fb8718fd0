// What the process occupies.
#pragma once

#include <cstdint>

namespace zonda::search {

// Resident memory now, and the most it ever was. Where the system does not tell the first, it is the second, so that a
// limit holds all the same.
[[nodiscard]] std::uint64_t resident_bytes();
[[nodiscard]] std::uint64_t peak_resident_bytes();

// Gives back what the allocator has and does not need.
void give_back_memory();
// Gives back the pages of the program itself, most of which are there for what was done before; those that are needed
// come back by themselves.
void give_back_program();
// The same, and they come back one by one from now on: the system fetches 64 KiB around what is needed otherwise,
// so that most of the program is in memory though little of it is used.
void spare_program();
// Gives them back again, if spare_program() was called: between parts of the work that have little code in common.
void give_back_spared_program();

// To be called before a search: large blocks grow in place, and what earlier work left behind goes
// back to the system.
// `limit`: bytes that may be used, 0: any number.
void prepare_memory(std::uint64_t limit = 0);

}  // namespace zonda::search
