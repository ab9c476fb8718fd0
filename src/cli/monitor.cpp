// zonda monitor MODEL PATTERN…
#include "cli/check.hpp"
#include "cli/commands.hpp"
#include "cli/run_options.hpp"

#include <memory>

namespace zonda::cli {

namespace {

constexpr const char* kPatterns =
    "Patterns, where P and Q are conditions as in queries and T is a constant:\n"
    "  Q within T of P               whenever P holds, Q holds no more than T later (the same: P -->[<=T] Q)\n"
    "  P within T                    P holds no more than T after the start\n"
    "  P every T                     at any time, P holds no more than T later\n"
    "  P for at least T              whenever P begins to hold, it goes on for T or longer; P says nothing of clocks\n"
    "  P for at most T               P never holds for longer than T without a break\n"
    "  P for T after Q               whenever Q holds, P holds, and goes on to for T\n"
    "  P never follows Q within T    P does not hold when Q holds, nor up to T later\n"
    "  P precedes Q                  Q does not hold before P has held\n"
    "zonda help monitor says exactly what they mean. Exit status as for check.";

}  // namespace

void add_monitor(CLI::App& app) {
  auto arguments = std::make_shared<CheckArguments>();
  arguments->only_patterns = true;
  CLI::App* command = app.add_subcommand("monitor", "Watch a model with observers for bounded properties");
  command->add_option("MODEL", arguments->path, "The model: .xml, .xta, .ta or .tck; '-' reads standard input")
      ->required();
  command->add_option("PATTERN", arguments->load.queries, "What the observers watch, as 'Q within 5 of P'")->required();
  command->add_option("--abstraction", arguments->check.abstraction, "auto, none, extra-m, extra-m-plus")
      ->group("Search");
  command->add_option("--memory", arguments->memory, "Give up beyond this much memory, as 2GiB")->group("Limits");
  command->add_option("--time", arguments->time, "Give up on a pattern after this long, as 60s")->group("Limits");
  command->add_option("--trace", arguments->check.trace, "Show a run that violates the pattern: some")->group("Traces");
  command
      ->add_option("--trace-format", arguments->trace_format,
                   "text, full (whole states), json, or UPPAAL's uppaal, xml, xtr")
      ->group("Traces");
  command->add_option("--trace-file", arguments->trace_file, "Write traces there; the extension says the format")
      ->group("Traces");
  command->add_flag("--json", arguments->json, "Print one JSON object")->group("Output");
  add_run_options(*command,
                  {arguments->stats, arguments->quiet, arguments->progress, arguments->load.disabled_warnings});
  command->footer(kPatterns);
  command->callback([arguments] { set_exit_status(run_check(*arguments)); });
}

}  // namespace zonda::cli
