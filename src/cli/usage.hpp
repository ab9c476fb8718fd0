// What is wrong with a command line, in our words.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace zonda::cli {

// Options that take a number take digits only, and no more than fit: the parser itself would let '-1' and numbers that
// are too large become others.
void check_numbers(CLI::App& app);

// For standard error: the mistake, a hint where there is one, and where the options are listed.
[[nodiscard]] std::string usage_error(const CLI::App& app, const CLI::ParseError& error, int argc,
                                      const char* const* argv);

}  // namespace zonda::cli
