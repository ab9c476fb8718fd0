// The parts of check: what was asked for, and how results are shown.
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
  bool only_patterns = false;  // queries must be what monitors are for
};

// The exit status.
[[nodiscard]] int run_check(CheckArguments& arguments);

// By its name on the command line.
[[nodiscard]] std::optional<Model::TraceFormat> trace_format(std::string_view name);

void print_result(const QueryResult& result, const CheckArguments& arguments);
void print_trace(const Model& model, const CheckArguments& arguments, const QueryResult& result);
// To the files that were asked for; false, with a message, when that fails.
[[nodiscard]] bool write_traces(const Model& model, const CheckArguments& arguments,
                                const std::vector<QueryResult>& results);

}  // namespace zonda::cli
