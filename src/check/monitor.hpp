// Bounded leads-to and the patterns of monitors (docs/manual/monitor.md says what each means), as questions about runs
// that violate them.
#pragma once

#include "model/network.hpp"
#include "search/runs/liveness.hpp"

#include <string>

namespace zonda::check {

// Whether the query is -->[<=t] or one of the patterns.
[[nodiscard]] bool is_monitor(const model::Query& query);

// The run that a monitor looks for, which violates the query.
struct Violation {
  model::Formula from;
  model::Formula stay;
  model::Formula goal;
  std::string moment;  // for people: what holds when the run begins to count, and at the goal
  std::string end;
};

// Fills in both arguments; the question points into the violation.
void ask_for_violation(const model::Network& network, const model::Query& query, Violation& violation,
                       search::LivenessQuestion& question);

}  // namespace zonda::check
