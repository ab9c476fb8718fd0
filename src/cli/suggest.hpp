// 'did you mean': the nearest command or option to a word that was not understood.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace zonda::cli {

[[nodiscard]] std::string did_you_mean(const CLI::App& app, int argc, const char* const* argv);

}  // namespace zonda::cli
