// The sub-commands. Each function adds one to the command line; its action runs when the command line was read
// and leaves an exit status.
#pragma once

namespace zonda::cli {

class CommandLine;

void add_check(CommandLine& line);
void add_diagnose(CommandLine& line);
void add_monitor(CommandLine& line);
void add_info(CommandLine& line);
void add_partition(CommandLine& line);
void add_convert(CommandLine& line);
void add_replay(CommandLine& line);
void add_simulate(CommandLine& line);
void add_lint(CommandLine& line);
void add_format(CommandLine& line);
void add_diff(CommandLine& line);
void add_help(CommandLine& line);
void add_completion(CommandLine& line);
// Adds the command to the list; verifyta.hpp runs it.
void add_verifyta(CommandLine& line);

// The exit status of the sub-command that ran.
[[nodiscard]] int exit_status();
void set_exit_status(int status);
// Flushes standard output; false, with a message, if that fails because the disk is full or the reader has gone.
[[nodiscard]] bool finish_output();

}  // namespace zonda::cli
