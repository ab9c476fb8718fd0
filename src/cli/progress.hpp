// The progress display of a command, and how a command notices that it should stop.
#pragma once

#include "zonda/check.hpp"

#include <atomic>
#include <string>

namespace zonda::cli {

// Becomes true with the first signal after catch_interrupts().
[[nodiscard]] std::atomic<bool>& interrupted();
// From now on Ctrl-C, and with `also_termination` SIGTERM as well, set interrupted() instead of ending the program.
void catch_interrupts(bool also_termination);

// 'N visited (N/s), N stored, N waiting, N MiB', to be printed after `\r`, over the previous text.
[[nodiscard]] std::string progress_text(const Progress& progress);

}  // namespace zonda::cli
