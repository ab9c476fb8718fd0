// zonda check MODEL [QUERIES]
#include "cli/check.hpp"

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/quantity.hpp"
#include "cli/run_options.hpp"
#include "cli/select_queries.hpp"
#include "cli/watch.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>

namespace zonda::cli {

namespace {

std::atomic<bool> g_interrupted{false};

void on_interrupt(int) { g_interrupted = true; }

void show_progress(const Progress& p) {
  const double rate = p.stats.seconds > 0 ? static_cast<double>(p.stats.visited) / p.stats.seconds : 0;
  std::cerr << fmt::format("\r\x1b[Kquery {}: {} visited ({:.0f}/s), {} stored, {} waiting, {:.1f} MiB", p.query,
                           p.stats.visited, rate, p.stats.stored, p.waiting,
                           static_cast<double>(p.stats.store_bytes) / (1 << 20));
  const auto show_stage = [](const char* name, const MemoryStageStats& stage) {
    if (stage.times > 0) std::cerr << fmt::format(", {} {}", name, stage.times);
  };
  show_stage("compressed", p.stats.compressed);
  show_stage("dropped", p.stats.dropped);
  show_stage("spilled", p.stats.spilled);
  if (p.stats.checkpoints > 0) std::cerr << fmt::format(", checkpoint {}", p.stats.checkpoints);
}

bool read_amounts(CheckArguments& arguments) {
  const std::string wrong =
      read_limits({arguments.memory, arguments.time}, arguments.check.memory_bytes, arguments.check.seconds);
  if (!wrong.empty()) std::cerr << "zonda: " << wrong << '\n';
  const auto bitstate = parse_bytes(arguments.bitstate);
  if (!bitstate) std::cerr << "zonda: '" << arguments.bitstate << "' is no amount of memory; write 64MiB or 500MB\n";
  const auto interval = parse_seconds(arguments.checkpoint_interval);
  if (!interval) std::cerr << "zonda: '" << arguments.checkpoint_interval << "' is no time; write 60s, 5m or 1h\n";
  if (!arguments.checkpoint_interval.empty() && arguments.check.checkpoint.empty()) {
    std::cerr << "zonda: --checkpoint-interval is for --checkpoint\n";
    return false;
  }
  if (!wrong.empty() || !bitstate || !interval) return false;
  if (*bitstate == 0 && !arguments.bitstate.empty()) {
    std::cerr << "zonda: --bitstate needs some memory\n";
    return false;
  }
  if (!arguments.checkpoint_interval.empty()) arguments.check.checkpoint_seconds = *interval;
  arguments.check.bitstate_bytes = *bitstate;
  return true;
}

// Whether the query counts as passed: with --expect, by what its text says should come out.
bool is_passed(const QueryResult& r, bool by_expectation) {
  return by_expectation && !r.expected.empty() ? r.is_as_expected : r.verdict == Verdict::Satisfied;
}

// 2 over 3 over 1 when several apply.
int exit_status_of(const std::vector<QueryResult>& results, bool by_expectation) {
  bool is_error = false;
  bool is_undecided = false;
  bool is_false = false;
  for (const QueryResult& r : results) {
    if (is_passed(r, by_expectation)) continue;
    is_error = is_error || r.verdict == Verdict::Error;
    is_undecided = is_undecided || r.verdict == Verdict::Unknown || r.verdict == Verdict::MaybeSatisfied ||
                   r.verdict == Verdict::MaybeNotSatisfied;
    is_false = is_false || r.verdict == Verdict::NotSatisfied || r.verdict == Verdict::Satisfied;
  }
  return is_error ? 2 : is_undecided ? 3 : is_false ? 1 : 0;
}

struct Report {
  Model::ReportFormat format;
  std::string path;
};

// 'junit=FILE' and 'sarif=FILE'; nothing, with a message, for anything else.
std::optional<std::vector<Report>> read_reports(const CheckArguments& arguments) {
  std::vector<Report> result;
  for (const std::string& text : arguments.reports) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string kind = text.substr(0, equals);
    if ((kind != "junit" && kind != "sarif") || equals + 1 >= text.size()) {
      std::cerr << "zonda: '" << text << "' is no report; write junit=FILE or sarif=FILE\n";
      return std::nullopt;
    }
    result.push_back(
        {kind == "junit" ? Model::ReportFormat::JUnit : Model::ReportFormat::Sarif, text.substr(equals + 1)});
    if (result.back().path == "-" && arguments.json) {
      std::cerr << "zonda: --json and a report cannot both go to standard output\n";
      return std::nullopt;
    }
  }
  return result;
}

bool write_reports(const Model& model, const std::vector<Report>& reports, const std::vector<QueryResult>& results) {
  bool is_written = true;
  for (const Report& r : reports) is_written = write_file(r.path, model.report(r.format, results)) && is_written;
  return is_written;
}

bool are_options_fine(CheckArguments& arguments) {
  if (!read_amounts(arguments)) return false;
  for (const std::string& query : arguments.load.queries)
    if (query.find_first_not_of(" \t\r\n") == std::string::npos) {
      std::cerr << (arguments.only_patterns ? "zonda: a pattern is empty; zonda help monitor lists them\n"
                                            : "zonda: the query behind -q is empty\n");
      return false;
    }
  if (!is_progress(arguments.progress)) return false;
  if (!arguments.trace_format.empty() && !trace_format(arguments.trace_format)) {
    std::cerr << "zonda: unknown trace format '" << arguments.trace_format
              << "'; there are text, full, json, uppaal, xml and xtr\n";
    return false;
  }
  if (arguments.json && arguments.trace_file == "-") {
    std::cerr << "zonda: --json has the traces in its object; --trace-file - would put them beside it\n";
    return false;
  }
  if (const std::string& file = arguments.check.cover_edges_file; !file.empty()) {
    const std::optional<std::string> text = read_file(file);
    if (!text) return false;
    arguments.check.cover_edges = *text + "\n";
  }
  const bool says_how = !arguments.trace_format.empty() || !arguments.trace_file.empty();
  if (says_how && arguments.check.trace == "none") arguments.check.trace = "some";
  return true;
}

// When every query was answered, the file has served its purpose; unless another one was stopped, in another run.
void finish_checkpoint(const CheckArguments& arguments, const Model::Checked& checked) {
  if (!checked.is_checkpoint_spent) return;
  for (const QueryResult& r : checked.results)
    if (r.verdict == Verdict::Unknown || r.reason.starts_with("the checkpoint")) return;
  std::error_code error;
  std::filesystem::remove(arguments.check.checkpoint, error);
}

// One after the other, each shown as soon as it is there. What is wrong with the options, or nothing.
std::string check_all(const Model& model, const CheckArguments& arguments, bool is_shown,
                      std::vector<QueryResult>& results) {
  std::string error;
  std::vector<std::size_t> chosen;
  const std::vector<QueryInfo> queries = model.queries();
  if (arguments.queries.empty()) {
    for (const QueryInfo& q : queries) chosen.push_back(q.index);
  } else if (const auto selected = select_queries(queries, arguments.queries, error)) {
    chosen = *selected;
  } else {
    return error;
  }
  const auto is_saved = [&](std::size_t index) {
    return queries[index - 1].kind == "E<>" || queries[index - 1].kind == "A[]";
  };
  if (!arguments.check.checkpoint.empty() && !std::all_of(chosen.begin(), chosen.end(), is_saved))
    std::cerr << "zonda: only E<> and A[] are saved on the way; other queries begin again\n";
  CheckOptions options = arguments.check;
  const bool shows_progress =
      arguments.progress == "on" || (arguments.progress == "auto" && isatty(STDERR_FILENO) != 0 && !arguments.quiet);
  if (shows_progress) options.progress = show_progress;
  // Options are looked at even when there is nothing to check.
  if (chosen.empty()) return model.check(options).error;
  options.chosen = chosen;
  options.on_result = [&](const QueryResult& r) {
    if (shows_progress) std::cerr << "\r\x1b[K";
    if (!is_shown) return;
    print_result(r, arguments);
    print_trace(model, arguments, r);
    std::cout.flush();
  };
  Model::Checked checked = model.check(options);
  if (!checked.error.empty()) return checked.error;
  finish_checkpoint(arguments, checked);
  results = std::move(checked.results);
  return {};
}

bool are_patterns(const Model& model) {
  for (const QueryInfo& q : model.queries()) {
    if (q.is_pattern) continue;
    std::cerr << "zonda: '" << q.formula << "' is no pattern; zonda help monitor lists them\n";
    if (q.kind != "malformed") return false;
  }
  return true;
}

// One model, read and checked: what to exit with, and the results.
int check_once(const CheckArguments& arguments, const std::vector<Report>& reports, bool is_shown,
               std::vector<QueryResult>& results) {
  if (arguments.check.memory_bytes > 0) spare_memory();  // what reading the command line took
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) {
    (void)write_reports(model, reports, {});
    return 2;
  }
  if (arguments.only_patterns && !are_patterns(model)) return 2;
  std::error_code none;
  if (!arguments.check.checkpoint.empty() && std::filesystem::exists(arguments.check.checkpoint, none))
    std::cerr << "zonda: going on from " << arguments.check.checkpoint << '\n';
  const std::string error = check_all(model, arguments, is_shown, results);
  if (!error.empty()) {
    std::cerr << "zonda: " << error << '\n';
    return 2;
  }
  const bool is_idle = results.empty();
  if (is_idle) std::cerr << "zonda: there are no queries; give some with -q or a query file\n";
  if (arguments.json) std::cout << model.check_json(arguments.check, results) << '\n';
  if (!arguments.trace_file.empty() && !write_traces(model, arguments, results)) return 2;
  if (!write_reports(model, reports, results)) return 2;
  // A pipeline that checks nothing should not look as if all were well.
  return is_idle ? 2 : exit_status_of(results, arguments.expect);
}

int run_watch(const CheckArguments& arguments, const std::vector<Report>& reports) {
  if (!arguments.check.checkpoint.empty()) {
    std::cerr << "zonda: --watch begins anew whenever a file is saved, so it cannot go with --checkpoint\n";
    return 2;
  }
  if (arguments.path == "-" || arguments.json) {
    std::cerr << "zonda: --watch needs a file to watch, and prints text\n";
    return 2;
  }
  std::vector<std::string> files{arguments.path};
  if (!arguments.load.query_file.empty()) files.push_back(arguments.load.query_file);
  files.push_back(std::filesystem::path(arguments.path).replace_extension(".q").string());
  int status = 0;
  (void)watch(files, g_interrupted, [&](bool is_first) -> std::optional<std::vector<QueryResult>> {
    std::vector<QueryResult> results;
    status = check_once(arguments, reports, is_first, results);
    return results.empty() ? std::nullopt : std::optional(std::move(results));
  });
  return status;
}

}  // namespace

int run_check(CheckArguments& arguments) {
  if (!are_options_fine(arguments)) return 2;
  const auto reports = read_reports(arguments);
  if (!reports) return 2;
  std::signal(SIGINT, on_interrupt);
  if (!arguments.check.checkpoint.empty()) std::signal(SIGTERM, on_interrupt);
  arguments.check.interrupt = &g_interrupted;
  arguments.check.hash_stats = arguments.stats;
  bool is_shown = !arguments.json;
  for (const Report& r : *reports) is_shown = is_shown && r.path != "-";
  std::vector<QueryResult> results;
  const int status =
      arguments.watch ? run_watch(arguments, *reports) : check_once(arguments, *reports, is_shown, results);
  return finish_output() ? status : 2;
}

void add_check(CLI::App& app) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand("check", "Verify the queries of a model");
  command->add_option("MODEL", arguments->path, "The model: .xml, .xta, .ta or .tck; '-' reads standard input")
      ->required();
  command->add_option("QUERIES", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  command->add_option("-q", arguments->load.queries, "A query as text; may be repeated")
      ->allow_extra_args(false)
      ->group("Queries");
  command
      ->add_option("--query", arguments->queries,
                   "Only these: a number from 1, a list such as 1,3-5, a piece of the formula or its comment, or "
                   "/REGEX/; may be repeated")
      ->allow_extra_args(false)
      ->group("Queries");
  command
      ->add_flag("--expect", arguments->expect,
                 "Exit status by what the queries say should come out (EXPECT:, <expect>)")
      ->group("Queries");
  command
      ->add_option("--labels", arguments->load.labels,
                   "For .tck models: are states with all of these labels reachable, as a,b")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Queries");
  command->add_option("--order", arguments->check.order, "auto, " + order_names())->group("Search");
  command
      ->add_option("--abstraction", arguments->check.abstraction,
                   "auto, none, extra-m, extra-m-plus, extra-lu, extra-lu-plus, alu")
      ->group("Search");
  command
      ->add_option("--keep", arguments->check.keep,
                   "Which states stay stored: auto, all, entry, cover, successors:k, distance:k, random:p, every:n, "
                   "discard:n, combination:k, committed:k")
      ->group("Search");
  command
      ->add_option("--cover-edges", arguments->check.cover_edges_file,
                   "A file with a covering set of your own, as 'info --cover' prints them")
      ->group("Search");
  command->add_flag("--hull", arguments->check.hull, "One zone a discrete state, the convex hull: may say 'maybe'")
      ->group("Approximations");
  command->add_flag("--compact", arguments->check.compact, "Store hashes of states only: may say 'maybe'")
      ->group("Approximations");
  command
      ->add_option("--bitstate", arguments->bitstate,
                   "Store three bits a state in this much memory, as 64MiB: may say 'maybe'")
      ->group("Approximations");
  command
      ->add_option("--swarm", arguments->check.swarm,
                   "So many runs with other hashes and orders (--compact, --bitstate)")
      ->group("Approximations");
  command
      ->add_option("--zones", arguments->check.zones,
                   "How zones are kept: auto, full, minimal (fewest constraints), packed")
      ->group("Search");
  command
      ->add_flag("!--no-shared-zones", arguments->check.share_zones,
                 "Keep a zone for each state, even where others have the same one")
      ->group("Search");
  command
      ->add_flag("!--no-packing", arguments->check.pack,
                 "Keep locations and variables in four bytes each, not in a few bits")
      ->group("Search");
  command->add_option("--reduce", arguments->check.reduce, "auto, none, dead-variables")->group("Search");
  command
      ->add_flag("!--no-share", arguments->check.share,
                 "Explore anew for each query, even where one exploration would do")
      ->group("Search");
  command->add_flag("--nonzeno", arguments->check.nonzeno, "E[], A<> and -->: only runs whose time diverges count")
      ->group("Search");
  command->add_option("--seed", arguments->check.seed, "For random orders")->group("Search");
  command
      ->add_option("--shuffle", arguments->check.shuffle,
                   "The successors of each state in random order, from this seed")
      ->group("Search");
  command
      ->add_option("--memory", arguments->memory,
                   "Use no more memory than this, as 2GiB, and give up if that is not enough")
      ->group("Limits");
  command
      ->add_option("--spill", arguments->check.spill,
                   "A folder for waiting states, when memory is short and all else has been done (--memory)")
      ->group("Limits");
  command->add_option("--time", arguments->time, "Give up on a query after this long, as 60s")->group("Limits");
  command
      ->add_option("--checkpoint", arguments->check.checkpoint,
                   "Save the search in this file now and then; the same command goes on from there")
      ->group("Limits");
  command->add_option("--checkpoint-interval", arguments->checkpoint_interval, "How often, as 60s (the default)")
      ->group("Limits");
  command->add_option("--trace", arguments->check.trace, "Show a run that proves the answer: some, shortest or fastest")
      ->group("Traces");
  command
      ->add_option("--trace-format", arguments->trace_format,
                   "text, full, json, uppaal, xml, xtr: full has whole states, the last three are UPPAAL's")
      ->group("Traces");
  command->add_option("--trace-file", arguments->trace_file, "Write traces there; the extension says the format")
      ->group("Traces");
  command->add_flag("--json", arguments->json, "Print one JSON object")->group("Output");
  command
      ->add_option("--report", arguments->reports, "junit=FILE or sarif=FILE: a report for a pipeline; may be repeated")
      ->allow_extra_args(false)
      ->group("Output");
  command
      ->add_flag("--watch", arguments->watch, "Check again whenever a file is saved, and tell which verdicts changed")
      ->group("Output");
  add_run_options(*command,
                  {arguments->stats, arguments->quiet, arguments->progress, arguments->load.disabled_warnings});
  command->footer(
      "Exit status: 2 bad usage, a bad model, no query, or one that cannot be answered; else 3 some query is "
      "undecided\n"
      "(a limit was reached, or the answer is 'maybe'); else 1 some query is not satisfied; else 0. With --expect, a\n"
      "query that says what should come out counts as satisfied when it does.");
  command->callback([arguments] { set_exit_status(run_check(*arguments)); });
}

}  // namespace zonda::cli
