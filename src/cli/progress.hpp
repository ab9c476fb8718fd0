// What a command shows while it works, and how it notices that it is to stop.
#pragma once

#include "zonda/check.hpp"

#include <atomic>
#include <string>

namespace zonda::cli {

// Becomes true with the first signal after catch_interrupts().
[[nodiscard]] std::atomic<bool>& interrupted();
// From now on Ctrl-C, and with `also_termination` SIGTERM as well, set interrupted() instead of ending the program.
void catch_interrupts(bool also_termination);

// 'N visited (N/s), N stored, N waiting, N MiB', to be shown behind `\r` and over what stood there.
[[nodiscard]] std::string progress_text(const Progress& progress);

}  // namespace zonda::cli
