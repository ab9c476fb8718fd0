// From a maximal run of the search to a trace that was replayed.
#pragma once

#include "analysis/live_variables.hpp"
#include "trace/make.hpp"

#include <cstdint>
#include <vector>

namespace zonda::trace {

struct RunRequest {
  const search::MaximalRun* run = nullptr;
  const model::Formula* stay = nullptr;  // where the run stays, or what it stays out of
  bool is_negated = false;
  const model::Formula* from = nullptr;  // holds at the moment from which on it stays; null: at the start
  // An observer has a clock of its own, which the trace does not show; what a run that ends with Goal comes to.
  bool has_observer = false;
  const model::Formula* goal = nullptr;
  bool is_goal_negated = false;
  const analysis::LiveVariables* live = nullptr;  // what other variables are does not matter for a cycle
  bool is_divergent = false;                      // a round of the cycle takes one unit of time at least
  // By clock, an observer's last: values beyond do not matter; less than 0: none does.
  std::vector<std::int64_t> caps;
};

// For a cycle, times are looked for with which it comes back to where it began, so that it can go round with the same
// delays for ever. Where there are none, Trace::repeats is false and the trace goes round once.
[[nodiscard]] Made make_run(const model::Network& network, const RunRequest& request, const Watch& watch = {});

}  // namespace zonda::trace
