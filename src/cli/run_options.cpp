#include "cli/run_options.hpp"

#include <iostream>

namespace zonda::cli {

void add_run_options(CLI::App& command, const RunOptions& options) {
  command.add_flag("--stats", options.stats, "Print what was counted")->group("Output");
  command.add_flag("--quiet", options.quiet, "No progress")->group("Output");
  command.add_option("--progress", options.progress, "on, off or auto: on a terminal")->group("Output");
  command.add_option("--no-warn", options.disabled_warnings, "Leave out warnings by name, or 'all'")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Output");
}

bool is_progress(const std::string& choice) {
  if (choice == "on" || choice == "off" || choice == "auto") return true;
  std::cerr << "zonda: --progress is on, off or auto, not '" << choice << "'\n";
  return false;
}

}  // namespace zonda::cli
