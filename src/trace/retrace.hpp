// Replays a saved trace on a model that may have changed since: does the run still exist, and if not, where does it
// end?
#pragma once

#include "model/network.hpp"
#include "trace/saved.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::trace {

struct Retraced {
  bool fits = false;                     // every delay and move is possible
  std::size_t steps = 0;                 // how many moves were made
  std::string time;                      // how much time passed
  std::string failure;                   // what is in the way; empty when it fits
  std::vector<std::string> differences;  // values that are not those of the saved trace
  // The answer to the first query of the network that a run can answer. For E<> it is whether the last state satisfies
  // the formula, for A[] whether it violates it; for E[], A<> and --> whether the run is one that the query asks about.
  // There is none if there is no such query, if the run ends before, or if it cannot be told.
  std::optional<bool> meets_query;
  std::string asked;       // the text of that query
  bool is_of_run = false;  // that query is about the whole run, not about its last state
};

// `select_names` has the names of selects, by template and edge.
[[nodiscard]] Retraced retrace(const model::Network& network, const Saved& saved,
                               const std::vector<std::vector<std::vector<std::string>>>& select_names);

}  // namespace zonda::trace
