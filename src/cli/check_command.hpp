// The parts of check: its arguments, and how results are shown.
#pragma once

#include "cli/table_options.hpp"
#include "zonda/model.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::cli {

struct CheckArguments : TableOptions {
  std::string path;
  LoadOptions load;
  bool only_patterns = false;  // all queries must be patterns, which monitors are for
};

// Runs the command; returns the exit status.
[[nodiscard]] int run_check(CheckArguments& arguments);

// The format with this name on the command line.
[[nodiscard]] std::optional<Model::TraceFormat> trace_format(std::string_view name);

void print_result(const QueryResult& result, const CheckArguments& arguments);
void print_trace(const Model& model, const CheckArguments& arguments, const QueryResult& result);
// Writes the traces to the requested files; false, with a message, if that fails.
[[nodiscard]] bool write_traces(const Model& model, const CheckArguments& arguments,
                                const std::vector<QueryResult>& results);

}  // namespace zonda::cli
