// A saved trace on a model that may have changed since: does the run still exist, and if not, where does it end?
#pragma once

#include "model/network.hpp"
#include "trace/saved.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace zonda::trace {

struct Retraced {
  bool fits = false;                     // every delay and move is possible
  std::size_t steps = 0;                 // moves made
  std::string time;                      // that passed
  std::string failure;                   // what is in the way; empty when it fits
  std::vector<std::string> differences;  // values that are not those of the saved trace
  // Whether the last state satisfies the formula of the first query of the network that a run can answer (that of E<>,
  // or the negation for A[]), or the run is one that E[], A<> or --> asks about; nothing when there is no such query,
  // the run ends before, or it cannot be told.
  std::optional<bool> meets_query;
  std::string asked;       // that query
  bool is_of_run = false;  // it is about the whole run, not about its last state
};

// `select_names`: by template and edge, the names of its selects.
[[nodiscard]] Retraced retrace(const model::Network& network, const Saved& saved,
                               const std::vector<std::vector<std::vector<std::string>>>& select_names);

}  // namespace zonda::trace
