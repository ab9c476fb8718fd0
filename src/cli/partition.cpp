// zonda partition MODEL [QUERIES]
#include "cli/check_command.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/format_words.hpp"
#include "cli/process_memory.hpp"
#include "cli/progress.hpp"
#include "cli/select_queries.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace zonda::cli {

namespace {

struct PartitionArguments {
  CheckArguments check;  // the options shared with 'check'
  PartitionOptions options;
  std::string final_states;
  bool worker = false;
};

double mebibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void show_pieces(const PartitionArguments& arguments, const PartitionProgress& p) {
  if (arguments.options.base_line) {
    std::cerr << fmt::format("\r\x1b[K{} p-paths", p.done);
    return;
  }
  std::cerr << fmt::format(
      "\r\x1b[K{} {} found, {} {}, {} split, {} running, {} waiting; largest {} states; peak {:.1f} MiB", p.found,
      arguments.options.lists ? "prefixes" : "partitions", p.done, arguments.options.lists ? "complete" : "done",
      p.split, p.running, p.waiting, p.largest, mebibytes(p.peak_bytes));
  if (p.failures > 0) std::cerr << fmt::format("; {} workers died", p.failures);
}

// The chosen query, counted from 1; 0, with a message, if the choice is not clear.
std::size_t choose_query(const Model& model, const PartitionArguments& arguments) {
  const std::vector<QueryInfo> queries = model.queries();
  std::vector<std::size_t> chosen;
  std::string error;
  if (arguments.check.program.queries.empty()) {
    for (const QueryInfo& q : queries) chosen.push_back(q.index);
  } else if (const auto selected = select_queries(queries, arguments.check.program.queries, error)) {
    chosen = *selected;
  } else {
    std::cerr << "zonda: " << error << '\n';
    return 0;
  }
  if (chosen.size() == 1) return chosen[0];
  if (chosen.empty())
    std::cerr << "zonda: there are no queries; give one with -q or a query file\n";
  else
    std::cerr << fmt::format("zonda: {} queries; choose one with {}\n", chosen.size(),
                             flag_of(&ProgramOptions::queries));
  return 0;
}

void print_counts(const PartitionResult& r, const PartitionArguments& arguments) {
  const PartitionProgress& c = r.counts;
  const std::string_view noun =
      arguments.options.lists ? (c.found == 1 ? "prefix" : "prefixes") : (c.found == 1 ? "partition" : "partitions");
  std::cout << fmt::format("      {} {}: {} {}, {} split", c.found, noun, c.done,
                           arguments.options.lists ? "complete" : "verified", c.split);
  if (c.given_up > 0) std::cout << fmt::format(", {} given up", c.given_up);
  if (c.failures > 0) std::cout << fmt::format(", {} workers died", c.failures);
  std::cout << '\n';
}

void print_stats(const PartitionResult& r, const PartitionArguments& arguments) {
  if (!arguments.check.program.stats) return;
  const CheckStats& s = r.result.stats;
  const auto print = [](std::string_view label, const std::string& text) {
    std::cout << fmt::format("      {:<12} {}\n", label, text);
  };
  print(label_of(&CheckStats::visited), fmt::format("{:>12}  in all partitions together", s.visited));
  print(label_of(&CheckStats::transitions), fmt::format("{:>12}", s.transitions));
  print("largest", fmt::format("{:>12}  states stored at once", s.peak_stored));
  print(label_of(&CheckStats::peak_bytes), fmt::format("{:>12} bytes of one worker", r.counts.peak_bytes));
  print(label_of(&CheckStats::seconds), fmt::format("{:>12.3f} s, workers {:.3f} s", r.seconds, r.worker_seconds));
}

void print_paths(const PartitionResult& r) {
  std::cout << "p-points\n";
  const std::size_t count = r.first_points;
  for (std::size_t i = 0; i < count; ++i) std::cout << fmt::format("  {:>3}  {}\n", i + 1, r.p_points[i]);
  std::cout << "p-paths\n";
  for (const PartitionPath& path : r.paths) {
    std::cout << ' ';
    for (const std::size_t p : path.points) std::cout << ' ' << p + 1;
    std::cout << (path.points.empty() ? " (none)" : "") << (path.goes_on ? " …\n" : "\n");
  }
  std::cout << fmt::format("{} p-paths{}\n", r.paths.size(),
                           r.is_complete ? "" : fmt::format("; there may be more: {}", r.result.reason));
}

int exit_status_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Satisfied:
      return 0;
    case Verdict::NotSatisfied:
      return 1;
    case Verdict::Error:
      return 2;
    default:
      return 3;
  }
}

bool read_options(PartitionArguments& arguments) {
  if (!are_values_fine(arguments.check)) return false;
  arguments.check.load.queries = arguments.check.program.query_texts;
  arguments.check.load.disabled_warnings = arguments.check.program.disabled_warnings;
  arguments.options.check = arguments.check.check;
  arguments.options.check.interrupt = &interrupted();
  arguments.options.base_line = !arguments.final_states.empty();
  if (arguments.options.base_line && arguments.options.lists) {
    std::cerr << "zonda: --list and --base-line are alternatives; choose one\n";
    return false;
  }
  if (arguments.options.jobs == 0 && arguments.options.work.empty()) {
    std::cerr << "zonda: --jobs 0 leaves files for workers; it needs --work\n";
    return false;
  }
  if (arguments.options.base_line) arguments.check.load.queries = {"E<> " + arguments.final_states};
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  // If the system does not tell the program's path, everything is done in one process.
  if (!error) arguments.options.worker = {self.string(), "partition", "--worker"};
  return true;
}

int report(const Model& model, const PartitionArguments& arguments, const PartitionResult& r) {
  const bool has_query = !arguments.options.lists && !arguments.options.base_line;
  if (arguments.check.program.json) {
    std::cout << model.partition_json(arguments.options, r) << '\n';
  } else if (has_query) {
    CheckArguments without_stats = arguments.check;
    without_stats.program.stats = false;
    print_result(r.result, without_stats);
    print_counts(r, arguments);
    print_stats(r, arguments);
    print_trace(model, arguments.check, r.result);
  } else {
    print_paths(r);
    print_stats(r, arguments);
  }
  for (const std::string& task : r.tasks) std::cerr << "zonda: task for a worker: " << task << '\n';
  if (!arguments.options.work.empty() && r.result.verdict == Verdict::Unknown)
    std::cerr << "zonda: run the same command to continue\n";
  if (has_query && !arguments.check.program.trace_file.empty() && !write_traces(model, arguments.check, {r.result}))
    return 2;
  return exit_status_of(r.result.verdict);
}

int run_worker(const PartitionArguments& arguments) {
  if (arguments.check.load.query_file.empty()) {
    std::cerr << "zonda: --worker takes the files of the task and of the result\n";
    return 2;
  }
  const std::string error = run_partition_worker(arguments.check.path, arguments.check.load.query_file, memory_hook());
  if (error.empty()) return 0;
  std::cerr << "zonda: " << error << '\n';
  return 2;
}

int run_partition(PartitionArguments& arguments) {
  if (arguments.worker) return run_worker(arguments);
  if (!read_options(arguments)) return 2;
  catch_interrupts(true);
  arguments.check.load.on_stage = memory_hook();
  arguments.options.check.on_stage = memory_hook();
  const Model model = Model::load(arguments.check.path, arguments.check.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  PartitionOptions& options = arguments.options;
  if (options.base_line) {
    options.check.only = 1;
  } else if (!options.lists) {
    options.check.only = choose_query(model, arguments);
    if (options.check.only == 0) return 2;
  }
  const bool has_progress = shows_progress(arguments.check.program);
  if (has_progress) options.progress = [&arguments](const PartitionProgress& p) { show_pieces(arguments, p); };
  const PartitionResult result = model.partition(options);
  if (has_progress) std::cerr << "\r\x1b[K";
  if (!result.error.empty()) {
    std::cerr << "zonda: " << result.error << '\n';
    return 2;
  }
  const int status = report(model, arguments, result);
  return finish_output() ? status : 2;
}

}  // namespace

void add_partition(CommandLine& line) {
  auto arguments = std::make_shared<PartitionArguments>();
  PartitionOptions& options = arguments->options;
  CheckArguments& check = arguments->check;
  check.check.trace = kSomeTrace;
  Command command = line.add_command("partition", "Verify a query piece by piece, each within a memory limit");
  command.add_option("MODEL", check.path, model_help()).required();
  command.add_option("QUERIES", check.load.query_file, "A query file (default: those in the model, or MODEL.q)");
  add_table_options(command, kPartition, check, {"Queries"});
  command
      .add_option("--p-points", options.p_points,
                  "Edges to split along: 'P1:a->b, P2.cs, chan go', marked, or auto (default: marked, or auto)")
      .group("Partitions");
  command
      .add_option(std::string(kDepthFlag), options.depth,
                  "Split along this many p-points before anything is verified (default: 0)")
      .group("Partitions");
  command
      .add_option(std::string(kDepthLimitFlag), options.depth_limit,
                  "Split along at most this many p-points (default: 100)")
      .group("Partitions");
  command.add_option("--jobs", options.jobs, "Partitions in parallel, each in its own process (default: 1)")
      .group("Partitions");
  command.add_option("--work", options.work, "Keep the work in this folder, so that a stopped run can be continued")
      .group("Partitions");
  command.add_flag("--list", options.lists, "Verify nothing: print all p-paths").group("Partitions");
  command
      .add_option("--base-line", arguments->final_states,
                  "For comparison: find complete p-paths one at a time, up to states where this formula holds")
      .group("Partitions");
  command
      .add_flag("--worker", arguments->worker, "Do one task: MODEL is the task's file, QUERIES the file for the result")
      .group("Partitions");
  add_table_options(command, kPartition, check, {"Search", "Approximations", "Limits", "Traces", "Output"});
  command.set_footer(
      "Exit status: 2 bad usage, a bad model, or a query that cannot be answered; 3 undecided; 1 not satisfied; 0.");
  command.set_action([arguments] { set_exit_status(run_partition(*arguments)); });
}

}  // namespace zonda::cli
