// The manual inside the program: the pages of docs/ (the build puts them in), and the options that the command line
// itself knows. Both are shown as text and written as man pages.
#pragma once

#include "cli/command_description.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

struct ManualPage {
  std::string_view name;
  std::string_view markdown;
};
// The pages of the manual, made by the build.
[[nodiscard]] const std::vector<ManualPage>& manual_pages();

// The title of a page: its first heading.
[[nodiscard]] std::string page_title(const ManualPage& page);
// The page as plain text, with tables in columns.
[[nodiscard]] std::string page_text(const ManualPage& page);
// The page as a man page of section 7.
[[nodiscard]] std::string page_man(const ManualPage& page);

// A man page of section 1 for the program, with its list of commands.
[[nodiscard]] std::string program_man(const CommandLineDescription& line);
// A man page of section 1 for a command.
[[nodiscard]] std::string command_man(const CommandDescription& command);
// Completion for bash, zsh or fish.
[[nodiscard]] std::string completion_script(const CommandLineDescription& line, std::string_view shell);

}  // namespace zonda::cli
