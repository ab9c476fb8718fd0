// What is wrong with a command line, for people.
#pragma once

#include "cli/command_description.hpp"

#include <string>

namespace zonda::cli {

// For standard error: the mistake, a hint where there is one, and where the options are listed.
[[nodiscard]] std::string usage_error(const CommandLineDescription& line, const std::string& mistake, int argc,
                                      const char* const* argv);

}  // namespace zonda::cli
