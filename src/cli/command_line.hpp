// The command line: commands, their options and arguments, and where the values go. It is a facade for the library
// CLI11, whose header takes five seconds to compile and is therefore included by command_line.cpp alone.
//
// Each command adds itself to a CommandLine and binds its options to variables, which must outlive it. What was added
// can be listed for man pages, completion and hints: see CommandLineDescription.
#pragma once

#include "cli/command_description.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace zonda::cli {

// An option that was added to a command. Copies refer to the same option. Each function returns the option, so that
// calls can be chained.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option& option) : option_(&option) {}

  // The command cannot run without the option.
  CommandOption& required();
  // The heading of help under which the option is listed.
  CommandOption& group(const std::string& heading);
  // One value may hold several, with this character between them.
  CommandOption& delimiter(char separator);
  // The option may be repeated, and takes one value each time.
  CommandOption& one_value_each_time();
  // The option takes one value, although it is bound to a list.
  CommandOption& one_value_in_all();
  // The value is the text of a number. Options that are bound to a number have this from the start.
  CommandOption& takes_number();

 private:
  CLI::Option* option_;
};

// A command that was added to a command line. Copies refer to the same command.
class Command {
 public:
  explicit Command(CLI::App& app) : app_(&app) {}

  // What help shows below the options.
  void set_footer(const std::string& text);
  // Called when the command line has been read and names this command.
  void set_action(std::function<void()> action);
  // Everything after the command's name, --help included, is left to the command.
  void leave_arguments_alone();

  // Names are 'MODEL' for an argument that is known by its position, else '--seed' or '-o,--output'. A number has
  // digits only, and is refused when it does not fit.
  CommandOption add_option(const std::string& names, std::string& to, const std::string& help);
  CommandOption add_option(const std::string& names, std::vector<std::string>& to, const std::string& help);
  CommandOption add_option(const std::string& names, std::uint64_t& to, const std::string& help);
  CommandOption add_option(const std::string& names, std::optional<std::string>& to, const std::string& help);
  CommandOption add_option(const std::string& names, std::optional<std::uint64_t>& to, const std::string& help);
  // Calls `set` with the value.
  CommandOption add_option(const std::string& names, const std::function<void(const std::string&)>& set,
                           const std::string& help);
  // A flag takes no value.
  CommandOption add_flag(const std::string& names, bool& to, const std::string& help);
  // Calls `set` when the flag is given.
  CommandOption add_flag(const std::string& names, const std::function<void()>& set, const std::string& help);

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  // What the program says about itself. Commands without a footer show that of the program.
  struct Program {
    std::string name;
    std::string description;
    std::string version;  // what --version prints
    std::string footer;
  };

  enum class Outcome : std::uint8_t {
    Ran,      // the action of a command was called
    Shown,    // --help or --version was answered on standard output
    Nothing,  // no command was named
    Mistake   // the command line was not understood
  };
  struct Result {
    Outcome outcome;
    std::string mistake;  // what is wrong with the command line
  };

  explicit CommandLine(const Program& program);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command add_command(const std::string& name, const std::string& description);

  // Reads the command line and calls the action of the command that it names.
  [[nodiscard]] Result run(int argc, const char* const* argv);

  // What --help prints for the program.
  [[nodiscard]] std::string help() const;
  // What --help prints for a command.
  [[nodiscard]] std::string command_help(const std::string& name) const;
  // All commands and options as they are now.
  [[nodiscard]] CommandLineDescription describe() const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace zonda::cli
