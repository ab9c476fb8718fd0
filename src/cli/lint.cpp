// zonda lint, zonda fmt, zonda diff: help with writing a model.
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/format_words.hpp"
#include "cli/table_options.hpp"
#include "zonda/edit.hpp"
#include "zonda/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

namespace zonda::cli {

namespace {

struct LintArguments {
  std::vector<std::string> paths;
  LoadOptions load;
  bool fix = false;
  std::string sarif;
};

// Repairs the file; false, with a message, if it could not be written.
bool repair(const std::string& path) {
  const Edited edited = fix_file(path);
  if (!edited.error.empty()) {
    std::cerr << "zonda: " << edited.error << '\n';
    return true;  // lint itself reports what is wrong with the file
  }
  for (const std::string& note : edited.notes) std::cout << note << '\n';
  return !edited.is_changed || replace_file(path, edited.text);
}

int lint(const std::string& path, const LintArguments& arguments) {
  if (arguments.fix && !repair(path)) return 2;
  const Model model = Model::load(path, arguments.load);
  std::cout << model.messages();
  if (!arguments.sarif.empty() && !write_file(arguments.sarif, model.report(Model::ReportFormat::Sarif, {}))) return 2;
  std::size_t repairable = 0;
  if (!arguments.fix && model.is_usable() && path != "-") repairable = fix_file(path).notes.size();
  const auto count = [](std::size_t n, const char* what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); };
  std::cout << fmt::format("{}: {}, {}{}\n", path, count(model.error_count(), "error"),
                           count(model.warning_count(), "warning"),
                           repairable > 0 ? fmt::format("; --fix repairs {}", repairable) : "");
  return model.error_count() > 0 || !model.is_read() ? 2 : model.warning_count() > 0 ? 1 : 0;
}

int run_lint(const LintArguments& arguments) {
  if (!arguments.sarif.empty() && arguments.paths.size() > 1) {
    std::cerr << "zonda: --sarif is for one model at a time\n";
    return 2;
  }
  if (arguments.fix && std::find(arguments.paths.begin(), arguments.paths.end(), "-") != arguments.paths.end()) {
    std::cerr << "zonda: --fix writes files, and standard input is not a file\n";
    return 2;
  }
  int status = 0;
  for (const std::string& path : arguments.paths) status = std::max(status, lint(path, arguments));
  return finish_output() ? status : 2;
}

struct FormatArguments {
  std::vector<std::string> paths;
  bool in_place = false;
  bool check = false;
};

int run_format(const FormatArguments& arguments) {
  int status = 0;
  if (arguments.paths.size() > 1 && !arguments.in_place && !arguments.check) {
    std::cerr << "zonda: for several files, say -i (write them) or --check (only look)\n";
    return 2;
  }
  if (arguments.in_place && arguments.check) {
    std::cerr << "zonda: -i writes the files, --check leaves them alone; choose one\n";
    return 2;
  }
  for (const std::string& path : arguments.paths) {
    if (arguments.in_place && path == "-") {
      std::cerr << "zonda: -i writes files, and standard input is not a file\n";
      return 2;
    }
    const Edited edited = format_file(path);
    for (const std::string& note : edited.notes) std::cerr << "zonda: " << note << '\n';
    if (!edited.error.empty()) {
      std::cerr << "zonda: " << edited.error << '\n';
      status = 2;
      continue;
    }
    if (arguments.check && edited.is_changed) {
      std::cout << path << " would change\n";
      status = std::max(status, 1);
    }
    if (arguments.check) continue;
    if (!arguments.in_place) std::cout << edited.text;
    if (arguments.in_place && edited.is_changed && !replace_file(path, edited.text)) status = 2;
  }
  return finish_output() ? status : 2;
}

struct DiffArguments {
  std::string before;
  std::string after;
};

int run_diff(const DiffArguments& arguments) {
  const Compared compared = compare_models(arguments.before, arguments.after);
  if (!compared.error.empty()) {
    std::cerr << compared.error;
    return 2;
  }
  for (const Difference& d : compared.differences) {
    const bool is_added = d.kind == Difference::Kind::Added;
    const bool is_removed = d.kind == Difference::Kind::Removed;
    std::cout << fmt::format("{} {}\n", is_added ? "added" : is_removed ? "removed" : "changed", d.what);
    // The text of a query is its name.
    if (d.what.starts_with("query ") && (is_added || is_removed)) continue;
    if (!is_added) std::cout << "  - " << d.before << '\n';
    if (!is_removed) std::cout << "  + " << d.after << '\n';
  }
  if (compared.differences.empty()) std::cout << "the models are the same\n";
  return !finish_output() ? 2 : compared.differences.empty() ? 0 : 1;
}

}  // namespace

void add_lint(CommandLine& line) {
  auto arguments = std::make_shared<LintArguments>();
  Command command = line.add_command("lint", "List what looks odd in models, and repair what is safe to repair");
  command.add_option("MODEL", arguments->paths, "Models: " + model_extensions()).required();
  command.add_flag("--fix", arguments->fix, "Repair what can be repaired without changing what the model does");
  command.add_option("--sarif", arguments->sarif, "Write a SARIF report there");
  add_no_warn(command, arguments->load.disabled_warnings);
  command.set_footer(
      "--fix adds parentheses where older releases of UPPAAL read a formula differently, and removes assignments of a\n"
      "variable to itself and unused variables of functions. zonda info --warnings lists all warnings.\n"
      "Exit status: 0 nothing to say, 1 warnings, 2 errors.");
  command.set_action([arguments] { set_exit_status(run_lint(*arguments)); });
}

void add_format(CommandLine& line) {
  auto arguments = std::make_shared<FormatArguments>();
  const auto tidied = [](FormatInfo::Tidying how) {
    return listed(extensions([&](const FormatInfo& f) { return f.tidying == how; }), "and");
  };
  Command command = line.add_command(
      "fmt", fmt::format("Put {} files and the declarations of {} files into uniform layout",
                         tidied(FormatInfo::Tidying::WholeText), tidied(FormatInfo::Tidying::Declarations)));
  command
      .add_option("FILE", arguments->paths,
                  "The files; one, or standard input for '-', is printed, unless -i or --check is given")
      .required();
  command.add_flag("-i", arguments->in_place, "Write the files");
  command.add_flag("--check", arguments->check, "Only tell which files would change");
  command.set_footer(
      "Line breaks and comments stay; indentation and blanks become uniform. The tokens of the result are compared "
      "with\n"
      "those before. Exit status: 0 success, 1 with --check: some would change, 2 a file could not be read or "
      "written.");
  command.set_action([arguments] { set_exit_status(run_format(*arguments)); });
}

void add_diff(CommandLine& line) {
  auto arguments = std::make_shared<DiffArguments>();
  Command command = line.add_command("diff", "Tell what changed between two models");
  command.add_option("BEFORE", arguments->before, "A model in any format").required();
  command.add_option("AFTER", arguments->after, "Another one; the formats may differ").required();
  command.set_footer(
      "By declaration, template, location, edge and query; layout, comments and the order of declarations do not "
      "count.\n"
      "Exit status: 0 the same, 1 different, 2 a model could not be read.");
  command.set_action([arguments] { set_exit_status(run_diff(*arguments)); });
}

}  // namespace zonda::cli
