// zonda check MODEL [QUERIES]
#include "cli/check_command.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/format_words.hpp"
#include "cli/process_memory.hpp"
#include "cli/progress.hpp"
#include "cli/select_queries.hpp"
#include "cli/watch.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

namespace zonda::cli {

namespace {

void show_progress(const Progress& p) {
  std::cerr << fmt::format("\r\x1b[Kquery {}: {}", p.query, progress_text(p));
  for (const auto stage : {&CheckStats::compressed, &CheckStats::dropped, &CheckStats::spilled})
    if ((p.stats.*stage).times > 0) std::cerr << fmt::format(", {} {}", label_of(stage), (p.stats.*stage).times);
  if (p.stats.checkpoints > 0) std::cerr << fmt::format(", checkpoint {}", p.stats.checkpoints);
}

// Whether the query counts as passed: with --expect, by comparison with the outcome that its text expects.
bool is_passed(const QueryResult& r, bool by_expectation) {
  return by_expectation && !r.expected.empty() ? r.is_as_expected : r.verdict == Verdict::Satisfied;
}

// If several apply, 2 comes before 3, and 3 before 1.
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

// The reports that --report asks for; nothing, with a message, if the option is wrong.
std::optional<std::vector<Report>> read_reports(const ProgramOptions& options) {
  std::vector<std::string> kinds;
  for (const OptionValue& value : option_values(option_of(&ProgramOptions::reports))) kinds.push_back(value.text());
  std::vector<Report> result;
  for (const std::string& text : options.reports) {
    const std::size_t file = text.find('=') + 1;  // 0: there is none
    const auto kind = std::ranges::find_if(
        kinds, [&](const std::string& k) { return file > 0 && k.substr(0, k.find('=') + 1) == text.substr(0, file); });
    if (kind == kinds.end() || file == text.size()) {
      std::cerr << fmt::format("zonda: '{}' is not a report; write {}\n", text, fmt::join(kinds, " or "));
      return std::nullopt;
    }
    result.push_back({static_cast<Model::ReportFormat>(kind - kinds.begin()), text.substr(file)});
    if (result.back().path == "-" && options.json) {
      std::cerr << fmt::format("zonda: {} and a report cannot both go to standard output\n",
                               flag_of(&ProgramOptions::json));
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
  if (!are_values_fine(arguments)) return false;
  if (arguments.given.contains(option_of(&CheckOptions::checkpoint_seconds).field) &&
      arguments.check.checkpoint.empty()) {
    std::cerr << fmt::format("zonda: {} is for {}\n", flag_of(&CheckOptions::checkpoint_seconds),
                             flag_of(&CheckOptions::checkpoint));
    return false;
  }
  for (const std::string& query : arguments.load.queries)
    if (query.find_first_not_of(" \t\r\n") == std::string::npos) {
      std::cerr << (arguments.only_patterns ? "zonda: a pattern is empty; zonda help monitor lists them\n"
                                            : "zonda: the query after -q is empty\n");
      return false;
    }
  if (const std::string& file = arguments.check.cover_edges_file; !file.empty()) {
    const std::optional<std::string> text = read_file(file);
    if (!text) return false;
    arguments.check.cover_edges = *text + "\n";
  }
  const bool says_how = !arguments.program.trace_format.empty() || !arguments.program.trace_file.empty();
  if (says_how && arguments.check.trace == kNone) arguments.check.trace = kSomeTrace;
  return true;
}

// Removes the checkpoint when every query was answered, unless it has a search that was stopped in another run.
void finish_checkpoint(const CheckArguments& arguments, const Model::Checked& checked) {
  if (!checked.is_checkpoint_spent) return;
  for (const QueryResult& r : checked.results)
    if (r.verdict == Verdict::Unknown || r.refusal == Refusal::Checkpoint) return;
  std::error_code error;
  std::filesystem::remove(arguments.check.checkpoint, error);
}

// Checks the queries one after the other and shows each result at once. Returns what is wrong with the options, or
// nothing.
std::string check_all(const Model& model, const CheckArguments& arguments, bool is_shown,
                      std::vector<QueryResult>& results) {
  std::string error;
  std::vector<std::size_t> chosen;
  const std::vector<QueryInfo> queries = model.queries();
  if (arguments.program.queries.empty()) {
    for (const QueryInfo& q : queries) chosen.push_back(q.index);
  } else if (const auto selected = select_queries(queries, arguments.program.queries, error)) {
    chosen = *selected;
  } else {
    return error;
  }
  CheckOptions options = arguments.check;
  const bool has_progress = shows_progress(arguments.program);
  if (has_progress) options.progress = show_progress;
  // Options are checked even if there is no query to check.
  if (chosen.empty()) return model.check(options).error;
  options.chosen = chosen;
  options.on_result = [&](const QueryResult& r) {
    if (has_progress) std::cerr << "\r\x1b[K";
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
    std::cerr << "zonda: '" << q.formula << "' is not a pattern; zonda help monitor lists them\n";
    if (q.kind != "malformed") return false;
  }
  return true;
}

// Reads and checks one model; returns the exit status and the results.
int check_once(const CheckArguments& arguments, const std::vector<Report>& reports, bool is_shown,
               std::vector<QueryResult>& results) {
  if (arguments.check.memory_bytes > 0) spare_program();  // returns the memory that reading the command line took
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) {
    (void)write_reports(model, reports, {});
    return 2;
  }
  if (arguments.only_patterns && !are_patterns(model)) return 2;
  std::error_code none;
  if (!arguments.check.checkpoint.empty() && std::filesystem::exists(arguments.check.checkpoint, none))
    std::cerr << "zonda: continuing from " << arguments.check.checkpoint << '\n';
  const std::string error = check_all(model, arguments, is_shown, results);
  if (!error.empty()) {
    std::cerr << "zonda: " << error << '\n';
    return 2;
  }
  const bool is_idle = results.empty();
  if (is_idle) std::cerr << "zonda: there are no queries; give some with -q or a query file\n";
  if (arguments.program.json) std::cout << model.check_json(arguments.check, results) << '\n';
  if (!arguments.program.trace_file.empty() && !write_traces(model, arguments, results)) return 2;
  if (!write_reports(model, reports, results)) return 2;
  // A pipeline that checks nothing must not look like a success.
  return is_idle ? 2 : exit_status_of(results, arguments.program.expect);
}

int run_watch(const CheckArguments& arguments, const std::vector<Report>& reports) {
  if (!arguments.check.checkpoint.empty()) {
    std::cerr << fmt::format("zonda: {} starts again whenever a file is saved, so it cannot be combined with {}\n",
                             flag_of(&ProgramOptions::watch), flag_of(&CheckOptions::checkpoint));
    return 2;
  }
  if (arguments.path == "-" || arguments.program.json) {
    std::cerr << fmt::format("zonda: {} needs a file to watch, and prints text\n", flag_of(&ProgramOptions::watch));
    return 2;
  }
  std::vector<std::string> files{arguments.path};
  if (!arguments.load.query_file.empty()) files.push_back(arguments.load.query_file);
  for (const std::string& extension : extensions([](const FormatInfo& f) { return f.is_of_queries; }))
    files.push_back(std::filesystem::path(arguments.path).replace_extension(extension).string());
  int status = 0;
  (void)watch(files, interrupted(), [&](bool is_first) -> std::optional<std::vector<QueryResult>> {
    std::vector<QueryResult> results;
    status = check_once(arguments, reports, is_first, results);
    return results.empty() ? std::nullopt : std::optional(std::move(results));
  });
  return status;
}

}  // namespace

int run_check(CheckArguments& arguments) {
  for (const std::string& text : arguments.program.query_texts) arguments.load.queries.push_back(text);
  arguments.load.labels = arguments.program.labels;
  arguments.load.disabled_warnings = arguments.program.disabled_warnings;
  if (!are_options_fine(arguments)) return 2;
  const auto reports = read_reports(arguments.program);
  if (!reports) return 2;
  catch_interrupts(!arguments.check.checkpoint.empty());
  arguments.check.interrupt = &interrupted();
  arguments.check.hash_stats = arguments.program.stats;
  arguments.check.on_stage = memory_hook();
  arguments.load.on_stage = memory_hook();
  bool is_shown = !arguments.program.json;
  for (const Report& r : *reports) is_shown = is_shown && r.path != "-";
  std::vector<QueryResult> results;
  const int status =
      arguments.program.watch ? run_watch(arguments, *reports) : check_once(arguments, *reports, is_shown, results);
  return finish_output() ? status : 2;
}

void add_check(CommandLine& line) {
  auto arguments = std::make_shared<CheckArguments>();
  Command command = line.add_command("check", "Verify the queries of a model");
  command.add_option("MODEL", arguments->path, model_help()).required();
  command.add_option("QUERIES", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  add_table_options(command, kCheck, *arguments);
  command.set_footer(fmt::format(
      "Exit status: 2 bad usage, a bad model, no query, or one that cannot be answered; else 3 some query is "
      "undecided\n"
      "(a limit was reached, or the answer is 'maybe'); else 1 some query is not satisfied; else 0. With {}, a\n"
      "query with an expected outcome counts as satisfied if that is the outcome.",
      flag_of(&ProgramOptions::expect)));
  command.set_action([arguments] { set_exit_status(run_check(*arguments)); });
}

}  // namespace zonda::cli
