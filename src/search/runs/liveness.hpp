// Liveness (U3): is there a maximal run that stays inside a formula? E[] p asks for one inside p, A<> p says that there
// is none outside p, and p --> q that none outside q begins where p holds.
//
// A run is maximal when it has infinitely many moves, or ends as search/formulas/endings.hpp says. Neither fairness nor
// divergence of time is assumed, unless `is_divergent` asks for runs whose time diverges.
//
// An observer (search/formulas/observer.hpp) turns this into bounded properties: a run then counts also, or only, when
// it comes to a goal, such as that too much time has passed, whatever happens afterwards.
//
// Why it is right, and which abstractions are exact: docs/internals/liveness.md.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "model/network.hpp"
#include "search/options.hpp"
#include "search/path.hpp"

#include <cstdint>

namespace zonda::search {

struct LivenessQuestion {
  // Where a run begins to count: at the start; at any reachable moment when `from` holds; or when `from`, which says
  // nothing of clocks, begins to hold: at the start, or by a move.
  enum class Begin : std::uint8_t { Start, Holds, Begins };
  Begin begin = Begin::Start;
  const model::Formula* from = nullptr;
  const model::Formula* stay = nullptr;  // inside this …
  bool is_negated = false;               // … or outside of it
  bool is_divergent = false;             // time must diverge
  // The observer's clock, which formulas other than `from` may speak of, and the largest number they compare it with.
  bool has_observer = false;
  std::int32_t bound = 0;
  // A run that comes here counts as well (null: none); and no other one does, unless maximal ones count.
  const model::Formula* goal = nullptr;
  bool is_goal_negated = false;
  bool maximal_counts = true;
  // First it is tried to prove that there is none (search/runs/round_proof.hpp).
  bool proves = false;
};

// Reached: there is such a run, and the outcome says how it ends and has the moves, if they were asked for.
template <typename B>
[[nodiscard]] Outcome find_run(const model::Network& network, const analysis::ClockBounds& bounds,
                               const LivenessQuestion& question, const Options& options);

}  // namespace zonda::search
