// zonda verifyta, which has a command line of its own.
#pragma once

#include <string>
#include <vector>

namespace zonda::cli {

// Whether the program was started under the name 'verifyta'.
[[nodiscard]] bool is_called_verifyta(int argc, const char* const* argv);
// Runs verifyta with the arguments after the program's or the command's name; returns the exit status.
[[nodiscard]] int run_verifyta(const std::vector<std::string>& arguments);

}  // namespace zonda::cli
