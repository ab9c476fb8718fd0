// Messages about a wrong command line.
#pragma once

#include "cli/command_description.hpp"

#include <string>

namespace zonda::cli {

// The text for standard error: the mistake, a hint if there is one, and where the options are listed.
[[nodiscard]] std::string usage_error(const CommandLineDescription& line, const std::string& mistake, int argc,
                                      const char* const* argv);

}  // namespace zonda::cli
