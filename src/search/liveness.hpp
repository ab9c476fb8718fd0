// Liveness (language reference 6.2): is there a maximal run that stays inside a formula? E[] p asks for one inside p,
// A<> p says that there is none outside p, and p --> q that none outside q begins where p holds.
//
// A run is maximal when it has infinitely many moves, or ends as search/endings.hpp says. No fairness, no divergence of
// time is assumed, unless `is_divergent` asks for runs whose time diverges.
//
// Why it is right, and which abstractions are exact: docs/internals/liveness.md.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/path.hpp"
#include "search/reachability.hpp"

#include <optional>

namespace zonda::search {

struct LivenessQuestion {
  const model::Formula* stay = nullptr;  // inside this …
  bool is_negated = false;               // … or outside of it
  const model::Formula* from = nullptr;  // beginning at any reachable state where this holds; null: at the start
  bool is_divergent = false;             // time must diverge
  bool is_deep = false;                  // look for beginnings depth-first
  bool shuffles = false;                 // successors come in random order
};

struct LivenessOutcome {
  Outcome outcome;  // Reached: there is such a run
  MaximalRun::End end = MaximalRun::End::Stuck;
  std::optional<MaximalRun> run;  // if the path was asked for
};

template <typename B>
[[nodiscard]] LivenessOutcome find_run(const model::Network& network, const analysis::ClockBounds& bounds,
                                       const LivenessQuestion& question, const Options& options);

}  // namespace zonda::search
