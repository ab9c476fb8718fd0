// Runs Graphviz as a child process.
#pragma once

#include <string>
#include <string_view>

namespace zonda::report {

struct DotResult {
  std::string output;
  std::string error;        // empty when it worked
  bool is_missing = false;  // there is no program of this name
};

// Gives `graph` to `program` ('dot' -Tplain) and returns what it prints. No shell is involved. A layout that takes
// longer than the limit is ended.
[[nodiscard]] DotResult run_dot(std::string_view graph, int limit_seconds = 60, const char* program = "dot");

}  // namespace zonda::report
