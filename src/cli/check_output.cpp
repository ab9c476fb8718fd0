// The output of check: verdicts, statistics, traces.
#include "cli/check_command.hpp"
#include "cli/commands.hpp"
#include "cli/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace zonda::cli {

std::optional<Model::TraceFormat> trace_format(std::string_view name) {
  const std::vector<OptionValue> names = option_values(option_of(&ProgramOptions::trace_format));
  const auto found = std::ranges::find(names, name, &OptionValue::name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Model::TraceFormat>(found - names.begin());
}

namespace {

// The requested format, or the one that the extension of the file stands for.
Model::TraceFormat chosen_format(const CheckArguments& arguments) {
  if (!arguments.program.trace_format.empty())
    return trace_format(arguments.program.trace_format).value_or(Model::TraceFormat::Text);
  const std::string extension = std::filesystem::path(arguments.program.trace_file).extension().string();
  if (extension == ".json" || extension == ".xml" || extension == ".xtr")
    return *trace_format(std::string_view(extension).substr(1));
  return Model::TraceFormat::Text;
}

// With several queries, each trace has its own file: out-2.xtr.
std::string trace_path(const CheckArguments& arguments, const QueryResult& r, bool is_only) {
  if (is_only || arguments.program.trace_file == "-") return arguments.program.trace_file;
  const std::filesystem::path path(arguments.program.trace_file);
  const std::string name = fmt::format("{}-{}{}", path.stem().string(), r.index, path.extension().string());
  return (path.parent_path() / name).string();
}

}  // namespace

bool write_traces(const Model& model, const CheckArguments& arguments, const std::vector<QueryResult>& results) {
  for (const QueryResult& r : results) {
    if (r.trace == nullptr) continue;
    const std::string path = trace_path(arguments, r, results.size() == 1);
    if (!write_file(path, model.write_trace(*r.trace, chosen_format(arguments)))) return false;
    if (path != "-") std::cerr << "zonda: the trace of query " << r.index << " is in " << path << '\n';
  }
  return true;
}

void print_trace(const Model& model, const CheckArguments& arguments, const QueryResult& r) {
  if (!r.trace_note.empty()) std::cout << "      " << r.trace_note << '\n';
  if (r.trace == nullptr || !arguments.program.trace_file.empty()) return;
  std::cout << model.write_trace(*r.trace, chosen_format(arguments));
}

void print_result(const QueryResult& r, const CheckArguments& arguments) {
  std::cout << fmt::format("{:>2}  {}\n      {}", r.index, r.formula, to_string(r.verdict));
  if (!r.reason.empty()) std::cout << ": " << r.reason;
  if (!r.note.empty()) std::cout << " (" << r.note << ')';
  if (!r.value.empty()) std::cout << "\n      value: " << r.value;
  if (!r.is_as_expected) std::cout << fmt::format("  (expected: {})", r.expected);
  std::cout << '\n';
  if (!arguments.program.stats) return;
  std::cout << statistics_text(r.stats);
  if (!r.shared_with.empty())
    std::cout << fmt::format("      exploration  shared with {} {}\n", r.shared_with.size() == 1 ? "query" : "queries",
                             fmt::join(r.shared_with, ", "));
}

}  // namespace zonda::cli
