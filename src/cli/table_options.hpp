// The options of zonda/options.def on the command line.
#pragma once

#include "zonda/options.hpp"

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

class Command;
class CommandOption;

// Options of the program that the library does not have.
struct ProgramOptions {
#define ZONDA_PROGRAM_OPTION(field, kind, usual, ...) option_kinds::kind field = usual;
#include "zonda/options.def"
};

// The options that were given on the command line.
struct TableOptions {
  CheckOptions check;
  ProgramOptions program;
  std::set<std::string_view> given;  // fields of CheckOptions
  std::vector<std::string> errors;   // what is wrong with amounts
};

// Adds all options that the table has for the command, or those under these headings. `to` must outlive the command.
void add_table_options(Command& command, Commands which, TableOptions& to,
                       std::initializer_list<std::string_view> groups = {});
// Adds --no-warn, for commands that have nothing else in common with `zonda check`.
CommandOption add_no_warn(Command& command, std::vector<std::string>& names);

// Whether all values are valid; if not, prints what is wrong.
[[nodiscard]] bool are_values_fine(const TableOptions& options);
// Whether to show progress on standard error.
[[nodiscard]] bool shows_progress(const ProgramOptions& options);

// The words that an option of a command takes, for completion: for 'distance:k' the part before the letter, for
// 'junit=FILE' the part before the name.
[[nodiscard]] std::vector<std::string> words_of_option(const std::string& command, const std::string& flag);

template <typename T>
[[nodiscard]] constexpr std::string_view flag_of(T ProgramOptions::*of) {
  const auto is_same = []<typename U>(T ProgramOptions::*a, U ProgramOptions::*b) {
    if constexpr (std::is_same_v<T, U>)
      return a == b;
    else
      return false;
  };
#define ZONDA_PROGRAM_OPTION(field, kind, usual, flag, ...) \
  if (is_same(of, &ProgramOptions::field)) return flag;
#include "zonda/options.def"
  return {};
}
template <typename T>
[[nodiscard]] const OptionInfo& option_of(T ProgramOptions::*of) {
  for (const OptionInfo& option : option_table())
    if (option.flag == flag_of(of)) return option;
  return option_table().front();
}

}  // namespace zonda::cli
