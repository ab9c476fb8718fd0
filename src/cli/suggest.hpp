// 'did you mean': the nearest command or option to a word that was not understood.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace zonda::cli {

// The one of the names that the word was meant to be, if it is near enough to be a slip, or its beginning.
[[nodiscard]] std::string nearest(const std::string& word, const std::vector<std::string>& names);

[[nodiscard]] std::string did_you_mean(const CLI::App& app, int argc, const char* const* argv);

}  // namespace zonda::cli
