// Reads and writes files for commands; errors are reported on standard error, with the reason.
#pragma once

#include <optional>
#include <string>

namespace zonda::cli {

// The whole file, or standard input for '-'; nothing, with a message, if it cannot be read.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);
// Writes to a file, or to standard output for '-'; false, with a message, if that fails.
[[nodiscard]] bool write_file(const std::string& path, const std::string& text);
// Replaces a file that somebody wrote by hand: it has the old text or the new one, whatever happens in between.
[[nodiscard]] bool replace_file(const std::string& path, const std::string& text);

}  // namespace zonda::cli
