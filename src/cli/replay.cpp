// zonda replay MODEL TRACE
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/format_words.hpp"
#include "cli/table_options.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>

namespace zonda::cli {

namespace {

struct ReplayArguments {
  std::string model;
  std::string trace;
  std::size_t query = 0;
  LoadOptions load;
};

int run_replay(ReplayArguments& arguments) {
  const std::optional<std::string> text = read_file(arguments.trace);
  if (!text) return 2;
  // The query of the trace itself, unless another one is given.
  const std::optional<std::string> formula = saved_formula(*text, arguments.query);
  const bool is_own = arguments.load.queries.empty() && formula.has_value();
  if (is_own) arguments.load.queries.push_back(*formula);
  // A simulated run has no query.
  const bool is_asked = !arguments.load.queries.empty() || arguments.query > 0;
  const Model model = Model::load(arguments.model, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  const Model::Replayed replayed = model.replay(*text, arguments.query);
  if (!replayed.error.empty()) {
    std::cerr << "zonda: " << arguments.trace << ": " << replayed.error << '\n';
    return 2;
  }
  const char* moves = replayed.steps == 1 ? "move" : "moves";
  if (!replayed.fits) {
    std::cout << fmt::format("the trace fits the model for {} {}, {} of time, and no further\n  {}\n", replayed.steps,
                             moves, replayed.time, replayed.failure);
    return finish_output() ? 1 : 2;
  }
  std::cout << fmt::format("the trace is a run of the model: {} {}, {} of time\n", replayed.steps, moves,
                           replayed.time);
  for (const std::string& difference : replayed.differences) std::cout << "  " << difference << '\n';
  if (is_asked && replayed.meets_query)
    std::cout << fmt::format("{} {} what {} asks about\n", replayed.is_of_run ? "it" : "its last state",
                             *replayed.meets_query ? "shows" : "does not show", replayed.asked);
  if (!arguments.load.queries.empty() && !replayed.meets_query)
    std::cout << fmt::format("zonda cannot tell whether it shows what {} asks about\n", arguments.load.queries[0]);
  const bool is_shown = !is_asked || replayed.meets_query.value_or(true);
  const bool is_same = replayed.differences.empty() && is_shown;
  return !finish_output() ? 2 : is_same ? 0 : 1;
}

}  // namespace

void add_replay(CommandLine& line) {
  auto arguments = std::make_shared<ReplayArguments>();
  Command command = line.add_command("replay", "See whether a saved trace is a run of a model");
  command.add_option("MODEL", arguments->model, "The model: " + model_extensions()).required();
  command
      .add_option("TRACE", arguments->trace,
                  fmt::format("A trace in JSON, the output of check {}, or an .xtr file; '-' reads standard input",
                              flag_of(&ProgramOptions::json)))
      .required();
  command.add_option(std::string(flag_of(&ProgramOptions::queries)), arguments->query,
                     "The number of the query whose trace to take; for .xtr files, of the query to evaluate");
  command.add_option("-q", arguments->load.queries, "What the run should show, instead of the trace's own query")
      .one_value_in_all();
  add_no_warn(command, arguments->load.disabled_warnings);
  command.set_footer(
      "Exit status: 0 the trace is a run of the model, with the same values; 1 it is not, values differ, or it does\n"
      "not show what the query asks about; 2 bad usage, a bad model or a bad trace.");
  command.set_action([arguments] { set_exit_status(run_replay(*arguments)); });
}

}  // namespace zonda::cli
