// The command line of zonda. Each sub-command is one file; this one parses, prints help and turns every outcome into an
// exit status: 0 success, 2 bad usage or bad model, 70 an internal error; `check` has 1 and 3 as well.
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/process_memory.hpp"
#include "cli/usage.hpp"
#include "cli/verifyta.hpp"
#include "util/quantity.hpp"
#include "zonda/options.hpp"
#include "zonda/version.hpp"

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
  zonda::cli::CommandLine line(
      {.name = "zonda",
       .description = "A model checker for networks of timed automata.",
       .version = "zonda " + std::string(zonda::kVersion),
       .footer = "zonda COMMAND --help says more about a command, zonda help lists the pages of the manual. Exit "
                 "status: 0 success,\n"
                 "2 bad usage or bad model; check has more."});
  zonda::cli::add_check(line);
  zonda::cli::add_diagnose(line);
  zonda::cli::add_monitor(line);
  zonda::cli::add_partition(line);
  zonda::cli::add_info(line);
  zonda::cli::add_convert(line);
  zonda::cli::add_simulate(line);
  zonda::cli::add_replay(line);
  zonda::cli::add_lint(line);
  zonda::cli::add_format(line);
  zonda::cli::add_diff(line);
  zonda::cli::add_verifyta(line);
  zonda::cli::add_help(line);
  zonda::cli::add_completion(line);
  using Outcome = zonda::cli::CommandLine::Outcome;
  const auto [outcome, mistake] = line.run(argc, argv);
  switch (outcome) {
    case Outcome::Ran:
      return zonda::cli::exit_status();
    case Outcome::Shown:
      return 0;
    case Outcome::Nothing:
      std::cout << line.help();
      return 2;
    case Outcome::Mistake:
      std::cerr << zonda::cli::usage_error(line.describe(), mistake, argc, argv);
      return 2;
  }
  return 2;
}

// Whether the memory limit is so small that there is no room for unused parts of the program.
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
    std::cerr << "zonda: internal error: " << error.what() << "\nThis is an error in zonda, not in the model.\n";
    return 70;
  }
}
