// 'did you mean': the nearest command or option to a word that was not understood.
#pragma once

#include "cli/command_description.hpp"

#include <string>
#include <vector>

namespace zonda::cli {

// The name that the word was probably meant to be: it is close enough to be a typing error, or begins with the word.
[[nodiscard]] std::string nearest(const std::string& word, const std::vector<std::string>& names);

// A hint about the first word of the command line that was not understood, or nothing.
[[nodiscard]] std::string did_you_mean(const CommandLineDescription& line, int argc, const char* const* argv);

}  // namespace zonda::cli
