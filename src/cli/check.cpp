// zonda check MODEL [QUERIES]
#include "cli/commands.hpp"
#include "cli/quantity.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

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

struct CheckArguments {
  std::string path;
  LoadOptions load;
  CheckOptions check;
  std::optional<std::size_t> query;
  std::string memory;
  std::string time;
  std::string progress = "auto";
  std::string trace_format;
  std::string trace_file;
  bool json = false;
  bool stats = false;
  bool quiet = false;
};

void show_progress(const Progress& p) {
  const double rate = p.stats.seconds > 0 ? static_cast<double>(p.stats.visited) / p.stats.seconds : 0;
  std::cerr << fmt::format("\r\x1b[Kquery {}: {} visited ({:.0f}/s), {} stored, {} waiting, {:.1f} MiB", p.query,
                           p.stats.visited, rate, p.stats.stored, p.waiting,
                           static_cast<double>(p.stats.store_bytes) / (1 << 20));
}

std::optional<Model::TraceFormat> trace_format(std::string_view name) {
  using Format = Model::TraceFormat;
  if (name == "text") return Format::Text;
  if (name == "full") return Format::FullText;
  if (name == "json") return Format::Json;
  if (name == "uppaal") return Format::Uppaal;
  if (name == "xml") return Format::Xml;
  if (name == "xtr") return Format::Xtr;
  return std::nullopt;
}

// What was asked for, or what the name of the file says.
Model::TraceFormat trace_format(const CheckArguments& arguments) {
  if (!arguments.trace_format.empty()) return trace_format(arguments.trace_format).value_or(Model::TraceFormat::Text);
  const std::string extension = std::filesystem::path(arguments.trace_file).extension().string();
  if (extension == ".json" || extension == ".xml" || extension == ".xtr")
    return *trace_format(std::string_view(extension).substr(1));
  return Model::TraceFormat::Text;
}

// With several queries, each trace has its own file: out-2.xtr.
std::string trace_path(const CheckArguments& arguments, const QueryResult& r, bool is_only) {
  if (is_only || arguments.trace_file == "-") return arguments.trace_file;
  const std::filesystem::path path(arguments.trace_file);
  const std::string name = fmt::format("{}-{}{}", path.stem().string(), r.index, path.extension().string());
  return (path.parent_path() / name).string();
}

bool write_traces(const Model& model, const CheckArguments& arguments, const std::vector<QueryResult>& results) {
  for (const QueryResult& r : results) {
    if (r.trace == nullptr) continue;
    const std::string path = trace_path(arguments, r, results.size() == 1);
    if (!write_file(path, model.write_trace(*r.trace, trace_format(arguments)))) return false;
    if (path != "-") std::cerr << "zonda: the trace of query " << r.index << " is in " << path << '\n';
  }
  return true;
}

void print_trace(const Model& model, const CheckArguments& arguments, const QueryResult& r) {
  if (!r.trace_note.empty()) std::cout << "      " << r.trace_note << '\n';
  if (r.trace == nullptr || !arguments.trace_file.empty()) return;
  std::cout << model.write_trace(*r.trace, trace_format(arguments));
}

void print_result(const QueryResult& r, const CheckArguments& arguments) {
  std::cout << fmt::format("{:>2}  {}\n      {}", r.index, r.formula, to_string(r.verdict));
  if (!r.reason.empty()) std::cout << ": " << r.reason;
  std::cout << '\n';
  if (!arguments.stats) return;
  const CheckStats& s = r.stats;
  const auto per_second = [&](std::uint64_t n) { return s.seconds > 0 ? static_cast<double>(n) / s.seconds : 0.0; };
  const auto percent = [](std::uint64_t part, std::uint64_t all) {
    return all > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(all) : 0.0;
  };
  std::cout << fmt::format("      visited      {:>12}  {:.0f} a second\n", s.visited, per_second(s.visited));
  std::cout << fmt::format("      stored       {:>12}  {:.1f} % of visited, peak {}\n", s.stored,
                           percent(s.stored, s.visited), s.peak_stored);
  std::cout << fmt::format("      covered      {:>12}  {:.1f} % of transitions\n", s.covered,
                           percent(s.covered, s.transitions));
  std::cout << fmt::format("      mistakes     {:>12}  {:.1f} % of visited\n", s.mistakes,
                           percent(s.mistakes, s.visited));
  if (s.touched > 0) std::cout << fmt::format("      touched      {:>12}  to order those that wait\n", s.touched);
  std::cout << fmt::format("      transitions  {:>12}  {:.0f} a second\n", s.transitions, per_second(s.transitions));
  std::cout << fmt::format("      discrete     {:>12}\n", s.discrete_states);
  std::cout << fmt::format("      zones        {:>12}  {:.1f} % of operations remembered\n", s.zones,
                           percent(s.zone_hits, s.zone_operations));
  std::cout << fmt::format("      store        {:>12} bytes  {:.1f} a state\n", s.store_bytes,
                           s.stored > 0 ? static_cast<double>(s.store_bytes) / static_cast<double>(s.stored) : 0.0);
  std::cout << fmt::format("      peak memory  {:>12} bytes\n", s.peak_bytes);
  std::cout << fmt::format("      time         {:>12.3f} s\n", s.seconds);
}

// 2 over 3 over 1 when several apply.
int exit_status_of(const std::vector<QueryResult>& results) {
  bool is_error = false;
  bool is_undecided = false;
  bool is_false = false;
  for (const QueryResult& r : results) {
    is_error = is_error || r.verdict == Verdict::Error;
    is_undecided = is_undecided || r.verdict == Verdict::Unknown || r.verdict == Verdict::MaybeSatisfied ||
                   r.verdict == Verdict::MaybeNotSatisfied;
    is_false = is_false || r.verdict == Verdict::NotSatisfied;
  }
  return is_error ? 2 : is_undecided ? 3 : is_false ? 1 : 0;
}

bool read_limits(CheckArguments& arguments) {
  const auto memory = parse_bytes(arguments.memory);
  const auto time = parse_seconds(arguments.time);
  if (!memory) std::cerr << "zonda: '" << arguments.memory << "' is no amount of memory; write 2GiB or 500MB\n";
  if (!time) std::cerr << "zonda: '" << arguments.time << "' is no time; write 60s, 5m or 1h\n";
  if (!memory || !time) return false;
  arguments.check.memory_bytes = *memory;
  arguments.check.seconds = *time;
  return true;
}

int run_check(CheckArguments& arguments) {
  if (!read_limits(arguments)) return 2;
  if (arguments.query == 0) {
    std::cerr << "zonda: there is no query 0; queries count from 1\n";
    return 2;
  }
  arguments.check.only = arguments.query.value_or(0);
  if (!arguments.trace_format.empty() && !trace_format(arguments.trace_format)) {
    std::cerr << "zonda: unknown trace format '" << arguments.trace_format
              << "'; there are text, full, json, uppaal, xml and xtr\n";
    return 2;
  }
  if (arguments.json && arguments.trace_file == "-") {
    std::cerr << "zonda: --json has the traces in its object; --trace-file - would put them beside it\n";
    return 2;
  }
  const bool says_how = !arguments.trace_format.empty() || !arguments.trace_file.empty();
  if (says_how && arguments.check.trace == "none") arguments.check.trace = "some";
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  std::signal(SIGINT, on_interrupt);
  arguments.check.interrupt = &g_interrupted;
  const bool shows_progress =
      arguments.progress == "on" || (arguments.progress == "auto" && isatty(STDERR_FILENO) != 0 && !arguments.quiet);
  if (shows_progress) arguments.check.progress = show_progress;
  const Model::Checked checked = model.check(arguments.check);
  if (shows_progress) std::cerr << "\r\x1b[K";
  if (!checked.error.empty()) {
    std::cerr << "zonda: " << checked.error << '\n';
    return 2;
  }
  if (checked.results.empty()) std::cerr << "zonda: there are no queries; give some with -q or a query file\n";
  if (arguments.json)
    std::cout << model.check_json(arguments.check, checked.results) << '\n';
  else
    for (const QueryResult& r : checked.results) {
      print_result(r, arguments);
      print_trace(model, arguments, r);
    }
  if (!arguments.trace_file.empty() && !write_traces(model, arguments, checked.results)) return 2;
  return finish_output() ? exit_status_of(checked.results) : 2;
}

}  // namespace

void add_check(CLI::App& app) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* command = app.add_subcommand("check", "Verify the queries of a model");
  command->add_option("MODEL", arguments->path, "The model: .xml, .xta, .ta or .tck; '-' reads standard input")
      ->required();
  command->add_option("QUERIES", arguments->load.query_file, "A query file (default: those in the model, or MODEL.q)");
  command->add_option("-q", arguments->load.queries, "A query as text; may be repeated")
      ->allow_extra_args(false)
      ->group("Queries");
  command->add_option("--query", arguments->query, "Only the N-th query, from 1")->group("Queries");
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
  command->add_option("--reduce", arguments->check.reduce, "auto, none, dead-variables")->group("Search");
  command->add_option("--seed", arguments->check.seed, "For random orders")->group("Search");
  command
      ->add_option("--shuffle", arguments->check.shuffle,
                   "The successors of each state in random order, from this seed")
      ->group("Search");
  command->add_option("--memory", arguments->memory, "Give up beyond this much memory, as 2GiB")->group("Limits");
  command->add_option("--time", arguments->time, "Give up on a query after this long, as 60s")->group("Limits");
  command->add_option("--trace", arguments->check.trace, "Show a run that proves the answer: some, shortest or fastest")
      ->group("Traces");
  command
      ->add_option("--trace-format", arguments->trace_format,
                   "text, full (whole states), json, or UPPAAL's uppaal, xml, xtr")
      ->group("Traces");
  command->add_option("--trace-file", arguments->trace_file, "Write traces there; the extension says the format")
      ->group("Traces");
  command->add_flag("--json", arguments->json, "Print one JSON object")->group("Output");
  command->add_flag("--stats", arguments->stats, "Print what was counted")->group("Output");
  command->add_flag("--quiet", arguments->quiet, "No progress")->group("Output");
  command->add_option("--progress", arguments->progress, "on, off or auto: on a terminal")->group("Output");
  command->add_option("--no-warn", arguments->load.disabled_warnings, "Leave out warnings by name, or 'all'")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Output");
  command->footer(
      "Exit status: 2 bad usage, a bad model, or a query that cannot be answered; else 3 some query is undecided\n"
      "(a limit was reached, or the answer is 'maybe'); else 1 some query is not satisfied; else 0.");
  command->callback([arguments] { set_exit_status(run_check(*arguments)); });
}

}  // namespace zonda::cli
