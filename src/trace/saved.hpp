// Traces that were saved, read again. Everything is by name, so that a trace outlives edits of its model.
#pragma once

#include "trace/run.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zonda::trace {

struct SavedEdge {
  std::string process;
  std::optional<std::uint32_t> edge;  // of the template; a hint where several edges join the same locations
  std::optional<std::int32_t> branch;
  std::string from;
  std::string to;
  std::map<std::string, std::int32_t> selects;
  std::string sync;
};

struct SavedState {
  std::map<std::string, std::string> locations;
  std::map<std::string, std::int32_t> variables;
  std::map<std::string, std::string> clocks;
};

struct SavedStep {
  std::string delay = "0";
  std::vector<SavedEdge> edges;
  SavedState state;
};

struct Saved {
  std::string formula;
  SavedState initial;
  std::vector<SavedStep> steps;
  std::string last_delay = "0";
  // A run without end whose steps behind the first so many happen again and again.
  std::optional<std::size_t> cycle;
  std::string end;  // of a run without end: 'cycle', 'rest' or 'stuck'
  // Of a leads-to query: the moment that it is about.
  struct Moment {
    std::size_t step = 0;  // so many steps before it
    std::string delay = "0";
  };
  std::optional<Moment> moment;
};

struct ReadTrace {
  std::optional<Saved> trace;
  std::string error;  // why there is none, with the place in the text where it is known
};

// zonda's JSON: one trace, or the output of `check --json`; `query` then says which one, from 1 (0: the first there
// is).
[[nodiscard]] ReadTrace read_trace(std::string_view text, std::size_t query);

// '1.25' with two digits: 125. Nothing when it is no number of that kind.
[[nodiscard]] std::optional<Units> parse_decimal(std::string_view text, std::uint32_t digits);
[[nodiscard]] std::uint32_t decimals(std::string_view text);

}  // namespace zonda::trace
