// zonda diagnose MODEL
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/format_words.hpp"
#include "cli/process_memory.hpp"
#include "cli/progress.hpp"
#include "cli/table_options.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace zonda::cli {

namespace {

struct DiagnoseArguments : TableOptions {
  std::string path;
  LoadOptions load;
  DiagnoseOptions diagnose;
  bool all = false;
  bool list_kinds = false;
};

void print_kinds() {
  for (const FindingKind& k : finding_kinds()) std::cout << fmt::format("  {:<24}{}\n", k.name, k.meaning);
}

void print_ranges(const Diagnosis& d, bool all) {
  constexpr std::size_t kMost = 30;
  if (d.ranges.empty()) return;
  std::size_t width = 0;
  for (const VariableRange& r : d.ranges) width = std::max(width, r.name.size());
  const bool has_errors = std::any_of(d.findings.begin(), d.findings.end(), [](const Finding& f) {
    return f.kind == "overflow" || f.kind == "underflow" || f.kind == "run-time-error";
  });
  std::cout << (d.is_explored ? "smallest ranges that suffice" : "values seen so far")
            << (has_errors ? ", moves that end in an error left out:\n" : ":\n");
  for (std::size_t i = 0; i < d.ranges.size(); ++i) {
    if (i == kMost && !all) {
      std::cout << fmt::format("  … and {} more; --all lists them\n", d.ranges.size() - i);
      break;
    }
    const VariableRange& r = d.ranges[i];
    const std::string range = fmt::format("[{},{}]", r.low, r.high);
    std::cout << fmt::format("  {:<{}}  {:<14} of [{},{}]\n", r.name, width, range, r.declared_low, r.declared_high);
  }
}

void print_list(std::string_view title, const std::vector<std::string>& kinds) {
  if (kinds.empty()) return;
  std::cout << "  " << title;
  for (std::size_t i = 0; i < kinds.size(); ++i) std::cout << (i == 0 ? " " : ", ") << kinds[i];
  std::cout << '\n';
}

// Prints what a limit left open.
void print_open(const Diagnosis& d) {
  if (d.incomplete.empty()) return;
  std::cout << "incomplete: " << d.incomplete << '\n';
  print_list("not looked for:", d.not_looked_for);
  print_list("there may be more:", d.maybe_more);
  std::cout << (d.is_explored ? "  everything else is complete\n" : "  ranges may be wider\n");
}

void print_findings(const Model& model, const DiagnoseArguments& arguments, const Diagnosis& d) {
  for (const Finding& f : d.findings) {
    std::cout << f.excerpt;
    for (const std::string& line : f.details) std::cout << "    " << line << '\n';
    if (!f.trace_note.empty()) std::cout << "    " << f.trace_note << '\n';
    if (f.trace != nullptr) std::cout << model.write_trace(*f.trace, Model::TraceFormat::Text);
  }
  for (const std::string& line : d.more) std::cout << "… " << line << "; --most N lists more\n";
  print_ranges(d, arguments.all);
  if (!d.note.empty()) std::cout << "note: " << d.note << '\n';
  const std::size_t all = d.findings.size() + d.not_listed;
  const std::string count = all == 0   ? std::string("nothing found")
                            : all == 1 ? std::string("1 finding")
                                       : fmt::format("{} findings", all);
  std::cout << count << (d.incomplete.empty() ? "" : " so far");
  if (d.not_listed > 0) std::cout << fmt::format(", {} of them not listed", d.not_listed);
  std::cout << '\n';
  print_open(d);
  if (arguments.program.stats) std::cout << statistics_text(d.stats);
}

int run_diagnose(DiagnoseArguments& arguments) {
  if (arguments.list_kinds) {
    print_kinds();
    return finish_output() ? 0 : 2;
  }
  if (arguments.path.empty()) {
    std::cerr << "zonda diagnose: which model?\nzonda diagnose --help says how to call it.\n";
    return 2;
  }
  if (!are_values_fine(arguments)) return 2;
  arguments.load.disabled_warnings = arguments.program.disabled_warnings;
  arguments.diagnose.memory_bytes = arguments.check.memory_bytes;
  arguments.diagnose.seconds = arguments.check.seconds;
  if (arguments.given.contains(option_of(&CheckOptions::trace).field)) arguments.diagnose.trace = arguments.check.trace;
  arguments.load.on_stage = memory_hook();
  arguments.diagnose.on_stage = memory_hook();
  const Model model = Model::load(arguments.path, arguments.load);
  std::cerr << model.messages();
  if (!model.is_usable()) return 2;
  catch_interrupts(false);
  arguments.diagnose.interrupt = &interrupted();
  arguments.diagnose.hash_stats = arguments.program.stats;
  const bool has_progress = shows_progress(arguments.program);
  if (has_progress)
    arguments.diagnose.progress = [](const Progress& p) { std::cerr << "\r\x1b[K" << progress_text(p); };
  const Diagnosis d = model.diagnose(arguments.diagnose);
  if (has_progress) std::cerr << "\r\x1b[K";
  if (!d.error.empty()) {
    std::cerr << "zonda: " << d.error << '\n';
    return 2;
  }
  if (arguments.program.json)
    std::cout << model.diagnose_json(arguments.diagnose, d) << '\n';
  else
    print_findings(model, arguments, d);
  if (!finish_output()) return 2;
  return !d.incomplete.empty() ? 3 : d.findings.empty() && d.not_listed == 0 ? 0 : 1;
}

}  // namespace

void add_diagnose(CommandLine& line) {
  auto arguments = std::make_shared<DiagnoseArguments>();
  Command command = line.add_command("diagnose", "Look for what is odd about a model, whatever its queries say");
  command.add_option("MODEL", arguments->path, model_help());
  command.add_option("QUERIES", arguments->load.query_file,
                     "A query file; clocks and variables in queries count as used (default: as for check)");
  command.add_option("--ignore", arguments->diagnose.ignored, "Kinds of findings to leave out, as a,b")
      .delimiter(',')
      .one_value_each_time()
      .group("Findings");
  command.add_flag("--kinds", arguments->list_kinds, "List the kinds of findings").group("Findings");
  command
      .add_flag("--each-process", arguments->diagnose.each_process,
                "Also report what only some processes of a template never do")
      .group("Findings");
  command.add_option("--most", arguments->diagnose.most_of_a_kind, "Deadlocks, loops and so on to list (default: 20)")
      .group("Findings");
  add_table_options(command, kDiagnose, *arguments);
  command.add_flag("--all", arguments->all, "List the ranges of all variables, however many there are").group("Output");
  command.set_footer(
      "Exit status: 0 nothing was found, 1 there are findings, 2 bad usage or a bad model, 3 a limit was reached "
      "before\n"
      "everything was seen.");
  command.set_action([arguments] { set_exit_status(run_diagnose(*arguments)); });
}

}  // namespace zonda::cli
