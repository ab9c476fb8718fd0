// Describes commands and options, for everything that lists them: man pages, completion and hints.
#pragma once

#include <string>
#include <vector>

namespace zonda::cli {

struct OptionDescription {
  std::vector<std::string> short_names;  // without the dash
  std::vector<std::string> long_names;   // without the dashes
  std::string position_name;             // 'MODEL' of an argument that is known by its position; else empty
  std::string help;
  std::string group;      // the heading of help under which the option is listed
  std::string type_name;  // 'TEXT', 'UINT'
  bool takes_value = false;
  bool is_required = false;

  [[nodiscard]] bool is_positional() const { return !position_name.empty(); }
};

struct CommandDescription {
  std::string name;
  std::string description;
  std::string footer;
  std::vector<std::string> groups;  // of its options, in the order of help
  std::vector<OptionDescription> options;
};

struct CommandLineDescription {
  CommandDescription program;  // with the options that come before a command
  std::vector<CommandDescription> commands;
};

}  // namespace zonda::cli
