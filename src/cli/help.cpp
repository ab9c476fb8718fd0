// zonda help [TOPIC], zonda completion SHELL
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/manual.hpp"
#include "cli/suggest.hpp"
#include "cli/table_pages.hpp"
#include "cli/verifyta_options.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>

namespace zonda::cli {

namespace {

struct HelpArguments {
  std::string topic;
  bool man = false;
  bool options = false;
  bool statistics = false;
  std::string folder;
};

void list_topics(const CommandLineDescription& line) {
  std::cout << "Commands: zonda help COMMAND\n";
  for (const CommandDescription& c : line.commands) std::cout << fmt::format("  {:<14}{}\n", c.name, c.description);
  std::cout << "\nThe manual: zonda help TOPIC\n";
  for (const ManualPage& page : manual_pages()) std::cout << fmt::format("  {:<14}{}\n", page.name, page_title(page));
}

// Writes every page to a folder, in man1 and man7.
bool write_pages(const CommandLineDescription& line, const std::string& folder) {
  const std::filesystem::path root(folder);
  std::error_code error;
  for (const char* section : {"man1", "man7"}) std::filesystem::create_directories(root / section, error);
  bool is_written = write_file((root / "man1" / "zonda.1").string(), program_man(line));
  for (const CommandDescription& c : line.commands)
    is_written = is_written && write_file((root / "man1" / fmt::format("zonda-{}.1", c.name)).string(), command_man(c));
  for (const ManualPage& page : manual_pages())
    is_written =
        is_written && write_file((root / "man7" / fmt::format("zonda-{}.7", page.name)).string(), page_man(page));
  return is_written;
}

int run_help(const CommandLine& command_line, const HelpArguments& arguments) {
  const CommandLineDescription line = command_line.describe();
  if (!arguments.folder.empty()) return write_pages(line, arguments.folder) ? 0 : 2;
  if (arguments.options || arguments.statistics) {
    if (arguments.options) std::cout << options_page();
    if (arguments.statistics) std::cout << statistics_page();
    return finish_output() ? 0 : 2;
  }
  if (arguments.topic.empty()) {
    if (arguments.man)
      std::cout << program_man(line);
    else
      list_topics(line);
    return finish_output() ? 0 : 2;
  }
  // A topic may be a page of the manual, a command, or both; then the options follow the page.
  bool is_found = false;
  for (const ManualPage& page : manual_pages()) {
    if (page.name != arguments.topic) continue;
    std::cout << (arguments.man ? page_man(page) : page_text(page));
    is_found = true;
  }
  for (const CommandDescription& c : line.commands) {
    if (c.name != arguments.topic || (arguments.man && is_found)) continue;
    if (is_found) std::cout << '\n';
    if (arguments.man)
      std::cout << command_man(c);
    else
      std::cout << (c.name == "verifyta" ? verifyta_help() : command_line.command_help(c.name));
    is_found = true;
  }
  if (is_found) return finish_output() ? 0 : 2;
  std::vector<std::string> names;
  for (const ManualPage& page : manual_pages()) names.emplace_back(page.name);
  for (const CommandDescription& c : line.commands) names.push_back(c.name);
  const std::string meant = nearest(arguments.topic, names);
  std::cerr << "zonda: there is no topic '" << arguments.topic << "'; zonda help lists them\n";
  if (!meant.empty()) std::cerr << "    hint: did you mean 'zonda help " << meant << "'?\n";
  return 2;
}

}  // namespace

void add_help(CommandLine& line) {
  auto arguments = std::make_shared<HelpArguments>();
  Command command = line.add_command("help", "Show a command's options or a page of the manual");
  command.add_option("TOPIC", arguments->topic, "A command or a topic; without it, the list of them");
  command.add_flag("--man", arguments->man, "As a man page");
  command.add_flag("--options", arguments->options, "List the options of check with all details");
  command.add_flag("--statistics", arguments->statistics, "List the statistics that are counted, and their names");
  command.add_option("--man-pages", arguments->folder, "Write all man pages to this folder");
  command.set_action([arguments, &line] { set_exit_status(run_help(line, *arguments)); });
}

void add_completion(CommandLine& line) {
  auto shell = std::make_shared<std::string>();
  Command command = line.add_command("completion", "Print a completion script for a shell");
  command.add_option("SHELL", *shell, "bash, zsh, fish").required();
  command.set_footer("For bash: source <(zonda completion bash). The package installs all three.");
  command.set_action([shell, &line] {
    const std::string script = completion_script(line.describe(), *shell);
    if (script.empty())
      std::cerr << "zonda: there is no completion for '" << *shell << "'; there are bash, zsh and fish\n";
    std::cout << script;
    set_exit_status(!script.empty() && finish_output() ? 0 : 2);
  });
}

}  // namespace zonda::cli
