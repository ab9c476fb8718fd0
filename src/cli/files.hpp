// Files that commands read and write; what goes wrong is said on standard error, with the reason.
#pragma once

#include <optional>
#include <string>

namespace zonda::cli {

// The whole file, or standard input for '-'; nothing, with a message, when it cannot be read.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);
// To a file, or to standard output for '-'; false, with a message, when that fails.
[[nodiscard]] bool write_file(const std::string& path, const std::string& text);
// The same for a file that somebody wrote by hand: it has the old text or the new one, whatever happens in between.
[[nodiscard]] bool replace_file(const std::string& path, const std::string& text);

}  // namespace zonda::cli
