// The sub-commands. Each function adds one to the application; its callback runs when the command line was parsed
// and leaves an exit status.
#pragma once

#include <CLI/CLI.hpp>

namespace zonda::cli {

void add_check(CLI::App& app);
void add_diagnose(CLI::App& app);
void add_monitor(CLI::App& app);
void add_info(CLI::App& app);
void add_partition(CLI::App& app);
void add_convert(CLI::App& app);
void add_replay(CLI::App& app);
void add_simulate(CLI::App& app);
void add_lint(CLI::App& app);
void add_format(CLI::App& app);
void add_diff(CLI::App& app);
void add_help(CLI::App& app);
void add_completion(CLI::App& app);
// Listed with the others; verifyta.hpp runs it.
void add_verifyta(CLI::App& app);

// What the sub-command that ran wants to exit with.
[[nodiscard]] int exit_status();
void set_exit_status(int status);
// Writes out standard output; false, with a message, when that fails: the disk is full, the reader is gone.
[[nodiscard]] bool finish_output();

}  // namespace zonda::cli
