// Traces that were saved as JSON. Everything in them goes by name, so that a trace outlives edits of its model.
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
  std::optional<std::uint32_t> edge;  // its number in the template, a hint if several edges join the same locations
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
  // The steps behind this many are a cycle, which the run goes around for ever.
  std::optional<std::size_t> cycle;
  std::string end;  // how a maximal run ends: 'cycle', 'rest' or 'stuck'
  // For a leads-to query: the moment at which its premise holds.
  struct Moment {
    std::size_t step = 0;     // how many steps come before it
    std::string delay = "0";  // how much time passes between these steps and the moment
  };
  std::optional<Moment> moment;
};

struct ReadTrace {
  std::optional<Saved> trace;
  std::string error;  // why there is none, with the place in the text if it is known
};

// Reads zonda's JSON: one trace, or the output of `check --json`. In the latter, `query` is the number of the query
// whose trace is meant, from 1; with 0, it is the first one that has a trace.
[[nodiscard]] ReadTrace read_trace(std::string_view text, std::size_t query);

// The number of units that a decimal means: '1.25' with two digits is 125. Nothing if the text is not such a number.
[[nodiscard]] std::optional<Units> parse_decimal(std::string_view text, std::uint32_t digits);
// The number of decimals that the text has.
[[nodiscard]] std::uint32_t decimals(std::string_view text);

}  // namespace zonda::trace
