// zonda simulate MODEL
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/format_words.hpp"
#include "cli/simulator.hpp"
#include "cli/table_options.hpp"
#include "zonda/walk.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <sstream>
#include <unistd.h>

namespace zonda::cli {

namespace {

struct SimulateArguments {
  std::string path;
  LoadOptions load;
  bool symbolic = false;
  std::optional<std::size_t> random;
  std::optional<std::size_t> runs;
  std::uint64_t seed = 1;
  std::string replay;
  std::vector<std::string> commands;
  std::string output;
  bool json = false;
};

using Outcome = Simulator::Outcome;

// Runs one command; returns 0 or the exit status. `is_over` becomes true if the walk was ended.
int run_line(Simulator& simulator, const std::string& line, bool is_script, bool& is_over) {
  const Outcome outcome = simulator.run(line);
  is_over = outcome == Outcome::Quit;
  if (!is_script) return 0;
  return outcome == Outcome::Refused ? 1 : outcome == Outcome::Wrong ? 2 : 0;
}

// Runs the commands given on the command line.
int run_given(Simulator& simulator, const std::vector<std::string>& given, bool& is_over) {
  for (const std::string& text : given) {
    std::istringstream lines(text);
    for (std::string line; !is_over && std::getline(lines, line, ';');)
      if (const int status = run_line(simulator, line, true, is_over); status != 0) {
        std::cerr << "zonda: at '" << line << "'\n";
        return status;
      }
  }
  return 0;
}

int run_input(Simulator& simulator, bool is_script) {
  bool is_over = false;
  std::size_t number = 0;
  for (std::string line; !is_over;) {
    if (!is_script) std::cout << "> " << std::flush;
    if (!std::getline(std::cin, line)) break;
    ++number;
    if (is_script && line.find_first_not_of(" \t\r") == std::string::npos) continue;
    if (const int status = run_line(simulator, line, is_script, is_over); status != 0) {
      std::cerr << "zonda: at line " << number << " of the commands\n";
      return status;
    }
  }
  if (!is_script && !is_over) std::cout << '\n';
  return 0;
}

// What a run shows about a query: for A[] and E[] the first state that violates it, else the first that satisfies it.
struct Sight {
  bool is_against = false;
  const char* text = "";
};

Sight sight_of(const QueryInfo& q) {
  if (q.kind == "A[]") return {true, "violated"};
  if (q.kind == "E[]") return {true, "violated"};
  if (q.kind == "E<>" || q.kind == "A<>") return {false, "reached"};
  return {false, q.kind == "-->" ? "left side held" : "condition held"};
}

// Prints one line for each of several runs, and after how many moves it showed something about a query.
int run_many(const Model& model, const SimulateArguments& arguments) {
  const std::vector<QueryInfo> queries = model.queries();
  for (std::size_t i = 0; i < *arguments.runs; ++i) {
    Simulator simulator(model, Walk::Mode::Concrete, arguments.seed + i, true);
    std::vector<std::optional<std::size_t>> seen(queries.size());
    const auto look = [&] {
      for (std::size_t q = 0; q < queries.size(); ++q) {
        const std::optional<bool> holds = simulator.walk().holds(q + 1);
        if (!seen[q] && holds && *holds != sight_of(queries[q]).is_against) seen[q] = simulator.walk().position();
      }
      return true;
    };
    look();
    const std::size_t made = simulator.run_random(*arguments.random, look);
    std::cout << fmt::format("seed {}: {} moves, {} of time{}\n", arguments.seed + i, made, simulator.walk().time(),
                             made < *arguments.random ? fmt::format("; then {}", simulator.walk().why()) : "");
    for (std::size_t q = 0; q < queries.size(); ++q)
      if (seen[q])
        std::cout << fmt::format("  {} after {} move{}: {}\n", sight_of(queries[q]).text, *seen[q],
                                 *seen[q] == 1 ? "" : "s", queries[q].formula);
  }
  return finish_output() ? 0 : 2;
}

int finish(const Model& model, const SimulateArguments& arguments, Simulator& simulator, int status) {
  if (arguments.json) std::cout << simulator.walk().json();
  if (!arguments.output.empty() && !save_trace(model, simulator.walk(), arguments.output)) return 2;
  return finish_output() ? status : 2;
}

// Options that cannot be combined; empty if there are none.
std::string conflict_in(const SimulateArguments& a) {
  if (a.runs && !a.random) return "--runs needs --random";
  if (a.random && !a.commands.empty()) return "--random makes the moves itself, so it cannot be combined with -c";
  if (a.runs && (a.symbolic || a.json || !a.output.empty() || !a.replay.empty()))
    return fmt::format(
        "--runs prints one line for each run, so it cannot be combined with --symbolic, {}, -o or --replay",
        flag_of(&ProgramOptions::json));
  return {};
}

int run_simulate(const SimulateArguments& arguments) {
  if (const std::string conflict = conflict_in(arguments); !conflict.empty()) {
    std::cerr << "zonda: " << conflict << '\n';
    return 2;
  }
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  const Walk::Mode mode = arguments.symbolic ? Walk::Mode::Symbolic : Walk::Mode::Concrete;
  Simulator simulator(model, mode, arguments.seed, arguments.json);
  if (!simulator.walk().error().empty()) {
    std::cerr << "zonda: " << simulator.walk().error() << '\n';
    return 2;
  }
  if (arguments.random && arguments.runs) return run_many(model, arguments);
  int status = 0;
  bool is_over = false;
  if (!arguments.replay.empty()) {
    status = run_line(simulator, "replay " + arguments.replay, true, is_over);
    if (status != 0) return status;
  }
  if (arguments.random) {
    const std::size_t made = simulator.run_random(*arguments.random);
    if (!arguments.json) std::cout << model.write_trace(simulator.walk().trace(), Model::TraceFormat::Text);
    if (made < *arguments.random) std::cerr << "zonda: the run ends here: " << simulator.walk().why() << '\n';
    return finish(model, arguments, simulator, 0);
  }
  if (!arguments.commands.empty()) {
    status = run_given(simulator, arguments.commands, is_over);
    return finish(model, arguments, simulator, status);
  }
  const bool is_script = isatty(STDIN_FILENO) == 0;
  if (arguments.replay.empty()) simulator.show();
  if (!is_script) std::cout << "A number makes a move; help lists the commands.\n";
  return finish(model, arguments, simulator, run_input(simulator, is_script));
}

}  // namespace

void add_simulate(CommandLine& line) {
  auto arguments = std::make_shared<SimulateArguments>();
  Command command = line.add_command("simulate", "Walk through a model step by step, or at random");
  command.add_option("MODEL", arguments->path, "The model: " + model_extensions()).required();
  command.add_option("QUERIES", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  command.add_option("-q", arguments->load.queries, "A query as text; may be repeated").one_value_each_time();
  command.add_flag("--symbolic", arguments->symbolic, "Walk with zones instead of exact clock values");
  command.add_option("-c,--commands", arguments->commands, "Commands, separated by ';', instead of standard input")
      .one_value_each_time();
  command.add_option("--random", arguments->random, "Make N random moves, then stop");
  command.add_option("--runs", arguments->runs, "With --random: make this many runs, and print one line for each");
  command.add_option(std::string(flag_of(&CheckOptions::seed)), arguments->seed,
                     "Seed of the random choices; the same seed gives the same run");
  command.add_option("--replay", arguments->replay, "Begin with a saved trace: JSON or .xtr");
  command.add_option("-o", arguments->output, "Write the run there at the end: .json, .xtr, .xml or text");
  command.add_flag(std::string(flag_of(&ProgramOptions::json)), arguments->json,
                   "Print one JSON object at the end, and nothing else");
  add_no_warn(command, arguments->load.disabled_warnings);
  command.set_footer(
      "Commands:\n" + Simulator::help() +
      "\nFrom a file or a pipe, the first command that is not possible ends the walk. Exit status: 0 success, 1 "
      "a move or\ndelay was not possible, 2 bad usage or a bad model.");
  command.set_action([arguments] { set_exit_status(run_simulate(*arguments)); });
}

}  // namespace zonda::cli
