// Manages the memory of the program's own process, so that small limits hold: pages of its code that are no longer
// needed go back to the system, large blocks grow in place, and large pages are off if memory is tight.
#pragma once

#include "zonda/stage.hpp"

#include <cstdint>

namespace zonda::cli {

// Whether a memory limit leaves no room for unused parts of the program.
[[nodiscard]] bool is_tight(std::uint64_t memory_bytes);

// Returns the pages of the program to the system; most were needed only for the start. From now on they come back one
// by one: otherwise the system would fetch 64 KiB around each page, so that most of the program would be in memory
// although little of it is used. Takes about a millisecond.
void spare_program();

// The hook that the library calls between stages of its work (LoadOptions::on_stage and others).
[[nodiscard]] StageHook memory_hook();

}  // namespace zonda::cli
