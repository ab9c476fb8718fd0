// The list of abstractions, with what each of them preserves. An abstraction is refused for a query that needs more
// than it preserves (soundness rules 1 and 3): lower and upper bounds preserve reachability only, and most abstractions
// forget differences of clocks.
#pragma once

#include "analysis/clock_bounds.hpp"
#include "check/refused.hpp"
#include "model/network.hpp"
#include "step/zone_step.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace zonda::check {

// What a query may need, as bits.
using Needs = std::uint8_t;
inline constexpr Needs kReachability = 1;  // which states can be reached, as far as the query asks about them
inline constexpr Needs kDeadlocks = 2;     // from which valuations no move is possible any more
inline constexpr Needs kMaximalRuns = 4;   // where a run gets stuck, and where time can pass for ever
inline constexpr Needs kDifferences = 8;   // constraints on differences of clocks

struct NamedAbstraction {
  std::string_view name;
  std::string_view what;  // one line
  step::Abstraction kind;
  Needs preserves;
  bool use_alu = false;
  bool is_finite = true;  // false: a search may not end, but it needs no bounds of clocks
  // If differences of clocks are compared, it needs bounds of this kind.
  analysis::Differences differences = analysis::Differences::Split;
};

// From fine to coarse.
[[nodiscard]] std::span<const NamedAbstraction> abstractions();
// Null: there is none with this name.
[[nodiscard]] const NamedAbstraction* find_abstraction(std::string_view name);

[[nodiscard]] Needs abstraction_needs(const model::Query& query, const analysis::ClockBounds& bounds);

// The bounds for an abstraction that was asked for by name, or for the best one. `tests`: see analysis::clock_bounds().
[[nodiscard]] analysis::ClockBounds bounds_for(const std::string& asked, const model::Network& network,
                                               const model::Query& query,
                                               std::span<const analysis::ClockBound> tests = {});

// The coarsest that preserves all of this with bounds of this kind.
[[nodiscard]] const NamedAbstraction& best_abstraction(Needs needs, analysis::Differences differences);
// The coarsest under which no state is missed if states are compared by plain inclusion. It may find states that are
// not there, whatever the query needs.
[[nodiscard]] const NamedAbstraction& widest_abstraction();

struct ChosenAbstraction {
  const NamedAbstraction* abstraction = nullptr;
  Refused refused;  // set if the requested abstraction is unsound for the query, or if none is sound
};
// The abstraction that was asked for by name, or the best one. `asker` is how a message refers to the query.
[[nodiscard]] ChosenAbstraction choose_abstraction(const std::string& asked, Needs needs,
                                                   const analysis::ClockBounds& bounds, const std::string& asker);

}  // namespace zonda::check
