// Bounded leads-to and the patterns of monitors (docs/manual/monitor.md says what each means), as questions about runs
// that violate them.
#pragma once

#include "model/network.hpp"
#include "search/runs/liveness.hpp"

#include <string>

namespace zonda::check {

// -->[<=t] and the patterns.
[[nodiscard]] bool is_monitor(const model::Query& query);

// The run that a monitor looks for: what violates the query.
struct Violation {
  model::Formula from;
  model::Formula stay;
  model::Formula goal;
  std::string moment;  // what is so when it begins to count, and when it comes to the goal, for people
  std::string end;
};

// Fills both; the question points into the violation.
void ask_for_violation(const model::Network& network, const model::Query& query, Violation& violation,
                       search::LivenessQuestion& question);

}  // namespace zonda::check
