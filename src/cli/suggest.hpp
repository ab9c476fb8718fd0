// 'did you mean': the nearest command or option to a word that was not understood.
#pragma once

#include "cli/command_description.hpp"

#include <string>
#include <vector>

namespace zonda::cli {

// The one of the names that the word was meant to be, if it is near enough to be a slip, or its beginning.
[[nodiscard]] std::string nearest(const std::string& word, const std::vector<std::string>& names);

// A hint about the first word of the command line that was not understood, or nothing.
[[nodiscard]] std::string did_you_mean(const CommandLineDescription& line, int argc, const char* const* argv);

}  // namespace zonda::cli
