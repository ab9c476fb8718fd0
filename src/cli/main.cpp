// The command line of zonda. Each sub-command is one file; this one parses, prints help and turns every outcome into
// an exit status: 0 fine, 2 bad usage or bad model, 70 a mistake of zonda itself; `check` has 1 and 3 as well.
#include "cli/commands.hpp"
#include "cli/process_memory.hpp"
#include "cli/usage.hpp"
#include "cli/verifyta.hpp"
#include "util/quantity.hpp"
#include "zonda/options.hpp"
#include "zonda/version.hpp"

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace {

int run(int argc, char** argv) {
  if (zonda::cli::is_called_verifyta(argc, argv)) return zonda::cli::run_verifyta({argv + 1, argv + argc});
  if (argc > 1 && std::string(argv[1]) == "verifyta") return zonda::cli::run_verifyta({argv + 2, argv + argc});
  CLI::App app("A model checker for networks of timed automata.", "zonda");
  app.set_version_flag("--version", "zonda " + std::string(zonda::kVersion), "Print the version and stop");
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(28);
  app.footer(
      "zonda COMMAND --help says more about a command, zonda help lists the pages of the manual. Exit status: 0 "
      "success,\n"
      "2 bad usage or bad model; check has more.");
  zonda::cli::add_check(app);
  zonda::cli::add_diagnose(app);
  zonda::cli::add_monitor(app);
  zonda::cli::add_partition(app);
  zonda::cli::add_info(app);
  zonda::cli::add_convert(app);
  zonda::cli::add_simulate(app);
  zonda::cli::add_replay(app);
  zonda::cli::add_lint(app);
  zonda::cli::add_format(app);
  zonda::cli::add_diff(app);
  zonda::cli::add_verifyta(app);
  zonda::cli::add_help(app);
  zonda::cli::add_completion(app);
  zonda::cli::check_numbers(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    std::cerr << zonda::cli::usage_error(app, error, argc, argv);
    return 2;
  }
  if (app.get_subcommands().empty()) {
    std::cout << app.help();
    return 2;
  }
  return zonda::cli::exit_status();
}

// A limit of some megabytes leaves no room for parts of the program that are not in use.
bool is_memory_tight(int argc, char** argv) {
  constexpr std::string_view kMemory = zonda::flag_of(&zonda::CheckOptions::memory_bytes);
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    std::string_view value;
    if (word == kMemory && i + 1 < argc) value = argv[i + 1];
    if (word.starts_with(kMemory) && word.substr(kMemory.size()).starts_with("="))
      value = word.substr(word.find('=') + 1);
    const auto bytes = zonda::parse_bytes(value);
    if (bytes && zonda::cli::is_tight(*bytes)) return true;
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (is_memory_tight(argc, argv)) zonda::cli::spare_program();
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "zonda: out of memory\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "zonda: internal error: " << error.what() << "\nThis is a mistake in zonda, not in the model.\n";
    return 70;
  }
}
