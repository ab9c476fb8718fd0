// zonda monitor MODEL PATTERN…
#include "cli/check_command.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/format_words.hpp"

#include <memory>

namespace zonda::cli {

namespace {

constexpr const char* kPatternHelp =
    "Patterns, where P and Q are conditions as in queries and T is a constant:\n"
    "  Q within T of P               whenever P holds, Q holds no more than T later (the same: P -->[<=T] Q)\n"
    "  P within T                    P holds no more than T after the start\n"
    "  P every T                     at any time, P holds no more than T later\n"
    "  P for at least T              whenever P begins to hold, it keeps holding for T or longer; P may not mention "
    "clocks\n"
    "  P for at most T               P never holds for longer than T without a break\n"
    "  P for T after Q               whenever Q holds, P holds, and keeps holding for T\n"
    "  P never follows Q within T    P does not hold when Q holds, nor up to T later\n"
    "  P precedes Q                  Q does not hold before P has held\n"
    "zonda help monitor says exactly what they mean. Exit status as for check.";

}  // namespace

void add_monitor(CommandLine& line) {
  auto arguments = std::make_shared<CheckArguments>();
  arguments->only_patterns = true;
  Command command = line.add_command("monitor", "Watch a model with observers for bounded properties");
  command.add_option("MODEL", arguments->path, model_help()).required();
  command.add_option("PATTERN", arguments->load.queries, "What the observers watch, as 'Q within 5 of P'").required();
  add_table_options(command, kMonitor, *arguments);
  command.set_footer(kPatternHelp);
  command.set_action([arguments] { set_exit_status(run_check(*arguments)); });
}

}  // namespace zonda::cli
