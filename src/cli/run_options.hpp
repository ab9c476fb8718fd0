// Options that all commands have which explore a model.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace zonda::cli {

struct RunOptions {
  bool& stats;
  bool& quiet;
  std::string& progress;
  std::vector<std::string>& disabled_warnings;
};

// --stats, --quiet, --progress and --no-warn. What the references stand for must outlive the command.
void add_run_options(CLI::App& command, const RunOptions& options);
// Whether it is a choice of --progress; if not, says so.
[[nodiscard]] bool is_progress(const std::string& choice);

}  // namespace zonda::cli
