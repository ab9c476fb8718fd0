// Makes a trace out of a maximal run of the search, as make.hpp does for a path. Such a run witnesses E[], or refutes
// A<> or -->: it goes around a cycle for ever, lets time pass for ever, or gets stuck.
#pragma once

#include "reduce/reductions.hpp"
#include "trace/make.hpp"

#include <cstdint>
#include <vector>

namespace zonda::trace {

struct RunRequest {
  const search::MaximalRun* run = nullptr;
  const model::Formula* stay = nullptr;  // the formula that holds along the run …
  bool is_negated = false;               // … or never does
  const model::Formula* from = nullptr;  // what holds when the run begins to stay; null if it stays from the start
  bool has_observer = false;             // an observer has a clock of its own, which the trace does not show
  const model::Formula* goal = nullptr;  // where a run that ends with Goal ends …
  bool is_goal_negated = false;          // … or the formula that is violated there
  const reduce::Reductions* reductions = nullptr;  // states that they merge count as one state of a cycle
  bool is_divergent = false;                       // a round of the cycle must take at least one unit of time
  // By clock, with the observer's last: beyond this value it does not matter how large the clock is; if negative, the
  // value never matters.
  std::vector<std::int64_t> caps;
};

// For a cycle, this looks for times with which it comes back to the state where it began, so that it can go around with
// the same delays for ever. If there are none, Trace::repeats is false and the trace goes around once.
[[nodiscard]] Made make_run(const model::Network& network, const RunRequest& request, const Watch& watch = {});

}  // namespace zonda::trace
