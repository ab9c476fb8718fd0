// What the program does about the memory of its own process, so that small limits hold: pages of its code that are not
// needed any more go back to the system, large blocks grow in place, and large pages are off where memory is tight.
#pragma once

#include "zonda/stage.hpp"

#include <cstdint>

namespace zonda::cli {

// Whether a memory limit leaves no room for parts of the program that are not in use.
[[nodiscard]] bool is_tight(std::uint64_t memory_bytes);

// Gives back the pages of the program, most of which were needed for the start only. From now on they come back one by
// one: otherwise the system fetches 64 KiB around what is needed, so that most of the program is in memory although
// little of it is used. Takes about a millisecond.
void spare_program();

// To be called by the library between parts of its work (LoadOptions::on_stage and others).
[[nodiscard]] StageHook memory_hook();

}  // namespace zonda::cli
